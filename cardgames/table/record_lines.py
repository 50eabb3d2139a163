"""Reads the lines of a file of records, in bounded memory whatever the file holds."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from stat import S_ISREG
from typing import TextIO

FIRST_TAG = '[Game "'
"""How the first line of a game begins."""
MAX_LINE = 2**19
"""The most characters of a line, without its end."""
MAX_STRAY = 64 * 2**20
"""After so many characters without a game, reading a stream that may have no end stops."""


class RecordError(ValueError):
    """A record that cannot be read: the line of the file, what came, what was expected."""


@contextmanager
def open_lines(path: Path) -> Iterator[Iterator[str]]:
    """The lines of a file, a pipe or a device (`read_lines`).

    Raises:
        OSError: it cannot be opened.
    """
    # A mark of the byte order is passed over; bytes that are no UTF-8 stay, to be told where they stand.
    with path.open(encoding="utf-8-sig", errors="surrogateescape") as file:
        yield read_lines(file, has_end=S_ISREG(os.fstat(file.fileno()).st_mode))


def read_lines(file: TextIO, *, has_end: bool) -> Iterator[str]:
    """The lines of a text one after another; of one that is too long (`is_too_long`) only how it begins.

    Raises:
        RecordError: it need not have an end, and no game has come for `MAX_STRAY` characters.
    """
    stray, piece = 0, ""
    for number in count(1):
        line = file.readline(MAX_LINE + 1)
        if not line:
            return
        stray = 0 if line.startswith(FIRST_TAG) else stray
        yield line
        piece = line
        while piece:
            stray += len(piece)
            if stray > MAX_STRAY and not has_end:
                told = f"no game has come for {MAX_STRAY >> 20} MiB, up to line {number}; it is read no further"
                raise RecordError(f"{file.name}: {told}")
            piece = file.readline(MAX_LINE + 1) if is_too_long(piece) else ""


def is_too_long(line: str) -> bool:
    """Whether a line of `read_lines` has been cut."""
    return len(line) > MAX_LINE and not line.endswith("\n")
