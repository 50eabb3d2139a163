"""Whether the records of a tournament hold: by the rules, by its secret, and against what was counted.

Every game of results.db has one record, and every record is of one game; the deal follows from the tournament's secret
and the deal's number, as it was promised before the game; the moves are those of the rules; players, result and faults
are those that were counted.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cardgames.table.record import Block, GameRecord, RecordError, parse_record, read_blocks
from cardgames.table.verify import verify
from cardgames.tournament.folder import GAMES, FolderLock, StoreError
from cardgames.tournament.games_file import number_of
from cardgames.tournament.played import Played
from cardgames.tournament.results import Results, told_of
from cardgames.tournament.seeds import game_seed


class Check(NamedTuple):
    """One game, looked at."""

    number: int
    """Of the tournament; in a file of records its place, 1 and up."""
    record: GameRecord | None
    """None if it cannot be read."""
    problems: list[str]
    """What is wrong with it, as a rule each `line N: …`."""


def check_block(number: int, block: Block) -> Check:
    """A record by itself, by the rules alone."""
    try:
        record = parse_record(block)
    except RecordError as error:
        return Check(number, None, [str(error)])
    return Check(number, record, verify(record))


def check_file(path: Path, wanted: int | None = None) -> Iterator[Check]:
    """Every record of a file, or the wanted one, by the rules alone. Never more than one is held. Raises OSError."""
    with path.open(encoding="utf-8", errors="replace") as lines:
        for number, block in enumerate(read_blocks(lines), start=1):
            if wanted in (None, number):
                yield check_block(number, block)


def check_folder(folder: Path, wanted: int | None = None) -> Iterator[Check]:
    """Every game of a tournament, or the wanted one, also while it is being played. Raises StoreError."""
    busy = _has_runner(folder)
    with Results.open(folder) as results, results.held_still():
        seen: set[int] = set()
        for check in _records(folder / GAMES, wanted):
            record = check.record
            game = None if record is None else results.game(check.number)
            if game is None:
                # What a runner has added since, or is just writing, belongs to the next check.
                if not busy:
                    yield check if record is None else _no_game(check)
                continue
            assert record is not None
            problems = [f"line {record.line}: it is there a second time"] if check.number in seen else check.problems
            seen.add(check.number)
            yield check._replace(problems=problems or _against(record, game, results))
        yield from _not_in_file(results, seen, wanted)


def _records(path: Path, wanted: int | None) -> Iterator[Check]:
    """Those of games.cgn, by the rules, with the numbers that their tag Round tells; 0 where it tells none."""
    with told_of(path), path.open(encoding="utf-8", errors="replace") as lines:
        for block in read_blocks(lines):
            number = number_of(block)
            if wanted in (None, number):
                yield check_block(number, block)


def _no_game(check: Check) -> Check:
    assert check.record is not None
    told = check.record.tags.get("Round", "?")
    return check._replace(problems=[f"line {check.record.line}: Round {told}: no such game has been counted"])


def _not_in_file(results: Results, seen: set[int], wanted: int | None) -> Iterator[Check]:
    """The games whose record is still to be appended, and those that have none."""
    pending = results.pending()
    for number in results.numbers():
        if number in seen or wanted not in (None, number):
            continue
        if number not in pending:
            yield Check(number, None, ["it was counted, but has no record"])
            continue
        check = check_block(number, next(read_blocks(pending[number].splitlines())))
        game = results.game(number)
        assert game is not None
        if check.record is not None and not check.problems:
            check = check._replace(problems=_against(check.record, game, results))
        yield check


def _against(record: GameRecord, game: Played, results: Results) -> list[str]:
    """What a record has otherwise than results.db."""
    scheduled, report = game
    outcome = report.outcome
    expected = {
        "Round": f"{scheduled.round}.{scheduled.number}",
        "Result": outcome.result,
        "Scores": ",".join(map(str, outcome.scores)),
        "Reason": outcome.reason,
        "Seed": game_seed(results.secret, scheduled.deal).hex(),
        **{f"Seat{seat}": results.names[player] for seat, player in enumerate(scheduled.players)},
    }
    problems = [
        f"line {record.line}: {name} {record.tags.get(name, '?')}, {value} was expected: "
        + ("it follows from the tournament's secret" if name == "Seed" else "it was counted so")
        for name, value in expected.items()
        if record.tags.get(name) != value
    ]
    if record.faults != report.faults:
        problems.append(f"line {record.line}: its faults are not those that were counted")
    return problems


def _has_runner(folder: Path) -> bool:
    try:
        with told_of(folder):
            FolderLock(folder).release()
    except StoreError:
        return True
    return False
