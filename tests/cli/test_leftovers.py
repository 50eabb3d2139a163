"""What bots leave in their folders never ends a run: it is taken away, or named once."""

import json
import shlex
import time
from pathlib import Path

import pytest

from tests.bots.bad_bots import bad_bot
from tests.cli.shell import program

BUSY = ("--movetime", "60000", "--startup", "60", "--concurrency", "2", "--sandbox", "off")


def typed(name: str, *words: str) -> str:
    return f"{name}={shlex.join((*bad_bot(name).command, *words))}"


def wait_until_empty(folder: Path) -> bool:
    """A keeper that takes long to clean up does not hold up the end of the run."""
    until = time.monotonic() + 60
    while any(folder.iterdir()) and time.monotonic() < until:
        time.sleep(0.05)
    return not any(folder.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("restart", ["keep", "fresh"])
def test_a_tournament_with_a_bot_that_leaves_a_mess(restart: str, tmp_path: Path) -> None:
    """Of 1,100 folders in one another and more, game after game."""
    folders = tmp_path / "folders"
    folders.mkdir()
    line = ("tournament", "kroket", typed("leaves_a_mess", "1100"), typed("good"), "random", "--games", "4")
    answer = program(
        *(*line, *BUSY, "--restart", restart, "--out", str(tmp_path / "out"), "--json"), TMPDIR=str(folders)
    )
    assert answer.status == 0, answer.err
    told = json.loads(answer.out.splitlines()[-1])
    assert told["complete"]
    assert not any(any(player["faults"].values()) for player in told["players"])
    assert "Traceback" not in answer.err
    assert wait_until_empty(folders)
