"""Makes the clock of a game."""

from cardgames.rules.game import TURNS, VIRTUAL
from cardgames.table.clocks.base import Clock, ClockError
from cardgames.table.clocks.turns import TurnClock
from cardgames.table.clocks.virtual import VirtualClock
from cardgames.table.clocks.wall import WallClock
from cardgames.table.game_setup import GameSetup


def make_clock(setup: GameSetup) -> Clock:
    """The clock that the game's settings ask for.

    Raises:
        ClockError: there is none of that kind for this game.
    """
    game, kind = setup.game, setup.clock.kind
    if kind not in game.clocks:
        nature = "has turns" if game.has_turns else "has no turns"
        raise ClockError(f"clock {kind}: {game.name} {nature}, {' or '.join(game.clocks)} was expected")
    if kind == TURNS:
        return TurnClock(setup.clock, setup.rules.players)
    return VirtualClock(setup) if kind == VIRTUAL else WallClock(setup)
