"""Arguments and options that several commands share; those of settings are made from their entries."""

import inspect
from collections.abc import Callable
from functools import cache
from math import isnan
from pathlib import Path
from typing import Annotated, Any

import typer

from cardgames.cli import completion
from cardgames.tournament.config.settings import (
    MATCH,
    TOURNAMENT,
    Form,
    Setting,
    default_of,
    option_setting,
    options_of,
)

Typed = str | int | float | bool | list[str] | None
"""What Typer hands over for an option."""


def _real_number(value: float) -> float:
    """Refuses what is no number, which is neither below nor above any bound."""
    if isnan(value):
        raise typer.BadParameter("a number was expected")
    return value


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="crapette, spit or kroket.", show_default=False, autocompletion=completion.games
    ),
]
GameOrFile = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="crapette, spit or kroket; or FILE.toml, a tournament file; options change what it says.",
        show_default=False,
        autocompletion=completion.games,
    ),
]
BotNames = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="BOT...",
        help="A built-in player (see 'cardgames bots'), [NAME=]COMMAND LINE, as in \"fox=node fox.js --fast\", or the "
        "name of a bot in FILE.toml; by default all of that file's.",
        show_default=False,
        autocompletion=completion.bots,
    ),
]

Folder = Annotated[
    Path,
    typer.Argument(metavar="DIR", readable=False, help="A folder of results, as --out DIR makes.", show_default=False),
]

Out = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        readable=False,
        help="Keeps results, records and logs in this folder; 'cardgames resume DIR' goes on there. Default: a "
        "tournament makes one under results, a match keeps nothing.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of the table.")]
DryRun = Annotated[
    bool,
    typer.Option("--dry-run", help="Plays nothing: prints the settings as a tournament file, and the schedule's size."),
]

# -- settings


def setting_option(name: str, help_text: str = "", *, filled: bool = False, ranged: bool = False) -> Any:
    """The option of a setting, as what `Annotated` takes.

    Args:
        name: the option's, without --.
        help_text: what help tells instead of the setting's own.
        filled: the parameter has the default as its value: Typer shows it, and refuses what is outside the range.
        ranged: Typer refuses what is outside the range.
    """
    setting = option_setting(name)
    return _option(setting, help_text or (setting.help if filled else setting.help_text), ranged=filled or ranged)


def _option(setting: Setting, help_text: str, *, ranged: bool) -> Any:
    kind = setting.kind
    return typer.Option(
        f"--{setting.option_name}",
        metavar=None if kind.typed is bool else setting.metavar,
        help=help_text,
        min=kind.low if ranged or setting.ranged else None,
        max=kind.high if ranged or setting.ranged else None,
        callback=_real_number if ranged and kind.typed is float else None,
        autocompletion=_completion(setting),
    )


def _completion(setting: Setting) -> Callable[..., list[str]] | None:
    if setting.form is Form.NAMED:
        return completion.rules
    words = setting.kind.words
    if setting.form is not Form.ONCE or words is None:
        return None
    return lambda incomplete: completion.beginning(incomplete, words())


def takes_settings(command: Callable[..., int]) -> Callable[..., int]:
    """Gives a command an option for each of its settings, in place of the `**given` of its function.

    They stand in the order of `_ORDER`, followed by those that it does not name. The function's own options, which are
    keyword-only, come last.
    """
    signature = inspect.signature(command)
    name = command.__name__
    settings = sorted(options_of(name), key=lambda each: _place(name, each))
    own = [each for each in signature.parameters.values() if each.kind is not inspect.Parameter.VAR_KEYWORD]
    positional = [each for each in own if each.kind is not inspect.Parameter.KEYWORD_ONLY]
    made = [*positional, *map(_parameter, settings), *own[len(positional) :]]
    # Typer asks `inspect` what to offer.
    command.__dict__["__signature__"] = signature.replace(parameters=made)
    return command


@cache
def _parameter(setting: Setting) -> inspect.Parameter:
    typed: Any = setting.kind.typed
    annotation = typed if typed is bool else (typed if setting.form is Form.ONCE else list[str]) | None
    return inspect.Parameter(
        setting.parameter,
        inspect.Parameter.KEYWORD_ONLY,
        default=False if typed is bool else None,
        annotation=Annotated[annotation, _option(setting, setting.help_text, ranged=False)],
    )


_CLOCKS = ("movetime", "time", "margin", "clock", "think", "jitter", "hand", "tie", "stall", "max-plies")
_RUN = ("cwd", "env", "option", "restart", "startup", "concurrency", "affinity", "event", "log-traffic")
_ORDER = {
    MATCH: ("games", "seed", "rule", "sprt", *_CLOCKS, "order", *_RUN),
    TOURNAMENT: ("format", "games", "challengers", "rounds", "order", "seed", "rule", "sprt", *_CLOCKS, *_RUN),
}
"""The order of the help: the options that are used most come first."""


def _place(command: str, setting: Setting) -> int:
    named = _ORDER[command]
    return named.index(setting.option_name) if setting.option_name in named else len(named)


Games = Annotated[int | None, setting_option("games")]
Seed = Annotated[str | None, setting_option("seed")]
RuleTexts = Annotated[list[str] | None, setting_option("rule")]
Movetime = Annotated[int | None, setting_option("movetime")]
Concurrency = Annotated[int | None, setting_option("concurrency")]
Memory = Annotated[str | None, setting_option("memory")]
Sandbox = Annotated[str, setting_option("sandbox", filled=True)]
SANDBOX: str = default_of("sandbox")
Startup = Annotated[float, setting_option("startup", filled=True)]
STARTUP_S: float = default_of("startup") / 1000
