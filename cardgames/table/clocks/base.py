"""The base of all clocks. A clock asks the seats, waits for their answers, and says whose move is made next.

There is one referee loop (referee.py), and one clock for each way in which time passes: `TurnClock` for games with
turns, `VirtualClock` and `WallClock` for Spit. A clock draws its lots from the game's seed and reads the time from
the table's wires; it has no other source of either.
"""

from abc import ABC, abstractmethod
from typing import ClassVar

from cardgames.bots.faults import Forfeit
from cardgames.bots.wires import CHUNK
from cardgames.table.table import Landing, Table


class ClockError(ValueError):
    """A clock that does not exist or does not suit the game."""


class Clock(ABC):
    """Decides whose move is made next."""

    chunk: ClassVar[int] = CHUNK
    """How many bytes are read from a seat at a time."""

    @abstractmethod
    def next(self, table: Table) -> Landing | Forfeit:
        """The next move to make, or the faults that end the game. It is called only while the game goes on."""
