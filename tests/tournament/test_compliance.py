"""The examination of a bot, over wires whose bot is a function and whose clock stands still unless told otherwise."""

from collections.abc import Callable
from random import Random

import pytest

from cardgames.games import GAMES
from cardgames.table.faults import Termination
from cardgames.table.wires import MILLI, Arrival, WireFault, Wires
from cardgames.tournament.compliance import Budget, Examination, Step

Reply = list[str | WireFault]
Bot = Callable[[list[str]], Reply]


class ScriptedWires(Wires):
    """One bot, asked line by line (as words); what it answers is there `delay` ms later."""

    def __init__(self, bot: Bot, delay: int = 0) -> None:
        self.time = 0
        self.lines: list[str] = []
        self._bot = bot
        self._delay = delay * MILLI
        self._waiting: list[Arrival] = []

    def now(self) -> int:
        return self.time

    def send(self, seat: int, text: str) -> None:
        assert seat == 0
        assert text.endswith("\n")
        for line in text.splitlines():
            self.lines.append(line)
            self._waiting += [(0, reply, self.time + self._delay) for reply in self._bot(line.split())]

    def wait(self, until: int, seats: int) -> list[Arrival]:
        assert seats == 1
        due = [arrival for arrival in self._waiting if arrival[2] <= until]
        self._waiting = self._waiting[len(due) :]
        self.time = max([self.time, *(at for _, _, at in due)]) if due else until
        return due

    def discard(self, seat: int) -> None:
        self._waiting.clear()


class Program:
    def __init__(self, ends: bool = True) -> None:
        self._ends = ends

    def await_exit(self, millis: int) -> bool:
        return self._ends

    def last_words(self) -> str:
        return "exit status 3; stderr: boom"


def good_bot(words: list[str]) -> Reply:
    match words:
        case ["cgp", *_]:
            return ["id name good", "games crapette spit kroket", "cgpok 1"]
        case ["isready"]:
            return ["readyok"]
        case ["ping", number]:
            return [f"pong {number}"]
        case ["go", ident, *rest]:
            return ["info depth 1", f"bestmove {rest[-1]} {ident}"]
    return []


def examine(bot: Bot, *games: str, delay: int = 0, ends: bool = True, answers: int = 60) -> list[Step]:
    examination = Examination(
        ScriptedWires(bot, delay),
        Program(ends),
        Random(1),
        games=[GAMES[name] for name in games],
        budget=Budget(startup=5000, move=100),
        answers=answers,
    )
    return list(examination.steps())


def test_a_good_bot_passes_every_step() -> None:
    steps = examine(good_bot)
    assert [step.name for step in steps] == [
        "handshake",
        "isready",
        "crapette: legal answers",
        "spit: legal answers",
        "kroket: legal answers",
        "unknown command",
        "ping",
        "quit",
    ]
    assert all(step.passed for step in steps)
    assert steps[2].detail.startswith("60 in 2 deals")


@pytest.mark.parametrize("delay", [100, 120])
def test_an_answer_within_the_time_and_the_margin_is_in_time(delay: int) -> None:
    assert all(step.passed for step in examine(good_bot, "kroket", delay=delay))


def test_games_are_played_from_every_seat_and_with_every_number_of_players() -> None:
    wires = ScriptedWires(good_bot)
    list(Examination(wires, Program(), Random(1), games=[GAMES["kroket"]]).steps())
    seats = {tuple(line.split()[2:6]) for line in wires.lines if line.startswith("newgame")}
    assert {(words[1], words[3]) for words in seats} >= {("0", "2"), ("1", "2"), ("0", "3"), ("2", "3"), ("3", "4")}
    assert sum(line.startswith("go ") for line in wires.lines) == 300


def test_options_are_set_before_the_first_game() -> None:
    wires = ScriptedWires(good_bot)
    list(Examination(wires, Program(), Random(1), options=[("Player", "greedy")], answers=1).steps())
    assert wires.lines[:3] == ["cgp 1", "setoption name Player value greedy", "isready"]


def instead(word: str, *answers: str | WireFault) -> Bot:
    """The good bot, but for its answer to one command; `ID` in it becomes that of the `go`."""

    def bot(words: list[str]) -> Reply:
        if words[:1] != [word]:
            return good_bot(words)
        ident = words[1] if len(words) > 1 else ""
        return [answer.replace("ID", ident) if isinstance(answer, str) else answer for answer in answers]

    return bot


ENDED = WireFault(Termination.CRASH, "its output ended")


@pytest.mark.parametrize(
    ("bot", "step", "words"),
    [
        (instead("cgp"), "handshake", ["no answer in time", "flushed", "expected cgpok 1", "came nothing"]),
        (instead("cgp", ENDED), "handshake", ["crash", "its output ended", "exit status 3", "boom"]),
        (instead("cgp", "cgpok 1"), "handshake", ["names no game", "games crapette spit kroket"]),
        (instead("cgp", "games spit", "cgpok 1"), "handshake", ["does not play kroket", "came games spit"]),
        (instead("cgp", "games chess", "cgpok 1"), "handshake", ["does not play kroket"]),
        (instead("cgp", "option nonsense", "games kroket", "cgpok 1"), "handshake", ["option nonsense"]),
        (instead("isready"), "isready", ["no answer in time", "sent isready", "expected readyok"]),
        (instead("isready", "ready"), "isready", ["no answer in time", "came ready"]),
        (instead("go"), "kroket: legal answers", ["no answer in time", "sent go 1 movetime 100 moves take"]),
        (instead("go", "bestmove 9z ID"), "kroket: legal answers", ["9z", "came bestmove 9z 1"]),
        (instead("go", "bestmove"), "kroket: legal answers", ["bestmove MOVE", "came bestmove"]),
        (instead("go", "bestmove 1 ID"), "kroket: legal answers", ["the move is not legal", "came bestmove 1 1"]),
        (instead("go", "bestmove take 99"), "kroket: legal answers", ["no answer in time", "came bestmove take 99"]),
        (instead("go", ENDED), "kroket: legal answers", ["crash", "exit status 3; stderr: boom"]),
        (instead("xyzzy", "error", ENDED), "unknown command", ["crash"]),
        (instead("ping", "pong 8"), "ping", ["another number", "expected pong 7", "came pong 8"]),
    ],
)
def test_a_fault_is_found_at_its_step(bot: Bot, step: str, words: list[str]) -> None:
    steps = examine(bot, "kroket")
    failed = next(step for step in steps if not step.passed)
    assert failed.name == step
    told = f"{failed.detail} sent {failed.sent} came {failed.came} expected {failed.expected}"
    for word in words:
        assert word in told


@pytest.mark.parametrize("delay", [121, 5000])
def test_an_answer_after_the_time_is_too_late(delay: int) -> None:
    failed = next(step for step in examine(good_bot, "kroket", delay=delay) if not step.passed)
    assert failed.name == "kroket: legal answers"
    assert "no answer in time" in failed.detail


def test_after_a_crash_nothing_more_is_tried() -> None:
    assert [step.name for step in examine(instead("go", ENDED), "spit", "kroket")] == [
        "handshake",
        "isready",
        "spit: legal answers",
    ]


def test_after_another_failure_the_rest_is_tried() -> None:
    steps = examine(instead("go", "bestmove nonsense ID"), "spit", "kroket")
    assert [step.passed for step in steps] == [True, True, False, False, True, True, True]


def test_a_program_that_does_not_quit() -> None:
    assert examine(good_bot, "kroket", ends=False)[-1] == Step(
        "quit", False, "the program goes on running", "quit", "no end", "its end within 2000 ms"
    )


def test_answers_to_an_older_go_are_passed_over() -> None:
    def bot(words: list[str]) -> Reply:
        return ["bestmove knock 0", *good_bot(words)] if words[:1] == ["go"] else good_bot(words)

    assert all(step.passed for step in examine(bot))
