"""Crapette's table: its piles, how cards move on it and move back, and what it looks like as text."""

from collections.abc import Sequence
from typing import Final

from cardgames.cards import CARD, NOTHING, SUIT, Dealer
from cardgames.games.crapette.rules.moves import (
    ACE_RANK,
    AFTER,
    BEFORE,
    FIRST_HOUSE,
    FOUNDATION,
    HAND,
    OTHER_RESERVE,
    OTHER_WASTE,
    RESERVE,
)
from cardgames.games.crapette.rules.position import CHALLENGE, EVERYONE, Position, hide, write_full, write_seen
from cardgames.rules.game import Rules, State

# What a move of a card leaves to be remembered: the entry of the card that it turned up, or that there is none.
NO_ENTRY: Final = -1
RECYCLED: Final = 256
"""Added to the entry of a flip for which the waste was turned over."""


class CrapetteTable(State):
    """The piles and counters, by themselves: the rules are in `CrapetteState`.

    Attributes:
        mover: the seat on turn; in a challenge the seat whose move was announced.
        phase: PLAY, CHALLENGE or OVER.
        available: the card at each source of the mover (C3), NOTHING where there is none.
        wanted: by card, how many foundations take it next (C4).
        hands, wastes, reserves: by seat, bottom to top, `card | seats << KNOWN`.
        houses: plain cards.
        foundations: eight tops as in the position.
        shifts, idle, turns, skips, asked, reason: as in the position.
    """

    __slots__ = (
        "asked",
        "available",
        "foundations",
        "hands",
        "houses",
        "idle",
        "mover",
        "phase",
        "reason",
        "reserves",
        "shifts",
        "skips",
        "turns",
        "wanted",
        "wastes",
    )

    def __init__(self, rules: Rules, dealer: Dealer, viewer: int | None = None) -> None:
        """A bare table, for `put` or `take_over`."""
        self.rules = rules
        self.dealer = dealer
        self.viewer = viewer

    def put(self, position: Position) -> None:
        """Puts a position on the table, with piles of its own."""
        self.mover = 1 - position.turn if position.phase == CHALLENGE else position.turn
        self.phase = position.phase
        self.hands = [pile[:] for pile in position.hands]
        self.wastes = [pile[:] for pile in position.wastes]
        self.reserves = [pile[:] for pile in position.reserves]
        self.houses = [house[:] for house in position.houses]
        self.foundations = list(position.foundations)
        self.wanted = _wanted(position.foundations)
        self.shifts = position.shifts
        self.idle = position.idle
        self.turns = position.turns
        self.skips = position.skips
        self.asked = position.asked
        self.reason = position.reason
        self.available = bytearray([NOTHING, NOTHING, *(house[-1] if house else NOTHING for house in self.houses)])
        self._turn_to(self.mover)
        self.available[HAND] = position.up

    @property
    def turn(self) -> int:
        """The seat that `turn=` names: in a challenge the one that answers (C16)."""
        return 1 - self.mover if self.phase == CHALLENGE else self.mover

    # Cards move

    def _take(self, source: int) -> int:
        """Takes the mover's card away from `source`; returns the entry that C7 turned up."""
        if source >= FIRST_HOUSE:
            house = self.houses[source - FIRST_HOUSE]
            house.pop()
            self.available[source] = house[-1] if house else NOTHING
            return NO_ENTRY
        if source == HAND:
            self.available[HAND] = NOTHING
            return NO_ENTRY
        reserve = self.reserves[self.mover]
        reserve.pop()
        if not reserve:
            self.available[RESERVE] = NOTHING
            return NO_ENTRY
        entry = reserve[-1]
        reserve[-1] = entry | EVERYONE
        self.available[RESERVE] = entry & CARD
        return entry

    def _put(self, card: int, target: int) -> None:
        if target == FOUNDATION:
            self.wanted[card] -= 1
            self.wanted[AFTER[card]] += 1
            place = SUIT[card] * 2
            if self.foundations[place] != BEFORE[card]:
                place += 1
            self.foundations[place] = card
        elif target < OTHER_RESERVE:
            self.houses[target - 1].append(card)
            self.available[target - 1 + FIRST_HOUSE] = card
        else:
            self._pile(target).append(card | EVERYONE)

    def _pile(self, target: int) -> bytearray:
        """The pile behind OR, OW and W for the mover."""
        if target == OTHER_RESERVE:
            return self.reserves[1 - self.mover]
        return self.wastes[1 - self.mover if target == OTHER_WASTE else self.mover]

    def _flip(self) -> int:
        """C8. Returns the entry of the card, with RECYCLED if the waste was turned over first."""
        hand, waste = self.hands[self.mover], self.wastes[self.mover]
        recycled = 0
        if not hand:
            hand.extend(reversed(waste))
            waste.clear()
            recycled = RECYCLED
        entry = hand.pop()
        self.available[HAND] = entry & CARD
        return entry | recycled

    def _turn_to(self, seat: int) -> None:
        reserve = self.reserves[seat]
        self.mover = seat
        self.available[RESERVE] = reserve[-1] & CARD if reserve else NOTHING
        self.available[HAND] = NOTHING

    # and move back

    def _unput(self, card: int, target: int) -> None:
        if target == FOUNDATION:
            self.wanted[card] += 1
            self.wanted[AFTER[card]] -= 1
            place = SUIT[card] * 2 + 1
            if self.foundations[place] != card:
                place -= 1
            self.foundations[place] = BEFORE[card]
        elif target < OTHER_RESERVE:
            self.houses[target - 1].pop()
        else:
            self._pile(target).pop()

    def _untake(self, card: int, source: int, entry: int) -> None:
        if source >= FIRST_HOUSE:
            self.houses[source - FIRST_HOUSE].append(card)
        elif source == RESERVE:
            reserve = self.reserves[self.mover]
            if reserve:
                reserve[-1] = entry
            reserve.append(card | EVERYONE)

    def _unflip(self, entry: int) -> None:
        hand = self.hands[self.mover]
        hand.append(entry & ~RECYCLED)
        if entry & RECYCLED:
            self.wastes[self.mover].extend(reversed(hand))
            hand.clear()

    # Texts and copies

    def position(self) -> Position:
        """All that the position says; the piles are the game's own, not copies."""
        return Position(
            self.turn,
            self.phase,
            self.hands,
            self.wastes,
            self.reserves,
            self.available[HAND],
            self.houses,
            self.foundations,
            self.shifts,
            self.idle,
            self.turns,
            self.skips,
            self.asked,
            self.reason,
        )

    def text(self, seat: int | None = None) -> str:
        """`position crapette K=V …`: full, or what `seat` may know."""
        return write_full(self.position()) if seat is None else write_seen(seat, self.position())

    def take_over(self, other: "CrapetteTable") -> None:
        """Puts on this table what lies on another, with piles of its own."""
        self.mover = other.mover
        self.phase = other.phase
        self.available = other.available[:]
        self.wanted = other.wanted[:]
        self.hands = [pile[:] for pile in other.hands]
        self.wastes = [pile[:] for pile in other.wastes]
        self.reserves = [pile[:] for pile in other.reserves]
        self.houses = [house[:] for house in other.houses]
        self.foundations = other.foundations[:]
        self.shifts = other.shifts
        self.idle = other.idle
        self.turns = other.turns
        self.skips = other.skips
        self.asked = other.asked
        self.reason = other.reason

    def see_as(self, seat: int) -> None:
        """Makes it the table as `seat` sees it."""
        self.viewer = seat
        self.hands = [hide(pile, seat) for pile in self.hands]
        self.reserves = [hide(pile, seat) for pile in self.reserves]


def _wanted(foundations: Sequence[int]) -> bytearray:
    """By card, how many foundations take it next (C4)."""
    wanted = bytearray(256)
    for place, top in enumerate(foundations):
        wanted[place // 2 * 13 + ACE_RANK if top == NOTHING else AFTER[top]] += 1
    return wanted
