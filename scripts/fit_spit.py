#!/usr/bin/env python3
"""Fits what Spit's expert has learnt: least squares and logistic regression on simulated rounds of two simple players.

    .venv/bin/python scripts/fit_spit.py --rounds 30000 --seed 1
    .venv/bin/python scripts/fit_spit.py --quick

Rounds of every size are dealt and played as the expert simulates them (expert/simulation.py). Three things are
learnt: from where rounds lead, the share of the win by the number of cards at a round's beginning, the solution of
the linear equations of the game as a walk over these numbers; from tables in midst of two-pile rounds, how many
cards more the other seat has left at the end; from those of one-pile rounds, the odds of being first. Needs numpy
(`pip install .[test]`). The same arguments give the same weights; they are printed as the module has them.
"""

import argparse
from random import Random
from typing import NamedTuple

import numpy as np
from arguments import at_least

from cardgames.games.spit.players.expert.evaluation import FEATURES, STAGES, Unseen, features
from cardgames.games.spit.players.expert.simulation import SimulatedRound, SimulatedSeat
from cardgames.games.spit.rules.table import FULL_LAYOUT, NO_RANK, lay_out

PACK = 52
HALF = PACK // 2
LOOK_EVERY = 5
LEAST, MOST = 3, 22
"""The cards of the smaller seat in rounds from which is learnt what a table in the middle of a round is worth."""


class Row(NamedTuple):
    """A table in midst of a round, and how the round ended."""

    stage: int
    features: tuple[float, ...]
    together: int
    lead: float
    """By how many cards the other seat had more left."""
    first: float
    """Whether the seat was rid of its stock cards first."""
    turned: int
    """Spit cards turned until then."""


class Round(NamedTuple):
    """A round that was played: the table at its end, and the rows noted on the way."""

    simulation: SimulatedRound
    rows: list[Row]


def dealt(cards: int, own_pile: int, random: Random) -> tuple[SimulatedRound, bytes]:
    """A round's beginning, the seat with so many cards, and the cards that lie face down."""
    pack = [number % NO_RANK for number in range(PACK)]
    random.shuffle(pack)
    sides = []
    unseen: list[int] = []
    spits: list[int] = []
    for hand in (pack[:cards], pack[cards:]):
        stocks, spit = lay_out(hand)
        tops = [stock[-1] if stock else NO_RANK for stock in stocks]
        depths = [max(len(stock) - 1, 0) for stock in stocks]
        sides.append(SimulatedSeat.seen(tops, depths, len(spit), len(unseen)))
        unseen += [rank for stock in stocks for rank in stock[:-1]]
        spits += spit
    simulation = SimulatedRound(sides[0], sides[1], NO_RANK * (NO_RANK + 1) + NO_RANK, (0, 0), own_pile)
    cover = bytes(unseen + spits)
    simulation.spit(cover)
    return simulation, cover


def played(cards: int, random: Random) -> Round:
    """A round between a careful player and one without foresight."""
    simulation, unseen = dealt(cards, random.randrange(2), random)
    seen = []
    while plays_on(simulation, unseen, random.randrange(1, 2 * LOOK_EVERY), random):
        covered = Unseen(face_down(simulation, unseen))
        seen.append(
            (
                simulation.own.left + simulation.other.left,
                features(simulation, covered),
                simulation.own.spit + simulation.other.spit,
            )
        )
    own, other = simulation.own, simulation.other
    lead = other.left + other.spit - own.left - own.spit
    first = own.left < other.left if own.left != other.left else cards <= FULL_LAYOUT
    left = own.spit + other.spit
    return Round(
        simulation, [Row(STAGES[both], row, both, lead, float(first), spit - left) for both, row, spit in seen]
    )


def face_down(simulation: SimulatedRound, unseen: bytes) -> bytes:
    """What still lies face down of the cards that did at the beginning."""
    own, other = simulation.own, simulation.other
    below = [
        unseen[start : start + depth]
        for side in (own, other)
        for start, depth in zip(side.below, side.depths, strict=True)
    ]
    return b"".join([*below, unseen[len(unseen) - own.spit - other.spit :]])


def plays_on(simulation: SimulatedRound, unseen: bytes, plies: int, random: Random) -> bool:
    """Plays some plies of a round; whether it goes on."""
    for _ in range(plies):
        simulation.run(unseen, random.randbytes(2), 1)
        if simulation.ended:
            return False
    return True


# -- the worth of a number of cards


def share_of_win(rounds: int, random: Random) -> list[float]:
    """By the number of cards at a round's beginning, 0 to 26: the share of the win between equal players."""
    steps = np.zeros((HALF + 1, PACK + 1))
    for cards in range(1, HALF + 1):
        for number in range(rounds):
            turned = bool(number % 2)
            simulation = played(PACK - cards if turned else cards, random).simulation
            own_move, other_move = (simulation.other, simulation.own) if turned else (simulation.own, simulation.other)
            for next_cards in after(cards, own_move, other_move, simulation.sizes):
                steps[cards, next_cards] += 1 / (2 * rounds)
    return solved(steps)


def after(cards: int, own_move: SimulatedSeat, other_move: SimulatedSeat, sizes: list[int]) -> tuple[int, int]:
    """The cards with which a seat begins the next round, in two cases that are equally likely (S12 to S14)."""
    kept = own_move.left + own_move.spit
    if cards > FULL_LAYOUT:
        return kept + sizes[0], kept + sizes[1]
    taken = 0 if own_move.left <= other_move.left else sum(sizes)
    return kept + taken, kept + taken


def solved(steps: np.ndarray) -> list[float]:
    """The shares that do not change by a step: all of it with no cards, half with half the pack."""
    matrix = np.eye(HALF + 1)
    known = np.zeros(HALF + 1)
    known[0] = 1.0
    known[HALF] = 0.5
    for cards in range(1, HALF):
        for next_cards in range(PACK + 1):
            chance = steps[cards, next_cards]
            if next_cards <= HALF:
                matrix[cards, next_cards] -= chance
            else:
                matrix[cards, PACK - next_cards] += chance
                known[cards] += chance
    return [float(value) for value in np.linalg.solve(matrix, known)]


# -- the worth of a table in the middle of a round


def noted(rounds: int, random: Random, *, one_pile: bool) -> list[Row]:
    rows: list[Row] = []
    low, high = (LEAST, FULL_LAYOUT) if one_pile else (FULL_LAYOUT + 1, HALF)
    for _ in range(rounds):
        cards = random.randint(low, high)
        rows += played(random.choice((cards, PACK - cards)), random).rows
    return rows


def least_squares(rows: list[Row]) -> np.ndarray:
    matrix = np.array([row.features for row in rows])
    target = np.array([row.lead for row in rows])
    pull = np.diag(np.full(FEATURES, 3.0))
    found: np.ndarray = np.linalg.solve(matrix.T @ matrix + pull, matrix.T @ target)
    return found


def logistic(rows: list[Row]) -> np.ndarray:
    """By Newton's method, drawn a little to nothing."""
    matrix = np.array([row.features for row in rows])
    target = np.array([row.first for row in rows])
    weights = np.zeros(FEATURES)
    for _ in range(20):
        chance = 1 / (1 + np.exp(-np.clip(matrix @ weights, -30, 30)))
        slope = matrix.T @ (target - chance) - 3.0 * weights
        weight = np.maximum(chance * (1 - chance), 1e-4)
        weights += np.linalg.solve((matrix * weight[:, None]).T @ matrix + np.diag(np.full(FEATURES, 3.0)), slope)
    return weights


def by_stage(rows: list[Row]) -> list[list[Row]]:
    return [[row for row in rows if row.stage == stage] for stage in range(max(STAGES) + 1)]


def spread(rows: list[Row], fits: list[np.ndarray]) -> tuple[float, float]:
    """The variance of the cards at the end: by itself, and for each stock card still there."""
    errors = np.array([((row.lead - np.dot(fits[row.stage], row.features)) / 2) ** 2 for row in rows])
    matrix = np.array([(1.0, row.together) for row in rows])
    base, each = np.linalg.lstsq(matrix, errors, rcond=None)[0]
    return round(max(float(base), 0.5), 3), round(float(each), 3)


def turned(rows: list[Row]) -> float:
    """Spit cards turned to the end, for each stock card still there."""
    together = np.array([row.together for row in rows], dtype=float)
    return round(float(together @ np.array([row.turned for row in rows]) / (together @ together)), 3)


def by_lines(fits: list[np.ndarray]) -> str:
    """All weights in one tuple, a stage a line."""
    return "".join(["(\n", *[f"    *{tuple(round(float(value), 3) for value in fit)},\n" for fit in fits], ")"])


def main() -> None:
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=at_least(50), default=30_000, help="of each kind")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--quick", action="store_true", help="a few rounds: only to see that it works")
    options = parser.parse_args()
    if options.quick:
        options.rounds = 200
    random = Random(options.seed)
    cards = share_of_win(max(options.rounds // 8, 2), random)
    print(f"cards = {tuple(round(value, 3) for value in cards)}")
    rows = noted(options.rounds, random, one_pile=False)
    fits = [least_squares(part) for part in by_stage(rows)]
    print(f"spread = {spread(rows, fits)}")
    print(f"lead = {by_lines(fits)}")
    rows = noted(options.rounds, random, one_pile=True)
    odds = [logistic(part) for part in by_stage(rows)]
    print(f"first = {by_lines(odds)}")
    print(f"turned = {turned(rows)}")


if __name__ == "__main__":
    main()
