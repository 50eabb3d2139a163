"""Somebody who looks at tables: where they sit, how wide their screen is, what they have seen before."""

from collections.abc import Sequence

from cardgames.cards import CARD
from cardgames.drawing.symbols import ASCII, CARD_SIGNS, MARK, Symbols
from cardgames.drawing.wording import YOU

WIDE = 76
"""From this many columns a drawing may take 80."""
MIDDLE = 58
"""From this many it may take 60; below it takes 40."""


class Viewer:
    """How one person sees one game, drawing after drawing.

    A drawing tells by `mark` what stands in each of its spots; what has changed since `remember` was called
    last is marked.

    Attributes:
        seat: the seat that looks and is drawn below; None for nobody.
        names: what each seat is called.
        width: the columns of the screen.
        symbols: the signs it can show.
    """

    def __init__(
        self,
        seat: int | None,
        names: Sequence[str] = (),
        *,
        width: int = 80,
        symbols: Symbols = ASCII,
        players: int = 4,
    ) -> None:
        self.seat = seat
        self.names = tuple(names) or tuple(
            f"seat {each} (you)" if each == seat else f"seat {each}" for each in range(players)
        )
        self.width = width
        self.symbols = symbols
        self._before: dict[str, object] | None = None
        self._now: dict[str, object] = {}

    def remember(self) -> None:
        """From now on that is marked which differs from the last drawing."""
        self._before, self._now = self._now, {}

    def forget(self) -> None:
        """Nothing is marked in the next drawing, also if that is remembered before: it is all new."""
        self._before, self._now = None, {}

    def mark(self, spot: str, what: object) -> str:
        """Notes what stands in a spot. Returns a blank, or the mark if something else stood there."""
        self._now[spot] = what
        if not self._before or self._before.get(spot) == what:
            return " "
        return MARK

    def card(self, spot: str, entry: int) -> str:
        """A card with the room for its mark before it: three columns."""
        card = entry & CARD
        return self.mark(spot, card) + CARD_SIGNS[card]

    def who(self, seat: int) -> str:
        """A seat's name in a sentence: `you` for the one that looks, where it has no name of its own."""
        name = self.names[seat]
        return YOU if name == f"seat {seat} (you)" else name

    def wins(self, seat: int) -> str:
        """`you win`, `greedy wins`."""
        who = self.who(seat)
        return f"{who} {'win' if who == YOU else 'wins'}"

    def name(self, seat: int, width: int) -> str:
        """The name of a seat, cut to `width` columns."""
        return self.names[seat][:width]


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` columns, broken at blanks; a longer word is left whole."""
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append(word)
        else:
            lines[-1] += f" {word}" if lines[-1] else word
    return lines


def joined(parts: Sequence[str], width: int, indent: str = "") -> list[str]:
    """The parts in as few lines as they need, two blanks between them, none of them cut."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + 2 + len(part) <= width:
            lines[-1] += f"  {part}"
        else:
            lines.append(indent + part)
    return lines
