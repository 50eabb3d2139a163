"""The moves of one choice at Spit, tried out against each other in the same imagined races."""

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Final

from cardgames.games.spit.players.expert.evaluation import SpitEvaluation
from cardgames.games.spit.players.expert.knowledge import Flights, SpitKnowledge
from cardgames.games.spit.players.expert.simulation import FLIGHT
from cardgames.games.spit.players.expert.weights import SpitWeights
from cardgames.games.spit.rules.moves import PILES, TARGETS, WAIT
from cardgames.players.expert.base import Judged
from cardgames.players.expert.budget import Budget

_PLIES: Final = (8, 8)
"""How far a race is played: with two piles, with one. Chosen among 4 to 30, and to the round's end."""
_ENOUGH: Final = (192, 512)
"""How many races are enough for each move, likewise: more gained nothing, or too little for the time."""
_LOOK_EVERY: Final = 32
_WORSE: Final = 2.5
"""Standard errors by which a move has to be worse to be tried no more."""
_SHUFFLE_EVERY: Final = 8
_REVERSED: Final = bytes(range(255, -1, -1))


class Rollout:
    """One move, and how it has done."""

    __slots__ = ("age", "alike", "move", "total", "values", "weight")

    def __init__(self, move: int, age: int, value: float, weight: float) -> None:
        """A move that has not been tried.

        Args:
            move: as in the list of moves.
            age: for how many ticks it has been on its way already.
            value: what is thought of it before.
            weight: and how firmly, in races.
        """
        self.move = move
        self.alike: list[int] = []
        self.age = age
        self.values: list[float] = []
        self.total = value * weight
        self.weight = weight

    def add(self, value: float) -> None:
        """A race has ended with this share of the win."""
        self.values.append(value)
        self.total += value

    @property
    def mean(self) -> float:
        """What it is worth as far as is known."""
        return self.total / (len(self.values) + self.weight)

    def is_worse(self, best: "Rollout") -> bool:
        """Whether it has lost too clearly in the races that both had, to be the better one after all."""
        behind = [ahead - value for ahead, value in zip(best.values, self.values, strict=True)]
        count = len(behind)
        mean = sum(behind) / count
        variance = sum([one * one for one in behind]) / count - mean * mean
        return mean > _WORSE * sqrt(max(variance, 0.0) / count)


class Rollouts:
    """All moves of one choice that differ."""

    def __init__(
        self,
        sight: SpitKnowledge,
        flights: Flights,
        legal: Sequence[int],
        outlook: SpitEvaluation,
        weights: SpitWeights,
        rng: Random,
    ) -> None:
        self._sight = sight
        self._flights = flights
        self._outlook = outlook
        self._rng = rng
        self._plies = _PLIES[outlook.one_pile]
        self._enough = _ENOUGH[outlook.one_pile]
        self._cards = list(sight.unseen)
        self._trials = self._candidates(legal, weights)

    def _candidates(self, legal: Sequence[int], weights: SpitWeights) -> list[Rollout]:
        race = self._sight.race
        now = self._outlook.ahead(race)
        usual = race.own.careful_choice(race.other, race.heads)
        weight, more = weights.doubt
        trials: list[Rollout] = []
        filled: dict[int, Rollout] = {}
        for move in legal:
            source, target = divmod(move, TARGETS)
            standing = move == self._flights.mine and move != WAIT
            if source in filled and not standing and target >= PILES:
                filled[source].alike.append(move)  # all empty places are alike (S7)
                continue
            age = self._flights.mine_age if standing else 0
            trials.append(Rollout(move, age, now + more * (move == usual), weight))
            if target >= PILES and not standing:
                filled[source] = trials[-1]
        return trials

    def run(self, budget: Budget) -> None:
        """Tries them all in one imagined race after another, and soon only those that may be the best."""
        left = self._trials[:]
        races = 0
        jitters = b""
        while len(left) > 1 and races < self._enough:
            unseen = self._imagined(races)
            # Whoever was late the last time is early now: less is left to chance.
            jitters = jitters.translate(_REVERSED) if races % 2 else self._rng.randbytes(2 * self._plies + 2)
            for trial in left:
                trial.add(self._race(trial, unseen, jitters))
                if not budget.spend():
                    return
            races += 1
            if races % _LOOK_EVERY == 0:
                left = _promising(left)

    def _imagined(self, number: int) -> bytes:
        """The unseen cards in some order: shuffled now and then, and cut in between."""
        cards = self._cards
        part = number % _SHUFFLE_EVERY
        if not part:
            self._rng.shuffle(cards)
        cut = len(cards) * part // _SHUFFLE_EVERY
        return bytes(cards[cut:] + cards[:cut])

    def _race(self, trial: Rollout, unseen: bytes, jitters: bytes) -> float:
        flights = self._flights
        race = self._sight.race.copy()
        race.mine, race.theirs = trial.move, flights.theirs
        race.mine_lands = max(FLIGHT + jitters[-1] - trial.age, 1)
        race.theirs_land = max(FLIGHT + jitters[-2] - flights.theirs_age, 1)
        race.run(unseen, jitters, self._plies)
        return self._outlook.ended(race) if race.ended else self._outlook.ahead(race)

    def judged(self) -> list[Judged]:
        """All moves, the best first."""
        judged = []
        for trial in sorted(self._trials, key=lambda trial: trial.mean, reverse=True):
            value = min(max(trial.mean, 0.0), 1.0)
            judged += [Judged(move, value, depth=self._plies) for move in (trial.move, *trial.alike)]
        return judged


def _promising(trials: list[Rollout]) -> list[Rollout]:
    """Those that may still be the best."""
    best = max(trials, key=lambda trial: trial.mean)
    return [trial for trial in trials if trial is best or not trial.is_worse(best)]
