"""Records: one game is one block of a .cgn file, in the shape of chess's PGN.

    [Game "kroket"]
    [Event "…"]
    …
    [Reason "knock"]

    1. 0 take 2. 0 7h 3. 1 draw …
    {seat 1, time: no answer within 1000 ms}
    1-0

Tags first: Game, Event, Round, Date, Seat0 and on, Rules, Clock, Seed, Commit, Position, Result, Scores, Reason, then
whatever else was given. Then the moves: number, seat, move, in Spit `@` and the time of landing in ms. A fault stands
in braces. The result closes the block, so that one that was cut off shows.
"""

import fcntl
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from cardgames.games import Outcome
from cardgames.table.faults import Fault, Termination
from cardgames.table.settings import GameSetup
from cardgames.table.table import Landing

_WIDTH = 100
_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) "((?:[^"\\]|\\.)*)"\]')
_FIRST_TAG = '[Game "'
_MOVE = re.compile(r"(\d+)\. (\d+) (\S+)(?: @(\d+))?(?: |$)")
_FAULT = re.compile(r"\{seat (\d+), ([a-z]+): (.*)\}")
_GIVEN_TAGS = ("Event", "Round", "Date")
NEEDED_TAGS = ("Game", "Seat0", "Seat1", "Rules", "Seed", "Commit", "Position", "Result", "Scores", "Reason")


class RecordError(ValueError):
    """A record that cannot be read: the line of the file, what came, what was expected."""


class RecordedMove(NamedTuple):
    """One move."""

    seat: int
    move: str
    at: int | None
    """The landing in ms, in Spit."""
    line: int
    """Where in the file it stands."""


class GameRecord(NamedTuple):
    """One game as it was written down."""

    tags: dict[str, str]
    moves: tuple[RecordedMove, ...]
    faults: tuple[Fault, ...]
    line: int
    """Where in the file it begins, 1 and up."""


class Block(NamedTuple):
    """The lines of one game in a file, read but not looked at."""

    line: int
    """The number of the first, 1 and up."""
    lines: tuple[str, ...]


# -- writing


def write_record(
    setup: GameSetup,
    names: Sequence[str],
    position: str,
    landings: Iterable[Landing],
    outcome: Outcome,
    faults: Iterable[Fault] = (),
) -> str:
    """A game as a block, with the blank line that ends it.

    Args:
        setup: what was played.
        names: the bots, seat by seat.
        position: the full first position.
        landings: the moves that were made.
        outcome: how it ended.
        faults: what ended it, if not the rules.
    """
    given = dict(setup.tags)
    tags = {"Game": setup.game.name}
    tags |= {name: given.pop(name, "?") for name in _GIVEN_TAGS}
    tags |= {f"Seat{seat}": name for seat, name in enumerate(names)}
    tags["Rules"] = f"players={setup.rules.players} {setup.rules.text()}"
    tags["Clock"] = setup.clock.text()
    tags["Seed"] = setup.seed.hex()
    tags["Commit"] = setup.commit
    tags["Position"] = position
    tags["Result"] = outcome.result
    tags["Scores"] = ",".join(map(str, outcome.scores))
    tags["Reason"] = outcome.reason
    lines = [f'[{name} "{_escape(value)}"]' for name, value in {**tags, **given}.items()]
    lines += ["", *_wrap(_move_texts(setup, landings))]
    lines += [f"{{{fault.text()}}}" for fault in faults]
    lines += [outcome.result, "", ""]
    return "\n".join(lines)


def append_record(path: Path, block: str) -> None:
    """Adds a block to a file, whole or not at all, and one at a time whoever else does so.

    Raises:
        OSError: it could not be written; the file is as before.
    """
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        size = os.fstat(descriptor).st_size
        rest = block.encode()
        try:
            while rest:
                rest = rest[os.write(descriptor, rest) :]
        except OSError:
            os.ftruncate(descriptor, size)
            raise
    finally:
        os.close(descriptor)


def _move_texts(setup: GameSetup, landings: Iterable[Landing]) -> Iterator[str]:
    name = setup.game.move_name
    for number, (seat, move, at) in enumerate(landings, 1):
        text = f"{number}. {seat} {name(move)}"
        yield text if at is None else f"{text} @{at}"


def _wrap(texts: Iterable[str]) -> Iterator[str]:
    line = ""
    for text in texts:
        if line and len(line) + 1 + len(text) > _WIDTH:
            yield line
            line = text
        else:
            line = f"{line} {text}" if line else text
    if line:
        yield line


def _escape(value: str) -> str:
    plain = " ".join(value.splitlines())
    return plain.replace("\\", "\\\\").replace('"', '\\"')


# -- reading


def read_blocks(lines: Iterable[str]) -> Iterator[Block]:
    """The games of a file one after another, each as its lines; never more than one is held.

    A line that begins with `[Game "` begins a game. Nothing is judged here.
    """
    first, kept = 1, list[str]()
    for number, line in enumerate(lines, 1):
        if line.startswith(_FIRST_TAG) and any(map(str.strip, kept)):
            yield Block(first, tuple(kept))
            kept = []
        if not kept:
            first = number
        if kept or line.strip():
            kept.append(line.rstrip("\r\n"))
    if kept:
        yield Block(first, tuple(kept))


def read_records(path: Path) -> Iterator[GameRecord]:
    """The games of a file one after another, never more than one held.

    Raises:
        RecordError: at the first that cannot be read.
        OSError: the file cannot be opened.
    """
    with path.open(encoding="utf-8", errors="replace") as lines:
        for block in read_blocks(lines):
            yield parse_record(block)


def parse_record(block: Block) -> GameRecord:
    """One game. Raises RecordError."""
    tags: dict[str, str] = {}
    moves: list[RecordedMove] = []
    faults: list[Fault] = []
    result = ""
    for number, line in enumerate(block.lines, block.line):
        text = line.strip()
        if not text:
            continue
        if result:
            raise RecordError(f"line {number}: the record was closed by {result}, nothing was expected: {text[:40]}")
        if text.startswith("["):
            _read_tag(number, text, tags, moves)
        elif text.startswith("{"):
            faults.append(_read_fault(number, text))
        elif text == tags.get("Result"):
            result = text
        else:
            _read_moves(number, text, moves)
    for name in NEEDED_TAGS:
        if name not in tags:
            raise RecordError(f"line {block.line}: a record without its tag {name}")
    if not result:
        last = block.line + len(block.lines) - 1
        raise RecordError(f"line {last}: the record ends without its result {tags['Result']}; was it cut off?")
    return GameRecord(tags, tuple(moves), tuple(faults), block.line)


def _read_tag(number: int, text: str, tags: dict[str, str], moves: list[RecordedMove]) -> None:
    match = _TAG.fullmatch(text)
    if match is None:
        raise RecordError(f'line {number}: [Name "value"] was expected: {text[:40]}')
    name, value = match.groups()
    if name in tags:
        raise RecordError(f"line {number}: tag {name} came twice")
    if moves:
        raise RecordError(f"line {number}: tag {name} came after a move, tags come first")
    tags[name] = re.sub(r"\\(.)", r"\1", value)


def _read_fault(number: int, text: str) -> Fault:
    match = _FAULT.fullmatch(text)
    if match is None or match[2] not in list(Termination):
        raise RecordError(f"line {number}: {{seat N, FAULT: text}} was expected: {text[:40]}")
    return Fault(int(match[1]), Termination(match[2]), match[3])


def _read_moves(number: int, text: str, moves: list[RecordedMove]) -> None:
    at = 0
    while at < len(text):
        match = _MOVE.match(text, at)
        if match is None:
            raise RecordError(f"line {number}: NUMBER. SEAT MOVE or the result was expected: {text[at : at + 40]}")
        if int(match[1]) != len(moves) + 1:
            raise RecordError(f"line {number}: move {match[1]}, number {len(moves) + 1} was expected")
        moves.append(RecordedMove(int(match[2]), match[3], None if match[4] is None else int(match[4]), number))
        at = match.end()
