"""A worker's bots and games, without processes: who is started, kept and ended when, and when games are told."""

import errno
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from cardgames.bots.faults import Fault, Termination
from cardgames.bots.isolation.machine_refusals import RefusalError
from cardgames.bots.log_buffer import LogBuffer
from cardgames.bots.program_seat import ProgramSeat
from cardgames.bots.seat import Seat
from cardgames.table.game_setup import GameSetup
from cardgames.table.referee import GameReport
from cardgames.tournament.config.config import Config
from cardgames.tournament.config.settings import FRESH
from cardgames.tournament.job import Job
from cardgames.tournament.plan import make_plan
from cardgames.tournament.run.logs import LogError
from cardgames.tournament.run.messages import Assignment, Done, Failure, JobRefused, Message, Release, Tried, Try
from cardgames.tournament.run.worker import StoppedError, Worker
from tests.tournament.run.pools import OUTCOME, FakeSeat, ListedInbox, config, jobs

MILLI = 1_000_000


class Shop:
    """A worker, what it does, and a clock that moves only when a game is played."""

    def __init__(self, settings: Config, *, kept: int = 64, logs: Path | None = None, game_ms: int = 1) -> None:
        self.log: list[str] = []
        self.sent: list[Message] = []
        self.time = 0
        self.game_ms = game_ms
        self.faults: tuple[Fault, ...] = ()
        self.config = settings
        self.worker = Worker(
            Assignment(settings, (), kept, None if logs is None else str(logs)),
            new_seat=lambda spec, limits: FakeSeat(spec, limits, self.log),
            play=self.play,
            now=lambda: self.time,
        )

    def play(self, seats: Sequence[Seat], setup: GameSetup, **more: Any) -> GameReport:
        self.log.append(" - ".join(seat.spec.name for seat in seats))
        self.time += self.game_ms * MILLI
        if "traffic" in more:
            more["traffic"]("0.000001 > 0 isready\n")
        return GameReport(OUTCOME, self.faults, 3, 30, dict(setup.tags)["Round"])

    def serve(self, *messages: Message) -> None:
        self.worker.serve(ListedInbox(*messages), self.sent.append)

    def jobs(self) -> list[Job]:
        return list(jobs(make_plan(self.config)))

    def told(self) -> list[list[int]]:
        """The numbers of the games, message by message."""
        return [[number for number, _ in message.games] for message in self.sent if isinstance(message, Done)]


def test_bots_are_tried_and_those_that_do_not_start_are_told() -> None:
    shop = Shop(config("ann", "bad1", "bob", "bad2"))
    shop.serve(Try((0, 1, 3)))
    failures = (Failure(1, "bot bad1: exit status 3"), Failure(3, "bot bad2: exit status 3"))
    assert shop.sent == [Tried(failures)]
    assert shop.log == ["make ann", "ready ann", "make bad1", "make bad2"]


def test_a_bot_is_made_once_and_ended_at_the_end() -> None:
    shop = Shop(config("ann", "bob", "cid", programs=("ann", "bob", "cid")))
    shop.serve(Try((0,)), shop.jobs())
    assert shop.log == [
        *("make ann", "ready ann", "make bob", "ann - bob", "bob - ann"),
        *("make cid", "ann - cid", "cid - ann", "bob - cid", "cid - bob"),
    ]
    shop.worker.close()
    assert sorted(shop.log[-3:]) == ["close ann", "close bob", "close cid"]
    shop.worker.drop()
    assert not any(line.startswith("drop") for line in shop.log)


def test_of_many_bots_those_that_were_not_used_for_the_longest_time_are_ended() -> None:
    shop = Shop(config("ann", "bob", "cid", "dee", programs=("ann", "bob", "cid", "dee")), kept=2)
    shop.serve(shop.jobs())
    assert shop.log[:12] == [
        *("make ann", "make bob", "ann - bob", "bob - ann"),
        *("close bob", "make cid", "ann - cid", "cid - ann"),
        *("close cid", "make dee", "ann - dee", "dee - ann"),
    ]
    shop.worker.drop()
    assert sum(line.startswith("make") for line in shop.log) == sum(
        line.startswith(("close", "drop")) for line in shop.log
    )


def test_a_bot_that_is_to_be_fresh_is_made_for_each_game() -> None:
    shop = Shop(config("ann", "bob", programs=("ann", "bob"), restart=FRESH))
    shop.serve(Try((0, 1)), shop.jobs())
    shop.worker.close()
    # Both are ended at once, in any order.
    verbs = " ".join(line.split()[0] for line in shop.log)
    assert verbs == "make ready make ready close close make make ann close close make make bob close close"


def test_quick_games_are_told_together_and_long_ones_at_once() -> None:
    quick = Shop(config("ann", "bob", games=200), game_ms=1)
    quick.serve(quick.jobs())
    assert [len(games) for games in quick.told()] == [100, 100]
    slow = Shop(config("ann", "bob", games=6), game_ms=70)
    slow.serve(slow.jobs())
    assert slow.told() == [[1], [2], [3], [4], [5], [6]]
    assert {message.longest_ns for message in slow.sent if isinstance(message, Done)} == {70 * MILLI}


def test_games_of_programs_are_told_at_once() -> None:
    shop = Shop(config("ann", "bob", games=4, programs=("bob",)))
    shop.serve(shop.jobs())
    assert shop.told() == [[1], [2], [3], [4]]


def test_what_has_ended_is_told_before_the_worker_waits() -> None:
    shop = Shop(config("ann", "bob", games=6))
    given = shop.jobs()
    shop.serve(given[:2], given[2:])
    assert shop.told() == [[1, 2, 3, 4, 5, 6]]
    shop.serve(given[:1])
    shop.serve(given[1:2])
    assert shop.told()[1:] == [[1], [2]]


def test_a_stop_is_no_end_of_the_worker_but_of_its_bots() -> None:
    shop = Shop(config("ann", "bob", programs=("ann", "bob")))

    def stop(*_: object) -> GameReport:
        raise StoppedError

    shop.worker._play = stop
    with pytest.raises(StoppedError):
        shop.serve(shop.jobs())
    shop.worker.drop()
    assert sorted(shop.log[-2:]) == ["drop ann", "drop bob"]
    assert not shop.sent


def test_a_message_that_is_not_for_a_worker() -> None:
    with pytest.raises(TypeError, match="Tried"):
        Shop(config("ann", "bob")).serve(Tried(()))


# -- what the machine refuses


def refusing(shop: Shop, error: Exception, number: int) -> None:
    """Game `number` is refused once."""
    play = shop.worker._play

    def refuse(seats: Sequence[Seat], setup: GameSetup, **more: Any) -> GameReport:
        if dict(setup.tags)["Round"].endswith(f".{number}"):
            shop.worker._play = play
            raise error
        return play(seats, setup, **more)

    shop.worker._play = refuse


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (RefusalError("bot ann: its keeper could not be started"), "bot ann: its keeper could not be started"),
        (MemoryError(), "game 2 could not be played: Cannot allocate memory; "),
        (OSError(errno.EMFILE, "x"), "game 2 could not be played: Too many open files; "),
    ],
)
def test_a_game_that_the_machine_refuses_is_not_played(error: Exception, told: str) -> None:
    """It is told, the bots are ended for what they hold, and the worker goes on."""
    shop = Shop(config("ann", "bob", games=4, programs=("ann", "bob")))
    refusing(shop, error, 2)
    given = shop.jobs()
    shop.serve(given)
    assert shop.told() == [[1], [3], [4]]
    (refused,) = [message for message in shop.sent if isinstance(message, JobRefused)]
    assert refused.number == 2
    assert refused.message.startswith(told)
    assert {line for line in shop.log if line.startswith("drop")} == {"drop ann", "drop bob"}
    shop.serve([given[1]])
    assert shop.told()[-1] == [2]


def test_what_is_no_refusal_is_an_error_as_ever() -> None:
    shop = Shop(config("ann", "bob"))
    refusing(shop, FileNotFoundError(errno.ENOENT, "x"), 1)
    with pytest.raises(FileNotFoundError):
        shop.serve(shop.jobs())


def test_bots_that_the_machine_does_not_start_are_not_told_as_failing(monkeypatch: pytest.MonkeyPatch) -> None:
    shop = Shop(config("ann", "bob", programs=("ann", "bob")))

    def ready(self: FakeSeat, game: object) -> None:
        raise RefusalError("no more processes")

    with monkeypatch.context() as patch:
        patch.setattr(FakeSeat, "ready", ready)
        shop.serve(Try((0, 1)))
    assert shop.sent == [JobRefused(0, "no more processes")]
    shop.serve(Try((0, 1)))
    assert shop.sent[1:] == [Tried(())]


def test_bots_that_are_only_kept_are_ended_when_that_is_asked() -> None:
    shop = Shop(config("ann", "bob", programs=("ann", "bob")))
    shop.serve(shop.jobs(), Release(), shop.jobs())
    assert [sum(line == f"{what} ann" for line in shop.log) for what in ("make", "close")] == [2, 1]


def test_bots_are_ended_also_where_no_thread_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    shop = Shop(config("ann", "bob", programs=("ann", "bob")))
    shop.serve(shop.jobs())

    def start(self: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("threading.Thread.start", start)
    shop.worker.close()
    assert sorted(shop.log[-2:]) == ["close ann", "close bob"]


# -- logs


def test_what_was_said_is_logged_game_by_game(tmp_path: Path) -> None:
    shop = Shop(config("ann", "bob")._replace(log_traffic=True), logs=tmp_path)
    (tmp_path / "000002-traffic.log").write_text("of a run that was broken off")
    shop.serve(shop.jobs())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["000001-traffic.log", "000002-traffic.log"]
    head, *lines = (tmp_path / "000002-traffic.log").read_text().splitlines()
    assert head.startswith("game 2 of kroket, 2")
    assert lines == ["seat 0: bob", "seat 1: ann", "0.000001 > 0 isready"]
    assert (tmp_path / "000002-traffic.log").stat().st_mode & 0o777 == 0o600


def test_without_a_folder_nothing_is_logged(tmp_path: Path) -> None:
    shop = Shop(config("ann", "bob")._replace(log_traffic=True))
    shop.serve(shop.jobs())
    assert not any(tmp_path.iterdir())


def test_what_a_bot_at_fault_said_last_is_kept(tmp_path: Path) -> None:
    shop = Shop(config("ann", "bob", programs=("bob",)), logs=tmp_path)
    shop.faults = (Fault(1, Termination.CRASH, "exit status 3"),)

    def seat(name: str) -> Callable[..., Seat]:
        def make(spec: Any, limits: Any) -> Seat:
            if not spec.command:
                return FakeSeat(spec, limits, shop.log)
            made = ProgramSeat(spec, limits)
            made.log = LogBuffer(1000)
            made.log.add(b"oops: \xff\n")
            return made

        return make

    shop.worker._new_seat = seat("bob")
    shop.serve(shop.jobs()[:1])
    assert [path.name for path in tmp_path.iterdir()] == ["000001-seat1.log"]
    text = (tmp_path / "000001-seat1.log").read_text()
    assert text == "game 1, bob, seat 1, crash: exit status 3\n\noops: \\xff\n"


def test_a_log_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    shop = Shop(config("ann", "bob")._replace(log_traffic=True), logs=tmp_path / "nowhere")
    with pytest.raises(LogError, match=r"nowhere/000001-traffic\.log: No such file or directory"):
        shop.serve(shop.jobs())
