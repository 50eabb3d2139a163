"""A table for a person: drawn by Rich on a terminal, plain aligned text elsewhere."""

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardgames.text import aligned, disarmed

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_LEFT = frozenset(
    {
        *("game", "against", "now", "player", "players", "faults", "reason", "place", "figure"),
        *("move", "better", "then", "level", "step", "test", "counts"),
    }
)


def print_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Prints the rows under their header, whatever a file or a bot has put into them."""
    rows = [list(map(disarmed, row)) for row in rows]
    if on_terminal() and _drawn(header, rows):
        return
    for line in plain_lines(header, rows):
        print(line)


def plain_lines(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The table as aligned text: words to the left, numbers to the right."""
    return aligned(header, rows, _LEFT)


def on_terminal() -> bool:
    """Whether stdout is a terminal that can do more than print."""
    return sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def _drawn(header: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Draws the table. False where the terminal is too narrow: no column is to be cut."""
    # Imported here: 60 ms that only a terminal needs.
    from rich.console import Console

    # Rich heeds NO_COLOR by itself.
    console = Console(highlight=False)
    table = fitting(console, header, rows)
    if table is None:
        return False
    console.print(table)
    return True


def fitting(console: "Console", header: Sequence[str], rows: Sequence[Sequence[str]]) -> "Table | None":
    """The table for this console; None if it is too wide for it."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, header_style="bold", padding=(0, 1, 0, 0), show_edge=False)
    for title in header:
        table.add_column(title, justify="left" if title in _LEFT else "right", no_wrap=True)
    for row in rows:
        table.add_row(*map(Text, row))
    widest = console.measure(table, options=console.options.update(max_width=10_000)).maximum
    return table if widest <= console.width else None
