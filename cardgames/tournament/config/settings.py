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
    """How a setting is typed on a command line: what stands before the value itself."""

    ONCE = ""
    FOR_ALL_OR_ONE = "[BOT=]"
    FOR_ONE = "BOT="
    NAMED_FOR_ONE = "BOT=NAME="
    NAMED = "K="


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
    commands: tuple[str, ...] = (MATCH, TOURNAMENT)
    """Those that have an option for it."""
    option: str = ""
    """The option's name without --, where it is another than `name`."""
    unit: str = "N"
    """What stands in a help for the value."""
    form: Form = Form.ONCE
    """For all bots or one: of a clock, a bot of the file can have its own as well."""
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
    def metavar(self) -> str:
        """What help has behind the option: `[BOT=]MS`."""
        return f"{self.form.value}{self.unit}"

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


_IN_FILES: tuple[str, ...] = ()
_COUNT = whole(None, 10_000_000)
_BYTES = whole(1024, 2**30)
_TURNS, _VIRTUAL, _WALL = ClockSettings.turns(), ClockSettings.virtual(), ClockSettings.wall()

_WHOLE = (
    Setting("game", TEXT, commands=_IN_FILES),
    Setting(
        "format",
        word(_formats),
        "round-robin, gauntlet, swiss or knockout.",
        "round-robin",
        commands=(TOURNAMENT,),
        unit="FORMAT",
    ),
    Setting(
        "games",
        _COUNT,
        "Games for each pairing, a multiple of the seats: every deal is played from each side.",
        found=f"{DEALS} deals",
    ),
    Setting("challengers", _COUNT, "Gauntlet: the first N bots against all others.", 1, commands=(TOURNAMENT,)),
    Setting("rounds", _COUNT, "Swiss: how many.", found="as many as it takes to find a winner", commands=(TOURNAMENT,)),
    Setting("order", word(_orders), "Of the pairings in a round: sequential or random.", "sequential", unit="ORDER"),
    Setting("seed", SCALAR, "Makes the deals repeatable, and so public.", found="a secret of the system's", unit="S"),
    Setting("event", TEXT, "What the records call it.", unit="NAME"),
    Setting(
        "concurrency",
        whole(1, 1024),
        "How many games are played at a time.",
        found="as many as processors",
        decides=False,
    ),
    Setting("max-plies", whole(1, 10**9), "A game that is longer is drawn.", found="no limit"),
    Setting(
        "sprt",
        SPRT,
        "Ends a match of two as soon as it tells two strengths apart: elo0=0,elo1=20,alpha=0.05,beta=0.05; also "
        "model=logistic|normalised, samples=pentanomial|trinomial. Games count in the order of their numbers up to "
        "the verdict; those beyond it are kept, and marked in games-list.",
        unit="K=V,...",
    ),
    Setting(
        "affinity", TRUTH, "Each game that is played at a time keeps to processors of its own.", False, decides=False
    ),
    Setting(
        "log-traffic",
        TRUTH,
        "Logs all that runner and bots say, with times, a file for each game.",
        False,
        decides=False,
    ),
    Setting(
        "sandbox",
        word(_sandbox_modes),
        "auto: bots run locked in by bubblewrap where that works; require: not at all without; off: as they are.",
        "auto",
        unit="MODE",
        decides=False,
    ),
    Setting(
        "on-fault",
        word(lambda: (FORFEIT, VOID, STOP)),
        "forfeit: the game is lost; void: it counts for nobody; stop: lost, and the run ends.",
        FORFEIT,
        unit="POLICY",
    ),
    Setting(
        "max-faults",
        whole(0, 10**9),
        "A bot with the same fault in so many games one after another is taken out, 0 for never: it forfeits all "
        "further games without playing.",
        5,
    ),
    Setting(
        "rules",
        SCALAR,
        "Sets a rule, may be repeated; see 'cardgames rules GAME'.",
        option="rule",
        unit="V",
        form=Form.NAMED,
    ),
)
"""What games, challengers and rounds may be, the format knows."""


def _seat_time(name: str, help_text: str) -> Setting:
    usual, on_wall = (getattr(clock, name)[0] for clock in (_VIRTUAL, _WALL))
    found = f"{usual}, wall clock {on_wall}"
    return Setting(name, MILLIS, help_text, found=found, unit="MS", form=Form.FOR_ALL_OR_ONE)


_CLOCK = (
    Setting(
        "kind",
        word(lambda: ("turns", "virtual", "wall")),
        "Spit: virtual or wall.",
        found=_VIRTUAL.kind,
        option="clock",
        unit="KIND",
    ),
    Setting(
        "movetime",
        whole(1, 86_400_000),
        "Milliseconds for each move.",
        _TURNS.movetime_ms,
        unit="MS",
        ranged=True,
        replaces="time",
        field="movetime_ms",
    ),
    Setting(
        "time",
        TIMING,
        "A clock for each seat and what each move adds (turn games).",
        unit="SECONDS[+INC]",
        replaces="movetime",
        field="time_ms",
    ),
    Setting(
        "margin",
        MILLIS,
        "What is forgiven beyond the time (turn games).",
        _TURNS.margin_ms,
        unit="MS",
        field="margin_ms",
    ),
    _seat_time("think", "Spit: from the table's change until a hand starts; with BOT= a handicap."),
    _seat_time("jitter", "Spit: the most that chance adds."),
    _seat_time("hand", "Spit: how long a card is on its way."),
    Setting("tie", MILLIS, "Spit, wall clock: landings closer than this are settled by a coin.", _WALL.tie, unit="MS"),
    Setting(
        "stall",
        whole(1, 3_600_000),
        "Spit, wall clock: so long without a landing, both decline.",
        _WALL.stall,
        unit="MS",
    ),
)

_LIMITS = (
    Setting(
        "startup", seconds(0.1, 3600), "How long a bot may take for the handshake.", unit="SECONDS", field="startup_ms"
    ),
    Setting("quit", seconds(0.1, 60), commands=_IN_FILES, field="quit_ms"),
    Setting("move-bytes", _BYTES, commands=_IN_FILES),
    Setting("log-bytes", _BYTES, commands=_IN_FILES),
    Setting(
        "memory",
        SIZE,
        "RAM for a bot with all that it starts, as in 512M or 2G; memfds, open shared memory and its own tmpfs "
        "count. Without cgroups (v2) not counted: shared memory neither open nor touched by who has it, what a process "
        "hides, buffers of the kernel's.",
        unit="SIZE",
        field="memory_bytes",
    ),
    Setting("processes", whole(0, 100_000), "How many processes a bot may have, 0 for no limit."),
    Setting("open-files", whole(0, 1_000_000), "In each process of a bot."),
    Setting("file-size", SIZE, "Of a file that a bot writes, as in 10M.", unit="SIZE", field="file_bytes"),
    Setting(
        "cpu-seconds", whole(0, 10_000_000), "Seconds of computing from a bot's start to its end.", found="no limit"
    ),
)

_BOTS = (
    Setting("name", TEXT, commands=_IN_FILES),
    Setting("player", TEXT, commands=_IN_FILES),
    Setting("command", COMMAND, commands=_IN_FILES),
    Setting("cwd", TEXT, "The folder that a bot is run in.", found="an empty one", unit="DIR", form=Form.FOR_ONE),
    Setting(
        "restart",
        word(lambda: (KEEP, FRESH)),
        "keep: a bot's process plays on; fresh: a new one for each game.",
        KEEP,
        unit="POLICY",
        form=Form.FOR_ALL_OR_ONE,
    ),
    Setting(
        "env",
        SCALAR,
        "A variable for a bot, beside the few of a clean environment.",
        unit="VALUE",
        form=Form.NAMED_FOR_ONE,
    ),
    Setting(
        "options",
        SCALAR,
        "What setoption sets for a bot after the handshake.",
        option="option",
        unit="VALUE",
        form=Form.NAMED_FOR_ONE,
    ),
)

SETTINGS = (
    *_WHOLE,
    *(each._replace(table="clock") for each in _CLOCK),
    *(
        each._replace(table="limits", default=Limits._field_defaults.get(each.field_name, each.default))
        for each in _LIMITS
    ),
    *(each._replace(table="bots") for each in _BOTS),
)
"""All of them; those of a table stand in the order in which a file has them."""


def settings_of(table: str) -> dict[str, Setting]:
    """The settings that can stand in a table of a file, by name; in `bots` also what else a bot can have its own."""
    own = {each.name: each for each in SETTINGS if each.table == table}
    also = (each for each in SETTINGS if table == "bots" and each.form is Form.FOR_ALL_OR_ONE)
    return own | {each.name: each for each in also}


def options_of(command: str) -> list[Setting]:
    """The settings that a command has an option for."""
    return [setting for setting in SETTINGS if command in setting.commands]


def option_setting(name: str) -> Setting:
    """The setting of an option: `kind` of the table `clock` for `--clock`."""
    return next(setting for setting in SETTINGS if setting.option_name == name and setting.commands)


def default_of(name: str) -> Any:
    """What holds for an option that is not given."""
    return option_setting(name).default
