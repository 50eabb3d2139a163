"""The pool: games given out and taken back, workers that die, the end. Without processes, but for the last tests."""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from cardgames.bots.isolation.machine_refusals import RefusalError
from cardgames.bots.isolation.os_calls import ON_LINUX
from cardgames.bots.limits import Limits
from cardgames.tournament.config.config import Config
from cardgames.tournament.formats.schedule import GameResult
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
from cardgames.tournament.run.retries import Retries
from cardgames.tournament.run.worker_pool import StartupFailuresError, WorkerPool, shares
from cardgames.tournament.run.worker_process import WorkerError, WorkerProcess
from tests.tournament.run.pools import config, jobs, plan, report_of

MILLI = 1_000_000


class FakeWorker(WorkerProcess):
    """A worker that answers at once, as its master has it."""

    def __init__(self, master: "Master", name: int) -> None:
        self.master = master
        self.name = name
        self.given: list[int] = []
        self.heard: list[Message] = []
        self.stopped = self.finished = self.reaped = False
        self._answers: list[Message | None] = []
        self._awake, self._asleep = os.pipe()

    def fileno(self) -> int:
        return self._awake

    @property
    def write_end(self) -> int:
        return self._asleep

    def send(self, message: Message) -> None:
        self.heard.append(message)

    def flush(self) -> bool:
        fresh, self.heard = self.heard, []
        for message in fresh:
            if isinstance(message, list):
                self.given += [job.scheduled.number for job in message]
            for answer in self.master.answer(self, message):
                self.say(answer)
        return True

    def say(self, answer: Message | None) -> None:
        """What it sends; None for its end."""
        self._answers.append(answer)
        os.write(self._asleep, b"!")

    def receive(self) -> list[Message] | None:
        os.read(self._awake, 1)
        answer = self._answers.pop(0)
        return None if answer is None else [answer]

    def finish(self) -> None:
        self.finished = True
        self.say(None)

    def stop(self) -> None:
        self.stopped = True
        for answer in self.master.last_words(self):
            self.say(answer)
        self.say(None)

    def reap(self) -> str:
        assert not self.reaped
        self.reaped = True
        os.close(self._awake)
        os.close(self._asleep)
        return "signal SIGKILL; nothing on stderr"


class Master:
    """Starts workers and says what each of them does."""

    def __init__(self, game_ms: float = 1) -> None:
        self.started: list[FakeWorker] = []
        self.game_ms = game_ms
        self.dies_of: Counter[int] = Counter()
        self.failures: dict[int, str] = {}
        self.tried: list[int] = []
        self.plays = True

    def start(self) -> WorkerProcess:
        self.started.append(FakeWorker(self, len(self.started)))
        return self.started[-1]

    def answer(self, worker: FakeWorker, message: Message) -> Iterator[Message | None]:
        if isinstance(message, Try):
            self.tried += message.players
            yield Tried(tuple(Failure(p, self.failures[p]) for p in message.players if p in self.failures))
        if not isinstance(message, list) or not self.plays:
            return
        for job in message:
            number = job.scheduled.number
            if self.dies_of[number]:
                self.dies_of[number] -= 1
                yield None
                return
            yield Done(((number, report_of(number)),), round(self.game_ms * MILLI))

    def last_words(self, worker: FakeWorker) -> list[Message]:
        return []


def pool_of(master: Master, settings: Config, workers: int = 2, wake: int | None = None) -> WorkerPool:
    return WorkerPool(settings, workers, start=master.start, wake=wake)


def play_all(pool: WorkerPool, source: Iterator[Job], left: Callable[[], int] = lambda: 10**6) -> list[Played]:
    """Everything, as the runner does it."""
    played: list[Played] = []
    while True:
        pool.fill(lambda: next(source, None), left())
        if pool.lowest is None:
            return played
        played += pool.collect(0.1)


def numbers(played: list[Played]) -> list[int]:
    return sorted(game.number for game in played)


def test_all_games_are_played_once_by_all_workers() -> None:
    master = Master()
    pool = pool_of(master, config("ann", "bob"))
    played = play_all(pool, jobs(plan("ann", "bob", games=100)))
    assert numbers(played) == list(range(1, 101))
    assert all(game.report.record == f"record {game.number}" for game in played)
    assert min(len(worker.given) for worker in master.started) > 10
    pool.finish()
    assert all(worker.finished and worker.reaped for worker in master.started)


def test_quick_games_are_given_many_at_a_time_and_long_ones_one_by_one() -> None:
    sizes = {}
    for game_ms in (0.01, 1, 40, 300):
        master = Master(game_ms)
        pool = pool_of(master, config("ann", "bob"), workers=1)
        source = jobs(plan("ann", "bob", games=1000))
        pool.fill(lambda source=source: next(source), 1000)  # type: ignore[misc]
        assert len(master.started[0].heard) == 2
        pool.collect(0.1)
        master.plays = False
        pool.fill(lambda source=source: next(source), 10**6)  # type: ignore[misc]
        (given,) = master.started[0].heard
        assert isinstance(given, list)
        sizes[game_ms] = len(given)
        pool.stop()
    assert sizes == {0.01: 256, 1: 250, 40: 6, 300: 1}


def test_towards_the_end_each_worker_is_given_fewer() -> None:
    master = Master()
    pool = pool_of(master, config("ann", "bob"))
    source = jobs(plan("ann", "bob", games=1000))
    pool.fill(lambda: next(source), 1000)
    pool.collect(0.1)
    master.plays = False
    pool.fill(lambda: next(source), 40)
    assert {len(message) for worker in master.started for message in worker.heard if isinstance(message, list)} <= {
        9,
        10,
    }
    pool.stop()


def test_a_game_of_programs_is_given_alone() -> None:
    master = Master()
    pool = pool_of(master, config("ann", "bob", programs=("ann",)))
    source = jobs(plan("ann", "bob", games=10))
    for _ in range(3):
        pool.fill(lambda: next(source), 10)
        assert [len(worker.heard) for worker in master.started if worker.heard] in ([2, 2], [1, 1], [1])
        pool.collect(0.1)
    assert {len(worker.given) for worker in master.started} <= {1, 2, 3}
    pool.stop()


def test_no_game_is_looked_for_before_there_is_a_worker_for_it() -> None:
    """So the second game of a deal is scheduled when the first has ended, and may tell the seed."""
    master = Master()
    made = plan("a", "b", games=4)
    last: dict[int, bool] = {}
    with pool_of(master, config("a", "b", programs=("a",)), 1) as pool:
        source = jobs(made)

        def next_job() -> Job | None:
            job = next(source, None)
            if job is not None:
                last[job.scheduled.number] = job.scheduled.last
            return job

        for _ in range(4):
            pool.fill(next_job, 10**6)
            for game in pool.collect(0.1):
                made.schedule.add(game.number, GameResult(game.scheduled.players, game.report.outcome))
    assert last == {1: False, 2: True, 3: False, 4: True}


def test_what_cannot_be_given_now_is_given_later() -> None:
    master = Master()
    pool = pool_of(master, config("ann", "bob", "cid", programs=("cid",)), 1)
    source = jobs(plan("ann", "bob", "cid"))
    pool.fill(lambda: next(source, None), 6)
    assert numbers(pool.collect(0.1)) == [1]
    master.plays = False
    pool.fill(lambda: next(source, None), 6)
    pool.collect(0)
    assert master.started[0].given == [1, 2]
    assert pool.lowest == 2
    master.started[0].say(Done(((2, report_of(2)),), 5 * MILLI))
    assert numbers(pool.collect(0.1)) == [2]
    # The third, that of a program, was taken from the schedule as company for the second, which it must not have.
    assert pool.lowest == 3
    master.plays = True
    assert numbers(play_all(pool, source)) == [3, 4, 5, 6]
    pool.stop()


# -- bots that do not start


def test_each_worker_tries_a_part_of_the_bots_and_all_failures_are_told_in_order() -> None:
    master = Master()
    master.failures = {3: "bot dee: exit status 3", 0: "bot ann: no cgpok", 2: "bot cid: it is missing"}
    pool = pool_of(master, config("ann", "bob", "cid", "dee"))
    with pytest.raises(StartupFailuresError) as caught:
        pool.try_bots()
    assert caught.value.lines == ("bot ann: no cgpok", "bot cid: it is missing", "bot dee: exit status 3")
    pool.stop()


def test_good_bots_are_tried_by_more_workers_than_there_are_bots() -> None:
    master = Master()
    pool = pool_of(master, config("ann", "bob"), workers=5)
    pool.try_bots()
    assert sorted(master.tried) == [0, 1]
    pool.stop()


# -- workers that die


def test_what_a_dead_worker_had_is_played_by_another() -> None:
    master = Master()
    master.dies_of = Counter({1: 1, 40: 2, 41: 1, 100: 1})
    pool = pool_of(master, config("ann", "bob"))
    assert numbers(play_all(pool, jobs(plan("ann", "bob", games=100)))) == list(range(1, 101))
    assert len(master.started) == 2 + 5
    assert sum(worker.reaped for worker in master.started) == 5
    pool.stop()
    assert all(worker.reaped for worker in master.started)


def test_after_a_death_it_shows_which_game_it_was() -> None:
    master = Master()
    master.dies_of = Counter({60: 100})
    pool = pool_of(master, config("ann", "bob"))
    with pytest.raises(WorkerError, match="game 60: the worker that played it has died 3 times: signal SIGKILL"):
        play_all(pool, jobs(plan("ann", "bob", games=100)))
    pool.stop()


def test_workers_that_die_without_a_game_are_not_started_for_ever() -> None:
    class Dying(Master):
        def answer(self, worker: FakeWorker, message: Message) -> Iterator[Message | None]:
            if isinstance(message, Assignment):
                yield None

    master = Dying()
    pool = pool_of(master, config("ann", "bob"))
    with pytest.raises(WorkerError, match="a worker without a game has died 3 times"):
        pool.try_bots()
    pool.stop()
    assert len(master.started) <= 5


def test_a_worker_that_dies_while_it_tries_bots_is_replaced() -> None:
    class OnceDying(Master):
        def answer(self, worker: FakeWorker, message: Message) -> Iterator[Message | None]:
            if worker.name == 0 and isinstance(message, Try):
                yield None
            else:
                yield from super().answer(worker, message)

    master = OnceDying()
    master.failures = {0: "bot ann: it does not start"}
    pool = pool_of(master, config("ann", "bob"))
    with pytest.raises(StartupFailuresError, match="bot ann"):
        pool.try_bots()
    pool.stop()


def test_trouble_ends_it() -> None:
    class Troubled(Master):
        def answer(self, worker: FakeWorker, message: Message) -> Iterator[Message | None]:
            if isinstance(message, list):
                yield Trouble("logs/000001-traffic.log: No space left on device")

    pool = pool_of(Troubled(), config("ann", "bob"))
    with pytest.raises(WorkerError, match=r"^logs/000001-traffic\.log: No space left on device$"):
        play_all(pool, jobs(plan("ann", "bob")))
    pool.stop()


def test_warnings_are_told_once_also_those_of_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    class Worried(Master):
        def answer(self, worker: FakeWorker, message: Message) -> Iterator[Message | None]:
            if isinstance(message, Assignment) and worker.name == 0:
                yield Warned("bot ann: its folder stays")
            yield from super().answer(worker, message)

        def last_words(self, worker: FakeWorker) -> list[Message]:
            return [Warned(f"bot bob: its folder stays ({worker.name})")]

    pool = pool_of(Worried(), config("ann", "bob"))
    assert len(play_all(pool, jobs(plan("ann", "bob", games=4)))) == 4
    pool.stop()
    told = capsys.readouterr().err.splitlines()
    assert [line.removeprefix("cardgames: ") for line in told] == [
        "bot ann: its folder stays",
        "bot bob: its folder stays (0)",
        "bot bob: its folder stays (1)",
    ]


# -- what the machine refuses


class Refusing(Master):
    """Games that are refused so many times, and bots that cannot be tried so many times."""

    def __init__(self, games: Counter[int], tries: int = 0) -> None:
        super().__init__()
        self.games = games
        self.tries = tries
        self.released = 0

    def answer(self, worker: FakeWorker, message: Message) -> Iterator[Message | None]:
        if isinstance(message, Release):
            self.released += 1
        if isinstance(message, Try) and self.tries:
            self.tries -= 1
            yield JobRefused(0, "no more processes")
        elif isinstance(message, list):
            for job in message:
                number = job.scheduled.number
                if self.games[number]:
                    self.games[number] -= 1
                    yield JobRefused(number, f"game {number}: no room")
                else:
                    yield Done(((number, report_of(number)),), MILLI)
        else:
            yield from super().answer(worker, message)


def patient(times: int = 2) -> Retries:
    return Retries((0,) * times)


def test_a_game_that_was_refused_is_played_later_and_once() -> None:
    master = Refusing(Counter({1: 2, 5: 1, 40: 2, 41: 2, 100: 1}))
    pool = WorkerPool(config("ann", "bob"), 2, start=master.start, retries=patient())
    pool.try_bots()
    assert numbers(play_all(pool, jobs(plan("ann", "bob", games=100)))) == list(range(1, 101))
    assert master.released == 8
    assert len(master.started) == 2
    pool.stop()


def test_one_that_is_refused_again_and_again_ends_it_and_no_other_is_lost() -> None:
    master = Refusing(Counter({3: 100}))
    pool = WorkerPool(config("ann", "bob"), 2, start=master.start, retries=patient())
    source = jobs(plan("ann", "bob", games=100))
    played: list[Played] = []

    def play() -> None:
        while True:
            pool.fill(lambda: next(source, None), 100)
            played.extend(pool.collect(0.1))

    with pytest.raises(RefusalError, match=r"^game 3: no room \(tried 3 times\)$"):
        play()
    played += pool.stop()
    given = {number for worker in master.started for number in worker.given}
    assert numbers(played) == sorted(given - {3})


def test_nothing_is_begun_while_it_is_waited_for_the_machine() -> None:
    time = [0.0]
    master = Refusing(Counter({1: 1}))
    pool = WorkerPool(config("ann", "bob"), 1, start=master.start, retries=Retries((10,), lambda: time[0]))
    source = jobs(plan("ann", "bob", games=4))
    pool.fill(lambda: next(source, None), 4)
    assert numbers(pool.collect(0.1)) == []
    given = list(master.started[0].given)
    for now in (1.0, 9.9):
        time[0] = now
        pool.fill(lambda: next(source, None), 4)
        pool.collect(0)
        assert master.started[0].given == given
        assert pool.lowest == 1
    time[0] = 10.0
    assert numbers(play_all(pool, source)) == [1, 2, 3, 4]
    pool.stop()


def test_bots_that_could_not_be_tried_are_tried_again() -> None:
    master = Refusing(Counter(), tries=2)
    master.failures = {1: "bot bob: exit status 3"}
    pool = WorkerPool(config("ann", "bob"), 2, start=master.start, retries=Retries((0, 0)))
    with pytest.raises(StartupFailuresError, match="bot bob"):
        pool.try_bots()
    pool.stop()
    master = Refusing(Counter(), tries=100)
    pool = WorkerPool(config("ann", "bob"), 2, start=master.start, retries=Retries((0,) * 100))
    with pytest.raises(RefusalError, match=r"no more processes \(tried 3 times\)"):
        pool.try_bots()
    pool.stop()


@pytest.mark.parametrize("dies_of", [Try, list])
def test_a_worker_that_cannot_be_replaced_at_once_is_replaced_later(dies_of: type) -> None:
    """Be it while bots are tried or in a game; the only worker at that."""

    class Dying(Master):
        refusals = 2

        def start(self) -> WorkerProcess:
            if self.started and self.refusals:
                self.refusals -= 1
                raise RefusalError("a worker could not be started: Cannot allocate memory")
            return super().start()

        def answer(self, worker: FakeWorker, message: Message) -> Iterator[Message | None]:
            if isinstance(message, dies_of) and worker.name == 0:
                yield None
            else:
                yield from super().answer(worker, message)

    master = Dying()
    pool = WorkerPool(config("ann", "bob"), 1, start=master.start, retries=patient())
    pool.try_bots()
    assert numbers(play_all(pool, jobs(plan("ann", "bob", games=10)))) == list(range(1, 11))
    assert len(master.started) == 2
    pool.stop()


def test_a_worker_that_dies_for_want_of_memory_is_waited_with() -> None:
    class Short(FakeWorker):
        def reap(self) -> str:
            super().reap()
            return "exit status 1; MemoryError"

    class Hungry(Master):
        def start(self) -> WorkerProcess:
            self.started.append(Short(self, len(self.started)))
            return self.started[-1]

    master = Hungry()
    master.dies_of = Counter({4: 4})
    pool = WorkerPool(config("ann", "bob"), 2, start=master.start, retries=patient(4))
    assert len(play_all(pool, jobs(plan("ann", "bob", games=10)))) == 10
    pool.stop()
    master.dies_of = Counter({4: 100})
    pool = WorkerPool(config("ann", "bob"), 2, start=master.start, retries=patient(4))
    with pytest.raises(RefusalError, match=r"for want of memory \(exit status 1; MemoryError\) \(tried 5 times\)"):
        play_all(pool, jobs(plan("ann", "bob", games=10)))
    pool.stop()


# -- the end


def test_a_stop_brings_in_what_had_ended() -> None:
    class Late(Master):
        def last_words(self, worker: FakeWorker) -> list[Message]:
            return [Done(((worker.given[0], report_of(worker.given[0])),), 5)]

    master = Late()
    master.plays = False
    pool = pool_of(master, config("ann", "bob"))
    source = jobs(plan("ann", "bob", games=20))
    pool.fill(lambda: next(source), 20)
    pool.collect(0)
    assert numbers(pool.stop()) == [1, 2]
    assert all(worker.stopped and worker.reaped for worker in master.started)
    assert pool.lowest is None
    assert pool.stop() == []


def test_leaving_it_stops_whoever_is_still_at_work() -> None:
    master = Master()
    with pool_of(master, config("ann", "bob")):
        pass
    assert all(worker.stopped and worker.reaped for worker in master.started)


def test_a_call_ends_all_waiting() -> None:
    awake, asleep = os.pipe()
    master = Master()
    master.plays = False
    pool = pool_of(master, config("ann", "bob"), wake=awake)
    source = jobs(plan("ann", "bob"))
    pool.fill(lambda: next(source, None), 2)
    os.write(asleep, b"!")
    assert pool.collect(1000) == []
    master.answer = lambda worker, message: iter(())  # type: ignore[method-assign]
    pool.try_bots()
    for worker in master.started:
        worker.finish = lambda: None  # type: ignore[method-assign]
    pool.finish()
    assert all(worker.reaped for worker in master.started)
    os.close(awake)
    os.close(asleep)


# -- processors


def test_processors_are_shared_out() -> None:
    assert shares([0, 1, 2, 3], 2) == [(0, 1), (2, 3)]
    assert shares([0, 1, 2], 2) == [(0,), (1, 2)]
    assert shares([4, 7], 2) == [(4,), (7,)]
    assert shares([4, 7], 5) == [(4,), (7,), (4,), (7,), (4,)]


def test_affinity_is_told_to_the_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3, 1}, raising=False)
    master = Master()
    pool = pool_of(master, config("ann", "bob")._replace(affinity=True))
    assert [worker.heard[0].cpus for worker in master.started if isinstance(worker.heard[0], Assignment)] == [
        (1,),
        (3,),
    ]
    pool.stop()
    monkeypatch.delattr(os, "sched_getaffinity")
    with pytest.raises(WorkerError, match="affinity: this system"):
        pool_of(master, config("ann", "bob")._replace(affinity=True))


def test_few_programs_are_kept_by_many_workers() -> None:
    for workers, kept in ((1, 40), (4, 10), (64, 2)):
        master = Master()
        pool = pool_of(master, config("ann", "bob"), workers)
        assert {worker.heard[0].kept for worker in master.started if isinstance(worker.heard[0], Assignment)} == {kept}
        pool.stop()


# -- real workers


def test_real_workers_play_and_end() -> None:
    """One is killed on the way; the games are those that would have been played anyway."""
    workers_started: list[WorkerProcess] = []

    def start() -> WorkerProcess:
        workers_started.append(WorkerProcess())
        return workers_started[-1]

    settings = config("ann", "bob")
    expected: dict[int, str] = {}
    for kills in (0, 1):
        workers_started.clear()
        pool = WorkerPool(settings, 2, start=start)
        pool.try_bots()
        source = jobs(plan("ann", "bob", games=40))
        played: list[Played] = []
        for _ in count():
            pool.fill(lambda source=source: next(source, None), 40)  # type: ignore[misc]
            if pool.lowest is None:
                break
            if kills and len(played) > 3:
                os.kill(workers_started[0].pid, 9)
                kills = 0
            played += pool.collect(60)
        pool.finish()
        found = {game.number: game.report.record for game in played}
        assert len(found) == len(played) == 40
        expected = expected or found
        assert found == expected
        for worker in workers_started:
            with pytest.raises(ProcessLookupError):
                os.kill(worker.pid, 0)
    assert len(workers_started) == 3


def test_a_real_worker_that_cannot_start_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardgames.tournament.run.worker_process._WORKERS", "cardgames.tournament.no_such")
    pool = WorkerPool(config("ann", "bob"), 1, start=WorkerProcess)
    with pytest.raises(
        WorkerError, match="a worker without a game has died 3 times: exit status 1; ModuleNotFoundError"
    ):
        pool.try_bots()
    pool.stop()


def test_a_worker_that_is_stopped_ends_by_itself() -> None:
    worker = WorkerProcess()
    worker.send(Assignment(config("ann", "bob")._replace(limits=Limits()), (), 2, None))
    worker.send(Try((0, 1)))
    assert worker.flush()
    answers: list[Message] = []
    os.set_blocking(worker.fileno(), True)
    while not answers:
        answers += worker.receive() or []
    assert answers == [Tried(())]
    worker.stop()
    assert worker.receive() is None
    assert worker.reap().startswith("exit status 0")


@pytest.mark.skipif(not ON_LINUX, reason="only Linux has /proc/PID/fd")
def test_nobody_can_open_what_leads_to_a_worker_while_it_is_still_to_hide() -> None:
    worker = WorkerProcess()
    try:
        while not (ends := [end for end in Path(f"/proc/{worker.pid}/fd").iterdir() if end.is_socket()]):
            time.sleep(0.001)
        for end in ends:
            with pytest.raises(OSError, match=r"No such device or address|Permission denied"):
                os.open(end, os.O_RDWR)
    finally:
        worker.finish()
        worker.reap()


def test_a_system_that_starts_no_more_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    master = Master()

    def start() -> WorkerProcess:
        if len(master.started) == 2:
            monkeypatch.setattr("cardgames.bots.isolation.fork_client.run", refuse)
            return WorkerProcess()
        return master.start()

    def refuse(*_: object, **__: object) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    with pytest.raises(RefusalError, match="a worker could not be started: Resource temporarily unavailable"):
        WorkerPool(config("ann", "bob"), 5, start=start)
    assert all(worker.stopped and worker.reaped for worker in master.started)
