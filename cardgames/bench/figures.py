"""What a benchmark says: a median with its spread, and a signature that shows that the work was the same."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple

from cardgames.table.referee import GameReport

_SIGNATURE_DIGITS = 16


class Figure(NamedTuple):
    """Some measurements of one thing."""

    median: float
    low: float
    """The first quartile: a quarter of the measurements are not above it."""
    high: float
    """The third quartile."""
    samples: int
    """How many there were."""

    @classmethod
    def of(cls, values: Iterable[float]) -> "Figure":
        """The figure of these measurements, of which there is at least one."""
        ordered = sorted(values)
        return cls(quantile(ordered, 0.5), quantile(ordered, 0.25), quantile(ordered, 0.75), len(ordered))

    def cells(self) -> tuple[str, str]:
        """The median, and the quartiles, for a table."""
        return short(self.median), f"{short(self.low)}-{short(self.high)}"

    def as_object(self) -> dict[str, float]:
        """For a program."""
        return {name: round(value, 4) for name, value in self._asdict().items()}


class Measurements:
    """Measurements of several things, each under a name, as they come round after round."""

    def __init__(self) -> None:
        self._values: dict[str, list[float]] = {}

    def add(self, **values: float) -> None:
        """One more of each."""
        for name, value in values.items():
            self._values.setdefault(name, []).append(value)

    def figure(self, name: str) -> Figure:
        """That of one thing."""
        return Figure.of(self._values[name])

    def row(self, title: str, name: str, bound: float | None = None) -> tuple[str, ...]:
        """For a table: the title, the median, the quartiles, and what it may be at most, or should be at least."""
        return title, *self.figure(name).cells(), "" if bound is None else f"{bound:g}"

    def as_object(self) -> dict[str, dict[str, float]]:
        """All of them, for a program."""
        return {name: self.figure(name).as_object() for name in self._values}


def quantile(ordered: Sequence[float], part: float) -> float:
    """Of ascending values the one that so great a part of them (0 to 1) lies below; between two, in proportion."""
    place = part * (len(ordered) - 1)
    before = int(place)
    after = min(before + 1, len(ordered) - 1)
    return ordered[before] + (ordered[after] - ordered[before]) * (place - before)


def short(value: float) -> str:
    """A number in as many digits as are worth reading: `4.71`, `28.3`, `1240`."""
    digits = 2 if value < 10 else 1 if value < 100 else 0
    return f"{value:.{digits}f}"


class Signature:
    """A hash over what was done, in the order in which it was done: the same work has the same signature."""

    def __init__(self) -> None:
        self._hash = sha256()

    def add(self, *what: object) -> None:
        """Takes one more piece of work in: a game's moves and where they led."""
        self._hash.update(" ".join(map(str, what)).encode())
        self._hash.update(b"\n")

    def add_game(self, report: GameReport) -> None:
        """Takes a game in: its deal, its moves and how it ended, not who played it when."""
        lines = report.record.splitlines()
        self.add(*(line for line in lines if not line.startswith("[") or line.startswith("[Position ")))

    def text(self) -> str:
        """So far, as 16 hex digits."""
        return self._hash.hexdigest()[:_SIGNATURE_DIGITS]


def signature_problems(what: str, found: Iterable[str], expected: str) -> list[str]:
    """What is wrong with the signatures that the measurements of one thing have: a line for each that is not right."""
    return [
        f"{what}: the signature is {signature}, {expected} was expected: this was not the same work"
        for signature in sorted(set(found) - {expected})
    ]
