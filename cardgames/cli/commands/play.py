"""`cardgames play GAME`: a person plays, typing moves."""

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardgames.cli import completion, options
from cardgames.cli.errors import UsageError

if TYPE_CHECKING:
    from cardgames.bots.limits import Limits
    from cardgames.bots.spec import BotSpec
    from cardgames.cli.play.request import PlayRequest
    from cardgames.cli.play.screen import Screen

_LEVELS = "easy, normal, hard or insane"
_RECORDS = "games.cgn"


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]", help="crapette, spit or kroket.", show_default=False, autocompletion=completion.games
        ),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BOT",
            help="Who you play with: a built-in player (see 'cardgames bots'), [NAME=]COMMAND LINE, or human for "
            "somebody at the same keyboard. Up to three times for Kroket. Default: greedy.",
            autocompletion=completion.opponents,
        ),
    ] = None,
    seat: Annotated[int, typer.Option(metavar="N", min=0, max=3, help="Where you sit.")] = 0,
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="What you are called. Default: you.", show_default=False)
    ] = None,
    seed: options.Seed = None,
    rule: options.RuleTexts = None,
    level: Annotated[
        str | None,
        typer.Option(
            metavar="LEVEL",
            help=f"{_LEVELS}: how fast the other side is in Spit, how strong elsewhere.",
            show_default=False,
            autocompletion=completion.levels,
        ),
    ] = None,
    series: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=1000, help="Play so many games, in Kroket so many deals, in a row."),
    ] = None,
    to: Annotated[
        int | None,
        typer.Option(metavar="POINTS", min=1, max=10_000, help="Play until somebody has so many points in all."),
    ] = None,
    practice: Annotated[
        bool, typer.Option("--practice", help="undo works always; the result is not written down.")
    ] = False,
    load: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Go on with a game that was left or saved.",
            show_default=False,
            autocompletion=completion.saves,
        ),
    ] = None,
    clock: Annotated[
        str | None,
        typer.Option(
            metavar="wall|virtual",
            help="Spit in real time, or waiting for each of your moves. Default: wall on a terminal, else virtual.",
            show_default=False,
        ),
    ] = None,
    think: Annotated[
        int | None,
        typer.Option(
            metavar="MS",
            min=0,
            max=60_000,
            help="Spit: how long the other side looks before it plays, instead of a level.",
            show_default=False,
        ),
    ] = None,
    hand: Annotated[
        int | None,
        typer.Option(
            metavar="MS",
            min=0,
            max=60_000,
            help="Spit: how long a card is on its way. Default: 200.",
            show_default=False,
        ),
    ] = None,
    countdown: Annotated[
        int, typer.Option(metavar="SECONDS", min=0, max=60, help="Spit in real time: before each spit.")
    ] = 2,
    movetime: Annotated[
        int | None,
        options.setting_option(
            "movetime",
            "Milliseconds that a bot has for each move; you have all the time. "
            f"Default: {options.default_of('movetime')}.",
        ),
    ] = None,
    symbols: Annotated[
        bool | None,
        typer.Option(
            "--symbols/--ascii",
            help="Suits as symbols or as letters. Default: as your terminal's encoding has it.",
            show_default=False,
        ),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Words instead of pictures, one fact a line, for a screen reader.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            readable=False,
            metavar="DIR",
            help="Adds the record of each game to DIR/games.cgn, for 'cardgames replay'.",
            show_default=False,
        ),
    ] = None,
    sandbox: options.Sandbox = options.SANDBOX,
    startup: options.Startup = options.STARTUP_S,
) -> int:
    """Play a game yourself, against built-in players, bots, or somebody beside you.

    Moves are typed. ? lists those there are, help tells the rest. Leave at any time: the game is kept, and the line
    to go on with it is printed. From a pipe the same works as a script: cardgames play kroket --seed 7 < moves.txt
    """
    from cardgames.bots.limits import Limits
    from cardgames.cli.play.request import PlayRequest, new_game
    from cardgames.cli.play.saves import Saves, data_folder
    from cardgames.cli.play.session import Places, Session

    on_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    folder = data_folder(os.environ)
    saves = Saves(folder)
    request = PlayRequest(
        game, tuple(against or ()), name, seed, tuple(rule or ()), level, series, to, clock, think, hand, movetime
    )
    if load is None:
        saved = new_game(request, saves, seat=seat, practice=practice, on_terminal=on_terminal)
    else:
        _refuse_beside_load(load, request)
        saved = saves.load(load)
    records = None
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        records = out / _RECORDS
    screen = _screen(on_terminal, symbols=symbols, plain=plain)
    limits = Limits(startup_ms=round(startup * 1000))
    if any(spec.command for spec in saved.seats):
        limits = _locked_in(limits, sandbox, folder, saved.seats)
    places = Places(folder, records, os.environ)
    return Session(saved, screen, places, limits, begins=load is None, countdown_s=countdown).run()


def _locked_in(limits: "Limits", sandbox: str, folder: Path, seats: Iterable["BotSpec"]) -> "Limits":
    """The limits with a sandbox: the game that is kept, which tells the deal, is not for a bot to read."""
    from cardgames.bots.isolation import fork_client as forks
    from cardgames.bots.isolation.sandbox import find_sandbox

    forks.adopt()
    found = find_sandbox(sandbox, seats)
    if found.note:
        print(f"cardgames: {found.note}", file=sys.stderr)
    with suppress(OSError):
        # What is not there when a bot is started is not hidden from it; where it cannot be made nothing is kept.
        folder.mkdir(parents=True, exist_ok=True)
    return limits._replace(sandbox=found.program, hidden=(str(folder),))


def _refuse_beside_load(load: str, request: "PlayRequest") -> None:
    """A saved game brings all of its own along."""
    for option, value in request._asdict().items():
        if value not in (None, ()):
            what = "GAME" if option == "game" else f"--{option}"
            raise UsageError(f"--load {load} and {what}: one of the two was expected; a saved game brings its own")


def _screen(on_terminal: bool, *, symbols: bool | None, plain: bool) -> "Screen":
    from cardgames.cli.play.screen import PipeScreen, best_symbols, is_dumb

    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    signs = best_symbols(sys.stdout, os.environ, symbols=symbols, plain=plain)
    if not on_terminal:
        return PipeScreen(signs, spoken=plain)
    # Imported here: a script has no use for a terminal.
    from cardgames.cli.play.terminal import TerminalScreen

    return TerminalScreen(signs, spoken=plain, dumb=is_dumb(os.environ))
