"""`cardgames bench [PART...]`: how fast, and how fair."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardgames.cli import options
from cardgames.cli.errors import UsageError
from cardgames.cli.exit_status import DONE, FAILED
from cardgames.cli.output.json_line import print_json

if TYPE_CHECKING:
    from cardgames.bench.report import BenchReport


def bench(
    parts: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PART...]",
            help="rules, referee, workers, clock, start, memory; all by default.",
            show_default=False,
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            max=100_000,
            help="Games for each figure, or the next number that the part can play; start plays none. Default: the "
            "part's own number.",
        ),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Measure as little as can be, to see that everything works.")
    ] = False,
    json: options.Json = False,
) -> int:
    """Measure this program on this machine. Each figure is a median, beside what the machine itself can do.

    Status 1 if something came out that cannot be: a signature is that of other work than was to be done.
    """
    from cardgames.bench.load import this_machine
    from cardgames.bench.registry import BENCH_PARTS
    from cardgames.bench.report import BenchSettings
    from cardgames.text import near_miss

    wanted = parts or list(BENCH_PARTS)
    for name in wanted:
        if name not in BENCH_PARTS:
            raise UsageError(f"no part {name!r}{near_miss(name, BENCH_PARTS)}")
        if parts and games is not None and not BENCH_PARTS[name].plays:
            raise UsageError(f"--games {games}: {name} plays none, leave it out")
    settings = BenchSettings(games, quick, _say)
    machine = this_machine()
    if not json:
        busy = "; it is busy, so take no figure of time at its word" if machine.is_busy else ""
        print(f"{machine.text()}{busy}\n")
    reports: dict[str, BenchReport] = {}
    for name in wanted:
        reports[name] = BENCH_PARTS[name].run(settings)
        if not json:
            _tell(name, BENCH_PARTS[name].meaning, reports[name])
    if json:
        _print_object(machine._asdict(), reports)
    return FAILED if any(report.problems for report in reports.values()) else DONE


def _say(text: str) -> None:
    if sys.stderr.isatty():
        print(text, file=sys.stderr, flush=True)


def _tell(name: str, meaning: str, report: "BenchReport") -> None:
    from cardgames.cli.tables import print_table

    print(f"{name}: {meaning}\n")
    if report.rows:
        print_table(report.header, report.rows)
    if report.legend:
        print("\n" + "\n".join(report.legend))
    for note in report.notes:
        print(note)
    for problem in report.problems:
        print(f"FAILED  {problem}")
    print()


def _print_object(machine: dict[str, Any], reports: dict[str, "BenchReport"]) -> None:
    fields: dict[str, Any] = {"machine": machine}
    for name, report in reports.items():
        fields[name] = {**report.figures, "notes": list(report.notes), "problems": list(report.problems)}
    print_json(fields)
