"""The results of a tournament on the disk, safe whatever happens to the program that writes them.

    DIR/results.db      what was played, and what came of it: this is the truth
    DIR/games.cgn       the records
    DIR/config.toml     the effective config, as in results.db, for people
    DIR/logs/           what bots said

A game exists once its row is committed, with its record beside it in the table `pending`. Then the record is
appended to games.cgn, and once that is known to be on the disk it leaves `pending`. So at whatever moment everything
stops, what games.cgn lacks, or has half of, is completed from `pending` by the next runner (games_file.py), and no game
is ever lost or there twice. The row has a digest of the record as well, so that what was changed since can be told.

Errors: `StoreError` for whatever is wrong with a folder or its disk, `OtherTournamentError` among them.
"""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

from cardgames.table.record import digest
from cardgames.tournament.played import Played
from cardgames.tournament.storage.folder import (
    CONFIG,
    DATABASE,
    GAMES,
    LOGS,
    FolderLock,
    OtherTournamentError,
    StoreError,
    private_file,
    write_private,
)
from cardgames.tournament.storage.games_file import GamesFile
from cardgames.tournament.storage.results import (
    Results,
    begun_version,
    connect,
    connect_to_read,
    database_of,
    naming_file,
)
from cardgames.tournament.storage.schema import make, migrate, transaction, version

_MOST_HELD = 4 * 2**20
"""Characters of records that may wait for a game with a lower number; with more the order is given up."""
_MOST_PENDING = 2**20
"""Characters of records that are in games.cgn but not yet known to be on the disk."""


class Store(Results):
    """The results of a folder, to be added to: by one runner at a time."""

    def __init__(self, folder: Path, connection: sqlite3.Connection, lock: FolderLock) -> None:
        super().__init__(folder, connection)
        self._lock = lock
        self._file = GamesFile(folder / GAMES)
        self._held: dict[int, str] = {}
        self._appended: list[int] = []
        self._appended_size = 0
        self._run: int | None = None
        with self._naming_database():
            (last,) = connection.execute("SELECT max(ended) FROM game").fetchone()
        self._ended: int = last or 0
        """The place of the game that was committed last in the order in which games ended."""
        self.mended: str | None = None
        """A line for a person if games.cgn was not as it had been written."""

    @classmethod
    def create(cls, folder: Path, config: str, secret: bytes, names: Sequence[str]) -> Self:
        """A folder for a new tournament, made if need be.

        Args:
            folder: may hold other files, and a tournament of which nothing has been played.
            config: the effective config as TOML.
            secret: what all deals follow from.
            names: the bots.

        Raises:
            StoreError: there are results in it, or it cannot be written.
        """
        path = folder / DATABASE
        _make_folder(folder)
        with naming_file(folder):
            lock = FolderLock(folder)
        try:
            with naming_file(folder):
                _make_room(folder)
                private_file(path)
            with _connected(path) as connection:
                with naming_file(path), transaction(connection):
                    make(connection)
                    values = {"config": config, "secret": secret.hex()}
                    connection.executemany("INSERT INTO tournament VALUES (?, ?)", values.items())
                    connection.executemany("INSERT INTO bot VALUES (?, ?)", enumerate(names))
                return cls._begin(folder, connection, lock)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def open(cls, folder: Path) -> Self:
        """The folder of a tournament that was begun, brought in order.

        Raises:
            StoreError: there is none, another runner has it, or it is damaged.
        """
        path = database_of(folder)
        with naming_file(folder):
            lock = FolderLock(folder)
        try:
            with _connected(path) as connection:
                with naming_file(path):
                    begun_version(connection, path)
                    migrate(connection)
                return cls._begin(folder, connection, lock)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def _begin(cls, folder: Path, connection: sqlite3.Connection, lock: FolderLock) -> Self:
        store = cls(folder, connection, lock)
        with naming_file(folder):
            store._mend()
        return store

    def begin_run(self, started: str) -> None:
        """Notes that a runner is at work from now on.

        Args:
            started: the time for people, `2026-01-31 10:15:00+01:00`.
        """
        with self._naming_database(), transaction(self._connection):
            row = "INSERT INTO run (started, pid, wall_s) VALUES (?, ?, 0)"
            self._run = self._connection.execute(row, (started, os.getpid())).lastrowid

    def commit(self, games: Sequence[Played], wall_s: float) -> None:
        """Puts games on the disk, all of them or none; after that they may be counted and shown.

        Args:
            games: with their records, in the order in which they are counted.
            wall_s: how many seconds this runner has been at work.

        Raises:
            StoreError: it could not be done; nothing is to be committed after that.
        """
        with self._naming_database():
            settled = self._settle()
            with transaction(self._connection):
                self._note_settled(settled)
                self._note_run(wall_s)
                execute = self._connection.executemany
                rows = [(*_row(game), ended) for ended, game in enumerate(games, start=self._ended + 1)]
                execute("INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
                execute("INSERT INTO pending VALUES (?, ?)", [(game.number, game.report.record) for game in games])
                execute(
                    "INSERT INTO fault VALUES (?, ?, ?, ?)",
                    [
                        (game.number, seat, str(kind), detail)
                        for game in games
                        for seat, kind, detail in game.report.faults
                    ],
                )
        self._ended += len(games)
        for game in games:
            self._held[game.number] = game.report.record

    def publish(self, before: int | None = None) -> None:
        """Appends to games.cgn the records of committed games with numbers below `before`, in order; None for all.

        Raises:
            StoreError: it could not be done; they are safe, and the next runner does it.
        """
        due = sorted(self._held)
        if before is not None and sum(map(len, self._held.values())) <= _MOST_HELD:
            due = [number for number in due if number < before]
        records = [self._held[number] for number in due]
        self._file.append(records)
        self._appended += due
        self._appended_size += sum(map(len, records))
        for number in due:
            del self._held[number]

    def finish(self, wall_s: float) -> None:
        """Brings games.cgn to where nothing is pending. Raises StoreError."""
        self.publish()
        with self._naming_database():
            settled = self._settle(whatever=True)
            with transaction(self._connection):
                self._note_settled(settled)
                self._note_run(wall_s)

    def close(self) -> None:
        """Releases the folder. Records that were not published are left to the next runner."""
        super().close()
        self._lock.release()

    def _mend(self) -> None:
        """Completes what the last runner may not have finished."""
        self.mended = self._file.mend(self)
        self._appended, self._appended_size = list(self.pending()), _MOST_PENDING
        if not (self.folder / CONFIG).exists():
            write_private(self.folder / CONFIG, self.config)
        (self.folder / LOGS).mkdir(mode=0o700, exist_ok=True)

    def _settle(self, whatever: bool = False) -> list[int]:
        """Makes sure that appended records are on the disk, if they are many or `whatever`. Returns their games."""
        if not self._appended or not (whatever or self._appended_size >= _MOST_PENDING):
            return []
        self._file.sync()
        return self._appended

    def _note_settled(self, settled: list[int]) -> None:
        if settled:
            self._connection.executemany("DELETE FROM pending WHERE number = ?", [(number,) for number in settled])
            self._appended, self._appended_size = [], 0

    def _note_run(self, wall_s: float) -> None:
        self._connection.execute("UPDATE run SET wall_s = ? WHERE id = ?", (wall_s, self._run))


def is_begun(folder: Path) -> bool:
    """Whether a tournament was begun in a folder. Raises StoreError if that cannot be told."""
    path = folder / DATABASE
    if not path.is_file() or path.stat().st_size == 0:
        return False
    connection = connect_to_read(path)
    try:
        with naming_file(path):
            return version(connection) > 0
    finally:
        connection.close()


@contextmanager
def folder_in_time(folder: Path) -> Iterator[None]:
    """Makes a folder for a store that is to come. If something is raised inside it goes again, as long as it is empty.

    A sandbox hides the folder from a bot only if it is there when the bot is started.

    Raises:
        StoreError: it cannot be made.
    """
    made = _make_folder(folder)
    try:
        yield
    except BaseException:
        for path in made:
            with suppress(OSError):
                path.rmdir()
        raise


def _make_folder(folder: Path) -> list[Path]:
    """Makes a folder and those above it. Returns those that were not there, the innermost first. Raises StoreError."""
    with naming_file(folder):
        if folder.exists() and not folder.is_dir():
            raise StoreError(f"{folder}: it is a file, a folder was expected")
        missing = [path for path in (folder, *folder.parents) if not path.exists()]
        folder.mkdir(parents=True, exist_ok=True)
    return missing


@contextmanager
def _connected(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection for a store, closed if none comes of it. Raises StoreError."""
    connection = connect(path, "mode=rw")
    try:
        with naming_file(path):
            connection.execute("PRAGMA journal_mode = WAL").fetchone()
            # What is committed is on the disk, not only with the system.
            connection.execute("PRAGMA synchronous = FULL")
        yield connection
    except BaseException:
        connection.close()
        raise


def _make_room(folder: Path) -> None:
    """Removes a tournament of which nothing was played. Raises StoreError for files that would be written over."""
    if is_begun(folder):
        with Results.open(folder) as results:
            if len(results):
                raise StoreError(f"{folder}: there are results in it; 'cardgames resume {folder}' goes on with them")
        for name in (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", CONFIG):
            (folder / name).unlink(missing_ok=True)
    elif not (folder / DATABASE).exists() and (folder / CONFIG).exists():
        raise OtherTournamentError(f"{folder / CONFIG}: it is of no tournament that was begun; take another folder")
    games = folder / GAMES
    if games.exists() and games.stat().st_size:
        raise OtherTournamentError(f"{games}: it is of no tournament that was begun here; take another folder")


def _row(game: Played) -> tuple[int, int, int, str, str, str, str, int, int, str]:
    scheduled, report = game
    outcome = report.outcome
    return (
        scheduled.number,
        scheduled.deal,
        scheduled.round,
        ",".join(map(str, scheduled.players)),
        ",".join(map(str, outcome.winners)),
        ",".join(map(str, outcome.scores)),
        outcome.reason,
        report.plies,
        report.micros,
        digest(report.record),
    )
