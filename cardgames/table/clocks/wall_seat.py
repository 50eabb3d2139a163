"""One seat of the wall clock: its moves on their way, what it has answered, and how much it may write."""

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

WAIT_GRACE = 50 * MILLI
"""How long after a change an older `wait` does not count yet, in ns."""
BURST_ANSWERS = 10
"""Answers that a seat may give at once. Further ones are skipped unread until the allowance comes back."""
ANSWERS_PER_GO = 2
"""How much of that allowance comes back with each `go`, beside what comes back with time."""
ANSWERS_PER_SECOND = 50
BURST_BYTES = 64 * KIB
"""Bytes that a seat may write at once. Further ones stay in its pipe until the allowance comes back."""
BYTES_PER_SECOND = 512 * KIB


class WallSeat:
    """One seat.

    Attributes:
        seat: which one.
        in_flight: its moves on their way.
        unanswered_bytes: how much it has written since its last answer, with `COST_OF_LINE` for each line.
        stalls: how many times in a row nobody played for long although it had a move and said nothing.
    """

    __slots__ = (
        "_answer_bucket",
        "_answered",
        "_byte_bucket",
        "_chance",
        "_declines_at",
        "_jitter",
        "_think",
        "in_flight",
        "seat",
        "stalls",
        "unanswered_bytes",
    )

    def __init__(self, setup: GameSetup, seat: int) -> None:
        clock = setup.clock
        self.seat = seat
        self.in_flight = MovesInFlight(clock.hand[seat] * MILLI)
        self.unanswered_bytes = 0
        self.stalls = 0
        self._think = clock.think[seat] * MILLI
        self._jitter = clock.jitter[seat] * MILLI
        self._chance = Dealer(derive(setup.chance, f"jitter {seat}"))
        self._declines_at: int | None = None
        self._answered = 0
        self._answer_bucket = TokenBucket(BURST_ANSWERS, SECOND // ANSWERS_PER_SECOND)
        self._byte_bucket = TokenBucket(BURST_BYTES, SECOND // BYTES_PER_SECOND)

    # -- how much it may write

    def may_write(self, now: int) -> bool:
        """Whether it is read from."""
        return self._byte_bucket.has_token(now)

    @property
    def may_write_at(self) -> int:
        """When it is read from again, if it is not read from now; in ns."""
        return self._byte_bucket.next_at()

    def wrote(self, now: int, count: int) -> None:
        """Counts a line of so many bytes."""
        self.unanswered_bytes += count + COST_OF_LINE
        self._byte_bucket.take(now, count + COST_OF_LINE)

    def take_answer(self, now: int) -> bool:
        """Uses up one answer of its allowance. Returns False if none is left: then the answer does not count."""
        if not self._answer_bucket.has_token(now):
            return False
        self._answer_bucket.take(now)
        return True

    # -- what it is asked and answers

    def asked(self, now: int, has_choice: bool) -> int:
        """Shows it a change. Returns the earliest time at which a card that it sees now may set out, in ns."""
        ready = now + self._think
        if not has_choice:
            return ready
        self._answer_bucket.refill(ANSWERS_PER_GO)
        if self._jitter:
            ready += self._chance.below(self._jitter + 1)
        if self._declines_at is not None:
            self._declines_at = self._after_grace(ready)
        return ready

    def is_first_answer(self, ident: int) -> bool:
        """Notes an answer to a `go`. Returns whether it is the first one to that `go`."""
        self.unanswered_bytes = 0
        first = ident > self._answered
        self._answered = max(self._answered, ident)
        return first

    def attempt(self, move: int, ident: int, change: TableChange, now: int, earliest: int) -> None:
        """Tries a card, which sets out not before `earliest`."""
        self._declines_at = None
        self.in_flight.attempt(move, ident, change, now, earliest)

    def decline(self, now: int, ready: int, *, fresh: bool) -> None:
        """Notes its `wait`.

        Args:
            now: when it came, in ns.
            ready: when a card that it saw with the last change may set out, in ns.
            fresh: whether it answers the `go` of that change.
        """
        self.in_flight.cancel_waiting(now)
        self.stalls = 0
        if fresh:
            self._declines_at = max(now, ready)
        elif self._declines_at is None:
            self._declines_at = max(now, self._after_grace(ready))

    def _after_grace(self, ready: int) -> int:
        """When a `wait` from before the last change counts after it: the seat gets time to change its mind."""
        return ready + max(self.in_flight.flight_ns, WAIT_GRACE)

    def holds_up(self, last: TableChange) -> bool:
        """Whether nobody plays because of it: it has a choice, and neither declines nor tries a possible move."""
        if not last.asks(self.seat) or self._declines_at is not None:
            return False
        return not any(last.lists_move(self.seat, card.move) for card in self.in_flight.attempts)

    def declines_at(self, since: int, *, asked: bool) -> int:
        """When it declines, in ns; `NEVER` if it does not.

        Args:
            since: when the last change was told, in ns.
            asked: whether it has a choice; without one it declines in any case.
        """
        if not asked:
            return since
        if self._declines_at is None or self.in_flight.first is not None:
            return NEVER
        return self._declines_at
