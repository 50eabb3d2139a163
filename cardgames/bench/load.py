"""What a benchmark is measured against: busy processes beside it, and the bare pipe."""

import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter_ns
from typing import NamedTuple

from cardgames.bench import bot as bench_bot
from cardgames.bench.figures import quantile

BOT_COMMAND = (sys.executable, "-I", "-S", str(Path(bench_bot.__file__).resolve()))
"""The program of bench_bot.py."""

_BUSY = """
import os
parent = os.getppid()
while os.getppid() == parent:
    for _ in range(100000):
        pass
"""
_ROUND_TRIPS = 2000


class Pipe(NamedTuple):
    """A line to a program and its answer, with nothing in between: no runner can be faster."""

    micros: float
    """The median round trip."""
    p99_micros: float


class Machine(NamedTuple):
    """What a benchmark runs on."""

    python: str
    processors: int
    """That this process may use."""
    load: float | None
    """Processes that wanted to run in the last minute, all in all; None where the system does not tell."""

    def text(self) -> str:
        """In one line."""
        load = "" if self.load is None else f", load {self.load:.1f}"
        return f"Python {self.python}, {self.processors} processors{load}"

    @property
    def is_busy(self) -> bool:
        """Whether others were at work, so that figures are worth little."""
        return self.load is not None and self.load > self.processors


def this_machine() -> Machine:
    """The one that this process runs on, as it is now."""
    can_tell = hasattr(os, "sched_getaffinity")
    processors = len(os.sched_getaffinity(0)) if can_tell else os.cpu_count() or 1
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return Machine(platform.python_version(), processors, load)


@contextmanager
def busy_processes(count: int) -> Iterator[None]:
    """So many processes that do nothing but compute, as long as the block lasts."""
    busy = [subprocess.Popen([sys.executable, "-I", "-S", "-c", _BUSY]) for _ in range(count)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def raw_pipe(round_trips: int = _ROUND_TRIPS, command: Sequence[str] = BOT_COMMAND) -> Pipe:
    """Measures the pipe to a bot and back; without a command to the bench's own."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as bot:
        assert bot.stdin is not None
        assert bot.stdout is not None
        to_bot, from_bot = bot.stdin.fileno(), bot.stdout.fileno()
        nanos: list[int] = []
        for number in range(round_trips):
            line = b"ping %d\n" % number
            began = perf_counter_ns()
            os.write(to_bot, line)
            os.read(from_bot, 4096)
            nanos.append(perf_counter_ns() - began)
        os.write(to_bot, b"quit\n")
    nanos.sort()
    return Pipe(quantile(nanos, 0.5) / 1000, quantile(nanos, 0.99) / 1000)
