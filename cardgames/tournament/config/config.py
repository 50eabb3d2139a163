"""A tournament's settings: what decides its games, and how they are run.

A `Config` holds what was asked for with every default filled in. It comes from a file (toml_reader.py), a command
line, or both; `to_toml` writes it so that reading it back gives the same.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from cardgames.bots.limits import Limits
from cardgames.bots.spec import BotSpec
from cardgames.rules.game import Game, Rules
from cardgames.table.clock_settings import ClockSettings
from cardgames.tournament.config.settings import Setting, default_of, settings_of
from cardgames.tournament.config.toml_writer import write_toml
from cardgames.tournament.formats.registry import ScheduleSettings
from cardgames.tournament.rating.sprt import Sprt


class Handicap(NamedTuple):
    """A bot's own times in ms, instead of those of the clock; None where it has none. Spit only."""

    think: int | None = None
    jitter: int | None = None
    hand: int | None = None


class Entrant(NamedTuple):
    """A bot that takes part."""

    bot: BotSpec
    handicap: Handicap = Handicap()
    restart: str = default_of("restart")
    """`KEEP` or `FRESH`."""
    extra: tuple[tuple[str, Any], ...] = ()
    """Its settings that no field has, by their names in a file."""


class Config(NamedTuple):
    """A tournament."""

    game: Game
    rules: Rules
    entrants: tuple[Entrant, ...]
    clock: ClockSettings
    """The same for every seat, but for what the handicaps change."""
    games: int
    """At each table; in Swiss and knockout for each pairing."""
    format: str = default_of("format")
    """A key of `formats.registry.FORMATS`."""
    challengers: int = default_of("challengers")
    """Gauntlet: so many of the first bots play against the others."""
    rounds: int | None = None
    """Swiss; None in the other formats."""
    order: str = default_of("order")
    """A key of `formats.registry.ORDERS`."""
    seed: str | None = None
    """As typed; None for a secret."""
    event: str = "tournament"
    """What the records call it."""
    concurrency: int = 1
    """How many games are played at a time."""
    max_plies: int | None = None
    """A game that is longer is drawn; None for no such limit."""
    sprt: Sprt | None = None
    """What ends a match of two before its games are played."""
    limits: Limits = Limits()
    affinity: bool = False
    """Whether each worker and its bots keep to processors of their own."""
    log_traffic: bool = False
    """Whether all lines between runner and bots are logged."""

    sandbox: str = default_of("sandbox")
    """Whether bots run locked in: one of `sandbox.MODES`."""
    on_fault: str = default_of("on-fault")
    """`FORFEIT`, `VOID` or `STOP`."""
    max_faults: int = default_of("max-faults")
    """A bot that has the same fault in so many games one after another is taken out; 0 for never."""
    extra: tuple[tuple[str, Any], ...] = ()
    """The settings that no field has, by their names in a file (`limits.foo`)."""

    @property
    def bots(self) -> tuple[BotSpec, ...]:
        """Who takes part, in the order in which they were named."""
        return tuple(entrant.bot for entrant in self.entrants)

    def seat_clock(self, players: tuple[int, ...]) -> ClockSettings:
        """The clock with the handicaps of those who sit at the table, seat by seat."""
        clock = self.clock
        if clock.kind == "turns":
            return clock
        handicaps = [self.entrants[player].handicap for player in players]
        return clock._replace(
            think=_seat_by_seat(clock.think, [handicap.think for handicap in handicaps]),
            jitter=_seat_by_seat(clock.jitter, [handicap.jitter for handicap in handicaps]),
            hand=_seat_by_seat(clock.hand, [handicap.hand for handicap in handicaps]),
        )

    @property
    def pairing(self) -> ScheduleSettings:
        """Who is to meet whom, for `make_schedule`."""
        return ScheduleSettings(
            format=self.format,
            bots=len(self.entrants),
            seats=self.rules.players,
            games=self.games,
            challengers=self.challengers,
            rounds=self.rounds,
            order=self.order,
            sprt=self.sprt,
        )

    def to_toml(self) -> str:
        """As a tournament file."""
        return write_toml(self.tables())

    def tables(self) -> dict[str, object]:
        """The settings by the names that they have in a file; None for what is not there."""
        whole = _written("", self._asdict() | {"game": self.game.name})
        if self.format != "gauntlet":
            whole["challengers"] = None
        extra = dict(self.extra)
        return {
            **whole,
            **_extra("", extra),
            "rules": {"players": self.rules.players, **self.rules},
            "clock": {**_clock_table(self.clock), **_extra("clock", extra)},
            "limits": {**_written("limits", self.limits._asdict()), **_extra("limits", extra)},
            "bots": [_bot_table(entrant) for entrant in self.entrants],
        }


_FIELDS = {
    "": Config._fields,
    "clock": ClockSettings._fields,
    "limits": Limits._fields,
    "bots": (*Entrant._fields, *BotSpec._fields, *Handicap._fields),
}


def has_field(setting: Setting, table: str) -> bool:
    """Whether what stands in this table of a file has a field of its own: if not, `extra` keeps it."""
    return setting.is_table or setting.field_name in _FIELDS[table]


def _written(table: str, fields: Mapping[str, object]) -> dict[str, object]:
    """What a file has in a table of the values that fields keep."""
    values = {each: fields.get(each.field_name) for each in settings_of(table).values() if not each.is_table}
    return {
        setting.name: None if value is None else setting.kind.write(value)
        for setting, value in values.items()
        if has_field(setting, table)
    }


def _extra(table: str, values: Mapping[str, Any]) -> dict[str, object]:
    """What a file has in a table of the values that no field keeps, which come by their full names."""
    settings = {f"{table}.{name}".lstrip("."): setting for name, setting in settings_of(table).items()}
    return {each.name: each.kind.write(values[full]) for full, each in settings.items() if full in values}


def differences(one: Config, other: Config) -> list[str]:
    """The settings in which two configs would not give the same games, by the names that they have in a file.

    How the games are run (concurrency, affinity, the traffic log, the sandbox) is none of them.
    """
    free = {setting.full_name for setting in settings_of("").values() if not setting.decides}
    ours, others = one.tables(), other.tables()
    return [name for name in ours if name not in free and ours[name] != others[name]]


def _seat_by_seat(usual: tuple[int, ...], own: list[int | None]) -> tuple[int, ...]:
    return tuple(common if value is None else value for common, value in zip(usual, own, strict=True))


def _clock_table(clock: ClockSettings) -> dict[str, object]:
    table: dict[str, object] = {"kind": clock.kind, "movetime": clock.movetime_ms}
    if clock.time_ms is not None:
        table["time"] = write_time(clock.time_ms, clock.inc_ms)
    if clock.kind == "turns":
        return {**table, "margin": clock.margin_ms}
    table |= {name: getattr(clock, name)[0] for name in Handicap._fields}
    return table if clock.kind == "virtual" else {**table, "tie": clock.tie, "stall": clock.stall}


def write_time(total_ms: int, gain_ms: int) -> str:
    """Milliseconds for the game and for each move as `SECONDS+INC`: `60+0.5`."""
    return "+".join(f"{millis / 1000:.3f}".rstrip("0").rstrip(".") for millis in (total_ms, gain_ms))


def _bot_table(entrant: Entrant) -> dict[str, object]:
    bot = entrant.bot
    return {
        "name": bot.name,
        "player": bot.player or None,
        "command": list(bot.command) or None,
        "cwd": bot.cwd,
        "env": dict(bot.env) or None,
        "options": dict(bot.options) or None,
        **entrant.handicap._asdict(),
        "restart": entrant.restart,
        **_extra("bots", {f"bots.{name}": value for name, value in entrant.extra}),
    }
