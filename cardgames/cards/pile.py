"""Piles, and who knows each of their cards (PROTOCOL.md, "Cards and positions").

A pile is a list of ints, bottom to top. Each is `card | seats << KNOWN`, `seats` being the sum of 1 for seat 0,
2 for seat 1, 4 for seat 2, 8 for seat 3: the seats that know the card where it lies. `entry & CARD` is the card.
Known to every seat means all bits of the game's seats set (`everyone`).
"""

from collections.abc import Sequence
from typing import Final

from cardgames.cards.card import CARD_OF_NAME, NAMES, UNKNOWN

CARD: Final = 63
KNOWN: Final = 6


class PileError(ValueError):
    """A text that is no pile: what came, and what was expected."""


def write_pile(pile: Sequence[int], everyone: int) -> str:
    """The pile as text: bare cards where every seat knows them, `(7hKd)M` where only the seats of M do.

    Runs are as long as they can be; an empty pile is `-`.
    """
    if not pile:
        return "-"
    parts: list[str] = []
    open_mask = everyone
    for entry in pile:
        mask = entry >> KNOWN
        if mask != open_mask:
            if open_mask != everyone:
                parts.append(f"){open_mask:x}")
            if mask != everyone:
                parts.append("(")
            open_mask = mask
        parts.append(NAMES[entry & CARD])
    if open_mask != everyone:
        parts.append(f"){open_mask:x}")
    return "".join(parts)


def read_pile(text: str, everyone: int, *, view: bool = False) -> list[int]:
    """The pile that `text` writes, the inverse of `write_pile`.

    In a view (`view=True`) a card may be `??`, there are no brackets, and every card counts as known.

    Raises:
        PileError: not a pile, a mask out of range or equal to that of all seats, a run that is empty or was
            not merged with its equal neighbour.
    """
    if text == "-":
        return []
    if not text:
        raise PileError("an empty text, a pile or - was expected")
    pile: list[int] = []
    at = 0
    last_mask = -1
    while at < len(text):
        if text[at] != "(":
            pile.append(_card_at(text, at, view) | everyone << KNOWN)
            last_mask = everyone
            at += 2
            continue
        if view:
            raise PileError(f"a bracket in a view: {text[at : at + 12]}")
        close = text.find(")", at)
        digit = text[close + 1 : close + 2] if close >= 0 else ""
        if not digit or digit not in "0123456789abcdefABCDEF":
            raise PileError(f"a run without )M, M one hex digit: {text[at : at + 12]}")
        mask = int(digit, 16)
        if mask >= everyone:
            expected = f"below {everyone:x}, all seats' sum (a card known to all stands bare)"
            raise PileError(f"mask {digit} is out of range, {expected}")
        if close == at + 1:
            raise PileError("an empty run ()")
        if mask == last_mask:
            raise PileError(f"two neighbouring runs of mask {digit}, one run was expected")
        if (close - at) % 2 == 0:
            raise PileError(f"half a card in the run {text[at : close + 1]}")
        pile.extend(_card_at(text, place, False) | mask << KNOWN for place in range(at + 1, close, 2))
        last_mask = mask
        at = close + 2
    return pile


def _card_at(text: str, at: int, view: bool) -> int:
    name = text[at : at + 2]
    card = CARD_OF_NAME.get(name)
    if card is None:
        if view and name == "??":
            return UNKNOWN
        raise PileError(f"no card {name!r}: a rank 2-9TJQKA and a suit cdhs were expected, as 7h or Td")
    return card
