"""Which of the games that have been played count: one rule for the table, its notes, `--json` and the list of games.

Every game that has ended is stored and recorded, and counts at once, with these exceptions:

    void        it ended by a fault, and such games are to count for nobody (`--on-fault void`)
    waiting     a test is to end the match, and a game with a lower number has not ended: it counts when its turn comes
    left out    its number is beyond that of the game with which the test had its verdict: it never counts

So those that count, are void, wait and are left out are together the games that are stored, at every moment. A test
goes through the games in the order of their numbers, and the table goes with it: fast games are no fair sample of all,
and the verdict has to be the same however many are played at a time. Without a test no game waits.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum

from cardgames.tournament.formats.schedule import GameResult
from cardgames.tournament.formats.sprt_stop import SprtWatch
from cardgames.tournament.played import Played
from cardgames.tournament.rating.sprt import Sprt, SprtState


class Counts(StrEnum):
    """Whether a game that has been played counts."""

    YES = "yes"
    VOID = "void"
    WAITING = "waiting"
    LEFT_OUT = "left out"


class Counting:
    """Tells of the games of a tournament, as they end, which count."""

    def __init__(self, sprt: Sprt | None = None, void: Callable[[Played], bool] = lambda _: False) -> None:
        """Nothing played yet.

        Args:
            sprt: the test that ends the match, if one does.
            void: tells the games that count for nobody.
        """
        self._watch: SprtWatch[Played] | None = None if sprt is None else SprtWatch(sprt)
        self._void = void

    def add(self, game: Played) -> Sequence[Played]:
        """Takes note of a game, in any order. Returns those whose turn has come: they count, or are void."""
        if self._watch is None:
            return (game,)
        scheduled, report = game
        result = GameResult(scheduled.players, report.outcome, self._void(game))
        # It may wait for long: without its record.
        waiting = Played(scheduled, report._replace(record=""))
        return self._watch.add(scheduled.number, scheduled.deal, result, waiting)

    def of(self, game: Played) -> Counts:
        """Whether a game counts that has been added."""
        if self._watch is not None and game.number > self._watch.reached:
            return Counts.WAITING if self._watch.decided_at is None else Counts.LEFT_OUT
        return Counts.VOID if self._void(game) else Counts.YES

    @property
    def waiting(self) -> int:
        """How many wait."""
        return 0 if self._watch is None else self._watch.waiting

    @property
    def left_out(self) -> int:
        """How many are left out."""
        return 0 if self._watch is None else self._watch.left_out

    @property
    def awaited(self) -> int | None:
        """The number of the game that those who wait wait for; None if none does."""
        return self._watch.reached + 1 if self._watch is not None and self._watch.waiting else None

    @property
    def decided_at(self) -> int | None:
        """The number of the game with which the test had its verdict."""
        return None if self._watch is None else self._watch.decided_at

    @property
    def sprt(self) -> SprtState | None:
        """Where the test stands, if there is one."""
        return None if self._watch is None else self._watch.state
