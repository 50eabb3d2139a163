"""The expert of Spit: plays each choice on in simulations (rollouts), in the time that its clock allows."""

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
    """Samples the cards that lie face down, plays the round on after each of its moves for some cards, and values
    the result by what it has learnt (`SpitWeights`).

    `wait` is one of the moves: if the other seat is stuck, waiting brings a spit (S10), which is often better than a
    play that opens the game for it. It knows the price of a change of mind: a card that is taken back starts its flight
    anew.
    """

    default_nodes: ClassVar[int] = 1200
    """A node is one rollout."""
    weights: SpitWeights = SpitWeights()

    def __init__(self, rng: Random, clock: Callable[[], float] = perf_counter) -> None:
        super().__init__(rng, clock)
        self._memory = Memory()

    def move_in_progress(self, turn: Turn) -> int | None:
        """The card in flight: to overlook it would waste the time of its flight so far."""
        if turn.legal[0] in (SLAP_LEFT, SLAP_RIGHT):
            return None
        knowledge = _knowledge(turn)
        own_move = self._memory.move_in_flight(knowledge)
        self._memory.now(knowledge)
        return own_move

    def choose(self, turn: Turn) -> int:
        """Returns the best move that it finds in its time, and remembers it."""
        move = super().choose(turn)
        self._memory.remember(move)
        return move

    def rank(self, turn: Turn, budget: Budget) -> Sequence[RankedMove]:
        """All the moves, the best first; a move without a rollout, for want of time, by its value before the
        rollouts.
        """
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
    values_if_kept = [evaluation.begins_with(kept + len(pile)) for pile in view.piles]
    smaller = int(len(view.piles[1]) < len(view.piles[0]))
    values = [values_if_kept[pile] if pile != smaller else sum(values_if_kept) / 2 for pile in range(PILES)]
    ranked = [RankedMove(move, values[move - SLAP_LEFT]) for move in turn.legal]
    return sorted(ranked, key=lambda one: (one.value, one.move == SLAP_LEFT + smaller), reverse=True)
