"""The odds of being first in a deal of Kroket, for one seat at one moment: if it ends now, and if it goes on."""

from collections.abc import Sequence
from math import exp

from cardgames.games.kroket_moves import KNOCK, TAKE
from cardgames.players.expert_kroket_sight import Rival, Sight, growth, hand_features, table_features, top_features
from cardgames.players.expert_kroket_weights import Weights

_KNOCK_STAGE = (0, 1, 2, 3, 4, 5, 5, 6)
"""By the turns that a rival has had in which it might have knocked."""
_BARRED_STAGE = (7, 7, 8, 9, 9, 10)
"""By the rounds in which nobody may knock yet."""


class Odds:
    """The value of tables and hands to one seat, in one way that its turn may end.

    The log odds against each rival are a sum over features; the chances against all of them are multiplied.
    """

    __slots__ = (
        "_allpictures",
        "_chances",
        "_hands",
        "_of_hand",
        "_of_table",
        "_of_top",
        "_rivals",
        "_worth",
    )

    def __init__(self, sight: Sight, weights: Weights, move: int) -> None:
        """The odds after a turn that begins with `move`: `take`, `draw`, `lay` or `knock`."""
        view = sight.view
        terms = view.terms
        self._chances = sight.chances
        self._worth = sight.worth
        self._allpictures = terms.allpictures
        self._hands: dict[tuple[int, ...], tuple[float, float]] = {}
        if ends_deal(sight, move):
            self._of_hand: Sequence[float] = (0.0, 0.0, 0.0, 0.0)
            self._of_table: Sequence[float] = (0.0, 0.0, weights.knock[0])
            self._of_top: Sequence[float] = (0.0, 0.0)
            self._rivals = _rivals_at_the_end(sight, weights, move)
        else:
            barred = barred_rounds(sight)
            free = barred <= 0
            self._of_hand = weights.stay_hand if free else weights.barred_hand
            self._of_table = weights.stay_table if free else weights.barred_table
            self._of_top = weights.stay_top if free else weights.barred_top
            self._rivals = _rivals_while_it_lasts(sight, weights, barred)

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
        picture, number = top_features(top)
        points = known[0] + table[0]
        extra = known[1] + table[1] + self._of_top[0] * picture + self._of_top[1] * number
        chance = 1.0
        for bias, lead in self._rivals:
            chance /= 1 + exp(-(bias + lead * points + extra))
        return chance

    def table(self, places: Sequence[float], known: Sequence[bool]) -> tuple[float, float]:
        """The points of a table, and what else it is worth, in log odds."""
        points, lay, empty, hidden = table_features(places, known, self._worth)
        weight = self._of_table
        return points, weight[0] * lay + weight[1] * empty + weight[2] * hidden

    def _hand(self, ranks: tuple[int, ...]) -> tuple[float, float]:
        score, draw, gap, pictures, rest = hand_features(ranks, self._chances, self._allpictures)
        weight = self._of_hand
        return score, weight[0] * draw + weight[1] * gap + weight[2] * pictures + weight[3] * rest


def ends_deal(sight: Sight, move: int) -> bool:
    """Whether the deal is over with the turn that begins with `move` (K8 to K10)."""
    view = sight.view
    terms = view.terms
    following = (sight.seat + 1) % terms.seats
    if move == KNOCK or following == view.knocked:
        return True
    takes = view.takes + 1 if move == TAKE else 0
    draws = view.phase == "choose" and move != TAKE
    return view.left - draws <= 0 or takes >= terms.take_limit


def barred_rounds(sight: Sight) -> int:
    """For how many rounds nobody may knock yet after this turn (K8); 0 or less for none."""
    view = sight.view
    return -(-(view.terms.knock_from - view.turns - 1) // view.terms.seats)


def knock_stage(sight: Sight, rival: Rival) -> int:
    """Which of the weights by stage hold for a deal that ends now."""
    terms = sight.view.terms
    turns = rival.turns - terms.knock_from // terms.seats
    return _KNOCK_STAGE[min(max(turns, 0), len(_KNOCK_STAGE) - 1)]


def stay_stage(sight: Sight, rival: Rival, barred: int) -> int:
    """Which of the weights by stage hold for a deal that goes on, with so many rounds in which nobody may knock."""
    return _BARRED_STAGE[min(barred, len(_BARRED_STAGE) - 1)] if barred > 0 else knock_stage(sight, rival)


def _rivals_at_the_end(sight: Sight, weights: Weights, move: int) -> list[tuple[float, float]]:
    """Bias and weight of a point, for each rival, where the deal ends with this turn, last turns (K8) apart."""
    terms = sight.view.terms
    minimum = terms.knock_from // terms.seats
    found = []
    for rival in sight.rivals:
        stage = knock_stage(sight, rival)
        lead = weights.knock_lead[stage]
        ahead = growth(min(rival.turns, minimum)) + (weights.last_turn if move == KNOCK and terms.lastturn else 0.0)
        told = weights.knock[1] * rival.known + weights.knock[2] * rival.junk + weights.knock[3] * rival.pictures
        found.append((weights.knock_bias[stage] + told - lead * (rival.total + ahead), lead))
    return found


def _rivals_while_it_lasts(sight: Sight, weights: Weights, barred: int) -> list[tuple[float, float]]:
    terms = sight.view.terms
    minimum = terms.knock_from // terms.seats
    of = weights.stay_rival if barred <= 0 else weights.barred_rival
    found = []
    for rival in sight.rivals:
        stage = stay_stage(sight, rival, barred)
        lead = weights.stay_lead[stage]
        told = of[0] * rival.known + of[1] * rival.junk + of[2] * rival.pictures
        told += weights.stay_lastturn if terms.lastturn else 0.0
        bias = weights.stay_bias[stage] + told - lead * (rival.total + growth(min(rival.turns, minimum)))
        found.append((bias, lead))
    return found
