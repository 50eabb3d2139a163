"""Checks the times of landing in a record against its clock."""

import re
from bisect import bisect_left
from typing import Self

from cardgames.table.record import RecordedMove

_NUMBER = "[0-9]{1,9}"
_SEATS = " ".join(rf"{name}=({_NUMBER}),({_NUMBER})" for name in ("think", "jitter", "hand"))
_CLOCK = re.compile(
    rf"(?:turns(?: movetime={_NUMBER}| time={_NUMBER} inc={_NUMBER})?"
    rf"|virtual movetime=(?:{_NUMBER}|None) {_SEATS}"
    rf"|wall {_SEATS} tie={_NUMBER} stall={_NUMBER})"
)


class RecordedClock:
    """The clock of the tag `Clock` (`ClockSettings.text`), and the times so far."""

    def __init__(self, kind: str, seats: tuple[tuple[int, int], ...]) -> None:
        """No move has landed yet.

        Args:
            kind: `turns`, `virtual` or `wall`.
            seats: `think`, `jitter` and `hand`, seat by seat in ms; empty with `turns`.
        """
        self.has_turns = kind == "turns"
        self._is_virtual = kind == "virtual"
        # Seat by seat the longest and the shortest way of a card, from what it answers to until it lands.
        self._ways = tuple((think + jitter + hand, think + hand) for think, jitter, hand in zip(*seats, strict=True))
        self._pause = max(seats[0]) if seats else 0
        self._changes = [0]
        """When there was something new to answer to, ascending."""

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Reads the tag's value; None if it is no clock or incomplete."""
        match = _CLOCK.fullmatch(text)
        if match is None:
            return None
        numbers = [int(number) for number in match.groups() if number is not None]
        return cls(text.split(" ", maxsplit=1)[0], tuple(zip(numbers[::2], numbers[1::2], strict=True)))

    def refusal(self, move: RecordedMove) -> str | None:
        """Why the next move, which the rules accept, cannot have landed when it did; None if it can."""
        if move.at is None:
            return None if self.has_turns else "it has no time of landing"
        if self.has_turns:
            return "it has a time of landing, in a game with turns"
        last = self._changes[-1]
        if move.at < last:
            return f"it landed at {move.at} ms, before the move that came before it"
        if self._is_virtual and not self._can_land(move.seat, move.at):
            return f"it landed at {move.at} ms, by no answer that the clock knows"
        if move.at > last:
            self._changes.append(move.at)
        return None

    def _can_land(self, seat: int, at: int) -> bool:
        """Whether a seat can have set out after some change and landed then, or the referee has moved for it."""
        changes = self._changes
        longest, shortest = self._ways[seat]
        # Both waits of a pair are of one moment.
        if at - longest <= changes[-1] <= at - shortest or at - changes[-1] in (0, self._pause):
            return True
        found = bisect_left(changes, at - longest)
        return found < len(changes) and changes[found] <= at - shortest
