"""The moves of one choice at Spit, compared with each other in the same rollouts."""

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Final

from cardgames.games.spit.players.expert.evaluation import SpitEvaluation
from cardgames.games.spit.players.expert.knowledge import Flights, SpitKnowledge
from cardgames.games.spit.players.expert.simulation import FLIGHT
from cardgames.games.spit.players.expert.weights import SpitWeights
from cardgames.games.spit.rules.moves import PILES, TARGETS, WAIT
from cardgames.players.expert.base import RankedMove
from cardgames.players.expert.budget import Budget

_PLIES: Final = (8, 8)
"""How many plies a rollout plays: with two piles, with one. Chosen among 4 to 30, and the whole round."""
_ENOUGH: Final = (192, 512)
"""How many rollouts are enough for each move, likewise: more gained nothing, or too little for their time."""
_COMPARE_EVERY: Final = 32
_WORSE: Final = 2.5
"""A move that is worse by so many standard errors gets no more rollouts."""
_SHUFFLE_EVERY: Final = 8
_REVERSED: Final = bytes(range(255, -1, -1))


class Candidate:
    """One move, and the values of its rollouts."""

    __slots__ = ("age", "equivalent", "move", "total", "values", "weight")

    def __init__(self, move: int, age: int, value: float, weight: float) -> None:
        """A move without a rollout.

        Args:
            move: the move.
            age: for how many ticks it has been in flight already.
            value: its value before the rollouts.
            weight: how many rollouts this value counts as.
        """
        self.move = move
        self.equivalent: list[int] = []
        self.age = age
        self.values: list[float] = []
        self.total = value * weight
        self.weight = weight

    def add(self, value: float) -> None:
        """Adds a rollout that ended with this share of the win."""
        self.values.append(value)
        self.total += value

    @property
    def mean(self) -> float:
        """Its value so far."""
        return self.total / (len(self.values) + self.weight)

    def is_worse(self, best: "Candidate") -> bool:
        """Whether it has lost so clearly in the rollouts that both had that it cannot be the better move."""
        behind = [ahead - value for ahead, value in zip(best.values, self.values, strict=True)]
        count = len(behind)
        mean = sum(behind) / count
        variance = sum([one * one for one in behind]) / count - mean * mean
        return mean > _WORSE * sqrt(max(variance, 0.0) / count)


class Rollouts:
    """All moves of one choice that differ."""

    def __init__(
        self,
        knowledge: SpitKnowledge,
        flights: Flights,
        legal: Sequence[int],
        evaluation: SpitEvaluation,
        weights: SpitWeights,
        rng: Random,
    ) -> None:
        self._knowledge = knowledge
        self._flights = flights
        self._evaluation = evaluation
        self._rng = rng
        self._plies = _PLIES[evaluation.one_pile]
        self._enough = _ENOUGH[evaluation.one_pile]
        self._cards = list(knowledge.unseen)
        self._candidates = self._make_candidates(legal, weights)

    def _make_candidates(self, legal: Sequence[int], weights: SpitWeights) -> list[Candidate]:
        simulation = self._knowledge.simulation
        now = self._evaluation.ahead(simulation)
        usual = simulation.own.careful_choice(simulation.other, simulation.heads)
        weight, more = weights.doubt
        candidates: list[Candidate] = []
        filled: dict[int, Candidate] = {}
        for move in legal:
            source, target = divmod(move, TARGETS)
            in_flight = move == self._flights.own_move and move != WAIT
            if source in filled and not in_flight and target >= PILES:
                filled[source].equivalent.append(move)  # all empty places are the same (S7)
                continue
            age = self._flights.own_age if in_flight else 0
            candidates.append(Candidate(move, age, now + more * (move == usual), weight))
            if target >= PILES and not in_flight:
                filled[source] = candidates[-1]
        return candidates

    def run(self, budget: Budget) -> None:
        """Plays rollouts of all candidates, each time with the same sampled cards, and soon only of those that may
        be the best.
        """
        left = self._candidates[:]
        rollouts = 0
        jitters = b""
        while len(left) > 1 and rollouts < self._enough:
            unseen = self._sample(rollouts)
            # A seat that was late in the last rollout is early in this one: that lowers the variance.
            jitters = jitters.translate(_REVERSED) if rollouts % 2 else self._rng.randbytes(2 * self._plies + 2)
            for candidate in left:
                candidate.add(self._roll_out(candidate, unseen, jitters))
                if not budget.spend():
                    return
            rollouts += 1
            if rollouts % _COMPARE_EVERY == 0:
                left = _still_promising(left)

    def _sample(self, number: int) -> bytes:
        """The unseen cards in a random order: shuffled now and then, and cut in between."""
        cards = self._cards
        part = number % _SHUFFLE_EVERY
        if not part:
            self._rng.shuffle(cards)
        cut = len(cards) * part // _SHUFFLE_EVERY
        return bytes(cards[cut:] + cards[:cut])

    def _roll_out(self, candidate: Candidate, unseen: bytes, jitters: bytes) -> float:
        flights = self._flights
        simulation = self._knowledge.simulation.copy()
        simulation.own_move, simulation.other_move = candidate.move, flights.other_move
        simulation.own_lands_at = max(FLIGHT + jitters[-1] - candidate.age, 1)
        simulation.other_lands_at = max(FLIGHT + jitters[-2] - flights.other_age, 1)
        simulation.run(unseen, jitters, self._plies)
        return self._evaluation.ended(simulation) if simulation.ended else self._evaluation.ahead(simulation)

    def ranked(self) -> list[RankedMove]:
        """All moves, the best first."""
        ranked = []
        for candidate in sorted(self._candidates, key=lambda candidate: candidate.mean, reverse=True):
            value = min(max(candidate.mean, 0.0), 1.0)
            ranked += [RankedMove(move, value, depth=self._plies) for move in (candidate.move, *candidate.equivalent)]
        return ranked


def _still_promising(candidates: list[Candidate]) -> list[Candidate]:
    """The candidates that may still be the best."""
    best = max(candidates, key=lambda candidate: candidate.mean)
    return [candidate for candidate in candidates if candidate is best or not candidate.is_worse(best)]
