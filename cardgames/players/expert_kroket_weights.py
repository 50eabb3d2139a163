"""What the expert of Kroket has learnt: the odds of being first, if a deal ends now and if it goes on.

All but the last three were fitted by `scripts/fit_kroket.py --rounds 3 --games 5000 --seed 2`: logistic regression on
games that the expert played against itself, greedy and random, with what it had learnt in the round before. `sure` and
`sure_if_weak` were chosen among a dozen on 700 deals, each from both sides, against each of greedy, random and a player
that lays and knocks on its odds.
"""

from typing import NamedTuple


class Weights(NamedTuple):
    """Log odds against one rival are sums of features with these weights.

    `told` are those of a rival, in the order of expert_kroket_odds.py. `own` are a point in the hand rather than on the
    table, what a draw adds on average, a picture in the hand, what laying a card adds, a picture left on the discard.
    `lead` is what a point of expected lead counts.
    """

    knock_told: tuple[float, ...] = (0.143, -0.367, 0.209, 0.556, 0.265, -0.028)
    knock_lead: float = 0.264
    stay_told: tuple[float, ...] = (0.078, -0.154, 0.084, 0.469, -0.179)
    stay_own: tuple[float, ...] = (0.038, 0.096, 0.035, -0.27, -0.07)
    stay_lead: tuple[float, ...] = (0.158, -0.013)
    """A point of lead, and how that changes with time."""
    barred_told: tuple[float, ...] = (0.499, 0.001, 0.207, 1.15, 0.0)
    """These three as those of `stay`, while nobody may knock."""
    barred_own: tuple[float, ...] = (-0.012, 0.089, 0.014, -0.092, -0.124)
    barred_lead: tuple[float, ...] = (0.222, -0.035)
    last_turn: float = 1.5
    """By how many points each of the others grows in the last turn after a knock (K8): an estimate."""
    sure: tuple[float, ...] = (0.6, 0.05, 0.9)
    """The chance against one rival below which it does not knock: at first, how it rises with each turn of the rival,
    and its highest. Who has not knocked for long is patient or weak, and time is against it."""
    sure_if_weak: float = 0.95
    """The same against a rival that has taken a low number."""
