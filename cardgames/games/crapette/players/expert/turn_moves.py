"""The moves of one turn of Crapette: from one state to the next, without the bookkeeping of the rules."""

from cardgames.cards import NOTHING, UNKNOWN
from cardgames.games.crapette.players.expert.knowledge import (
    AFTER_BIT,
    BIT,
    LIES_ON,
    LOADS_ON,
    CrapetteKnowledge,
    TurnState,
)
from cardgames.games.crapette.rules.moves import (
    FIRST_HOUSE,
    FLIP,
    FOUNDATION,
    HAND,
    HAND_TO_WASTE,
    NO_MOVE,
    OTHER_RESERVE,
    OTHER_WASTE,
    PASS,
    RESERVE,
    SOURCE,
    TARGET,
    TARGETS,
)
from cardgames.games.crapette.rules.state import FOUNDATION_DUTY, FULL_DUTY, CrapetteState

Place = int | bytes
"""RESERVE, HAND, FOUNDATION, OTHER_RESERVE, OTHER_WASTE, or a house given by its cards."""
Step = tuple[Place, Place]
"""From where and to where; or `TURN_UP`."""
TURN_UP: Step = (FLIP, FLIP)
"""A flip whose card is known."""
Child = tuple[Step, TurnState, int]
"""A step, the state after it, and how many house-to-house moves have been made in a row by then (C11)."""

_ONE = tuple(bytes([card]) for card in range(64))


class TurnMoves:
    """The moves that the rules allow the seat on turn."""

    __slots__ = ("_duty", "_flips", "_maxshifts", "_must", "_other_reserve", "_other_waste", "_reserve")

    def __init__(self, knowledge: CrapetteKnowledge) -> None:
        self._reserve = knowledge.own.reserve
        self._flips = knowledge.own.flips
        self._duty = knowledge.duty
        self._must = knowledge.must
        self._maxshifts = knowledge.maxshifts
        self._other_reserve = knowledge.other.reserve_top
        self._other_waste = knowledge.other.waste_top

    def moves(self, state: TurnState, shifts: int) -> tuple[list[Child], int]:
        """What the seat can do in `state`.

        Returns:
            The states that a step leads to, one for tables that differ only in the order of the houses; and the move
                that ends the search there if it is lawful: FLIP of an unknown card, PASS or HAND_TO_WASTE, else
                NO_MOVE.
        """
        if self._duty:
            owed = self._owed(state)
            if owed:
                return owed, NO_MOVE
        children = self._card_moves(state, shifts)
        if state[5] == NOTHING:
            return children, self._next_flip(state, children)
        if self._must and any(step[0] == HAND for step, _, _ in children):
            return children, NO_MOVE  # C9
        return children, HAND_TO_WASTE

    def forced(self, state: TurnState) -> Child | None:
        """A step that a duty demands and that leaves no choice, because all demanded steps can be made in any order.

        None also if two copies of a card are demanded and only one foundation takes one.
        """
        if not self._duty:
            return None
        owed = self._owed(state)
        if len(owed) < 2:
            return owed[0] if owed else None
        cards = [self._card_at(state, step[0]) for step, _, _ in owed]
        for card, child in zip(cards, owed, strict=True):
            if cards.count(card) == 1 or BIT[card] & state[2]:
                return child
        return None

    def is_won(self, state: TurnState) -> bool:
        """Whether the seat is out (C12)."""
        return not state[3] and state[4] == len(self._flips) and state[5] == NOTHING

    def _card_at(self, state: TurnState, place: Place) -> int:
        if isinstance(place, bytes):
            return place[-1]
        return state[5] if place == HAND else self._reserve[state[3] - 1]

    def _next_flip(self, state: TurnState, children: list[Child]) -> int:
        """C8 and C10: adds the flip of a known card to `children`, or returns the move that ends the search.

        With `duty=full` the search also ends, as if by a flip, where an unknown card of the reserve may fill the empty
        house.
        """
        houses, wanted, twice, left, flipped, _, on_reserve, on_waste = state
        if flipped == len(self._flips):
            return PASS
        if self._duty == FULL_DUTY and left and not houses[0]:
            return FLIP if self._reserve[left - 1] == UNKNOWN else NO_MOVE
        card = self._flips[flipped]
        if card == UNKNOWN:
            return FLIP
        children.append((TURN_UP, (houses, wanted, twice, left, flipped + 1, card, on_reserve, on_waste), 0))
        return NO_MOVE

    def _owed(self, state: TurnState) -> list[Child]:
        """C10: the steps to foundations that are the only lawful ones; empty if there is no duty."""
        houses, wanted, _, left, _, up, _, _ = state
        if left and BIT[self._reserve[left - 1]] & wanted:
            return [_to_foundation(state, RESERVE, self._reserve[left - 1])]
        if self._duty < FOUNDATION_DUTY:
            return []
        owed = [_to_foundation(state, HAND, up)] if BIT[up] & wanted else []
        before = b""
        for house in houses:
            if house != before:
                before = house
                if BIT[house[-1]] & wanted:
                    owed.append(_to_foundation(state, house, house[-1]))
        return owed

    def _card_moves(self, state: TurnState, shifts: int) -> list[Child]:
        """C3 to C6 and C11."""
        houses, wanted, _, left, _, up, on_reserve, on_waste = state
        top = self._reserve[left - 1] if left else NOTHING
        on_house = 0
        for house in houses:
            if house:
                on_house |= LIES_ON[house[-1]]
        reserve_load = LOADS_ON[on_reserve[-1] if on_reserve else self._other_reserve]
        waste_load = LOADS_ON[on_waste[-1] if on_waste else self._other_waste]
        room = not houses[0]
        may_shift = shifts < self._maxshifts
        sources: list[tuple[Place, int]] = [(RESERVE, top), (HAND, up)]
        sources += [(house, house[-1]) for house in dict.fromkeys(houses) if house]
        children: list[Child] = []
        for place, card in sources:
            bit = BIT[card]
            shift = isinstance(place, bytes)
            spread = room and bit > 0 and (len(place) > 1 if isinstance(place, bytes) else True)
            if (spread or bit & on_house) and (may_shift or not shift):
                _to_houses(children, state, place, card, spread, shifts + 1 if shift else 0)
            if bit & wanted:
                children.append(_to_foundation(state, place, card))
            if bit & reserve_load:
                children.append(_onto_other_seat(state, place, card, OTHER_RESERVE))
            if bit & waste_load:
                children.append(_onto_other_seat(state, place, card, OTHER_WASTE))
        return children


def _to_houses(children: list[Child], state: TurnState, place: Place, card: int, spread: bool, shifts: int) -> None:
    """Adds the steps of a card to the houses that take it (C5); to one of several empty houses if it may `spread`."""
    houses, wanted, twice, left, flipped, up, on_reserve, on_waste = state
    if place == RESERVE:
        left -= 1
    elif place == HAND:
        up = NOTHING
    bit, one = BIT[card], _ONE[card]
    before: bytes | None = None
    for number, house in enumerate(houses):
        if house == before or not (bit & LIES_ON[house[-1]] if house else spread):
            continue
        before = house
        new = list(houses)
        new[number] = house + one
        if isinstance(place, bytes):
            new[houses.index(place)] = place[:-1]
        new.sort()
        children.append(((place, house), (tuple(new), wanted, twice, left, flipped, up, on_reserve, on_waste), shifts))


def _to_foundation(state: TurnState, place: Place, card: int) -> Child:
    """The step of a card to its foundation (C4)."""
    houses, wanted, twice, left, flipped, up, on_reserve, on_waste = _without_card(state, place)
    bit, after = BIT[card], AFTER_BIT[card]
    if twice & bit:
        twice ^= bit
    else:
        wanted ^= bit
    if wanted & after:
        twice |= after
    wanted |= after
    return (place, FOUNDATION), (houses, wanted, twice, left, flipped, up, on_reserve, on_waste), 0


def _onto_other_seat(state: TurnState, place: Place, card: int, target: int) -> Child:
    """The step of a card onto the other seat's reserve or waste (C6)."""
    houses, wanted, twice, left, flipped, up, on_reserve, on_waste = _without_card(state, place)
    if target == OTHER_RESERVE:
        on_reserve += _ONE[card]
    else:
        on_waste += _ONE[card]
    return (place, target), (houses, wanted, twice, left, flipped, up, on_reserve, on_waste), 0


def _without_card(state: TurnState, place: Place) -> TurnState:
    """The state without the top card of `place`."""
    houses, wanted, twice, left, flipped, up, on_reserve, on_waste = state
    if place == RESERVE:
        left -= 1
    elif place == HAND:
        up = NOTHING
    elif isinstance(place, bytes):
        new = list(houses)
        new[houses.index(place)] = place[:-1]
        new.sort()
        houses = tuple(new)
    return houses, wanted, twice, left, flipped, up, on_reserve, on_waste


def step_of(view: CrapetteState, move: int) -> Step:
    """The step of a move of the seat on turn; for FLIP always `TURN_UP`. Not for PASS and HAND_TO_WASTE."""
    if move == FLIP:
        return TURN_UP
    source, target = SOURCE[move], TARGET[move]
    place = bytes(view.houses[source - FIRST_HOUSE]) if source >= FIRST_HOUSE else source
    return place, bytes(view.houses[target - 1]) if FOUNDATION < target < OTHER_RESERVE else target


def move_of(view: CrapetteState, step: Step) -> int:
    """The move that makes `step` on the table of `view`; the first one if there are several."""
    source, target = step
    if step == TURN_UP:
        return FLIP
    houses = view.houses
    at = FIRST_HOUSE + houses.index(bytearray(source)) if isinstance(source, bytes) else source
    to = houses.index(bytearray(target)) + 1 if isinstance(target, bytes) else target
    return at * TARGETS + to
