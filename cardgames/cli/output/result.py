"""The result of a tournament, printed: for a person, for a program, for a spreadsheet."""

import sys
from collections.abc import Iterable, Sequence

from cardgames.cli.output.json_line import print_json
from cardgames.cli.tables import print_table
from cardgames.tournament.results.report import Result, as_object, notes, pair_lines, summary_line, table

_PAIRS_SHOWN = 10
"""Pairs told one by one below the table; more are for the crosstable and `--json`."""


def print_result(result: Result) -> None:
    """The table, the pairs if they are few, and what has to be said about them."""
    print_table(*table(result))
    lines = pair_lines(result)
    if len(lines) <= _PAIRS_SHOWN:
        for line in lines:
            print(line)
    for line in notes(result):
        print(line)
    print(summary_line(result))


def print_object(result: Result, **more: object) -> None:
    """One line of JSON, with more keys if there is more to be told."""
    print_json({**as_object(result), **more})


def print_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Comma-separated values (RFC 4180, but for the line ends, which are the system's)."""
    # Imported here: only spreadsheets ask for it.
    import csv

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
