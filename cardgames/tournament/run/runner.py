"""The run of a tournament: games go from the schedule to the workers, and what comes back is stored, then counted."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol

from cardgames.bots.isolation.machine_refusals import RefusalError
from cardgames.tournament.config.settings import STOP
from cardgames.tournament.job import Job
from cardgames.tournament.plan import Plan
from cardgames.tournament.played import Played
from cardgames.tournament.results.fault_policy import result_of_game, unplayed
from cardgames.tournament.results.standings import Standings
from cardgames.tournament.run.observer import Observer
from cardgames.tournament.run.worker_process import WorkerError
from cardgames.tournament.seeds import game_seed

_TICK_S = 0.25
_UNPLAYED_AT_ONCE = 200


class Workers(Protocol):
    """What plays the games (`worker_pool.WorkerPool`)."""

    def fill(self, next_job: Callable[[], Job | None], left: int) -> None:
        """Gives out as many games as the workers have room for, of `left` that have not ended."""

    @property
    def lowest(self) -> int | None:
        """The lowest number of the games that were given out and have not ended."""

    def collect(self, timeout_s: float) -> list[Played]:
        """The games that have ended."""

    def finish(self) -> None:
        """Lets workers and bots end: all games have."""

    def stop(self) -> list[Played]:
        """Drops the games that are being played. Returns those that had ended before."""


class GameStore(Protocol):
    """Where the games are kept (`storage.store.Store`)."""

    def commit(self, games: Sequence[Played], wall_s: float) -> None:
        """Puts games on the disk."""

    def publish(self, before: int | None = None) -> None:
        """Writes out the records of committed games with numbers below `before`."""


class Run:
    """One run of a tournament, from its start or from where another one stopped."""

    def __init__(
        self,
        plan: Plan,
        standings: Standings,
        workers: Workers,
        store: GameStore | None,
        observer: Observer,
        *,
        wall_s: Callable[[], float],
        today: Callable[[], datetime] = datetime.now,
    ) -> None:
        """A run that has not begun.

        Args:
            plan: what to play; its schedule knows of the games that have been played before.
            standings: those games counted.
            workers: who plays it.
            store: where it is kept; None if nothing is.
            observer: is called for each game, once it is kept and counted, and several times a second.
            wall_s: for how many seconds this run has lasted.
            today: the date, for the records.
        """
        self._plan = plan
        self._schedule = plan.schedule
        self._workers = workers
        self._store = store
        self._standings = standings
        self._out = standings.streaks.out
        self._observer = observer
        self._unplayed: list[Played] = []
        self.stopped_by: Played | None = None
        """The game whose fault has ended the run, where a fault is to end it."""
        self._wall_s = wall_s
        self._today = today
        self._date = ""

    def go(self, stopped: Callable[[], bool]) -> None:
        """Plays until all games have ended or `stopped` says so; games that are being played then are dropped.

        Raises:
            StoreError: games that cannot be kept.
            RefusalError, WorkerError: workers that cannot play; what had ended until then is kept and counted.
        """
        try:
            self._play(stopped)
        except (RefusalError, WorkerError):
            self._take(self._workers.stop())
            raise

    def _play(self, stopped: Callable[[], bool]) -> None:
        while not (stopped() or self.stopped_by or self._schedule.complete):
            self._date = self._today().strftime("%Y.%m.%d")
            self._workers.fill(self._next_job, self._schedule.games - self._schedule.played)
            if self._unplayed:
                games, self._unplayed = self._unplayed, []
                self._take(games)
                self._observer.ticked()
                continue
            assert self._workers.lowest is not None, "what is not complete has something to be played"
            self._take(self._workers.collect(_TICK_S))
            self._observer.ticked()
        if stopped() or self.stopped_by or self._workers.lowest is not None:
            # Interrupted, or a test has its verdict without what is being played.
            self._take(self._workers.stop())
        else:
            self._workers.finish()

    def _next_job(self) -> Job | None:
        """The next game to be played; None for now. Games before it that are forfeited without play are put aside."""
        while len(self._unplayed) < _UNPLAYED_AT_ONCE and (scheduled := self._schedule.next()) is not None:
            job = Job(scheduled, game_seed(self._plan.secret, scheduled.deal), self._date)
            if not any(player in self._out for player in scheduled.players):
                return job
            self._unplayed.append(unplayed(self._plan.config, job, self._out))
        return None

    def _take(self, games: Sequence[Played]) -> None:
        if not games:
            return
        if self._store is not None:
            self._store.commit(games, self._wall_s())
        for game in games:
            self._schedule.add(game.number, result_of_game(self._plan.config, game))
            self._standings.add(game)
            self._observer.game_ended(game)
            if game.report.faults and self._plan.config.on_fault == STOP and self.stopped_by is None:
                self.stopped_by = game
        if self._store is not None:
            self._store.publish(self._workers.lowest)
