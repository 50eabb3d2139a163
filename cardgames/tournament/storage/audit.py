"""Whether the records of a tournament hold: by the rules, by its secret, and against what was counted.

Every game of results.db has one record, and every record is of one game; the deal follows from the tournament's secret
and the deal's number, as it was promised before the game; the moves are those of the rules; rules, clock, players,
result and faults are those that were set up and counted; and all of it is, by its digest, what was written when the
game ended.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from cardgames.table.record import Block, GameRecord, digest, parse_record, read_blocks, record_tags
from cardgames.table.record_lines import RecordError, open_lines
from cardgames.table.verify import verify
from cardgames.tournament.config.config import Config
from cardgames.tournament.config.toml_reader import read_config
from cardgames.tournament.job import Job, setup_of
from cardgames.tournament.played import Played
from cardgames.tournament.seeds import game_seed
from cardgames.tournament.storage.folder import CONFIG, GAMES, FolderLock, StoreError
from cardgames.tournament.storage.games_file import number_of
from cardgames.tournament.storage.results import Results, naming_file

_COUNTED = ("Round", "Result", "Scores", "Reason")
_NOT_KEPT = ("Date", "Sandbox")
"""Tags that results.db knows by the digest alone."""


class Check(NamedTuple):
    """One game, looked at."""

    number: int
    """Of the tournament; in a file of records its place, 1 and up."""
    record: GameRecord | None
    """None if it cannot be read."""
    problems: list[str]
    """What is wrong with it, most of them as `line N: …`."""
    is_proved: bool = False
    """Whether it was compared with the digest that was stored when the game ended."""


class NoSuchGameError(ValueError):
    """A number that no game of a file has; `count` is how many there are."""

    def __init__(self, wanted: int, count: int) -> None:
        super().__init__(f"game {wanted} of {count}")
        self.count = count


def check_block(number: int, block: Block) -> Check:
    """A record by itself, by the rules alone."""
    try:
        record = parse_record(block)
    except RecordError as error:
        return Check(number, None, [str(error)])
    return Check(number, record, verify(record))


def check_file(path: Path, wanted: int | None = None) -> Iterator[Check]:
    """Every record of a file, or the wanted one, by the rules alone. Never more than one is held.

    Raises:
        NoSuchGameError: there are not so many.
        RecordError: a stream that may have no end, and holds no games.
        OSError: it cannot be opened.
    """
    with open_lines(path) as lines:
        number = 0
        for number, block in enumerate(read_blocks(lines), start=1):
            if wanted in (None, number):
                yield check_block(number, block)
            if wanted == number:
                return
        if wanted is not None:
            raise NoSuchGameError(wanted, number)


def pick_block(lines: Iterable[str], wanted: int | None = None) -> tuple[int, Block] | None:
    """The wanted game with its number, or the last; None where there is none. Raises NoSuchGameError."""
    picked = None
    for picked in enumerate(read_blocks(lines), start=1):
        if picked[0] == wanted:
            return picked
    if picked is not None and wanted is not None:
        raise NoSuchGameError(wanted, picked[0])
    return picked


def check_folder(folder: Path, wanted: int | None = None) -> Iterator[Check]:
    """Every game of a tournament, or the wanted one, also while it is being played.

    Raises:
        StoreError: it cannot be read.
        ConfigError: it is of no tournament that this program knows.
    """
    busy = _has_runner(folder)
    with Results.open(folder) as results, results.held_still():
        config = read_config(results.config, str(folder / CONFIG))
        seen: set[int] = set()
        for number, block in _blocks(folder / GAMES):
            if wanted not in (None, number):
                continue
            game = results.game(number) if number else None
            check = check_block(number, block)
            if game is None or check.record is None:
                # What a runner has added since, or is just writing, belongs to the next check.
                if not busy:
                    yield check if check.record is None else _no_game(check)
                continue
            if number in seen:
                yield check._replace(problems=[f"line {block.line}: it is there a second time"])
            else:
                seen.add(number)
                yield _against(check, block, game, config, results)
        yield from _not_in_file(results, config, seen, wanted)


def _blocks(path: Path) -> Iterator[tuple[int, Block]]:
    """Those of games.cgn with the numbers that their tag Round tells; 0 where it tells none."""
    with naming_file(path), open_lines(path) as lines:
        for block in read_blocks(lines):
            yield number_of(block), block


def _no_game(check: Check) -> Check:
    assert check.record is not None
    number = check.record.tags["Round"][:40]
    return check._replace(problems=[f"line {check.record.line}: Round {number}: no such game has been counted"])


def _not_in_file(results: Results, config: Config, seen: set[int], wanted: int | None) -> Iterator[Check]:
    """The games whose record is still to be appended, and those that have none."""
    pending = results.pending()
    for number in results.numbers():
        if number in seen or wanted not in (None, number):
            continue
        if number not in pending:
            yield Check(number, None, ["it was counted, but has no record"])
            continue
        block = next(read_blocks(pending[number].split("\n")))
        game = results.game(number)
        assert game is not None
        yield _against(check_block(number, block), block, game, config, results)


def _against(check: Check, block: Block, game: Played, config: Config, results: Results) -> Check:
    """The check, with where the record differs from results.db."""
    written = results.digest(game.number)
    record, problems = check.record, check.problems
    if record is not None and not problems:
        problems = _differences(record, game, config, results)
    if not problems and written and digest(block.text()) != written:
        problems = [f"line {block.line}: it is not the record that was written when the game ended, by its SHA-256"]
    return check._replace(problems=problems, is_proved=bool(written))


def _differences(record: GameRecord, game: Played, config: Config, results: Results) -> list[str]:
    scheduled, report = game
    setup = setup_of(config, Job(scheduled, game_seed(results.secret, scheduled.deal), ""))
    names = [results.names[player] for player in scheduled.players]
    expected = record_tags(setup, names, record.tags["Position"], report.outcome)
    problems = [
        f"line {record.line}: {name} {record.tags.get(name, '?')}, {value} was expected: {_source_of(name)}"
        for name, value in expected.items()
        if name not in _NOT_KEPT and record.tags.get(name) != value
    ]
    if record.faults != report.faults:
        problems.append(f"line {record.line}: its faults are not those that were counted")
    # In Spit a `go` is no move.
    if config.game.has_turns and len(record.moves) != report.plies:
        problems.append(f"line {record.line}: {len(record.moves)} moves, {report.plies} were counted")
    return problems


def _source_of(tag: str) -> str:
    if tag in ("Seed", "Commit"):
        return "it follows from the tournament's secret"
    return "it was counted so" if tag in _COUNTED or tag.startswith("Seat") else "the tournament is set up so"


def _has_runner(folder: Path) -> bool:
    try:
        with naming_file(folder):
            FolderLock(folder).release()
    except StoreError:
        return True
    return False
