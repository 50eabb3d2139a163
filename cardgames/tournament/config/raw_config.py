"""A tournament's settings as they were given: in a file, on a command line, or there and there.

A draft knows of each value where it came from, so that whatever is found wrong with it later can be told with its
place. Here values are looked at one by one; what they mean together is resolve.py's affair.
"""

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any, NamedTuple

from cardgames.bots.isolation.sandbox import MODES
from cardgames.text import near_miss
from cardgames.tournament.config.config import ON_FAULT, RESTARTS
from cardgames.tournament.formats.registry import FORMATS, ORDERS


class ConfigError(ValueError):
    """Settings that cannot be: one line with the place, what came, and what was expected."""


class Given(NamedTuple):
    """One value, with where it came from."""

    value: Any
    """As its `Reader` made it."""
    name: str
    """As whoever gave it knows it: `games`, `--games`, `clock.think`."""
    place: str = ""
    """`club.toml:3: `, or nothing for the command line."""

    def wrong(self, expected: str) -> ConfigError:
        """The error that tells of this value."""
        return ConfigError(f"{self.place}{self.name} {self.shown}: {expected}")

    @property
    def shown(self) -> str:
        """The value as it was typed, about."""
        value = self.value
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, Mapping | list):
            return "{…}" if isinstance(value, Mapping) else "[…]"
        return f'"{value}"' if self.place and isinstance(value, str) else str(value)


Reader = Callable[[Given], Any]
"""Makes a value of what was given. Raises ConfigError."""


def whole(low: int | None, high: int) -> Reader:
    """A whole number; with `low` None the lower bound is left to whoever knows it."""

    def read(given: Given) -> int:
        value = given.value
        if isinstance(value, bool) or not isinstance(value, int):
            raise given.wrong("a whole number was expected")
        if value > high or (low is not None and value < low):
            bounds = f"up to {high}" if low is None else f"{low} to {high}"
            raise given.wrong(f"a whole number {bounds} was expected")
        return value

    return read


def seconds(low: float, high: float) -> Reader:
    """A time in seconds."""

    def read(given: Given) -> float:
        value = given.value
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
            raise given.wrong(f"a number was expected, {low:g} to {high:g} seconds")
        if not low <= value <= high:
            raise given.wrong(f"{low:g} to {high:g} seconds were expected")
        return float(value)

    return read


def word(*words: str) -> Reader:
    """One of a few words."""

    def read(given: Given) -> str:
        if not isinstance(given.value, str) or given.value not in words:
            raise given.wrong(f"{_either(words)} was expected{_meant(given.value, words)}")
        return given.value

    return read


_MAX_TEXT = 4096
"""Characters: of a name that stands in every record, or of a path."""


def text(given: Given) -> str:
    """Any text that can be printed in a line."""
    value = given.value
    if not isinstance(value, str):
        raise given.wrong(f'a text in quotes was expected, as in {given.name} = "{given.shown}"')
    if not value or not value.isprintable():
        raise given.wrong("a line of printable text was expected")
    if len(value) > _MAX_TEXT:
        raise given.wrong(f"{len(value)} characters came, at most {_MAX_TEXT} were expected")
    return value


def truth(given: Given) -> bool:
    """Yes or no."""
    if not isinstance(given.value, bool):
        raise given.wrong("true or false was expected")
    return given.value


def scalar(given: Given) -> str:
    """A text, a number or a truth value, as text."""
    if isinstance(given.value, bool):
        return str(given.value).lower()
    if not isinstance(given.value, str | int | float):
        raise given.wrong("a text, a number, true or false was expected")
    return str(given.value)


def timing(given: Given) -> str:
    """A time with or without what each move adds; `clocks.read_time` looks at it."""
    if isinstance(given.value, bool) or not isinstance(given.value, str | int | float):
        raise given.wrong('SECONDS or SECONDS+INC was expected, as in 60 or "10+0.1"')
    return str(given.value)


def words(given: Given) -> Any:
    """A command: one text, or a list of texts."""
    value = given.value
    if isinstance(value, list) and value and all(isinstance(part, str) for part in value):
        return tuple(value)
    if isinstance(value, str) and value.strip():
        return value
    raise given.wrong('a command line was expected, as in "node fox.js", or a list, as in ["node", "fox.js"]')


def size(given: Given) -> int:
    """A number of bytes, 0 for no limit: a whole number, or a text as `512M` or `2G`."""
    text = str(given.value).strip().upper().removesuffix("B").removesuffix("I")
    number, unit = (text[:-1], text[-1]) if text[-1:] in _UNITS else (text, "")
    if isinstance(given.value, bool) or not (number.isascii() and number.isdigit()) or len(number) > 15:
        raise given.wrong("a size was expected, as in 512M or 2G, or 0 for no limit")
    found = int(number) * _UNITS.get(unit, 1)
    if 0 < found < _LEAST_MEMORY:
        raise given.wrong(f"{_LEAST_MEMORY >> 20}M or more was expected, or 0 for no limit")
    return found


def _either(words: Sequence[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def _meant(value: object, words: Sequence[str]) -> str:
    if not isinstance(value, str):
        return ""
    hint = near_miss(value, words)
    return hint if "did you mean" in hint else ""


_UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_LEAST_MEMORY = 1 << 20
_MS = whole(0, 60_000)
_BYTES = whole(1024, 2**30)

HANDICAPS: dict[str, Reader] = {"think": _MS, "jitter": _MS, "hand": _MS}
"""What a clock has for each seat."""

CLOCK: dict[str, Reader] = {
    "kind": word("turns", "virtual", "wall"),
    "movetime": whole(1, 86_400_000),
    "time": timing,
    "margin": _MS,
    **HANDICAPS,
    "tie": _MS,
    "stall": whole(1, 3_600_000),
}

LIMITS: dict[str, Reader] = {
    "startup": seconds(0.1, 3600),
    "quit": seconds(0.1, 60),
    "move-bytes": _BYTES,
    "log-bytes": _BYTES,
    "memory": size,
    "processes": whole(0, 100_000),
    "open-files": whole(0, 1_000_000),
    "file-size": size,
    "cpu-seconds": whole(0, 10_000_000),
}

SETTINGS: dict[str, Reader] = {
    "game": text,
    "format": word(*FORMATS),
    "games": whole(None, 10_000_000),
    "challengers": whole(None, 10_000_000),
    "rounds": whole(None, 10_000_000),
    "order": word(*ORDERS),
    "seed": scalar,
    "event": text,
    "concurrency": whole(1, 1024),
    "max-plies": whole(1, 10**9),
    "sprt": text,
    "affinity": truth,
    "log-traffic": truth,
    "sandbox": word(*MODES),
    "on-fault": word(*ON_FAULT),
    "max-faults": whole(0, 10**9),
}
"""Those of the tournament as a whole. What games, challengers and rounds may be, the format knows."""

BOT: dict[str, Reader] = {
    "name": text,
    "player": text,
    "command": words,
    "cwd": text,
    "restart": word(*RESTARTS),
    **HANDICAPS,
}
"""Those of one bot, beside its tables `env` and `options`."""


class RawBot:
    """A bot as it was given."""

    def __init__(self, place: str = "") -> None:
        self.place = place
        self.settings: dict[str, Given] = {}
        """By the names of `BOT`, or `bot` for one that was given as on a command line."""
        self.env: dict[str, Given] = {}
        self.options: dict[str, Given] = {}


class OwnSetting(NamedTuple):
    """Something for one bot that was given apart from it, by its name."""

    bot: str
    """Empty for all bots."""
    part: str
    """`settings`, `env` or `options`."""
    key: str
    given: Given


class RawConfig:
    """All that was given."""

    def __init__(self, folder: str | None = None, place: str = "") -> None:
        self.folder = folder
        """What the bots' folders are relative to; None for the runner's own."""
        self.place = place
        """What is put before an error that belongs to no line."""
        self.bots_place = place
        """The same for one that belongs to all bots together."""
        self.match = False
        """All bots sit at one table."""
        self.settings: dict[str, Given] = {}
        self.rules: dict[str, Given] = {}
        self.clock: dict[str, Given] = {}
        self.limits: dict[str, Given] = {}
        self.bots: list[RawBot] = []
        self.own: list[OwnSetting] = []

    def get(self, name: str, default: Any = None) -> Any:
        """The value of one of `SETTINGS`."""
        given = self.settings.get(name)
        return default if given is None else given.value

    def place_of(self, name: str) -> str:
        """What is put before an error of one of `SETTINGS`."""
        given = self.settings.get(name)
        if given is None:
            return self.bots_place if name == "bots" else self.place
        return given.place


def put(into: dict[str, Given], readers: Mapping[str, Reader], key: str, given: Given) -> None:
    """Looks at a value and adds it, instead of one that was there. Raises ConfigError."""
    into[key] = given._replace(value=readers[key](given))
