"""What every part of the bench is given, and what it reports."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple


class BenchSettings(NamedTuple):
    """What all parts are given."""

    games: int | None = None
    """How many games a part plays for each of its figures, or the next number that it can play; None for its own."""
    quick: bool = False
    """Measure as little as can be: to see that everything works, not how fast."""
    say: Callable[[str], None] = lambda _: None
    """Shows what is being done, for whoever waits."""


class BenchReport(NamedTuple):
    """What a part has found."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    figures: dict[str, Any]
    """The same for programs: can be written as JSON."""
    problems: Sequence[str] = ()
    """What should not be, a line each; a benchmark with problems fails."""
    notes: Sequence[str] = ()
    """What is to be known beside the figures, a line each: what could not be measured here, and why."""
    legend: Sequence[str] = ()
    """What the figures mean, a line each, for a person."""
