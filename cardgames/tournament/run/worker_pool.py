"""The worker pool: the runner's workers, started, given games, listened to, replaced if they die, and ended.

What a worker had been given when it died is given to another. A game that has been the end of several workers ends
the tournament (`WorkerError`): that is a fault of this program or of the machine, not of a bot. What the machine
refused is tried again for a while (`Retries`).
"""

import os
import select
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Self

from cardgames.bots.child import clean_environment
from cardgames.bots.isolation import fork_client as forks
from cardgames.bots.isolation.machine_refusals import RefusalError
from cardgames.bots.warning import warn
from cardgames.tournament.config.config import Config
from cardgames.tournament.job import Job
from cardgames.tournament.played import Played
from cardgames.tournament.run.messages import (
    Assignment,
    Done,
    Failure,
    JobRefused,
    Message,
    Release,
    Tried,
    Trouble,
    Try,
    Warned,
)
from cardgames.tournament.run.retries import BEFORE_THE_START, Retries
from cardgames.tournament.run.worker_process import WorkerError, WorkerProcess

_AHEAD_NS = 250_000_000
"""A worker is given at a time as many games as it plays in this time, in ns."""
_LONG_NS = 250_000_000
"""A game that takes longer, in ns, is given alone: no game waits behind it while another worker has nothing to do."""
_MOST_AHEAD = 256
_MOST_DEATHS = 3
_MOST_KEPT = 40
"""Programs that may be kept running between games, of all workers together."""
_LOOK_S = 0.5
"""Seconds between two checks that nobody has stopped the fork servers."""
_STOP_S = 2.0
_TICK_S = 0.25
_GRACE_S = 1.5
"""Seconds for the end of a worker, beyond the time that its bots have for theirs."""


class StartupFailuresError(Exception):
    """Bots that could not be started before the first game."""

    def __init__(self, failures: Sequence[Failure]) -> None:
        self.lines = tuple(failure.message for failure in sorted(failures))
        """Why each of them could not, with the last line of its standard error."""
        super().__init__("; ".join(self.lines))


class WorkerSlot:
    """One place in the pool: a worker, and the games that it has been given."""

    def __init__(self, index: int, worker: WorkerProcess) -> None:
        self.index = index
        self.worker = worker
        self.jobs: dict[int, Job] = {}
        """By number, in the order in which they were given."""
        self.alone = False
        """Whether it is given no second game beside the one that it has."""
        self.trying: tuple[int, ...] = ()
        """The bots whose start it tries."""
        self.tries_given_back = False
        """Whether it has to be asked once more to try them."""
        self._fresh: list[Job] = []
        self._window = 1

    def has_room(self, alone: bool, most: int) -> bool:
        """Whether it can be given another game, if it may have at most `most`."""
        return not self.jobs or not (alone or self.alone or len(self.jobs) >= min(self._window, most))

    def give(self, job: Job, alone: bool) -> None:
        """Puts a game on its list; `send_jobs` sends it."""
        self.jobs[job.scheduled.number] = job
        self.alone = alone
        self._fresh.append(job)

    def send_jobs(self) -> None:
        """Sends the games that it has been given."""
        if self._fresh:
            self.worker.send(self._fresh)
            self._fresh = []

    def take(self, done: Done) -> list[Played]:
        """Takes what it has played off its list."""
        ahead = min(_AHEAD_NS // max(1, done.longest_ns), _MOST_AHEAD)
        self._window = 1 if done.longest_ns > _LONG_NS else max(2, ahead)
        return [Played(self.jobs.pop(number).scheduled, report) for number, report in done.games]


class WorkerPool:
    """Workers that play the games of one run."""

    def __init__(
        self,
        config: Config,
        workers: int,
        *,
        logs: str | None = None,
        wake: int | None = None,
        start: Callable[[], WorkerProcess] | None = None,
        retries: Retries | None = None,
    ) -> None:
        """Starts the workers.

        Args:
            config: what is played.
            workers: how many, 1 and up.
            logs: the folder for what bots say; None if it is not to be kept.
            wake: a descriptor that ends all waiting when it can be read; None for none.
            start: starts a worker; None for a process.
            retries: how often what the machine refuses is tried again.

        Raises:
            RefusalError: a worker cannot be started.
            WorkerError: processors cannot be chosen on this system.
        """
        self._config = config
        self._logs = logs
        self._wake = wake
        programs = any(entrant.bot.command for entrant in config.entrants)
        self._start = start or partial(WorkerProcess, config.game.name, programs=programs)
        self._retries = retries or Retries()
        self._kept = kept_programs(config, workers)
        self._cpus = shares(_processors(), workers) if config.affinity else [()] * workers
        self._programs = {player for player, entrant in enumerate(config.entrants) if entrant.bot.command}
        self._given_back: deque[Job] = deque()
        self._suspects: set[int] = set()
        """Games that a worker had when it died: each is then played alone, so that it shows which one it was."""
        self._deaths: Counter[int] = Counter()
        self._ended: list[Played] = []
        self._slots: list[WorkerSlot] = []
        self._vacant: list[WorkerSlot] = []
        """Those whose worker has died, and another could not be started yet."""
        try:
            for index in range(workers):
                self._slots.append(WorkerSlot(index, self._start_worker(index)))
        except RefusalError:
            self.stop()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Stops the workers that still play."""
        self.stop()

    # -- before the first game

    def try_bots(self) -> None:
        """Starts every bot once, each worker a part of them. Returns early if `wake` can be read.

        Raises:
            StartupFailuresError: some cannot be started.
            RefusalError: the machine refused what was needed.
            WorkerError: workers died of it.
        """
        players = range(len(self._config.entrants))
        for slot in self._slots:
            self._ask_to_try(slot, tuple(players[slot.index :: len(self._slots)]))
        failures: list[Failure] = []
        while any(slot.trying for slot in (*self._slots, *self._vacant)) and not self._is_woken():
            for slot, message in self._receive(self._fill_vacancies()):
                if isinstance(message, Tried):
                    failures += message.failures
                    slot.trying = ()
                elif isinstance(message, JobRefused):
                    self._retries.refused(0, message.message, BEFORE_THE_START)
                    slot.tries_given_back = True
                else:
                    self._take(slot, message)
        if failures:
            raise StartupFailuresError(failures)
        self._retries.done(0)

    # -- games

    def fill(self, next_job: Callable[[], Job | None], left: int) -> None:
        """Gives out games until no worker has room for the next, there is none, or the machine has to be waited for.

        Args:
            next_job: the next game; None if there is none at the moment.
            left: how many games have not ended, those that were given out included: towards the end each worker gets
                fewer at a time, so that they come to the end together.
        """
        self._fill_vacancies()
        if self._retries.waiting or not self._slots:
            return
        most = max(1, left // (2 * len(self._slots)))
        # No game is asked for before there is room for it: its data has to be of the moment when it is given out.
        while any(slot.has_room(False, most) for slot in self._slots):
            job = self._given_back.popleft() if self._given_back else next_job()
            if job is None:
                break
            alone = self._is_alone(job)
            slots = [slot for slot in self._slots if slot.has_room(alone, most)]
            if not slots:
                self._given_back.appendleft(job)
                break
            min(slots, key=lambda slot: len(slot.jobs)).give(job, alone)
        for slot in self._slots:
            slot.send_jobs()

    @property
    def lowest(self) -> int | None:
        """The lowest number of the games that were given and have not ended; None if there is none."""
        numbers = [number for slot in self._slots for number in slot.jobs]
        return min([*numbers, *(job.scheduled.number for job in self._given_back)], default=None)

    def collect(self, timeout_s: float) -> list[Played]:
        """The games that have ended since the last time, waiting for one.

        Raises:
            RefusalError: the machine has refused what was needed again and again.
            WorkerError: workers die again and again, or cannot go on.
        """
        trouble: RefusalError | WorkerError | None = None
        for slot, message in self._receive(timeout_s):
            try:
                self._ended += self._take(slot, message)
            except (RefusalError, WorkerError) as error:
                # What else has been received is not lost: `stop` returns it.
                trouble = trouble or error
        if trouble is not None:
            raise trouble
        played, self._ended = self._ended, []
        return played

    # -- the end

    def finish(self) -> None:
        """Lets every worker end in its own time, and its bots in theirs."""
        limits = self._config.limits
        for slot in self._slots:
            slot.worker.finish()
        self._wait_for_ends((limits.quit_ms + limits.term_ms) / 1000 + _GRACE_S, patient=False)

    def stop(self) -> list[Played]:
        """Has every worker drop what it plays, and end at once. Returns the games that had ended before."""
        for slot in self._slots:
            slot.worker.stop()
        return self._wait_for_ends(_STOP_S)

    def _wait_for_ends(self, seconds: float, patient: bool = True) -> list[Played]:
        """Waits until all workers have ended, unless `patient` only until `wake` can be read; kills the rest."""
        until = time.monotonic() + seconds
        played, self._ended = self._ended, []
        open_slots = list(self._slots)
        while open_slots and (left := until - time.monotonic()) > 0:
            for slot, message in self._receive(left, open_slots):
                if isinstance(message, Done):
                    played += slot.take(message)
                elif isinstance(message, Warned):
                    warn(message.message)
                elif message is None:
                    open_slots.remove(slot)
            if not patient and self._is_woken():
                break
        for slot in self._slots:
            slot.worker.reap()
        self._slots, self._vacant = [], []
        self._given_back.clear()
        return played

    # -- workers

    def _start_worker(self, index: int) -> WorkerProcess:
        worker = self._start()
        environment = tuple(clean_environment((), os.environ).items())
        worker.send(Assignment(self._config, self._cpus[index], self._kept, self._logs, environment))
        return worker

    def _ask_to_try(self, slot: WorkerSlot, players: tuple[int, ...]) -> None:
        slot.trying = players
        if players:
            slot.worker.send(Try(players))

    def _is_alone(self, job: Job) -> bool:
        return job.scheduled.number in self._suspects or not self._programs.isdisjoint(job.scheduled.players)

    def _take(self, slot: WorkerSlot, message: Message | None) -> list[Played]:
        if isinstance(message, Done):
            for number, _ in message.games:
                self._retries.done(number)
            return slot.take(message)
        if isinstance(message, JobRefused):
            self._put_back(slot, message)
        if isinstance(message, Warned):
            warn(message.message)
        if isinstance(message, Trouble):
            raise WorkerError(message.message)
        if message is None:
            self._replace(slot)
        return []

    def _replace(self, slot: WorkerSlot) -> None:
        """Puts another worker in the place of one that has died."""
        self._slots.remove(slot)
        how = slot.worker.reap()
        first = next(iter(slot.jobs), 0)
        if how.endswith(MemoryError.__name__):
            self._retries.refused(first, f"a worker could not go on for want of memory ({how})")
        else:
            self._deaths[first] += 1
        if self._deaths[first] >= _MOST_DEATHS:
            what = self._what_was_played(slot.jobs[first]) if first else "a worker without a game"
            raise WorkerError(f"{what} has died {_MOST_DEATHS} times: {how}")
        self._suspects |= slot.jobs.keys()
        self._given_back.extendleft(reversed(slot.jobs.values()))
        slot.jobs.clear()
        self._vacant.append(slot)
        self._fill_vacancies()

    def _put_back(self, slot: WorkerSlot, refused: JobRefused) -> None:
        """Keeps a game that could not be played for later, and has the other workers release what they do not need."""
        self._given_back.appendleft(slot.jobs.pop(refused.number))
        for other in self._slots:
            if other is not slot:
                other.worker.send(Release())
        self._retries.refused(refused.number, refused.message)

    def _fill_vacancies(self) -> float | None:
        """Starts what could not be started before, if it is time. The seconds to wait at most; None for no limit."""
        while self._vacant and not self._retries.waiting:
            slot = self._vacant[-1]
            try:
                slot.worker = self._start_worker(slot.index)
            except RefusalError as error:
                self._retries.refused(0, str(error))
                break
            self._vacant.pop()
            self._retries.done(0)
            self._slots.append(slot)
            slot.tries_given_back = bool(slot.trying)
        for slot in self._slots:
            if slot.tries_given_back and not self._retries.waiting:
                slot.tries_given_back = False
                self._ask_to_try(slot, slot.trying)
        return _TICK_S if self._vacant or any(slot.tries_given_back for slot in self._slots) else None

    def _what_was_played(self, job: Job) -> str:
        programs = [player for player in job.scheduled.players if player in self._programs]
        names = " or ".join(self._config.bots[player].name for player in programs)
        could = f" (without a sandbox {names} could kill it)" if programs and not self._config.limits.sandbox else ""
        return f"game {job.scheduled.number}: the worker that played it{could}"

    def _receive(
        self, timeout_s: float | None, slots: Sequence[WorkerSlot] | None = None
    ) -> list[tuple[WorkerSlot, Message | None]]:
        """The next messages of the workers, None for the end of one; nothing if none comes in time."""
        slots = self._slots if slots is None else slots
        waiting = select.poll()
        by_descriptor = {slot.worker.fileno(): slot for slot in slots}
        for slot in slots:
            waiting.register(slot.worker.fileno(), select.POLLIN)
            if not slot.worker.flush():
                waiting.register(slot.worker.write_end, select.POLLOUT)
        if self._wake is not None:
            waiting.register(self._wake, select.POLLIN)
        longest = _LOOK_S if timeout_s is None else min(timeout_s, _LOOK_S)
        ready = waiting.poll(max(0, round(1000 * longest)))
        forks.keep_running()
        received: list[tuple[WorkerSlot, Message | None]] = []
        for descriptor, _ in ready:
            if descriptor in by_descriptor:
                slot = by_descriptor[descriptor]
                messages = slot.worker.receive()
                received += [(slot, None)] if messages is None else [(slot, message) for message in messages]
        return received

    def _is_woken(self) -> bool:
        if self._wake is None:
            return False
        waiting = select.poll()
        waiting.register(self._wake, select.POLLIN)
        return bool(waiting.poll(0))


def kept_programs(config: Config, workers: int) -> int:
    """How many programs each of so many workers may keep running between games."""
    return max(config.rules.players, _MOST_KEPT // workers)


def shares(processors: Sequence[int], workers: int) -> list[tuple[int, ...]]:
    """The processors of each worker: as many as there are for each, or one that it shares with others."""
    count = len(processors)
    if workers > count:
        return [(processors[index % count],) for index in range(workers)]
    return [tuple(processors[index * count // workers : (index + 1) * count // workers]) for index in range(workers)]


def _processors() -> list[int]:
    if not hasattr(os, "sched_getaffinity"):
        raise WorkerError("affinity: this system does not let programs choose their processors; leave it out")
    return sorted(os.sched_getaffinity(0))
