"""The examination of a bot, over wires whose bot is a function and whose clock stands still unless told otherwise."""

from collections.abc import Callable, Sequence
from random import Random

import pytest

from cardgames.bots.faults import Termination
from cardgames.bots.wires import MILLI, Arrival, WireFault, Wires
from cardgames.conformance.examination import Examination, ExamStep, StepTimes
from cardgames.games.registry import GAMES

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

    def worked(self) -> int:
        return 0

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

    def blurt(self, line: str) -> None:
        self._waiting.append((0, line, self.time))


class Program:
    """A bot that has been started, with what is known of its process."""

    def __init__(self, bot: Bot, delay: int = 0, *, ends: bool = True, orphans: int = 0, lazy: bool = False) -> None:
        self.wires: Wires = ScriptedWires(bot, delay)
        self.orphans: int | None = orphans
        self._ends = ends
        self._lazy = lazy

    def await_exit(self, millis: int) -> bool:
        return self._ends

    def close_input(self) -> None:
        if self._lazy:
            assert isinstance(self.wires, ScriptedWires)
            self.wires.blurt("cgpok 1")

    def last_words(self) -> str:
        return "exit status 3; stderr: boom"

    def kill(self) -> None:
        pass


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


def examine(bot: Bot, *games: str, delay: int = 0, answers: int = 60, **program: bool | int) -> list[ExamStep]:
    examination = Examination(
        lambda: Program(bot, delay, **program),  # type: ignore[arg-type]
        Random(1),
        games=[GAMES[name] for name in games],
        times=StepTimes(startup=5000, move=100, hasty=150),
        answers=answers,
    )
    return list(examination.steps())


def test_a_good_bot_passes_every_step() -> None:
    steps = examine(good_bot)
    assert [step.name for step in steps] == [
        "handshake",
        "options",
        "isready",
        "ping",
        "unknown commands",
        "carriage returns",
        "crapette: legal answers",
        "crapette: clocks",
        "spit: legal answers",
        "spit: clocks",
        "spit: rejected",
        "kroket: legal answers",
        "kroket: clocks",
        "isready while thinking",
        "stop",
        "newgame twice",
        "clean stdout",
        "quit",
        "no process left",
        "end of input",
    ]
    assert [step for step in steps if not step.passed] == []
    assert steps[6].detail.startswith("60 in 2 deals")


@pytest.mark.parametrize("delay", [100, 120])
def test_an_answer_within_the_time_and_the_margin_is_in_time(delay: int) -> None:
    assert [step for step in examine(good_bot, "kroket", delay=delay) if not step.passed] == []


@pytest.mark.parametrize(("delay", "passes"), [(100, True), (101, False)])
def test_in_spit_nothing_is_forgiven(delay: int, passes: bool) -> None:
    steps = {step.name: step.passed for step in examine(good_bot, "spit", delay=delay)}
    assert steps["spit: legal answers"] == passes


def spoken_to(*games: str, options: Sequence[tuple[str, str]] = (), answers: int = 300) -> list[str]:
    """What a good bot is told, with all that it is started for."""
    programs: list[Program] = []

    def start() -> Program:
        programs.append(Program(good_bot))
        return programs[-1]

    chosen = [GAMES[name] for name in games]
    examination = Examination(start, Random(1), games=chosen, options=options, answers=answers)
    assert [step for step in examination.steps() if not step.passed] == []
    lines: list[str] = []
    for program in programs:
        assert isinstance(program.wires, ScriptedWires)
        lines += program.wires.lines
    return lines


def test_games_are_played_from_every_seat_and_with_every_number_of_players() -> None:
    lines = spoken_to("kroket")
    seats = {tuple(line.split()[2:6]) for line in lines if line.startswith("newgame")}
    assert {(words[1], words[3]) for words in seats} >= {("0", "2"), ("1", "2"), ("0", "3"), ("2", "3"), ("3", "4")}
    assert sum(line.startswith("go ") for line in lines) > 300


def test_both_clocks_of_spit_and_both_of_the_games_with_turns() -> None:
    clocks = {line.split(" clock ")[1].split()[0] for line in spoken_to("spit", answers=3) if "newgame" in line}
    assert clocks == {"virtual", "wall"}
    told = {
        " ".join(line.split(" clock ")[1].split()[:2]) for line in spoken_to("crapette", answers=3) if "newgame" in line
    }
    assert told == {"turns movetime=1000", "turns movetime=300", "turns time=1500", "turns"}


def test_options_are_set_before_the_first_game() -> None:
    lines = spoken_to("kroket", options=[("Player", "greedy")], answers=1)
    assert lines[:2] == ["cgp 1", "setoption name Player value greedy"]


def test_a_bot_that_thinks_long_is_asked_less_often() -> None:
    steps = examine(good_bot, "kroket", delay=90, answers=10_000)
    told = next(step.detail for step in steps if step.name == "kroket: legal answers")
    assert 50 < int(told.split()[0]) < 250


def instead(word: str, *answers: str | WireFault) -> Bot:
    """The good bot, but for its answer to one command; `ID` in it becomes that of the `go`."""

    def bot(words: list[str]) -> Reply:
        if words[:1] != [word]:
            return good_bot(words)
        ident = words[1] if len(words) > 1 else ""
        return [answer.replace("ID", ident) if isinstance(answer, str) else answer for answer in answers]

    return bot


ENDED = WireFault(Termination.CRASH, "its output ended")


def without(*words: str) -> Bot:
    """The good bot, but it passes over these commands."""
    return lambda line: [] if line[:1] and line[0] in words else good_bot(line)


def stubborn(line: list[str]) -> Reply:
    """The good bot, but it answers a `go` only when that has a time for the move."""
    return [] if line[:1] == ["go"] and "movetime" not in line else good_bot(line)


@pytest.mark.parametrize(
    ("bot", "step", "words"),
    [
        (instead("cgp"), "handshake", ["no answer in time", "flushed", "expected cgpok 1", "came nothing"]),
        (instead("cgp", ENDED), "handshake", ["crash", "its output ended", "exit status 3", "boom"]),
        (instead("cgp", "cgpok 1"), "handshake", ["names no game", "games crapette spit kroket"]),
        (instead("cgp", "games spit", "cgpok 1"), "handshake", ["does not play kroket", "came games spit"]),
        (instead("cgp", "games chess", "cgpok 1"), "handshake", ["does not play kroket"]),
        (instead("cgp", "option nonsense", "games kroket", "cgpok 1"), "handshake", ["option nonsense"]),
        (instead("setoption", ENDED), "options", ["crash", "sent isready"]),
        (instead("isready"), "options", ["no answer in time", "sent isready", "expected readyok"]),
        (instead("isready", "ready"), "options", ["no answer in time", "came ready"]),
        (instead("ping", "pong 8"), "ping", ["another number", "expected pong 7", "came pong 8"]),
        (instead("ping"), "ping", ["no answer in time", "sent ping 7"]),
        (instead("xyzzy", "error", ENDED), "unknown commands", ["crash"]),
        (instead("xyzzy", "bestmove draw"), "unknown commands", ["nothing was asked", "came bestmove draw"]),
        (instead("stop", "bestmove draw"), "unknown commands", ["nothing was asked", "came bestmove draw"]),
        (instead("go"), "kroket: legal answers", ["no answer in time", "sent go 1 movetime 100 moves take"]),
        (instead("go", "bestmove 9z ID"), "kroket: legal answers", ["9z", "came bestmove 9z 1"]),
        (instead("go", "bestmove"), "kroket: legal answers", ["bestmove MOVE", "came bestmove"]),
        (instead("go", "bestmove 1 ID"), "kroket: legal answers", ["the move is not legal", "came bestmove 1 1"]),
        (instead("go", "bestmove take 99"), "kroket: legal answers", ["no answer in time", "came bestmove take 99"]),
        (instead("go", ENDED), "kroket: legal answers", ["crash", "exit status 3; stderr: boom"]),
        (stubborn, "kroket: clocks", ["no answer in time", "sent go", "time0 750 time1 750"]),
        (instead("gameover", "good game"), "clean stdout", ["stdout belongs to the protocol", "came good game"]),
    ],
)
def test_a_fault_is_found_at_its_step(bot: Bot, step: str, words: list[str]) -> None:
    steps = examine(bot, "kroket")
    failed = next(step for step in steps if not step.passed)
    assert failed.name == step
    told = f"{failed.detail} sent {failed.sent} came {failed.came} expected {failed.expected}"
    for word in words:
        assert word in told


@pytest.mark.parametrize("delay", [121, 4000])
def test_an_answer_after_the_time_is_too_late(delay: int) -> None:
    failed = next(step for step in examine(good_bot, "kroket", delay=delay) if not step.passed)
    assert failed.name == "kroket: legal answers"
    assert "no answer in time" in failed.detail


def test_a_bot_that_does_not_flush_is_told_so() -> None:
    (step,) = examine(without("cgp"), "kroket", lazy=True)
    assert "stdout is not flushed: its lines came only when its input ended" in step.detail


def test_after_a_failure_the_program_is_started_anew_and_the_rest_is_tried() -> None:
    steps = examine(instead("go", ENDED), "spit", "kroket")
    failed = [step.name for step in steps if not step.passed]
    assert failed[0] == "spit: legal answers"
    assert set(failed) >= {"kroket: legal answers", "stop", "newgame twice"}
    assert [step.passed for step in steps[-4:]] == [True] * 4


def test_a_program_that_does_not_start_again_ends_the_examination() -> None:
    started: list[None] = []

    def start() -> Program:
        started.append(None)
        return Program(instead("ping") if len(started) == 1 else without("cgp"))

    steps = list(Examination(start, Random(1), games=[GAMES["kroket"]]).steps())
    assert [(step.name, step.passed) for step in steps[-2:]] == [("ping", False), ("start once more", False)]


def test_a_program_that_does_not_quit() -> None:
    steps = {step.name: step for step in examine(good_bot, "kroket", ends=False)}
    assert steps["quit"] == ExamStep(
        "quit", False, "the program goes on running", "quit", "no end", "its end within 2000 ms"
    )
    assert steps["no process left"].detail == "not looked at: the program has not ended by itself"
    assert not steps["end of input"].passed
    assert "without a runner" in steps["end of input"].detail


def test_a_program_that_leaves_others_behind() -> None:
    failed = [step for step in examine(good_bot, "kroket", orphans=2) if not step.passed]
    assert [(step.name, step.came) for step in failed] == [("no process left", "2 that run on")]


def test_answers_to_an_older_go_are_passed_over() -> None:
    def bot(words: list[str]) -> Reply:
        return ["bestmove knock 0", *good_bot(words)] if words[:1] == ["go"] else good_bot(words)

    assert [step for step in examine(bot) if not step.passed] == []
