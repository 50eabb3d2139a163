"""`standings DIR` and `games-list DIR`: what has been played, told again."""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from cardgames.tournament.run.logs import fault_path, traffic_path
from cardgames.tournament.storage.folder import LOGS
from tests.cli.commands.results_folders import config_of, store_games
from tests.cli.shell import Shell

SPRT = 'sprt = "elo0=0,elo1=100,alpha=0.4,beta=0.4"'


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """A round robin of three that was broken off after 10 of 12 games."""
    store_games(tmp_path / "results", config_of("games = 4"), most=10)
    return tmp_path / "results"


def test_the_table(results: Path, shell: Shell) -> None:
    answer = shell("standings", str(results))
    assert (answer.status, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert [line.split()[:7] for line in lines[1:4]] == [
        ["1", "ann", "8", "8", "0", "0", "8"],
        ["2", "bob", "6", "1", "1", "4", "1.5"],
        ["3", "cat", "6", "0", "1", "5", "0.5"],
    ]
    assert "crash 1" in answer.out
    assert lines[-1].startswith("broken off: 10 of 12 games of kroket in 2.5 s, 111 plies")


def test_the_object_is_that_of_the_tournament(results: Path, shell: Shell) -> None:
    told = json.loads(shell("standings", str(results), "--json").out)
    assert (told["games"], told["scheduled"], told["complete"], told["wall_s"]) == (10, 12, False, 2.5)
    ann, bob, cat = told["players"]
    assert (ann["points"], bob["points"], cat["points"]) == (8, 1.5, 0.5)
    assert (bob["faults"]["crash"], cat["faults"]["crash"]) == (0, 1)
    assert told["pairs"]["ann"]["bob"]["pentanomial"] == [0, 0, 0, 0, 2]


def test_a_crosstable(results: Path, shell: Shell) -> None:
    lines = shell("standings", str(results), "--crosstable").out.splitlines()
    assert [line.split() for line in lines] == [
        ["#", "player", "1", "2", "3", "points"],
        ["1", "ann", "4/4", "4/4", "8"],
        ["2", "bob", "0/4", "1.5/2", "1.5"],
        ["3", "cat", "0/4", "0.5/2", "0.5"],
    ]


def test_tables_for_a_spreadsheet(results: Path, shell: Shell) -> None:
    rows = list(csv.DictReader(io.StringIO(shell("standings", str(results), "--csv").out)))
    assert [(row["place"], row["player"], row["points"], row["crash"]) for row in rows] == [
        ("1", "ann", "8.0", "0"),
        ("2", "bob", "1.5", "0"),
        ("3", "cat", "0.5", "1"),
    ]
    crossed = list(csv.reader(io.StringIO(shell("standings", str(results), "--csv", "--crosstable").out)))
    assert crossed[1] == ["1", "ann", "", "4/4", "4/4", "8"]


def test_a_swiss_is_told_with_its_places(tmp_path: Path, shell: Shell) -> None:
    store_games(tmp_path / "results", config_of('format = "swiss"\ngames = 2\nrounds = 1'))
    lines = shell("standings", str(tmp_path / "results")).out.splitlines()
    assert lines[0].endswith("place")
    assert lines[1].endswith("2 points, Buchholz 0")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("standings", "Missing argument 'DIR'"),
        ("standings nowhere", "there is no such folder"),
        ("standings .", "a folder of results was expected"),
        ("standings results --json --csv", "--json and --csv: one of the two was expected"),
        ("standings results --json --crosstable", "--json and --crosstable: one of the two was expected"),
        ("games-list nowhere", "there is no folder or file nowhere"),
        ("games-list .", "a folder of results was expected"),
        ("games-list results --bot bbo", "--bot bbo: no bot of that name plays here; did you mean bob?"),
        ("games-list results --result lost", "--result lost: win, draw, loss or as in the record (1-0) was expected"),
        ("games-list results --records --json", "--records, --logs and --json: one of them was expected"),
        ("games-list results/games.cgn --logs", "the folder that it is in was expected with --logs"),
    ],
)
def test_what_cannot_be_told(
    line: str, words: str, results: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(results.parent)
    answer = shell(*line.split())
    assert answer.status in (1, 2)
    assert words in answer.complaint


def test_a_damaged_config_is_told_with_its_line(results: Path, shell: Shell) -> None:
    import sqlite3

    connection = sqlite3.connect(results / "results.db")
    connection.execute("UPDATE tournament SET value = replace(value, 'kroket', 'whist') WHERE key = 'config'")
    connection.commit()
    connection.close()
    answer = shell("standings", str(results))
    assert answer.complaint == f"cardgames: {results}/config.toml:1: no game 'whist'; there are crapette, spit, kroket"


# -- games, one by one


def numbers(shell: Shell, *line: str) -> list[int]:
    answer = shell("games-list", *line, "--json")
    assert answer.status == 0
    return [game["number"] for game in json.loads(answer.out)["games"]]


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ("", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        ("--bot bob", [1, 2, 5, 6, 7, 8]),
        ("--bot bob --bot cat", [5, 6]),
        ("--bot bob --result loss", [1, 2, 7, 8]),
        ("--bot cat --bot bob --result loss", [5]),
        ("--bot bob --result win", [5]),
        ("--result draw", [6]),
        ("--result 0-1", [2, 4, 8, 10]),
        ("--result draw --result 0-1", [2, 4, 6, 8, 10]),
        ("--reason crash", [5]),
        ("--reason crash --reason out", [5]),
        ("--game 5 --game 7", [5, 7]),
        ("--game 99", []),
    ],
)
def test_games_are_found(options: str, wanted: list[int], results: Path, shell: Shell) -> None:
    assert numbers(shell, str(results), *options.split()) == wanted


def test_the_list(results: Path, shell: Shell) -> None:
    lines = shell(
        "games-list", str(results), "--reason", "crash", "--reason", "knock", "--game", "1", "--game", "5"
    ).out
    assert [line.split() for line in lines.splitlines()] == [
        ["game", "round", "players", "result", "scores", "reason", "plies"],
        ["1", "1.1", "ann", "-", "bob", "1-0", "9,4", "knock", "12"],
        ["5", "1.5", "bob", "-", "cat", "1-0", "0,0", "crash", "3"],
        ["game", "5,", "cat,", "seat", "1,", "crash:", "exit", "status", "3"],
    ]


@pytest.mark.parametrize(
    ("settings", "stored", "counts"),
    [
        # Game 5 has the fault.
        ('on-fault = "void"', range(1, 9), {"yes": 7, "void": 1}),
        (SPRT, range(2, 9), {"waiting": 7}),
        (SPRT, [1, 2, 3, 5, 7], {"yes": 3, "waiting": 2}),
        # Four wins of ann in four games are enough.
        (SPRT, range(1, 9), {"yes": 4, "left out": 4}),
        (SPRT, [1, 2, 3, 4, 6, 8], {"yes": 4, "left out": 2}),
        (f'{SPRT}\non-fault = "void"', range(1, 6), {"yes": 4, "left out": 1}),
        ("", range(1, 9), {"yes": 8}),
    ],
)
def test_games_that_do_not_count_are_marked(
    settings: str, stored: Iterable[int], counts: dict[str, int], tmp_path: Path, shell: Shell
) -> None:
    folder, names = tmp_path / "results", ("ann", "bob")
    store_games(folder, config_of(f"games = 20\n{settings}", names), numbers=stored)
    games = json.loads(shell("games-list", str(folder), "--json").out)["games"]
    assert Counter(game["counts"] for game in games) == counts
    lines = shell("games-list", str(folder)).out.splitlines()
    assert lines[0].endswith("counts" if len(counts) > 1 or "yes" not in counts else "plies")
    if lines[0].endswith("counts"):
        assert [line.rpartition("  ")[2].strip() for line in lines[1 : len(games) + 1]] == [
            game["counts"] for game in games
        ]
    told = json.loads(shell("standings", str(folder), "--json").out)
    assert told["played"] == len(games)
    assert (told["games"], told["voided"]) == (counts.get("yes", 0), counts.get("void", 0))
    if told["sprt"] is not None:
        assert (told["sprt"]["waiting"], told["sprt"]["left_out"]) == (
            counts.get("waiting", 0),
            counts.get("left out", 0),
        )


def test_the_records_of_games(results: Path, shell: Shell) -> None:
    out = shell("games-list", str(results), "--game", "2", "--game", "4", "--records").out
    assert out == "".join(f'[Game "kroket"]\n[Round "1.{number}"]\n\n1-0\n\n' for number in (2, 4))


def test_the_log_of_a_lost_game(results: Path, shell: Shell) -> None:
    logs = results / LOGS
    fault_path(logs, 5, 1).write_text("game 5, cat\n\n  File x, line 1\n\x1b[2J\n")
    traffic_path(logs, 5).write_text("12:00 seat 1 > go\n")
    lines = shell("games-list", str(results), "--reason", "crash", "--logs").out.splitlines()
    assert lines == [
        "5 1.5 bob - cat 1-0 0,0 crash 3",
        f"-- {fault_path(logs, 5, 1)}",
        *("game 5, cat", "", "  File x, line 1", "?[2J"),
        f"-- {traffic_path(logs, 5)}",
        "12:00 seat 1 > go",
    ]
    nothing = shell("games-list", str(results), "--game", "1", "--logs").out.splitlines()
    assert nothing[1].startswith("-- nothing was logged")


def test_a_file_of_records(shell: Shell, tmp_path: Path) -> None:
    shell("match", "kroket", "ann=random", "bob=random", "--games", "4", "--seed", "1", "--out", str(tmp_path / "r"))
    path = tmp_path / "r" / "games.cgn"
    assert numbers(shell, str(path)) == [1, 2, 3, 4]
    won = numbers(shell, str(path), "--bot", "ann", "--result", "win")
    lost = numbers(shell, str(path), "--bot", "ann", "--result", "loss")
    drawn = numbers(shell, str(path), "--result", "draw")
    assert sorted([*won, *lost, *drawn]) == [1, 2, 3, 4]
    assert numbers(shell, str(path), "--bot", "nobody") == []
    # What is printed is a file of records again.
    (tmp_path / "some.cgn").write_text(shell("games-list", str(path), "--game", "2", "--game", "3", "--records").out)
    assert shell("replay", str(tmp_path / "some.cgn")).out.endswith("\n2 games: all hold\n")
    assert numbers(shell, str(tmp_path / "some.cgn")) == [1, 2]
    path.write_text('[Game "kroket"]\n')
    assert shell("games-list", str(path)).status == 1
