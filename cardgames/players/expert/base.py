"""What the expert players of all games share: their options, their time, and the `info` lines that they send.

A game's expert only ranks moves. When to stop, how weak to play and what to report is decided here.
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
from cardgames.rules import State

EXPERT_OPTIONS = (
    BotOption("Skill", "spin", str(FULL_SKILL), 0, FULL_SKILL),
    BotOption("Nodes", "spin", "0", 0, 1_000_000_000),
    BotOption("Time", "spin", "0", 0, 86_400_000),
)
"""`Skill`: the strength, 20 is full strength. `Nodes`: the most nodes for a move, 0 for any number. `Time`: the most
milliseconds for a move, 0 for what the clock gives."""

_RESERVE_MS = 3.0
_RESERVE_SHARE = 0.05
_MOST_RESERVED = 0.5


def search_millis(millis: int, reserve_share: float = _RESERVE_SHARE) -> float:
    """How many of a move's milliseconds the search may use.

    The rest is for what comes before and after the search: the messages from and to the runner, a late look at the
    clock, and the work that follows the last node, of which `reserve_share` is the share of the move's time.
    """
    return millis - min(millis * _MOST_RESERVED, _RESERVE_MS + millis * reserve_share)


class RankedMove(NamedTuple):
    """A move with the value that a player gives it."""

    move: int
    value: float
    """The share of the win that the player expects after it, 0 to 1."""
    line: tuple[int, ...] = ()
    """The moves that are expected after it, as far as they have been searched."""
    depth: int = 1
    """How many moves deep the search has looked."""


class Expert(Player):
    """A player that searches as long as it may, and plays as weakly as its options say.

    A game's expert defines `weights`, `default_nodes` and `rank`. It never sees more than `turn.view`.
    """

    name = "expert"
    options = EXPERT_OPTIONS

    default_nodes: ClassVar[int]
    """How many nodes are enough for a good move: the limit if neither the clock nor `Nodes` sets one."""
    min_nodes: ClassVar[int] = 1
    """How many nodes the lowest skill level has."""
    reserve_share: ClassVar[float] = _RESERVE_SHARE
    """The share of a move's time that is kept back for the work after the search, 0 to 1."""

    def __init__(self, rng: Random, clock: Callable[[], float] = perf_counter) -> None:
        """Makes an expert of full strength.

        Args:
            rng: the source of all its random choices.
            clock: returns the time in seconds.
        """
        super().__init__(rng)
        self.clock = clock
        self._values = {option.name: int(option.default) for option in EXPERT_OPTIONS}
        self._gap = 0.0

    def set(self, option: BotOption, value: str) -> None:
        """Sets an option of `options` to a value that the option can have."""
        self._values[option.name] = int(value)

    def move_in_progress(self, _turn: Turn) -> int | None:
        """A move that it began before this choice and can still take back; None if there is none."""
        return None

    def knows_enough(self, view: State, seat: int) -> bool:  # noqa: ARG002
        """Whether `view` shows `seat` the cards that the expert needs to rank that seat's moves."""
        return True

    @abstractmethod
    def rank(self, turn: Turn, budget: Budget) -> Sequence[RankedMove]:
        """The moves of `turn.legal` that it has looked at, the best first; at least one.

        `turn.legal` may hold only some of the legal moves. The search ends soon after `budget.spend()` returns False,
        and it must have a move to offer even if the first call does so.
        """

    def choose(self, turn: Turn) -> int:
        """Returns the best move that it finds in its time."""
        skill, moves = self._values["Skill"], turn.legal
        if len(moves) > 1 and skill < FULL_SKILL:
            moves = noticed(moves, skill, self.rng, self.move_in_progress(turn))
        if len(moves) == 1:
            return moves[0]
        if len(moves) < len(turn.legal):
            turn = turn.narrowed(moves)
        budget = self.budget(turn.millis)
        # The objects that a search leaves behind make Python's garbage collector look through all of the program's
        # memory, which can take longer than the move may.
        collects = gc.isenabled()
        gc.disable()
        try:
            best = self.rank(turn, budget)[0]
            self.report_best(turn, budget, best)
        finally:
            self._gap = budget.gap / 2
            if collects:
                # From here on the search's objects count as old. As new ones they would all be looked through at once,
                # before the answer goes out.
                gc.freeze()
                gc.unfreeze()
                gc.enable()
        return best.move

    def budget(self, millis: int | None) -> Budget:
        """How many nodes and how much time a choice may take, by the options and the clock.

        Args:
            millis: the milliseconds that the clock gives; None for no limit.
        """
        nodes, time = self._values["Nodes"], self._values["Time"]
        limits = [nodes or None, nodes_at(self._values["Skill"], self.default_nodes, self.min_nodes)]
        times = [limit for limit in (time or None, millis) if limit is not None]
        if not nodes and not times:
            limits.append(self.default_nodes)
        return Budget(
            self.clock,
            search_millis(min(times), self.reserve_share) if times else None,
            min((limit for limit in limits if limit is not None), default=None),
            self.should_stop,
            self._gap,
        )

    def report_best(self, turn: Turn, budget: Budget, best: RankedMove) -> None:
        """Reports the best move so far, if anybody listens.

        Args:
            turn: the choice.
            budget: the budget of the search, which knows what it has spent.
            best: the best move.
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
