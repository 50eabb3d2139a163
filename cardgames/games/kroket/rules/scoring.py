"""What cards are worth at the end of a deal of Kroket (K11, K12).

Cards may come bare or as a pile holds them, `card | seats << KNOWN`; a hidden card counts nothing.
"""

from collections.abc import Sequence
from typing import Final

from cardgames.cards import CARD, RANK

_JACK: Final = 9
_QUEEN: Final = 10
_KING: Final = 11
_ACE: Final = 12
_WORTH: Final = {_ACE: 1, _JACK: 2, _KING: 3, _QUEEN: 5}
_NONE: Final = (13,) * (CARD + 1 - len(RANK))

_RANKS: Final[tuple[int, ...]] = (RANK + _NONE) * 16
"""The rank by `card | seats << KNOWN`, so that a pile needs no taking apart; 13 where there is no card."""
_TABLE_WORTH: Final[tuple[int, ...]] = tuple(_WORTH.get(rank, 0) for rank in RANK + _NONE) * 16
_PICTURES: Final[tuple[int, ...]] = tuple(int(_JACK <= rank <= _ACE) for rank in RANK + _NONE) * 16

_worth_of = _TABLE_WORTH.__getitem__
_rank_of = _RANKS.__getitem__
_is_picture = _PICTURES.__getitem__


def table_score(cards: Sequence[int]) -> int:
    """The points of six table cards: A 1, J 2, K 3, Q 5, the rest nothing (K11)."""
    return sum(map(_worth_of, cards))


def hand_score(cards: Sequence[int], allpictures: str = "0") -> int:
    """The points of a hand: 1 for each picture, and the number on the lowest card (K11).

    Args:
        cards: the hand.
        allpictures: what stands for that number in a hand without one, `0`, `10` or `rank` (K12).
    """
    pictures = sum(map(_is_picture, cards))
    lowest = min(map(_rank_of, cards), default=13)
    if lowest < _JACK:
        return pictures + lowest + 2
    if allpictures == "rank":
        return pictures + (lowest + 2 if pictures else 0)
    return pictures + (int(allpictures) if pictures else 0)
