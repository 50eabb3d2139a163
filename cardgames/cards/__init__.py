"""Cards as small ints, piles and what is known of them, and the dealing generator."""

from cardgames.cards.card import (
    CARD_NAMES,
    CARD_OF_NAME,
    DECK,
    NAMES,
    NOTHING,
    RANK,
    RANKS,
    SUIT,
    SUITS,
    UNKNOWN,
    CardError,
    parse_card,
)
from cardgames.cards.dealer import Dealer, seed_of_text
from cardgames.cards.pile import CARD, KNOWN, PileError, read_pile, write_pile

__all__ = [
    "CARD",
    "CARD_NAMES",
    "CARD_OF_NAME",
    "DECK",
    "KNOWN",
    "NAMES",
    "NOTHING",
    "RANK",
    "RANKS",
    "SUIT",
    "SUITS",
    "UNKNOWN",
    "CardError",
    "Dealer",
    "PileError",
    "parse_card",
    "read_pile",
    "seed_of_text",
    "write_pile",
]
