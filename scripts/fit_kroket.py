#!/usr/bin/env python3
"""Fits the odds of Kroket's expert: logistic regression on its own games, round after round.

    .venv/bin/python scripts/fit_kroket.py --rounds 3 --games 6000 --seed 1

In each round the expert plays, with some noise, against itself, greedy and random, by several rules. Two things are
noted: before each choice, who would be first if the deal ended now (the knock weights); after each turn, who is first
in the end (the stay and barred weights). Both are fitted, and the next round is played with what was learnt. Needs
numpy (`pip install .[test]`). The same arguments give the same weights; they are printed as the module has them.
"""

import argparse
import sys
from functools import partial
from math import exp
from random import Random

import numpy as np

from cardgames.cards import CARD, RANK, UNKNOWN, Dealer
from cardgames.games.kroket import KROKET
from cardgames.games.kroket_moves import DRAW, FIRST_CARD, FIRST_PLACE, KNOCK, LAY, TAKE
from cardgames.games.kroket_state import KroketState
from cardgames.players.budget import Budget
from cardgames.players.expert import Judged
from cardgames.players.expert_kroket import ExpertKroket
from cardgames.players.expert_kroket_odds import barred_rounds, ends_deal, knock_stage, stay_stage
from cardgames.players.expert_kroket_sight import WORTH, Sight, growth, hand_features, table_features, top_features
from cardgames.players.expert_kroket_weights import KNOCK_STAGES, STAY_STAGES, Weights
from cardgames.players.greedy_kroket import GreedyKroket
from cardgames.players.player import Player, Turn
from cardgames.players.random_player import RandomPlayer

RIVALS: tuple[tuple[type[Player] | None, float], ...] = ((None, 0.25), (GreedyKroket, 0.5), (RandomPlayer, 0.25))
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
ROUNDS_KEPT = 3

KNOCK_PARTS = (KNOCK_STAGES, KNOCK_STAGES, 4)
STAY_PARTS = (STAY_STAGES, STAY_STAGES, 4, 3, 2, 3, 4, 3, 2, 3, 1)
EXTRAS = 12
"""How many features a turn has beside its stage and its lead."""

Rows = tuple[list[list[float]], list[float]]


def lead(sight: Sight, points: float) -> float:
    rival = sight.rivals[0]
    minimum = sight.view.terms.knock_from // sight.view.terms.seats
    return points - rival.total - growth(min(rival.turns, minimum))


def knock_row(sight: Sight) -> list[float]:
    rival = sight.rivals[0]
    row = [0.0] * sum(KNOCK_PARTS)
    stage = knock_stage(sight, rival)
    row[stage] = 1.0
    score = hand_features(sight.hand, sight.chances, sight.view.terms.allpictures)[0]
    row[KNOCK_STAGES + stage] = lead(sight, sum(sight.places) + score)
    row[2 * KNOCK_STAGES :] = [sight.ranks.count(None), rival.known, rival.junk, rival.pictures]
    return row


def stay_row(sight: Sight, hand: list[int], places: list[float], known: list[bool], top: int | None) -> list[float]:
    rival = sight.rivals[0]
    terms = sight.view.terms
    barred = barred_rounds(sight)
    row = [0.0] * sum(STAY_PARTS)
    stage = stay_stage(sight, rival, barred)
    row[stage] = 1.0
    score, *hand_rest = hand_features(hand, sight.chances, terms.allpictures)
    points, *table_rest = table_features(places, known, sight.worth)
    row[STAY_STAGES + stage] = lead(sight, score + points)
    start = 2 * STAY_STAGES + (EXTRAS if barred > 0 else 0)
    extras = [*hand_rest, *table_rest, *top_features(top), rival.known, rival.junk, rival.pictures]
    row[start : start + EXTRAS] = extras
    row[-1] = float(terms.lastturn)
    return row


class Pupil(ExpertKroket):
    """The expert with some noise, taking notes."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.knocks: list[list[float]] = []
        self.stays: list[list[float]] = []

    def choose(self, turn: Turn) -> int:
        view = turn.view
        assert isinstance(view, KroketState)
        sight = Sight(view, turn.seat)
        judged = self.rank(turn, Budget(lambda: 0.0))
        if turn.legal[0] < FIRST_CARD:
            self.knocks.append(knock_row(sight))
            return self._turn(judged)
        move = judged[0].move if self.rng.random() >= SLIPS else self.rng.choice(turn.legal)
        self._note(sight, move)
        return move

    def _turn(self, judged: list[Judged]) -> int:
        values = {one.move: one.value for one in judged}
        if self.rng.random() < SLIPS:
            return self.rng.choice((TAKE, DRAW, LAY))
        if KNOCK in values:
            noise = exp(-self.rng.gauss(0, NOISE))
            values[KNOCK] = 1 / (1 + noise * (1 / max(values[KNOCK], 1e-9) - 1))
        return max(values, key=values.__getitem__)

    def _note(self, sight: Sight, move: int) -> None:
        view = sight.view
        known = [rank is not None for rank in sight.ranks]
        hand, places = sight.hand[:], sight.places[:]
        if move < FIRST_PLACE:
            began = DRAW if view.taken < 0 else TAKE
            top: int | None = RANK[move - FIRST_CARD]
            hand.remove(RANK[move - FIRST_CARD])
        else:
            began = LAY
            at = move - FIRST_PLACE
            top = sight.ranks[at]
            card = view.drawn & CARD
            places[at] = sight.worth if card == UNKNOWN else WORTH[RANK[card]]
            known[at] = card != UNKNOWN or at < 3
        if not ends_deal(sight, began):
            self.stays.append(stay_row(sight, hand, places, known, top))


def play(weights: Weights, rival: type[Player] | None, rule: str, games: int, seed: str) -> tuple[Rows, Rows]:
    rules = KROKET.rules([rule])
    knocks: Rows = ([], [])
    stays: Rows = ([], [])
    for number in range(games):
        state = KROKET.deal(rules, Dealer.of_text(f"{seed} {number}"))
        pupils = [Pupil(Random(f"{seed} {number} {seat}")) for seat in (0, 1)]
        players: list[Player] = [*pupils]
        if rival is not None:
            players[number % 2] = rival(Random(f"{seed} {number} rival"))
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


def fit(rows: list[Rows], stages: int, usual: float) -> np.ndarray:
    """Weights by Newton's method, drawn a little to nothing, those of a point to `usual`."""
    features = np.array([row for part in rows for row in part[0]])
    results = np.array([result for part in rows for result in part[1]])
    prior = np.zeros(features.shape[1])
    pull = np.full(features.shape[1], 3.0)
    prior[stages : 2 * stages] = usual
    pull[stages : 2 * stages] = 50.0
    weights = prior.copy()
    for _ in range(20):
        chance = 1 / (1 + np.exp(-np.clip(features @ weights, -30, 30)))
        spread = np.maximum(chance * (1 - chance), 1e-4)
        slope = features.T @ (results - chance) - pull * (weights - prior)
        change = np.linalg.solve((features * spread[:, None]).T @ features + np.diag(pull), slope)
        weights += change
        if np.abs(change).max() < 1e-6:
            break
    return weights


def cut(values: np.ndarray, parts: tuple[int, ...]) -> list[tuple[float, ...]]:
    rounded = [round(float(value), 3) for value in values]
    ends = [sum(parts[: at + 1]) for at in range(len(parts))]
    return [tuple(rounded[end - size : end]) for end, size in zip(ends, parts, strict=True)]


def main() -> None:
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=6000, help="in each round")
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    weights = Weights()._replace(
        knock_bias=(0.0,) * KNOCK_STAGES,
        knock_lead=(0.33,) * KNOCK_STAGES,
        knock=(0.0,) * 4,
        stay_bias=(0.0,) * STAY_STAGES,
        stay_lead=(0.28,) * STAY_STAGES,
        stay_rival=(0.0,) * 3,
        barred_rival=(0.0,) * 3,
    )
    played: list[tuple[Rows, Rows]] = []
    for number in range(options.rounds):
        for rival, part in RIVALS:
            for rule, share in RULES:
                games = round(options.games * part * share)
                played.append(play(weights, rival, rule, games, f"fit {options.seed} {number} {rule} {part}"))
        played = played[-ROUNDS_KEPT * len(RIVALS) * len(RULES) :]
        knocks = cut(fit([one[0] for one in played], KNOCK_STAGES, 0.33), KNOCK_PARTS)
        stays = cut(fit([one[1] for one in played], STAY_STAGES, 0.28), STAY_PARTS)
        names = [name for name in Weights._fields if name not in ("last_turn", "sure")]
        values = [*knocks, *stays[:-1], stays[-1][0]]
        weights = weights._replace(**dict(zip(names, values, strict=True)))
        print(f"# round {number + 1}", file=sys.stderr)
        for name in Weights._fields:
            print(f"    {name} = {getattr(weights, name)!r}", flush=True)


if __name__ == "__main__":
    main()
