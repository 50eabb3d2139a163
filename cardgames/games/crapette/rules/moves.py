"""Crapette's moves as small ints and as text, and which card goes on which.

A move of a card is `source * 12 + target`, so that ascending order is the order of every list of moves.
Then come `FLIP`, `PASS` and `STOP`.
"""

from typing import Final

from cardgames.cards import DECK, NOTHING, RANK, SUIT, UNKNOWN
from cardgames.rules.game import MoveTextError

RESERVE: Final = 0
HAND: Final = 1
FIRST_HOUSE: Final = 2
"""Sources; house 1 is `FIRST_HOUSE`, house 8 the last of `SOURCES`."""
SOURCES: Final = 10

FOUNDATION: Final = 0
OTHER_RESERVE: Final = 9
OTHER_WASTE: Final = 10
OWN_WASTE: Final = 11
"""Targets; between the first two the houses by their numbers, 1 to 8."""
TARGETS: Final = 12

HAND_TO_FOUNDATION: Final = HAND * TARGETS + FOUNDATION
HAND_TO_WASTE: Final = HAND * TARGETS + OWN_WASTE
FLIP: Final = 120
PASS: Final = 121
STOP: Final = 122
NO_MOVE: Final = -1

SOURCE: Final[tuple[int, ...]] = tuple(move // TARGETS for move in range(FLIP))
TARGET: Final[tuple[int, ...]] = tuple(move % TARGETS for move in range(FLIP))

_SOURCE_NAMES: Final = ("R", "H", "1", "2", "3", "4", "5", "6", "7", "8")
_TARGET_NAMES: Final = ("F", "1", "2", "3", "4", "5", "6", "7", "8", "OR", "OW", "W")


def _is_move(move: int) -> bool:
    source, target = SOURCE[move], TARGET[move]
    return source == HAND if target == OWN_WASTE else target != source - FIRST_HOUSE + 1 or source < FIRST_HOUSE


MOVE_NAMES: Final[dict[int, str]] = {
    move: f"{_SOURCE_NAMES[SOURCE[move]]}-{_TARGET_NAMES[TARGET[move]]}" for move in range(FLIP) if _is_move(move)
} | {FLIP: "flip", PASS: "pass", STOP: "stop"}
"""Every move that has a meaning, legal or not: no pile goes on itself, only the hand card on the own waste."""

_MOVE_OF_LOWER: Final = {name.lower(): move for move, name in MOVE_NAMES.items()}


def parse_move(text: str) -> int:
    """The move that `text` names, read in any case. Raises MoveTextError."""
    move = _MOVE_OF_LOWER.get(text.lower())
    if move is None:
        raise MoveTextError(
            f"no move {text[:20]!r}: SOURCE-TARGET (R, H or 1-8, to F, 1-8, OR or OW; H-W), flip, pass or stop "
            "was expected, as R-3 or 5-OW"
        )
    return move


KING: Final = 12
ACE: Final = 0
ACE_RANK: Final = 12
HEIGHT: Final[tuple[int, ...]] = tuple((rank + 1) % 13 for rank in RANK[:UNKNOWN])
"""The ranks as this game counts them: the ace 0, the king 12."""
RED: Final[tuple[bool, ...]] = tuple(SUIT[card] in (1, 2) for card in DECK)


def _card(height: int, suit: int) -> int:
    return suit * 13 + (height - 1) % 13


# C4. After a king nothing comes: COMPLETE takes the place of a card that no source ever holds.
COMPLETE: Final = 63
BEFORE: Final[tuple[int, ...]] = tuple(
    _card(HEIGHT[card] - 1, SUIT[card]) if HEIGHT[card] > ACE else NOTHING for card in DECK
)
AFTER: Final[tuple[int, ...]] = tuple(
    _card(HEIGHT[card] + 1, SUIT[card]) if HEIGHT[card] < KING else COMPLETE for card in DECK
)

# C6.
_NO_CARDS: Final[tuple[int, ...]] = ()
LOADERS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(near for near in (BEFORE[card], AFTER[card]) if near < UNKNOWN) for card in DECK
) + (_NO_CARDS, _NO_CARDS)
"""For the card exposed on the other seat's reserve or waste: the cards that may be loaded on it."""

# C5. A kind is a rank and a colour; a card goes on one kind, the rank above in the other colour.
EMPTY_HOUSE: Final = 26
_NO_KIND: Final = 27
_NO_NEED: Final = 28


def _kind(height: int, red: bool) -> int:
    return height * 2 + red


def _table(values: dict[int, int], other: int) -> bytes:
    """A table for `bytearray.translate`, which looks up all sources in one step."""
    return bytes(values.get(entry, other) for entry in range(256))


KIND: Final[bytes] = _table({card: _kind(HEIGHT[card], RED[card]) for card in DECK} | {NOTHING: EMPTY_HOUSE}, _NO_KIND)
"""What a house is as a target, by its top card."""
NEED: Final[bytes] = _table(
    {card: _kind(HEIGHT[card] + 1, not RED[card]) for card in DECK if HEIGHT[card] < KING}, _NO_NEED
)
"""The kind that a card goes on."""


def fits_in_house(card: int, below: int) -> bool:
    """Whether C5 lets `card` lie on `below`: one rank lower, the other colour."""
    return NEED[card] == KIND[below]
