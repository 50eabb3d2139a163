"""What a seat knows of a table of Crapette that does not change during its own turn."""

from collections.abc import Iterable

from cardgames.cards import CARD, DECK, NOTHING, UNKNOWN
from cardgames.games.crapette.rules.moves import AFTER, BEFORE, HAND, KIND, LOADERS, NEED
from cardgames.games.crapette.rules.state import CrapetteState

BIT: tuple[int, ...] = tuple(1 << card for card in DECK) + (0,) * 12
"""By card, its bit in a set of cards, which is an int. An unknown card and no card have no bit."""


def set_of(cards: Iterable[int]) -> int:
    """The set of these cards."""
    return sum(BIT[card] for card in set(cards))


LIES_ON: tuple[int, ...] = tuple(
    set_of(card for card in DECK if below in DECK and NEED[card] == KIND[below]) for below in range(64)
)
"""By card, the set of the cards that may be put on it in a house (C5)."""
LOADS_ON: tuple[int, ...] = tuple(set_of(LOADERS[below]) if below in DECK else 0 for below in range(64))
"""By card, the set of the cards that may be loaded on it (C6)."""
AFTER_BIT: tuple[int, ...] = tuple(BIT[AFTER[card]] for card in DECK)
"""By card, the bit of the next card that its foundation takes (C4); 0 after a king."""

TurnState = tuple[tuple[bytes, ...], int, int, int, int, int, bytes, bytes]
"""What the moves of one turn change; the same for two tables that differ only in the order of the houses.

In this order: the houses, sorted; the set of the cards that a foundation takes next; the set of those that both
foundations of their suit take next; how many cards the own reserve has left; how many of `SeatKnowledge.flips` have
been turned up; the hand card that is face up, or NOTHING; the cards loaded on the other seat's reserve; the cards
loaded on the other seat's waste.
"""


class SeatKnowledge:
    """One seat's cards in reserve, hand and waste, as far as the searching seat knows them.

    Attributes:
        reserve: the cards of its reserve from bottom to top, UNKNOWN among them.
        reserve_top: the top card of its reserve, or NOTHING.
        flips: the cards that it can turn up, in order: its hand, then its waste turned over (C8).
        in_hand: how many of `flips` are in the hand.
        waste_top: the top card of its waste, or NOTHING.
        hidden: how many of its cards are unknown.
        chance: how likely a card of `CrapetteKnowledge.one_unseen` is one of them.
        share: 1 / `hidden`, or 0 if no card is hidden.
        known: by the number of cards turned up, the set of the known cards that are left to turn up.
        unknown: by the same number, how many unknown cards are left to turn up.
    """

    __slots__ = (
        *("chance", "flips", "hidden", "in_hand", "known", "reserve", "reserve_top", "share", "unknown"),
        *("waste_top",),
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
    """What the seat on turn knows when its search starts.

    Attributes:
        own, other: the two seats' cards.
        one_unseen, both_unseen: the sets of the cards of which the seat sees one copy, or none. A pack has each card
            once, so of two unseen copies each seat has one.
        start: the state from which the search starts.
        shifts: how many house-to-house moves have been made in a row (C11).
        duty, must, maxshifts: the rules, as in CrapetteState.
        again: whether the seat also has the next turn (C18).
        idle_left: how many turns without progress make an impasse, this turn included (C13).
    """

    __slots__ = (
        *("again", "both_unseen", "duty", "idle_left", "maxshifts", "must", "one_unseen", "other", "own"),
        *("shifts", "start"),
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
        for cards in (self.own, self.other):
            cards.chance = (cards.hidden - both) / one if one else 0.0
            cards.share = 1 / cards.hidden if cards.hidden else 0.0


def turn_state(view: CrapetteState) -> TurnState:
    """The part of the table that a turn changes, with nothing loaded yet."""
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
