"""The kinds of values: how each is read from a file or a command line, written into a file, and shown in a help.

A value keeps the place where it was given, so that an error has the place even when it is found much later.
"""

from collections.abc import Callable, Iterable, Mapping
from math import isfinite
from typing import Any, NamedTuple

from cardgames.text import either, near_miss


class ConfigError(ValueError):
    """Settings that cannot be: one line with the place, what came, and what was expected."""


class Given(NamedTuple):
    """One value, with where it came from."""

    value: Any
    """As typed; once it is read, what its `Kind` made of it."""
    name: str
    """As the user knows it: `games`, `--games`, `clock.think`."""
    place: str = ""
    """`club.toml:3: `, or nothing for the command line."""

    def wrong(self, expected: str) -> ConfigError:
        """The error that names this value."""
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


class Kind(NamedTuple):
    """A kind of value."""

    read: Callable[[Given], Any]
    """Makes the value of what was given. Raises ConfigError."""
    typed: type = str
    """What a command line hands over: `str`, `int`, `float` or `bool`."""
    low: float | None = None
    high: float | None = None
    words: Callable[[], Iterable[str]] | None = None
    """All that it can be, where that is a few words."""
    write: Callable[[Any], object] = lambda value: value
    """What stands for a value in a file."""
    show: Callable[[Any], str] = str
    """The same in a help."""


def whole(low: int | None, high: int) -> Kind:
    """A whole number; with `low` None the lower bound is left to whoever knows it."""

    def read(given: Given) -> int:
        value = given.value
        if isinstance(value, bool) or not isinstance(value, int):
            raise given.wrong("a whole number was expected")
        if value > high or (low is not None and value < low):
            bounds = f"up to {high}" if low is None else f"{low} to {high}"
            raise given.wrong(f"a whole number {bounds} was expected")
        return value

    return Kind(read, int, low, high)


def seconds(low: float, high: float) -> Kind:
    """A time, given in seconds and kept in whole milliseconds."""

    def read(given: Given) -> int:
        value = given.value
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
            raise given.wrong(f"a number was expected, {low:g} to {high:g} seconds")
        if not low <= value <= high:
            raise given.wrong(f"{low:g} to {high:g} seconds were expected")
        return round(value * 1000)

    return Kind(read, float, low, high, write=lambda millis: millis / 1000, show=lambda millis: f"{millis / 1000:g}")


def word(words: Callable[[], Iterable[str]]) -> Kind:
    """One of a few words; `words` is called only when they are needed."""

    def read(given: Given) -> str:
        known = list(words())
        if not isinstance(given.value, str) or given.value not in known:
            hint = near_miss(given.value, known) if isinstance(given.value, str) else ""
            raise given.wrong(f"{either(known)} was expected{hint if 'did you mean' in hint else ''}")
        return given.value

    return Kind(read, words=words)


_MAX_TEXT = 4096
"""Characters: of a name that stands in every record, or of a path."""


def _text(given: Given) -> str:
    value = given.value
    if not isinstance(value, str):
        raise given.wrong(f'a text in quotes was expected, as in {given.name} = "{given.shown}"')
    if not value or not value.isprintable():
        raise given.wrong("a line of printable text was expected")
    if len(value) > _MAX_TEXT:
        raise given.wrong(f"{len(value)} characters came, at most {_MAX_TEXT} were expected")
    return value


def _truth(given: Given) -> bool:
    if not isinstance(given.value, bool):
        raise given.wrong("true or false was expected")
    return given.value


def _scalar(given: Given) -> str:
    if isinstance(given.value, bool):
        return str(given.value).lower()
    if not isinstance(given.value, str | int | float):
        raise given.wrong("a text, a number, true or false was expected")
    return str(given.value)


def _timing(given: Given) -> str:
    if isinstance(given.value, bool) or not isinstance(given.value, str | int | float):
        raise given.wrong('SECONDS or SECONDS+INC was expected, as in 60 or "10+0.1"')
    return str(given.value)


def _command(given: Given) -> str | tuple[str, ...]:
    value = given.value
    if isinstance(value, list) and value and all(isinstance(part, str) for part in value):
        return tuple(value)
    if isinstance(value, str) and value.strip():
        return value
    raise given.wrong('a command line was expected, as in "node fox.js", or a list, as in ["node", "fox.js"]')


_UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_LEAST_SIZE = 1 << 20


def _size(given: Given) -> int:
    text = str(given.value).strip().upper().removesuffix("B").removesuffix("I")
    number, unit = (text[:-1], text[-1]) if text[-1:] in _UNITS else (text, "")
    if isinstance(given.value, bool) or not (number.isascii() and number.isdigit()) or len(number) > 15:
        raise given.wrong("a size was expected, as in 512M or 2G, or 0 for no limit")
    found = int(number) * _UNITS.get(unit, 1)
    if 0 < found < _LEAST_SIZE:
        raise given.wrong(f"{_LEAST_SIZE >> 20}M or more was expected, or 0 for no limit")
    return found


def _show_size(size: int) -> str:
    for unit, factor in reversed(_UNITS.items()):
        if size >= factor and size % factor == 0:
            return f"{size // factor}{unit}"
    return str(size)


def _sprt(given: Given) -> object:
    # Imported here: a help needs no test.
    from cardgames.tournament.rating.sprt import SprtError, read_sprt

    if isinstance(given.value, Mapping):
        given = given._replace(value=",".join(f"{name}={value}" for name, value in given.value.items()))
    try:
        return read_sprt(_text(given))
    except SprtError as error:
        raise ConfigError(f"{given.place}{error}") from None


TEXT = Kind(_text)
"""Any text that can be printed in a line."""
TRUTH = Kind(_truth, bool)
"""Yes or no."""
SCALAR = Kind(_scalar)
"""A text, a number or a truth value, as text."""
TIMING = Kind(_timing)
"""A time with or without what each move adds; `clock_settings.read_time` looks at it."""
COMMAND = Kind(_command)
"""A command: one text, or a list of texts."""
SIZE = Kind(_size, show=_show_size)
"""A number of bytes, 0 for no limit: a whole number, or a text as `512M` or `2G`."""
SPRT = Kind(_sprt, write=lambda sprt: sprt.text())
"""What ends a match: a text, in a file also a table."""
MILLIS = whole(0, 60_000)
"""A time of a clock."""
