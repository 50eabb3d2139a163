#!/usr/bin/env python3
"""Fits the odds of Kroket's expert: logistic regression on its own games, round after round.

    .venv/bin/python scripts/fit_kroket.py --rounds 3 --games 5000 --seed 2
    .venv/bin/python scripts/fit_kroket.py --quick

In each round the expert plays, with some noise, against itself, greedy and random, by several rules. Two things are
noted: before each choice, who would be first if the deal ended now (the knock weights); after each turn, who is first
in the end (the stay and barred weights). Both are fitted, and the next round is played with what was learnt. The other
weights (`sure`, `last_turn`) are not its business. Needs numpy (`pip install .[test]`). The same arguments give the
same weights; they are printed as the module has them. It takes minutes; --quick takes a second, shows that all of it
works, and finds nothing of use.
"""

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from math import exp
from random import Random
from typing import Any

import numpy as np
import unlearnt
from arguments import at_least

from cardgames.cards import CARD, RANK, UNKNOWN, Dealer
from cardgames.games.kroket.players.expert.evaluation import (
    barred_rounds,
    early_growth,
    ends_deal,
    expected_points,
    features_at_end,
    features_in_play,
    log_odds,
)
from cardgames.games.kroket.players.expert.knowledge import (
    TABLE_POINTS,
    KroketKnowledge,
    hand_features,
    is_picture,
    table_features,
)
from cardgames.games.kroket.players.expert.player import ExpertKroket
from cardgames.games.kroket.players.expert.showdown import Showdown
from cardgames.games.kroket.players.expert.weights import KroketWeights
from cardgames.games.kroket.players.greedy import GreedyKroket
from cardgames.games.kroket.rules.game import KROKET
from cardgames.games.kroket.rules.moves import DRAW, FIRST_CARD, FIRST_PLACE, KNOCK, LAY, TAKE
from cardgames.games.kroket.rules.state import KroketState
from cardgames.players.expert.base import RankedMove
from cardgames.players.expert.budget import Budget
from cardgames.players.player import Player, Turn
from cardgames.players.random import RandomPlayer

RIVALS: tuple[tuple[type[Player] | None, float], ...] = ((None, 0.4), (GreedyKroket, 0.35), (RandomPlayer, 0.25))
RULES = (
    ("minrounds=0", 0.56),
    ("minrounds=1", 0.09),
    ("minrounds=2", 0.09),
    ("minrounds=4", 0.08),
    ("minrounds=8", 0.08),
    ("lastturn=on", 0.1),
)
NOISE = 0.4
"""How far the log odds of a knock are moved by chance (standard deviation)."""
SLIPS = 0.05
"""How often a move is made by chance."""
ROUNDS_KEPT = 2
"""How many of the last rounds are fitted."""

FITTED = (
    "knock_opponent",
    "knock_count",
    "stay_opponent",
    "stay_own",
    "stay_lead",
    "barred_opponent",
    "barred_own",
    "barred_lead",
)
"""The weights that it fits, in the order of the rows' columns."""

Rows = tuple[list[list[float]], list[float]]


def knock_row(knowledge: KroketKnowledge) -> list[float]:
    """The features of a deal that ends now."""
    opponent = knowledge.opponents[0]
    score = hand_features(knowledge.hand, knowledge.chances, knowledge.view.rule_values.allpictures)[0]
    points = sum(knowledge.places) + score
    counted = log_odds(Showdown(knowledge, opponent).ahead(points - early_growth(knowledge, opponent)))
    return [*features_at_end(knowledge, opponent), counted]


def stay_row(knowledge: KroketKnowledge, hand: list[int], places: list[float], top: int | None) -> list[float]:
    """The features of a deal that goes on, those of `stay` and of `barred`: one of them are all 0."""
    opponent = knowledge.opponents[0]
    barred = barred_rounds(knowledge)
    in_hand = hand_features(hand, knowledge.chances, knowledge.view.rule_values.allpictures)
    points, lay = table_features(places, knowledge.unseen_mean)
    features = features_in_play(knowledge, opponent, barred)
    lead = in_hand[0] + points - expected_points(knowledge, opponent)
    row = [*features, *in_hand, lay, float(is_picture(top)), lead, lead * features[1]]
    none = [0.0] * len(row)
    return none + row if barred > 0 else row + none


class Pupil(ExpertKroket):
    """The expert with some noise, taking notes."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.knocks: list[list[float]] = []
        self.stays: list[list[float]] = []

    def choose(self, turn: Turn) -> int:
        view = turn.view
        assert isinstance(view, KroketState)
        knowledge = KroketKnowledge(view, turn.seat)
        ranked = self.rank(turn, Budget(lambda: 0.0))
        if turn.legal[0] < FIRST_CARD:
            self.knocks.append(knock_row(knowledge))
            return self._turn(knowledge, ranked)
        move = ranked[0].move if self.rng.random() >= SLIPS else self.rng.choice(turn.legal)
        self._note(knowledge, move)
        return move

    def _turn(self, knowledge: KroketKnowledge, ranked: Sequence[RankedMove]) -> int:
        values = {one.move: one.value for one in ranked}
        if self.rng.random() < SLIPS:
            return self.rng.choice((TAKE, DRAW, LAY))
        if KNOCK in values:
            noise = exp(-self.rng.gauss(0, NOISE))
            values[KNOCK] = 1 / (1 + noise * (1 / max(values[KNOCK], 1e-9) - 1))
            if values[KNOCK] < self.knock_threshold(knowledge):
                del values[KNOCK]
        return max(values, key=values.__getitem__)

    def _note(self, knowledge: KroketKnowledge, move: int) -> None:
        view = knowledge.view
        hand, places = knowledge.hand[:], knowledge.places[:]
        if move < FIRST_PLACE:
            began = DRAW if view.taken < 0 else TAKE
            top: int | None = RANK[move - FIRST_CARD]
            hand.remove(RANK[move - FIRST_CARD])
        else:
            began = LAY
            at = move - FIRST_PLACE
            top = knowledge.ranks[at]
            card = view.drawn & CARD
            places[at] = knowledge.unseen_mean if card == UNKNOWN else TABLE_POINTS[RANK[card]]
        if not ends_deal(knowledge, began):
            self.stays.append(stay_row(knowledge, hand, places, top))


def play(weights: KroketWeights, opponent: type[Player] | None, rule: str, games: int, seed: str) -> tuple[Rows, Rows]:
    rules = KROKET.rules([rule])
    knocks: Rows = ([], [])
    stays: Rows = ([], [])
    for number in range(games):
        state = KROKET.deal(rules, Dealer.of_text(f"{seed} {number}"))
        pupils = [Pupil(Random(f"{seed} {number} {seat}")) for seat in (0, 1)]
        players: list[Player] = [*pupils]
        if opponent is not None:
            players[number % 2] = opponent(Random(f"{seed} {number} rival"))
        for pupil in pupils:
            pupil.weights = weights
        while state.outcome is None:
            seat = state.turn
            before = len(pupils[seat].knocks)
            move = players[seat].choose(Turn(seat, state.legal(seat), partial(state.view, seat)))
            if len(pupils[seat].knocks) > before:
                own, other = state.deal_scores()[seat], state.deal_scores()[1 - seat]
                knocks[0].append(pupils[seat].knocks[-1])
                knocks[1].append((own > other) + (own == other) / 2)
            state.play(seat, move)
        for seat, pupil in enumerate(pupils):
            stays[0].extend(pupil.stays)
            share = (seat in state.outcome.winners) / len(state.outcome.winners)
            stays[1].extend([share] * len(pupil.stays))
    return knocks, stays


def fit(rows: list[Rows], usual: dict[int, float]) -> list[float]:
    """Weights by Newton's method, drawn a little to nothing, those of the columns `usual` more, and to these values."""
    features = np.array([row for part in rows for row in part[0]])
    results = np.array([result for part in rows for result in part[1]])
    prior = np.zeros(features.shape[1])
    pull = np.full(features.shape[1], 3.0)
    prior[list(usual)] = list(usual.values())
    pull[list(usual)] = 50.0
    weights = prior.copy()
    for _ in range(20):
        chance = 1 / (1 + np.exp(-np.clip(features @ weights, -30, 30)))
        spread = np.maximum(chance * (1 - chance), 1e-4)
        slope = features.T @ (results - chance) - pull * (weights - prior)
        change = np.linalg.solve((features * spread[:, None]).T @ features + np.diag(pull), slope)
        weights += change
        if np.abs(change).max() < 1e-6:
            break
    return [round(float(weight), 3) for weight in weights]


def learnt(weights: KroketWeights, played: list[tuple[Rows, Rows]]) -> KroketWeights:
    """The weights that fit these games."""
    sizes = [len(value) if isinstance(value := getattr(weights, name), tuple) else 0 for name in FITTED]
    count, lasts = len(weights.knock_opponent), sum(sizes[2:]) // 2
    columns = fit([knocks for knocks, _ in played], {count: 1.0})
    columns += fit([stays for _, stays in played], dict.fromkeys((lasts - 2, 2 * lasts - 2), unlearnt.USUAL_LEAD))
    values: dict[str, Any] = {}
    for name, size in zip(FITTED, sizes, strict=True):
        values[name] = tuple(columns[:size]) if size else columns[0]
        del columns[: max(size, 1)]
    return weights._replace(**values)


def main() -> None:
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=at_least(1), default=3)
    parser.add_argument("--games", type=at_least(60), default=5000, help="in each round")
    parser.add_argument("--quick", action="store_true", help="a few games: only to see that it works")
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    if options.quick:
        options.rounds, options.games = 2, 60
    weights = unlearnt.kroket()
    played: list[tuple[Rows, Rows]] = []
    for number in range(options.rounds):
        for opponent, part in RIVALS:
            for rule, share in RULES:
                games = round(options.games * part * share)
                played.append(play(weights, opponent, rule, games, f"fit {options.seed} {number} {rule} {part}"))
        played = played[-ROUNDS_KEPT * len(RIVALS) * len(RULES) :]
        weights = learnt(weights, played)
        print(f"round {number + 1}: {weights}", file=sys.stderr, flush=True)
    for name in FITTED:
        print(f"    {name} = {getattr(weights, name)!r}")


if __name__ == "__main__":
    main()
