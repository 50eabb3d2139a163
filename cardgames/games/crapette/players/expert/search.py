"""Best-first search over all that a seat can still do in its turn of Crapette."""

from collections.abc import Collection, Sequence
from heapq import heappop, heappush, nlargest
from typing import Any, NamedTuple

from cardgames.cards import NOTHING, UNKNOWN
from cardgames.games.crapette.players.expert.evaluation import CrapetteEvaluation
from cardgames.games.crapette.players.expert.knowledge import CrapetteKnowledge, TurnState
from cardgames.games.crapette.players.expert.turn_moves import Child, Step, TurnMoves
from cardgames.games.crapette.rules.moves import FLIP, HAND_TO_WASTE, NO_MOVE, PASS
from cardgames.players.expert.budget import Budget

WON = 1e6
"""The log odds of a table at which the seat is out (C12)."""
_STEP_COST = 1e-5
"""What a step costs: of two lines to the same end the shorter one is better,"""
_LATER_COST = 1e-6
"""and so is the one that turns up a card of the reserve sooner: what follows can still be changed then."""
_UP_COST = 0.3
"""How much less promising a state is while a hand card is face up that has to go somewhere."""
_PATIENCE = 20_000
"""After so many nodes without a better end the search gives up."""
_PART = 256
"""How many states are freed between two looks at the clock: this takes some tenths of a millisecond."""

_Steps = tuple[Step, ...]


class Line(NamedTuple):
    """A sequence of steps that a seat can make, and how the turn goes on after them."""

    steps: _Steps
    end: int
    """What follows the steps: FLIP, PASS or HAND_TO_WASTE; NO_MOVE if the search has looked no further."""
    log_odds: float
    """The log odds that the seat wins from there."""


class Search:
    """The states that a seat's steps lead to: each is met once, the most promising is expanded first."""

    def __init__(
        self,
        knowledge: CrapetteKnowledge,
        evaluation: CrapetteEvaluation,
        first: Collection[Step] | None = None,
        ends: Collection[int] = (FLIP, PASS, HAND_TO_WASTE),
    ) -> None:
        """A search that has not looked at anything yet.

        Args:
            knowledge: what the seat knows, and the state to start from.
            evaluation: evaluates the states.
            first: the steps allowed at the start; None for any.
            ends: the ends allowed at the start.
        """
        self._turn_moves = TurnMoves(knowledge)
        self._evaluation = evaluation
        self._reserve = knowledge.own.reserve
        self._again = knowledge.again
        self._idle_left = knowledge.idle_left
        self._states = [knowledge.start]
        self._numbers = {knowledge.start: 0}
        self._parents: list[list[tuple[int, _Steps]]] = [[]]
        self._shifts = [knowledge.shifts]
        self._costs = [0.0]
        self._values = [evaluation.going_on(knowledge.start)]
        self._null_steps: list[_Steps] = []
        """First steps that lead back to the start: from one house to another just like it."""
        self._unreached: list[_Steps] = []
        """First steps for which the budget was too small."""
        self._frontier: list[tuple[float, int]] = [(0.0, 0)]
        self._ends: list[tuple[float, int, int]] = []
        self._first = first
        self._first_ends = ends
        self._first_children: list[int] = []

    def run(self, budget: Budget, patience: int = _PATIENCE) -> None:
        """Searches until nothing is left, the budget is spent or patience ends; each state costs a node.

        Args:
            budget: the budget.
            patience: after so many nodes without a better end the search gives up.
        """
        best = -WON
        left = patience
        while self._frontier and left > 0 and best < WON / 2:
            at = heappop(self._frontier)[1]
            met = len(self._states)
            children, end = self._moves(at)
            self._add(at, children, budget)
            if end != NO_MOVE:
                self._add_end(at, end)
            left -= len(self._states) - met
            if self._ends and self._ends[-1][0] > best:
                best, left = self._ends[-1][0], patience
            if budget.over or (len(self._states) == met and not budget.spend()):
                break

    def _moves(self, at: int) -> tuple[list[Child], int]:
        """The steps and the end that state `at` allows; at the start maybe only some of them."""
        children, end = self._turn_moves.moves(self._states[at], self._shifts[at])
        if at or self._first is None:
            return children, end
        return [child for child in children if child[0] in self._first], end if end in self._first_ends else NO_MOVE

    def _add(self, at: int, children: list[Child], budget: Budget) -> None:
        """Adds the states that steps from state `at` lead to, as far as the budget goes."""
        numbers, states, parents, forced = self._numbers, self._states, self._parents, self._turn_moves.forced
        going_on, reserve = self._evaluation.going_on, self._reserve
        for step, state, shifts in children:
            steps: _Steps = (step,)
            more = forced(state) if state not in numbers else None
            while more is not None:
                step, state, shifts = more
                steps += (step,)
                more = forced(state)
            number = numbers.get(state, len(states))
            if not number and not at:
                self._null_steps.append(steps)
                continue
            if number < len(states):
                parents[number].append((at, steps))
                continue
            if budget.over:
                if not at:
                    self._unreached.append(steps)
                continue
            budget.spend()
            left = state[3]
            hidden = left and reserve[left - 1] == UNKNOWN
            cost = self._costs[at] + (_LATER_COST if hidden else _STEP_COST) * len(steps)
            value = going_on(state)
            if not at:
                self._first_children.append(number)
            numbers[state] = number
            states.append(state)
            parents.append([(at, steps)])
            self._shifts.append(shifts)
            self._costs.append(cost)
            self._values.append(value)
            if not left and self._turn_moves.is_won(state):
                self._ends.append((WON - cost, number, NO_MOVE))
                return
            heappush(self._frontier, (cost - value + (_UP_COST if state[5] != NOTHING else 0), number))

    def _add_end(self, at: int, end: int) -> None:
        state = self._states[at]
        if end == FLIP or self._again:
            value = self._values[at]
        else:
            value = self._evaluation.turn_ended(state)
            if self._idle_left <= 2 and _is_idle(self._states[0], state):
                value = 0.0 if self._idle_left <= 1 else min(value, 0.0)
        self._ends.append((value - self._costs[at], at, end))

    def best_ends(self, most: int, within: float) -> list[Line]:
        """The lines to the best ends, the best first.

        Args:
            most: how many at most.
            within: how far their log odds may lie below the best.
        """
        best = nlargest(most, self._ends)
        return [
            Line(self._trace_back(at, {0}, {})[0] if at else (), end, value)
            for value, at, end in best
            if value >= best[0][0] - within
        ]

    def correct(self, log_odds: Sequence[float]) -> None:
        """Replaces the values of the best ends, as many as there are values."""
        best = nlargest(len(log_odds), self._ends)
        self._ends = [end for end in self._ends if end not in best]
        self._ends += [(value, at, end) for value, (_, at, end) in zip(log_odds, best, strict=True)]

    def best_lines(self) -> list[Line]:
        """For each first step the best line that begins with it, and the immediate end if it is allowed; the best
        first.
        """
        ends = sorted(self._ends, reverse=True)
        if not ends and self._frontier:
            promise, number = self._frontier[0]
            ends = [(-promise, number, NO_MOVE)]
        found = [Line((), end, value) for value, at, end in self._ends if not at]
        left = set(self._first_children)
        toward: dict[int, tuple[int, _Steps]] = {}
        seen = {0}
        for value, at, end in ends:
            if at not in seen:
                found += [Line(steps, end, value) for steps in self._trace_back(at, seen, toward)]
                left.difference_update([number for number in left if number in seen])
                if not left:
                    break
        least = min((line.log_odds for line in found), default=WON)
        for number in left:
            value = min(self._values[number] - _UP_COST, least)
            found += [Line(steps, NO_MOVE, value) for parent, steps in self._parents[number] if not parent]
        least = min((line.log_odds for line in found), default=self._values[0])
        found += [Line(steps, NO_MOVE, least) for steps in self._unreached]
        best = max((line.log_odds for line in found), default=self._values[0])
        found += [Line(steps, NO_MOVE, best - _STEP_COST) for steps in self._null_steps]
        return sorted(found, key=lambda line: (-line.log_odds, len(line.steps)))

    def _trace_back(self, at: int, seen: set[int], toward: dict[int, tuple[int, _Steps]]) -> list[_Steps]:
        """The shortest lines from the start to state `at` that meet no state of `seen`; adds the states that they
        meet to it.

        Args:
            at: the state that they lead to.
            seen: states from which something better is known.
            toward: for each state already met, the next state on its line and the steps to it.
        """
        lines: list[_Steps] = []
        seen.add(at)
        queue = [at]
        for number in queue:
            for parent, steps in self._parents[number]:
                if not parent:
                    lines.append(steps + self._onward(number, toward))
                elif parent not in seen:
                    seen.add(parent)
                    toward[parent] = number, steps
                    queue.append(parent)
        return lines

    def free_memory(self, budget: Budget) -> bool:
        """Frees what the search has met, part by part, while the budget has spare time. Returns whether all is
        freed.
        """
        numbers = self._numbers
        lists: list[list[Any]] = [self._states, self._parents, self._shifts, self._costs, self._values]
        lists += [self._frontier, self._ends, self._first_children]
        while any(lists):
            if not budget.has_spare_time():
                return False
            for one in lists:
                del one[-_PART:]
            for _ in range(min(_PART, len(numbers))):
                numbers.popitem()
        return True

    @staticmethod
    def _onward(number: int, toward: dict[int, tuple[int, _Steps]]) -> _Steps:
        onward: _Steps = ()
        while number in toward:
            number, steps = toward[number]
            onward += steps
        return onward


def _is_idle(before: TurnState, after: TurnState) -> bool:
    """Whether there was no progress between the two states (C13): no card has left the own piles or gone to a
    foundation.

    A loaded card comes from the own piles, or from a house; it is then on the other seat's pile.
    """
    in_hand_and_waste = before[4] - (before[5] != NOTHING) == after[4] - (after[5] != NOTHING)
    return in_hand_and_waste and before[1:4] == after[1:4] and before[6:] == after[6:]
