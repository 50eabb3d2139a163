"""The wires of a table with people: who is asked when, what comes back, and whose time stands still."""

import os
from collections.abc import Callable, Iterable, Iterator
from time import monotonic_ns

import pytest

from cardgames.bots.faults import Termination
from cardgames.bots.wires import MILLI, WireFault
from cardgames.casual.console import Console, Reply, TakeBack
from cardgames.casual.console_wires import ConsoleWires, PausableTime, PersonChannel
from cardgames.games.registry import find_game
from cardgames.rules import Outcome

SPIT = find_game("spit")
THREE_LEFT = SPIT.parse_move("3L")


class Spoken(Console):
    """A console in a test: answers as it is told to.

    Attributes:
        replies: what is said at each `ask`, one after the other.
        log: what it was asked and told.
        asking: called at each `ask`.
    """

    def __init__(self, *replies: Reply) -> None:
        self.replies = list(replies)
        self.log: list[object] = []
        self.asking: Callable[[], None] = lambda: None

    def begin(self) -> None: ...

    def ask(self, seat: int) -> Iterable[Reply]:
        self.log.append(f"ask {seat}")
        self.asking()
        return [self.replies.pop(0)]

    def rejected(self, seat: int, move: str, reason: str) -> None:
        self.log.append((seat, move, reason))

    def observe(self) -> None: ...

    def taken_back(self) -> None: ...

    def end(self, outcome: Outcome) -> None: ...


class Typed(Spoken):
    """A console with a keyboard: each line that is typed is a move, or a request."""

    def __init__(self) -> None:
        super().__init__()
        self.keyboard, self._write_end = os.pipe()

    def press(self, keys: str) -> None:
        os.write(self._write_end, keys.encode())

    def ask(self, seat: int) -> Iterable[Reply]:
        self.log.append(f"ask {seat}")
        early, self.replies = self.replies, []
        return early

    def hear(self, seat: int, *, asked: bool) -> Iterator[Reply]:
        assert self.keyboard is not None
        keys = os.read(self.keyboard, 100).decode()
        self.log.append((seat, keys, asked))
        if keys == "x":
            raise KeyboardInterrupt
        for line in keys.split("\r")[:-1]:
            yield TakeBack(1) if line == "undo" else SPIT.parse_move(line)

    def close(self) -> None:
        assert self.keyboard is not None
        os.close(self.keyboard)
        os.close(self._write_end)


@pytest.fixture
def typed() -> Iterator[Typed]:
    console = Typed()
    yield console
    console.close()


def channel(console: Console, seat: int = 0) -> PersonChannel:
    return PersonChannel(console, SPIT, seat)


def later() -> int:
    return monotonic_ns() + 60_000 * MILLI


ENDED = WireFault(Termination.WITHDRAWN, "a person wants something else than to move")


def test_a_person_is_ready_at_once() -> None:
    console = Spoken()
    wires = ConsoleWires([None, channel(console, 1)])
    wires.send(1, "newgame spit seat 1 players 2\nisready\n")
    ((seat, what, _),) = wires.wait(later(), 2)
    assert (seat, what, console.log) == (1, "readyok", [])


def test_the_game_waits_at_each_question_and_no_time_passes() -> None:
    console = Spoken(THREE_LEFT)
    passed = [0]
    console.asking = lambda: passed.__setitem__(0, 3_600_000 * MILLI)
    wires = ConsoleWires([channel(console), None], PausableTime(lambda: passed[0]))
    wires.send(0, "position spit ...\ngo 7 movetime 1 moves 3L wait\n")
    assert wires.wait(MILLI, 1) == [(0, "bestmove 3L 7", 0)]
    assert (console.log, wires.now()) == (["ask 0"], 0)


def test_an_answer_is_in_time_whatever_the_machine_does() -> None:
    """A `go` with 1 ms: the processor may be somewhere else before the person is asked."""
    time = [0]
    wires = ConsoleWires([channel(Spoken(THREE_LEFT)), None], PausableTime(lambda: time[0]))
    wires.send(0, "go 1 moves 3L\n")
    time[0] = 500 * MILLI
    assert wires.wait(MILLI, 1) == [(0, "bestmove 3L 1", MILLI)]


def test_people_who_are_asked_at_once_are_all_heard() -> None:
    console = Spoken(THREE_LEFT, SPIT.parse_move("wait"))
    wires = ConsoleWires([channel(console, 0), channel(console, 1)])
    wires.send(0, "go 4 moves 3L\n")
    wires.send(1, "go 9 moves wait\n")
    assert [(seat, what) for seat, what, _ in wires.wait(later(), 3)] == [(0, "bestmove 3L 4"), (1, "bestmove wait 9")]


def test_a_request_ends_the_waiting_for_all() -> None:
    console = Spoken(TakeBack(2))
    first, second = channel(console, 0), channel(console, 1)
    wires = ConsoleWires([first, second])
    wires.send(0, "go 4 moves 3L\n")
    wires.send(1, "go 9 moves wait\n")
    assert [(seat, what) for seat, what, _ in wires.wait(later(), 3)] == [(0, ENDED), (1, ENDED)]
    assert (first.request, second.request, console.log) == (TakeBack(2), None, ["ask 0"])


def test_no_player_of_this_process_is_short_of_time() -> None:
    assert ConsoleWires([None, None]).worked() == 0


# With a keyboard


def test_keys_become_an_answer(typed: Typed) -> None:
    wires = ConsoleWires([channel(typed), None])
    wires.send(0, "position spit ...\ngo 7 moves 3L\n")
    typed.press("3L\r")
    assert wires.wait(later(), 1)[0][:2] == (0, "bestmove 3L 7")
    assert typed.log == ["ask 0", (0, "3L\r", True)]


def test_keys_are_taken_while_there_is_nothing_to_choose(typed: Typed) -> None:
    wires = ConsoleWires([channel(typed), None])
    wires.send(0, "position spit ...\ngo 7 moves 3L\n")
    wires.send(0, "position spit ...\n")
    typed.press("3")
    assert wires.wait(wires.now() + 50 * MILLI, 1) == []
    assert (0, "3", False) in typed.log


def test_what_was_typed_before_the_question_answers_it(typed: Typed) -> None:
    typed.replies = [THREE_LEFT]
    wires = ConsoleWires([None, channel(typed, 1)])
    wires.send(1, "go 3 moves 3L\n")
    assert wires.wait(later(), 2)[0][:2] == (1, "bestmove 3L 3")


def test_a_typed_request_ends_the_waiting_and_what_follows_is_not_heard(typed: Typed) -> None:
    person = channel(typed)
    wires = ConsoleWires([person, None])
    wires.send(0, "go 7 moves 3L\n")
    typed.press("3L\rundo\r3R\r")
    assert [what for _, what, _ in wires.wait(later(), 1)] == ["bestmove 3L 7", ENDED]
    assert person.request == TakeBack(1)


def test_ctrl_c_ends_the_waiting(typed: Typed) -> None:
    wires = ConsoleWires([channel(typed), None])
    typed.press("x")
    with pytest.raises(KeyboardInterrupt):
        wires.wait(later(), 1)


def test_a_late_move_is_told_the_console(typed: Typed) -> None:
    ConsoleWires([channel(typed), None]).send(0, "rejected 7 3L S5: no; event 12 came first\n")
    assert typed.log == [(0, "3L", "S5: no; event 12 came first")]


def test_time_stands_still() -> None:
    now = [0]
    time = PausableTime(lambda: now[0])
    with time.paused():
        now[0] = 5
        with time.paused():
            now[0] = 9
        now[0] = 10
    now[0] = 12
    assert time() == 2
