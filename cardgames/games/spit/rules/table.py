"""The table of Spit: its seats, phases and piles, the layout of a round, and what a seat sees of a pile.

Every pile is a list of `card | seats << KNOWN`, bottom to top. The seats' bits count only while a card lies face
down, below a stock's top or among the spit cards; on top of a stock and in a spit pile it is open to all. Cards
lie face down unknown to both, so in play an entry is the card itself; only a position given by hand, or a view, has
others.
"""

from collections.abc import Sequence
from typing import Final

from cardgames.cards import CARD, DECK, KNOWN, NAMES, RANK, UNKNOWN

SEATS: Final = (0, 1)
ALL: Final = 3
"""Both seats' bits."""
OPEN: Final = ALL << KNOWN
"""What an entry has that both seats know."""
NONE: Final = -1
"""No seat, no pile."""

PLAY: Final = "play"
SLAP: Final = "slap"
OVER: Final = "over"
OUT: Final = "out"
POINTS: Final = "points"
ROUND_LIMIT: Final = "round-limit"
STANDARD: Final = "standard"

PACK: Final = tuple(DECK)
PLACES: Final = 5
FULL_LAYOUT: Final = sum(range(1, PLACES + 1))
"""Cards of a full layout, 15: a seat with no more than that has no spit cards (S2)."""
PILE_NAMES: Final = ("L", "R")

Pair = tuple[int, int]
"""One number a seat."""

_ENTRIES: Final = range(ALL + 1 << KNOWN)
_CARDS: Final = [min(entry & CARD, UNKNOWN) for entry in _ENTRIES]
ENTRY_NAME: Final[tuple[str, ...]] = tuple(NAMES[card] for card in _CARDS)
"""The name of the card by its entry, whoever knows it."""
ENTRY_RANK: Final[tuple[int, ...]] = tuple(RANK[card] for card in _CARDS)
NO_RANK: Final = RANK[UNKNOWN]
"""The rank of a card that is not shown, and of a pile that is not there."""

KNOWN_TO: Final = [[bool(entry >> KNOWN & 1 << seat) for entry in _ENTRIES] for seat in SEATS]
"""By seat and entry: whether the seat knows a card lying face down."""
_SEEN_ENTRY: Final = [
    [(card if known else UNKNOWN) | OPEN for card, known in zip(_CARDS, KNOWN_TO[seat], strict=True)] for seat in SEATS
]
"""By seat and entry: what the seat's view has for a card lying face down."""


def lay_out(cards: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """A seat's cards laid out: its five stocks, as far as the cards go, and its spit cards (S1, S2)."""
    stocks: list[list[int]] = []
    start = 0
    for size in range(1, PLACES + 1):
        stocks.append(list(cards[start : start + size]))
        start += size
    return stocks, list(cards[start:])


def hidden_view(pile: Sequence[int], seat: int) -> list[int]:
    """A pile that lies face down, as a seat's view has it."""
    seen = _SEEN_ENTRY[seat]
    return [seen[entry] for entry in pile]


def stock_view(stock: Sequence[int], seat: int) -> list[int]:
    """A stock as a seat's view has it."""
    view = hidden_view(stock, seat)
    if view:
        view[-1] = stock[-1] | OPEN
    return view
