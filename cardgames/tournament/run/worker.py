"""A worker: a process that plays one game after another, with bots of its own, and tells the runner how they went.

The runner starts it (worker_process.py). It ends when the runner closes its socket, on SIGTERM, and when the runner
has ended; its bots end with it.
"""

import os
import select
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from operator import methodcaller
from pathlib import Path
from time import monotonic_ns

from cardgames.bots.child import KEEPERS
from cardgames.bots.faults import StartupError
from cardgames.bots.isolation import fork_client as forks
from cardgames.bots.isolation.machine_refusals import RefusalError, refusal_of
from cardgames.bots.isolation.os_calls import wake_with_parent
from cardgames.bots.limits import Limits
from cardgames.bots.open_seat import open_seat
from cardgames.bots.program_seat import ProgramSeat
from cardgames.bots.seat import PlayerSeat, Seat
from cardgames.bots.spec import BotSpec
from cardgames.bots.warning import listen
from cardgames.games.registry import find_game
from cardgames.table.game_setup import GameSetup, default_clock
from cardgames.table.referee import GameReport, play_game
from cardgames.tournament.config.settings import FRESH
from cardgames.tournament.job import Job, setup_of
from cardgames.tournament.run.logs import LogError, fault_log, traffic_log
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
    Unpacker,
    Warned,
    packed,
)

_CHUNK = 65536
_WARM_PLIES = 20
_REPORT_NS = 100_000_000
"""The runner hears of a game that has ended this long after the last report at the latest."""
_CLOSE, _DROP = methodcaller("close"), methodcaller("drop")


class StoppedError(BaseException):
    """SIGTERM came: whatever is being played is dropped."""


class Worker:
    """The bots of one worker, and the games they play."""

    def __init__(
        self,
        assignment: Assignment,
        *,
        new_seat: Callable[[BotSpec, Limits], Seat] | None = None,
        play: Callable[..., GameReport] = play_game,
        now: Callable[[], int] = monotonic_ns,
    ) -> None:
        """A worker without any bot yet.

        Args:
            assignment: what is played.
            new_seat: makes a seat whose bot need not run yet.
            play: the referee.
            now: a clock that never goes back, in ns.
        """
        self._config = assignment.config
        self._limits = assignment.config.limits._replace(cpus=assignment.cpus)
        self._kept = assignment.kept
        self._logs = None if assignment.logs is None else Path(assignment.logs)
        self._new_seat = new_seat or _new_seat
        self._play = play
        self._now = now
        self._seats: dict[int, Seat] = {}
        """By player, the one that was used last at the end."""
        self._done: list[tuple[int, GameReport]] = []
        self._longest = 0
        self._reported_at = now()

    def serve(self, inbox: "Inbox", send: Callable[[Message], None]) -> None:
        """Does what the runner asks for, until there is no more."""
        for message in inbox:
            if isinstance(message, Try):
                send(self._try(message.players))
            elif isinstance(message, Release):
                self.close()
            elif isinstance(message, list):
                for job in message:
                    self._work(job, send)
            else:
                raise TypeError(f"a worker cannot do anything with a {type(message).__name__}")
            if self._done and not inbox.waiting:
                self._report(send)
        if self._done:
            self._report(send)

    def close(self) -> None:
        """Ends every bot, each in its own time, all at once."""
        self._end(list(self._seats), _CLOSE)

    def drop(self) -> None:
        """Ends every bot without patience."""
        self._end(list(self._seats), _DROP)

    # -- games

    def _try(self, players: Sequence[int]) -> Tried | JobRefused:
        failures = []
        for player in players:
            try:
                self._seat(player).ready(self._config.game)
            except StartupError as error:
                failures.append(Failure(player, str(error)))
            except (RefusalError, OSError, MemoryError) as error:
                return self._refused(0, error)
        self._end(self._fresh(players), _CLOSE)
        return Tried(tuple(failures))

    def _work(self, job: Job, send: Callable[[Message], None]) -> None:
        started = self._now()
        number = job.scheduled.number
        try:
            self._done.append((number, self._game(job)))
        except (RefusalError, OSError, MemoryError) as error:
            send(self._refused(number, error))
            return
        now = self._now()
        self._longest = max(self._longest, now - started)
        # A game is not to wait until another has been played, unless that takes next to no time.
        if self._has_programs(job) or now + self._longest - self._reported_at > _REPORT_NS:
            self._report(send)
        self._end(self._fresh(job.scheduled.players), _CLOSE)

    def _refused(self, number: int, error: Exception) -> JobRefused:
        """What the machine refused, if that it was. All bots are ended: what they hold may be what is wanting."""
        refusal = refusal_of(error, f"game {number} could not be played" if number else "the bots could not be tried")
        if refusal is None:
            raise error
        self.drop()
        return JobRefused(number, str(refusal))

    def _report(self, send: Callable[[Message], None]) -> None:
        send(Done(tuple(self._done), self._longest))
        self._done, self._longest, self._reported_at = [], 0, self._now()

    def _game(self, job: Job) -> GameReport:
        players, number = job.scheduled.players, job.scheduled.number
        seats = [self._seat(player) for player in players]
        setup = setup_of(self._config, job)
        report = self._refereed(seats, setup, number)
        if self._logs is not None:
            for fault in report.faults:
                fault_log(self._logs, number, fault, seats[fault.seat])
        return report

    def _refereed(self, seats: Sequence[Seat], setup: GameSetup, number: int) -> GameReport:
        if self._logs is None or not self._config.log_traffic:
            return self._play(seats, setup)
        with traffic_log(self._logs, number, setup, seats) as write:
            return self._play(seats, setup, traffic=write)

    # -- bots

    def _seat(self, player: int) -> Seat:
        seat = self._seats.pop(player, None)
        if seat is None:
            spare = len(self._seats) - self._kept + 1
            if spare > 0:
                self._end(list(self._seats)[:spare], _CLOSE)
            seat = self._new_seat(self._config.bots[player], self._limits)
        self._seats[player] = seat
        return seat

    def _fresh(self, players: Iterable[int]) -> list[int]:
        entrants = self._config.entrants
        return [player for player in players if entrants[player].restart == FRESH and player in self._seats]

    def _has_programs(self, job: Job) -> bool:
        return any(self._config.entrants[player].bot.command for player in job.scheduled.players)

    def _end(self, players: Sequence[int], end: Callable[[Seat], object]) -> None:
        """Ends bots, all at once: one that does not listen costs as much time as ten."""
        seats = [self._seats.pop(player) for player in players]
        if len(seats) == 1:
            end(seats[0])
            return
        programs = [seat for seat in seats if seat.spec.command]
        threads = [threading.Thread(target=end, args=(seat,)) for seat in programs]
        for thread, seat in zip(list(threads), programs, strict=True):
            try:
                thread.start()
            except RuntimeError:
                # There can be no more threads: one after another then.
                threads.remove(thread)
                end(seat)
        for thread in threads:
            thread.join()


def _new_seat(spec: BotSpec, limits: Limits) -> Seat:
    return ProgramSeat(spec, limits) if spec.command else open_seat(spec, limits)


class Inbox:
    """The runner's messages, read from a descriptor."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._unpacker = Unpacker()
        self._read: deque[Message] = deque()
        self._poll = select.poll()
        self._poll.register(descriptor, select.POLLIN)

    def __iter__(self) -> Iterator[Message]:
        """Each message, waiting for the next one, up to the last."""
        while True:
            while self._read:
                yield self._read.popleft()
            data = os.read(self._descriptor, _CHUNK)
            if not data:
                return
            self._read.extend(self._unpacker.feed(data))

    @property
    def waiting(self) -> bool:
        """Whether there is more at once."""
        return bool(self._read or self._poll.poll(0))


def main(keepers: int, descriptors: Sequence[int]) -> int:
    """Works for the runner, over stdin and stdout. It is called in a fork of a fork server.

    Args:
        keepers: the number of the process that forks the keepers.
        descriptors: the socket to it; none if the worker is to start one itself.

    Returns:
        The exit status.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGUSR1, _end_without_runner)
    wake_with_parent(os.getppid(), signal.SIGUSR1)
    forks.adopt()
    for descriptor in descriptors:
        forks.use(KEEPERS, forks.ForkServer.shared(keepers, descriptor))
    try:
        return _work()
    finally:
        forks.close()


def warm_up(game: str, _: object) -> None:
    """In the fork server: plays the beginning of a game, so that what that needs in memory is there once for all."""
    chosen = find_game(game)
    seats = [PlayerSeat(BotSpec(f"{seat}", player="random")) for seat in range(chosen.rules().players)]
    play_game(seats, GameSetup(chosen, chosen.rules(), bytes(32), default_clock(chosen), max_plies=_WARM_PLIES))


def _work() -> int:
    answers = os.dup(1)
    # Nothing that is printed gets among the answers.
    os.dup2(2, 1)
    inbox = Inbox(0)
    assignment = next(iter(inbox), None)
    if not isinstance(assignment, Assignment):
        return 0
    if assignment.cpus and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, assignment.cpus)
    os.environ.update(assignment.environment)
    worker = Worker(assignment)
    # Bots are ended in threads of their own: their warnings are sent from this one.
    warnings: deque[str] = deque()
    listen(warnings.append)
    signal.signal(signal.SIGTERM, _stop)

    def send_warnings() -> None:
        while warnings:
            _write(answers, packed(Warned(warnings.popleft())))

    def send(message: Message) -> None:
        send_warnings()
        _write(answers, packed(message))

    try:
        worker.serve(inbox, send)
    except (StoppedError, BrokenPipeError):
        worker.drop()
    except LogError as error:
        worker.drop()
        send(Trouble(str(error)))
    else:
        worker.close()
    with suppress(BrokenPipeError):
        send_warnings()
    return 0


def _write(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _stop(_number: int, _frame: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise StoppedError


def _end_without_runner(_number: int, _frame: object) -> None:
    """Its parent has ended: that was the runner, or a fork server that somebody has killed."""
    waiting = select.poll()
    waiting.register(0, select.POLLRDHUP)
    if waiting.poll(0):
        os.kill(os.getpid(), signal.SIGKILL)
