"""A recorded game gone through move by move: what each choice was worth, and where the game was lost.

Each choice is valued by what its seat could see then, hidden cards hidden. What a move cost is the difference between
the best move and the one that was made, both valued at that moment: bad luck with the cards is nobody's mistake.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from cardgames.analysis.evaluator import Evaluator
from cardgames.players.expert.base import Judged
from cardgames.rules import State
from cardgames.table.record import GameRecord, RecordedMove
from cardgames.table.verify import deal_of

LEAST_LOSS = 0.05
"""From here on a move that costs so much of the win is a turning point."""
_TOLD = 0.001


class Decision(NamedTuple):
    """One choice that was made."""

    ply: int
    """The number of the move in the record, 1 and up."""
    seat: int
    move: str
    at: int | None
    """In Spit, when it landed, in ms."""
    value: float
    """The share of the win that the seat could expect after it, 0 to 1."""
    better: str
    """The best move; `move` itself if there was no better one."""
    best: float
    """The value of that."""
    line: tuple[str, ...]
    """The moves that were expected after the better one."""
    depth: int
    """How far the search has looked."""

    @property
    def loss(self) -> float:
        """What the choice cost, 0 for the best."""
        return max(0.0, self.best - self.value)


class Point(NamedTuple):
    """How the game stood after a move."""

    ply: int
    shares: tuple[float, ...]
    """Seat by seat the share of the win to be expected, 1 in all."""


class Review:
    """A game as far as it has been gone through.

    Attributes:
        record: the game.
        rules: those it was played by.
        players: how many seats it has.
        decisions: the choices that have been valued, in the order in which they were made.
        reached: the number of the last move that has been looked at.
    """

    def __init__(self, record: GameRecord) -> None:
        """Nothing looked at yet. The record has to hold (`verify`)."""
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
        """Whether all of it has been gone through."""
        return self.reached == self.plies

    @property
    def result(self) -> tuple[float, ...]:
        """What each seat had of the win."""
        shares = [0.0 if part == "0" else 1.0 for part in self.record.tags["Result"].split("-")]
        return tuple(share / sum(shares) for share in shares)

    def run(self, judge: Evaluator, stop: Callable[[], bool], tick: Callable[[int], object]) -> None:
        """Goes through the game, from where it has come to, up to its end or until it is told to stop.

        Args:
            judge: values the moves.
            stop: asked after each move; a move that it came in between counts as not looked at.
            tick: told each move that comes next.
        """
        for made in self.record.moves[self.reached :]:
            tick(self.reached + 1)
            decision = _decision(judge, self._state, self.reached + 1, made)
            if stop():
                return
            if decision is not None:
                self.decisions.append(decision)
            self._state.play(made.seat, self._state.game.parse_move(made.move))
            self.reached += 1

    # -- what it comes to

    def turning_points(self, most: int | None = None) -> list[Decision]:
        """The moves that cost much, in the order in which they were made; the most expensive ones if there are more."""
        costly = [decision for decision in self.decisions if decision.loss >= LEAST_LOSS]
        return sorted(sorted(costly, key=lambda one: -one.loss)[:most])

    def lost_at(self) -> Decision | None:
        """The move that cost most to a seat which has not won; None if none cost anything worth telling.

        Anybody's in a drawn game, and in one that ended by a fault.
        """
        result = self.result
        anybody = min(result) > 0 or bool(self.record.faults)
        costly = [one for one in self.decisions if one.loss >= _TOLD and (anybody or not result[one.seat])]
        return max(costly, key=lambda one: one.loss, default=None)

    def points(self) -> Iterator[Point]:
        """How the game stood at its beginning and after each choice.

        Of each seat counts what it saw itself when it last had a choice, scaled so that all add up to 1.
        """
        values: dict[int, float] = {}
        yield Point(0, self._shares(values))
        for decision in self.decisions:
            values[decision.seat] = decision.value
            yield Point(decision.ply, self._shares(values))

    def curve(self, step: int) -> list[Point]:
        """The same after every so many moves, and after the last that has been looked at."""
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
        """What each choice of a seat cost."""
        return [decision.loss for decision in self.decisions if decision.seat == seat]

    def _shares(self, values: dict[int, float]) -> tuple[float, ...]:
        known = sum(values.values())
        # Who has not had a choice yet is taken to have as much as the others leave.
        rest = max(0.0, 1 - known) / max(1, self.players - len(values))
        shares = [values.get(seat, rest) for seat in range(self.players)]
        total = sum(shares)
        return tuple(share / total for share in shares) if total else (1 / self.players,) * self.players


def _decision(judge: Evaluator, state: State, ply: int, made: RecordedMove) -> Decision | None:
    """What a move was worth; None if there was no choice."""
    move = state.game.parse_move(made.move)
    if state.legal(made.seat) == [move]:
        return None
    opinion = judge.opinion(state, made.seat, hurried=True)
    chosen = opinion.of(move) or _unranked(judge, state, made.seat, move)
    if opinion.best.value - chosen.value >= LEAST_LOSS:
        # A search through all moves may have left this one early: before it is blamed it has all the time for itself.
        opinion = judge.opinion(state, made.seat)
        again = opinion.of(move)
        if again is not None:
            chosen = max(again, judge.opinion(state, made.seat, [move]).best, key=_value)
    best = chosen if chosen.value >= opinion.best.value else opinion.best
    name = state.game.move_name
    line = tuple(map(name, best.line))
    return Decision(ply, made.seat, made.move, made.at, chosen.value, name(best.move), best.value, line, best.depth)


def _value(judged: Judged) -> float:
    return judged.value


def _unranked(judge: Evaluator, state: State, seat: int, move: int) -> Judged:
    """A move that the player has not ranked, looked at by itself.

    Where it hands the choice to the other one of two, who sees the same, that one's best answer tells what it is worth:
    a move against the rules (C16) is none that a player would think about.
    """
    after = state.copy()
    after.play(seat, move)
    other = 1 - seat
    if state.rules.players == 2 and after.actors() == (other,) and after.text(seat) == after.text(other):
        answer = judge.opinion(after, other, hurried=True).best
        return Judged(move, 1 - answer.value)
    return judge.opinion(state, seat, [move]).best


def spaced(plies: int, most: int) -> int:
    """How many moves apart the points of a curve are to be, so that it has about `most`: 1, 2, 5, 10, 20 …"""
    return next(step for step in _steps() if plies <= step * most)


def _steps() -> Iterator[int]:
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def mean(values: Sequence[float]) -> float:
    """Their mean; 0 of none."""
    return sum(values) / len(values) if values else 0.0
