"""What `cardgames play` does not do, told in one line; and what goes wrong around a game."""

import sys
from pathlib import Path
from shlex import quote

import pytest

from tests.cli.play.piped_play import PipedPlay
from tests.cli.shell import Shell

STONE = "kroket --against random --seed stone"

USAGE = [
    ("", ["a game was expected", "crapette, spit or kroket"]),
    ("krokt", ["no game 'krokt'", "did you mean kroket?"]),
    ("kroket --against nobody", ["'nobody'", "built-in players are"]),
    ("kroket --against randon", ["did you mean random?"]),
    ("kroket --against random --against random --against random --against random", ["players 5"]),
    ("crapette --against random --against greedy", ["players 3", "2 was expected"]),
    ("kroket --seat 2", ["--seat 2: 0 to 1 was expected with 2 players"]),
    ("kroket --seat 9", ["--seat"]),
    ("kroket --rule lay=open", ["rule lay=open"]),
    ("kroket --rule players=4 --against random --against greedy", ["players=4"]),
    ("kroket --level hopeless", ["--level hopeless", "easy, normal, hard, insane"]),
    ("kroket --level nomral", ["did you mean normal?"]),
    ("kroket --level hard --against random", ["--level hard and --against"]),
    ("kroket --series 2 --to 50", ["--series 2 and --to 50: one of the two"]),
    ("kroket --series 2 --rule deals=3", ["--series 2 and --rule deals"]),
    ("spit --to 50 --rule target=3", ["--to 50 and --rule scoring or target"]),
    ("kroket --clock wall", ["--clock wall: kroket is played in turns"]),
    ("spit --clock fast", ["--clock fast: wall or virtual was expected"]),
    ("spit --clock wall", ["--clock wall: a terminal was expected"]),
    ("spit --against human --clock wall", ["--clock wall: two people cannot type at once"]),
    ("kroket --name greedy", ["--name greedy: another player has that name"]),
    ("kroket --seed \x07", ["seed", "a word or a number"]),
    ("kroket --load x", ["--load x and GAME: one of the two was expected"]),
    ("--load nothing", ["--load nothing: no such file and no such game; no game has been left"]),
    ("--load nothing --seed 3", ["--load nothing and --seed"]),
    ("--load nothing --against human", ["--load nothing and --against"]),
]

PYTHON = quote(sys.executable)


@pytest.mark.parametrize(("args", "words"), USAGE, ids=[args for args, _ in USAGE])
def test_wrong_usage(args: str, words: list[str], table: PipedPlay) -> None:
    answer = table(args)
    assert (answer.status, answer.out) == (2, "")
    for word in words:
        assert word in answer.complaint
    assert table.saves == []


def test_games_that_were_left_are_named_where_none_is(table: PipedPlay) -> None:
    table(STONE)
    (name,) = table.saves
    assert f"left and kept: --load {name}" in table("").complaint
    assert f"there are {name}" in table("--load x").complaint


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"format"', '"fromat"', "no saved game"),
        ('"moves": "0 take', '"moves": "0 knock, 0 take', "move 2: seat 0 is not to move"),
        ('"moves": "0 take', '"moves": "1 take', "move 1: seat 1 is not to move"),
        ('"moves": "0 take', '"moves": "0 7h', "K6: 7h can be discarded only after take or draw"),
        ('"players=2', '"players=9', "rule players=9"),
        ('"random"', '"nobody"', "no player 'nobody'"),
    ],
)
def test_a_saved_game_that_was_changed(old: str, new: str, reason: str, table: PipedPlay) -> None:
    table(STONE, "take")
    (path,) = (table.home / "saves").glob("*.save")
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    answer = table(f"--load {quote(str(path))}")
    assert answer.status in (1, 2)
    assert reason in answer.complaint
    assert answer.out == ""


def test_a_data_folder_that_is_a_file(table: PipedPlay) -> None:
    table.home.parent.mkdir(parents=True)
    table.home.write_text("")
    answer = table(STONE, "take", "4s")
    assert answer.status == 0
    assert "the game is not kept" in answer.err
    assert len([line for line in answer.err.splitlines() if "not kept" in line]) == 1
    assert "You discard the 4s." in answer.out
    assert "To go on" not in answer.out


BOTS = {
    "good": "import sys\nfor line in sys.stdin:\n    word = line.split()[0]\n"
    "    if word == 'cgp': print('id name good\\ngames kroket\\ncgpok 1', flush=True)\n"
    "    if word == 'isready': print('readyok', flush=True)\n"
    "    if word == 'go': print('bestmove', line.split('moves ')[1].split()[0], flush=True)\n"
    "    if word == 'quit': break\n",
    "crashes": "import sys\nfor line in sys.stdin:\n    word = line.split()[0]\n"
    "    if word == 'cgp': print('cgpok 1', flush=True)\n"
    "    if word == 'isready': print('readyok', flush=True)\n"
    "    if word == 'go': sys.exit('out of ideas')\n",
    "mute": "import time\ntime.sleep(60)\n",
}


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    for name, text in BOTS.items():
        (tmp_path / f"{name}.py").write_text(text)
    return tmp_path


def test_a_game_against_a_program(table: PipedPlay, bots: Path) -> None:
    opponent = ("--against", f"fox={PYTHON} {quote(str(bots))}/good.py")
    out = table.out("kroket --seed stone", "take", "4s", "knock", more=opponent)
    assert "fox takes the 4s." in out
    assert "\nover (knock): " in out


def test_a_game_against_a_program_goes_on_from_another_folder(
    table: PipedPlay, bots: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(bots)
    table.out("kroket --seed stone", "take", more=("--against", f"fox={sys.executable} good.py"))
    (name,) = table.saves
    monkeypatch.chdir("/")
    assert "fox takes the 4s." in table.out(f"--load {quote(str(name))}", "4s")


def test_a_program_that_crashes_loses_nothing_of_the_game(table: PipedPlay, bots: Path) -> None:
    answer = table(
        "kroket --seed stone",
        "take",
        "4s",
        more=("--against", f"fox={PYTHON} {quote(str(bots))}/crashes.py"),
    )
    assert answer.status == 1
    assert "fox cannot go on (crash): " in answer.out
    assert "out of ideas" in answer.out
    (name,) = table.saves
    assert answer.out.splitlines()[-1].endswith(f"--load {quote(str(name))}")
    (bots / "crashes.py").write_text(BOTS["good"])
    assert "fox takes the 4s." in table.out(f"--load {quote(str(name))}", "draw")
    assert not (table.home / "scores.jsonl").exists()


def test_a_program_that_does_not_start(table: PipedPlay, bots: Path) -> None:
    answer = table("kroket --startup 0.2", more=("--against", f"{PYTHON} {quote(str(bots))}/mute.py"))
    assert answer.status == 1
    assert "no cgpok 1 within" in answer.complaint
    assert table.saves == []


def test_a_program_that_does_not_play_the_game(table: PipedPlay, bots: Path) -> None:
    answer = table("crapette", more=("--against", f"{PYTHON} {quote(str(bots))}/good.py"))
    assert answer.status == 1
    assert "does not play crapette" in answer.complaint


def test_no_home_at_all(table: PipedPlay, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setattr("pathlib.Path.home", _no_home)
    answer = shell("scores")
    assert answer.status == 1
    assert "set XDG_DATA_HOME" in answer.complaint


def _no_home() -> Path:
    raise RuntimeError


def test_strange_lines_do_no_harm(table: PipedPlay) -> None:
    out = table.out(STONE, "\x1b[2J\x07", "7" * 5000, "#99999999999", "save \x00", "rules \x00", "??", "take")
    assert "\x1b" not in out
    assert "\x07" not in out
    assert "You take the Kd." in out
