"""`cardgames standings DIR`: the table of what has been played."""

from typing import Annotated

import typer

from cardgames.cli import options
from cardgames.cli.errors import UsageError
from cardgames.cli.exit_status import DONE


def standings(
    folder: options.Folder,
    crosstable: Annotated[bool, typer.Option("--crosstable", help="Who has how much against whom.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="The table as comma-separated values.")] = False,
    json: options.Json = False,
) -> int:
    """Print the table of a folder of results, also while the tournament is being played."""
    if json and (csv or crosstable):
        raise UsageError(f"--json and {'--csv' if csv else '--crosstable'}: one of the two was expected")
    from cardgames.cli.output.json_line import print_json
    from cardgames.cli.output.result import print_csv, print_result
    from cardgames.cli.tables import print_table
    from cardgames.tournament.results.result_object import CSV_HEADER, csv_rows, result_object
    from cardgames.tournament.results.result_text import crosstable as crossed
    from cardgames.tournament.storage.recount import read_result

    result = read_result(folder)
    if json:
        print_json(result_object(result))
    elif csv:
        print_csv(*(crossed(result) if crosstable else (CSV_HEADER, csv_rows(result))))
    elif crosstable:
        print_table(*crossed(result))
    else:
        print_result(result)
    return DONE
