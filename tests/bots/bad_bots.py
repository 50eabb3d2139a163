"""The bots of tests/bad_bots, started, and the clocks to play them by."""

import sys
from pathlib import Path

from cardgames.bots.limits import Limits
from cardgames.bots.spec import BotSpec
from cardgames.table.clock_settings import ClockSettings

FOLDER = Path(__file__).parents[1] / "bad_bots"
LIMITS = Limits(startup_ms=20_000, quit_ms=1_000, fault_ms=50, term_ms=100)
"""Generous where a good bot is waited for, short where a bad one is; the machine may be busy."""
PATIENT = {"kroket": ClockSettings.turns(None), "spit": ClockSettings.virtual(movetime_ms=60_000)}
SHORT = {"kroket": ClockSettings.turns(250), "spit": ClockSettings.virtual(movetime_ms=250)}


def bad_bot(name: str, *arguments: str, **changes: object) -> BotSpec:
    """A bot of the folder; its own name is that of its file."""
    command = (sys.executable, "-E", "-S", str(FOLDER / f"{name}.py"), *arguments)
    return BotSpec(name, command=command)._replace(**changes)  # type: ignore[arg-type]
