"""`cardgames scores`: how a person has done."""

import os
import sys
from typing import Annotated

import typer

from cardgames.cli import completion, options
from cardgames.cli.output.json_line import print_json


def scores(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="One game only.", show_default=False, autocompletion=completion.games),
    ] = None,
    json: options.Json = False,
) -> None:
    """Show your results against each opponent: games, points, streaks. Games for practice do not count."""
    from cardgames.cli.play.saves import data_folder
    from cardgames.cli.play.scorebook import FILE_NAME, read_scores, tallies
    from cardgames.cli.tables import print_table
    from cardgames.games.registry import find_game
    from cardgames.text import harmless

    folder = data_folder(os.environ)
    found, bad = read_scores(folder)
    if game is not None:
        name = find_game(game).name
        found = [score for score in found if score.game == name]
    if bad:
        where = harmless(str(folder / FILE_NAME))
        print(f"cardgames: {where}: line {', '.join(map(str, bad))} is no result and was passed over", file=sys.stderr)
    rows = tallies(found)
    if json:
        print_json({"scores": [row._asdict() for row in rows]})
    elif rows:
        header = ("game", "against", "played", "won", "drawn", "lost", "points", "best streak", "now")
        print_table(header, [[str(value) for value in row] for row in rows])
    else:
        print("no game has been finished yet; 'cardgames play kroket' begins one")
