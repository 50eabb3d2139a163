"""A recorded game reviewed move by move: how much each choice cost, and which move lost the game.

Each choice is valued by what its seat could see then, hidden cards hidden. The cost of a move is the value of the best
move minus the value of the move that was made, both at that moment: bad luck with the cards is nobody's mistake.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from cardgames.analysis.evaluator import Evaluator
from cardgames.players.expert.base import RankedMove
from cardgames.rules import State
from cardgames.table.record import GameRecord, RecordedMove
from cardgames.table.verify import deal_of

LEAST_LOSS = 0.05
"""A move that costs at least this share of the win is a turning point."""
_LEAST_NAMED = 0.001


class Decision(NamedTuple):
    """One choice that was made."""

    ply: int
    """The number of the move in the record, from 1."""
    seat: int
    move: str
    at: int | None
    """In Spit, when the move landed, in ms from the start of the game."""
    value: float
    """The share of the win that the seat could expect after the move, 0 to 1."""
    better: str
    """The best move; the move itself if there was no better one."""
    best: float
    """The value of the best move, 0 to 1."""
    line: tuple[str, ...]
    """The moves that were expected after the best move."""
    depth: int
    """How many moves deep the search has looked."""

    @property
    def loss(self) -> float:
        """The share of the win that the choice cost, 0 for the best move."""
        return max(0.0, self.best - self.value)


class Point(NamedTuple):
    """How the game stood after a move."""

    ply: int
    shares: tuple[float, ...]
    """By seat, the share of the win that it could expect; 1 in all."""


class Review:
    """A recorded game, as far as it has been reviewed.

    Attributes:
        record: the game.
        rules: the rules it was played by.
        players: the number of seats.
        decisions: the choices valued so far, in the order in which they were made.
        reached: the number of the last move that has been reviewed.
    """

    def __init__(self, record: GameRecord) -> None:
        """A review that has not begun. The record must have passed `verify`."""
        self.record = record
        self.decisions: list[Decision] = []
        self.reached = 0
        self._state = deal_of(record)
        self.rules = self._state.rules
        self.players = self.rules.players

    @property
    def plies(self) -> int:
        """How many moves the game has."""
        return len(self.record.moves)

    @property
    def complete(self) -> bool:
        """Whether the whole game has been reviewed."""
        return self.reached == self.plies

    @property
    def result(self) -> tuple[float, ...]:
        """The share of the win that each seat got."""
        shares = [0.0 if part == "0" else 1.0 for part in self.record.tags["Result"].split("-")]
        return tuple(share / sum(shares) for share in shares)

    def run(self, evaluator: Evaluator, stop: Callable[[], bool], tick: Callable[[int], object]) -> None:
        """Reviews the game from the last reviewed move on, to its end or until it is told to stop.

        Args:
            evaluator: values the moves.
            stop: asked after each move; a move during which it became True counts as not reviewed.
            tick: called with the number of each move before that move is reviewed.
        """
        for made in self.record.moves[self.reached :]:
            tick(self.reached + 1)
            decision = _decision(evaluator, self._state, self.reached + 1, made)
            if stop():
                return
            if decision is not None:
                self.decisions.append(decision)
            self._state.play(made.seat, self._state.game.parse_move(made.move))
            self.reached += 1

    # -- results

    def turning_points(self, most: int | None = None) -> list[Decision]:
        """The moves that cost much, in the order in which they were made; with `most` only the costliest ones."""
        costly = [decision for decision in self.decisions if decision.loss >= LEAST_LOSS]
        return sorted(sorted(costly, key=lambda one: -one.loss)[:most])

    def lost_at(self) -> Decision | None:
        """The move that cost most to a seat that has not won; None if no move cost anything worth naming.

        In a draw, and in a game that ended by a fault, the moves of all seats count.
        """
        result = self.result
        anybody = min(result) > 0 or bool(self.record.faults)
        costly = [one for one in self.decisions if one.loss >= _LEAST_NAMED and (anybody or not result[one.seat])]
        return max(costly, key=lambda one: one.loss, default=None)

    def points(self) -> Iterator[Point]:
        """How the game stood at its beginning and after each choice.

        Each seat's share is what it saw itself at its last choice; the shares are scaled so that they add up to 1.
        """
        values: dict[int, float] = {}
        yield Point(0, self._shares(values))
        for decision in self.decisions:
            values[decision.seat] = decision.value
            yield Point(decision.ply, self._shares(values))

    def curve(self, step: int) -> list[Point]:
        """How the game stood after every `step` moves, and after the last reviewed move."""
        plies = dict.fromkeys([*range(0, self.reached, step), self.reached])
        points = list(self.points())
        at = 0
        curve = []
        for ply in plies:
            while at + 1 < len(points) and points[at + 1].ply <= ply:
                at += 1
            curve.append(Point(ply, points[at].shares))
        return curve

    def losses(self, seat: int) -> list[float]:
        """The share of the win that each choice of a seat cost."""
        return [decision.loss for decision in self.decisions if decision.seat == seat]

    def _shares(self, values: dict[int, float]) -> tuple[float, ...]:
        known = sum(values.values())
        # The seats that have not had a choice yet share what the others leave.
        rest = max(0.0, 1 - known) / max(1, self.players - len(values))
        shares = [values.get(seat, rest) for seat in range(self.players)]
        total = sum(shares)
        return tuple(share / total for share in shares) if total else (1 / self.players,) * self.players


def _decision(evaluator: Evaluator, state: State, ply: int, made: RecordedMove) -> Decision | None:
    """The value of a recorded move; None if the seat had no choice."""
    move = state.game.parse_move(made.move)
    if state.legal(made.seat) == [move]:
        return None
    evaluation = evaluator.evaluate(state, made.seat, hurried=True)
    chosen = evaluation.of(move) or _unranked(evaluator, state, made.seat, move)
    if evaluation.best.value - chosen.value >= LEAST_LOSS:
        # The search through all moves may have given this one little time. Before it is blamed it is searched alone.
        evaluation = evaluator.evaluate(state, made.seat)
        again = evaluation.of(move)
        if again is not None:
            chosen = max(again, evaluator.evaluate(state, made.seat, [move]).best, key=_value)
    best = chosen if chosen.value >= evaluation.best.value else evaluation.best
    name = state.game.move_name
    line = tuple(map(name, best.line))
    return Decision(ply, made.seat, made.move, made.at, chosen.value, name(best.move), best.value, line, best.depth)


def _value(ranked: RankedMove) -> float:
    return ranked.value


def _unranked(evaluator: Evaluator, state: State, seat: int, move: int) -> RankedMove:
    """The value of a move that the player has not ranked, looked at by itself.

    A player does not think about a move against the rules (C16). If the move passes the choice to the other one of two
    seats, which sees the same cards, then the value of that seat's best answer gives the move's value.
    """
    after = state.copy()
    after.play(seat, move)
    other = 1 - seat
    if state.rules.players == 2 and after.actors() == (other,) and after.text(seat) == after.text(other):
        answer = evaluator.evaluate(after, other, hurried=True).best
        return RankedMove(move, 1 - answer.value)
    return evaluator.evaluate(state, seat, [move]).best


def spaced(plies: int, most: int) -> int:
    """How many moves apart the points of a curve have to be to give at most `most` points: 1, 2, 5, 10, 20 …"""
    return next(step for step in _steps() if plies <= step * most)


def _steps() -> Iterator[int]:
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def mean(values: Sequence[float]) -> float:
    """The mean of the values; 0 if there are none."""
    return sum(values) / len(values) if values else 0.0
