"""What the expert of Crapette has learnt: how much each feature of a table says about who wins.

Fitted by `scripts/fit_crapette.py --plain --rounds 2 --games 350 --nodes 200 --seed 1`, which prints them: temporal
differences on games of the expert against itself; the first round knew only card counts.
"""

from typing import NamedTuple

FEATURES: tuple[tuple[str, str], ...] = (
    ("always", "1"),
    ("own reserve", "cards in the own reserve"),
    ("other reserve", "the same of the other seat"),
    ("own rest", "cards in the own hand and waste, the one that is up among them"),
    ("other rest", "the same of the other seat"),
    ("log own", "log(1 + own reserve + own rest)"),
    ("log other", "the same of the other seat"),
    ("log own reserve", "log(1 + own reserve)"),
    ("log other reserve", "the same of the other seat"),
    ("own reserve out", "whether the own reserve is empty"),
    ("other reserve out", "the same of the other seat"),
    ("rooms", "empty houses"),
    ("rooms to make", "houses with a single card that goes on another house"),
    ("reserve unseen", "whether the own reserve's top is about to be turned up"),
    ("reserve goes", "how likely that card then goes somewhere"),
    ("own next", "how likely the next hand card goes somewhere without taking a room"),
    ("own share", "the same of the average card of the own hand and waste"),
    ("own share later", "how much more that share is after one house-to-house move"),
    ("own run", "about how many hand cards go before one does not"),
    ("other top", "whether the other reserve's top goes somewhere"),
    ("other top later", "whether it does after one house-to-house move"),
    ("other next", "as `own next` for the other seat"),
    ("other share", "as `own share`"),
    ("other share later", "as `own share later`"),
    ("other run", "as `own run`"),
    ("waste loads", "cards that the other seat can load on the own waste"),
    ("reserve loads", "cards that it can load on the own reserve"),
    ("own loads", "cards that can be loaded on the other's reserve"),
    ("pairs", "cards that two foundations wait for"),
    ("depth", "cards in houses on other cards"),
    ("kings", "houses that begin with a king"),
)
"""The features by name and meaning, in the order of the weights."""


class CrapetteWeights(NamedTuple):
    """The log odds to win are a sum of features with these weights."""

    going: tuple[float, ...] = (
        *(1.0554, 0.0025, -0.0002, -0.0074, 0.0173, -0.774, 0.2819, -0.0337),
        *(0.0509, -0.1232, 0.0604, 0.1529, -0.0035, -0.0419, 0.1452, 0.2132),
        *(1.1659, 0.0506, 0.0194, -0.0315, 0.0317, -0.0816, -0.5641, 0.0103),
        *(0.0152, 0.0084, -0.0445, 0.041, 0.0302, -0.0019, -0.007),
    )
    """For the seat that is about to turn up a card."""
    ended: tuple[float, ...] = (
        *(-0.3114, 0.0003, 0.005, -0.0128, 0.0173, -0.3832, 0.4693, -0.037),
        *(0.0385, -0.0468, 0.0864, -0.013, -0.0146, -0.0414, 0.146, 0.0549),
        *(0.5091, 0.0006, -0.0033, -0.0494, -0.0358, -0.1091, -0.7988, -0.0914),
        *(-0.0692, -0.0832, -0.0609, 0.0247, -0.0188, 0.0037, 0.0062),
    )
    """For the seat that has just ended its turn."""
