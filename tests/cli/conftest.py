"""Fixtures of the command line's tests."""

from pathlib import Path

import pytest

from tests.cli.shell import Shell


@pytest.fixture(autouse=True)
def working_directory(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own: a tournament that is not told where keeps its results in the current one."""
    folder = tmp_path_factory.mktemp("cwd")
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    """Runs a command line: `shell("games")`."""
    return Shell(capsys)
