"""What a built-in player is: something that chooses a move from what its seat may see."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import ClassVar

from cardgames.protocol.from_bot import Info
from cardgames.protocol.options import BotOption
from cardgames.rules import State


class Turn:
    """One choice to make: which seat chooses, between which moves, and what that seat sees.

    Attributes:
        seat: the seat that chooses.
        legal: its legal moves, in the order of the game's rules; never empty.
        millis: the most milliseconds that the choice may take, None for no limit.
    """

    __slots__ = ("_make_view", "_view", "legal", "millis", "seat")

    def __init__(self, seat: int, legal: list[int], make_view: Callable[[], State], millis: int | None = None) -> None:
        self.seat = seat
        self.legal = legal
        self.millis = millis
        self._make_view = make_view
        self._view: State | None = None

    @property
    def view(self) -> State:
        """The table as the seat sees it. It is made when it is first asked for: `random` never asks."""
        if self._view is None:
            self._view = self._make_view()
        return self._view

    def narrowed(self, legal: list[int]) -> "Turn":
        """The same choice between these moves only."""
        return Turn(self.seat, legal, lambda: self.view, self.millis)


class Player(ABC):
    """One way to play. An object plays one seat, in one game after another.

    It sees a `Turn` and nothing else: in `turn.view` every card is hidden that the seat may not know.
    """

    name: ClassVar[str]
    options: ClassVar[tuple[BotOption, ...]] = ()
    """The options that can be set, as a program offers them in the handshake."""

    should_stop: Callable[[], bool] | None = None
    """Called now and then during a long search. If it returns True, the player answers at once."""
    report: Callable[[Info], None] | None = None
    """Called by such a player with what it has found so far."""
    clock: Callable[[], float] = perf_counter
    """Returns the time in seconds."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        """The source of all its random choices: the same stream and the same turns give the same moves."""

    def set(self, option: BotOption, value: str) -> None:
        """Sets an option of `options`. The caller, `make_player`, has checked that the option can have this value."""
        raise AssertionError(f"{self.name} has no option {option.name}, {value} came for it")

    @abstractmethod
    def choose(self, turn: Turn) -> int:
        """Returns one of `turn.legal`."""
