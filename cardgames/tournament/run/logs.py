"""The logs of a tournament, found by the number of the game.

`DIR/logs/000017-traffic.log` is all that was said in game 17, with --log-traffic (table/traffic_log.py), and
`DIR/logs/000017-seat1.log` the standard error of a bot that forfeited it.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from errno import EMFILE, ENFILE, ENOMEM
from pathlib import Path
from typing import TextIO

from cardgames.bots.faults import Fault
from cardgames.bots.program_seat import ProgramSeat
from cardgames.bots.seat import Seat
from cardgames.table.game_setup import GameSetup
from cardgames.tournament.storage.folder import PRIVATE


class LogError(Exception):
    """A log that cannot be written: which, and why not."""


def traffic_path(logs: Path, number: int) -> Path:
    """The log of what was said in a game."""
    return logs / f"{number:06}-traffic.log"


def fault_path(logs: Path, number: int, seat: int) -> Path:
    """The log of a bot that forfeited a game."""
    return logs / f"{number:06}-seat{seat}.log"


@contextmanager
def traffic_log(logs: Path, number: int, setup: GameSetup, seats: Sequence[Seat]) -> Iterator[Callable[[str], object]]:
    """A log for what is said in a game, to be written line by line. Each line is in the file at once."""
    with _naming_file(traffic_path(logs, number)) as path, _fresh(path) as file:
        began = datetime.now().astimezone().isoformat(timespec="microseconds")
        file.write(f"game {number} of {setup.game.name}, {began}\n")
        for seat, bot in enumerate(seats):
            file.write(f"seat {seat}: {bot.spec.name}\n")
        yield file.write


def fault_log(logs: Path, number: int, fault: Fault, seat: Seat) -> None:
    """Keeps the standard error of a bot that has forfeited a game; a built-in player has none."""
    if isinstance(seat, ProgramSeat):
        with _naming_file(fault_path(logs, number, fault.seat)) as path, _fresh(path) as file:
            file.write(f"game {number}, {seat.spec.name}, {fault.text()}\n\n{seat.log.text()}")


@contextmanager
def _naming_file(path: Path) -> Iterator[Path]:
    try:
        yield path
    except OSError as error:
        if error.errno in (EMFILE, ENFILE, ENOMEM):
            # That has nothing to do with the folder.
            raise
        raise LogError(f"{path}: {error.strerror}") from None


def _fresh(path: Path) -> TextIO:
    """A new file that only its owner can read, in place of one of a run that was broken off."""
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE)
    return os.fdopen(descriptor, "w", buffering=1, encoding="utf-8", errors="backslashreplace")
