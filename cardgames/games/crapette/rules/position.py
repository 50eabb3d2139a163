"""Crapette's position: as a value, and as the text `position crapette …`, full or as a seat sees it."""

from collections.abc import Sequence
from itertools import chain, pairwise
from typing import Final, NamedTuple

from cardgames.cards import CARD, CARD_NAMES, KNOWN, NAMES, NOTHING, SUITS, UNKNOWN, parse_card, write_pile
from cardgames.games.crapette.rules.moves import (
    BEFORE,
    FLIP,
    HAND_TO_WASTE,
    HEIGHT,
    MOVE_NAMES,
    NO_MOVE,
    SOURCE,
    SOURCES,
    STOP,
    fits_in_house,
    parse_move,
)
from cardgames.rules.game import MoveTextError
from cardgames.rules.position_fields import Fields, check_deck

EVERYONE: Final = 3 << KNOWN
"""What an entry of a pile carries if both seats know its card. An entry fits a byte, so a pile is a bytearray."""

PLAY: Final = 0
CHALLENGE: Final = 1
OVER: Final = 2
PHASES: Final = ("play", "challenge", "over")

OUT: Final = "out"
IMPASSE: Final = "impasse"
TURN_LIMIT: Final = "turn-limit"

KEYS: Final = (
    *("turn", "phase", "hand0", "waste0", "reserve0", "up", "hand1", "waste1", "reserve1", "houses", "foundations"),
    *("shifts", "idle", "turns", "skips", "asked"),
)
_SKIPS: Final = ("-", "0", "1", "0,1")
MOST_SHIFTS: Final = 1000
_MOST_TURNS: Final = 100_000
"""The most that `maxshifts` and `maxturns` can be. A turn that ends with so many ends the game, with one more."""
_FOUNDATIONS_OF: Final = (0, 0, 1, 1, 2, 2, 3, 3)


class Position(NamedTuple):
    """All that a position says. Piles bottom to top, those of the seats as `card | seats << KNOWN`."""

    turn: int
    """The seat whose turn it is; in a challenge the seat that answers."""
    phase: int
    hands: Sequence[bytearray]
    wastes: Sequence[bytearray]
    reserves: Sequence[bytearray]
    up: int
    """The turned-up hand card of the seat on turn (in a challenge of the other seat), or NOTHING."""
    houses: Sequence[bytearray]
    """Plain cards: everything in a house is known to both."""
    foundations: Sequence[int]
    """Eight tops, two of each suit c d h s, the higher first; NOTHING where none lies."""
    shifts: int = 0
    idle: int = 0
    turns: int = 0
    skips: int = 0
    """The sum of 1 for seat 0, 2 for seat 1."""
    asked: int = NO_MOVE
    reason: str = ""
    """How it ended, empty before."""


_HIDE: Final[tuple[bytes, bytes]] = (
    bytes((entry & CARD if entry & 1 << KNOWN else UNKNOWN) | EVERYONE for entry in range(256)),
    bytes((entry & CARD if entry & 2 << KNOWN else UNKNOWN) | EVERYONE for entry in range(256)),
)


def hide(pile: bytearray, seat: int) -> bytearray:
    """The pile as `seat` sees it: UNKNOWN for every card that it may not know, all entries as known to both."""
    return pile.translate(_HIDE[seat])


# A whole table is spelled by a few steps in C: `translate` looks all cards up at once, for their first letter and for
# their second. The referee writes a table at every move.
_EMPTY_PILE: Final = b"\x3e"
_BETWEEN_PILES: Final = b"\x3f"
"""Like no entry of a pile, whoever knows its card; both are written twice and then once."""


def _letters(seen: bytes) -> tuple[bytes, bytes]:
    """The first and the second letter of what each entry looks like; `seen` has the entries as they are seen."""
    texts = [NAMES[min(entry & CARD, UNKNOWN)] for entry in seen]
    texts[_EMPTY_PILE[0]] = "--"
    texts[_BETWEEN_PILES[0]] = ",,"
    return "".join(text[0] for text in texts).encode(), "".join(text[1] for text in texts).encode()


_BARE_LETTERS: Final = _letters(bytes(range(256)))
_LETTERS: Final = (_letters(_HIDE[0]), _letters(_HIDE[1]))
"""By seat."""


def _spell(piles: Sequence[bytearray], letters: tuple[bytes, bytes]) -> str:
    """The piles as text, joined by commas, - for an empty one."""
    cards = _BETWEEN_PILES.join([pile or _EMPTY_PILE for pile in piles])
    spelled = bytearray(2 * len(cards))
    spelled[::2] = cards.translate(letters[0])
    spelled[1::2] = cards.translate(letters[1])
    return spelled.decode().replace("--", "-").replace(",,", ",")


def write_full(position: Position) -> str:
    """`position crapette …` with every card named, masks where only some seats know a card."""
    hands, wastes, reserves = position.hands, position.wastes, position.reserves
    piles = [write_pile(pile, 3) for pile in (hands[0], wastes[0], reserves[0], hands[1], wastes[1], reserves[1])]
    return _write(position, piles)


def write_seen(seat: int, position: Position) -> str:
    """`position crapette …` as `seat` may know it, `??` for every card that it does not."""
    hands, wastes, reserves = position.hands, position.wastes, position.reserves
    piles = (hands[0], wastes[0], reserves[0], hands[1], wastes[1], reserves[1])
    return _write(position, _spell(piles, _LETTERS[seat]).split(","))


def _write(position: Position, piles: list[str]) -> str:
    names = CARD_NAMES
    turn, phase, _, _, _, up, houses, foundations, shifts, idle, turns, skips, asked, reason = position
    hand0, waste0, reserve0, hand1, waste1, reserve1 = piles
    homes = _spell(houses, _BARE_LETTERS)
    tops = ",".join([names[card] for card in foundations])
    return (
        f"position crapette turn={turn} phase={PHASES[phase]} hand0={hand0} waste0={waste0} reserve0={reserve0}"
        f" up={names[up]} hand1={hand1} waste1={waste1} reserve1={reserve1} houses={homes} foundations={tops}"
        f" shifts={shifts} idle={idle} turns={turns} skips={_SKIPS[skips]}"
        f" asked={'-' if asked == NO_MOVE else MOVE_NAMES[asked]}{reason and ' reason=' + reason}"
    )


def read(text: str) -> tuple[Position, bool]:
    """What `position crapette …` says, and whether it is a view (it has a `??`).

    Raises:
        PositionError: what is wrong, and where.
    """
    fields = Fields(text, "crapette", KEYS, 3)
    position = Position(
        turn=fields.number("turn", 0, 1),
        phase=PHASES.index(fields.word("phase", PHASES)),
        hands=[bytearray(fields.pile(f"hand{seat}")) for seat in (0, 1)],
        wastes=[_read_waste(fields, f"waste{seat}") for seat in (0, 1)],
        reserves=[_read_reserve(fields, f"reserve{seat}") for seat in (0, 1)],
        up=_read_up(fields),
        houses=_read_houses(fields),
        foundations=_read_foundations(fields),
        shifts=fields.number("shifts", 0, MOST_SHIFTS),
        idle=fields.number("idle", 0, _MOST_TURNS + fields.is_over),
        turns=fields.number("turns", 0, _MOST_TURNS + fields.is_over),
        skips=_SKIPS.index(fields.word("skips", _SKIPS)),
    )
    if position.phase == OVER:
        position = position._replace(reason=fields.word("reason", (OUT, IMPASSE, TURN_LIMIT)))
    position = position._replace(asked=_read_asked(fields, position))
    check_deck(_all_cards(position), copies=2)
    return position, fields.is_view


def _hidden(entry: int) -> bool:
    return entry < EVERYONE or entry & CARD == UNKNOWN


def _read_waste(fields: Fields, key: str) -> bytearray:
    pile = fields.pile(key)
    if any(map(_hidden, pile)):
        raise fields.error(key, "a hidden card in a waste, both seats know all of it")
    return bytearray(pile)


def _read_reserve(fields: Fields, key: str) -> bytearray:
    pile = fields.pile(key)
    if pile and _hidden(pile[-1]):
        raise fields.error(key, "a hidden card on top of a reserve, the top lies face up")
    return bytearray(pile)


def _read_up(fields: Fields) -> int:
    pile = fields.pile("up")
    if len(pile) > 1:
        raise fields.error("up", f"{len(pile)} cards up, one or - was expected")
    if not pile:
        return NOTHING
    if _hidden(pile[0]):
        raise fields.error("up", "a hidden card up, both seats know it")
    return pile[0] & CARD


def _read_houses(fields: Fields) -> list[bytearray]:
    houses = []
    for number, text in enumerate(fields.parts("houses", 8), 1):
        pile = fields.read_pile("houses", text)
        if any(map(_hidden, pile)):
            raise fields.error("houses", f"a hidden card in house {number}, both seats know all of it")
        house = bytearray(entry & CARD for entry in pile)
        for below, card in pairwise(house):
            if not fits_in_house(card, below):
                wanted = "one rank lower in the other colour was expected (C5)"
                raise fields.error("houses", f"{NAMES[card]} on {NAMES[below]} in house {number}, {wanted}")
        houses.append(house)
    return houses


def _read_foundations(fields: Fields) -> list[int]:
    tops = []
    for place, (text, suit) in enumerate(zip(fields.parts("foundations", 8), _FOUNDATIONS_OF, strict=True), 1):
        if text != "-" and text not in NAMES[suit * 13 : suit * 13 + 13]:
            raise fields.error(
                "foundations", f"{text[:12]!r} in place {place}, a card of suit {SUITS[suit]} or - was expected"
            )
        tops.append(NOTHING if text == "-" else parse_card(text))
    for place in range(0, 8, 2):
        first, second = tops[place : place + 2]
        if second != NOTHING and (first == NOTHING or HEIGHT[first] < HEIGHT[second]):
            raise fields.error("foundations", f"{CARD_NAMES[first]},{CARD_NAMES[second]}, the higher comes first")
    return tops


def _read_asked(fields: Fields, position: Position) -> int:
    text = fields.text("asked")
    if position.phase != CHALLENGE:
        if text != "-":
            raise fields.error("asked", f"a move is asked in phase {PHASES[position.phase]}, - was expected")
        return NO_MOVE
    try:
        asked = parse_move(text)
    except MoveTextError as error:
        raise fields.error("asked", str(error)) from None
    if not _can_be_asked(asked, position):
        raise fields.error("asked", f"seat {1 - position.turn} has no card for the move")
    return asked


def _can_be_asked(move: int, position: Position) -> bool:
    mover = 1 - position.turn
    to_flip = bool(position.hands[mover] or position.wastes[mover])
    if move >= FLIP:
        return move != STOP and position.up == NOTHING and to_flip == (move == FLIP)
    if move == HAND_TO_WASTE:
        return position.up != NOTHING
    sources = (bool(position.reserves[mover]), position.up != NOTHING, *map(bool, position.houses))
    assert len(sources) == SOURCES
    return sources[SOURCE[move]]


def _all_cards(position: Position) -> list[int]:
    cards = list(chain(*position.hands, *position.wastes, *position.reserves, *position.houses))
    if position.up != NOTHING:
        cards.append(position.up)
    for top in position.foundations:
        card = top
        while card != NOTHING:
            cards.append(card)
            card = BEFORE[card]
    return cards
