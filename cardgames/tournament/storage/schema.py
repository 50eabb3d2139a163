"""The tables of results.db, and how those of earlier versions become today's."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

VERSION = 3
"""Of the tables; stands in the database as `user_version`, which is 0 until they are made."""

_RUN = """
CREATE TABLE run (id INTEGER PRIMARY KEY, started TEXT NOT NULL, pid INTEGER NOT NULL, wall_s REAL NOT NULL)
"""

TABLES = (
    "CREATE TABLE tournament (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE bot (player INTEGER PRIMARY KEY, name TEXT NOT NULL)",
    """
    CREATE TABLE game (
        number INTEGER PRIMARY KEY,
        deal INTEGER NOT NULL,
        round INTEGER NOT NULL,
        players TEXT NOT NULL,
        winners TEXT NOT NULL,
        scores TEXT NOT NULL,
        reason TEXT NOT NULL,
        plies INTEGER NOT NULL,
        micros INTEGER NOT NULL,
        sha256 TEXT NOT NULL DEFAULT '',
        ended INTEGER NOT NULL DEFAULT 0
    )
    """,
    """
    CREATE TABLE fault (
        number INTEGER NOT NULL REFERENCES game,
        seat INTEGER NOT NULL,
        kind TEXT NOT NULL,
        detail TEXT NOT NULL
    )
    """,
    "CREATE INDEX fault_of_game ON fault (number)",
    "CREATE TABLE pending (number INTEGER PRIMARY KEY, record TEXT NOT NULL)",
    _RUN,
)
"""Today's.

tournament  `config` (the effective one, TOML), `secret` (hex)
bot         the players by number, in the order they were named
game        what was played: `players`, `winners` (seats) and `scores` as numbers joined by commas;
            `sha256` of its record (`record.digest`), empty for games that an earlier version has kept;
            `ended` tells in which order they ended and were counted, 1 and up
fault       what ended a game, if not its rules
pending     records that are not yet known to be on the disk in games.cgn
run         a row for each time that a runner was at work, with its seconds
"""

_STEPS = {
    # Version 1 kept one sum of all seconds.
    1: (
        _RUN,
        """
        INSERT INTO run (started, pid, wall_s)
            SELECT '', 0, CAST(value AS REAL) FROM tournament WHERE key = 'wall_s'
        """,
        "DELETE FROM tournament WHERE key = 'wall_s'",
    ),
    # Version 2 knew how long games.cgn was, but not what was in it; and not in which order games ended.
    2: (
        "ALTER TABLE game ADD COLUMN sha256 TEXT NOT NULL DEFAULT ''",
        "DELETE FROM tournament WHERE key = 'written'",
        "ALTER TABLE game ADD COLUMN ended INTEGER NOT NULL DEFAULT 0",
        "UPDATE game SET ended = number",
    ),
}
"""From each earlier version to the next."""


class NewerSchemaError(Exception):
    """A database of a later version than this program knows."""


def version(connection: sqlite3.Connection) -> int:
    """The version of the tables, 0 if there are none. Raises NewerSchemaError for one that is not known here."""
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    if found > VERSION:
        raise NewerSchemaError(
            f"its tables are of version {found}, this cardgames knows them up to {VERSION}; use the newer one"
        )
    return int(found)


def migrate(connection: sqlite3.Connection) -> None:
    """Brings the tables of any earlier version to today's, in one transaction.

    Raises:
        NewerSchemaError: a later version.
        sqlite3.Error: it could not be done, nothing has changed.
    """
    found = version(connection)
    if found < VERSION:
        with transaction(connection):
            for step in range(found, VERSION):
                for statement in _STEPS[step]:
                    connection.execute(statement)
            set_version(connection)


def make(connection: sqlite3.Connection) -> None:
    """Makes today's tables. To be called in a transaction."""
    for statement in TABLES:
        connection.execute(statement)
    set_version(connection)


def set_version(connection: sqlite3.Connection) -> None:
    """Writes the version of today's tables into the database."""
    connection.execute(f"PRAGMA user_version = {VERSION}")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Commits what is done in the block, or nothing of it if it raises."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # A failed statement may have taken all back already.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
