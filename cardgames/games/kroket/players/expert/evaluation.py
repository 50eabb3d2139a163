"""How likely a seat is to be first in a deal of Kroket, if the deal ends now and if it goes on."""

from collections.abc import Sequence
from math import exp, log, sqrt

from cardgames.games.kroket.players.expert.knowledge import (
    KroketKnowledge,
    Opponent,
    growth,
    hand_features,
    is_picture,
    table_features,
)
from cardgames.games.kroket.players.expert.showdown import Showdown
from cardgames.games.kroket.players.expert.weights import KroketWeights
from cardgames.games.kroket.rules.moves import KNOCK, TAKE

_LATE = 7
"""The number of turns after which more time makes no difference."""
_HOPELESS = 500.0
"""Larger log odds make no difference: the totals of many deals lie far apart."""
_UNLIKELY = 1e-3
"""No probability counts as less: cards come at random, but opponents do not play at random."""


class KroketEvaluation:
    """The value of hands and tables to one seat, for one way in which its turn may end.

    If the deal ends now, the probability to be ahead of each opponent is counted (`Showdown`) and corrected by what is
    known of the opponent. If it goes on, its log odds are a weighted sum of features. The probabilities for all
    opponents are multiplied.
    """

    __slots__ = ("_hands", "_knowledge", "_opponents", "_own")

    def __init__(self, knowledge: KroketKnowledge, weights: KroketWeights, move: int) -> None:
        """The evaluation of a turn that begins with `move`: `take`, `draw`, `lay` or `knock`."""
        self._knowledge = knowledge
        self._hands: dict[tuple[int, ...], tuple[float, float]] = {}
        barred = barred_rounds(knowledge)
        if ends_deal(knowledge, move):
            self._own: Sequence[float] = (0.0,) * len(weights.stay_own)
            last = weights.last_turn if move == KNOCK and knowledge.view.rule_values.lastturn else 0.0
            self._opponents: list[_LinearOdds | _CountedOdds] = [
                _CountedOdds(knowledge, opponent, weights, last) for opponent in knowledge.opponents
            ]
        else:
            self._own = weights.barred_own if barred > 0 else weights.stay_own
            self._opponents = [_LinearOdds(knowledge, opponent, weights, barred) for opponent in knowledge.opponents]

    def win_chance(self, hand: tuple[int, ...], table: tuple[float, float], top: int | None) -> float:
        """The probability to be first.

        Args:
            hand: the ranks in the seat's hand, ascending.
            table: what `table` returned for its table.
            top: the rank of the card left on the discard; None for an unseen card.
        """
        known = self._hands.get(hand)
        if known is None:
            known = self._hands[hand] = self._hand(hand)
        points = known[0] + table[0]
        bonus = known[1] + table[1] + self._own[4] * is_picture(top)
        chance = 1.0
        for opponent in self._opponents:
            chance /= 1 + exp(min(_HOPELESS, -(opponent.log_odds(points) + bonus)))
        return chance

    def table(self, places: Sequence[float]) -> tuple[float, float]:
        """The points of a table, and what else it is worth in log odds."""
        points, lay = table_features(places, self._knowledge.unseen_mean)
        return points, self._own[3] * lay

    def _hand(self, ranks: tuple[int, ...]) -> tuple[float, float]:
        knowledge = self._knowledge
        score, draw, pictures = hand_features(ranks, knowledge.chances, knowledge.view.rule_values.allpictures)
        own = self._own
        return score, own[0] * score + own[1] * draw + own[2] * pictures


def ends_deal(knowledge: KroketKnowledge, move: int) -> bool:
    """Whether the deal ends with the turn that begins with `move` (K8 to K10)."""
    view = knowledge.view
    rule_values = view.rule_values
    following = (knowledge.seat + 1) % rule_values.seats
    if move == KNOCK or following == view.knocked:
        return True
    takes = view.takes + 1 if move == TAKE else 0
    draws = view.phase == "choose" and move != TAKE
    return view.left - draws <= 0 or takes >= rule_values.take_limit


def barred_rounds(knowledge: KroketKnowledge) -> int:
    """How many rounds there are after this turn in which nobody may knock yet (K8); 0 or less if there are none."""
    view = knowledge.view
    return -(-(view.rule_values.knock_from - view.turns - 1) // view.rule_values.seats)


def features_at_end(knowledge: KroketKnowledge, opponent: Opponent) -> tuple[float, ...]:
    """What is known of an opponent, if the deal ends now.

    Returns:
        1; time, the square root of the number of turns in which it could have knocked; how many cards of its hand are
            known; how many of them are low; whether the last card that it discarded is a number; that number: its other
            cards are hardly lower.
    """
    number = opponent.discarded
    return 1.0, _time(knowledge, opponent), opponent.known, opponent.low_cards, float(number > 0), number


def features_in_play(knowledge: KroketKnowledge, opponent: Opponent, barred: int) -> tuple[float, ...]:
    """What is known of an opponent, if the deal goes on, with `barred` rounds in which nobody may knock.

    Returns:
        1; time, as for `features_at_end`, or the square root of those rounds; known cards and low cards, as there;
            whether the others have a last turn after a knock.
    """
    time = _time(knowledge, opponent) if barred <= 0 else sqrt(min(barred, _LATE))
    return 1.0, time, opponent.known, opponent.low_cards, float(knowledge.view.rule_values.lastturn)


def expected_points(knowledge: KroketKnowledge, opponent: Opponent) -> float:
    """The points that an opponent is expected to have: its hidden cards as random ones, and its early growth."""
    return opponent.total + early_growth(knowledge, opponent)


def early_growth(knowledge: KroketKnowledge, opponent: Opponent) -> float:
    """By how many points an opponent has improved while nobody could knock (K8)."""
    return growth(min(opponent.turns, _minimum(knowledge)))


def _time(knowledge: KroketKnowledge, opponent: Opponent) -> float:
    return sqrt(min(max(0, opponent.turns - _minimum(knowledge)), _LATE))


def _minimum(knowledge: KroketKnowledge) -> int:
    """How many turns each seat has before the first knock (K8)."""
    return knowledge.view.rule_values.knock_from // knowledge.view.rule_values.seats


class _LinearOdds:
    """The log odds against an opponent while the deal goes on: a linear function of the own points."""

    __slots__ = ("_lead", "_offset")

    def __init__(self, knowledge: KroketKnowledge, opponent: Opponent, weights: KroketWeights, barred: int) -> None:
        offsets, (lead, change) = (
            (weights.barred_opponent, weights.barred_lead) if barred > 0 else (weights.stay_opponent, weights.stay_lead)
        )
        features = features_in_play(knowledge, opponent, barred)
        self._lead = lead + change * features[1]
        self._offset = _weighed(offsets, features) - self._lead * expected_points(knowledge, opponent)

    def log_odds(self, points: float) -> float:
        return self._offset + self._lead * points


class _CountedOdds:
    """The log odds against an opponent if the deal ends now: counted, then corrected by what is known of the
    opponent.
    """

    __slots__ = ("_growth", "_offset", "_showdown", "_weight")

    def __init__(
        self, knowledge: KroketKnowledge, opponent: Opponent, weights: KroketWeights, more_growth: float
    ) -> None:
        self._weight = weights.knock_count
        self._showdown = Showdown(knowledge, opponent)
        self._offset = _weighed(weights.knock_opponent, features_at_end(knowledge, opponent))
        self._growth = early_growth(knowledge, opponent) + more_growth

    def log_odds(self, points: float) -> float:
        chance = self._showdown.ahead(points - self._growth)
        if not 0 < chance < 1:
            return _HOPELESS if chance else -_HOPELESS
        return self._offset + self._weight * log_odds(chance)


def log_odds(chance: float) -> float:
    """The log odds of a counted probability."""
    chance = min(max(chance, _UNLIKELY), 1 - _UNLIKELY)
    return log(chance / (1 - chance))


def _weighed(weights: Sequence[float], features: Sequence[float]) -> float:
    return sum([weight * feature for weight, feature in zip(weights, features, strict=True)])
