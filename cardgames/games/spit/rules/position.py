"""Reading a position of Spit, and refusing one that no table can show (PROTOCOL.md, "Cards and positions")."""

from hashlib import sha256
from typing import Final

from cardgames.cards import CARD, KNOWN, UNKNOWN, Dealer
from cardgames.games.spit.rules.moves import ONLY_WAIT
from cardgames.games.spit.rules.state import SpitState
from cardgames.games.spit.rules.table import (
    ALL,
    FULL_LAYOUT,
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
)
from cardgames.rules.game import PositionError, Rules
from cardgames.rules.position_fields import MOST, Fields, check_deck

_KEYS: Final = (
    "phase", "round", "stocks0", "spit0", "stocks1", "spit1", "L", "R", "cards", "points", "waited", "slaps",
)  # fmt: skip
_SLAPS: Final = {"-": NONE, "L": 0, "R": 1}


def read_position(text: str, rules: Rules) -> SpitState:
    """The table that a position writes, full or a view. Raises PositionError: what is wrong, and where."""
    fields = Fields(text, "spit", _KEYS, ALL)
    state = SpitState(rules, Dealer(bytes(32)))
    _read_piles(fields, state)
    _read_rest(fields, state)
    state.survey()
    _check_piles(fields, state)
    _check_phase(fields, state)
    if fields.is_view:
        state.viewer = -1
    else:
        state.dealer = Dealer(sha256(state.text().encode()).digest())
    return state


def _read_piles(fields: Fields, state: SpitState) -> None:
    for seat in SEATS:
        key = f"stocks{seat}"
        state.stocks[seat] = [fields.read_pile(key, part) for part in fields.parts(key, PLACES)]
        state.spit[seat] = fields.pile(f"spit{seat}")
    state.piles = [fields.pile(name) for name in PILE_NAMES]


def _read_rest(fields: Fields, state: SpitState) -> None:
    state.phase = fields.word("phase", (PLAY, SLAP, OVER))
    state.round = fields.number("round", 1)
    cards = fields.numbers("cards", len(SEATS), 1, len(PACK) - 1)
    state.cards = (cards[0], cards[1])
    points = fields.numbers("points", len(SEATS), high=MOST + len(PACK) * (state.round - 1 + fields.is_over))
    state.points = (points[0], points[1])
    waited = fields.seat_or_none("waited", len(SEATS))
    state.waited = NONE if waited is None else waited
    first, second = fields.parts("slaps", len(SEATS))
    if first not in _SLAPS or second not in _SLAPS:
        raise fields.error("slaps", "L, R or - was expected for each seat")
    state.slaps = (_SLAPS[first], _SLAPS[second])
    if state.phase == OVER:
        state.reason = fields.word("reason", (OUT, POINTS, ROUND_LIMIT))


def _check_piles(fields: Fields, state: SpitState) -> None:
    """What must hold of every position, in any phase."""
    for seat in SEATS:
        for place, stock in enumerate(state.stocks[seat], start=1):
            if stock and _is_hidden(stock[-1]):
                raise fields.error(f"stocks{seat}", f"the top of stock {place} is hidden, it lies open")
    for name, pile in zip(PILE_NAMES, state.piles, strict=True):
        if any(map(_is_hidden, pile)):
            raise fields.error(name, "a hidden card in a spit pile, all lie open")
    stocks = [stock for stocks in state.stocks for stock in stocks]
    check_deck([entry for pile in (*stocks, *state.spit, *state.piles) for entry in pile], 1)
    if sum(state.cards) != len(PACK):
        raise fields.error("cards", f"{sum(state.cards)} cards in all, {len(PACK)} were expected")
    _check_pile_count(fields, state)


def _is_hidden(entry: int) -> bool:
    return entry >> KNOWN != ALL or entry & CARD == UNKNOWN


def _check_pile_count(fields: Fields, state: SpitState) -> None:
    """A seat that began with 15 cards or fewer has no spit cards, and its pile is not there (S2)."""
    for seat, name in enumerate(PILE_NAMES):
        short = state.cards[seat] <= FULL_LAYOUT
        if short and state.piles[seat]:
            raise fields.error(name, f"no pile {name} was expected with cards={state.cards[0]},{state.cards[1]} (S2)")
        if not short and not state.piles[seat]:
            raise fields.error(name, f"a pile was expected with cards={state.cards[0]},{state.cards[1]} (S3)")


def _check_phase(fields: Fields, state: SpitState) -> None:
    if state.phase != OVER and NONE not in state.slaps:
        raise fields.error("slaps", f"both have slapped, one slap at most was expected in phase {state.phase} (S12)")
    if state.phase == PLAY:
        _check_play(fields, state)
    elif state.phase == SLAP and state.one_pile:
        raise fields.error("phase", "no slap after a round with one spit pile (S14)")


def _check_play(fields: Fields, state: SpitState) -> None:
    for seat in SEATS:
        if not state.stock_cards(seat):
            raise fields.error(f"stocks{seat}", f"seat {seat} has no stock cards, the round would have ended (S11)")
    if all(state.legal(seat) == list(ONLY_WAIT) for seat in SEATS):
        raise PositionError("neither seat can play or move, a spit is due (S9): position")
