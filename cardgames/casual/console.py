"""Where people read and type, as the game meets it: what it asks, and what it is told.

A person chooses a move, or wants something else: to take moves back, to resign, to leave. That is a result as well.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import NamedTuple

from cardgames.rules import Outcome


class TakeBack(NamedTuple):
    """The last moves are to be taken back."""

    moves: int
    """How many."""


class Resign(NamedTuple):
    """A seat gives the game up."""

    seat: int


class Quit(NamedTuple):
    """The person leaves; the game can be gone on with."""


Request = TakeBack | Resign | Quit
"""What a person can want instead of a move."""
Reply = int | Request
"""What a person says: a move that the rules accept, or a request."""


class Console(ABC):
    """Where the people of a game read and type.

    There are two ways to wait. Without a `keyboard` the game waits at each `ask`, and time stands still meanwhile.
    With one it goes on, and `hear` is called whenever keys have come.

    Attributes:
        keyboard: the descriptor that has keys; None if each question waits for its answer.
    """

    keyboard: int | None = None

    @abstractmethod
    def begin(self) -> None:
        """The game begins, or goes on."""

    @abstractmethod
    def ask(self, seat: int) -> Iterable[Reply]:
        """A seat has a move to choose. Gives one reply; with a keyboard only what has been typed before."""

    def hear(self, seat: int, *, asked: bool) -> Iterable[Reply]:  # noqa: ARG002 - never called without a keyboard
        """Keys have come.

        Args:
            seat: who types.
            asked: it has a move to choose.
        """
        return ()

    def rejected(self, seat: int, move: str, reason: str) -> None:  # noqa: B027 - for those who cannot know it yet
        """A seat's move came too late."""

    @abstractmethod
    def observe(self) -> None:
        """A move has been made."""

    @abstractmethod
    def taken_back(self) -> None:
        """Moves have been taken back."""

    @abstractmethod
    def end(self, outcome: Outcome) -> None:
        """The game is over."""
