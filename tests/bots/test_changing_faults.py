"""A bot that does something else wrong in each game: every fault has its own name, and nothing adds up here."""

import gc
from hashlib import sha256
from pathlib import Path

import pytest

from cardgames.bots.program_seat import ProgramSeat
from cardgames.cards import Dealer
from cardgames.table.clock_settings import ClockSettings
from cardgames.table.referee import play_game
from tests.bots.bad_bots import LIMITS, bad_bot
from tests.table.fakes import setup_of

REASONS = {
    "kroket": ["crash", "crash", "time", "flood", "flood", "illegal", "protocol", "protocol", "protocol", "crash"],
    "spit": ["crash", "crash", "stall", "flood", "flood", "illegal", "protocol", "protocol", "protocol", "crash"],
}
"""By mood; after those come two that answer first and do wrong then."""
LATER = ["protocol", "crash"]
CLOCKS = {"kroket": ClockSettings.turns(400), "spit": ClockSettings.virtual(movetime_ms=400)}
HANGS = 2


def mood_of(seed: str, seat: int) -> int:
    """What the bot does in this deal: as it reckons itself."""
    commit = sha256(sha256(seed.encode()).digest()).hexdigest()
    return (int(commit[:8], 16) + seat) % 12


def seed_for(mood: int, game: str) -> str:
    """A deal in which seat 0 is asked first and in this mood."""
    seeds = (f"deal {number}" for number in range(10_000))
    return next(
        seed for seed in seeds if mood_of(seed, 0) == mood and (game == "spit" or "turn=0" in setup_text(seed, game))
    )


def setup_text(seed: str, game: str) -> str:
    setup = setup_of(game, seed)
    return setup.game.deal(setup.rules, Dealer(setup.seed)).text()


def descriptors() -> int:
    """How many this process has open."""
    return sum(1 for _ in Path("/dev/fd").iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("game", ["kroket", "spit"])
def test_every_fault_under_its_own_name_and_nothing_adds_up(game: str) -> None:
    moody, good = ProgramSeat.start(bad_bot("moody"), LIMITS), ProgramSeat.start(bad_bot("good"), LIMITS)
    try:
        before, pid, open_before = [], good.pid, 0
        for mood, expected in [*enumerate([*REASONS[game], *LATER]), (0, "crash"), (5, "illegal")]:
            # Only where it hangs does anybody have to be fast.
            clock = CLOCKS[game] if mood == HANGS else CLOCKS[game]._replace(movetime_ms=60_000)
            report = play_game([moody, good], setup_of(game, seed_for(mood, game), clock))
            before.append((report.outcome.reason, [fault.seat for fault in report.faults]))
            assert before[-1] == (expected, [0]), (mood, report.faults)
            gc.collect()
            open_before = open_before or descriptors()
        assert descriptors() == open_before
        assert good.pid == pid
    finally:
        moody.close()
        good.close()
