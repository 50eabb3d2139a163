"""The tournament that a command line describes, by itself or with a file."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from cardgames.cli.errors import UsageError
from cardgames.cli.exit_status import DONE
from cardgames.cli.options import Typed
from cardgames.tournament.config.kinds import Given, Kind
from cardgames.tournament.config.raw_config import OwnSetting, RawBot, RawConfig
from cardgames.tournament.config.resolve import resolve
from cardgames.tournament.config.settings import MATCH, TOURNAMENT, Form, Setting, options_of
from cardgames.tournament.formats.registry import FORMATS
from cardgames.tournament.plan import Plan, make_plan


def plan_from_args(what: str, bots: Sequence[str] | None, options: Mapping[str, Typed], *, match: bool) -> Plan:
    """The tournament that is asked for.

    Args:
        what: a game, or a tournament file.
        bots: as typed; none for those of the file.
        options: by their names with _ for -, None or False where they were not given.
        match: whether all bots sit at one table.

    Raises:
        ConfigError: something that cannot be, in the file or on the command line.
        UsageError: no bots.
    """
    command = MATCH if match else TOURNAMENT
    raw = _raw_config(what, bots, command)
    raw.match = match
    if match or options.get("format") is not None:
        # What the file says of its own format is not for this one.
        for name in ("format", *(setting for form in FORMATS.values() for setting in form.settings)):
            raw.settings.pop(name, None)
    for setting in options_of(command):
        value = options.get(setting.parameter)
        if value is not None and value is not False:
            _add(raw, setting, value)
    return make_plan(resolve(raw))


def _raw_config(what: str, bots: Sequence[str] | None, command: str) -> RawConfig:
    if not what.lower().endswith(".toml"):
        if not bots:
            raise UsageError(f"Missing argument 'BOT...'; see 'cardgames {command} --help'")
        raw = RawConfig()
        raw.settings["game"] = Given(what, "GAME")
        raw.bots = [_typed(text) for text in bots]
        return raw
    # Imported here: tomllib takes 15 ms that only a file needs.
    from cardgames.tournament.config.toml_reader import read_raw_config

    raw = read_raw_config(Path(what))
    if bots:
        named = {bot.settings["name"].value: bot for bot in raw.bots if "name" in bot.settings}
        raw.bots = [named[text] if text in named else _typed(text) for text in bots]
    return raw


def _typed(text: str) -> RawBot:
    bot = RawBot()
    bot.settings["bot"] = Given(text, "BOT")
    return bot


def _add(raw: RawConfig, setting: Setting, value: Typed) -> None:
    """Adds what was typed for one option, instead of what a file has."""
    if isinstance(value, list):
        if setting.form is Form.NAMED:
            _add_rules(raw, value)
        else:
            for text in value:
                _add_for_bots(raw, setting, text)
        return
    raw.put(setting, Given(value, f"--{setting.option_name}"))
    replaced = raw.tables[setting.table].get(setting.replaces)
    if replaced is not None and replaced.place:
        del raw.tables[setting.table][setting.replaces]


def _add_rules(raw: RawConfig, texts: Sequence[str]) -> None:
    typed: set[str] = set()
    for text in texts:
        name = text.partition("=")[0]
        if name in typed:
            raise UsageError(f"rule {name}: given twice")
        typed.add(name)
        raw.rules[name] = Given(text, "--rule")


def _add_for_bots(raw: RawConfig, setting: Setting, text: str) -> None:
    """Adds what was typed for one bot, or for all."""
    bot, equals, value = text.partition("=")
    if not equals:
        bot, value = "", text
    given = Given(text, f"--{setting.option_name}")
    if setting.form is not Form.FOR_ALL_OR_ONE and not bot:
        raise given.wrong(f"{setting.metavar} was expected")
    if setting.form is Form.NAMED_FOR_ONE:
        key, equals, value = value.partition("=")
        if not equals:
            raise given.wrong(f"{setting.metavar} was expected")
        raw.own.append(OwnSetting(bot, setting.name, key, given._replace(value=value)))
        return
    given = given._replace(value=_value(setting.kind, value))
    if bot or setting.table == "bots":
        if bot and setting.table != "bots":
            given = given._replace(name=f"{given.name} {bot}")
        raw.own.append(OwnSetting(bot, "", setting.name, given._replace(value=setting.kind.read(given))))
    else:
        raw.put(setting, given)


def _value(kind: Kind, text: str) -> str | int | float | bool:
    """What Typer would make of a value that stands behind a bot's name; the text if it is none."""
    digits = text.removeprefix("-")
    if kind.typed is int and digits.isascii() and digits.isdigit():
        return int(text)
    if kind.typed is float:
        with suppress(ValueError):
            return float(text)
    return {"true": True, "false": False}.get(text, text) if kind.typed is bool else text


def print_dry_run(plan: Plan, *, as_json: bool) -> int:
    """Prints the settings as a tournament file, or as an object, with the size of the schedule. The status."""
    schedule = plan.schedule
    if as_json:
        # Imported here: only programs ask for it.
        import json

        settings = {"config": plan.config.tables(), "games": schedule.games, "exact": schedule.exact}
        print(json.dumps({**settings, "schedule": schedule.size()}))
        return DONE
    most = "" if schedule.exact else "at most "
    print(f"# {schedule.size()}: {most}{schedule.games} games")
    if plan.config.seed is None:
        print("# without a seed: the deals follow from a secret of the system's, another one in each run")
    print(f"\n{plan.config.to_toml()}", end="")
    return DONE
