"""What the expert of Kroket has learnt: how likely it is to be first, if a deal ends now and if it goes on.

All but the last three were fitted by `scripts/fit_kroket.py --rounds 3 --games 5000 --seed 2`: logistic regression on
games of the expert against itself, greedy and random, played with the weights of the round before. `sure` and
`sure_if_weak` were chosen, before cards were counted, among a dozen values on 700 deals, each played from both sides,
against greedy, random and a player that lays and knocks on its odds.
"""

from typing import NamedTuple


class KroketWeights(NamedTuple):
    """The log odds against one opponent are sums of features with these weights.

    `knock_…` if the deal ends now, `stay_…` if it goes on, `barred_…` if it goes on and nobody may knock yet.
    `…_opponent` weigh what is known of an opponent, in the order of `features_at_end` and `features_in_play`. `…_own`
    weigh: a point in the hand rather than on the table; what a draw adds on average; a picture in the hand; what laying
    a card adds; a picture left on the discard. `…_lead` weigh a point of expected lead.
    """

    knock_opponent: tuple[float, ...] = (0.075, -0.332, 0.213, 0.516, 0.261, -0.024)
    knock_count: float = 0.833
    stay_opponent: tuple[float, ...] = (0.049, -0.132, 0.108, 0.421, -0.176)
    stay_own: tuple[float, ...] = (0.044, 0.099, 0.014, -0.277, -0.102)
    stay_lead: tuple[float, ...] = (0.15, -0.012)
    """The weight of a point of lead, and how it changes with time."""
    barred_opponent: tuple[float, ...] = (0.626, -0.001, 0.206, 1.105, 0.0)
    barred_own: tuple[float, ...] = (-0.029, 0.067, 0.024, -0.05, -0.193)
    barred_lead: tuple[float, ...] = (0.211, -0.027)
    last_turn: float = 1.5
    """By how many points each other seat improves in its last turn after a knock (K8): an estimate."""
    sure: tuple[float, ...] = (0.6, 0.05, 0.9)
    """The probability to be ahead of one opponent below which it does not knock: at first, its rise with each turn
    of the opponent, and its maximum. An opponent that has not knocked for long is patient or weak, and time works
    against it."""
    sure_if_weak: float = 0.95
    """The same against an opponent that has taken a low number."""
