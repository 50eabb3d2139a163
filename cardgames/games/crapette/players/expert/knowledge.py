"""What a seat knows of a table of Crapette, apart from what the moves of its own turn change."""

from collections.abc import Iterable

from cardgames.cards import CARD, DECK, NOTHING, UNKNOWN
from cardgames.games.crapette.rules.moves import AFTER, BEFORE, HAND, KIND, LOADERS, NEED
from cardgames.games.crapette.rules.state import CrapetteState

BIT: tuple[int, ...] = tuple(1 << card for card in DECK) + (0,) * 12
"""A set of cards is an int with a bit for each; an unknown card, and what is none, has no bit."""


def set_of(cards: Iterable[int]) -> int:
    """The set of these cards."""
    return sum(BIT[card] for card in set(cards))


LIES_ON: tuple[int, ...] = tuple(
    set_of(card for card in DECK if below in DECK and NEED[card] == KIND[below]) for below in range(64)
)
"""By card, the set of those that a house takes on it (C5)."""
LOADS_ON: tuple[int, ...] = tuple(set_of(LOADERS[below]) if below in DECK else 0 for below in range(64))
"""By card, the set of those that may be loaded on it (C6)."""
AFTER_BIT: tuple[int, ...] = tuple(BIT[AFTER[card]] for card in DECK)
"""By card, the bit of the one that its foundation takes after it (C4); none after a king."""

TurnState = tuple[tuple[bytes, ...], int, int, int, int, int, bytes, bytes]
"""All that the moves of one turn change, the same for tables that differ in the order of houses only:

the houses, sorted; the set of cards that a foundation takes next; the set of those that both of their suit take next;
how many cards of the own reserve are left; how many of
`CrapetteKnowledge.flips` have been turned up; the hand card that is up, or NOTHING; what has been loaded on the other's
reserve; what on the other's waste.
"""


class SeatKnowledge:
    """One seat's cards in reserve, hand and waste, as the looking seat knows them.

    Attributes:
        reserve: its cards bottom to top, UNKNOWN among them.
        flips: the cards that it can turn up, in order: its hand, then its waste turned over (C8).
        in_hand: how many of `flips` lie in the hand.
        waste_top: the card exposed on its waste, or NOTHING.
        hidden: how many of its cards are unknown.
        chance: how likely a card of `CrapetteKnowledge.one_unseen` is among those.
        known: by number of cards turned up, the set of known cards that are left to turn up.
        unknown: by the same, how many unknown ones.
    """

    __slots__ = (
        "chance",
        "flips",
        "hidden",
        "in_hand",
        "known",
        "reserve",
        "reserve_top",
        "share",
        "unknown",
        "waste_top",
    )

    def __init__(self, view: CrapetteState, seat: int) -> None:
        hand, waste = view.hands[seat], view.wastes[seat]
        self.reserve = bytes([entry & CARD for entry in view.reserves[seat]])
        self.reserve_top = self.reserve[-1] if self.reserve else NOTHING
        self.flips = tuple([entry & CARD for entry in reversed(hand)] + [entry & CARD for entry in waste])
        self.in_hand = len(hand)
        self.waste_top = waste[-1] & CARD if waste else NOTHING
        self.hidden = self.flips.count(UNKNOWN) + self.reserve.count(UNKNOWN)
        self.chance = 0.0
        self.share = 0.0
        self.known = [0]
        self.unknown = [0]
        for card in reversed(self.flips):
            self.known.append(self.known[-1] | BIT[card])
            self.unknown.append(self.unknown[-1] + (card == UNKNOWN))
        self.known.reverse()
        self.unknown.reverse()


class CrapetteKnowledge:
    """What a seat that has the turn knows when its search starts.

    Attributes:
        own, other: the two seats' cards.
        one_unseen, both_unseen: the sets of cards of which one copy, or both, lie where the seat does not see them.
            A pack has each card once: of both copies one is in either seat's unknown cards.
        start: the table to search from.
        shifts: house-to-house moves made (C11).
        duty, must, maxshifts: the rules, as in CrapetteState.
        again: whether the seat has the next turn as well (C18).
        idle_left: how many turns without progress make an impasse, this one counted (C13).
    """

    __slots__ = (
        "again",
        "both_unseen",
        "duty",
        "idle_left",
        "maxshifts",
        "must",
        "one_unseen",
        "other",
        "own",
        "shifts",
        "start",
    )

    def __init__(self, view: CrapetteState) -> None:
        seat = view.mover
        self.own = SeatKnowledge(view, seat)
        self.other = SeatKnowledge(view, 1 - seat)
        self.start = turn_state(view)
        self.shifts = view.shifts
        self.duty = view.duty
        self.must = view.must
        self.maxshifts = view.maxshifts
        self.again = view.skips == 1 << 1 - seat
        own_rest = len(self.own.flips) + (view.available[HAND] != NOTHING)
        self.idle_left = 2 * max(own_rest, len(self.other.flips)) + 2 - view.idle
        unseen = _unseen(view)
        self.one_unseen = set_of(card for card in DECK if unseen[card] == 1)
        self.both_unseen = set_of(card for card in DECK if unseen[card] == 2)
        both, one = self.both_unseen.bit_count(), self.one_unseen.bit_count()
        for side in (self.own, self.other):
            side.chance = (side.hidden - both) / one if one else 0.0
            side.share = 1 / side.hidden if side.hidden else 0.0


def turn_state(view: CrapetteState) -> TurnState:
    """The part of the table that a turn changes, nothing loaded yet."""
    wanted = set_of(card for card in DECK if view.wanted[card])
    twice = set_of(card for card in DECK if view.wanted[card] == 2)
    houses = tuple(sorted(map(bytes, view.houses)))
    return (houses, wanted, twice, len(view.reserves[view.mover]), 0, view.available[HAND], b"", b"")


def _unseen(view: CrapetteState) -> list[int]:
    """By card, how many of its two copies no pile shows."""
    left = [2] * 64
    for pile in (*view.hands, *view.wastes, *view.reserves, *view.houses):
        for entry in pile:
            left[entry & CARD] -= 1
    left[view.available[HAND]] -= 1
    for top in view.foundations:
        card = top
        while card != NOTHING:
            left[card] -= 1
            card = BEFORE[card]
    return left
