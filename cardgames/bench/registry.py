"""What `cardgames bench` can measure: parts by name, each of which gives a table for a person and an object."""

from importlib import import_module
from typing import NamedTuple

from cardgames.bench.report import BenchReport, BenchSettings


class BenchPart(NamedTuple):
    """One part: `bench_NAME` in a module of that name."""

    name: str
    meaning: str
    """What it measures, in one line."""
    plays: bool = True
    """Whether it plays games, so that their number can be set."""

    def run(self, settings: BenchSettings) -> BenchReport:
        """Measures. Its module is imported only now: a part that is not asked for costs nothing."""
        report: BenchReport = getattr(import_module(f"cardgames.bench.{self.name}"), f"bench_{self.name}")(settings)
        return report


BENCH_PARTS = {
    part.name: part
    for part in (
        BenchPart("rules", "what a random move costs, and what perft counts"),
        BenchPart("referee", "what a ply costs between two programs that answer at once"),
        BenchPart("workers", "games a second of built-in players, on one processor and on two"),
        BenchPart("clock", "Spit in time: how fast answers are stamped, and whether a seat is better off"),
        BenchPart("start", "what the start of a command costs", plays=False),
        BenchPart("memory", "what the runner takes for a tournament of 100,000 games"),
    )
}
