"""`cardgames match` and `cardgames tournament`, from the command line to the result."""

import json
import shlex
import sys
from pathlib import Path
from shlex import quote
from typing import Any

import pexpect
import pytest

from tests.cli.shell import PROGRAM, Shell, environment, program

ROOT = Path(__file__).parents[3]
PYTHON_BOT = "py=" + shlex.join((sys.executable, f"{ROOT}/scripts/bots/random_bot.py"))


def told(out: str) -> dict[str, Any]:
    """The object that stands on the last line of stdout."""
    found = json.loads(out.splitlines()[-1])
    assert isinstance(found, dict)
    return found


def without_times(found: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if key not in ("wall_s", "us_per_ply", "folder")}


@pytest.mark.parametrize(
    ("line", "games", "names"),
    [
        ("match kroket random random --games 4", 4, ["random", "random#2"]),
        ("match spit a=random b=random --games 2 --think 50 --jitter 0 --hand 10 --movetime 500", 2, ["a", "b"]),
        ("match crapette random random --games 2 --time 5+0.5 --rule preset=pagat", 2, ["random", "random#2"]),
        ("match kroket a=random b=random c=random --games 3", 3, ["a", "b", "c"]),
        ("match kroket a=random b=random c=random d=random --games 4 --rule lastturn=on", 4, ["a", "b", "c", "d"]),
        ("tournament kroket a=random b=random c=random --games 2", 6, ["a", "b", "c"]),
        ("tournament kroket a=random b=random c=random d=random --games 3 --rule players=3", 12, ["a", "b", "c", "d"]),
    ],
)
def test_built_in_players_play(line: str, games: int, names: list[str], shell: Shell, tmp_path: Path) -> None:
    answer = shell(*line.split(), "--seed", "1", "--json", "--out", str(tmp_path))
    assert (answer.status, answer.err) == (0, "")
    found = told(answer.out)
    assert (found["games"], found["complete"]) == (games, True)
    assert [player["name"] for player in found["players"]] == names
    assert sum(player["points"] for player in found["players"]) == pytest.approx(games)
    assert not any(sum(player["faults"].values()) for player in found["players"])
    assert shell("replay", str(tmp_path / "games.cgn")).out.endswith(f"\n{games} games: all hold\n")


@pytest.mark.parametrize("game", ["crapette", "spit", "kroket"])
def test_a_program_plays_a_built_in_player(game: str, shell: Shell, tmp_path: Path) -> None:
    line = ["match", game, "random", PYTHON_BOT, "--games", "2", "--seed", "5", "--movetime", "60000"]
    answer = shell(*line, "--json", "--out", str(tmp_path))
    assert (answer.status, answer.err) == (0, "")
    assert told(answer.out)["games"] == 2
    assert shell("replay", str(tmp_path / "games.cgn")).status == 0
    # The same seed, the same match: the bot's own chance comes from the commitment.
    again = shell(*line, "--json")
    assert without_times(told(again.out)) == without_times(told(answer.out))


def test_another_seed_is_another_match_and_without_one_it_is_told(shell: Shell, tmp_path: Path) -> None:
    line = ["match", "kroket", "random", "random", "--games", "2", "--out"]
    shell(*line, str(tmp_path / "1"), "--seed", "1")
    shell(*line, str(tmp_path / "2"), "--seed", "2")
    secret = told(shell(*line, str(tmp_path / "3"), "--json").out)["seed"]
    shell(*line, str(tmp_path / "4"), "--seed", secret)
    records = [(tmp_path / str(number) / "games.cgn").read_text() for number in (1, 2, 3, 4)]
    assert records[2] == records[3]
    assert len(set(records)) == 3


def test_the_table_for_a_person(shell: Shell) -> None:
    answer = shell("match", "kroket", "ann=random", "bob=random", "--games", "2", "--seed", "1")
    lines = answer.out.splitlines()
    assert lines[0].split()[:4] == ["#", "player", "games", "wins"]
    assert {line.split()[1] for line in lines[1:3]} == {"ann", "bob"}
    assert lines[3].startswith("ann - bob: +")
    assert lines[4].startswith("points by seat: seat 0 ")
    assert lines[-1].startswith("2 games of kroket in ")
    assert "\x1b" not in answer.out


def test_many_pairs_are_left_to_the_object(shell: Shell, tmp_path: Path) -> None:
    bots = [f"bot{number}=random" for number in range(6)]
    answer = shell("tournament", "kroket", *bots, "--games", "2", "--seed", "1", "--out", str(tmp_path))
    assert " - " not in answer.out
    assert len(answer.out.splitlines()) == 9


CHEAT = """
while read -r word id rest; do case $word in
    cgp) echo 'games kroket'; echo 'cgpok 1' ;;
    isready) echo readyok ;;
    go) %s ;;
    quit) exit ;;
esac; done
"""


@pytest.mark.parametrize(
    ("kind", "answer_to_go", "words"),
    [
        ("illegal", 'echo "bestmove 3 $id"', "K7"),
        ("protocol", "echo bestmove", "bestmove"),
        ("crash", "echo oops >&2; exit 7", "exit status 7; stderr: oops"),
    ],
)
def test_forfeits_are_told_and_counted(kind: str, answer_to_go: str, words: str, shell: Shell, tmp_path: Path) -> None:
    bot = tmp_path / "cheat.sh"
    bot.write_text(CHEAT % answer_to_go)
    line = [
        "match",
        "kroket",
        "random",
        f"cheat=sh {quote(str(bot))}",
        "--games",
        "4",
        "--seed",
        "1",
        "--rule",
        "minrounds=2",
    ]
    # One game at a time, so that they end in order.
    answer = shell(*line, "--json", "--out", str(tmp_path), "--concurrency", "1")
    assert answer.status == 0
    honest, cheat = told(answer.out)["players"]
    assert (honest["wins"], cheat["losses"]) == (4, 4)
    assert cheat["faults"][kind] == sum(cheat["faults"].values()) == 4
    lines = answer.err.splitlines()
    assert len(lines) == 4
    assert lines[0].startswith(f"game 1: cheat (seat 1) forfeits, {kind}: ")
    assert words in lines[0]
    assert shell("replay", str(tmp_path / "games.cgn")).out.endswith("\n4 games: all hold\n")


def test_of_many_faults_only_the_first_are_told(shell: Shell, tmp_path: Path) -> None:
    bot = tmp_path / "cheat.sh"
    bot.write_text(CHEAT % 'echo "bestmove 3 $id"')
    line = ["match", "kroket", "random", f"cheat=sh {quote(str(bot))}", "--games", "14", "--rule", "minrounds=2"]
    answer = shell(*line, "--max-faults", "0")
    lines = answer.err.splitlines()
    assert len(lines) == 11
    assert "more faults of cheat" in lines[-1]
    assert "illegal 14" in answer.out


@pytest.mark.parametrize(("columns", "drawn"), [(120, True), (40, False)])
def test_on_a_terminal_the_table_is_drawn_where_it_has_room(columns: int, drawn: bool) -> None:
    line = ["match", "kroket", "ann=random", "bob=random", "--games", "2", "--seed", "1"]
    child = pexpect.spawn(
        PROGRAM[0],
        [*PROGRAM[1:], *line],
        env=environment(TERM="xterm", NO_COLOR="1"),
        encoding="utf-8",
        dimensions=(40, columns),
        timeout=120,
    )
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    screen = str(child.before)
    assert ("───" in screen) == drawn
    assert "faults" in screen
    assert "2 games of kroket" in screen


def test_piped_output_has_no_colour_whatever_the_terminal() -> None:
    answer = program("match", "kroket", "random", "random", "--games", "2", "--seed", "1", TERM="xterm-256color")
    assert answer.status == 0
    assert "\x1b" not in answer.out + answer.err
