"""Best-first search over what a seat can still do in its turn of Crapette."""

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
"""The worth of a table at which the seat is out (C12)."""
_STEP_COST = 1e-5
"""What a step costs: of two ways to the same end the shorter one is better,"""
_LATER_COST = 1e-6
"""and the one that sooner turns up a card of the reserve: what comes after that can still be changed."""
_UP_COST = 0.3
"""How much less promising a table is while a hand card is up that has to go somewhere."""
_PATIENCE = 20_000
"""How many nodes without a better end the search for a move goes on."""
_PART = 256
"""How many stands are forgotten between two looks at the clock: some tenths of a millisecond."""

_Steps = tuple[Step, ...]


class Line(NamedTuple):
    """What a seat can do."""

    steps: _Steps
    end: int
    """What comes after the steps: FLIP, PASS or HAND_TO_WASTE; NO_MOVE where the search has looked no further."""
    worth: float
    """What the table is then worth, as the logarithm of the odds to win."""


class Search:
    """The stands that a seat's steps lead to, each met once, the most promising looked at first."""

    def __init__(
        self,
        knowledge: CrapetteKnowledge,
        worth: CrapetteEvaluation,
        first: Collection[Step] | None = None,
        ends: Collection[int] = (FLIP, PASS, HAND_TO_WASTE),
    ) -> None:
        """A search that has not looked at anything yet.

        Args:
            sight: where it starts.
            worth: weighs what it finds.
            first: the steps that may come first; None for any.
            ends: the ways to end it that may come first.
        """
        self._turn_moves = TurnMoves(knowledge)
        self._worth = worth
        self._reserve = knowledge.own.reserve
        self._again = knowledge.again
        self._idle_left = knowledge.idle_left
        self._states = [knowledge.start]
        self._numbers = {knowledge.start: 0}
        self._parents: list[list[tuple[int, _Steps]]] = [[]]
        self._shifts = [knowledge.shifts]
        self._costs = [0.0]
        self._values = [worth.going_on(knowledge.start)]
        self._null_steps: list[_Steps] = []
        """First steps that lead back to the first stand: from one house to another just like it."""
        self._unreached: list[_Steps] = []
        """First steps for which the budget was too small."""
        self._frontier: list[tuple[float, int]] = [(0.0, 0)]
        self._ends: list[tuple[float, int, int]] = []
        self._first = first
        self._first_ends = ends
        self._first_children: list[int] = []

    def run(self, budget: Budget, patience: int = _PATIENCE) -> None:
        """Looks further until nothing is left or the budget is spent, a node for each stand.

        Args:
            budget: what it may cost.
            patience: after so many nodes without a better end it gives up.
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
        """What can be done at number `at`, of which the first of all may be some only."""
        children, end = self._turn_moves.moves(self._states[at], self._shifts[at])
        if at or self._first is None:
            return children, end
        return [child for child in children if child[0] in self._first], end if end in self._first_ends else NO_MOVE

    def _add(self, at: int, children: list[Child], budget: Budget) -> None:
        """Meets the stands that steps from number `at` lead to, as far as the budget goes."""
        numbers, states, parents, forced = self._numbers, self._states, self._parents, self._turn_moves.forced
        going_on, reserve = self._worth.going_on, self._reserve
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
            value = self._worth.turn_ended(state)
            if self._idle_left <= 2 and _is_idle(self._states[0], state):
                value = 0.0 if self._idle_left <= 1 else min(value, 0.0)
        self._ends.append((value - self._costs[at], at, end))

    def best_ends(self, most: int, within: float) -> list[Line]:
        """The ways to the best ends, the best first.

        Args:
            most: how many.
            within: how much less than the best they may be worth.
        """
        best = nlargest(most, self._ends)
        return [
            Line(self._trace_back(at, {0}, {})[0] if at else (), end, worth)
            for worth, at, end in best
            if worth >= best[0][0] - within
        ]

    def correct(self, worths: Sequence[float]) -> None:
        """Gives the best ends, as many as there are worths, other worths."""
        best = nlargest(len(worths), self._ends)
        self._ends = [end for end in self._ends if end not in best]
        self._ends += [(worth, at, end) for worth, (_, at, end) in zip(worths, best, strict=True)]

    def lines(self) -> list[Line]:
        """The best way by each of the first steps, and to end it at once where that may be; the best first."""
        ends = sorted(self._ends, reverse=True)
        if not ends and self._frontier:
            promise, number = self._frontier[0]
            ends = [(-promise, number, NO_MOVE)]
        found = [Line((), end, worth) for worth, at, end in self._ends if not at]
        left = set(self._first_children)
        toward: dict[int, tuple[int, _Steps]] = {}
        seen = {0}
        for worth, at, end in ends:
            if at not in seen:
                found += [Line(steps, end, worth) for steps in self._trace_back(at, seen, toward)]
                left.difference_update([number for number in left if number in seen])
                if not left:
                    break
        least = min((line.worth for line in found), default=WON)
        for number in left:
            worth = min(self._values[number] - _UP_COST, least)
            found += [Line(steps, NO_MOVE, worth) for parent, steps in self._parents[number] if not parent]
        least = min((line.worth for line in found), default=self._values[0])
        found += [Line(steps, NO_MOVE, least) for steps in self._unreached]
        best = max((line.worth for line in found), default=self._values[0])
        found += [Line(steps, NO_MOVE, best - _STEP_COST) for steps in self._null_steps]
        return sorted(found, key=lambda line: (-line.worth, len(line.steps)))

    def _trace_back(self, at: int, seen: set[int], toward: dict[int, tuple[int, _Steps]]) -> list[_Steps]:
        """The shortest ways to number `at` from the first stand that meet no stand of `seen`; adds those they meet.

        Args:
            at: where they lead.
            seen: stands from which there is something better.
            toward: for each stand that has been met, the next one on its way and the steps to it.
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
        """Forgets what was met, a part at a time, as far as a budget can spare the time. Whether all is forgotten."""
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
    """Whether nothing between the two was progress (C13): no card has left the own piles or gone on a foundation.

    What is loaded comes from the own piles, or from a house and is to be seen on the other seat's.
    """
    in_hand_and_waste = before[4] - (before[5] != NOTHING) == after[4] - (after[5] != NOTHING)
    return in_hand_and_waste and before[1:4] == after[1:4] and before[6:] == after[6:]
