#!/usr/bin/env python3
"""Fits the weights of Crapette's expert on its own games, round after round.

    .venv/bin/python scripts/fit_crapette.py --rounds 3 --games 500 --seed 1
    .venv/bin/python scripts/fit_crapette.py --quick

In each round the expert plays against itself with what it learnt in the round before (in the first: what the module
holds, or with --plain nothing but card counts), and makes some of its moves by chance. Noted are the features of the
table whenever a seat turns up a card, is about to see the next one of its reserve, or ends its turn. The weights are
then fitted by logistic regression on lambda-returns (temporal differences): a table is worth, for the most part, what
the tables after it turn out to be worth, and in the end who has won. That is what makes a few hundred games enough.

The expert plays without looking at replies, which would take longer than all the rest and is not what is fitted.
Thinking is limited by nodes, chance comes from --seed: the same arguments give the same weights, as long as the
expert is the same. It takes minutes; --quick takes seconds, shows that all of it works, and finds nothing of use. New
weights are worth having once they beat the old ones in a match. Needs numpy (`pip install .[test]`). Each round prints
the weights as the module has them.
"""

import argparse
import sys
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import NamedTuple

import numpy as np
import unlearnt
from arguments import at_least, share

from cardgames.cards import UNKNOWN, Dealer
from cardgames.games.crapette.players.expert.evaluation import CrapetteEvaluation
from cardgames.games.crapette.players.expert.knowledge import CrapetteKnowledge
from cardgames.games.crapette.players.expert.player import ExpertCrapette
from cardgames.games.crapette.players.expert.weights import CrapetteWeights
from cardgames.games.crapette.rules.game import CRAPETTE
from cardgames.games.crapette.rules.moves import FLIP, HAND_TO_WASTE, OTHER_RESERVE, PASS, RESERVE, TARGETS
from cardgames.games.crapette.rules.position import EVERYONE
from cardgames.games.crapette.rules.state import CrapetteState
from cardgames.players.player import Turn
from cardgames.rules.game import RuleError, Rules

LAMBDA = 0.7
"""How much of a table's target comes from beyond the next turn."""
LAMBDA_WITHIN = LAMBDA**0.25
"""The same from beyond the next table of the same turn."""
ITERATIONS = 6
"""How often targets are reckoned anew with the weights that they led to."""
PULL = 1.0
"""How strongly weights (of features in units of their deviation) are drawn to nothing,"""
PULL_TOGETHER = 5.0
"""how strongly those for the two kinds of tables to each other,"""
ONE_TABLE = 0.1
"""and how much one table counts against that: those of a game are much alike."""

QUICK = {"rounds": 1, "games": 3, "nodes": 20}

GOING, ENDED = 0, 1


class Note(NamedTuple):
    """One table of a game, as the seat saw it."""

    kind: int
    seat: int
    features: list[float]


def games(
    weights: CrapetteWeights, rules: Rules, options: argparse.Namespace, label: str
) -> Iterator[tuple[list[Note], float]]:
    """The notes of some games, each with the share of the win that seat 0 got."""
    for number in range(options.games):
        state = CRAPETTE.deal(rules, Dealer.of_text(f"{label} {number}"))
        players = [expert(weights, options.nodes, Random(f"{label} {number} {seat}")) for seat in (0, 1)]
        slips = Random(f"{label} {number} slips")
        notes = []
        while state.actors():
            seat = state.turn
            legal = state.legal(seat)
            move = legal[0]
            if len(legal) > 1:
                slip = slips.random() < options.slips
                turn = Turn(seat, legal, partial(state.view, seat))
                move = slips.choice(legal) if slip else players[seat].choose(turn)
            if move in (FLIP, HAND_TO_WASTE, PASS):
                notes.append(note(state.view(seat), GOING if move == FLIP else ENDED))
            state.play(seat, move)
            if move // TARGETS == RESERVE and move % TARGETS < OTHER_RESERVE and state.reserves[seat]:
                notes.append(note(before_the_reveal(state.view(seat)), GOING))
        assert state.outcome is not None
        winners = state.outcome.winners
        yield notes, (0 in winners) / len(winners)


def expert(weights: CrapetteWeights, nodes: int, rng: Random) -> ExpertCrapette:
    player = ExpertCrapette(rng)
    player.weights = weights
    player.deals = 0
    player.set(next(option for option in player.options if option.name == "Nodes"), str(nodes))
    return player


def before_the_reveal(view: CrapetteState) -> CrapetteState:
    """The view as it was before the reserve's top was seen."""
    view.reserves[view.mover][-1] = UNKNOWN | EVERYONE
    view.available[RESERVE] = UNKNOWN
    return view


def note(view: CrapetteState, kind: int) -> Note:
    knowledge = CrapetteKnowledge(view)
    evaluation = CrapetteEvaluation(knowledge, CrapetteWeights())
    features = (
        evaluation.ended_features(knowledge.start) if kind == ENDED else evaluation.going_features(knowledge.start)
    )
    return Note(kind, view.mover, [float(value) for value in features])


class Data:
    """The tables of all games as arrays, in order; values and results are those of seat 0."""

    def __init__(self, played: list[tuple[list[Note], float]]) -> None:
        notes = [one for part, _ in played for one in part]
        self.features = np.array([one.features for one in notes])
        self.kinds = np.array([one.kind for one in notes])
        self.signs = np.array([1 - 2 * one.seat for one in notes])
        self.results = [result for part, result in played for _ in part]
        self.last = [at == len(part) - 1 for part, _ in played for at in range(len(part))]

    def fit(self) -> tuple[np.ndarray, np.ndarray]:
        """The weights for both kinds of tables."""
        targets = np.array(self.results)
        for _ in range(ITERATIONS):
            going, ended = logistic(self.features, self.kinds, np.where(self.signs > 0, targets, 1 - targets))
            odds = np.where(self.kinds == GOING, self.features @ going, self.features @ ended) * self.signs
            targets = self.returns(1 / (1 + np.exp(-odds)))
        return going, ended

    def returns(self, values: np.ndarray) -> np.ndarray:
        """For each table the mixture of all values after it and of the result."""
        found = np.empty(len(values))
        later = 0.0
        for at in range(len(values) - 1, -1, -1):
            if self.last[at]:
                later = self.results[at]
            else:
                share = LAMBDA if self.kinds[at] == ENDED else LAMBDA_WITHIN
                later = (1 - share) * values[at + 1] + share * later
            found[at] = later
        return found


def logistic(features: np.ndarray, kinds: np.ndarray, targets: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Weights for both kinds by Newton's method; those that say little are drawn to nothing, the two to each other."""
    count = features.shape[1]
    mean, deviation = features.mean(axis=0), features.std(axis=0)
    deviation[deviation < 1e-9] = 1.0
    mean[0] = 0.0
    scaled = (features - mean) / deviation
    scaled = np.hstack([scaled, scaled * (kinds == ENDED)[:, None]])
    pull = np.repeat([PULL, PULL_TOGETHER], count)
    pull[[0, count]] = 0.01
    weights = np.zeros(scaled.shape[1])
    for _ in range(8):
        chance = 1 / (1 + np.exp(-np.clip(scaled @ weights, -30, 30)))
        slope = ONE_TABLE * scaled.T @ (targets - chance) - pull * weights
        spread = ONE_TABLE * chance * (1 - chance)
        weights += np.linalg.solve((scaled * spread[:, None]).T @ scaled + np.diag(pull), slope)
    found = []
    for part in (weights[:count], weights[:count] + weights[count:]):
        part = part / deviation
        part[0] -= part @ mean
        found.append(part)
    return found[0], found[1]


def main() -> None:
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=at_least(1), default=3)
    parser.add_argument("--games", type=at_least(1), default=500, help="in each round")
    parser.add_argument("--nodes", type=at_least(1), default=250, help="for each choice")
    parser.add_argument("--slips", type=share, default=0.06, help="the share of choices made by chance")
    parser.add_argument("--rule", action="append", default=[], metavar="K=V")
    parser.add_argument("--plain", action="store_true", help="begin with nothing but card counts")
    parser.add_argument("--quick", action="store_true", help="a few short games: only to see that it works")
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    try:
        rules = CRAPETTE.rules(options.rule)
    except RuleError as error:
        parser.error(str(error))
    if options.quick:
        vars(options).update(QUICK)
    weights = unlearnt.crapette() if options.plain else CrapetteWeights()
    played: list[tuple[list[Note], float]] = []
    for number in range(1, options.rounds + 1):
        played += games(weights, rules, options, f"fit {options.seed} {number}")
        weights = CrapetteWeights(*(tuple(round(float(value), 4) for value in part) for part in Data(played).fit()))
        print(f"# round {number}: {len(played)} games in all", file=sys.stderr)
        for name in CrapetteWeights._fields:
            print(f"    {name}: tuple[float, ...] = {getattr(weights, name)!r}", flush=True)


if __name__ == "__main__":
    main()
