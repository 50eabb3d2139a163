"""Bots without a sandbox that stop or kill their keeper, the servers, the workers: the run goes on, nothing is left."""

import json
import os
import shlex
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from cardgames.bots.isolation.os_calls import ON_LINUX
from tests.bots.bad_bots import FOLDER, bad_bot
from tests.bots.processes import descendants, wait_until_all_gone
from tests.cli.shell import PROGRAM, environment, program

pytestmark = pytest.mark.skipif(not ON_LINUX, reason="only Linux lets a process adopt the orphans below it")
SLOW = """
import sys, time
sys.path.insert(0, {folder!r})
import bot
import shlex
def go(line):
    open({ready!r}, "w").close()
    time.sleep(0.3)
    bot.say(line)
bot.run(go=go)
"""
ALL = ("keeper", "server", "worker")


@pytest.mark.parametrize(
    ("number", "targets"),
    [("STOP", ALL), ("STOP", ("worker",)), ("KILL", ("server",)), ("KILL", ("worker",)), ("KILL", ALL)],
)
def test_the_run_goes_on_and_nothing_is_left(number: str, targets: tuple[str, ...], tmp_path: Path) -> None:
    """What was killed is played again, what was stopped goes on; a bot whose keeper was killed has ended itself."""
    # Where a bot of root's cannot read its program it stays root, and can do what an ordinary user's can.
    folder = tmp_path / "bots"
    shutil.copytree(FOLDER, folder)
    folder.chmod(0o700)
    python = bad_bot("x").command[:-1]
    attacker = "bad=" + shlex.join((*python, str(folder / "stops_the_others.py"), number, *targets))
    out = tmp_path / "out"
    line = ("match", "kroket", attacker, "random", "--games", "6", "--concurrency", "2", "--sandbox", "off")
    began = time.monotonic()
    answer = program(*line, "--env", f"bad=OUT={out}", "--movetime", "60000", "--startup", "60", "--json")
    assert answer.status == 0, answer.err
    # Not what it would take if it hung until a time ran out.
    assert time.monotonic() - began < 60
    told = json.loads(answer.out.splitlines()[-1])
    assert told["complete"]
    faults = {player["name"]: sum(player["faults"].values()) for player in told["players"]}
    assert faults["random"] == 0
    assert faults["bad"] <= (number == "KILL" and "keeper" in targets)
    assert wait_until_all_gone([int(out.read_text())])


@pytest.mark.parametrize("command", ["check", "play"])
def test_a_bot_that_kills_its_keeper_and_the_server_leaves_nothing(command: str, tmp_path: Path) -> None:
    folder = tmp_path / "bots"
    shutil.copytree(FOLDER, folder)
    # So that root's bot stays root, and may kill.
    folder.chmod(0o700)
    out = tmp_path / "out"
    bot = shlex.join(("env", f"OUT={out}", *bad_bot("x").command[:-1], str(folder / "stops_the_others.py")))
    bot += " KILL keeper server"
    if command == "check":
        answer = program("check", bot, "kroket", "--sandbox", "off")
    else:
        answer = program(
            "play",
            "kroket",
            "--against",
            bot,
            "--seat",
            "1",
            "--seed",
            "2",
            "--sandbox",
            "off",
            XDG_DATA_HOME=str(tmp_path),
        )
    assert "Traceback" not in answer.err
    assert wait_until_all_gone([int(out.read_text())])


def test_whose_game_it_was_is_told_when_workers_die_again_and_again(tmp_path: Path) -> None:
    folder = tmp_path / "bots"
    shutil.copytree(FOLDER, folder)
    folder.chmod(0o700)
    python = bad_bot("x").command[:-1]
    words = (*python, str(folder / "stops_the_others.py"), "KILL", "worker")
    line = ("match", "kroket", "bad=" + shlex.join(words), "random", "--games", "2", "--concurrency", "1")
    answer = program(*line, "--sandbox", "off", "--env", "bad=OUT=/dev/full/no", "--movetime", "60000")
    assert answer.status == 1
    # Which of the two that is depends on how soon the signal comes.
    told = "the worker that played it (without a sandbox bad could kill it) has died 3 times: signal SIGKILL"
    assert any(f"game {number}: {told}" in answer.err for number in (1, 2)), answer.err


@pytest.mark.slow
@pytest.mark.parametrize("clock", [("kroket", "--movetime", "4000"), ("spit", "--clock", "wall", "--stall", "4000")])
def test_nobody_is_blamed_for_time_for_which_all_were_stopped(clock: tuple[str, ...], tmp_path: Path) -> None:
    """Runner, servers, workers, keepers and bots, for longer than a move may take; all go on together."""
    ready = tmp_path / "ready"
    bot = tmp_path / "slow.py"
    bot.write_text(SLOW.format(folder=str(FOLDER), ready=str(ready)))
    command = shlex.join((*bad_bot("x").command[:-1], str(bot)))
    line = (
        "match",
        *clock,
        f"one={command}",
        f"two={command}",
        "--games",
        "2",
        "--max-plies",
        "6",
        "--concurrency",
        "1",
    )
    words = [*PROGRAM, *line, "--sandbox", "off", "--startup", "60", "--json"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()) as run:
        until = time.monotonic() + 60
        while not ready.exists() and time.monotonic() < until:
            time.sleep(0.01)
        group = descendants(run.pid)
        # From the runner down: each would continue whom it sees stopped.
        for pid in group:
            os.kill(pid, signal.SIGSTOP)
        time.sleep(6)
        for pid in group:
            os.kill(pid, signal.SIGCONT)
        out, err = run.communicate(timeout=120)
    assert run.returncode == 0, err
    told = json.loads(out.splitlines()[-1])
    assert told["complete"]
    assert not any(any(player["faults"].values()) for player in told["players"]), told["players"]
