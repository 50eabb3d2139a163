"""One seat at a table in real time: its hand, what it has said, and how much it may say."""

from cardgames.bots.limits import KIB
from cardgames.bots.wires import COST_OF_LINE, MILLI
from cardgames.cards import Dealer
from cardgames.cards.derived_seeds import derive
from cardgames.table.clocks.moves_in_flight import MovesInFlight
from cardgames.table.clocks.table_history import TableChange
from cardgames.table.clocks.token_bucket import TokenBucket
from cardgames.table.game_setup import GameSetup

SECOND = 1000 * MILLI
NEVER = 1 << 62
"""A time that does not come."""

SECOND_THOUGHTS = 50 * MILLI
"""How long after a change a `wait` that stands does not count yet."""
MOST_ATTEMPTS = 10
"""Answers at once. Beyond its allowance a seat's answers are passed over, unread."""
ATTEMPTS_PER_GO = 2
"""Answers that come back with each `go`, beside those that come back with time."""
ATTEMPTS_PER_SECOND = 50
MOST_TALK = 64 * KIB
"""Bytes at once. Beyond its allowance a seat is not listened to: what it says stays in its pipe."""
TALK_PER_SECOND = 512 * KIB


class WallSeat:
    """One seat.

    Attributes:
        seat: which one.
        hand: its hand.
        said: how much it has written since its last answer: bytes, and `COST_OF_LINE` for each line.
        silent: how many times in a row nobody played for long although it had a move and had said nothing.
    """

    __slots__ = (
        "_answered",
        "_attempts",
        "_chance",
        "_declines",
        "_jitter",
        "_talk",
        "_think",
        "hand",
        "said",
        "seat",
        "silent",
    )

    def __init__(self, setup: GameSetup, seat: int) -> None:
        clock = setup.clock
        self.seat = seat
        self.hand = MovesInFlight(clock.hand[seat] * MILLI)
        self.said = 0
        self.silent = 0
        self._think = clock.think[seat] * MILLI
        self._jitter = clock.jitter[seat] * MILLI
        self._chance = Dealer(derive(setup.chance, f"jitter {seat}"))
        self._declines: int | None = None
        self._answered = 0
        self._attempts = TokenBucket(MOST_ATTEMPTS, SECOND // ATTEMPTS_PER_SECOND)
        self._talk = TokenBucket(MOST_TALK, SECOND // TALK_PER_SECOND)

    # -- what it may say

    def may_talk(self, now: int) -> bool:
        """Whether it is listened to."""
        return self._talk.there(now)

    @property
    def talks_again(self) -> int:
        """When it is listened to again, if it is not."""
        return self._talk.next()

    def talked(self, now: int, count: int) -> None:
        """It has written a line of so many bytes."""
        self.said += count + COST_OF_LINE
        self._talk.use(now, count + COST_OF_LINE)

    def may_try(self, now: int) -> bool:
        """Whether one more answer of it counts; if so it is counted."""
        if not self._attempts.there(now):
            return False
        self._attempts.use(now)
        return True

    # -- what it is asked and says

    def asked(self, now: int, has_choice: bool) -> int:
        """It sees a change. Returns from when on it may try a card that it sees now: after `think` and jitter."""
        ready = now + self._think
        if not has_choice:
            return ready
        self._attempts.give(ATTEMPTS_PER_GO)
        if self._jitter:
            ready += self._chance.below(self._jitter + 1)
        if self._declines is not None:
            self._declines = self._on_second_thoughts(ready)
        return ready

    def answers(self, ident: int) -> bool:
        """It answers a `go`. Returns whether for the first time."""
        self.said = 0
        first = ident > self._answered
        self._answered = max(self._answered, ident)
        return first

    def attempt(self, move: int, ident: int, change: TableChange, now: int, earliest: int) -> None:
        """It tries a card, not before `earliest`."""
        self._declines = None
        self.hand.attempt(move, ident, change, now, earliest)

    def decline(self, now: int, ready: int, *, fresh: bool) -> None:
        """It says `wait`.

        Args:
            now: when.
            ready: from when on it may do what it wants after the last change.
            fresh: it knew of that change.
        """
        self.hand.hold_back(now)
        self.silent = 0
        if fresh:
            self._declines = max(now, ready)
        elif self._declines is None:
            self._declines = max(now, self._on_second_thoughts(ready))

    def _on_second_thoughts(self, ready: int) -> int:
        """From when on a `wait` that was said before the last change holds after it: it could be taken back first."""
        return ready + max(self.hand.takes, SECOND_THOUGHTS)

    def holds_up(self, last: TableChange) -> bool:
        """Whether nobody plays because of it: it has a choice, and neither declines nor tries what is possible."""
        if not last.asks(self.seat) or self._declines is not None:
            return False
        return not any(last.lists_move(self.seat, card.move) for card in self.hand.cards)

    def declines(self, since: int, *, asked: bool) -> int:
        """From when on it declines: `NEVER` if it does not.

        Args:
            since: when the last change was told.
            asked: whether it has a choice; without one it declines, whatever it does.
        """
        if not asked:
            return since
        if self._declines is None or self.hand.first is not None:
            return NEVER
        return self._declines
