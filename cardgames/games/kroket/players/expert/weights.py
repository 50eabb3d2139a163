"""What the expert of Kroket has learnt: the odds of being first, if a deal ends now and if it goes on.

All but the last three were fitted by `scripts/fit_kroket.py --rounds 3 --games 5000 --seed 2`: logistic regression on
games that the expert played against itself, greedy and random, with what it had learnt in the round before. `sure` and
`sure_if_weak` were chosen, before cards were counted, among a dozen on 700 deals, each from both sides, against each of
greedy, random and a player that lays and knocks on its odds.
"""

from typing import NamedTuple


class KroketWeights(NamedTuple):
    """Log odds against one rival are sums of features with these weights.

    `knock_count` is the weight of the log odds that were counted (expert_kroket_count.py). `told` are those of a rival,
    in the order of expert_kroket_odds.py. `own` are a point in the hand rather than on the table, what a draw adds on
    average, a picture in the hand, what laying a card adds, a picture left on the discard. `lead` is what a point of
    expected lead counts.
    """

    knock_told: tuple[float, ...] = (0.075, -0.332, 0.213, 0.516, 0.261, -0.024)
    knock_count: float = 0.833
    stay_told: tuple[float, ...] = (0.049, -0.132, 0.108, 0.421, -0.176)
    stay_own: tuple[float, ...] = (0.044, 0.099, 0.014, -0.277, -0.102)
    stay_lead: tuple[float, ...] = (0.15, -0.012)
    """A point of lead, and how that changes with time."""
    barred_told: tuple[float, ...] = (0.626, -0.001, 0.206, 1.105, 0.0)
    """These three as those of `stay`, while nobody may knock."""
    barred_own: tuple[float, ...] = (-0.029, 0.067, 0.024, -0.05, -0.193)
    barred_lead: tuple[float, ...] = (0.211, -0.027)
    last_turn: float = 1.5
    """By how many points each of the others grows in the last turn after a knock (K8): an estimate."""
    sure: tuple[float, ...] = (0.6, 0.05, 0.9)
    """The chance against one rival below which it does not knock: at first, how it rises with each turn of the rival,
    and its highest. Who has not knocked for long is patient or weak, and time is against it."""
    sure_if_weak: float = 0.95
    """The same against a rival that has taken a low number."""
