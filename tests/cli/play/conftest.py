"""Fixtures of the tests of `cardgames play`."""

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.play.piped_play import PipedPlay
from tests.cli.play.terminal import Terminal
from tests.cli.shell import Shell


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own, not made yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("CARDGAMES_COMMAND", raising=False)
    return tmp_path / "data" / "cardgames"


@pytest.fixture
def table(home: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> PipedPlay:
    """Plays through a pipe, in this process: `table("kroket --seed 7", "take", "7h")`."""

    def with_input(text: str) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO(text))

    return PipedPlay(home, shell, with_input)


@pytest.fixture
def terminal(home: Path) -> Iterator[Callable[..., Terminal]]:
    """Starts `cardgames play` in a terminal: `terminal("kroket --seed 7", columns=60)`."""
    started: list[Terminal] = []

    def start(args: str, *more: str, **options: Any) -> Terminal:
        started.append(Terminal(home.parent, "play", *args.split(), *more, **options))
        return started[-1]

    yield start
    for each in started:
        each.close()
