"""games.cgn of a tournament: records in the order of the games' numbers, brought to what it should be after a crash."""

import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from cardgames.files import append_whole, replacement
from cardgames.table.record import Block, digest, read_blocks, whole
from cardgames.table.record_lines import open_lines
from cardgames.text import counted
from cardgames.tournament.storage.folder import PRIVATE, free_name, private_file
from cardgames.tournament.storage.results import Results, naming_file

_ASIDE = ".damaged"
_ROUND = re.compile(r'\[Round "[0-9]{1,9}\.([0-9]{1,9})"\]')
_RESULT = re.compile(r'\[Result "([0-9/-]{1,40})"\]')
_RANGES = 20


def number_of(block: Block) -> int:
    """The game's number in the tournament, as the tag Round of its record has it; 0 where it has none."""
    return next((int(match[1]) for line in block.lines if (match := _ROUND.fullmatch(line))), 0)


class _Found(NamedTuple):
    """What a block of the file turned out to be."""

    number: int
    """The game's whose record it begins with; 0 for none."""
    record: str
    """That record; if it begins with none, the whole block."""
    is_all: bool
    """Whether the block has nothing after that record."""


class GamesFile:
    """The file, to which only one runner appends."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def append(self, records: Iterable[str]) -> None:
        """Adds records, all of them or none. Raises StoreError."""
        text = "".join(records)
        if text:
            with naming_file(self.path):
                append_whole(self.path, text)

    def sync(self) -> None:
        """Returns when all of it is on the disk. Raises StoreError."""
        with naming_file(self.path), self.path.open("rb") as file:
            os.fsync(file)

    def mend(self, results: Results) -> str | None:
        """Completes the file: what was being appended when everything stopped may be there wholly, in part or not.

        If it was changed otherwise its whole records stay, and the file as it was is kept beside it.

        Returns:
            A line for a person if it was changed, with the games whose records are gone; as a rule None.

        Raises:
            StoreError: it could not be completed.
        """
        pending = results.pending()
        with naming_file(self.path):
            private_file(self.path)
            seen, size, is_strange = set[int](), 0, False
            for found in self._found(results, pending):
                seen.add(found.number)
                size += len(_raw(found.record)) if found.number else 0
                is_strange = is_strange or not (found.number and found.is_all)
            rest = {number: record for number, record in pending.items() if number not in seen}
            aside = None
            if is_strange and not self._cut_half(size, rest.values()):
                aside = self._rebuild(results, pending)
            self._end_line()
        self.append(rest.values())
        missing = [number for number in results.numbers() if number not in seen and number not in pending]
        return self._report(len(seen - {0}), missing, aside)

    def _found(self, results: Results, pending: Mapping[int, str]) -> Iterator[_Found]:
        """The blocks of the file, of each game one at most with its number."""
        seen = set[int]()
        with open_lines(self.path) as lines:
            for block in read_blocks(lines):
                found = _look_at(block, results, pending)
                yield found._replace(number=0) if found.number in seen else found
                seen.add(found.number)

    def _cut_half(self, size: int, rest: Iterable[str]) -> bool:
        """Takes half a record off, which comes again as a whole, if that is all that follows on the first bytes."""
        with self.path.open("rb") as file:
            file.seek(size)
            cut = file.read(max((len(record.encode()) for record in rest), default=0) + 1)
        if not cut or not any(record.encode().startswith(cut) for record in rest):
            return False
        os.truncate(self.path, size)
        return True

    def _rebuild(self, results: Results, pending: Mapping[int, str]) -> Path:
        """Writes the file anew with its whole records. Returns where it is kept as it was."""
        with replacement(self.path, mode=PRIVATE, durable=True) as file:
            for found in self._found(results, pending):
                if found.number:
                    file.write(_raw(found.record))
            aside = free_name(self.path.with_name(self.path.name + _ASIDE))
            private_file(aside)
            shutil.copyfile(self.path, aside)
        return aside

    def _end_line(self) -> None:
        """Completes the blank line after the last record, of which a crash or an editor may have left a part."""
        with self.path.open("r+b") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - 4))
            end = file.read().replace(b"\r", b"")[-2:]
            if end:
                file.write(b"\n" * (2 - len(end) + len(end.rstrip(b"\n"))))

    def _report(self, count: int, missing: list[int], aside: Path | None) -> str | None:
        if not missing and aside is None:
            return None
        parts = [f"{self.path}: it was changed since it was written; the records of {counted(count, 'game')} are kept"]
        if missing:
            parts.append(f"those of {_ranges(missing)} are gone from it")
        if aside is not None:
            parts.append(f"{aside} is the file as it was")
        return ", ".join(parts)


def _look_at(block: Block, results: Results, pending: Mapping[int, str]) -> _Found:
    number, text = number_of(block), block.text()
    expected = digest(pending[number]) if number in pending else results.digest(number)
    if block.excess or expected is None:
        return _Found(0, text, is_all=False)
    if expected and digest(text) == expected:
        return _Found(number, text, is_all=True)
    closed = _closed(block)
    if closed is None or (expected and digest(closed) != expected):
        return _Found(0, text, is_all=False)
    # Without a digest a record counts that was begun and closed.
    return _Found(number, closed, is_all=closed == text)


def _closed(block: Block) -> str | None:
    """The block up to the result that closes it; None where none does."""
    result = next((match[1] for line in block.lines if (match := _RESULT.fullmatch(line))), None)
    if result is None or result not in block.lines:
        return None
    return whole("\n".join(block.lines[: block.lines.index(result) + 1]))


def _raw(record: str) -> bytes:
    return f"{record}\n".encode("utf-8", "surrogateescape")


def _ranges(numbers: list[int]) -> str:
    """`game 3`, `games 1-4, 7`; of very many the first."""
    runs = [[number for _, number in run] for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])]
    texts = [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
    shown = ", ".join(texts[:_RANGES]) + (f" and {len(texts) - _RANGES} more" if len(texts) > _RANGES else "")
    return f"{'game' if len(numbers) == 1 else 'games'} {shown}"
