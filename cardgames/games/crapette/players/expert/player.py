"""The expert of Crapette: searches its whole turn up to the next card that it cannot know, and looks at the other
seat's replies to the best ends of the turn that it has found.
"""

from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter
from typing import ClassVar, NamedTuple

from cardgames.cards import UNKNOWN
from cardgames.games.crapette.players.expert.evaluation import CrapetteEvaluation, win_share
from cardgames.games.crapette.players.expert.knowledge import CrapetteKnowledge
from cardgames.games.crapette.players.expert.replies import expected_share, weigh_replies
from cardgames.games.crapette.players.expert.search import Line, Search
from cardgames.games.crapette.players.expert.turn_moves import move_of, step_of
from cardgames.games.crapette.players.expert.weights import CrapetteWeights
from cardgames.games.crapette.rules.moves import FLIP, HAND, HAND_TO_WASTE, NO_MOVE, PASS, RESERVE, STOP
from cardgames.games.crapette.rules.position import CHALLENGE, PLAY
from cardgames.games.crapette.rules.state import CrapetteState
from cardgames.players.expert.base import Expert, RankedMove
from cardgames.players.expert.budget import Budget
from cardgames.players.player import Turn


class _PlannedMove(NamedTuple):
    """A move of the plan, and the position in which it is to be made."""

    key: tuple[object, ...]
    move: int


class ExpertCrapette(Expert):
    """Keeps the rules, says `stop` to a seat that breaks them (C16), and follows its plan until an unknown card
    turns up.

    Attributes:
        weights: the weights of its evaluation.
        deals: how many times at most it samples the hidden cards to see what comes after its turn; 0 for never.
    """

    default_nodes: ClassVar[int] = 4000
    reserve_share: ClassVar[float] = 0.1
    weights: CrapetteWeights = CrapetteWeights()
    deals: int = 16
    _plan: tuple[_PlannedMove, ...] = ()
    _value = 0.5

    def __init__(self, rng: Random, clock: Callable[[], float] = perf_counter) -> None:
        super().__init__(rng, clock)
        self._ended: list[Search] = []
        """Searches that are over. To free their memory takes time, which a search that has just ended cannot spare
        before its answer. So it is freed at the start of the next search, as far as that one can spare the time."""

    def rank(self, turn: Turn, budget: Budget) -> Sequence[RankedMove]:
        """The lawful moves of `turn.legal`, the best first; while the plan holds, only its next move."""
        view = turn.view
        assert isinstance(view, CrapetteState)
        if view.phase == CHALLENGE:
            return self._answers(turn, view)
        lawful = set(view.lawful())
        moves = [move for move in turn.legal if move in lawful]
        if not moves:
            return [RankedMove(move, 0.0) for move in turn.legal]
        return self._planned(view, moves) or self._searched(view, moves, budget)

    def _planned(self, view: CrapetteState, moves: list[int]) -> list[RankedMove]:
        """The move that the plan has for this position; empty if it has none, or none of `moves`."""
        key = _position_key(view)
        for number, step_planned in enumerate(self._plan):
            if step_planned.key == key and step_planned.move in moves:
                self._plan = self._plan[number + 1 :]
                return [RankedMove(step_planned.move, self._value, tuple(later.move for later in self._plan))]
        return []

    def _searched(self, view: CrapetteState, moves: list[int], budget: Budget) -> list[RankedMove]:
        ends = [move for move in moves if move in (FLIP, PASS, HAND_TO_WASTE)]
        by_step = {step_of(view, move): move for move in reversed(moves) if move not in (PASS, HAND_TO_WASTE)}
        knowledge = CrapetteKnowledge(view)
        while self._ended and self._ended[-1].free_memory(budget):
            self._ended.pop()
        search = Search(knowledge, CrapetteEvaluation(knowledge, self.weights), by_step.keys(), ends)
        self._ended.append(search)
        search.run(budget)
        if not budget.over:
            weigh_replies(view, search, self.weights, budget, self.rng, self.deals)
        lines = search.best_lines()
        ranked = []
        for line in lines:
            move = by_step[line.steps[0]] if line.steps else line.end
            ranked.append(RankedMove(move, win_share(line.log_odds), depth=len(line.steps) + 1))
        plan = _planned_moves(view, lines[0], ranked[0].move)
        self._plan = plan[1:]
        self._value = ranked[0].value
        ranked[0] = ranked[0]._replace(line=tuple(step_planned.move for step_planned in plan[1:]))
        return ranked

    def _answers(self, turn: Turn, view: CrapetteState) -> list[RankedMove]:
        """The answers to a call, the right one first: `stop` to a breach, else the other answer."""
        right = PASS if view.asked in view.lawful() else STOP
        ranked = []
        value = 1.0
        for answer in sorted(turn.legal, key=lambda move: move != right):
            after = view.copy()
            after.play(turn.seat, answer)
            value = min(value, expected_share(after, turn.seat, self.weights))
            ranked.append(RankedMove(answer, value))
        return ranked


def _planned_moves(view: CrapetteState, line: Line, first: int) -> tuple[_PlannedMove, ...]:
    """The line as moves, `first` being its first move, up to the first card that turns up unknown."""
    table = view.copy()
    planned: list[_PlannedMove] = []
    for step in line.steps:
        move = move_of(table, step) if planned else first
        planned.append(_PlannedMove(_position_key(table), move))
        table.play(table.mover, move)
        if table.phase == CHALLENGE:
            table.play(1 - table.mover, PASS)
        if table.phase != PLAY or table.available[RESERVE] == UNKNOWN:
            return tuple(planned)
    if line.end != NO_MOVE:
        planned.append(_PlannedMove(_position_key(table), line.end))
    return tuple(planned)


def _position_key(view: CrapetteState) -> tuple[object, ...]:
    """All that tells the positions of one turn apart."""
    piles = (*view.houses, *view.reserves, *view.wastes, *view.hands)
    return view.available[HAND], *view.foundations, *map(bytes, piles)
