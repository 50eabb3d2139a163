"""The real wires, over pipes of which the test holds both ends: nothing here waits for another process."""

import os
import select
from collections.abc import Iterator
from time import monotonic_ns

import pytest

from cardgames.bots.faults import Termination
from cardgames.bots.log_buffer import LogBuffer
from cardgames.bots.wires import MILLI, Channel, PipeWires, WireFault

LIMIT = 200_000


class Bot:
    """The far ends of a bot's three pipes."""

    def __init__(self) -> None:
        self.stdin, near_stdin = os.pipe()
        near_stdout, self.stdout = os.pipe()
        near_stderr, self.stderr = os.pipe()
        self.near = (near_stdin, near_stdout, near_stderr)
        for descriptor in (*self.near, self.stdin):
            os.set_blocking(descriptor, False)
        self.channel = Channel(near_stdin, near_stdout, near_stderr, LogBuffer(1000), LIMIT)

    def close(self) -> None:
        for descriptor in (self.stdin, self.stdout, self.stderr, *self.near):
            try:
                os.close(descriptor)
            except OSError:
                assert descriptor in (self.stdin, self.stdout, self.stderr)


@pytest.fixture
def bots() -> Iterator[list[Bot]]:
    made = [Bot(), Bot()]
    yield made
    for bot in made:
        bot.close()


@pytest.fixture
def wires(bots: list[Bot]) -> PipeWires:
    return PipeWires([bots[0].channel, None, bots[1].channel])


def whats(wires: PipeWires, seats: int) -> list[tuple[int, str | WireFault]]:
    """What is there already, without its time."""
    return [(seat, what) for seat, what, _ in wires.wait(0, seats)]


def test_lines_come_whole_in_whatever_pieces(wires: PipeWires, bots: list[Bot]) -> None:
    os.write(bots[0].stdout, b"bestmove ")
    assert whats(wires, 1) == []
    assert bots[0].channel.half_line == 9
    os.write(bots[0].stdout, b"take 1\r\nreadyok\nho")
    assert whats(wires, 1) == [(0, "bestmove take 1"), (0, "readyok")]
    os.write(bots[0].stdout, b"p\n")
    assert whats(wires, 1) == [(0, "hop")]


def test_only_the_seats_that_are_waited_for_are_read(wires: PipeWires, bots: list[Bot]) -> None:
    """A bot that nobody has asked anything fills its own pipe, and no memory here."""
    os.set_blocking(bots[1].stdout, False)
    while select.select([], [bots[1].stdout], [], 0)[1]:
        os.write(bots[1].stdout, b"spam\n" * 800)
    assert whats(wires, 1) == []
    assert bots[1].channel.taken == 0
    os.write(bots[0].stdout, b"a\n")
    assert whats(wires, 1) == [(0, "a")]
    assert len(whats(wires, 4)) > 800


def test_both_seats_in_one_wake_up_have_one_time(wires: PipeWires, bots: list[Bot]) -> None:
    before = wires.now()
    os.write(bots[1].stdout, b"c\n")
    os.write(bots[0].stdout, b"a\nb\n")
    arrivals = wires.wait(before + 10_000 * MILLI, 5)
    assert sorted((seat, str(what)) for seat, what, _ in arrivals) == [(0, "a"), (0, "b"), (2, "c")]
    times = {at for _, _, at in arrivals}
    assert len(times) == 1
    assert before <= times.pop() <= wires.now()


@pytest.mark.parametrize("micros", [0, 10, 300, 999, 1000, 3300])
@pytest.mark.parametrize("selectable", [1024, 0])
def test_the_wait_ends_at_its_time(
    wires: PipeWires, micros: int, selectable: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in the middle of a millisecond, and where select(2) cannot be asked."""
    monkeypatch.setattr("cardgames.bots.wires._SELECTABLE", selectable)
    until = wires.now() + micros * 1000
    assert wires.wait(until, 5) == []
    assert wires.now() >= until


def test_what_comes_in_the_last_part_of_a_millisecond_is_not_missed(wires: PipeWires, bots: list[Bot]) -> None:
    os.write(bots[0].stdout, b"a\n")
    assert [what for _, what, _ in wires.wait(wires.now() + 900_000, 1)] == ["a"]


def test_no_more_is_taken_from_a_seat_at_a_time_than_is_asked_for(bots: list[Bot]) -> None:
    """Both seats have something each time, whatever one of them says."""
    wires = PipeWires([bots[0].channel, bots[1].channel], chunk=10)
    os.write(bots[0].stdout, b"1234\n" * 5)
    os.write(bots[1].stdout, b"abcd\n")
    assert sorted(whats(wires, 3)) == [(0, "1234"), (0, "1234"), (1, "abcd")]
    assert whats(wires, 3) == [(0, "1234"), (0, "1234")]
    assert whats(wires, 3) == [(0, "1234")]


def test_stderr_goes_to_the_log_and_moves_no_deadline(wires: PipeWires, bots: list[Bot]) -> None:
    os.write(bots[0].stderr, b"warning\n")
    os.write(bots[1].stderr, b"x" * 5000)
    until = wires.now() + 3 * MILLI
    assert wires.wait(until, 1) == []
    assert wires.now() >= until
    assert bots[0].channel.log.text() == "warning\n"
    assert bots[1].channel.log.total == 5000


def test_a_closed_stderr_wakes_nobody(wires: PipeWires, bots: list[Bot]) -> None:
    os.close(bots[0].stderr)
    assert whats(wires, 1) == []
    assert not bots[0].channel.log_is_open
    os.write(bots[0].stdout, b"still here\n")
    assert whats(wires, 1) == [(0, "still here")]


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"caf\xc3\xa9\n", Termination.PROTOCOL),
        (b"x" * 65_537, Termination.FLOOD),
        (b"x" * 70_000 + b"\n", Termination.FLOOD),
    ],
)
def test_what_is_no_line_is_a_fault(wires: PipeWires, bots: list[Bot], data: bytes, kind: Termination) -> None:
    found = []
    for at in range(0, len(data), 10_000):
        os.write(bots[0].stdout, data[at : at + 10_000])
        found += whats(wires, 1)
    assert [what.kind for _, what in found if isinstance(what, WireFault)] == [kind]


def test_too_many_bytes_for_one_message_are_a_flood(wires: PipeWires, bots: list[Bot]) -> None:
    """A new message begins a new count."""
    line = b"info string %s\n" % (b"spam" * 39)
    kinds: list[Termination] = []
    for total in range(0, LIMIT + 40_000, 34_000):
        if total == 34_000 * 3:
            wires.send(0, "ping 1\n")
        os.write(bots[0].stdout, line * 200)
        kinds += [what.kind for _, what in whats(wires, 1) if isinstance(what, WireFault)]
    assert kinds == []
    for _ in range(2):
        os.write(bots[0].stdout, line * 200)
        kinds += [what.kind for _, what in whats(wires, 1) if isinstance(what, WireFault)]
    assert kinds[0] == Termination.FLOOD


def test_the_end_of_the_output(wires: PipeWires, bots: list[Bot]) -> None:
    os.write(bots[0].stdout, b"last\nhalf")
    os.close(bots[0].stdout)
    assert whats(wires, 1) == [(0, "last")]
    assert whats(wires, 1) == [(0, WireFault(Termination.CRASH, "its output ended"))]


def test_what_a_pipe_has_no_room_for_follows_later(wires: PipeWires, bots: list[Bot]) -> None:
    """More than a pipe holds, to a bot that reads late: not a byte is lost and nothing blocks."""
    lines = [f"event {number} 0 take 7h\n" for number in range(20_000)]
    for line in lines:
        wires.send(0, line)
    assert bots[0].channel.unsent
    got = b""
    while len(got) < sum(map(len, lines)):
        got += os.read(bots[0].stdin, 65_536)
        assert wires.wait(0, 1) == []
    assert got == "".join(lines).encode()
    assert not bots[0].channel.unsent


def test_a_bot_that_reads_nothing_is_not_written_to_for_ever(wires: PipeWires) -> None:
    for _ in range(20):
        wires.send(0, "x" * 65_000 + "\n")
    ((seat, what),) = whats(wires, 1)
    assert seat == 0
    assert isinstance(what, WireFault)
    assert what.kind == Termination.STALL


def test_a_bot_that_has_closed_its_input_breaks_nothing(wires: PipeWires, bots: list[Bot]) -> None:
    os.close(bots[0].stdin)
    wires.send(0, "go 1 moves take\n")
    os.write(bots[0].stdout, b"bestmove take\n")
    assert whats(wires, 1) == [(0, "bestmove take")]


def test_discard(wires: PipeWires, bots: list[Bot]) -> None:
    wires.discard(0)
    os.write(bots[0].stdout, b"bestmove old\n" * 1000)
    wires.discard(0)
    os.write(bots[0].stdout, b"bestmove new\n")
    assert whats(wires, 1) == [(0, "bestmove new")]
    os.close(bots[0].stdout)
    wires.discard(0)
    assert len(whats(wires, 1)) == 1


class Stopping:
    """A clock that jumps while somebody sleeps, once for each of `jumps` (how many ns), and else goes as ever."""

    def __init__(self, *jumps: int) -> None:
        self.jumps = list(jumps)
        self.looks = 0
        self.ahead = 0

    def __call__(self) -> int:
        self.looks += 1
        # The first look is before all sleep, each other one behind some.
        if self.looks > 1 and self.jumps:
            self.ahead += self.jumps.pop(0)
        return monotonic_ns() + self.ahead


@pytest.mark.parametrize(
    ("jumps", "given_back"),
    [((60_000,), 60_000), ((600, 600), 1_200), ((100,), 0), ((0,), 0)],
    ids=["a minute", "twice", "a busy machine", "never"],
)
def test_time_for_which_the_process_was_stopped_is_nobodys(
    bots: list[Bot], jumps: tuple[int, ...], given_back: int
) -> None:
    """A bot that is asked has its time in full, however long the referee could not look."""
    clock = Stopping(*(jump * MILLI for jump in jumps))
    wires = PipeWires([bots[0].channel], clock=clock)
    until = monotonic_ns() + 150 * MILLI
    began = monotonic_ns()
    assert wires.wait(until, 1) == []
    slept = monotonic_ns() - began
    # Its own part of what it was given has passed.
    assert slept >= (150 - (100 if jumps == (100,) else 0)) * MILLI
    assert abs(clock() - wires.now() - given_back * MILLI) < 100 * MILLI


def test_an_answer_that_came_while_the_process_was_stopped_is_not_late(bots: list[Bot]) -> None:
    wires = PipeWires([bots[0].channel], clock=Stopping(60_000 * MILLI))
    os.write(bots[0].stdout, b"bestmove take\n")
    until = monotonic_ns() + 1_000 * MILLI
    ((_, what, at),) = wires.wait(until, 1)
    assert what == "bestmove take"
    assert at < until
