"""What the referee costs: `cardgames bench referee`.

Two programs that answer at once play each other, so what a ply takes is the referee and the pipes. No runner can be
faster than the bare pipe, which is measured in the same minutes: a line to such a program and its answer. Where the
program runs on another processor than the referee, waking it is most of that; so everything is measured twice, with
the processors left to the system, and with all of it pinned to one.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from time import process_time_ns
from typing import Any, NamedTuple

from cardgames.bench.figures import Measurements, Signature, signature_problems
from cardgames.bench.instant import NoCompilerError, instant_bot
from cardgames.bench.load import raw_pipe
from cardgames.bench.report import BenchReport, BenchSettings
from cardgames.bots.limits import Limits
from cardgames.bots.open_seat import open_seat
from cardgames.bots.seat import Seat
from cardgames.bots.spec import BotSpec
from cardgames.cards.dealer import seed_of_text
from cardgames.games.registry import GAMES
from cardgames.table.game_setup import GameSetup, default_clock
from cardgames.table.referee import play_game

ROUNDS = 9
QUICK_ROUNDS = 1
UNPINNED, PINNED = "unpinned", "pinned"
_ROUND_TRIPS = 1000


class RefereeTask(NamedTuple):
    """What is played of one game in each round."""

    game: str
    rules: tuple[str, ...]
    games: int
    at_most: float | None
    """What a ply may cost, in us."""
    signature: str
    """Of so many games."""


TASKS = (
    RefereeTask("kroket", (), 100, 45, "cdf1318282b7bd45"),
    RefereeTask("crapette", ("maxturns=20",), 2, 60, "22e8c331cc945e76"),
    RefereeTask("spit", ("maxrounds=1",), 24, None, "df706ebe5eebd1ef"),
)


class RefereeFindings(NamedTuple):
    """What was measured in one way of using the processors."""

    measured: Measurements
    """`pipe_us`, and `us_per_ply` and `own_us_per_ply` of each game, with its name before them."""
    plies: dict[str, int]
    """Of each game in a round."""
    signatures: dict[str, list[str]]
    """Of each game, round by round."""

    @classmethod
    def none(cls) -> "RefereeFindings":
        """Nothing measured yet."""
        return cls(Measurements(), {}, {task.game: [] for task in TASKS})


def bench_referee(settings: BenchSettings) -> BenchReport:
    """Measures pipe and games in turn, round after round, unpinned and pinned."""
    rounds = QUICK_ROUNDS if settings.quick else ROUNDS
    try:
        with instant_bot() as command:
            found = _measure(settings, command, rounds)
    except NoCompilerError as error:
        note = f"referee: nothing was measured, {error}"
        return BenchReport((), (), {"missing": str(error)}, notes=[note])
    problems = []
    for task in TASKS:
        signatures = [signature for findings in found.values() for signature in findings.signatures[task.game]]
        # The same games are to be equal, however many they were.
        expected = task.signature if settings.games in {None, task.games} else signatures[0]
        problems += signature_problems(task.game, signatures, expected)
    notes = [] if PINNED in found else ["referee: on this system processors cannot be chosen"]
    return BenchReport(_header(found), _rows(found), _figures(found), problems, notes, _LEGEND)


def _measure(settings: BenchSettings, command: tuple[str, ...], rounds: int) -> dict[str, RefereeFindings]:
    """By way of using the processors."""
    found = {UNPINNED: RefereeFindings.none()}
    cpus: dict[str, tuple[int, ...]] = {UNPINNED: ()}
    if hasattr(os, "sched_setaffinity"):
        found[PINNED] = RefereeFindings.none()
        cpus[PINNED] = (max(os.sched_getaffinity(0)),)
    with ExitStack() as stack:
        seats = {way: [_open(stack, command, number, cpus[way]) for number in range(2)] for way in found}
        for number in range(1, rounds + 1):
            settings.say(f"referee: round {number} of {rounds}")
            for way, findings in found.items():
                with _keeping_to(cpus[way]):
                    _measure_once(settings, command, seats[way], findings)
    return found


def _open(stack: ExitStack, command: tuple[str, ...], number: int, cpus: tuple[int, ...]) -> Seat:
    seat = open_seat(BotSpec(f"instant {number}", command), Limits(cpus=cpus))
    stack.callback(seat.close)
    return seat


@contextmanager
def _keeping_to(cpus: tuple[int, ...]) -> Iterator[None]:
    """Keeps this process, and what it starts, to these processors; empty for all that it may use."""
    if not cpus:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cpus)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _measure_once(
    settings: BenchSettings, command: tuple[str, ...], seats: Sequence[Seat], findings: RefereeFindings
) -> None:
    pipe = raw_pipe(_ROUND_TRIPS // 10 if settings.quick else _ROUND_TRIPS, command)
    findings.measured.add(pipe_us=pipe.micros)
    for task in TASKS:
        _round(task, seats, settings.games or task.games, findings)


def _round(task: RefereeTask, seats: Sequence[Seat], games: int, findings: RefereeFindings) -> None:
    game = GAMES[task.game]
    rules = game.rules(task.rules)
    signature = Signature()
    plies = micros = 0
    began = process_time_ns()
    for number in range(games):
        report = play_game(seats, GameSetup(game, rules, seed_of_text(f"bench {number}"), default_clock(game)))
        signature.add_game(report)
        plies += report.plies
        micros += report.micros
    own_us = (process_time_ns() - began) / 1000
    findings.measured.add(**{f"{task.game}_us_per_ply": micros / plies, f"{task.game}_own_us_per_ply": own_us / plies})
    findings.plies[task.game] = plies
    findings.signatures[task.game].append(signature.text())


# -- the report

_LEGEND = (
    "us a ply: by the clock, from a game's first `go` to its last answer. own: what",
    "the referee itself computes, with the deal, start and record of every game.",
    "pinned: referee and bots on one processor. unpinned: where the system puts them;",
    "if on another processor, waking a bot is most of a round trip.",
)


def _header(found: dict[str, RefereeFindings]) -> tuple[str, ...]:
    titles = [cell for way in found for cell in (way, "quartiles")]
    return ("figure", *titles, "at most")


def _rows(found: dict[str, RefereeFindings]) -> tuple[tuple[str, ...], ...]:
    def row(title: str, name: str, bound: float | None = None) -> tuple[str, ...]:
        cells = [cell for findings in found.values() for cell in findings.measured.figure(name).cells()]
        return title, *cells, "" if bound is None else f"{bound:g}"

    rows = [row("bare pipe: us a round trip", "pipe_us")]
    for task in TASKS:
        rows.append(row(f"{task.game}: us a ply", f"{task.game}_us_per_ply", task.at_most))
        rows.append(row(f"{task.game}: own us a ply", f"{task.game}_own_us_per_ply"))
    first = next(iter(found.values()))
    for task in TASKS:
        cells = (str(first.plies[task.game]), first.signatures[task.game][0])
        rows.append((f"{task.game}: plies, signature", *cells, *("",) * (len(rows[0]) - 3)))
    return tuple(rows)


def _figures(found: dict[str, RefereeFindings]) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    for way, findings in found.items():
        figures[way] = {"pipe_us": findings.measured.figure("pipe_us").as_object()}
        for task in TASKS:
            names = ("us_per_ply", "own_us_per_ply")
            figures[way][task.game] = {
                **{name: findings.measured.figure(f"{task.game}_{name}").as_object() for name in names},
                "plies": findings.plies[task.game],
                "signature": findings.signatures[task.game][0],
            }
    return figures
