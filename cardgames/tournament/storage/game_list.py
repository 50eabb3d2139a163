"""The games of a tournament, or of a file of records, one by one: who played, how it ended; and those that match."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from cardgames.bots.faults import Fault
from cardgames.rules.game import Outcome
from cardgames.table.record import GameRecord, parse_record, read_blocks, whole
from cardgames.table.record_lines import RecordError, open_lines
from cardgames.tournament.played import Played
from cardgames.tournament.results.counting import Counting, Counts
from cardgames.tournament.storage.folder import GAMES
from cardgames.tournament.storage.games_file import number_of
from cardgames.tournament.storage.results import Results

_SCORES = re.compile(r"-?[0-9]{1,9}(,-?[0-9]{1,9}){1,9}")
HEADER = ("game", "round", "players", "result", "scores", "reason", "plies")
COUNTS = "counts"
"""One more column where a game does not count, or not yet."""
RESULTS = ("win", "draw", "loss")
"""The words for the result of one bot."""


class ListedGame(NamedTuple):
    """One game."""

    number: int
    """Over the whole tournament; in a file of records its place, from 1 on."""
    round: str
    """As the record has it."""
    players: tuple[str, ...]
    """The bots, seat by seat."""
    result: str
    """`1-0`, `1/2-1/2`, …"""
    scores: tuple[int, ...]
    reason: str
    plies: int | None
    """None where only the record is known."""
    faults: tuple[Fault, ...]
    counts: Counts | None = None
    """Whether it counts; None where only the record is known."""

    def row(self) -> tuple[str, ...]:
        """Under `HEADER`."""
        scores = ",".join(map(str, self.scores))
        plies = "-" if self.plies is None else str(self.plies)
        return str(self.number), self.round, " - ".join(self.players), self.result, scores, self.reason, plies

    def as_object(self) -> dict[str, object]:
        """For a program."""
        faults = [{"seat": fault.seat, "kind": str(fault.kind), "detail": fault.detail} for fault in self.faults]
        return {**self._asdict(), "faults": faults}

    def result_of(self, seat: int) -> str:
        """The result as one seat sees it: one of `RESULTS`."""
        share = self.result.split("-")[seat]
        return {"1": "win", "0": "loss"}.get(share, "draw")


class Filter(NamedTuple):
    """Which games are wanted; an empty field lets all games pass."""

    bots: tuple[str, ...] = ()
    """All of them at the table."""
    results: tuple[str, ...] = ()
    """One of them: as in the record; or one of `RESULTS`, for the first of `bots`, or for anyone if there is none."""
    reasons: tuple[str, ...] = ()
    """One of them."""
    numbers: tuple[int, ...] = ()
    """One of them."""

    def accepts(self, game: ListedGame) -> bool:
        """Whether a game is wanted."""
        return (
            set(self.bots) <= set(game.players)
            and (not self.reasons or game.reason in self.reasons)
            and (not self.numbers or game.number in self.numbers)
            and (not self.results or any(self._has(game, result) for result in self.results))
        )

    def _has(self, game: ListedGame, result: str) -> bool:
        if result not in RESULTS:
            return game.result == result
        seats = [seat for seat, name in enumerate(game.players) if not self.bots or name == self.bots[0]]
        return any(game.result_of(seat) == result for seat in seats)


def listed_games(games: Iterable[Played], names: Sequence[str], counting: Counting) -> Iterator[ListedGame]:
    """The games of a folder of results.

    Args:
        games: those of them that are wanted.
        names: the bots.
        counting: has been given all games of the folder.
    """
    for game in games:
        scheduled, report = game
        outcome: Outcome = report.outcome
        yield ListedGame(
            scheduled.number,
            f"{scheduled.round}.{scheduled.number}",
            tuple(names[player] for player in scheduled.players),
            outcome.result,
            outcome.scores,
            outcome.reason,
            report.plies,
            report.faults,
            counting.of(game),
        )


def records_of(results: Results, numbers: Collection[int]) -> Iterator[str]:
    """The records of these games, each once: those of games.cgn, then those that are not yet there. Raises OSError."""
    left = set(numbers)
    # Before the file, to which a runner may append them meanwhile.
    pending = results.pending()
    with open_lines(results.folder / GAMES) as lines:
        for block in read_blocks(lines):
            found = number_of(block)
            if found in left:
                left.remove(found)
                yield block.text()
    for number, record in pending.items():
        if number in left:
            yield whole(record)


def listed_records(path: Path, report: Callable[[str], object]) -> Iterator[tuple[ListedGame, str]]:
    """The games of a file of records, each with its record.

    Args:
        path: the file.
        report: called with a line for each that cannot be read.

    Raises:
        RecordError: a stream that may have no end, and holds no games.
        OSError: the file cannot be opened.
    """
    with open_lines(path) as lines:
        for number, block in enumerate(read_blocks(lines), start=1):
            try:
                yield _listed(number, parse_record(block)), block.text()
            except RecordError as error:
                report(f"game {number}, {error}")


def _listed(number: int, record: GameRecord) -> ListedGame:
    """A game by what its record tells. Raises RecordError."""
    tags, _, faults, line = record
    players = tuple(value for name, value in tags.items() if re.fullmatch("Seat[0-9]", name))
    if not _SCORES.fullmatch(tags["Scores"]):
        raise RecordError(f"line {line}: Scores {tags['Scores'][:40]}, numbers joined by , were expected")
    scores = tuple(map(int, tags["Scores"].split(",")))
    shares = tags["Result"].split("-")
    if not len(players) == len(scores) == len(shares) or any(fault.seat >= len(players) for fault in faults):
        raise RecordError(
            f"line {line}: {len(players)} seats, {len(scores)} scores, Result {tags['Result'][:40]}, which do not agree"
        )
    return ListedGame(number, tags["Round"], players, tags["Result"], scores, tags["Reason"], None, faults)
