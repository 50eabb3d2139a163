"""The tournament that a command line describes, by itself or with a file."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cardgames.cli.errors import UsageError
from cardgames.cli.exit_status import DONE
from cardgames.tournament.config.raw_config import (
    BOT,
    CLOCK,
    HANDICAPS,
    LIMITS,
    SETTINGS,
    Given,
    OwnSetting,
    RawBot,
    RawConfig,
    Reader,
    put,
    scalar,
)
from cardgames.tournament.config.resolve import resolve
from cardgames.tournament.formats.registry import FORMATS
from cardgames.tournament.plan import Plan, make_plan

_NO_SETTINGS = ("game", "bots", "out", "json", "dry_run")
"""Arguments of the commands that say nothing about the tournament itself."""
_OTHERS_ENDED = {"movetime": "time", "time": "movetime"}
"""What an option of the command line puts out of force in a file."""


def described_plan(what: str, bots: Sequence[str] | None, options: Mapping[str, Any], *, match: bool) -> Plan:
    """The tournament that is asked for.

    Args:
        what: a game, or a tournament file.
        bots: as typed; none for those of the file.
        options: the arguments of the command, None or False where they were not given.
        match: whether all bots sit at one table.

    Raises:
        ConfigError: something that cannot be, in the file or on the command line.
        UsageError: no bots.
    """
    draft = _draft(what, bots, "match" if match else "tournament")
    draft.match = match
    if match or options.get("format") is not None:
        # What the file says of its own format is not for this one.
        for name in ("format", *(setting for form in FORMATS.values() for setting in form.settings)):
            draft.settings.pop(name, None)
    for name, value in options.items():
        if name not in _NO_SETTINGS and value is not None and value is not False:
            _set(draft, name.replace("_", "-"), value)
    return make_plan(resolve(draft))


def _draft(what: str, bots: Sequence[str] | None, command: str) -> RawConfig:
    if not what.lower().endswith(".toml"):
        if not bots:
            raise UsageError(f"Missing argument 'BOT...'; see 'cardgames {command} --help'")
        draft = RawConfig()
        draft.settings["game"] = Given(what, "GAME")
        draft.bots = [_typed(text) for text in bots]
        return draft
    # Imported here: tomllib takes 15 ms that only a file needs.
    from cardgames.tournament.config.toml_reader import read_draft

    draft = read_draft(Path(what))
    if bots:
        named = {bot.settings["name"].value: bot for bot in draft.bots if "name" in bot.settings}
        draft.bots = [named[text] if text in named else _typed(text) for text in bots]
    return draft


def _typed(text: str) -> RawBot:
    bot = RawBot()
    bot.settings["bot"] = Given(text, "BOT")
    return bot


def _set(draft: RawConfig, name: str, value: Any) -> None:
    option = f"--{name}"
    if name in HANDICAPS:
        for text in value:
            _set_for_one_or_all(draft.own, draft.clock, CLOCK, name, text)
    elif name == "restart":
        for text in value:
            bot, word = _halves(text)
            draft.own.append(_own(bot, "settings", name, Given(word, option)))
    elif name == "rule":
        _set_rules(draft, value)
    elif name in ("cwd", "env", "option"):
        for text in value:
            draft.own.append(_of_one_bot(name, text))
    elif name == "clock":
        put(draft.clock, CLOCK, "kind", Given(value, option))
    elif name in CLOCK:
        put(draft.clock, CLOCK, name, Given(value, option))
        ended = draft.clock.get(_OTHERS_ENDED.get(name, ""))
        if ended is not None and ended.place:
            del draft.clock[_OTHERS_ENDED[name]]
    elif name in LIMITS:
        put(draft.limits, LIMITS, name, Given(value, option))
    else:
        put(draft.settings, SETTINGS, name, Given(value, option))


def _set_rules(draft: RawConfig, texts: Sequence[str]) -> None:
    typed: set[str] = set()
    for text in texts:
        name = text.partition("=")[0]
        if name in typed:
            raise UsageError(f"rule {name}: given twice")
        typed.add(name)
        draft.rules[name] = Given(text, "--rule")


def _set_for_one_or_all(
    own: list[OwnSetting], common: dict[str, Given], readers: Mapping[str, Reader], name: str, text: str
) -> None:
    bot, number = _halves(text)
    plain = number.removeprefix("-")
    value: object = int(number) if plain.isascii() and plain.isdigit() else number
    if bot:
        own.append(_own(bot, "settings", name, Given(value, f"--{name} {bot}")))
    else:
        put(common, readers, name, Given(value, f"--{name}"))


def _of_one_bot(name: str, text: str) -> OwnSetting:
    bot, value = _halves(text)
    expected = "BOT=DIR" if name == "cwd" else "BOT=NAME=VALUE"
    given = Given(text, f"--{name}")
    if not bot:
        raise given.wrong(f"{expected} was expected")
    if name == "cwd":
        return _own(bot, "settings", name, given._replace(value=value))
    key, equals, rest = value.partition("=")
    if not equals:
        raise given.wrong(f"{expected} was expected")
    return OwnSetting(bot, "env" if name == "env" else "options", key, given._replace(value=scalar(Given(rest, name))))


def _own(bot: str, part: str, name: str, given: Given) -> OwnSetting:
    return OwnSetting(bot, part, name, given._replace(value=BOT[name](given)))


def _halves(text: str) -> tuple[str, str]:
    bot, equals, value = text.partition("=")
    return (bot, value) if equals else ("", text)


def tell_dry_run(plan: Plan, *, as_json: bool) -> int:
    """Prints the settings as a tournament file, or as an object, with the size of the schedule. The status."""
    schedule = plan.schedule
    if as_json:
        # Imported here: only programs ask for it.
        import json

        told = {"config": plan.config.tables(), "games": schedule.games, "exact": schedule.exact}
        print(json.dumps({**told, "schedule": schedule.size()}))
        return DONE
    most = "" if schedule.exact else "at most "
    print(f"# {schedule.size()}: {most}{schedule.games} games")
    if plan.config.seed is None:
        print("# without a seed: the deals follow from a secret of the system's, another one in each run")
    print(f"\n{plan.config.to_toml()}", end="")
    return DONE
