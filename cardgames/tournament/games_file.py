"""games.cgn of a tournament: records in the order of the games' numbers, brought to what it should be after a crash."""

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from cardgames.table.record import Block, append_record
from cardgames.tournament.folder import StoreError, free_name, private_file
from cardgames.tournament.results import told_of

_ASIDE = ".damaged"
_ROUND = re.compile(r'\[Round "\d+\.(\d+)"\]')


def number_of(block: Block) -> int:
    """The game's number in the tournament, as the tag Round of its record has it; 0 where it has none."""
    return next((int(match[1]) for line in block.lines if (match := _ROUND.fullmatch(line))), 0)


class GamesFile:
    """The file, to which only one runner appends."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def size(self) -> int:
        """In bytes."""
        with told_of(self.path):
            return self.path.stat().st_size

    def append(self, records: Iterable[str]) -> None:
        """Adds records, all of them or none. Raises StoreError."""
        text = "".join(records)
        if text:
            with told_of(self.path):
                append_record(self.path, text)

    def sync(self) -> None:
        """Returns when all of it is on the disk. Raises StoreError."""
        with told_of(self.path), self.path.open("rb") as file:
            os.fsync(file)

    def mend(self, written: int, pending: Mapping[int, str]) -> str | None:
        """Completes the file: what was being appended when everything stopped may be there wholly, in part or not.

        Args:
            written: how many bytes were known to be on the disk.
            pending: the records after that, by number, in whatever order they were appended.

        Returns:
            A line to be told where there was something else and had to be put aside; as a rule None.

        Raises:
            StoreError: the file is shorter than what was known to be on the disk: records are gone; or it could not be
                completed.
        """
        rest = {number: pending[number].encode() for number in sorted(pending)}
        cut = _strike_out(self._after(written), rest)
        told = None
        if cut:
            if not any(record.startswith(cut) for record in rest.values()):
                told = self._copy_aside(cut)
            # Half a record, which comes again as a whole.
            os.truncate(self.path, self.size - len(cut))
        self.append(pending[number] for number in rest)
        return told

    def _after(self, written: int) -> bytes:
        if written == 0:
            private_file(self.path)
        size = self.size if self.path.exists() else 0
        if size < written:
            raise StoreError(
                f"{self.path}: {size} bytes are left of at least {written} that were written; put the file back as it "
                "was, its records are nowhere else"
            )
        with self.path.open("rb") as file:
            file.seek(written)
            return file.read()

    def _copy_aside(self, cut: bytes) -> str:
        """Keeps the end of the file in one of its own."""
        aside = free_name(self.path.with_name(self.path.name + _ASIDE))
        private_file(aside)
        aside.write_bytes(cut)
        return f"{self.path}: its last {len(cut)} bytes are no records of this tournament; they were moved to {aside}"


def _strike_out(tail: bytes, records: dict[int, bytes]) -> bytes:
    """Takes the records that the tail begins with out of `records`, one after another. Returns what is left of it."""
    at = 0
    while at < len(tail):
        number = next((number for number, record in records.items() if tail.startswith(record, at)), None)
        if number is None:
            break
        at += len(records.pop(number))
    return tail[at:]
