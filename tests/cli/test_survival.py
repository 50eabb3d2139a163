"""A run that is killed, interrupted, or runs out of disk: as a program of its own, with bots that are programs."""

import json
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from shlex import quote
from typing import Any

import pytest

from cardgames.tournament.storage.results import Results
from tests.bots.processes import wait_until_gone
from tests.cli.commands.test_match import PYTHON_BOT, told
from tests.cli.shell import PROGRAM, Shell, environment

PATIENCE_S = 120

HUNG = """
trap '' INT TERM HUP
while read -r word id rest; do case $word in
    cgp) echo 'games kroket'; echo 'cgpok 1' ;;
    isready) echo readyok ;;
    go) echo $$ >> {pids}; while :; do sleep 1000; done ;;
esac; done
while :; do sleep 1000; done
"""


def wait_for(what: Callable[[], bool], runner: "subprocess.Popen[str]") -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not what():
        assert runner.poll() is None, runner.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.01)


def rows(folder: Path) -> int:
    """How many games are in the database, whatever state it is in."""
    path = folder / "results.db"
    if not path.exists():
        return 0
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        try:
            (count,) = connection.execute("SELECT COUNT(*) FROM game").fetchone()
        except sqlite3.OperationalError:
            return 0
    return int(count)


@contextmanager
def running(*args: str, python: tuple[str, ...] = PROGRAM) -> Iterator["subprocess.Popen[str]"]:
    runner = subprocess.Popen(
        [*python, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()
    )
    try:
        yield runner
    finally:
        runner.kill()
        runner.communicate()


UNLOCKED = ("--sandbox", "off")
"""For bots that write down their numbers."""


def noting_bot(pids: Path) -> str:
    """A good bot that first writes down its number."""
    bot = PYTHON_BOT.partition("=")[2]
    return f"py=sh -c 'echo $$ >> {pids}; exec {bot}'"


def numbers_in(pids: Path) -> list[int]:
    return [int(line) for line in pids.read_text().split()] if pids.exists() else []


def counted(out: str) -> dict[str, Any]:
    """What must be the same however often it was broken off."""
    return {key: told(out)[key] for key in ("players", "pairs", "games", "plies", "seed", "complete")}


@pytest.mark.slow
def test_kill_9_loses_no_game_doubles_none_and_leaves_no_bot(shell: Shell, tmp_path: Path) -> None:
    folder, pids = tmp_path / "killed", tmp_path / "pids"
    line = ["tournament", "kroket", "greedy", "random", noting_bot(pids), "--games", "12", "--seed", "3"]
    line += ["--movetime", "60000", "--concurrency", "2", *UNLOCKED, "--out"]
    reference = shell(*line, str(tmp_path / "whole"), "--json")
    assert reference.status == 0, reference.err
    pids.unlink()
    command = [*line, str(folder)]
    for enough in (2, 9, 20):
        with running(*command) as runner:
            wait_for(lambda enough=enough: rows(folder) >= enough, runner)  # type: ignore[misc]
            runner.kill()
            runner.wait()
        assert all(map(wait_until_gone, numbers_in(pids)))
        # What was committed is readable before anybody brings it in order.
        with Results.open(folder) as results:
            assert len(results) >= enough
        assert shell("replay", str(folder)).status == 0
        command = ["resume", str(folder)]
    assert len(numbers_in(pids)) >= 3
    answer = shell("resume", str(folder), "--json")
    assert answer.status == 0, answer.err
    assert counted(answer.out) == counted(reference.out)
    assert shell("replay", str(folder)).out == "36 games: all hold\n"
    texts = [(tmp_path / name / "games.cgn").read_text() for name in ("whole", "killed")]
    blocks = [sorted(re.sub(r"\[Date .*\]", "", text).split("[Game ")) for text in texts]
    assert blocks[0] == blocks[1]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_tells_the_table_and_how_to_go_on(number: signal.Signals, tmp_path: Path) -> None:
    folder, pids = tmp_path / "a folder", tmp_path / "pids"
    line = ["match", "kroket", "random", noting_bot(pids), "--games", "1000000", "--movetime", "60000", *UNLOCKED]
    with running(*line, "--out", str(folder), "--json") as runner:
        wait_for(lambda: rows(folder) >= 3, runner)
        runner.send_signal(number)
        out, err = runner.communicate(timeout=PATIENCE_S)
    assert runner.returncode == 130, err
    assert f"to go on: cardgames resume '{folder}'" in err
    found = told(out)
    assert (found["complete"], found["scheduled"], found["seed"]) == (False, 1_000_000, None)
    assert sum(player["games"] for player in found["players"]) == 2 * found["games"] > 0
    # The table, the database and the records agree.
    assert rows(folder) == found["games"]
    assert (folder / "games.cgn").read_text().count("[Game ") == found["games"]
    assert all(map(wait_until_gone, numbers_in(pids)))


STUCK_ONCE = """
import os, random, sys
try:
    stuck = bool(os.open(sys.argv[1], os.O_CREAT | os.O_EXCL))
except FileExistsError:
    stuck = False
for line in sys.stdin:
    words = line.split()
    if words[0] == "cgp":
        print("games kroket\\ncgpok 1", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "newgame":
        random.seed(line)
    elif words[0] == "go" and not (stuck and os.path.exists(sys.argv[2])):
        moves = words[words.index("moves") + 1 :]
        print("bestmove", random.choice(moves), words[1], flush=True)
    elif words[0] == "quit":
        break
"""
"""Plays by chance; the first one that is started is stuck as long as there is a file."""


def test_games_that_overtook_a_slow_one_are_told_as_played(shell: Shell, tmp_path: Path) -> None:
    """A test goes through the games in order: what is behind a game that has not ended is stored, and waits."""
    folder, bot, first, stop = (tmp_path / name for name in ("x", "bot.py", "first", "stop"))
    bot.write_text(STUCK_ONCE)
    stop.touch()
    stuck = "py=" + shlex.join(map(str, (sys.executable, bot, first, stop)))
    line = ["match", "kroket", "random", stuck, "--games", "60", "--seed", "1"]
    line += ["--sprt", "elo0=0,elo1=1", "--movetime", "3600000", "--concurrency", "2", *UNLOCKED]
    with running(*line, "--out", str(folder), "--json") as runner:
        wait_for(lambda: rows(folder) >= 20, runner)
        runner.send_signal(signal.SIGINT)
        out, err = runner.communicate(timeout=PATIENCE_S)
    assert runner.returncode == 130, err
    found = told(out)
    listed = json.loads(shell("games-list", str(folder), "--json").out)["games"]
    marks = [game["counts"] for game in listed]
    # A game that a program was tried with, or one of the first: whichever is stuck, those beyond it wait.
    assert found["played"] == len(listed) == rows(folder) >= 20
    assert found["games"] == marks.count("yes") < 20
    assert found["sprt"]["waiting"] == marks.count("waiting") == found["played"] - found["games"] > 0
    assert told(shell("standings", str(folder), "--json").out)["sprt"] == found["sprt"]
    assert (folder / "games.cgn").read_text().count("[Game ") == found["played"]
    stop.unlink()
    answer = shell("resume", str(folder), "--json")
    assert answer.status == 0, answer.err
    assert f"going on after {found['played']} of at most 60 games, {found['games']} counted" in answer.err
    assert (told(answer.out)["games"], told(answer.out)["sprt"]["waiting"]) == (60, 0)


def test_an_interrupt_does_not_wait_for_hung_bots(tmp_path: Path) -> None:
    pids, bot = tmp_path / "pids", tmp_path / "hung.sh"
    bot.write_text(HUNG.format(pids=pids))
    line = ["tournament", "kroket", *(f"hung{number}=sh {quote(str(bot))}" for number in range(4))]
    line += ["--movetime", "3600000", "--concurrency", "4", *UNLOCKED]
    with running(*line, "--out", str(tmp_path / "x")) as runner:
        wait_for(lambda: len(numbers_in(pids)) == 4, runner)
        runner.send_signal(signal.SIGINT)
        out, err = runner.communicate(timeout=PATIENCE_S)
    assert runner.returncode == 130, err
    lines = out.splitlines()
    assert lines[0].split()[:2] == ["#", "player"]
    assert lines[-1] == f"to go on: cardgames resume {tmp_path / 'x'}"
    assert all(map(wait_until_gone, numbers_in(pids)))


def test_a_match_that_is_not_kept_says_so_when_it_is_interrupted(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    line = ["match", "kroket", "random", noting_bot(pids), "--games", "1000000", "--movetime", "60000", *UNLOCKED]
    with running(*line) as runner:
        wait_for(lambda: bool(numbers_in(pids)), runner)
        runner.send_signal(signal.SIGINT)
        out, err = runner.communicate(timeout=PATIENCE_S)
    assert runner.returncode == 130, err
    assert out.splitlines()[-1] == "nothing was kept: with --out DIR it could be resumed"


LIMITED = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))
from cardgames.cli.main import main
main()
"""


@pytest.mark.parametrize("limit", [100, 5_000, 60_000, 150_000])
def test_where_nothing_more_can_be_written_it_ends_with_one_line_and_goes_on_later(
    limit: int, shell: Shell, tmp_path: Path
) -> None:
    line = ["match", "kroket", "random", "greedy", "--games", "300", "--seed", "1", "--out"]
    python = (sys.executable, "-c", LIMITED.format(limit=limit))
    with running(*line, str(tmp_path / "x"), "--json", python=python) as runner:
        out, err = runner.communicate(timeout=PATIENCE_S)
    assert runner.returncode == 1, out
    (complaint,) = [text for text in err.splitlines() if text.startswith("cardgames: ")]
    assert "Traceback" not in err
    assert str(tmp_path / "x") in complaint
    if out:
        # What was counted is there.
        assert json.loads(out)["games"] == rows(tmp_path / "x")
        assert shell("replay", str(tmp_path / "x")).status == (0 if rows(tmp_path / "x") else 1)
    answer = shell(*line, str(tmp_path / "x"), "--json")
    assert answer.status == 0, answer.err
    reference = shell(*line, str(tmp_path / "y"), "--json")
    assert counted(answer.out) == counted(reference.out)
    assert shell("replay", str(tmp_path / "x")).out == "300 games: all hold\n"
    texts = [sorted((tmp_path / name / "games.cgn").read_text().split("[Game ")) for name in ("x", "y")]
    assert re.sub(r"\[Date .*\]", "", "".join(texts[0])) == re.sub(r"\[Date .*\]", "", "".join(texts[1]))


def test_nothing_is_played_again_that_was_played(shell: Shell, tmp_path: Path) -> None:
    """A bot that would play otherwise the second time shows it."""
    line = ["match", "kroket", "random", PYTHON_BOT, "--games", "6", "--seed", "3", "--movetime", "60000"]
    shell(*line, "--out", str(tmp_path))
    before = (tmp_path / "games.cgn").read_bytes()
    shell("resume", str(tmp_path))
    shell(*line, "--out", str(tmp_path))
    assert (tmp_path / "games.cgn").read_bytes() == before
    assert rows(tmp_path) == 6
