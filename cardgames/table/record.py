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

Whoever reads a record takes it for anything: its lines, values and numbers have limits, far beyond those of any game.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from cardgames.bots.faults import Fault, Termination
from cardgames.rules import Outcome
from cardgames.table.game_setup import GameSetup
from cardgames.table.record_lines import FIRST_TAG, MAX_LINE, RecordError, is_too_long, open_lines
from cardgames.table.table import Landing

_WIDTH = 100
_QUOTED = 40
MAX_BLOCK = 4 * 2**20
"""The most characters of a record, with `_LINE_COST` for each line."""
MAX_MOVES = 100_000
"""The most moves of a record."""
_LINE_COST = 60
"""Characters that a line counts for beside its own: many short ones take as much memory."""
_MAX_TAGS = 250
_MAX_VALUE = 2**14
# Possessive: what is undone in search of another match would be remembered sign by sign.
_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]{0,60}) "([^"\\]*+(?:\\.[^"\\]*+)*+)"\]')
_MOVE = re.compile(r"([0-9]{1,7})\. ([0-9]{1,2}) ([!-~]{1,40})(?: @([0-9]{1,12}))?(?: |$)")
_FAULT = re.compile(r"\{seat ([0-9]{1,2}), ([a-z]+): (.*)\}")
_GIVEN_TAGS = ("Event", "Round", "Date")
NEEDED_TAGS = (
    *("Game", "Event", "Round", "Date", "Seat0", "Seat1", "Rules", "Clock"),
    *("Seed", "Commit", "Position", "Result", "Scores", "Reason"),
)


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
    excess: str = ""
    """Why the rest of it was not held, `line N: …`; as a rule empty."""

    def text(self) -> str:
        """As it was written, without the blank lines after it."""
        return whole("\n".join(self.lines))


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
    tags = record_tags(setup, names, position, outcome)
    lines = [f'[{name} "{_escape(value)}"]' for name, value in tags.items()]
    lines += ["", *_wrap(_move_texts(setup, landings))]
    lines += [f"{{{fault.text()}}}" for fault in faults]
    lines += [outcome.result, "", ""]
    return "\n".join(lines)


def record_tags(setup: GameSetup, names: Sequence[str], position: str, outcome: Outcome) -> dict[str, str]:
    """The tags of a record in their order, their values as they are read; see `write_record`."""
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
    return {**tags, **given}


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


def whole(text: str) -> str:
    """A record without the blank lines after it."""
    return text.rstrip() + "\n"


def digest(text: str) -> str:
    """The SHA-256 of a record in hex, of the record as it is without the blank lines after it."""
    return sha256(whole(text).encode("utf-8", "surrogateescape")).hexdigest()


# -- reading


def read_blocks(lines: Iterable[str]) -> Iterator[Block]:
    """The games of a file one after another, each as its lines; never more than one is held.

    A line that begins with `[Game "` begins a game. Nothing is judged here.
    """
    first, kept, size, excess = 1, list[str](), 0, ""
    for number, line in enumerate(lines, 1):
        if line.startswith(FIRST_TAG) and kept:
            yield Block(first, tuple(kept), excess)
            kept, size, excess = [], 0, ""
        if not kept:
            first = number
            if not line.strip():
                continue
        size += len(line) + _LINE_COST
        if is_too_long(line):
            excess = excess or f"line {number}: a line of more than {MAX_LINE} characters: {line[:_QUOTED]}"
        elif size > MAX_BLOCK:
            excess = excess or f"line {number}: a record of more than {MAX_BLOCK} characters"
        if not excess:
            kept.append(line.rstrip("\r\n"))
        elif not kept:
            kept.append(line[:_QUOTED])
    if kept:
        yield Block(first, tuple(kept), excess)


def read_records(path: Path) -> Iterator[GameRecord]:
    """The games of a file one after another, never more than one held.

    Raises:
        RecordError: at the first that cannot be read.
        OSError: the file cannot be opened.
    """
    with open_lines(path) as lines:
        for block in read_blocks(lines):
            yield parse_record(block)


def parse_record(block: Block) -> GameRecord:
    """One game. Raises RecordError."""
    if block.excess:
        raise RecordError(block.excess)
    tags: dict[str, str] = {}
    moves: list[RecordedMove] = []
    faults: list[Fault] = []
    result = ""
    for number, line in enumerate(block.lines, block.line):
        text = line.strip()
        if not text:
            continue
        if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
            raise RecordError(f"line {number}: bytes that are no UTF-8 text: {text[:_QUOTED]}")
        if result:
            told = f"the record was closed by {result}, nothing was expected: {text[:_QUOTED]}"
            raise RecordError(f"line {number}: {told}")
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
        told = f"the record ends without its result {tags['Result'][:_QUOTED]}; was it cut off?"
        raise RecordError(f"line {last}: {told}")
    return GameRecord(tags, tuple(moves), tuple(faults), block.line)


def _read_tag(number: int, text: str, tags: dict[str, str], moves: list[RecordedMove]) -> None:
    match = _TAG.fullmatch(text)
    if match is None:
        raise RecordError(f'line {number}: [Name "value"] was expected: {text[:_QUOTED]}')
    name, value = match.groups()
    if len(value) > _MAX_VALUE:
        raise RecordError(f"line {number}: tag {name} with {len(value)} characters, at most {_MAX_VALUE} were expected")
    if len(tags) == _MAX_TAGS:
        raise RecordError(f"line {number}: more than {_MAX_TAGS} tags")
    if name in tags:
        raise RecordError(f"line {number}: tag {name} came twice")
    if moves:
        raise RecordError(f"line {number}: tag {name} came after a move, tags come first")
    tags[name] = re.sub(r"\\(.)", r"\1", value)


def _read_fault(number: int, text: str) -> Fault:
    match = _FAULT.fullmatch(text)
    if match is None or match[2] not in list(Termination):
        raise RecordError(f"line {number}: {{seat N, FAULT: text}} was expected: {text[:_QUOTED]}")
    return Fault(int(match[1]), Termination(match[2]), match[3])


def _read_moves(number: int, text: str, moves: list[RecordedMove]) -> None:
    at = 0
    while at < len(text):
        match = _MOVE.match(text, at)
        if match is None:
            raise RecordError(f"line {number}: NUMBER. SEAT MOVE or the result was expected: {text[at : at + _QUOTED]}")
        if int(match[1]) != len(moves) + 1:
            raise RecordError(f"line {number}: move {match[1]}, number {len(moves) + 1} was expected")
        if len(moves) == MAX_MOVES:
            raise RecordError(f"line {number}: more than {MAX_MOVES} moves")
        moves.append(RecordedMove(int(match[2]), match[3], None if match[4] is None else int(match[4]), number))
        at = match.end()
