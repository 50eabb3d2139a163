"""Expert at Spit: plays each choice on in its mind, many times, on the clock that the table has."""

from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter
from typing import ClassVar

from cardgames.games.spit.players.expert.evaluation import SpitEvaluation
from cardgames.games.spit.players.expert.knowledge import Memory, SpitKnowledge
from cardgames.games.spit.players.expert.rollouts import Rollouts
from cardgames.games.spit.players.expert.weights import SpitWeights
from cardgames.games.spit.rules.moves import PILES, SLAP_LEFT, SLAP_RIGHT
from cardgames.games.spit.rules.state import SpitState
from cardgames.games.spit.rules.table import SLAP
from cardgames.players.expert.base import Expert, RankedMove
from cardgames.players.expert.budget import Budget
from cardgames.players.player import Turn


class ExpertSpit(Expert):
    """Imagines the cards that lie face down, and how the race goes on after each of its moves, for some cards; what
    comes then is worth what it has learnt (expert_spit_weights.py).

    `wait` is one of the moves: with the other seat stuck it brings a spit (S10), which is often better than a play
    that lets it in. It knows what a change of mind costs: a card that it recalls sets out anew.
    """

    default_nodes: ClassVar[int] = 1200
    """A node is one race."""
    weights: SpitWeights = SpitWeights()

    def __init__(self, rng: Random, clock: Callable[[], float] = perf_counter) -> None:
        super().__init__(rng, clock)
        self._memory = Memory()

    def move_in_progress(self, turn: Turn) -> int | None:
        """The card on its way: to overlook it would cost the time that it has taken."""
        if turn.legal[0] in (SLAP_LEFT, SLAP_RIGHT):
            return None
        knowledge = _knowledge(turn)
        own_move = self._memory.move_in_flight(knowledge)
        self._memory.now(knowledge)
        return own_move

    def choose(self, turn: Turn) -> int:
        """The best move that it finds in its time; it keeps in mind what it wants."""
        move = super().choose(turn)
        self._memory.remember(move)
        return move

    def rank(self, turn: Turn, budget: Budget) -> Sequence[RankedMove]:
        """All of the moves, the best first; those that were not tried, for want of time, by what is thought of them."""
        view = turn.view
        assert isinstance(view, SpitState)
        if view.phase == SLAP:
            return _slaps(view, turn, SpitEvaluation(view, turn.seat, self.weights))
        knowledge = _knowledge(turn)
        evaluation = SpitEvaluation(view, turn.seat, self.weights, knowledge.unseen)
        candidates = Rollouts(knowledge, self._memory.now(knowledge), turn.legal, evaluation, self.weights, self.rng)
        candidates.run(budget)
        return candidates.ranked()


def _knowledge(turn: Turn) -> SpitKnowledge:
    view = turn.view
    assert isinstance(view, SpitState)
    return SpitKnowledge(view, turn.seat)


def _slaps(view: SpitState, turn: Turn, evaluation: SpitEvaluation) -> list[RankedMove]:
    """The smaller pile first (S12). The other seat wants it too, and is faster half of the time."""
    kept = view.stock_cards(turn.seat) + len(view.spit[turn.seat])
    worth = [evaluation.begins_with(kept + len(pile)) for pile in view.piles]
    smaller = int(len(view.piles[1]) < len(view.piles[0]))
    values = [worth[pile] if pile != smaller else sum(worth) / 2 for pile in range(PILES)]
    ranked = [RankedMove(move, values[move - SLAP_LEFT]) for move in turn.legal]
    return sorted(ranked, key=lambda one: (one.value, one.move == SLAP_LEFT + smaller), reverse=True)
