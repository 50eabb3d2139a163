"""What the expert of Kroket has learnt: the odds of being first, if a deal ends now and if it goes on.

All but the last two were fitted by scripts/fit_kroket.py (logistic regression on games that the expert played
against itself, greedy and random, with what it had learnt in the round before: 3 rounds of 6,000 games, seed 1);
how far ahead it has to be by `sure` was chosen on 1,000 deals against each of greedy and random.
"""

from typing import NamedTuple

KNOCK_STAGES = 7
"""Turns that a rival has had in which it might have knocked: 0 to 4, 5 or 6, more."""
STAY_STAGES = 11
"""The same, and then the rounds in which nobody may knock yet: 1, 2, 3 or 4, more."""


class Weights(NamedTuple):
    """Log odds against one rival are sums of features with these weights."""

    knock_bias: tuple[float, ...] = (1.588, 1.2, 1.002, 0.905, 0.799, 0.697, 0.207)
    """By stage."""
    knock_lead: tuple[float, ...] = (0.332, 0.319, 0.291, 0.27, 0.267, 0.257, 0.249)
    """A point of expected lead, by stage."""
    knock: tuple[float, ...] = (-0.422, 0.036, 0.724, 0.427)
    """A hidden card on the own table; of the rival: a known card, a low one among them, a picture discarded."""
    stay_bias: tuple[float, ...] = (0.854, 0.706, 0.509, 0.364, 0.218, 0.071, -0.432, 0.312, 0.324, 0.334, 0.33)
    stay_lead: tuple[float, ...] = (0.208, 0.183, 0.181, 0.18, 0.186, 0.178, 0.169, 0.243, 0.237, 0.213, 0.179)
    stay_hand: tuple[float, ...] = (0.108, 0.052, 0.199, 0.017)
    """What a draw adds, the gap between second and third number, a picture, the score without the lowest card."""
    stay_table: tuple[float, ...] = (-0.089, -0.172, -0.321)
    """What laying a card adds, a place that is known to count nothing, a hidden card."""
    stay_top: tuple[float, ...] = (-0.058, -0.001)
    """A picture left on the discard, a number by its height."""
    stay_rival: tuple[float, ...] = (0.065, 1.087, 0.608)
    """As the last three of `knock`."""
    barred_hand: tuple[float, ...] = (0.193, 0.046, 0.112, -0.015)
    """These four as those of `stay`, while nobody may knock."""
    barred_table: tuple[float, ...] = (0.102, 0.015, -0.158)
    barred_top: tuple[float, ...] = (-0.081, 0.012)
    barred_rival: tuple[float, ...] = (0.001, 1.727, 0.671)
    stay_lastturn: float = -0.312
    """The rules of K8 give a last turn."""
    last_turn: float = 1.5
    """By how many points each of the others grows in the last turn after a knock (K8)."""
    sure: float = 0.8
    """The chance to be first against one rival below which it does not knock, as strong as that rival may be."""
