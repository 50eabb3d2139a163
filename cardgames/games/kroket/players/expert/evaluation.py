"""The odds of being first in a deal of Kroket, for one seat at one moment: if it ends now, and if it goes on."""

from collections.abc import Sequence
from math import exp, log, sqrt

from cardgames.games.kroket.players.expert.knowledge import (
    KroketKnowledge,
    Rival,
    growth,
    hand_features,
    is_picture,
    table_features,
)
from cardgames.games.kroket.players.expert.showdown import Showdown
from cardgames.games.kroket.players.expert.weights import KroketWeights
from cardgames.games.kroket.rules.moves import KNOCK, TAKE

_LATE = 7
"""After so many turns time makes no more difference."""
_HOPELESS = 500.0
"""Log odds beyond which all is the same: totals of many deals lie far apart."""
_UNLIKELY = 1e-3
"""No chance is counted as less: cards come by chance, but rivals do not play by it."""


class KroketEvaluation:
    """The value of tables and hands to one seat, in one way that its turn may end.

    Where the deal ends now the chance against each rival is counted (expert_kroket_count.py) and corrected, where it
    goes on its log odds are a sum over features. The chances against all of them are multiplied.
    """

    __slots__ = ("_hands", "_own", "_rivals", "_sight")

    def __init__(self, sight: KroketKnowledge, weights: KroketWeights, move: int) -> None:
        """The odds after a turn that begins with `move`: `take`, `draw`, `lay` or `knock`."""
        self._sight = sight
        self._hands: dict[tuple[int, ...], tuple[float, float]] = {}
        barred = barred_rounds(sight)
        if ends_deal(sight, move):
            self._own: Sequence[float] = (0.0,) * len(weights.stay_own)
            last = weights.last_turn if move == KNOCK and sight.view.terms.lastturn else 0.0
            self._rivals: list[_Line | _Counted] = [_Counted(sight, rival, weights, last) for rival in sight.rivals]
        else:
            self._own = weights.barred_own if barred > 0 else weights.stay_own
            self._rivals = [_Line(sight, rival, weights, barred) for rival in sight.rivals]

    def of(self, hand: tuple[int, ...], table: tuple[float, float], top: int | None) -> float:
        """The chance to be first.

        Args:
            hand: the seat's ranks, ascending.
            table: what `table` gave for its table.
            top: the rank that is left on the discard; None for one that is not seen.
        """
        known = self._hands.get(hand)
        if known is None:
            known = self._hands[hand] = self._hand(hand)
        points = known[0] + table[0]
        extra = known[1] + table[1] + self._own[4] * is_picture(top)
        chance = 1.0
        for rival in self._rivals:
            chance /= 1 + exp(min(_HOPELESS, -(rival.log_odds(points) + extra)))
        return chance

    def table(self, places: Sequence[float]) -> tuple[float, float]:
        """The points of a table, and what else it is worth, in log odds."""
        points, lay = table_features(places, self._sight.worth)
        return points, self._own[3] * lay

    def _hand(self, ranks: tuple[int, ...]) -> tuple[float, float]:
        sight = self._sight
        score, draw, pictures = hand_features(ranks, sight.chances, sight.view.terms.allpictures)
        own = self._own
        return score, own[0] * score + own[1] * draw + own[2] * pictures


def ends_deal(sight: KroketKnowledge, move: int) -> bool:
    """Whether the deal is over with the turn that begins with `move` (K8 to K10)."""
    view = sight.view
    terms = view.terms
    following = (sight.seat + 1) % terms.seats
    if move == KNOCK or following == view.knocked:
        return True
    takes = view.takes + 1 if move == TAKE else 0
    draws = view.phase == "choose" and move != TAKE
    return view.left - draws <= 0 or takes >= terms.take_limit


def barred_rounds(sight: KroketKnowledge) -> int:
    """For how many rounds nobody may knock yet after this turn (K8); 0 or less for none."""
    view = sight.view
    return -(-(view.terms.knock_from - view.turns - 1) // view.terms.seats)


def told_at_the_end(sight: KroketKnowledge, rival: Rival) -> tuple[float, ...]:
    """What tells of a rival where the deal ends now.

    Returns:
        1; time, the root of the turns in which it might have knocked; how many cards of its hand are known; how many of
        them are low; whether the last card that it discarded is a number, and which: the others are hardly lower.
    """
    number = rival.discarded
    return 1.0, _time(sight, rival), rival.known, rival.junk, float(number > 0), number


def told_while_it_lasts(sight: KroketKnowledge, rival: Rival, barred: int) -> tuple[float, ...]:
    """What tells of a rival where the deal goes on, with so many rounds in which nobody may knock.

    Returns:
        1; time, as above, or the root of those rounds; known and low cards as above; whether a knock gives last turns.
    """
    time = _time(sight, rival) if barred <= 0 else sqrt(min(barred, _LATE))
    return 1.0, time, rival.known, rival.junk, float(sight.view.terms.lastturn)


def expected_rival(sight: KroketKnowledge, rival: Rival) -> float:
    """What a rival is thought to have: its cards as if they had come by chance, and what grew while nobody knocked."""
    return rival.total + grown(sight, rival)


def grown(sight: KroketKnowledge, rival: Rival) -> float:
    """By how many points it has grown while nobody could knock (K8)."""
    return growth(min(rival.turns, _minimum(sight)))


def _time(sight: KroketKnowledge, rival: Rival) -> float:
    return sqrt(min(max(0, rival.turns - _minimum(sight)), _LATE))


def _minimum(sight: KroketKnowledge) -> int:
    """How many turns of each seat come before the first knock (K8)."""
    return sight.view.terms.knock_from // sight.view.terms.seats


class _Line:
    """The log odds against a rival while the deal lasts, as a line over the own points."""

    __slots__ = ("_begins", "_lead")

    def __init__(self, sight: KroketKnowledge, rival: Rival, weights: KroketWeights, barred: int) -> None:
        told, (lead, change) = (
            (weights.barred_told, weights.barred_lead) if barred > 0 else (weights.stay_told, weights.stay_lead)
        )
        features = told_while_it_lasts(sight, rival, barred)
        self._lead = lead + change * features[1]
        self._begins = _weighed(told, features) - self._lead * expected_rival(sight, rival)

    def log_odds(self, points: float) -> float:
        return self._begins + self._lead * points


class _Counted:
    """The log odds against a rival where the deal ends now: counted, and corrected by what tells of the rival."""

    __slots__ = ("_count", "_grown", "_told", "_weight")

    def __init__(self, sight: KroketKnowledge, rival: Rival, weights: KroketWeights, grows: float) -> None:
        self._weight = weights.knock_count
        self._count = Showdown(sight, rival)
        self._told = _weighed(weights.knock_told, told_at_the_end(sight, rival))
        self._grown = grown(sight, rival) + grows

    def log_odds(self, points: float) -> float:
        chance = self._count.ahead(points - self._grown)
        if not 0 < chance < 1:
            return _HOPELESS if chance else -_HOPELESS
        return self._told + self._weight * log_odds(chance)


def log_odds(chance: float) -> float:
    """Of a chance that was counted."""
    chance = min(max(chance, _UNLIKELY), 1 - _UNLIKELY)
    return log(chance / (1 - chance))


def _weighed(weights: Sequence[float], features: Sequence[float]) -> float:
    return sum([weight * feature for weight, feature in zip(weights, features, strict=True)])
