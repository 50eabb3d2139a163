"""What a clock is: it asks the seats, waits for their answers, and says whose move is made next.

There is one referee loop (referee.py) and one clock for each way that time can pass: `TurnClock` for games with
turns, `VirtualClock` and `WallClock` for Spit. Each takes a game's seed for its coins, its time from the table's
wires, and nothing else.
"""

from abc import ABC, abstractmethod
from typing import ClassVar

from cardgames.bots.faults import Forfeit
from cardgames.bots.wires import CHUNK
from cardgames.table.table import Landing, Table


class ClockError(ValueError):
    """A clock that does not exist or does not suit the game."""


class Clock(ABC):
    """Decides who comes first."""

    chunk: ClassVar[int] = CHUNK
    """How many bytes are taken from a seat at a time."""

    @abstractmethod
    def next(self, table: Table) -> Landing | Forfeit:
        """The next move to be made, or the faults that end the game. The game is not over yet."""
