"""The result of a tournament, printed: for a person, for a program, for a spreadsheet."""

import sys
from collections.abc import Iterable, Sequence

from cardgames.cli.tables import print_table
from cardgames.tournament.results.result import Result
from cardgames.tournament.results.result_text import lines_below, table


def print_result(result: Result) -> None:
    """The table, the pairs if they are few, and what has to be said about them."""
    print_table(*table(result))
    for line in lines_below(result):
        print(line)


def print_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Comma-separated values (RFC 4180, but for the line ends, which are the system's)."""
    # Imported here: only spreadsheets ask for it.
    import csv

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
