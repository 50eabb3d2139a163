"""`cardgames replay`: what holds, what does not, and one game step by step."""

import json
from pathlib import Path

import pytest

from cardgames.games.registry import GAMES
from tests.cli.shell import Shell

_WIDE = ("Position: ", "Rules: ", "not covered: ")


@pytest.fixture
def games(shell: Shell, tmp_path: Path) -> Path:
    shell("match", "kroket", "ann=random", "bob=random", "--games", "2", "--seed", "1", "--out", str(tmp_path))
    return tmp_path / "games.cgn"


def test_a_changed_move_is_found(games: Path, shell: Shell) -> None:
    text = games.read_text()
    first, second = text.split("\n[Game ", 1)
    at = second.index("1. ")
    games.write_text(f"{first}\n[Game {second[:at]}1. 0 knock 2. 0 knock\n{second[at:]}")
    answer = shell("replay", str(games))
    assert answer.status == 1
    line = games.read_text()[: games.read_text().index("knock 2. 0")].count("\n") + 1
    assert answer.out.startswith(f"game 2, line {line}: ") or f"line {line + 1}" in answer.out
    assert answer.out.endswith("1 of 2 games failed\n")


def test_another_seed_is_found(games: Path, shell: Shell) -> None:
    text = games.read_text()
    seed = text.split('[Seed "')[1][:64]
    games.write_text(text.replace(seed, seed[::-1]))
    answer = shell("replay", str(games), "--json")
    assert answer.status == 1
    told = json.loads(answer.out)
    assert (told["games"], told["failed"]) == (2, 2)
    assert "Commit is not the SHA-256 of Seed" in told["problems"][0]["problem"]


def test_what_is_cut_off_is_found(games: Path, shell: Shell) -> None:
    text = games.read_text()
    games.write_text(text[: text.rindex("1. ")])
    answer = shell("replay", str(games))
    assert answer.status == 1
    assert "game 2, line " in answer.out
    assert "cut off" in answer.out


def test_one_game_alone(games: Path, shell: Shell) -> None:
    not_covered, all_hold = shell("replay", str(games), "--game", "2").out.splitlines()
    assert all_hold == "1 game: all hold"
    assert not_covered.startswith("not covered: Event, Round, Date, names, ")
    answer = shell("replay", str(games), "--game", "3")
    assert answer.status == 2
    assert "--game 3: a number 1-2 was expected" in answer.complaint


def test_one_game_is_shown_move_by_move(games: Path, shell: Shell) -> None:
    answer = shell("replay", str(games), "--game", "1", "--show")
    assert answer.status == 0
    assert "Seat0: ann\nSeat1: bob\n" in answer.out
    tables = answer.out.count("Kroket, turn ")
    moves = answer.out.count(". seat ")
    assert tables == moves + 1 > 1
    assert "over (" in answer.out
    assert answer.out.endswith("1 game: all hold\n")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_shown(game: str, shell: Shell, tmp_path: Path) -> None:
    shell("match", game, "random", "random", "--games", "2", "--seed", "1", "--out", str(tmp_path))
    answer = shell("replay", str(tmp_path / "games.cgn"), "--game", "1", "--show")
    assert answer.status == 0
    assert max(len(line) for line in answer.out.splitlines() if not line.startswith(_WIDE)) <= 100
    assert "1. seat " in answer.out


@pytest.mark.parametrize(
    ("text", "status", "words"),
    [
        ("", 1, "there is no game in it"),
        ("\n\n", 1, "there is no game in it"),
        ("nonsense\n", 1, "nonsense"),
        ('[Game "chess"]\n', 1, "without its tag"),
        ("\x1b[2J\xff\n", 1, "line 1"),
    ],
)
def test_a_file_that_holds_no_games(text: str, status: int, words: str, shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "games.cgn"
    file.write_text(text, encoding="latin-1")
    answer = shell("replay", str(file))
    assert answer.status == status
    assert words in answer.out + answer.err
    assert "\x1b" not in answer.out + answer.err


@pytest.mark.parametrize("options", [["--show"], ["--show", "--game", "1", "--json"]])
def test_showing_needs_one_game(options: list[str], games: Path, shell: Shell) -> None:
    answer = shell("replay", str(games), *options)
    assert answer.status == 2
    assert "--show" in answer.complaint


def test_a_deal_that_cannot_be_read_is_told_not_shown(games: Path, shell: Shell) -> None:
    games.write_text(games.read_text().replace('[Rules "players=2', '[Rules "players=7'))
    answer = shell("replay", str(games), "--game", "1", "--show")
    assert answer.status == 1
    assert "players=7" in answer.out


def test_a_folder(games: Path, shell: Shell) -> None:
    assert shell("replay", str(games.parent), "--verify").out == "2 games: all hold\n"
    assert shell("replay", str(games.parent), "--game", "2").out == "1 game: all hold\n"
    assert "1. seat " in shell("replay", str(games.parent), "--game", "2", "--show").out
    answer = shell("replay", str(games.parent), "--game", "9")
    assert answer.status == 2
    assert "--game 9: that game has not been played; 'cardgames games-list" in answer.complaint
    games.write_text(games.read_text().replace('[Scores "', '[Scores "7'))
    answer = shell("replay", str(games.parent))
    assert (answer.status, answer.out.splitlines()[-1]) == (1, "2 of 2 games failed")


def test_a_folder_of_no_tournament(games: Path, shell: Shell) -> None:
    (games.parent / "results.db").unlink()
    answer = shell("replay", str(games.parent))
    assert answer.status == 2
    assert (
        f"is a folder without results.db: no tournament is kept there; {games} is a file of records" in answer.complaint
    )
    games.unlink()
    assert shell("replay", str(games.parent)).complaint.endswith("no tournament is kept there")
