"""Played games as data: one record a line, `game`, `position`, `legal`, `move`, `view` and what ends a deal or game."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parents[1] / "data" / "vectors"


class Record(NamedTuple):
    line: int
    kind: str
    rest: str


def read_records(path: Path) -> list[Record]:
    lines = path.read_text(encoding="ascii").splitlines()
    records = [Record(number, *line.partition(" ")[::2]) for number, line in enumerate(lines, 1) if line.strip()]
    # A position is known by its whole line.
    return [
        record._replace(rest=f"position {record.rest}") if record.kind == "position" else record for record in records
    ]


def games_of(path: Path) -> Iterator[list[Record]]:
    """The records of each game: the first is `game`, the second its first position."""
    game: list[Record] = []
    for record in read_records(path):
        if record.kind == "game" and game:
            yield game
            game = []
        game.append(record)
    if game:
        yield game


def rules_of(game: Record) -> tuple[str, list[str]]:
    """The game's name and the options that its `game` line sets, each `K=V`."""
    name, *options = game.rest.split()
    return name, options
