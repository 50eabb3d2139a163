"""Kroket's positions as text: `position kroket turn=… hand0=… …`, full or as one seat sees it.

The keys and their order are those of kroket.md; piles are written as PROTOCOL.md says ("Cards and positions").
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from cardgames.cards import CARD, CARD_OF_NAME, KNOWN, NAMES, UNKNOWN, write_pile
from cardgames.rules.position_fields import MOST, Fields, check_deck

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardgames.games.kroket.rules.state import KroketState

CHOOSE: Final = "choose"
DISCARD: Final = "discard"
PLACE: Final = "place"
OVER: Final = "over"
"""The phases: a turn begins, a hand card has to go, the card laid needs its place, the game has ended."""
_PHASES: Final = {phase: phase for phase in (CHOOSE, DISCARD, PLACE, OVER)}
REASONS: Final = ("knock", "reserve-out", "take-limit")
"""Why a deal ends: K8, K9, K10."""

_MOST_IN_A_DEAL: Final = 49
"""Six queens on the table and, with `allpictures=rank`, five aces in the hand (K11, K12)."""

HAND: Final = 5
TABLE: Final = 6

_BARE: Final[tuple[str, ...]] = (NAMES + ("",) * (1 + CARD - len(NAMES))) * 16
"""The name of a card by `card | seats << KNOWN`."""


@cache
def _names_for(seat: int) -> tuple[str, ...]:
    """What `seat` sees of a card, by `card | seats << KNOWN`: its name or `??`."""
    bit = 1 << seat + KNOWN
    return tuple(name if entry & bit else "??" for entry, name in enumerate(_BARE))


def write_full(state: KroketState) -> str:
    """The whole table; in phase `over` every card bare. A view is written as its seat sees it."""
    if state.phase == OVER:
        return _write_seen(state, _BARE)
    everyone = state.rules.everyone
    return _line(
        state,
        [write_pile(hand, everyone) for hand in state.hands],
        [write_pile(table, everyone) for table in state.tables],
        "-" if state.drawn < 0 else write_pile((state.drawn,), everyone),
        write_pile(state.reserve, everyone),
    )


def write_view(state: KroketState, seat: int) -> str:
    """What `seat` may know of the table: a card it does not know is `??`."""
    return _write_seen(state, _BARE if state.phase == OVER else _names_for(seat))


def _write_seen(state: KroketState, names: tuple[str, ...]) -> str:
    name_of = names.__getitem__
    if state.reserve_is_hidden and names is not _BARE:
        reserve = "??" * state.left
    else:
        reserve = "".join(map(name_of, state.reserve))
    return _line(
        state,
        [_known_first("".join(map(name_of, hand))) for hand in state.hands],
        ["".join(map(name_of, table)) for table in state.tables],
        "-" if state.drawn < 0 else names[state.drawn],
        reserve or "-",
    )


def _known_first(hand: str) -> str:
    if "?" not in hand:
        return hand
    known = hand.replace("?", "")
    return known + "?" * (len(hand) - len(known))


def _line(state: KroketState, hands: list[str], tables: list[str], drawn: str, reserve: str) -> str:
    seats = " ".join(
        [f"hand{seat}={hand} table{seat}={table}" for seat, (hand, table) in enumerate(zip(hands, tables, strict=True))]
    )
    discard = "".join(map(NAMES.__getitem__, state.discard)) or "-"
    line = (
        f"position kroket turn={state.turn} dealer={state.dealer_seat} phase={state.phase} {seats} drawn={drawn} "
        f"reserve={reserve} discard={discard} taken={'-' if state.taken < 0 else NAMES[state.taken]} "
        f"takes={state.takes} turns={min(state.turns, MOST)} knocked={'-' if state.knocked < 0 else state.knocked} "
        f"deal={state.deal_number} scores={','.join(map(str, state.scores))}"
    )
    return f"{line} reason={state.reason}" if state.reason else line


def _keys(seats: int) -> list[str]:
    own = [f"{kind}{seat}" for seat in range(seats) for kind in ("hand", "table")]
    after = ["drawn", "reserve", "discard", "taken", "takes", "turns", "knocked", "deal", "scores"]
    return ["turn", "dealer", "phase", *own, *after]


def read_position(state: KroketState, text: str) -> None:
    """Fills an empty table from a position line, full or a view.

    A hand may stand in any order. The discard, and in phase `over` every card, counts as known to all.

    Raises:
        PositionError: what is wrong, and where.
    """
    fields = Fields(text, "kroket", _keys(state.rules.players), state.rules.everyone)
    _read_numbers(state, fields)
    _read_seats(state, fields)
    _read_middle(state, fields)
    piles = [*state.hands, *state.tables, state.reserve, state.discard, [state.drawn] if state.drawn >= 0 else []]
    check_deck([entry for pile in piles for entry in pile], 1 if state.rules.players == 2 else 2)


def _read_numbers(state: KroketState, fields: Fields) -> None:
    rules = state.rules
    seats = rules.players
    if fields.is_view:
        state.viewer = -1
    state.turn = fields.number("turn", 0, seats - 1)
    state.dealer_seat = fields.number("dealer", 0, seats - 1)
    state.phase = _PHASES[fields.word("phase", _PHASES)]
    state.takes = fields.number("takes", high=MOST + fields.is_over)
    state.turns = fields.number("turns")
    state.deal_number = fields.number("deal", 1, rules.number("deals"))
    ended = state.deal_number - 1 + fields.is_over
    state.scores = tuple(fields.numbers("scores", seats, high=MOST + _MOST_IN_A_DEAL * ended))
    knocked = fields.seat_or_none("knocked", seats)
    if knocked is not None:
        if rules["lastturn"] == "off":
            raise fields.error("knocked", "- was expected, these rules have lastturn=off (K8)")
        state.knocked = knocked
    if state.phase == OVER:
        state.reason = fields.word("reason", REASONS)


def _read_seats(state: KroketState, fields: Fields) -> None:
    for seat in range(state.rules.players):
        hand = fields.pile(f"hand{seat}")
        size = HAND + 1 if state.phase == DISCARD and seat == state.turn else HAND
        if len(hand) != size:
            raise fields.error(f"hand{seat}", f"{len(hand)} cards, {size} were expected")
        table = fields.pile(f"table{seat}")
        if len(table) != TABLE:
            raise fields.error(f"table{seat}", f"{len(table)} cards, {TABLE} were expected")
        state.hands[seat] = sorted(_known(state, hand), key=lambda entry: ((entry & CARD), entry))
        if not all(entry >> seat + KNOWN & 1 for entry in state.hands[seat]):
            raise fields.error(f"hand{seat}", f"seat {seat} does not know all of its hand (K2)")
        state.tables[seat] = _known(state, table)


def _read_middle(state: KroketState, fields: Fields) -> None:
    reserve = _known(state, fields.pile("reserve"))
    state.put_reserve(reserve)
    state.discard = [entry & CARD for entry in fields.pile("discard")]
    if UNKNOWN in state.discard:
        raise fields.error("discard", "a hidden card in the discard, all lie open")
    if state.phase == CHOOSE:
        for key, pile in (("reserve", reserve), ("discard", state.discard)):
            if not pile:
                raise fields.error(key, "empty in phase choose, a card was expected")
    _read_drawn(state, fields)
    _read_taken(state, fields)


def _read_drawn(state: KroketState, fields: Fields) -> None:
    drawn = fields.pile("drawn")
    if len(drawn) != (1 if state.phase == PLACE else 0):
        wanted = "one card in phase place" if state.phase == PLACE else f"- in phase {state.phase}"
        raise fields.error("drawn", f"{wanted} was expected")
    if drawn:
        state.drawn = drawn[0]


def _read_taken(state: KroketState, fields: Fields) -> None:
    text = fields.text("taken")
    if text == "-":
        return
    card = CARD_OF_NAME.get(text)
    if card is None:
        raise fields.error("taken", "a card or - was expected")
    if state.phase != DISCARD:
        raise fields.error("taken", f"- in phase {state.phase} was expected")
    hand = [entry & CARD for entry in state.hands[state.turn]]
    if card not in hand and UNKNOWN not in hand:
        raise fields.error("taken", f"not in hand{state.turn}, a card of that hand or - was expected")
    state.taken = card


def _known(state: KroketState, pile: Sequence[int]) -> list[int]:
    """The pile as it is known: by all once the game is over (K13)."""
    if state.phase != OVER:
        return list(pile)
    return [entry & CARD | state.rules.everyone << KNOWN for entry in pile]
