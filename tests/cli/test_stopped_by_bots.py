"""Bots without a sandbox that stop or kill their keeper, the servers, the workers: the run goes on, nothing is left."""

import json
import shutil
import time
from pathlib import Path

import pytest

from cardgames.table.system import ON_LINUX
from tests.cli.shell import program
from tests.table.bad_bots import bad_bot
from tests.table.processes import wait_until_all_gone

pytestmark = pytest.mark.skipif(not ON_LINUX, reason="only Linux lets a process adopt the orphans below it")
ALL = ("keeper", "server", "worker")


@pytest.mark.parametrize(
    ("number", "targets"),
    [("STOP", ALL), ("STOP", ("worker",)), ("KILL", ("server",)), ("KILL", ("worker",)), ("KILL", ALL)],
)
def test_the_run_goes_on_and_nothing_is_left(number: str, targets: tuple[str, ...], tmp_path: Path) -> None:
    """What was killed is played again, what was stopped goes on; a bot whose keeper was killed has ended itself."""
    # Where a bot of root's cannot read its program it stays root, and can do what an ordinary user's can.
    folder = tmp_path / "bots"
    shutil.copytree(Path(__file__).parents[1] / "bad_bots", folder)
    folder.chmod(0o700)
    python = bad_bot("x").command[:-1]
    attacker = " ".join(("bad=" + " ".join(python), str(folder / "stops_the_others.py"), number, *targets))
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


def test_whose_game_it_was_is_told_when_workers_die_again_and_again(tmp_path: Path) -> None:
    folder = tmp_path / "bots"
    shutil.copytree(Path(__file__).parents[1] / "bad_bots", folder)
    folder.chmod(0o700)
    python = bad_bot("x").command[:-1]
    words = (*python, str(folder / "stops_the_others.py"), "KILL", "worker")
    line = ("match", "kroket", "bad=" + " ".join(words), "random", "--games", "2", "--concurrency", "1")
    answer = program(*line, "--sandbox", "off", "--env", "bad=OUT=/dev/full/no", "--movetime", "60000")
    assert answer.status == 1
    assert "game 1: the worker that played it (without a sandbox bad could kill it) has died 3 times" in answer.err
