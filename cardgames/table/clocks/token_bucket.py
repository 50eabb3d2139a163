"""A token bucket: how much of something a seat may use, so much at once and then so much in a time."""


class TokenBucket:
    """A count that is used up and comes back with time. All times are in ns.

    It is one number: the time up to which all that was used has been earned.
    """

    __slots__ = ("_each", "_earned", "_most")

    def __init__(self, most: int, each: int) -> None:
        """One that is full.

        Args:
            most: how much there is at once.
            each: how long it takes until one more is there.
        """
        self._most = most * each
        self._each = each
        self._earned = 0

    def there(self, now: int) -> bool:
        """Whether one is there."""
        return max(self._earned, now - self._most) + self._each <= now

    def use(self, now: int, count: int = 1) -> None:
        """Uses `count`, also more than there are: what is owed has to be earned first."""
        self._earned = max(self._earned, now - self._most) + count * self._each

    def give(self, count: int) -> None:
        """Adds `count`, as far as there is room."""
        self._earned -= count * self._each

    def next(self) -> int:
        """When one is there again, where none is."""
        return self._earned + self._each
