"""The moves of Spit as small ints, and what a seat can do with its five stocks (S5, S7, S10).

A move of a card is stock * 7 + target, stock 0-4, target 0 and 1 for the piles L and R, 2-6 for the places 1-5;
then come `wait`, `slap:L` and `slap:R`. Ascending is the order of every list of moves.

What a seat can do follows from five *faces*, one a stock, and from the ranks on top of the two piles. `face` says of
a stock all that matters: its top's rank and whether a card lies below it. `stock_codes` looks the faces up for the
piles as they are, the five codes add up to one number, and `moves_of` has the list for every such number. So a list
is worked out once and then only looked up.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from cardgames.cards import RANKS
from cardgames.games.spit.rules.table import ENTRY_RANK, NO_RANK, PLACES
from cardgames.rules.game import MoveTextError

PILES: Final = 2
TARGETS: Final = PILES + PLACES
WAIT: Final = PLACES * TARGETS
SLAP_LEFT: Final = WAIT + 1
SLAP_RIGHT: Final = WAIT + 2

_TARGET_NAMES: Final = ("L", "R", ">1", ">2", ">3", ">4", ">5")
MOVE_NAMES: Final[tuple[str, ...]] = (
    *(f"{stock}{target}" for stock in range(1, PLACES + 1) for target in _TARGET_NAMES),
    "wait",
    "slap:L",
    "slap:R",
)
_MOVE_OF_LOWER: Final = {name.lower(): move for move, name in enumerate(MOVE_NAMES)}

_RANK_COUNT: Final = len(RANKS)
_DEEP: Final = _RANK_COUNT + 1
_EMPTY: Final = 2 * _DEEP
_FACES: Final = _EMPTY + 1
# A stock's code: 0 empty; 1-4 a lone card; 5-8 a card with others below. Within the four: 1 for L, 2 for R.
_CODES: Final = 9
_LONE_CODE: Final = 1
_DEEP_CODE: Final = 5

Moves = tuple[int, ...]
Codes = tuple[tuple[int, ...], ...]

ONLY_WAIT: Final[Moves] = (WAIT,)
"""The moves of a seat that can neither play nor move a card (S10)."""


def parse_move(text: str) -> int:
    """The move that `text` names, read in any case. Raises MoveTextError."""
    move = _MOVE_OF_LOWER.get(text.lower())
    if move is None:
        raise MoveTextError(f"no move {text[:20]!r}: 3L, 3R, 3>1, wait, slap:L or slap:R was expected (stocks 1-5)")
    return move


def face(stock: Sequence[int]) -> int:
    """All that matters of a stock for its moves: the rank of its top, and whether it is the only card."""
    if not stock:
        return _EMPTY
    rank = ENTRY_RANK[stock[-1]]
    return rank if len(stock) == 1 else _DEEP + rank


def goes_on(rank: int, top: int) -> bool:
    """Whether a rank goes on another: one away, up or down, and round from A to 2 (S5)."""
    if rank == NO_RANK or top == NO_RANK:
        return False
    return (rank - top) % _RANK_COUNT in (1, _RANK_COUNT - 1)


def heads(left: Sequence[int], right: Sequence[int]) -> int:
    """The ranks on top of both piles as one number, for `stock_codes`."""
    left_rank = ENTRY_RANK[left[-1]] if left else NO_RANK
    right_rank = ENTRY_RANK[right[-1]] if right else NO_RANK
    return left_rank * _DEEP + right_rank


@cache
def stock_codes(tops: int) -> Codes:
    """For each of the five places: by face, the code of that stock, as a part of the sum that `moves_of` takes.

    Args:
        tops: the ranks on the piles, as `heads` makes it.
    """
    left, right = divmod(tops, _DEEP)
    codes = [_code(each, left, right) for each in range(_FACES)]
    return tuple(tuple(code * _CODES**place for code in codes) for place in range(PLACES))


def _code(stock_face: int, left: int, right: int) -> int:
    if stock_face == _EMPTY:
        return 0
    below, rank = divmod(stock_face, _DEEP)
    plays = goes_on(rank, left) + 2 * goes_on(rank, right)
    return (_DEEP_CODE if below else _LONE_CODE) + plays


@cache
def moves_of(codes: int) -> Moves:
    """The moves of a seat in phase `play`, ascending.

    Args:
        codes: the sum of its five stocks' codes.
    """
    by_place = [codes // _CODES**place % _CODES for place in range(PLACES)]
    empty = [place for place in range(PLACES) if by_place[place] == 0]
    moves: list[int] = []
    for stock, code in enumerate(by_place):
        if code == 0:
            continue
        plays = (code - _LONE_CODE) % 4
        targets = [pile for pile in range(PILES) if plays & 1 << pile]  # S5
        if code >= _DEEP_CODE:
            targets += [PILES + place for place in empty]  # S7: a lone card stays
        moves += [stock * TARGETS + target for target in targets]
    return (*moves, WAIT) if moves else ONLY_WAIT
