"""Makes the config of what was given: fills in the defaults, and checks all that can be checked before a game."""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from cardgames.bots.isolation.launch import read_launch
from cardgames.bots.limits import Limits
from cardgames.bots.spec import BotSpec
from cardgames.games.players import PLAYERS, PlayerChoice, PlayerError, check_options, read_player
from cardgames.games.registry import find_game
from cardgames.rules import Game, GameError, Rules
from cardgames.table.clocks.base import ClockError
from cardgames.table.clocks.factory import make_clock
from cardgames.table.game_setup import GameSetup
from cardgames.text import counted, near_miss
from cardgames.tournament.config.bot_arguments import (
    BotError,
    NamedBot,
    check_program,
    name_of,
    read_named,
    split_command,
    with_unique_names,
)
from cardgames.tournament.config.clock_settings import check_handicap, make_clock_settings
from cardgames.tournament.config.config import Config, Entrant, Handicap, has_field
from cardgames.tournament.config.kinds import ConfigError, Given
from cardgames.tournament.config.raw_config import RawBot, RawConfig
from cardgames.tournament.config.settings import DEALS, default_of, settings_of
from cardgames.tournament.formats.registry import FORMATS, make_schedule
from cardgames.tournament.formats.schedule import ScheduleError
from cardgames.tournament.formats.swiss import rounds_for
from cardgames.tournament.seeds import SeedError, tournament_secret

TESTED_DEALS = 10_000
"""Deals of a match that a test ends, where no number of games is given."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+#-]*")
_REFUSALS = (GameError, PlayerError, BotError, ScheduleError, SeedError, ClockError)


def resolve(raw: RawConfig, *, runnable: bool = True) -> Config:
    """The config that was asked for.

    Args:
        raw: what was given.
        runnable: whether the bots' programs and folders have to be there.

    Raises:
        ConfigError: something that cannot be; one line with its place.
    """
    game = _game(raw)
    entrants = _entrants(raw, game, runnable)
    rules = _rules(raw, game, tuple(entrant.bot for entrant in entrants))
    found = {
        "games": rules.players * (DEALS if raw.get("sprt") is None else TESTED_DEALS),
        "rounds": rounds_for(len(entrants)) if raw.get("format") == "swiss" else None,
        "event": f"{'match' if raw.match else 'tournament'} of {game.name}",
        "concurrency": cores(),
    }
    kept = _kept(raw, found)
    clock = {name: given for name, given in raw.tables["clock"].items() if f"clock.{name}" not in kept.extra}
    described = {"game": game, "rules": rules, "entrants": entrants, "clock": make_clock_settings(game, clock)}
    config = Config(**kept.whole | described, limits=Limits(**kept.limits), extra=tuple(kept.extra.items()))
    _check(raw, config)
    return config


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Kept(NamedTuple):
    """Values by the fields of `Config` and of `Limits`, and those that no field has by their names in a file."""

    whole: dict[str, Any]
    limits: dict[str, Any]
    extra: dict[str, Any]


def _kept(raw: RawConfig, found: Mapping[str, object]) -> _Kept:
    """What was given, with the defaults for what was not; `found` has those that depend on something."""
    kept = _Kept({}, {}, {})
    fields = {"": kept.whole, "limits": kept.limits}
    for table, given in raw.tables.items():
        for name, setting in settings_of(table).items():
            value = given[name].value if name in given else found.get(setting.full_name, setting.default)
            if has_field(setting, table):
                fields.get(table, {})[setting.field_name] = value
            elif value is not None:
                kept.extra[setting.full_name] = value
    return kept


@contextmanager
def _at(place: str) -> Iterator[None]:
    """Puts the place before what is refused inside."""
    try:
        yield
    except _REFUSALS as error:
        raise ConfigError(f"{place}{error}") from None


# -- one by one


def _game(raw: RawConfig) -> Game:
    given = raw.settings.get("game")
    if given is None:
        raise ConfigError(f'{raw.place}no game: one was expected, as in game = "spit"')
    with _at(given.place):
        return find_game(given.value)


def _rules(raw: RawConfig, game: Game, bots: tuple[BotSpec, ...]) -> Rules:
    players = None
    if raw.match:
        with _at(raw.bots_place):
            players = seats_for(game, bots)
    for given in raw.rules.values():
        # Each by itself first, so that the error names the one that is wrong.
        with _at(given.place):
            game.rules([given.value])
    with _at(raw.place):
        return game.rules([given.value for given in raw.rules.values()], players)


def seats_for(game: Game, bots: Sequence[BotSpec]) -> int:
    """How many seats one match of all these bots has. Raises ScheduleError if the game is not played by so many."""
    if len(bots) not in game.players:
        counts = ", ".join(map(str, sorted(game.players)))
        more = len(bots) > max(game.players)
        hint = f"; 'cardgames tournament {game.name} …' lets any number of bots meet" if more else ""
        raise ScheduleError(
            f"{counted(len(bots), 'bot')}: {counts} was expected for a match of {game.name}{hint}", "bots"
        )
    return len(bots)


# -- bots


def _entrants(raw: RawConfig, game: Game, runnable: bool) -> tuple[Entrant, ...]:
    if not raw.bots:
        raise ConfigError(f'{raw.place}no bots: two or more were expected, as in bots = ["greedy", "random"]')
    specs = _named(raw)
    _add_own_settings(raw, [spec.name for spec in specs])
    entrants = []
    for spec, bot in zip(specs, raw.bots, strict=True):
        with _at(bot.place):
            entrants.append(_entrant(raw, bot, spec, game, runnable))
    return tuple(entrants)


def _named(raw: RawConfig) -> tuple[BotSpec, ...]:
    """The bots with their names. Each is checked with those before it: an error then has the place of the later one."""
    named: list[NamedBot] = []
    specs: tuple[BotSpec, ...] = ()
    for bot in raw.bots:
        with _at(bot.place):
            typed = bot.settings.get("bot")
            named.append(_described(bot, _folder(raw, bot)) if typed is None else read_named(typed.value))
            specs = with_unique_names(named)
    return specs


def _add_own_settings(raw: RawConfig, names: list[str]) -> None:
    """Adds to each bot the values that were given by its name."""
    for name, part, key, given in raw.own:
        if name and name not in names:
            raise ConfigError(f"{given.place}{given.name} {given.shown}: no bot {name!r}{near_miss(name, names)}")
        for bot, called in zip(raw.bots, names, strict=True):
            if name in ("", called):
                (bot.named[part] if part else bot.settings)[key] = given


def _entrant(raw: RawConfig, bot: RawBot, spec: BotSpec, game: Game, runnable: bool) -> Entrant:
    handicap = _handicap(bot, game)
    ready = _built_in(bot, spec, game) if spec.player else _program(raw, bot, spec, runnable)
    own = {name: given.value for name, given in bot.settings.items()}
    restart = own.get("restart", default_of("restart"))
    values = {
        name: own.get(name, setting.default if setting.table == "bots" else None)
        for name, setting in settings_of("bots").items()
        if not has_field(setting, "bots")
    }
    return Entrant(ready, handicap, restart, tuple(each for each in values.items() if each[1] is not None))


def _program(raw: RawConfig, bot: RawBot, spec: BotSpec, runnable: bool) -> BotSpec:
    """A program with its folder, variables and options."""
    folder = _folder(raw, bot)
    env = tuple((name, _variable(name, given)) for name, given in bot.named["env"].items())
    options = tuple((name, given.value) for name, given in bot.named["options"].items())
    if runnable:
        if not Path(folder).is_dir():
            raise bot.settings["cwd"].wrong(f"there is no folder {folder}")
        typed = bot.settings.get("bot")
        called = spec.name if typed is None else typed.value
        # An error has a path as it was typed, where that is possible.
        here = "." if raw.folder is None and "cwd" not in bot.settings else folder
        check_program(called, spec.command, here, dict(env).get("PATH"))
    ready = spec._replace(env=env, options=options)
    if "cwd" in bot.settings:
        return ready._replace(cwd=folder)
    # It will run in an empty folder: what it is made of is named once for all, wherever it is resumed from.
    return ready._replace(command=read_launch(ready, Path(folder)).command)


def _described(bot: RawBot, folder: str) -> NamedBot:
    """A bot that was given by its settings."""
    player, command, name = (bot.settings.get(key) for key in ("player", "command", "name"))
    called = "" if name is None else name.value
    if name is not None and not _NAME.fullmatch(name.value):
        raise name.wrong("letters, digits and _.+#- were expected, a letter or digit first")
    if (player is None) == (command is None):
        what = "no player and no command" if player is None else "a player and a command"
        bot_named = f"bot {called}" if called else "bot"
        raise BotError(f'{bot_named}: {what}, one was expected, as in player = "greedy" or command = "node fox.js"')
    if player is not None:
        with _at(player.place):
            choice = read_player(player.value)
        label = _with_options(bot, choice).label
        return NamedBot(BotSpec(called or label, player=choice.name, options=choice.options), name is not None)
    assert command is not None
    words = command.value if isinstance(command.value, tuple) else split_command(command.value, command.value)
    if not words[0] or any("\0" in word for word in words):
        raise command.wrong("the name of a program was expected first, and no NUL characters")
    return NamedBot(BotSpec(called or name_of(words, folder), words), name is not None)


def _built_in(bot: RawBot, spec: BotSpec, game: Game) -> BotSpec:
    """A built-in player for this game, with its options, and nothing that only a program can have."""
    for extra in (*bot.named["env"].values(), *(given for key, given in bot.settings.items() if key == "cwd")):
        raise extra.wrong(f"{spec.player} is a built-in player and has none; it is for a command")
    PLAYERS[spec.player].of_game(game.name)
    return spec._replace(options=_with_options(bot, PlayerChoice(spec.player, spec.options)).options)


def _with_options(bot: RawBot, choice: PlayerChoice) -> PlayerChoice:
    """The built-in player with the options that were given apart from its name."""
    for name, given in bot.named["options"].items():
        with _at(given.place):
            choice = check_options(choice.name, [*choice.options, (name, given.value)])
    return choice


def _folder(raw: RawConfig, bot: RawBot) -> str:
    """Where the bot is run; relative to where the tournament was described."""
    base = Path.cwd() if raw.folder is None else Path(raw.folder).absolute()
    given = bot.settings.get("cwd")
    return str(base) if given is None else os.path.normpath(base / given.value)


def _variable(name: str, given: Given) -> str:
    if not name or "=" in name or "\0" in name or "\0" in given.value:
        raise given.wrong("NAME = VALUE was expected, without NUL characters and without = in the name")
    return str(given.value)


def _handicap(bot: RawBot, game: Game) -> Handicap:
    own = {name: bot.settings[name] for name in Handicap._fields if name in bot.settings}
    for given in own.values():
        check_handicap(game, given)
    return Handicap(**{name: given.value for name, given in own.items()})


# -- all together


def _check(raw: RawConfig, config: Config) -> None:
    for name, given in raw.settings.items():
        owners = [form.name for form in FORMATS.values() if name in form.settings]
        if owners and config.format not in owners:
            raise given.wrong(f"only {', '.join(owners)} has it, and the format is {config.format}")
    _check_text(raw, config)
    if config.seed is not None:
        with _at(raw.place_of("seed")):
            tournament_secret(config.seed)
    kind = raw.tables["clock"].get("kind")
    with _at(raw.place if kind is None else kind.place):
        make_clock(GameSetup(config.game, config.rules, bytes(32), config.clock))
    try:
        make_schedule(config.pairing, bytes(32))
    except ScheduleError as error:
        raise ConfigError(f"{raw.place_of(error.setting)}{error}") from None


def _check_text(raw: RawConfig, config: Config) -> None:
    """Refuses what a file of settings cannot hold: the name of a program can be any bytes."""
    for bot in config.bots:
        for word in (*bot.command, bot.cwd or "", *chain.from_iterable((*bot.env, *bot.options))):
            try:
                word.encode()
            except UnicodeEncodeError:
                expected = "UTF-8 was expected; rename the file, or reach it by a link"
                raise ConfigError(f"{raw.bots_place}bot {bot.name}: {word!a}: {expected}") from None
