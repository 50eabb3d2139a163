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
    """A choice to be made: whose, from which moves, and what that seat sees.

    Attributes:
        seat: the seat that chooses.
        legal: its moves, in RULES.md's order; never empty.
        millis: how many milliseconds the choice may take, None for no limit.
    """

    __slots__ = ("_look", "_view", "legal", "millis", "seat")

    def __init__(self, seat: int, legal: list[int], look: Callable[[], State], millis: int | None = None) -> None:
        self.seat = seat
        self.legal = legal
        self.millis = millis
        self._look = look
        self._view: State | None = None

    @property
    def view(self) -> State:
        """The table as the seat sees it, made when first asked for: `random` never asks."""
        if self._view is None:
            self._view = self._look()
        return self._view

    def narrowed(self, legal: list[int]) -> "Turn":
        """The same choice from some of its moves only."""
        return Turn(self.seat, legal, lambda: self.view, self.millis)


class Player(ABC):
    """A way to play. One object plays one seat of one game after another.

    It sees `Turn` and nothing else: `turn.view` is a State with every card hidden that the seat may not know.
    """

    name: ClassVar[str]
    options: ClassVar[tuple[BotOption, ...]] = ()
    """What can be set, as a program offers it."""

    listen: Callable[[], bool] | None = None
    """Asked now and then by a player that thinks long: True if it is to answer at once."""
    report: Callable[[Info], None] | None = None
    """Told by such a player what it thinks."""
    clock: Callable[[], float] = perf_counter
    """Tells it seconds."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        """All of its chance: the same stream and the same turns give the same moves."""

    def set(self, option: BotOption, value: str) -> None:
        """Sets one of `options`, to a value that it can have; `make_player` sees to that."""
        raise AssertionError(f"{self.name} has no option {option.name}, {value} came for it")

    @abstractmethod
    def choose(self, turn: Turn) -> int:
        """One of `turn.legal`."""
