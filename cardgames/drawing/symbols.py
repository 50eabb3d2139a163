"""How a drawing is put on a screen or into a file: letters or suit symbols, red suits coloured, changes marked.

A drawing is laid out as plain lines in which a suit, and the mark of a change, are one private character each.
So every card is two columns wide whatever becomes of it; `Symbols.lines` puts the real signs in at the end.
"""

import re
from typing import NamedTuple

from cardgames.cards import DECK, RANK, RANKS, SUIT, SUITS, UNKNOWN

_FIRST_SUIT = 0xE000
SUIT_SIGNS: tuple[str, ...] = tuple(chr(_FIRST_SUIT + suit) for suit in range(len(SUITS)))
"""What stands for c, d, h, s in a layout."""
MARK = chr(_FIRST_SUIT + len(SUITS))
"""What stands in a layout before a thing that has changed."""
CARD_SIGNS: tuple[str, ...] = (*(RANKS[RANK[card]] + SUIT_SIGNS[SUIT[card]] for card in DECK), "??")
"""Every card as a layout has it, `??` for UNKNOWN."""

SYMBOLS = "\u2663\u2666\u2665\u2660"
"""Clubs, diamonds, hearts and spades, in the order of SUITS."""
_RED_SUITS = (1, 2)
_RED, _BOLD, _PLAIN = "\x1b[31m", "\x1b[1m", "\x1b[0m"

_SIGNED = re.compile(f"(.)([{SUIT_SIGNS[0]}-{SUIT_SIGNS[-1]}])|{MARK}")

assert len(CARD_SIGNS) == UNKNOWN + 1


class Symbols(NamedTuple):
    """What a screen can show."""

    symbols: bool = False
    """Suit symbols instead of the letters c d h s."""
    colour: bool = False
    """Escape sequences for red suits and for marks."""

    def lines(self, layout: list[str]) -> str:
        """The layout with the real signs, each line ended by a newline, no blanks at the ends."""
        return "".join(f"{self.line(line)}\n" for line in layout)

    def line(self, layout: str) -> str:
        """The same for one line, without its end."""
        return _SIGNED.sub(self._sign, layout.rstrip())

    def _sign(self, found: re.Match[str]) -> str:
        if found[0] == MARK:
            return f"{_BOLD}*{_PLAIN}" if self.colour else "*"
        suit = ord(found[2]) - _FIRST_SUIT
        card = found[1] + (SYMBOLS if self.symbols else SUITS)[suit]
        return f"{_RED}{card}{_PLAIN}" if self.colour and suit in _RED_SUITS else card


ASCII = Symbols()


def unsigned(text: str) -> str:
    """What a person types, with the letters c d h s for suit symbols."""
    return text.translate({ord(symbol): suit for symbol, suit in zip(SYMBOLS, SUITS, strict=True)})
