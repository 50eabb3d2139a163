"""What the expert players of all games have in common: options, time, and what they tell of their thoughts.

A game's expert has to rank moves; when to stop, how weak to be and what to print is settled here.
"""

import gc
from abc import abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter
from typing import ClassVar, NamedTuple

from cardgames.players.expert.budget import Budget
from cardgames.players.expert.skill import FULL_SKILL, nodes_at, noticed
from cardgames.players.player import Player, Turn
from cardgames.protocol.from_bot import Info
from cardgames.protocol.options import BotOption

EXPERT_OPTIONS = (
    BotOption("Skill", "spin", str(FULL_SKILL), 0, FULL_SKILL),
    BotOption("Nodes", "spin", "0", 0, 1_000_000_000),
    BotOption("Time", "spin", "0", 0, 86_400_000),
)
"""`Skill`: strength, 20 is all. `Nodes`: at most so many a move, 0 for any number. `Time`: at most so many ms a move,
0 for what the clock gives."""

_RESERVE_MS = 3.0
_RESERVE_SHARE = 0.05
_MOST_RESERVED = 0.5


def thinking_time(millis: int, reserve_share: float = _RESERVE_SHARE) -> float:
    """How many of the milliseconds that a move may take are for thinking.

    The rest is for what happens before and after: the way to and from the player, a slow look at the clock, and the
    share of what a search takes that comes after its last node.
    """
    return millis - min(millis * _MOST_RESERVED, _RESERVE_MS + millis * reserve_share)


class Judged(NamedTuple):
    """A move and what is thought of it."""

    move: int
    value: float
    """The share of the win to be expected after it, 0 to 1."""
    line: tuple[int, ...] = ()
    """The moves that are expected after it, as far as they have been looked at."""
    depth: int = 1
    """How far the search has looked."""


class Expert(Player):
    """A player that searches as long as it may, and is as weak as it is told to be.

    A game's expert gives `weights`, `plenty` and `rank`. It never sees more than `turn.view`.
    """

    name = "expert"
    options = EXPERT_OPTIONS

    plenty: ClassVar[int]
    """How many nodes are enough for a good move: the limit where neither a clock nor `Nodes` gives one."""
    least: ClassVar[int] = 1
    """How many the lowest level has."""
    reserve_share: ClassVar[float] = _RESERVE_SHARE
    """The share of the time of a move that is not for its search."""

    def __init__(self, rng: Random, clock: Callable[[], float] = perf_counter) -> None:
        """An expert of full strength.

        Args:
            rng: all of its chance.
            clock: tells seconds.
        """
        super().__init__(rng)
        self.clock = clock
        self._values = {option.name: int(option.default) for option in EXPERT_OPTIONS}
        self._gap = 0.0

    def set(self, option: BotOption, value: str) -> None:
        """Sets one of `options` to a value that it can have."""
        self._values[option.name] = int(value)

    def begun(self, _turn: Turn) -> int | None:
        """A move that it has begun to make before this choice, and may still think better of; None for none."""
        return None

    @abstractmethod
    def rank(self, turn: Turn, budget: Budget) -> Sequence[Judged]:
        """The moves of `turn.legal` that have been looked at, the best first; at least one.

        `turn.legal` may be some of the legal moves only. The search ends soon after `budget.spend()` says no: some
        move has to be good enough by then, even if it says so at once.
        """

    def choose(self, turn: Turn) -> int:
        """The best move that it finds in its time."""
        skill, moves = self._values["Skill"], turn.legal
        if len(moves) > 1 and skill < FULL_SKILL:
            moves = noticed(moves, skill, self.rng, self.begun(turn))
        if len(moves) == 1:
            return moves[0]
        if len(moves) < len(turn.legal):
            turn = turn.narrowed(moves)
        budget = self.budget(turn.millis)
        # What a search leaves behind makes Python look through all of a program's memory for cycles, which can take
        # longer than the move may.
        collects = gc.isenabled()
        gc.disable()
        try:
            best = self.rank(turn, budget)[0]
            self.tell(turn, budget, best)
        finally:
            self._gap = budget.gap / 2
            if collects:
                # What the search has made counts as old from here on. As new it would all be looked through at once,
                # before the answer goes out.
                gc.freeze()
                gc.unfreeze()
                gc.enable()
        return best.move

    def budget(self, millis: int | None) -> Budget:
        """What a choice may cost by the options and the clock.

        Args:
            millis: what the clock gives; None for any time.
        """
        nodes, time = self._values["Nodes"], self._values["Time"]
        limits = [nodes or None, nodes_at(self._values["Skill"], self.plenty, self.least)]
        times = [limit for limit in (time or None, millis) if limit is not None]
        if not nodes and not times:
            limits.append(self.plenty)
        return Budget(
            self.clock,
            thinking_time(min(times), self.reserve_share) if times else None,
            min((limit for limit in limits if limit is not None), default=None),
            self.listen,
            self._gap,
        )

    def tell(self, turn: Turn, budget: Budget, best: Judged) -> None:
        """Tells whoever looks on what is thought to be best so far.

        Args:
            turn: the choice.
            budget: what it has cost.
            best: the move.
        """
        if self.report is None:
            return
        name = turn.view.game.move_name
        seconds = budget.seconds
        self.report(
            Info(
                depth=best.depth,
                nodes=budget.nodes,
                nps=int(budget.nodes / max(seconds, 1e-6)),
                time=int(seconds * 1000),
                score=str(round(1000 * best.value)),
                pv=tuple(name(move) for move in (best.move, *best.line)),
            )
        )
