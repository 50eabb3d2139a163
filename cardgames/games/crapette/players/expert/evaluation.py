"""The value of a table of Crapette to the seat on turn: a weighted sum of features."""

from math import exp, log1p
from operator import mul

from cardgames.cards import NOTHING, UNKNOWN
from cardgames.games.crapette.players.expert.knowledge import (
    BIT,
    LIES_ON,
    LOADS_ON,
    CrapetteKnowledge,
    SeatKnowledge,
    TurnState,
)
from cardgames.games.crapette.players.expert.weights import CrapetteWeights
from cardgames.games.crapette.rules.moves import HEIGHT, KING

_LONE = 1 << 52
"""Stands for every card: what may go where a house's single card has gone."""
_LOG = tuple(log1p(count) for count in range(210))
_RUN = tuple(1 / (1 - min(percent, 95) / 100) for percent in range(102))
"""By the chance that a card goes somewhere, in percent: how many cards are tried until one does not."""

_House = tuple[int, int, int, int, int]
"""The set of cards that may go on its top; the set of its top alone; the set that may go on the card below; how many
of its cards lie on others; whether it begins with a king."""


class _Houses(dict[bytes, _House]):
    """What is known of a house, by its cards; each house is worked out once."""

    def __missing__(self, house: bytes) -> _House:
        found = (0, 0, 0, 0, 0)
        if house:
            under = LIES_ON[house[-2]] if len(house) > 1 else _LONE
            found = (LIES_ON[house[-1]], BIT[house[-1]], under, len(house) - 1, int(HEIGHT[house[0]] == KING))
        self[house] = found
        return found


def win_share(log_odds: float) -> float:
    """The share of the win that belongs to log odds."""
    return 1 / (1 + exp(-max(log_odds, -50.0)))


class CrapetteEvaluation:
    """Evaluates the states of one search: the log odds that the searching seat wins."""

    __slots__ = (
        *("_both", "_ended", "_flips", "_going", "_houses", "_one", "_other", "_other_next", "_other_rest"),
        *("_own", "_reserve"),
    )

    def __init__(self, knowledge: CrapetteKnowledge, weights: CrapetteWeights) -> None:
        self._own = knowledge.own
        self._other = knowledge.other
        self._reserve = knowledge.own.reserve
        self._flips = (*knowledge.own.flips, NOTHING)
        self._other_next = (*knowledge.other.flips, NOTHING)[0]
        self._other_rest = len(knowledge.other.flips)
        self._both = knowledge.both_unseen
        self._one = knowledge.one_unseen
        self._going = weights.going
        self._ended = weights.ended
        self._houses = _Houses()

    def going_on(self, state: TurnState) -> float:
        """The log odds of the seat that is about to turn up a card."""
        log_odds: float = sum(map(mul, self.going_features(state), self._going))
        return log_odds

    def turn_ended(self, state: TurnState) -> float:
        """The log odds of the seat if it ends its turn; a hand card that is face up goes to the waste."""
        log_odds: float = sum(map(mul, self.ended_features(state), self._ended))
        return log_odds

    def going_features(self, state: TurnState) -> list[float]:
        """The values of `FEATURES` if the seat is about to turn up a card."""
        return self._features(state, self._own.waste_top if state[4] <= self._own.in_hand else NOTHING)

    def ended_features(self, state: TurnState) -> list[float]:
        """The values of `FEATURES` if the seat ends its turn."""
        return self._features(state, state[5])

    def _features(self, state: TurnState, waste: int) -> list[float]:
        houses, wanted, twice, left, flipped, up, on_reserve, on_waste = state
        own, other = self._own, self._other
        infos = [self._houses[house] for house in houses]
        on = tops = kings = depth = 0
        for lies_on, top, _, deep, king in infos:
            on |= lies_on
            tops |= top
            depth += deep
            kings += king
        later = rooms_later = 0
        if tops & on:
            for _, top, under, _, _ in infos:
                if top & on:
                    later |= under
                    rooms_later += under == _LONE
        rooms = houses.count(b"")
        other_top = on_reserve[-1] if on_reserve else other.reserve_top
        own_top = self._reserve[left - 1] if left else NOTHING
        loads, exposed, wasted = LOADS_ON[other_top], LOADS_ON[own_top], LOADS_ON[waste]
        own_goes = wanted | on | loads | LOADS_ON[on_waste[-1] if on_waste else other.waste_top]
        other_goes = wanted | on | exposed | wasted
        own_rest = len(own.flips) - flipped + (up != NOTHING)
        other_rest = self._other_rest + len(on_waste)
        other_left = len(other.reserve) + len(on_reserve)
        own_chance = self._chance(own, own_goes)
        other_chance = self._chance(other, other_goes)
        own_share = ((own_goes & own.known[flipped]).bit_count() + own.unknown[flipped] * own_chance) / (own_rest or 1)
        other_share = ((other_goes & other.known[0]).bit_count() + other.unknown[0] * other_chance) / (other_rest or 1)
        own_next, other_next = self._flips[flipped], self._other_next
        other_bit = BIT[other_top]
        other_tops = tops | other_bit
        hidden = own_top == UNKNOWN
        return [
            1.0,
            left,
            other_left,
            own_rest,
            other_rest,
            _LOG[left + own_rest],
            _LOG[other_left + other_rest],
            _LOG[left],
            _LOG[other_left],
            not left,
            not other_left,
            rooms,
            rooms_later,
            hidden,
            own_chance if hidden else 0.0,
            own_chance if own_next == UNKNOWN else BIT[own_next] & own_goes != 0,
            own_share,
            self._more(own, flipped, later, own_goes) / (own_rest or 1) if later else 0.0,
            min(own_rest, (rooms + own_share) * _RUN[int(own_share * 100)]),
            other_bit & other_goes != 0,
            other_bit & ~other_goes != 0 and (rooms_later > 0 or other_bit & later != 0),
            other_chance if other_next == UNKNOWN else BIT[other_next] & other_goes != 0,
            other_share,
            self._more(other, 0, later, other_goes) / (other_rest or 1) if later else 0.0,
            min(other_rest, (rooms + other_share) * _RUN[int(other_share * 100)]),
            (wasted & other_tops).bit_count(),
            (exposed & other_tops).bit_count(),
            (loads & (tops | BIT[own_top])).bit_count(),
            twice.bit_count(),
            depth,
            kings,
        ]

    def _chance(self, cards_of: SeatKnowledge, cards: int) -> float:
        """How likely it is that an unknown card of the seat is one of `cards`."""
        return ((cards & self._both).bit_count() + (cards & self._one).bit_count() * cards_of.chance) * cards_of.share

    def _more(self, cards_of: SeatKnowledge, flipped: int, later: int, goes: int) -> float:
        """How many of the cards left to turn up can be moved after one house-to-house move, but not before it."""
        if later & _LONE:
            later = _LONE - 1
        more = later & ~goes
        return (more & cards_of.known[flipped]).bit_count() + cards_of.unknown[flipped] * self._chance(cards_of, more)
