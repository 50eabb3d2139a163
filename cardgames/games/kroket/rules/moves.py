"""Kroket's moves as small ints, in the order of every list: the four choices, the cards, the places."""

from typing import Final

from cardgames.cards import CARD_OF_NAME, NAMES
from cardgames.rules.game import MoveTextError

TAKE: Final = 0
DRAW: Final = 1
LAY: Final = 2
KNOCK: Final = 3
FIRST_CARD: Final = 4
"""Discarding a card is the move `FIRST_CARD + card`."""
FIRST_PLACE: Final = FIRST_CARD + len(CARD_OF_NAME)
"""Choosing the place 1 to 6 for the laid card is the move `FIRST_PLACE` to `FIRST_PLACE + 5`."""

CHOICES: Final = [TAKE, DRAW, LAY, KNOCK]
PLACES: Final = list(range(FIRST_PLACE, FIRST_PLACE + 6))

MOVE_NAMES: Final[tuple[str, ...]] = ("take", "draw", "lay", "knock", *NAMES[: len(CARD_OF_NAME)], *"123456")
_MOVE_OF_LOWER: Final = {name.lower(): move for move, name in enumerate(MOVE_NAMES)}


def parse_move(text: str) -> int:
    """The move that `text` names, read in any case. Raises MoveTextError."""
    move = _MOVE_OF_LOWER.get(text.lower())
    if move is None:
        raise MoveTextError(f"no move {text[:20]!r}: take, draw, lay, knock, a card as 7h or a place 1-6 was expected")
    return move
