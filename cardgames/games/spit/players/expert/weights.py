"""What the expert of Spit has learnt: the value of a number of cards, and the value of a table in the middle of a
round.

All but the last two were fitted by `scripts/fit_spit.py` (60,000 rounds of each kind, seed 1): linear equations for
`cards`, least squares for `lead`, logistic regression for `first`. The last two are estimates.
"""

from typing import NamedTuple


class SpitWeights(NamedTuple):
    """The numbers from which a round is evaluated and rollouts are compared."""

    cards: tuple[float, ...] = (
        *(1.0, 0.992, 0.984, 0.973, 0.966, 0.952, 0.938, 0.923, 0.903, 0.88, 0.845, 0.808, 0.778, 0.726),
        *(0.667, 0.617, 0.641, 0.62, 0.603, 0.591, 0.578, 0.565, 0.552, 0.539, 0.526, 0.513, 0.5),
    )
    """The share of the win of a seat that begins a round with 0 to 26 cards."""
    spread: tuple[float, float] = (0.867, 0.108)
    """The variance of a seat's cards at the round's end: a constant, and the part of each stock card still to play."""
    lead: tuple[float, ...] = (
        *(0.004, 0.0, 0.0, 0.082, -0.371, 0.333, 0.704, 0.0, 0.0, 0.004, 0.907),
        *(0.032, 1.049, 0.524, 0.109, -0.833, 0.77, 0.075, 0.319, 0.057, -0.004, 0.886),
        *(0.015, 0.497, 0.166, 0.108, -0.745, 0.729, 0.125, 0.293, -0.644, 0.04, 0.876),
        *(0.05, 0.276, 1.343, 0.09, -0.64, 0.53, 0.194, 0.309, -0.524, 0.032, 0.87),
        *(0.059, 0.448, 1.146, 0.086, -0.641, 0.538, 0.18, 0.328, -0.436, 0.091, 0.867),
        *(0.022, 0.4, 2.045, 0.082, -0.486, 0.439, 0.199, 0.312, -0.374, 0.106, 0.858),
        *(-0.042, 0.364, 3.266, 0.106, -0.397, 0.42, 0.188, 0.287, -0.407, 0.061, 0.846),
        *(-0.084, 0.36, 5.314, 0.113, -0.167, 0.238, 0.234, 0.251, -0.351, 0.047, 0.842),
        *(-0.045, 0.376, 7.388, 0.127, -0.317, 0.31, 0.209, 0.196, -0.327, 0.022, 0.826),
        *(-0.043, 0.447, 3.173, 0.107, -0.308, 0.301, 0.207, 0.145, -0.245, 0.07, 0.809),
    )
    """Two piles: the weights for how many more cards the other seat will have left, by stage and feature
    (`features`)."""
    first: tuple[float, ...] = (
        *(-0.007, 0.0, 0.0, 0.397, -1.938, 1.932, 3.87, 0.0, 0.0, 0.078, 0.001),
        *(-0.109, 0.656, 0.328, 0.227, -1.151, 1.28, -0.056, 0.784, -1.032, -0.059, 0.002),
        *(-0.028, 0.793, 0.264, 0.161, -0.492, 0.482, 0.395, 0.544, -0.549, 0.073, 0.004),
        *(0.002, 0.46, 0.561, 0.143, -0.484, 0.469, 0.159, 0.458, -0.615, 0.102, 0.0),
        *(0.087, 0.338, 0.765, 0.114, -0.437, 0.29, 0.083, 0.377, -0.506, 0.083, 0.001),
        *(-0.03, 0.299, 0.804, 0.121, -0.206, 0.247, 0.132, 0.262, -0.413, 0.036, 0.002),
        *(0.007, 0.272, 0.877, 0.112, -0.256, 0.219, 0.093, 0.199, -0.346, 0.034, 0.002),
        *(-0.005, 0.262, 1.063, 0.093, -0.166, 0.167, 0.088, 0.149, -0.243, 0.009, 0.001),
        *(-0.034, 0.234, 1.43, 0.073, -0.182, 0.209, 0.079, 0.111, -0.191, 0.016, 0.002),
        *(-0.006, 0.24, 0.443, 0.053, -0.208, 0.185, 0.055, 0.073, -0.115, 0.016, 0.001),
    )
    """One pile: the weights for the log odds of being the first without stock cards, by stage and feature."""
    turned: float = 0.338
    """One pile: how many spit cards are still turned in the round, for each stock card still to play."""
    doubt: tuple[float, float] = (2.0, 0.02)
    """The value before the first rollout: as how many rollouts it counts, and what is added for a careful player's
    move."""
    points: float = 10.0
    """The lead in points at which the odds to win are e to 1 (S17)."""
