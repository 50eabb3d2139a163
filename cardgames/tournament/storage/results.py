"""The results of a tournament, read from its folder."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from cardgames.bots.faults import Fault, Termination
from cardgames.rules.game import Outcome
from cardgames.table.referee import GameReport
from cardgames.tournament.formats.schedule import ScheduledGame
from cardgames.tournament.played import Played
from cardgames.tournament.storage.folder import DATABASE, StoreError
from cardgames.tournament.storage.schema import VERSION, NewerSchemaError, migrate, version

_BUSY_S = 30.0
"""Seconds to wait while another program holds the database."""
_PLAYED = "number, deal, round, players, winners, scores, reason, plies, micros"


class Results:
    """What a folder holds, to be read; also while a runner is at work there."""

    def __init__(self, folder: Path, connection: sqlite3.Connection) -> None:
        self.folder = folder
        self._connection = connection
        with self._naming_database():
            values = dict(connection.execute("SELECT key, value FROM tournament"))
            names = connection.execute("SELECT name FROM bot ORDER BY player").fetchall()
        try:
            self.config: str = values["config"]
            """The effective config as TOML."""
            self.secret = bytes.fromhex(values["secret"])
            """What all deals follow from (seeds.py)."""
        except (KeyError, ValueError):
            raise self._damaged("what the tournament is") from None
        self.names: tuple[str, ...] = tuple(name for (name,) in names)
        """The bots, in the order of the config."""

    @classmethod
    def open(cls, folder: Path) -> Self:
        """The results of a folder, read as they are now. Raises StoreError."""
        path = database_of(folder)
        connection = connect_to_read(path)
        try:
            with naming_file(path):
                if begun_version(connection, path) < VERSION:
                    # Brought to today's in memory: whoever reads changes nothing.
                    connection = _copy_of_today(connection)
            return cls(folder, connection)
        except BaseException:
            connection.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the database."""
        self._connection.close()

    def __len__(self) -> int:
        """How many games have been played."""
        with self._naming_database():
            (count,) = self._connection.execute("SELECT COUNT(*) FROM game").fetchone()
        return int(count)

    @property
    def wall_s(self) -> float:
        """The seconds that runners have worked, all together."""
        with self._naming_database():
            (seconds,) = self._connection.execute("SELECT TOTAL(wall_s) FROM run").fetchone()
        return float(seconds)

    def played(self, *, as_ended: bool = False) -> Iterator[Played]:
        """Every game, without its record: by number, or in the order in which they ended."""
        order = "ended, number" if as_ended else "number"
        with self._naming_database():
            games = self._connection.execute(f"SELECT {_PLAYED} FROM game ORDER BY {order}")  # noqa: S608
            # After that, so that no game that a runner adds meanwhile comes without its faults.
            faults = self._faults()
            for row in games:
                yield self._played(row, faults.get(row[0], ()))

    def numbers(self) -> Iterator[int]:
        """Of every game, in order."""
        with self._naming_database():
            for (number,) in self._connection.execute("SELECT number FROM game ORDER BY number"):
                yield number

    def game(self, number: int) -> Played | None:
        """One game, without its record; None if it has not been played."""
        with self._naming_database():
            query = f"SELECT {_PLAYED} FROM game WHERE number = ?"  # noqa: S608
            row = self._connection.execute(query, (number,)).fetchone()
            return None if row is None else self._played(row, self._faults(number).get(number, ()))

    def digest(self, number: int) -> str | None:
        """Of the record of a game (`record.digest`): empty if it was not kept; None if the game has not been played."""
        with self._naming_database():
            row = self._connection.execute("SELECT sha256 FROM game WHERE number = ?", (number,)).fetchone()
            return None if row is None else str(row[0])

    @contextmanager
    def held_still(self) -> Iterator[None]:
        """Whatever is read in the block is of one moment, even if a runner adds games meanwhile."""
        with self._naming_database():
            self._connection.execute("BEGIN")
            try:
                yield
            finally:
                self._connection.execute("ROLLBACK")

    def pending(self) -> Mapping[int, str]:
        """Records that may not be in games.cgn yet, by number."""
        with self._naming_database():
            return dict(self._connection.execute("SELECT number, record FROM pending ORDER BY number"))

    def _faults(self, number: int | None = None) -> dict[int, tuple[Fault, ...]]:
        """By game: those of one, or of all."""
        query = "SELECT * FROM fault WHERE number = coalesce(?, number) ORDER BY rowid"
        faults: dict[int, tuple[Fault, ...]] = {}
        for game, seat, kind, detail in self._connection.execute(query, (number,)):
            if kind not in list(Termination):
                raise self._damaged(f"the faults of game {game}")
            faults[game] = (*faults.get(game, ()), Fault(seat, Termination(kind), detail))
        return faults

    def _played(self, row: tuple[int, int, int, str, str, str, str, int, int], faults: tuple[Fault, ...]) -> Played:
        number, deal, in_round, players, winners, scores, reason, plies, micros = row
        try:
            scheduled = ScheduledGame(number, deal, in_round, _numbers(players))
            outcome = Outcome(_numbers(winners), _numbers(scores), reason)
        except ValueError:
            raise self._damaged(f"game {number}") from None
        return Played(scheduled, GameReport(outcome, faults, plies, micros, ""))

    def _damaged(self, what: str) -> StoreError:
        return StoreError(f"{self.folder / DATABASE}: {what} cannot be read; it was damaged, or changed by hand")

    @contextmanager
    def _naming_database(self) -> Iterator[None]:
        with naming_file(self.folder / DATABASE):
            yield


def database_of(folder: Path) -> Path:
    """The database of a folder. Raises StoreError if there is none."""
    path = folder / DATABASE
    if not path.is_file():
        if not folder.exists():
            raise StoreError(f"{folder}: there is no such folder")
        what = f"no {DATABASE} in it" if folder.is_dir() else "it is a file"
        raise StoreError(f"{folder}: {what}, a folder of results was expected")
    return path


def begun_version(connection: sqlite3.Connection, path: Path) -> int:
    """The version of the tables. Raises StoreError if there are none."""
    found = version(connection)
    if found == 0:
        raise StoreError(f"{path}: no tournament has begun there")
    return found


@contextmanager
def naming_file(path: Path) -> Iterator[None]:
    """Makes a StoreError, with the path of the file, of any error of SQLite or the system in the block."""
    try:
        yield
    except (sqlite3.Error, NewerSchemaError) as error:
        hint = "; is the disk full?" if str(error) == "disk I/O error" else ""
        raise StoreError(f"{path}: {error}{hint}") from None
    except OSError as error:
        raise StoreError(f"{error.filename or path}: {error.strerror}") from None


def connect(path: Path, parameters: str) -> sqlite3.Connection:
    """Opens a database without changing anything. Raises StoreError."""
    with naming_file(path):
        return sqlite3.connect(
            f"{path.absolute().as_uri()}?{parameters}", uri=True, isolation_level=None, timeout=_BUSY_S
        )


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Opens a database to be read, also where its folder cannot be written. Raises StoreError."""
    connection = connect(path, "mode=ro")
    try:
        version(connection)
    except sqlite3.OperationalError:
        # In a folder that cannot be written SQLite can only read what nobody is writing.
        connection.close()
        log = path.with_name(f"{path.name}-wal")
        if log.exists() and log.stat().st_size:
            raise StoreError(
                f"{path}: it was not closed, and cannot be read where {path.parent} cannot be written; copy the folder"
            ) from None
        connection = connect(path, "immutable=1")
    except (sqlite3.Error, NewerSchemaError):
        # Told by whoever looks at it next.
        return connection
    return connection


def _copy_of_today(connection: sqlite3.Connection) -> sqlite3.Connection:
    copy = sqlite3.connect(":memory:", isolation_level=None)
    try:
        connection.backup(copy)
        migrate(copy)
    except BaseException:
        copy.close()
        raise
    connection.close()
    return copy


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))
