"""Databases of earlier versions become today's; those of later versions are left alone."""

import sqlite3
from hashlib import sha256
from pathlib import Path

import pytest

from cardgames.bots.faults import Fault, Termination
from cardgames.tournament.storage.folder import StoreError
from cardgames.tournament.storage.results import Results
from cardgames.tournament.storage.schema import VERSION, migrate, version
from cardgames.tournament.storage.store import Store
from tests.tournament.storage.stored import in_file, new_store, numbers, record

VERSION_1 = f"""
PRAGMA user_version = 1;
CREATE TABLE tournament (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO tournament VALUES ('config', 'game = "spit"'), ('secret', '{"ab" * 32}'), ('written', '0'),
    ('wall_s', '12.5');
CREATE TABLE bot (player INTEGER PRIMARY KEY, name TEXT NOT NULL);
INSERT INTO bot VALUES (0, 'ann'), (1, 'bob');
CREATE TABLE game (number INTEGER PRIMARY KEY, deal INTEGER NOT NULL, round INTEGER NOT NULL, players TEXT NOT NULL,
    winners TEXT NOT NULL, scores TEXT NOT NULL, reason TEXT NOT NULL, plies INTEGER NOT NULL, micros INTEGER NOT NULL);
INSERT INTO game VALUES (1, 1, 1, '0,1', '0', '26,0', 'out', 400, 90000), (2, 1, 1, '1,0', '0', '0,0', 'crash', 7, 80);
CREATE TABLE fault (number INTEGER NOT NULL REFERENCES game, seat INTEGER NOT NULL, kind TEXT NOT NULL,
    detail TEXT NOT NULL);
CREATE INDEX fault_of_game ON fault (number);
INSERT INTO fault VALUES (2, 1, 'crash', 'exit status 3');
CREATE TABLE pending (number INTEGER PRIMARY KEY, record TEXT NOT NULL);
INSERT INTO pending VALUES (1, '{record(1)}'), (2, '{record(2)}');
"""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A folder as version 1 left it."""
    connection = sqlite3.connect(tmp_path / "results.db")
    connection.executescript(VERSION_1)
    connection.close()
    return tmp_path


def check(results: Results) -> None:
    assert results.config == 'game = "spit"'
    assert results.secret == bytes.fromhex("ab" * 32)
    assert results.wall_s == 12.5
    first, second = results.played()
    assert first.report.outcome.scores == (26, 0)
    assert second.report.faults == (Fault(1, Termination.CRASH, "exit status 3"),)


def test_a_runner_brings_an_earlier_version_to_todays(old: Path) -> None:
    with Store.open(old) as store:
        check(store)
        store.begin_run("now")
        store.finish(2.5)
        assert store.wall_s == 15
        assert version(store._connection) == VERSION
    with Store.open(old) as store:
        assert numbers(store.played()) == [1, 2]
    assert in_file(old) == [1, 2]


def test_a_reader_of_an_earlier_version_changes_nothing(old: Path) -> None:
    before = sha256((old / "results.db").read_bytes()).digest()
    with Results.open(old) as results:
        check(results)
    assert sha256((old / "results.db").read_bytes()).digest() == before


def test_an_old_database_has_todays_tables(old: Path, tmp_path: Path) -> None:
    new_store(tmp_path / "new").close()
    tables = []
    for path in (old / "results.db", tmp_path / "new" / "results.db"):
        connection = sqlite3.connect(path, isolation_level=None)
        migrate(connection)
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        columns = {name: connection.execute(f"PRAGMA table_info({name})").fetchall() for (name,) in names}
        tables.append({name: [(row[1], row[2], row[3], row[5]) for row in rows] for name, rows in columns.items()})
        connection.close()
    assert tables[0] == tables[1]


def test_what_cannot_be_migrated_stays_as_it_was(old: Path) -> None:
    connection = sqlite3.connect(old / "results.db", isolation_level=None)
    connection.execute("CREATE TABLE run (wrong)")
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection)
    assert version(connection) == 1
    assert connection.execute("SELECT value FROM tournament WHERE key = 'wall_s'").fetchone() == ("12.5",)
    connection.close()
    with pytest.raises(StoreError, match=r"results\.db: table run already exists"):
        Store.open(old)


def test_a_later_version_is_refused(tmp_path: Path) -> None:
    new_store(tmp_path).close()
    connection = sqlite3.connect(tmp_path / "results.db", isolation_level=None)
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    for read in (Store.open, Results.open):
        with pytest.raises(
            StoreError, match=f"its tables are of version {VERSION + 1}, this cardgames knows them up to"
        ):
            read(tmp_path)
