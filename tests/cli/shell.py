"""Command lines as a user types them: in this process where that is enough, as a program where it is not."""

import os
import subprocess
import sys
from typing import NamedTuple

import pytest

from cardgames.cli.main import run

PROGRAM = (sys.executable, "-c", "from cardgames.cli.main import main; main()")


class Answer(NamedTuple):
    """What a command line came to."""

    status: int
    out: str
    err: str

    @property
    def complaint(self) -> str:
        """The one line on stderr."""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].startswith("cardgames: "), self.err
        assert "Traceback" not in self.err
        return lines[0]


class Shell:
    """Runs command lines in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *args: str) -> Answer:
        self._capsys.readouterr()
        status = run(args)
        out, err = self._capsys.readouterr()
        return Answer(status, out, err)


def environment(**more: str) -> dict[str, str]:
    """This process's variables, without what would change how output is buffered or drawn."""
    dropped = {"PYTHONUNBUFFERED", "NO_COLOR", "FORCE_COLOR", "COLUMNS"}
    return {name: value for name, value in os.environ.items() if name not in dropped} | more


def program(*args: str, **more: str) -> Answer:
    """Runs a command line as a program of its own, with more variables in its environment."""
    done = subprocess.run(
        [*PROGRAM, *args], capture_output=True, text=True, timeout=120, check=False, env=environment(**more)
    )
    return Answer(done.returncode, done.stdout, done.stderr)
