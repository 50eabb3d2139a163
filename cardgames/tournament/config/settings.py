"""The settings of a tournament: one entry for each, from which everything else about it follows.

An entry is what the command line offers and its help tells, what a tournament file takes and `to_toml` writes, what is
refused and what is filled in. To add a setting is to add its entry: from then on it is read, checked, kept and shown;
where a field of `Config`, `ClockSettings` or `Limits` has its name the value is found there, else in `Config.extra`.
"""

from collections.abc import Iterable
from enum import Enum
from typing import Any, NamedTuple

from cardgames.bots.limits import Limits
from cardgames.table.clock_settings import ClockSettings
from cardgames.tournament.config.kinds import (
    COMMAND,
    MILLIS,
    SCALAR,
    SIZE,
    SPRT,
    TEXT,
    TIMING,
    TRUTH,
    Kind,
    seconds,
    whole,
    word,
)

KEEP = "keep"
"""The bot's process plays game after game."""
FRESH = "fresh"
"""It is started again for each game."""
FORFEIT = "forfeit"
"""A fault loses the game."""
VOID = "void"
"""A game with a fault is recorded and counts for nobody."""
STOP = "stop"
"""A fault loses the game, and the run ends with it."""
DEALS = 10
"""Deals at each table where no number of games is given."""

MATCH = "match"
TOURNAMENT = "tournament"


class Form(Enum):
    """How a setting is typed on a command line."""

    ONCE = "VALUE"
    FOR_ALL_OR_ONE = "[BOT=]VALUE"
    FOR_ONE = "BOT=VALUE"
    NAMED_FOR_ONE = "BOT=NAME=VALUE"
    NAMED = "NAME=VALUE"


class Setting(NamedTuple):
    """One entry."""

    name: str
    """In a file, within its table."""
    kind: Kind
    help: str = ""
    default: Any = None
    """None where there is none, or where it is found out only then."""
    found: str = ""
    """What help tells instead of `default`, where words say it better."""
    table: str = ""
    """Of a tournament file: empty for what stands before all tables, `clock`, `limits` or `bots`."""
    per_bot: bool = False
    """Of a clock's setting: whether a bot of the file can have its own."""
    commands: tuple[str, ...] = ()
    """Those that have an option for it."""
    option: str = ""
    """The option's name without --, where it is another than `name`."""
    metavar: str = "N"
    form: Form = Form.ONCE
    ranged: bool = False
    """Whether help shows the range, and Typer refuses what is outside."""
    replaces: str = ""
    """What it puts out of force in a file if it is on the command line."""
    field: str = ""
    """Where the value is kept, if it is another name than `name` with _ for -."""
    decides: bool = True
    """Whether the games can be others with another value; if not, it may be changed while they are played."""

    @property
    def is_table(self) -> bool:
        """Whether in a file it is a table, whose names are not the tournament's own."""
        return self.form in (Form.NAMED, Form.NAMED_FOR_ONE)

    @property
    def option_name(self) -> str:
        """`max-plies`, as in `--max-plies`."""
        return self.option or self.name

    @property
    def parameter(self) -> str:
        """The same as an argument of a function."""
        return self.option_name.replace("-", "_")

    @property
    def field_name(self) -> str:
        """The field of `Config`, `ClockSettings` or `Limits` that keeps it, if there is one."""
        return self.field or self.name.replace("-", "_")

    @property
    def full_name(self) -> str:
        """As an error in a file has it: `clock.think`."""
        return f"{self.table}.{self.name}" if self.table else self.name

    @property
    def help_text(self) -> str:
        """What it does, and what holds where it is not given."""
        shown = self.found
        if not shown and self.default is not None and self.kind.typed is not bool:
            shown = self.kind.show(self.default)
        return f"{self.help} Default: {shown}." if shown else self.help


def _formats() -> Iterable[str]:
    # Imported here, as for the sandbox: 15 ms that a help does not need.
    from cardgames.tournament.formats.registry import FORMATS

    return FORMATS


def _orders() -> Iterable[str]:
    from cardgames.tournament.formats.registry import ORDERS

    return ORDERS


def _sandbox_modes() -> Iterable[str]:
    from cardgames.bots.isolation.sandbox import MODES

    return MODES


_BOTH = (MATCH, TOURNAMENT)
_COUNT = whole(None, 10_000_000)
_BYTES = whole(1024, 2**30)
_LIMITS = Limits()
_WALL = ClockSettings.wall()


def _seat_times(field: str) -> str:
    return f"{getattr(ClockSettings.virtual(), field)[0]}, wall clock {getattr(_WALL, field)[0]}"


_WHOLE_TOURNAMENT = (
    Setting("game", TEXT),
    Setting(
        "format",
        word(_formats),
        "round-robin, gauntlet, swiss or knockout.",
        default="round-robin",
        commands=(TOURNAMENT,),
        metavar="FORMAT",
    ),
    Setting(
        "games",
        _COUNT,
        "Games for each pairing, a multiple of the seats: every deal is played from each side.",
        found=f"{DEALS} deals",
        commands=_BOTH,
    ),
    Setting(
        "challengers",
        _COUNT,
        "Gauntlet: the first N bots against all others.",
        default=1,
        commands=(TOURNAMENT,),
    ),
    Setting(
        "rounds",
        _COUNT,
        "Swiss: how many.",
        found="as many as it takes to find a winner",
        commands=(TOURNAMENT,),
    ),
    Setting(
        "order",
        word(_orders),
        "Of the pairings in a round: sequential or random.",
        default="sequential",
        commands=_BOTH,
        metavar="ORDER",
    ),
    Setting(
        "seed",
        SCALAR,
        "Makes the deals repeatable, and so public.",
        found="a secret of the system's",
        commands=_BOTH,
        metavar="S",
    ),
    Setting("event", TEXT, "What the records call it.", commands=_BOTH, metavar="NAME"),
    Setting(
        "concurrency",
        whole(1, 1024),
        "How many games are played at a time.",
        found="as many as processors",
        commands=_BOTH,
        decides=False,
    ),
    Setting("max-plies", whole(1, 10**9), "A game that is longer is drawn.", found="no limit", commands=_BOTH),
    Setting(
        "sprt",
        SPRT,
        "Ends a match of two as soon as it tells two strengths apart: elo0=0,elo1=20,alpha=0.05,beta=0.05; also "
        "model=logistic|normalised, samples=pentanomial|trinomial. Games count in the order of their numbers up to "
        "the verdict; those beyond it are kept, and marked in games-list.",
        commands=_BOTH,
        metavar="K=V,...",
    ),
    Setting(
        "affinity",
        TRUTH,
        "Each game that is played at a time keeps to processors of its own.",
        default=False,
        commands=_BOTH,
        decides=False,
    ),
    Setting(
        "log-traffic",
        TRUTH,
        "Logs all that runner and bots say, with times, a file for each game.",
        default=False,
        commands=_BOTH,
        decides=False,
    ),
    Setting(
        "sandbox",
        word(_sandbox_modes),
        "auto: bots run locked in by bubblewrap where that works; require: not at all without; off: as they are.",
        default="auto",
        commands=_BOTH,
        metavar="MODE",
        decides=False,
    ),
    Setting(
        "on-fault",
        word(lambda: (FORFEIT, VOID, STOP)),
        "forfeit: the game is lost; void: it counts for nobody; stop: lost, and the run ends.",
        default=FORFEIT,
        commands=_BOTH,
        metavar="POLICY",
    ),
    Setting(
        "max-faults",
        whole(0, 10**9),
        "A bot with the same fault in so many games one after another is taken out, 0 for never: it forfeits all "
        "further games without playing.",
        default=5,
        commands=_BOTH,
    ),
    Setting(
        "rules",
        SCALAR,
        "Sets a rule, may be repeated; see 'cardgames rules GAME'.",
        commands=_BOTH,
        option="rule",
        metavar="K=V",
        form=Form.NAMED,
    ),
)
"""What games, challengers and rounds may be, the format knows."""

_CLOCK = (
    Setting(
        "kind",
        word(lambda: ("turns", "virtual", "wall")),
        "Spit: virtual or wall.",
        found="virtual",
        commands=_BOTH,
        option="clock",
        metavar="KIND",
    ),
    Setting(
        "movetime",
        whole(1, 86_400_000),
        "Milliseconds for each move.",
        default=ClockSettings().movetime_ms,
        commands=_BOTH,
        metavar="MS",
        ranged=True,
        replaces="time",
        field="movetime_ms",
    ),
    Setting(
        "time",
        TIMING,
        "A clock for each seat and what each move adds (turn games).",
        commands=_BOTH,
        metavar="SECONDS[+INC]",
        replaces="movetime",
        field="time_ms",
    ),
    Setting(
        "margin",
        MILLIS,
        "What is forgiven beyond the time (turn games).",
        default=ClockSettings().margin_ms,
        commands=_BOTH,
        metavar="MS",
        field="margin_ms",
    ),
    Setting(
        "think",
        MILLIS,
        "Spit: from the table's change until a hand starts; with BOT= a handicap.",
        found=_seat_times("think"),
        per_bot=True,
        commands=_BOTH,
        metavar="[BOT=]MS",
        form=Form.FOR_ALL_OR_ONE,
    ),
    Setting(
        "jitter",
        MILLIS,
        "Spit: the most that chance adds.",
        found=_seat_times("jitter"),
        per_bot=True,
        commands=_BOTH,
        metavar="[BOT=]MS",
        form=Form.FOR_ALL_OR_ONE,
    ),
    Setting(
        "hand",
        MILLIS,
        "Spit: how long a card is on its way.",
        found=_seat_times("hand"),
        per_bot=True,
        commands=_BOTH,
        metavar="[BOT=]MS",
        form=Form.FOR_ALL_OR_ONE,
    ),
    Setting(
        "tie",
        MILLIS,
        "Spit, wall clock: landings closer than this are settled by a coin.",
        default=_WALL.tie,
        commands=_BOTH,
        metavar="MS",
    ),
    Setting(
        "stall",
        whole(1, 3_600_000),
        "Spit, wall clock: so long without a landing, both decline.",
        default=_WALL.stall,
        commands=_BOTH,
        metavar="MS",
    ),
)

_OF_PROGRAMS = (
    Setting(
        "startup",
        seconds(0.1, 3600),
        "How long a bot may take for the handshake.",
        default=_LIMITS.startup_ms,
        commands=_BOTH,
        metavar="SECONDS",
        field="startup_ms",
    ),
    Setting("quit", seconds(0.1, 60), default=_LIMITS.quit_ms, field="quit_ms"),
    Setting("move-bytes", _BYTES, default=_LIMITS.move_bytes),
    Setting("log-bytes", _BYTES, default=_LIMITS.log_bytes),
    Setting(
        "memory",
        SIZE,
        "RAM for a bot with all that it starts, as in 512M or 2G; memfds, open shared memory and its own tmpfs "
        "count. Without cgroups (v2) not counted: shared memory neither open nor touched by who has it, what a process "
        "hides, buffers of the kernel's.",
        default=_LIMITS.memory_bytes,
        commands=_BOTH,
        metavar="SIZE",
        field="memory_bytes",
    ),
    Setting(
        "processes",
        whole(0, 100_000),
        "How many processes a bot may have, 0 for no limit.",
        default=_LIMITS.processes,
        commands=_BOTH,
    ),
    Setting(
        "open-files",
        whole(0, 1_000_000),
        "In each process of a bot.",
        default=_LIMITS.open_files,
        commands=_BOTH,
    ),
    Setting(
        "file-size",
        SIZE,
        "Of a file that a bot writes, as in 10M.",
        default=_LIMITS.file_bytes,
        commands=_BOTH,
        metavar="SIZE",
        field="file_bytes",
    ),
    Setting(
        "cpu-seconds",
        whole(0, 10_000_000),
        "Seconds of computing from a bot's start to its end.",
        default=_LIMITS.cpu_seconds,
        found="no limit",
        commands=_BOTH,
    ),
)

_OF_ONE_BOT = (
    Setting("name", TEXT),
    Setting("player", TEXT),
    Setting("command", COMMAND),
    Setting(
        "cwd",
        TEXT,
        "The folder that a bot is run in.",
        found="an empty one",
        commands=_BOTH,
        metavar="BOT=DIR",
        form=Form.FOR_ONE,
    ),
    Setting(
        "restart",
        word(lambda: (KEEP, FRESH)),
        "keep: a bot's process plays on; fresh: a new one for each game.",
        default=KEEP,
        commands=_BOTH,
        metavar="[BOT=]POLICY",
        form=Form.FOR_ALL_OR_ONE,
    ),
    Setting(
        "env",
        SCALAR,
        "A variable for a bot, beside the few of a clean environment.",
        commands=_BOTH,
        metavar="BOT=NAME=VALUE",
        form=Form.NAMED_FOR_ONE,
    ),
    Setting(
        "options",
        SCALAR,
        "What setoption sets for a bot after the handshake.",
        commands=_BOTH,
        option="option",
        metavar="BOT=NAME=VALUE",
        form=Form.NAMED_FOR_ONE,
    ),
)

SETTINGS = (
    *_WHOLE_TOURNAMENT,
    *(setting._replace(table="clock") for setting in _CLOCK),
    *(setting._replace(table="limits") for setting in _OF_PROGRAMS),
    *(setting._replace(table="bots") for setting in _OF_ONE_BOT),
)
"""All of them; those of a table stand in the order in which a file has them."""


def settings_of(table: str) -> dict[str, Setting]:
    """The settings that can stand in a table of a file, by name; in `bots` also what else a bot can have its own."""
    own = {setting.name: setting for setting in SETTINGS if setting.table == table}
    return own | {each.name: each for each in SETTINGS if each.per_bot and table == "bots"}


def options_of(command: str) -> list[Setting]:
    """The settings that a command has an option for."""
    return [setting for setting in SETTINGS if command in setting.commands]


def option_setting(name: str) -> Setting:
    """The setting of an option: `clock` for `--clock`."""
    return next(setting for setting in SETTINGS if setting.option_name == name and setting.commands)


def default_of(name: str) -> Any:
    """What holds for an option that is not given."""
    return option_setting(name).default
