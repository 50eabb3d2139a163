"""Which clock a game gets."""

from cardgames.table.clocks.base import Clock, ClockError
from cardgames.table.clocks.turns import TurnClock
from cardgames.table.clocks.virtual import VirtualClock
from cardgames.table.clocks.wall import WallClock
from cardgames.table.game_setup import GameSetup


def make_clock(setup: GameSetup) -> Clock:
    """The clock that a game is set up with.

    Raises:
        ClockError: there is none of that kind for this game.
    """
    kind, name = setup.clock.kind, setup.game.name
    if setup.game.passive:
        if kind == "virtual":
            return VirtualClock(setup)
        if kind == "wall":
            return WallClock(setup)
        raise ClockError(f"clock {kind}: {name} has no turns, virtual or wall was expected")
    if kind == "turns":
        return TurnClock(setup.clock, setup.rules.players)
    raise ClockError(f"clock {kind}: {name} has turns, turns was expected")
