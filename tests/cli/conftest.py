"""Fixtures of the command line's tests."""

import pytest

from tests.cli.shell import Shell


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    """Runs a command line: `shell("games")`."""
    return Shell(capsys)
