"""`cardgames rules GAME [CLAUSE]`: a game's rulebook, or one clause of it."""

from typing import Annotated

import typer

from cardgames.cli import completion
from cardgames.cli.options import GameName


def rules(
    game: GameName,
    clause: Annotated[
        str | None,
        typer.Argument(metavar="CLAUSE", help="One clause only, as C10, S7 or K5.", autocompletion=completion.clauses),
    ] = None,
) -> None:
    """Print the rules of a game by clause, [house] rules marked, and the options with their defaults."""
    from cardgames.cli.rule_options import option_lines
    from cardgames.games.registry import find_game
    from cardgames.rules.rulebook import find_clause

    found = find_game(game)
    if clause is not None:
        print(find_clause(found.rulebook(), clause))
        return
    print(found.rulebook().rstrip())
    print("\n## Options (--rule K=V)\n")
    for line in option_lines(found):
        print(f"    {line}")
