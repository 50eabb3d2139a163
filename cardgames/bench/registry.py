"""What `cardgames bench` can measure: parts by name, each of which gives a table for a person and an object."""

from collections.abc import Callable
from typing import NamedTuple

from cardgames.bench.report import BenchReport, BenchSettings


class BenchPart(NamedTuple):
    """One part."""

    meaning: str
    """What it measures, in one line."""
    run: Callable[[BenchSettings], BenchReport]
    plays: bool = True
    """Whether it plays games, so that their number can be set."""


def _rules(settings: BenchSettings) -> BenchReport:
    # Imported here, as all of them: a part that is not asked for costs nothing.
    from cardgames.bench.rules import bench_rules

    return bench_rules(settings)


def _referee(settings: BenchSettings) -> BenchReport:
    from cardgames.bench.referee import bench_referee

    return bench_referee(settings)


def _workers(settings: BenchSettings) -> BenchReport:
    from cardgames.bench.workers import bench_workers

    return bench_workers(settings)


def _clock(settings: BenchSettings) -> BenchReport:
    from cardgames.bench.clock import bench_clock

    return bench_clock(settings)


def _start(settings: BenchSettings) -> BenchReport:
    from cardgames.bench.start import bench_start

    return bench_start(settings)


def _memory(settings: BenchSettings) -> BenchReport:
    from cardgames.bench.memory import bench_memory

    return bench_memory(settings)


BENCH_PARTS: dict[str, BenchPart] = {
    "rules": BenchPart("what a random move costs, and what perft counts", _rules),
    "referee": BenchPart("what a ply costs between two programs that answer at once", _referee),
    "workers": BenchPart("games a second of built-in players, on one processor and on two", _workers),
    "clock": BenchPart("Spit in time: how fast answers are stamped, and whether a seat is better off", _clock),
    "start": BenchPart("what the start of a command costs", _start, plays=False),
    "memory": BenchPart("what the runner takes for a tournament of 100,000 games", _memory),
}
