"""The application: the commands there are, each loaded when it is asked for."""

from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, NamedTuple

import typer

from cardgames import __version__


class Command(NamedTuple):
    """What the help has of a command before its module is looked at."""

    summary: str
    example: str = ""


COMMANDS = {
    "match": Command("Play one pairing.", 'cardgames match kroket greedy "fox=node fox.js" --games 100'),
    "tournament": Command("Play all pairings.", 'cardgames tournament spit greedy random "sh bot.sh" --games 10'),
    "replay": Command("Verify records, or look at a game again.", "cardgames replay games.cgn --game 3 --show"),
    "check": Command("Try whether a bot keeps to the protocol.", 'cardgames check "python3 my_bot.py" kroket'),
    "games": Command("List the games and what can be set for each."),
    "bots": Command("List the built-in players."),
    "rules": Command("Print the rules of a game.", "cardgames rules crapette C10"),
    "protocol": Command("Print the specification of CGP/1."),
    "engine": Command("Speak CGP/1 on stdin and stdout.", "printf 'newgame spit\\nshow 0\\n' | cardgames engine"),
}
"""In the order of the help. Each is the function of its name in the module of its name."""

_ABOUT = "Bots in any language play Crapette, Spit and Kroket: matches, tournaments, records."


def build_app(args: Sequence[str]) -> typer.Typer:
    """The application with the command that `args` begin with; with all of them, for help and for errors, if none."""
    app = typer.Typer(
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    app.callback(help=_ABOUT)(_top)
    for name in args[:1] if args and args[0] in COMMANDS else COMMANDS:
        module = import_module(f"cardgames.cli.{name}")
        summary, example = COMMANDS[name]
        epilog = f"Example: {example}" if example else None
        app.command(name, short_help=summary, epilog=epilog)(getattr(module, name))
    return app


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"cardgames {__version__}")
        raise typer.Exit


def _top(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", is_eager=True, callback=_show_version)
    ] = False,
) -> None:
    """The options that stand before a command."""
