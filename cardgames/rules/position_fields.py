"""Reading the `key=value` tokens of a position (PROTOCOL.md, "Cards and positions"), the same for every game."""

from collections.abc import Collection, Sequence

from cardgames.cards import CARD, DECK, NAMES, PileError, read_pile
from cardgames.rules.game import PositionError

MOST = 10**9
"""What a number of a position may come to where its game sets no bound."""
_LONGEST_NUMBER = 18


class Fields:
    """The values of one position line by key, read one by one with the key in every error.

    Attributes:
        is_view: a `??` stands somewhere: read leniently, unknown keys passed over.
    """

    def __init__(self, text: str, game: str, keys: Sequence[str], everyone: int) -> None:
        """Splits `position GAME K=V …`.

        Args:
            keys: every key but `reason`, which is wanted in phase `over` and refused elsewhere.
            everyone: the mask of all seats.

        Raises:
            PositionError: not a position of this game; a missing, repeated or unknown key.
        """
        self.is_view = "??" in text
        self._everyone = everyone
        tokens = text.split()
        if tokens[:2] != ["position", game]:
            raise PositionError(f"'position {game} ...' was expected: {' '.join(tokens[:2])[:40]!r}")
        self._values: dict[str, str] = {}
        for token in tokens[2:]:
            key, equals, value = token.partition("=")
            known = key in keys or key == "reason"
            if not equals or not known:
                if self.is_view:
                    continue
                raise PositionError(f"unknown key: {token[:40]!r}")
            if key in self._values:
                raise PositionError(f"repeated key: {key}")
            self._values[key] = value
        for key in keys:
            if key not in self._values:
                raise PositionError(f"missing key: {key}")
        if self.is_over and "reason" not in self._values:
            raise PositionError("missing key: reason (phase=over)")
        if not self.is_over and "reason" in self._values:
            raise PositionError(f"reason outside phase over: reason={self._values['reason'][:20]}")

    def word(self, key: str, choices: Collection[str]) -> str:
        """One of `choices`."""
        value = self._values[key]
        if value not in choices:
            raise self.error(key, f"one of {' '.join(choices)} was expected")
        return value

    @property
    def is_over(self) -> bool:
        """Whether it is the table of a game that has ended."""
        return self._values["phase"] == "over"

    def text(self, key: str) -> str:
        """The value as it stands."""
        return self._values[key]

    def number(self, key: str, low: int = 0, high: int = MOST) -> int:
        """A whole number in a range."""
        return self._number(key, self._values[key], low, high)

    def numbers(self, key: str, count: int, low: int = 0, high: int = MOST) -> list[int]:
        """`count` whole numbers joined by commas."""
        parts = self.parts(key, count)
        return [self._number(key, part, low, high) for part in parts]

    def seat_or_none(self, key: str, players: int) -> int | None:
        """A seat, or None for `-`."""
        return None if self._values[key] == "-" else self.number(key, 0, players - 1)

    def parts(self, key: str, count: int) -> list[str]:
        """`count` texts joined by commas."""
        parts = self._values[key].split(",")
        if len(parts) != count:
            raise self.error(key, f"{len(parts)} parts, {count} were expected")
        return parts

    def pile(self, key: str) -> list[int]:
        """A pile, bottom to top, each `card | seats << KNOWN`."""
        return self.read_pile(key, self._values[key])

    def read_pile(self, key: str, text: str) -> list[int]:
        """A pile of which `text` is the writing and `key` the place to name in an error."""
        try:
            return read_pile(text, self._everyone, view=self.is_view)
        except PileError as error:
            raise self.error(key, str(error)) from None

    def error(self, key: str, what: str) -> PositionError:
        """The error to raise: what is wrong, and where."""
        value = self._values[key]
        return PositionError(f"{what}: {key}={value if len(value) <= 40 else value[:37] + '...'}")

    def _number(self, key: str, text: str, low: int, high: int) -> int:
        plain = text.isascii() and text.isdigit() and (text == "0" or text[0] != "0") and len(text) <= _LONGEST_NUMBER
        if not plain or not low <= int(text) <= high:
            raise self.error(key, f"a whole number {low}-{high} was expected")
        return int(text)


def check_deck(entries: Sequence[int], copies: int) -> None:
    """Refuses a wrong total of cards, or too many of one name (PROTOCOL.md).

    Args:
        entries: every card of the table as `card | seats << KNOWN`, in any order.
        copies: how often each of the 52 names is there.
    """
    if len(entries) != 52 * copies:
        raise PositionError(f"{len(entries)} cards in all, {52 * copies} were expected: position")
    counts = [0] * 64
    for entry in entries:
        counts[entry & CARD] += 1
    for card in DECK:
        if counts[card] > copies:
            raise PositionError(f"{counts[card]} cards of one name, {copies} were expected: {NAMES[card]}")
