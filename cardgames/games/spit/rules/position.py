"""Spit's position: as a value, and as the text `position spit …`, full or as a seat sees it."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from cardgames.cards import CARD, KNOWN, NAMES, UNKNOWN, write_pile
from cardgames.games.spit.rules.table import (
    ALL,
    ENTRY_NAME,
    FULL_LAYOUT,
    KNOWN_TO,
    NONE,
    OUT,
    OVER,
    PACK,
    PILE_NAMES,
    PLACES,
    PLAY,
    POINTS,
    ROUND_LIMIT,
    SEATS,
    SLAP,
    Pair,
)
from cardgames.rules.position_fields import MOST, Fields, check_deck

_KEYS: Final = (
    "phase", "round", "stocks0", "spit0", "stocks1", "spit1", "L", "R", "cards", "points", "waited", "slaps",
)  # fmt: skip
_SLAPS: Final = {"-": NONE, "L": 0, "R": 1}

_SEEN_NAME: Final = [
    [name if known else NAMES[UNKNOWN] for name, known in zip(ENTRY_NAME, KNOWN_TO[seat], strict=True)]
    for seat in SEATS
]
"""By seat and entry: the name of a card lying face down, `??` where the seat does not know it."""
_UNSEEN_STOCK: Final = [[NAMES[UNKNOWN] * below + name for name in NAMES[:UNKNOWN]] for below in range(PLACES)]
"""By the number of cards below its top, which nobody knows, and the top: a stock's text."""


class Position(NamedTuple):
    """All that a position says. Piles bottom to top, `card | seats << KNOWN`; what is of two is seat by seat."""

    phase: str
    round: int
    """The number of the round, from 1."""
    stocks: Sequence[list[list[int]]]
    spit: Sequence[list[int]]
    """The spit cards."""
    piles: Sequence[list[int]]
    """The spit piles, L and R."""
    cards: Pair
    """The cards at the start of the round."""
    points: Pair
    waited: int
    """The seat that waits for the other to wait too (S10), or `NONE`."""
    slaps: Pair
    """The pile slapped, `NONE` for none yet; once both have slapped, the pile taken."""
    reason: str = ""
    """How it ended, empty before."""


def write_full(position: Position) -> str:
    """`position spit …` with every card named, masks where only some seats know a card."""
    stocks = [",".join([_stock_text(stock, None) for stock in stocks]) for stocks in position.stocks]
    return _line(position, stocks, [write_pile(spit, ALL) for spit in position.spit], position.slaps)


def write_seen(seat: int, position: Position) -> str:
    """`position spit …` as `seat` may know it, `??` for every card that it does not."""
    stocks = [",".join([_stock_text(stock, seat) for stock in stocks]) for stocks in position.stocks]
    spit = [_hidden_text(spit, seat) for spit in position.spit]
    return _line(position, stocks, spit, seen_slaps(seat, position.phase, position.slaps))


def write_unseen(position: Position) -> str:
    """The same for both seats, where nobody knows any card that lies face down."""
    stocks = [
        ",".join([_UNSEEN_STOCK[len(stock) - 1][stock[-1]] if stock else "-" for stock in stocks])
        for stocks in position.stocks
    ]
    return _line(position, stocks, ["??" * len(spit) or "-" for spit in position.spit], position.slaps)


def seen_slaps(seat: int, phase: str, slaps: Pair) -> Pair:
    """The slaps as a seat may know them: its own alone until both are made (S12)."""
    if phase == OVER:
        return slaps
    return (slaps[0], NONE) if seat == 0 else (NONE, slaps[1])


def _hidden_text(pile: Sequence[int], seat: int | None) -> str:
    """A pile that lies face down: in full (None), or as a seat may know it."""
    if seat is None:
        return write_pile(pile, ALL)
    seen = _SEEN_NAME[seat]
    return "".join([seen[entry] for entry in pile]) or "-"


def _stock_text(stock: Sequence[int], seat: int | None) -> str:
    """A stock, its top open: in full (None), or as a seat may know it."""
    if len(stock) > 1:
        return _hidden_text(stock[:-1], seat) + ENTRY_NAME[stock[-1]]
    return ENTRY_NAME[stock[0]] if stock else "-"


def _line(position: Position, stocks: list[str], spit: list[str], slaps: Pair) -> str:
    phase, round_number, _, _, piles, cards, points, waited, _, reason = position
    left, right = ["".join([ENTRY_NAME[entry] for entry in pile]) or "-" for pile in piles]
    return (
        f"position spit phase={phase} round={round_number}"
        f" stocks0={stocks[0]} spit0={spit[0]} stocks1={stocks[1]} spit1={spit[1]} L={left} R={right}"
        f" cards={cards[0]},{cards[1]} points={points[0]},{points[1]}"
        f" waited={'-' if waited == NONE else waited} slaps={_slap_text(slaps[0])},{_slap_text(slaps[1])}"
        f"{reason and ' reason=' + reason}"
    )


def _slap_text(pile: int) -> str:
    return "-" if pile == NONE else PILE_NAMES[pile]


def read(text: str) -> tuple[Position, bool]:
    """What `position spit …` says, and whether it is a view (it has a `??`).

    Raises:
        PositionError: what is wrong, and where.
    """
    fields = Fields(text, "spit", _KEYS, ALL)
    stocks, spit = [], []
    for seat in SEATS:
        key = f"stocks{seat}"
        stocks.append([fields.read_pile(key, part) for part in fields.parts(key, PLACES)])
        spit.append(fields.pile(f"spit{seat}"))
    piles = [fields.pile(name) for name in PILE_NAMES]
    phase = fields.word("phase", (PLAY, SLAP, OVER))
    round_number = fields.number("round", 1)
    most_points = MOST + len(PACK) * (round_number - 1 + fields.is_over)
    position = Position(
        phase=phase,
        round=round_number,
        stocks=stocks,
        spit=spit,
        piles=piles,
        cards=_read_pair(fields, "cards", 1, len(PACK) - 1),
        points=_read_pair(fields, "points", 0, most_points),
        waited=_read_waited(fields),
        slaps=_read_slaps(fields),
        reason=fields.word("reason", (OUT, POINTS, ROUND_LIMIT)) if fields.is_over else "",
    )
    _check_piles(fields, position)
    _check_phase(fields, position)
    return position, fields.is_view


def _read_pair(fields: Fields, key: str, low: int, high: int) -> Pair:
    first, second = fields.numbers(key, len(SEATS), low, high)
    return first, second


def _read_waited(fields: Fields) -> int:
    waited = fields.seat_or_none("waited", len(SEATS))
    return NONE if waited is None else waited


def _read_slaps(fields: Fields) -> Pair:
    first, second = fields.parts("slaps", len(SEATS))
    if first not in _SLAPS or second not in _SLAPS:
        raise fields.error("slaps", "L, R or - was expected for each seat")
    return _SLAPS[first], _SLAPS[second]


def _check_piles(fields: Fields, position: Position) -> None:
    """What must hold of every position, in any phase."""
    for seat in SEATS:
        for place, stock in enumerate(position.stocks[seat], start=1):
            if stock and _is_hidden(stock[-1]):
                raise fields.error(f"stocks{seat}", f"the top of stock {place} is hidden, it lies open")
    for name, pile in zip(PILE_NAMES, position.piles, strict=True):
        if any(map(_is_hidden, pile)):
            raise fields.error(name, "a hidden card in a spit pile, all lie open")
    stocks = [stock for stocks in position.stocks for stock in stocks]
    check_deck([entry for pile in (*stocks, *position.spit, *position.piles) for entry in pile], 1)
    if sum(position.cards) != len(PACK):
        raise fields.error("cards", f"{sum(position.cards)} cards in all, {len(PACK)} were expected")
    _check_pile_count(fields, position)


def _is_hidden(entry: int) -> bool:
    return entry >> KNOWN != ALL or entry & CARD == UNKNOWN


def _check_pile_count(fields: Fields, position: Position) -> None:
    """A seat that began with 15 cards or fewer has no spit cards, and its pile is not there (S2)."""
    for seat, name in enumerate(PILE_NAMES):
        short = position.cards[seat] <= FULL_LAYOUT
        if short and position.piles[seat]:
            raise fields.error(
                name, f"no pile {name} was expected with cards={position.cards[0]},{position.cards[1]} (S2)"
            )
        if not short and not position.piles[seat]:
            raise fields.error(name, f"a pile was expected with cards={position.cards[0]},{position.cards[1]} (S3)")


def _check_phase(fields: Fields, position: Position) -> None:
    if position.phase != OVER and NONE not in position.slaps:
        raise fields.error("slaps", f"both have slapped, one slap at most was expected in phase {position.phase} (S12)")
    if position.phase == PLAY:
        _check_play(fields, position)
    elif position.phase == SLAP and min(position.cards) <= FULL_LAYOUT:
        raise fields.error("phase", "no slap after a round with one spit pile (S14)")


def _check_play(fields: Fields, position: Position) -> None:
    for seat in SEATS:
        if not any(position.stocks[seat]):
            raise fields.error(f"stocks{seat}", f"seat {seat} has no stock cards, the round would have ended (S11)")
