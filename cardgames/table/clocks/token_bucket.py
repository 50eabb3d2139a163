"""A token bucket: how much a seat may use at once, and how fast that comes back."""


class TokenBucket:
    """Tokens that are used up and come back with time. All times are in ns.

    Its state is one number: the time up to which every token that was taken has been paid for.
    """

    __slots__ = ("_capacity_ns", "_interval_ns", "_paid_until")

    def __init__(self, capacity: int, interval_ns: int) -> None:
        """A full bucket.

        Args:
            capacity: how many tokens it holds.
            interval_ns: the time in which one comes back.
        """
        self._capacity_ns = capacity * interval_ns
        self._interval_ns = interval_ns
        self._paid_until = 0

    def has_token(self, now: int) -> bool:
        """Whether there is at least one token."""
        return max(self._paid_until, now - self._capacity_ns) + self._interval_ns <= now

    def take(self, now: int, count: int = 1) -> None:
        """Takes `count` tokens. If there are fewer, the missing ones come back first."""
        self._paid_until = max(self._paid_until, now - self._capacity_ns) + count * self._interval_ns

    def refill(self, count: int) -> None:
        """Adds `count` tokens, up to its capacity."""
        self._paid_until -= count * self._interval_ns

    def next_at(self) -> int:
        """The time at which an empty bucket has a token again."""
        return self._paid_until + self._interval_ns
