"""Kroket's position: as a value, and as the text `position kroket …`, full or as a seat sees it.

The keys and their order are those of the rulebook; piles are written as PROTOCOL.md says ("Cards and positions").
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from cardgames.cards import CARD, CARD_OF_NAME, KNOWN, NAMES, UNKNOWN, write_pile
from cardgames.rules.game import Rules
from cardgames.rules.position_fields import MOST, Fields, check_deck

CHOOSE: Final = "choose"
DISCARD: Final = "discard"
PLACE: Final = "place"
OVER: Final = "over"
"""The phases: a turn begins, a hand card has to go, the card laid needs its place, the game has ended."""
_PHASES: Final = {phase: phase for phase in (CHOOSE, DISCARD, PLACE, OVER)}
REASONS: Final = ("knock", "reserve-out", "take-limit")
"""Why a deal ends: K8, K9, K10."""

NOBODY: Final = -1
"""`knocked` while nobody has knocked."""
NO_CARD: Final = -1
"""`taken` and `drawn` while there is none."""

_MOST_IN_A_DEAL: Final = 49
"""Six queens on the table and, with `allpictures=rank`, five aces in the hand (K11, K12)."""

HAND: Final = 5
TABLE: Final = 6

_BARE: Final[tuple[str, ...]] = (NAMES + ("",) * (1 + CARD - len(NAMES))) * 16
"""The name of a card by `card | seats << KNOWN`."""


class Position(NamedTuple):
    """All that a position says. Piles as `card | seats << KNOWN`, bottom to top, but for the discard."""

    turn: int
    """The seat whose turn it is; in phase `over` the one whose turn was the last."""
    dealer: int
    """The seat that dealt."""
    phase: str
    hands: Sequence[list[int]]
    """Each seat's hand, in the order in which it is written."""
    tables: Sequence[list[int]]
    """Each seat's table, places 1 to 6."""
    drawn: int
    """The card drawn for `lay` and not yet in its place, or `NO_CARD`."""
    reserve: Sequence[int]
    discard: list[int]
    """Bare cards, known to all."""
    taken: int
    """The bare card that `take` has just brought, or `NO_CARD`."""
    takes: int
    """Turns in a row completed by `take` (K10)."""
    turns: int
    """Turns completed in this deal."""
    knocked: int
    """The seat that knocked while the others have their last turns (K8), or `NOBODY`."""
    deal: int
    """Which deal of the series this is, from 1."""
    scores: tuple[int, ...]
    """The seats' totals of the deals that have ended (K14)."""
    reason: str = ""
    """How it ended, empty before."""


@cache
def _names_for(seat: int) -> tuple[str, ...]:
    """What `seat` sees of a card, by `card | seats << KNOWN`: its name or `??`."""
    bit = 1 << seat + KNOWN
    return tuple(name if entry & bit else "??" for entry, name in enumerate(_BARE))


def write_full(position: Position) -> str:
    """The whole table; in phase `over` every card bare. A view is written as its seat sees it."""
    if position.phase == OVER:
        return _write(position, _BARE)
    everyone = (1 << len(position.hands)) - 1
    return _line(
        position,
        [
            f"hand{seat}={write_pile(hand, everyone)} table{seat}={write_pile(position.tables[seat], everyone)}"
            for seat, hand in enumerate(position.hands)
        ],
        "-" if position.drawn < 0 else write_pile((position.drawn,), everyone),
        write_pile(position.reserve, everyone),
    )


def write_seen(seat: int, position: Position, *, reserve_is_hidden: bool = False) -> str:
    """What `seat` may know of the table: a card that it does not know is `??`.

    Args:
        seat: whose eyes.
        position: the whole table.
        reserve_is_hidden: nobody knows any card of the reserve, so that none has to be looked at.
    """
    if position.phase == OVER:
        return _write(position, _BARE)
    return _write(position, _names_for(seat), "??" * len(position.reserve) if reserve_is_hidden else None)


def _write(position: Position, names: tuple[str, ...], reserve: str | None = None) -> str:
    name_of = names.__getitem__
    tables, drawn = position.tables, position.drawn
    if reserve is None:
        reserve = "".join(map(name_of, position.reserve))
    return _line(
        position,
        [
            f"hand{seat}={_known_first(''.join(map(name_of, hand)))} table{seat}={''.join(map(name_of, tables[seat]))}"
            for seat, hand in enumerate(position.hands)
        ],
        "-" if drawn < 0 else names[drawn],
        reserve or "-",
    )


def _known_first(hand: str) -> str:
    if "?" not in hand:
        return hand
    known = hand.replace("?", "")
    return known + "?" * (len(hand) - len(known))


def _line(position: Position, seats: list[str], drawn: str, reserve: str) -> str:
    turn, dealer, phase, _, _, _, _, discard, taken, takes, turns, knocked, deal, scores, reason = position
    discarded = "".join(map(NAMES.__getitem__, discard)) or "-"
    return (
        f"position kroket turn={turn} dealer={dealer} phase={phase} {' '.join(seats)} drawn={drawn} "
        f"reserve={reserve} discard={discarded} taken={'-' if taken < 0 else NAMES[taken]} "
        f"takes={takes} turns={min(turns, MOST)} knocked={'-' if knocked < 0 else knocked} "
        f"deal={deal} scores={','.join(map(str, scores))}{reason and ' reason=' + reason}"
    )


def _keys(seats: int) -> list[str]:
    own = [f"{kind}{seat}" for seat in range(seats) for kind in ("hand", "table")]
    after = ["drawn", "reserve", "discard", "taken", "takes", "turns", "knocked", "deal", "scores"]
    return ["turn", "dealer", "phase", *own, *after]


def read(text: str, rules: Rules) -> tuple[Position, bool]:
    """What `position kroket …` says, and whether it is a view (it has a `??`).

    A hand may stand in any order. The discard, and in phase `over` every card, counts as known to all.

    Raises:
        PositionError: what is wrong, and where.
    """
    seats = rules.players
    fields = Fields(text, "kroket", _keys(seats), rules.everyone)
    position = Position(
        turn=fields.number("turn", 0, seats - 1),
        dealer=fields.number("dealer", 0, seats - 1),
        phase=_PHASES[fields.word("phase", _PHASES)],
        takes=fields.number("takes", high=MOST + fields.is_over),
        turns=fields.number("turns"),
        deal=fields.number("deal", 1, rules.number("deals")),
        scores=_read_scores(fields, seats),
        knocked=_read_knocked(fields, rules),
        reason=fields.word("reason", REASONS) if fields.is_over else "",
        hands=[],
        tables=[],
        drawn=NO_CARD,
        reserve=[],
        discard=[],
        taken=NO_CARD,
    )
    position = _read_piles(fields, position, rules)
    piles = [*position.hands, *position.tables, position.reserve, position.discard]
    drawn = [position.drawn] if position.drawn >= 0 else []
    check_deck([entry for pile in (*piles, drawn) for entry in pile], packs(seats))
    return position, fields.is_view


def packs(seats: int) -> int:
    """How many packs of 52 cards are played with (K1)."""
    return 1 if seats == 2 else 2


def _read_scores(fields: Fields, seats: int) -> tuple[int, ...]:
    ended = fields.number("deal", 1) - 1 + fields.is_over
    return tuple(fields.numbers("scores", seats, high=MOST + _MOST_IN_A_DEAL * ended))


def _read_knocked(fields: Fields, rules: Rules) -> int:
    knocked = fields.seat_or_none("knocked", rules.players)
    if knocked is None:
        return NOBODY
    if rules["lastturn"] == "off":
        raise fields.error("knocked", "- was expected, these rules have lastturn=off (K8)")
    return knocked


def _read_piles(fields: Fields, position: Position, rules: Rules) -> Position:
    """The position with its cards."""
    bits = rules.everyone << KNOWN if position.phase == OVER else 0
    hands: list[list[int]] = []
    tables: list[list[int]] = []
    for seat in range(rules.players):
        holds_drawn = position.phase == DISCARD and seat == position.turn
        hand = _read_pile(fields, f"hand{seat}", HAND + holds_drawn, bits)
        table = _read_pile(fields, f"table{seat}", TABLE, bits)
        if not all(entry >> seat + KNOWN & 1 for entry in hand):
            raise fields.error(f"hand{seat}", f"seat {seat} does not know all of its hand (K2)")
        hands.append(sorted(hand, key=lambda entry: ((entry & CARD), entry)))
        tables.append(table)
    reserve = [entry | bits for entry in fields.pile("reserve")]
    discard = [entry & CARD for entry in fields.pile("discard")]
    if UNKNOWN in discard:
        raise fields.error("discard", "a hidden card in the discard, all lie open")
    if position.phase == CHOOSE:
        for key, pile in (("reserve", reserve), ("discard", discard)):
            if not pile:
                raise fields.error(key, "empty in phase choose, a card was expected")
    drawn = _read_drawn(fields, position.phase)
    taken = _read_taken(fields, position, hands[position.turn])
    return position._replace(hands=hands, tables=tables, reserve=reserve, discard=discard, drawn=drawn, taken=taken)


def _read_pile(fields: Fields, key: str, size: int, bits: int) -> list[int]:
    pile = fields.pile(key)
    if len(pile) != size:
        raise fields.error(key, f"{len(pile)} cards, {size} were expected")
    return [entry | bits for entry in pile]


def _read_drawn(fields: Fields, phase: str) -> int:
    drawn = fields.pile("drawn")
    if len(drawn) != (1 if phase == PLACE else 0):
        wanted = "one card in phase place" if phase == PLACE else f"- in phase {phase}"
        raise fields.error("drawn", f"{wanted} was expected")
    return drawn[0] if drawn else NO_CARD


def _read_taken(fields: Fields, position: Position, hand: Sequence[int]) -> int:
    text = fields.text("taken")
    if text == "-":
        return NO_CARD
    card = CARD_OF_NAME.get(text)
    if card is None:
        raise fields.error("taken", "a card or - was expected")
    if position.phase != DISCARD:
        raise fields.error("taken", f"- in phase {position.phase} was expected")
    cards = [entry & CARD for entry in hand]
    if card not in cards and UNKNOWN not in cards:
        raise fields.error("taken", f"not in hand{position.turn}, a card of that hand or - was expected")
    return card
