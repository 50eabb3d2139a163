"""What a seat can do wrong, as data; and the error of one that cannot be started at all."""

from enum import StrEnum
from typing import NamedTuple

from cardgames.protocol.lines import quoted, shortened
from cardgames.rules import Outcome


class Termination(StrEnum):
    """How a game ended that its rules did not end: the fault's name in `gameover` and in the record."""

    TIME = "time"
    """No answer within the clock."""
    STALL = "stall"
    """Spit: three `go` in a row without an answer; in real time, nobody played three times because of it."""
    CRASH = "crash"
    """The process ended, closed its output, or could not be started again."""
    ILLEGAL = "illegal"
    """A move that the rules refuse."""
    PROTOCOL = "protocol"
    """An answer that cannot be read: no move, or bytes that are not ASCII."""
    FLOOD = "flood"
    """A line, or the output of one move, above the limit."""
    MEMORY = "memory"
    """More memory than allowed."""
    WITHDRAWN = "withdrawn"
    """The game was not played because the bot had been taken out of the tournament: no fault of this game."""


class StartupError(Exception):
    """A bot that could not be started or does not speak CGP/1: one line with the reason and what to try."""

    def __init__(self, message: str, kind: Termination = Termination.CRASH) -> None:
        super().__init__(shortened(message))
        self.kind = kind
        """The fault that it counts as if it costs a game."""


class _Fault(NamedTuple):
    seat: int
    kind: Termination
    detail: str
    """One line of printable ASCII: what came or was missing, and what was expected."""


class Fault(_Fault):
    """One seat's fault. Its detail is `quoted`, so that it can be shown and stored whatever a bot has put into it."""

    __slots__ = ()

    def __new__(cls, seat: int, kind: Termination, detail: str) -> "Fault":
        """A fault; `detail` says what came and what was expected."""
        return super().__new__(cls, seat, kind, quoted(detail))

    def text(self) -> str:
        """`seat 1, illegal: …`."""
        return f"seat {self.seat}, {self.kind}: {self.detail}"


class Forfeit(NamedTuple):
    """The end of a game by the faults of one seat, or of several at the same moment."""

    faults: tuple[Fault, ...]

    def outcome(self, players: int) -> Outcome:
        """Seats without a fault share the win, all scores are 0, the reason is the first fault (PROTOCOL.md).

        If all seats are at fault at the same moment the game is drawn.
        """
        guilty = {fault.seat for fault in self.faults}
        winners = tuple(seat for seat in range(players) if seat not in guilty)
        return Outcome(winners or tuple(range(players)), (0,) * players, self.faults[0].kind.value)
