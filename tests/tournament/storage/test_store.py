"""The store: what is committed is there, once, whatever happens at whatever moment."""

import os
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgames.bots.faults import Fault, Termination
from cardgames.tournament.storage import store as store_module
from cardgames.tournament.storage.folder import OtherTournamentError, StoreError, free_name
from cardgames.tournament.storage.results import Results, naming_file
from cardgames.tournament.storage.store import Store, folder_in_time, is_begun
from tests.tournament.storage.stored import CONFIG, NAMES, SECRET, game, in_file, new_store, numbers, record

FAULTS = (Fault(0, Termination.CRASH, "exit status 3"), Fault(1, Termination.TIME, "no answer"))


def without_records(*games: int) -> list[object]:
    return [played._replace(report=played.report._replace(record="")) for played in map(game, games)]


def test_what_was_committed_is_read_back(tmp_path: Path) -> None:
    with new_store(tmp_path / "deep" / "down") as store:
        store.begin_run("now")
        store.commit([game(1), game(2, *FAULTS)], 1.5)
        store.commit([game(3, FAULTS[1], FAULTS[1])], 2.5)
        store.finish(3.5)
    with Store.open(tmp_path / "deep" / "down") as store:
        store.begin_run("later")
        store.commit([game(4)], 1.0)
        store.finish(2.0)
    with Results.open(tmp_path / "deep" / "down") as results:
        assert (results.config, results.secret, results.names) == (CONFIG, SECRET, NAMES)
        assert results.wall_s == 5.5
        assert len(results) == 4
        assert list(results.numbers()) == [1, 2, 3, 4]
        played = list(results.played())
        assert [played[0], played[3]] == without_records(1, 4)
        assert played[1].report.faults == FAULTS
        assert results.game(3) == played[2]
        assert results.game(3) != results.game(2)
        assert results.game(5) is None
    assert in_file(tmp_path / "deep" / "down") == [1, 2, 3, 4]


def test_a_folder_for_what_does_not_come_about_goes_again(tmp_path: Path) -> None:
    deep = tmp_path / "deep" / "down"

    def fail(folder: Path, name: str | None = None) -> None:
        with folder_in_time(folder):
            assert folder.is_dir()
            if name is not None:
                (folder / name).touch()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail(deep)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ZeroDivisionError):
        fail(deep, "file")
    assert (deep / "file").exists()
    (deep / "file").unlink()
    with pytest.raises(ZeroDivisionError):
        fail(deep)
    assert deep.is_dir()  # it had been there before
    with folder_in_time(deep / "more"):
        pass
    assert (deep / "more").is_dir()
    (deep / "file").touch()
    with pytest.raises(StoreError, match="it is a file, a folder was expected"):
        fail(deep / "file")


def test_a_game_that_comes_while_the_others_are_read_is_not_read_without_its_faults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with new_store(tmp_path) as store, Results.open(tmp_path) as results:
        store.commit([game(1)], 0)
        read_faults = Results._faults

        def and_then_a_game(self: Results, number: int | None = None) -> dict[int, tuple[Fault, ...]]:
            faults = read_faults(self, number)
            if self is results and len(store) == 1:
                store.commit([game(2, *FAULTS)], 0)
            return faults

        monkeypatch.setattr(Results, "_faults", and_then_a_game)
        assert numbers(results.played()) == [1]
        assert [played.report.faults for played in results.played()] == [(), FAULTS]


def test_the_folder_holds_what_it_should_and_only_the_owner_reads_what_tells_a_deal(tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        store.commit([game(1)], 0)
        store.finish(0)
        assert (tmp_path / "config.toml").read_text() == CONFIG
        private = {"results.db", "results.db-wal", "results.db-shm", "games.cgn", "config.toml"}
        assert {path.name for path in tmp_path.iterdir()} == private | {"logs"}
        assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir() if path.name in private} == {0o600}
        assert (tmp_path / "logs").stat().st_mode & 0o777 == 0o700


def test_records_are_published_in_the_order_of_the_games(tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        store.commit([game(2), game(4)], 0)
        store.publish(1)
        assert in_file(tmp_path) == []
        store.commit([game(1)], 0)
        store.publish(3)
        assert in_file(tmp_path) == [1, 2]
        store.commit([game(3)], 0)
        store.publish(5)
        assert in_file(tmp_path) == [1, 2, 3, 4]
        store.commit([game(7)], 0)
        store.finish(0)
    assert in_file(tmp_path) == [1, 2, 3, 4, 7]


def test_a_game_that_takes_very_long_does_not_hold_up_all_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "_MOST_HELD", 3 * len(record(2)))
    with new_store(tmp_path) as store:
        for number in (2, 3, 4):
            store.commit([game(number)], 0)
            store.publish(1)
        assert in_file(tmp_path) == []
        store.commit([game(5)], 0)
        store.publish(1)
        assert in_file(tmp_path) == [2, 3, 4, 5]


def test_the_database_keeps_records_only_until_they_are_in_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "_MOST_PENDING", 2 * len(record(2)))
    with new_store(tmp_path) as store:
        for number in range(1, 10):
            store.commit([game(number)], 0)
            store.publish()
            assert len(store.pending()) <= 3
        store.finish(0)
        assert not store.pending()
    assert in_file(tmp_path) == list(range(1, 10))


# -- everything stops


@pytest.mark.parametrize("cut", [0, 1, 20, 45, 60, -3, -1, 10**6])
def test_what_was_being_appended_when_everything_stopped_is_completed(cut: int, tmp_path: Path) -> None:
    store = new_store(tmp_path)
    store.commit([game(1)], 0)
    store.finish(0)
    store.commit([game(2), game(3)], 0)
    store.close()
    with (tmp_path / "games.cgn").open("ab") as file:
        file.write((record(2) + record(3)).encode()[:cut])
    for _ in range(2):
        # The second time nothing is left to be done.
        with Store.open(tmp_path) as store:
            assert store.mended is None
            assert numbers(store.played()) == [1, 2, 3]
        assert sorted(in_file(tmp_path)) == [1, 2, 3]


@settings(max_examples=30)
@given(st.data())
def test_at_whatever_moment_it_stops_each_committed_game_is_there_once(data: st.DataObject) -> None:
    with TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        folder = Path(name)
        patch.setattr(store_module, "_MOST_PENDING", 150)
        store = new_store(folder)
        committed: list[int] = []
        for _ in range(data.draw(st.integers(1, 4))):
            settled = (folder / "games.cgn").stat().st_size
            for _ in range(data.draw(st.integers(0, 5))):
                fresh = [len(committed) + at for at in range(1, data.draw(st.integers(1, 3)) + 1)]
                size = (folder / "games.cgn").stat().st_size
                store.commit([game(number, length=data.draw(st.integers(0, 90))) for number in fresh], 0)
                committed += fresh
                settled = settled if store._appended else size
                if data.draw(st.booleans()):
                    store.publish(data.draw(st.none() | st.integers(1, len(committed) + 1)))
            # What is not yet known to be on the disk may be lost, from any byte on.
            store.close()
            size = (folder / "games.cgn").stat().st_size
            os.truncate(folder / "games.cgn", data.draw(st.integers(min(settled, size), size)))
            store = Store.open(folder)
            assert store.mended is None
            assert numbers(store.played()) == committed
            assert sorted(in_file(folder)) == committed
        store.close()


def test_what_is_no_record_of_the_tournament_is_put_aside_and_told(tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        store.commit([game(1), game(2)], 0)
        store.publish()
    (tmp_path / "games.cgn").write_text(f"{record(2)}what is this\n")
    with Store.open(tmp_path) as store:
        assert store.mended is not None
        assert "the records of 1 game are kept" in store.mended
        assert "games.cgn.damaged is the file as it was" in store.mended
    assert (tmp_path / "games.cgn.damaged").read_text() == f"{record(2)}what is this\n"
    assert sorted(in_file(tmp_path)) == [1, 2]


@pytest.mark.parametrize(
    ("edit", "left", "gone"),
    [
        (lambda text: text.replace("xxx", "xxyx", 1), [2, 3, 4, 5], "game 1"),
        (lambda text: text.replace(f"{record(3)}", f"{record(3)}{record(3)}"), [1, 2, 3, 4, 5], ""),
        (lambda text: text.replace(record(3), ""), [1, 2, 4, 5], "game 3"),
        (lambda text: text.replace(record(3), record(3).rstrip() + "\nmore of it\n\n"), [1, 2, 3, 4, 5], ""),
        (lambda text: text.replace(record(4), record(4)[:50] + record(4)[51:]), [1, 2, 3, 5], "game 4"),
        (lambda text: text[: text.index(record(3)) + 60] + text[text.index(record(4)) + 70 :], [1, 2, 5], "games 3-4"),
        (lambda text: text[: -len(record(5)) - 10], [1, 2, 3], "games 4-5"),
        (lambda text: text[:-1], [1, 2, 3, 4, 5], ""),
        (lambda text: text[:-2], [1, 2, 3, 4, 5], ""),
        (lambda text: text.rstrip() + "\n" * 7, [1, 2, 3, 4, 5], ""),
        (lambda text: text.replace("\n", "\r\n"), [1, 2, 3, 4, 5], ""),
        (lambda text: "\ufeff" + text, [1, 2, 3, 4, 5], ""),
        (lambda text: "hello\n" + text, [1, 2, 3, 4, 5], ""),
        (lambda text: text.replace("é", "\0", 1), [2, 3, 4, 5], "game 1"),
        (lambda text: text.replace(".2", "." + "2" * 5000), [1, 3, 4, 5], "game 2"),
        (lambda text: text.replace('"1-0"', '"' + "1" * 10**6 + '"', 1), [2, 3, 4, 5], "game 1"),
        (lambda _text: "", [], "games 1-5"),
        (lambda _text: "\0" * 1000, [], "games 1-5"),
    ],
)
def test_what_can_be_told_of_a_file_that_was_changed_stays_and_the_rest_is_named(
    edit: Callable[[str], str], left: list[int], gone: str, tmp_path: Path
) -> None:
    with new_store(tmp_path) as store:
        store.commit([game(number) for number in range(1, 6)], 0)
        store.finish(0)
        store.commit([game(6), game(7)], 0)
    path = tmp_path / "games.cgn"
    text = edit(path.read_text())
    path.write_bytes(text.encode())
    with Store.open(tmp_path) as store:
        assert numbers(store.played()) == [1, 2, 3, 4, 5, 6, 7]
        told = store.mended or ""
        store.commit([game(8)], 0)
        store.finish(0)
    assert (f"those of {gone} are gone from it" in told) == bool(gone), told
    aside = tmp_path / "games.cgn.damaged"
    assert aside.exists() == ("games.cgn.damaged is the file as it was" in told)
    if aside.exists():
        assert aside.read_bytes() == text.encode()
    kept = re.sub(r"\n{3,}", "\n\n", path.read_text().removeprefix("\ufeff"))
    path.write_text(kept)
    assert in_file(tmp_path) == [*left, 6, 7, 8]


def test_what_was_put_back_is_found_again(tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        store.commit([game(1), game(2)], 0)
        store.finish(0)
    path = tmp_path / "games.cgn"
    path.unlink()
    for _ in range(2):
        with Store.open(tmp_path) as store:
            assert "those of games 1-2 are gone from it" in (store.mended or "")
            assert len(store) == 2
    path.write_text(record(2) + record(1))
    with Store.open(tmp_path) as store:
        assert store.mended is None


def test_a_game_that_an_earlier_version_kept_is_whole_if_it_was_closed(tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        store.commit([game(1), game(2)], 0)
        store.finish(0)
        store._connection.execute("UPDATE game SET sha256 = ''")
    path = tmp_path / "games.cgn"
    path.write_text(record(1).removesuffix("1-0\n\n") + record(2) + "more")
    with Store.open(tmp_path) as store:
        assert "those of game 1 are gone from it" in (store.mended or "")
    assert in_file(tmp_path) == [2]


def test_a_database_that_was_changed_by_hand_is_told(tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        store.commit([game(1), game(2, FAULTS[0])], 0)
        store.finish(0)
    for statement, words in (
        ("UPDATE game SET scores = '1,x' WHERE number = 1", "game 1 cannot be read"),
        (f"UPDATE game SET scores = '{'9' * 5000}' WHERE number = 1", "game 1 cannot be read"),
        ("UPDATE game SET scores = '1,2' WHERE number = 1", None),
        ("UPDATE fault SET kind = 'bad luck'", "the faults of game 2 cannot be read"),
        ("UPDATE tournament SET value = 'x' WHERE key = 'secret'", "what the tournament is cannot be read"),
    ):
        connection = sqlite3.connect(tmp_path / "results.db", isolation_level=None)
        connection.execute(statement)
        connection.close()
        if words is not None:
            with pytest.raises(StoreError, match=words), Results.open(tmp_path) as results:
                list(results.played())


def test_a_config_that_is_gone_is_written_again(tmp_path: Path) -> None:
    new_store(tmp_path).close()
    (tmp_path / "config.toml").unlink()
    Store.open(tmp_path).close()
    assert (tmp_path / "config.toml").read_text() == CONFIG


# -- the disk


def test_a_database_that_cannot_grow_takes_all_games_of_a_commit_or_none(tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        store.commit([game(1)], 0)
        (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
        store._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreError, match=r"results\.db: database or disk is full"):
            store.commit([game(number, length=9000) for number in (2, 3)], 0)
    with Store.open(tmp_path) as store:
        assert numbers(store.played()) == [1]
        store.commit([game(2), game(3)], 0)
        store.finish(0)
    assert in_file(tmp_path) == [1, 2, 3]


def test_a_file_that_cannot_grow_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_path: Path, _block: str) -> None:
        raise OSError(28, os.strerror(28))

    with new_store(tmp_path) as store:
        store.commit([game(1)], 0)
        store.publish()
        with monkeypatch.context() as patch:
            patch.setattr("cardgames.tournament.storage.games_file.append_whole", full)
            store.commit([game(2)], 0)
            with pytest.raises(StoreError, match=r"games\.cgn: No space left on device"):
                store.publish()
    with Store.open(tmp_path) as store:
        assert numbers(store.played()) == [1, 2]
    assert in_file(tmp_path) == [1, 2]


def test_what_sqlite_calls_an_io_error_gets_a_hint(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"x: disk I/O error; is the disk full\?"), naming_file(tmp_path / "x"):
        raise sqlite3.OperationalError("disk I/O error")


# -- whose folder it is


def test_a_second_runner_is_refused_and_readers_are_not(tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        store.commit([game(1)], 0)
        with pytest.raises(StoreError, match="another runner is at work in this folder"):
            Store.open(tmp_path)
        with pytest.raises(StoreError, match="another runner is at work in this folder"):
            new_store(tmp_path)
        with Results.open(tmp_path) as results:
            assert numbers(results.played()) == [1]
            store.commit([game(2)], 0)
            assert numbers(results.played()) == [1, 2]
            with results.held_still():
                assert len(results) == 2
                store.commit([game(3)], 0)
                assert len(results) == 2
    Store.open(tmp_path).close()


def test_a_new_tournament_does_not_go_where_games_have_been_played(tmp_path: Path) -> None:
    assert not is_begun(tmp_path)
    new_store(tmp_path).close()
    assert is_begun(tmp_path)
    # Nothing has been played: the folder is free.
    Store.create(tmp_path, "another\n", SECRET, NAMES).close()
    assert (tmp_path / "config.toml").read_text() == "another\n"
    with new_store(tmp_path) as store:
        store.commit([game(1)], 0)
    with pytest.raises(StoreError, match=r"there are results in it; 'cardgames resume .*' goes on with them"):
        new_store(tmp_path)


def test_a_runner_that_was_killed_before_its_first_breath_leaves_a_free_folder(tmp_path: Path) -> None:
    (tmp_path / "results.db").touch()
    (tmp_path / "games.cgn").touch()
    assert not is_begun(tmp_path)
    with pytest.raises(StoreError, match="no tournament has begun there"):
        Store.open(tmp_path)
    with pytest.raises(StoreError, match="no tournament has begun there"):
        Results.open(tmp_path)
    new_store(tmp_path).close()
    assert is_begun(tmp_path)


@pytest.mark.parametrize("name", ["games.cgn", "config.toml"])
def test_a_file_of_somebody_else_is_not_written_over(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("mine")
    with pytest.raises(OtherTournamentError, match=f"{name}: it is of no tournament that was begun"):
        new_store(tmp_path)
    assert (tmp_path / name).read_text() == "mine"


def test_what_is_no_folder_of_results(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no such folder"):
        Results.open(tmp_path / "nowhere")
    with pytest.raises(StoreError, match=r"no results\.db in it, a folder of results was expected"):
        Store.open(tmp_path)
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match="it is a file, a folder was expected"):
        new_store(tmp_path / "file")
    with pytest.raises(StoreError, match="file/below: Not a directory"):
        new_store(tmp_path / "file" / "below")
    (tmp_path / "results.db").write_text("no database, but long enough to be looked at as if it were one" * 20)
    for read in (Results.open, Store.open, is_begun):
        with pytest.raises(StoreError, match="file is not a database"):
            read(tmp_path)


def test_a_name_that_is_taken_gets_a_number(tmp_path: Path) -> None:
    folder = tmp_path / "spit"
    assert free_name(folder) == folder
    folder.mkdir()
    (tmp_path / "spit-2").touch()
    assert free_name(folder) == tmp_path / "spit-3"
