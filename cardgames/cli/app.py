"""The application: the commands there are, each loaded when it is asked for."""

import os
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, NamedTuple

import typer

from cardgames import __version__
from cardgames.cli import completion


class Command(NamedTuple):
    """What the help has of a command before its module is looked at."""

    summary: str
    example: str = ""


COMMANDS = {
    "play": Command(
        "Play a game yourself.",
        "cardgames play kroket                           against greedy\n"
        'cardgames play kroket --against "fox=node fox.js" --against greedy\n'
        "cardgames play crapette --against bob=human     two at one keyboard\n"
        "cardgames play crapette --to 300                game after game, to 300 points\n"
        "cardgames play spit --level hard                in real time\n"
        "cardgames play kroket --seed 7 < moves.txt      the same moves, the same game\n"
        "cardgames play --load kroket-9b148f78           go on",
    ),
    "scores": Command("Show how you have done.", "cardgames scores\ncardgames scores kroket --json"),
    "match": Command("Play one pairing.", 'cardgames match kroket greedy "fox=node fox.js" --games 100'),
    "tournament": Command("Play a tournament.", 'cardgames tournament spit greedy random "sh bot.sh" --games 10'),
    "resume": Command("Go on with a tournament where it stopped.", "cardgames resume results"),
    "standings": Command("Print the table of a tournament.", "cardgames standings results --crosstable"),
    "games-list": Command("List the games of a tournament.", "cardgames games-list results --bot fox --result loss"),
    "replay": Command("Verify records, or look at a game again.", "cardgames replay games.cgn --game 3 --show"),
    "analyse": Command(
        "Tell the best moves of a position, or where a game was lost.",
        "cardgames analyse games.cgn --game 3\n"
        "cardgames analyse 'position kroket turn=0 ...' --moves 3\n"
        "printf 'newgame spit seed 7\\nview 0\\n' | cardgames engine | cardgames analyse -",
    ),
    "ladder": Command(
        "Let the levels of the built-in players meet.",
        "cardgames ladder kroket --games 100 --seed 1\n"
        "cardgames ladder crapette --levels random,greedy,5,20 --nodes 300",
    ),
    "check": Command("Try whether a bot keeps to the protocol.", 'cardgames check "python3 my_bot.py" kroket'),
    "bench": Command("Measure how fast and how fair this is.", "cardgames bench rules referee"),
    "games": Command("List the games and what can be set for each.", "cardgames games"),
    "bots": Command("List the built-in players.", "cardgames bots"),
    "rules": Command("Print the rules of a game.", "cardgames rules crapette C10"),
    "protocol": Command("Print the specification of CGP/1.", "cardgames protocol | less"),
    "engine": Command("Speak CGP/1 on stdin and stdout.", "printf 'newgame spit\\nshow 0\\n' | cardgames engine"),
}
"""In the order of the help. Each is the function of its name, with _ for -, in the module of its name."""

_ABOUT = "Bots in any language play Crapette, Spit and Kroket: matches, tournaments, records."


def build_app(args: Sequence[str]) -> typer.Typer:
    """The application with the command that `args` begin with; with all of them, for help and for errors, if none."""
    app = typer.Typer(
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    app.callback(help=_ABOUT)(_top)
    args = completion.commands_to_load(args, os.environ)
    for name in args[:1] if args and args[0] in COMMANDS else COMMANDS:
        python_name = name.replace("-", "_")
        module = import_module(f"cardgames.cli.commands.{python_name}")
        summary, example = COMMANDS[name]
        app.command(name, short_help=summary, epilog=_epilog(example))(getattr(module, python_name))
    return app


def _epilog(examples: str) -> str | None:
    """The examples, each on a line of its own as it is typed."""
    if not examples:
        return None
    lines = "\n".join(f"  {line}" for line in examples.split("\n"))
    title = "Examples:" if "\n" in examples else "Example:"
    # A paragraph that begins so keeps its lines.
    return f"\b\n{title}\n{lines}"


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
