"""Arguments and options that several commands share."""

from math import isnan
from pathlib import Path
from typing import Annotated

import typer


def _number(value: float) -> float:
    """Refuses what is no number, which is neither below nor above any bound."""
    if isnan(value):
        raise typer.BadParameter("a number was expected")
    return value


GameName = Annotated[str, typer.Argument(metavar="GAME", help="crapette, spit or kroket.", show_default=False)]
BotNames = Annotated[
    list[str],
    typer.Argument(
        metavar="BOT...",
        help="A built-in player (see 'cardgames bots') or [NAME=]COMMAND LINE, as in \"fox=node fox.js --fast\".",
        show_default=False,
    ),
]
Games = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        max=10_000_000,
        help="Games for each pairing, a multiple of the seats: every deal is played from each side. Default: 10 deals.",
    ),
]
Seed = Annotated[
    str | None,
    typer.Option(metavar="S", help="Makes the deals repeatable, and so public. Default: a secret of the system's."),
]
RuleTexts = Annotated[
    list[str] | None,
    typer.Option("--rule", metavar="K=V", help="Sets a rule, may be repeated; see 'cardgames rules GAME'."),
]
Movetime = Annotated[
    int | None, typer.Option(metavar="MS", min=1, max=86_400_000, help="Milliseconds for each move. Default: 1000.")
]
TimeText = Annotated[
    str | None,
    typer.Option("--time", metavar="SECONDS[+INC]", help="A clock for each seat and what each move adds (turn games)."),
]
Think = Annotated[
    int | None,
    typer.Option(
        metavar="MS", min=0, max=60_000, help="Spit: from the table's change until a hand starts. Default: 200."
    ),
]
Jitter = Annotated[
    int | None, typer.Option(metavar="MS", min=0, max=60_000, help="Spit: the most that chance adds. Default: 50.")
]
Hand = Annotated[
    int | None,
    typer.Option(metavar="MS", min=0, max=60_000, help="Spit: how long a card is on its way. Default: 200."),
]
Out = Annotated[
    Path | None,
    typer.Option(metavar="DIR", file_okay=True, help="Appends the record of each game to DIR/games.cgn."),
]
Startup = Annotated[
    float,
    typer.Option(
        metavar="SECONDS", min=0.1, max=3600, callback=_number, help="How long a bot may take for the handshake."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of the table.")]
