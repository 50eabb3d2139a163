"""The table of Spit: its seats, phases and piles, the layout of a round, and the text of each pile.

Every pile is a list of `card | seats << KNOWN`, bottom to top. The seats' bits count only while a card lies face
down, below a stock's top or among the spit cards; on top of a stock and in a spit pile it is open to all. Cards
lie face down unknown to both, so in play an entry is the card itself; only a position given by hand, or a view, has
others.
"""

from collections.abc import Sequence
from typing import Final

from cardgames.cards import CARD, DECK, KNOWN, NAMES, RANK, UNKNOWN, write_pile

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

_KNOWN_TO: Final = [[bool(entry >> KNOWN & 1 << seat) for entry in _ENTRIES] for seat in SEATS]
_SEEN_NAME: Final = [
    [name if known else NAMES[UNKNOWN] for name, known in zip(ENTRY_NAME, _KNOWN_TO[seat], strict=True)]
    for seat in SEATS
]
"""By seat and entry: the name of a card lying face down, `??` where the seat does not know it."""
_SEEN_ENTRY: Final = [
    [(card if known else UNKNOWN) | OPEN for card, known in zip(_CARDS, _KNOWN_TO[seat], strict=True)] for seat in SEATS
]
"""By seat and entry: what the seat's view has for a card lying face down."""

_UNSEEN_STOCK: Final = [[NAMES[UNKNOWN] * below + name for name in NAMES[:UNKNOWN]] for below in range(PLACES)]
"""By the number of cards below its top, which nobody knows, and the top: a stock's text."""


def lay_out(cards: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """A seat's cards laid out: its five stocks, as far as the cards go, and its spit cards (S1, S2)."""
    stocks: list[list[int]] = []
    start = 0
    for size in range(1, PLACES + 1):
        stocks.append(list(cards[start : start + size]))
        start += size
    return stocks, list(cards[start:])


def open_text(pile: Sequence[int]) -> str:
    """A pile that lies open: a spit pile."""
    return "".join([ENTRY_NAME[entry] for entry in pile]) or "-"


def hidden_text(pile: Sequence[int], seat: int | None) -> str:
    """A pile that lies face down: in full (None), or as a seat may know it."""
    if seat is None:
        return write_pile(pile, ALL)
    seen = _SEEN_NAME[seat]
    return "".join([seen[entry] for entry in pile]) or "-"


def stock_text(stock: Sequence[int], seat: int | None) -> str:
    """A stock, its top open: in full (None), or as a seat may know it."""
    if len(stock) > 1:
        return hidden_text(stock[:-1], seat) + ENTRY_NAME[stock[-1]]
    return ENTRY_NAME[stock[0]] if stock else "-"


def unseen_texts(stocks: Sequence[Sequence[int]]) -> str:
    """A seat's stocks as both seats see them, as long as nobody knows a card that lies face down."""
    return ",".join([_UNSEEN_STOCK[len(stock) - 1][stock[-1]] if stock else "-" for stock in stocks])


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
