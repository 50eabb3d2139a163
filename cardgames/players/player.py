"""What a built-in player is: something that chooses a move from what its seat may see."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from typing import ClassVar

from cardgames.games import State


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


class Player(ABC):
    """A way to play. One object plays one seat of one game after another.

    It sees `Turn` and nothing else: `turn.view` is a State with every card hidden that the seat may not know.
    """

    name: ClassVar[str]

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        """All of its chance: the same stream and the same turns give the same moves."""

    @abstractmethod
    def choose(self, turn: Turn) -> int:
        """One of `turn.legal`."""
