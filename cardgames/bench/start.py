"""What the start of a command costs: `cardgames bench start`.

The processor time of whole processes, from their start to their end, beside that of a Python that does nothing.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from typing import NamedTuple

from cardgames.bench.figures import Measurements
from cardgames.bench.report import BenchReport, BenchSettings
from cardgames.protocol.messages import HELLO, HELLO_ANSWERED, QUIT

ROUNDS = 15
QUICK_ROUNDS = 1
_ENGINE = "import sys; from cardgames.engine.main import main; sys.exit(main())"
"""As the script `cardgames-engine` has it."""
_MAIN = "import sys; from cardgames.cli.main import main; sys.exit(main())"


class StartCase(NamedTuple):
    """Something that is started."""

    name: str
    """In the figures for programs."""
    title: str
    args: tuple[str, ...]
    stdin: str
    expected: str
    """Has to be in what it writes."""
    at_most: float | None = None
    """What it may cost, in ms."""


COMMANDS = (
    StartCase("python", "bare Python", ("-c", "print('started')"), "", "started"),
    StartCase(
        "engine", f"cardgames-engine, to {HELLO_ANSWERED}", ("-c", _ENGINE), f"{HELLO}\n{QUIT}\n", HELLO_ANSWERED, 80
    ),
    StartCase("help", "cardgames --help", ("-c", _MAIN, "--help"), "", "tournament"),
)


def bench_start(settings: BenchSettings) -> BenchReport:
    """Starts every command in turn, round after round."""
    rounds = QUICK_ROUNDS if settings.quick else ROUNDS
    found = Measurements()
    problems: list[str] = []
    # Once before anything is measured: the files are compiled by that, and in memory.
    for number in range(rounds + 1):
        settings.say(f"start: round {number} of {rounds}")
        for command in COMMANDS:
            millis, output = _start(command)
            if number:
                found.add(**{f"{command.name}_ms": millis})
            elif command.expected not in output:
                problems.append(f"{command.title}: {command.expected!r} was expected, it wrote {output[:60]!r}")
    rows = [found.row(f"{command.title}: CPU ms", f"{command.name}_ms", command.at_most) for command in COMMANDS]
    legend = ("Processor time of the whole process, to its end.",)
    return BenchReport(
        ("figure", "median", "quartiles", "at most"), tuple(rows), found.as_object(), problems, legend=legend
    )


def _start(command: StartCase) -> tuple[float, str]:
    """The processor time of one start, in ms, and what was written."""
    args: Sequence[str] = (sys.executable, *command.args)
    with subprocess.Popen(args, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(command.stdin)
        process.stdin.close()
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return (usage.ru_utime + usage.ru_stime) * 1000, output
