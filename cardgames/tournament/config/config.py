"""A tournament's settings: all that decides its games, and how they are to be run.

A `Config` holds what was asked for with every default filled in. It comes from a file (config_file.py), a command
line, or both; `to_toml` writes it so that reading it back gives the same.
"""

from typing import NamedTuple

from cardgames.bots.limits import Limits
from cardgames.bots.spec import BotSpec
from cardgames.rules.game import Game, Rules
from cardgames.table.clock_settings import ClockSettings
from cardgames.tournament.config.toml_writer import write_toml
from cardgames.tournament.formats.registry import ScheduleSettings
from cardgames.tournament.rating.sprt import Sprt

KEEP = "keep"
"""The bot's process plays game after game."""
FRESH = "fresh"
"""It is started again for each game."""
RESTARTS = (KEEP, FRESH)
FORFEIT = "forfeit"
"""A fault loses the game."""
VOID = "void"
"""A game with a fault is recorded and counts for nobody."""
STOP = "stop"
"""A fault loses the game, and the run ends with it."""
ON_FAULT = (FORFEIT, VOID, STOP)
MAX_FAULTS = 5


class Handicap(NamedTuple):
    """What one bot's clock has otherwise than the others', in ms; None for the same. Spit only."""

    think: int | None = None
    jitter: int | None = None
    hand: int | None = None


class Entrant(NamedTuple):
    """A bot that takes part."""

    bot: BotSpec
    handicap: Handicap = Handicap()
    restart: str = KEEP
    """`KEEP` or `FRESH`."""


class Config(NamedTuple):
    """A tournament."""

    game: Game
    rules: Rules
    entrants: tuple[Entrant, ...]
    clock: ClockSettings
    """The same for every seat, but for what the handicaps change."""
    games: int
    """At each table; in Swiss and knockout for each pairing."""
    format: str = "round-robin"
    """One of `formats.FORMATS`."""
    challengers: int = 1
    """Gauntlet: so many of the first bots play against the others."""
    rounds: int | None = None
    """Swiss; None in the other formats."""
    order: str = "sequential"
    """One of `formats.ORDERS`."""
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
    """Whether all that is said between runner and bots is logged."""

    sandbox: str = "auto"
    """Whether bots run locked in: one of `sandbox.MODES`."""
    on_fault: str = FORFEIT
    """One of `ON_FAULT`."""
    max_faults: int = MAX_FAULTS
    """A bot that has the same fault in so many games one after another is taken out; 0 for never."""

    @property
    def bots(self) -> tuple[BotSpec, ...]:
        """Who takes part, in the order of naming."""
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
        return {
            "game": self.game.name,
            "format": self.format,
            "games": self.games,
            "challengers": self.challengers if self.format == "gauntlet" else None,
            "rounds": self.rounds,
            "order": self.order,
            "seed": self.seed,
            "event": self.event,
            "concurrency": self.concurrency,
            "max-plies": self.max_plies,
            "sprt": None if self.sprt is None else self.sprt.text(),
            "affinity": self.affinity,
            "log-traffic": self.log_traffic,
            "sandbox": self.sandbox,
            "on-fault": self.on_fault,
            "max-faults": self.max_faults,
            "rules": {"players": self.rules.players, **self.rules},
            "clock": _clock_table(self.clock),
            "limits": _limits_table(self.limits),
            "bots": [_bot_table(entrant) for entrant in self.entrants],
        }


def differences(one: Config, other: Config) -> list[str]:
    """The settings in which two configs would not give the same games, by the names that they have in a file.

    How the games are run (concurrency, affinity, the traffic log, the sandbox) is none of them.
    """
    theirs = other._replace(
        concurrency=one.concurrency, affinity=one.affinity, log_traffic=one.log_traffic, sandbox=one.sandbox
    )
    ours, others = one.tables(), theirs.tables()
    return [name for name in ours if ours[name] != others[name]]


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


def _limits_table(limits: Limits) -> dict[str, object]:
    return {
        "startup": limits.startup_ms / 1000,
        "quit": limits.quit_ms / 1000,
        "move-bytes": limits.move_bytes,
        "log-bytes": limits.log_bytes,
        "memory": limits.memory_bytes,
        "processes": limits.processes,
        "open-files": limits.open_files,
        "file-size": limits.file_bytes,
        "cpu-seconds": limits.cpu_seconds,
    }


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
    }
