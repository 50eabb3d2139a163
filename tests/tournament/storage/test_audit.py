"""The records of a folder against the rules, the tournament's secret and what was counted."""

import re
import sqlite3
from pathlib import Path

import pytest

from cardgames.bots.open_seat import open_seat
from cardgames.table.referee import play_game
from cardgames.tournament.job import Job, setup_of
from cardgames.tournament.played import Played
from cardgames.tournament.seeds import game_seed
from cardgames.tournament.storage.audit import check_file, check_folder
from cardgames.tournament.storage.store import Store
from tests.tournament.run.pools import plan


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A tournament of six games, the last of which has been committed and not appended."""
    settings = plan("ann", "bob", "cid")
    seats = [open_seat(bot) for bot in settings.bots]
    games = []
    while (game := settings.schedule.next()) is not None:
        setup = setup_of(settings.config, Job(game, game_seed(settings.secret, game.deal), "2026.01.31"))
        games.append(Played(game, play_game([seats[player] for player in game.players], setup)))
    names = [bot.name for bot in settings.bots]
    with Store.create(tmp_path, settings.config.to_toml(), settings.secret, names) as store:
        store.commit(games[:5], 0)
        store.finish(0)
        store.commit(games[5:], 0)
    return tmp_path


def problems(folder: Path, wanted: int | None = None) -> list[tuple[int, list[str]]]:
    return [(check.number, check.problems) for check in check_folder(folder, wanted) if check.problems]


def edit(folder: Path, old: str, new: str) -> None:
    path = folder / "games.cgn"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def change(folder: Path, statement: str) -> None:
    connection = sqlite3.connect(folder / "results.db")
    with connection:
        assert connection.execute(statement).rowcount
    connection.close()


def test_a_good_folder_holds_and_reading_it_changes_nothing(folder: Path) -> None:
    before = (folder / "games.cgn").read_bytes()
    checks = list(check_folder(folder))
    assert [check.number for check in checks] == [1, 2, 3, 4, 5, 6]
    assert not problems(folder)
    assert (folder / "games.cgn").read_bytes() == before


def test_one_game_by_its_number_wherever_it_is(folder: Path) -> None:
    for wanted in (3, 6):
        (check,) = check_folder(folder, wanted)
        assert check.number == wanted
        assert check.record is not None
        assert check.record.tags["Round"].endswith(f".{wanted}")
    assert not list(check_folder(folder, 7))
    (third,) = check_file(folder / "games.cgn", 3)
    assert third.record is not None
    assert third.record.tags["Round"] == "1.3"


def test_while_a_runner_is_at_work_what_it_is_just_writing_does_not_matter(folder: Path) -> None:
    with Store.open(folder), (folder / "games.cgn").open("a") as file:
        file.write('[Game "kroket"]\n[Event "half a rec')
        file.flush()
        assert [check.number for check in check_folder(folder) if not check.problems] == [1, 2, 3, 4, 5, 6]
        assert not problems(folder)
    assert len(problems(folder)) == 1


@pytest.mark.parametrize(
    ("old", "new", "number", "words"),
    [
        ('[Round "1.2"]', '[Round "1.1"]', 1, "it is there a second time"),
        ('[Round "1.2"]', '[Round "1.12"]', 12, "Round 1.12: no such game has been counted"),
        ('[Round "1.2"]', '[Round "?"]', 0, "no such game has been counted"),
        ('[Round "1.2"]', '[Round "7.2"]', 2, "Round 7.2, 1.2 was expected: it was counted so"),
        ('[Seat0 "bob"]', '[Seat0 "cid"]', 2, "Seat0 cid, bob was expected: it was counted so"),
        ('[Commit "', '[Commit "0', 1, "Commit is not the SHA-256 of Seed"),
        ("\n1. 0 ", "\n1. 1 ", 5, "move 1, seat 1"),
    ],
)
def test_a_record_that_was_tampered_with(old: str, new: str, number: int, words: str, folder: Path) -> None:
    edit(folder, old, new)
    found = problems(folder)
    assert any(at == number and words in text for at, texts in found for text in texts), found


def test_a_record_that_is_gone(folder: Path) -> None:
    text = (folder / "games.cgn").read_text()
    blocks = re.split(r"(?=\[Game )", text)[1:]
    (folder / "games.cgn").write_text("".join(blocks[:2] + blocks[3:]))
    assert problems(folder) == [(3, ["it was counted, but has no record"])]


def test_a_record_that_was_counted_otherwise(folder: Path) -> None:
    change(folder, "UPDATE game SET scores = '99,98' WHERE number = 4")
    change(folder, "INSERT INTO fault VALUES (6, 0, 'crash', 'x')")
    (fourth, (scores,)), (sixth, (faults,)) = problems(folder)
    assert (fourth, sixth) == (4, 6)
    assert "99,98 was expected: it was counted so" in scores
    assert "its faults are not those that were counted" in faults


def test_deals_of_another_secret(folder: Path) -> None:
    change(folder, f"UPDATE tournament SET value = '{'ab' * 32}' WHERE key = 'secret'")
    found = problems(folder)
    assert [number for number, _ in found] == [1, 2, 3, 4, 5, 6]
    assert all("it follows from the tournament's secret" in texts[0] for _, texts in found)
