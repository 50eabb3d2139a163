"""A card is an int, 0 to 51: suit * 13 + rank, suits in the order c d h s, ranks 2 low to A high.

Ascending is the order in which a position writes a Kroket hand. `UNKNOWN` (52) stands for a card that
a seat's view does not show; it has a rank and a suit of its own, which equal no other's.
"""

from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"

DECK: Final = range(52)
UNKNOWN: Final = 52
NOTHING: Final = 53
"""Stands where a card could be and none is: an empty house, a pile without a card."""

NAMES: Final[tuple[str, ...]] = tuple(rank + suit for suit in SUITS for rank in RANKS) + ("??",)
CARD_NAMES: Final[tuple[str, ...]] = (*NAMES, "-")
"""The names with that of `NOTHING`."""
RANK: Final[tuple[int, ...]] = tuple(card % 13 for card in DECK) + (13,)
SUIT: Final[tuple[int, ...]] = tuple(card // 13 for card in DECK) + (4,)

CARD_OF_NAME: Final[dict[str, int]] = {name: card for card, name in enumerate(NAMES) if card != UNKNOWN}
_CARD_OF_LOWER: Final = {name.lower(): card for name, card in CARD_OF_NAME.items()}


class CardError(ValueError):
    """A text that is no card."""


def parse_card(text: str) -> int:
    """The card that `text` names, read in any case (`7h`, `tD`).

    Raises:
        CardError: `text` is not a rank and a suit.
    """
    card = _CARD_OF_LOWER.get(text.lower())
    if card is None:
        raise CardError(f"no card {text!r}: a rank ({RANKS}) and a suit ({SUITS}), as 7h or Td")
    return card
