"""The parts of `cardgames bench`, each for as short as can be: the work is the right one, however fast it is done."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from cardgames.bench import instant as bench_instant
from cardgames.bench import memory as bench_memory
from cardgames.bench import referee as bench_referee
from cardgames.bench import rules as bench_rules
from cardgames.bench import start as bench_start
from cardgames.bench import workers as bench_workers
from cardgames.bench.load import Machine, this_machine
from cardgames.bench.registry import BENCH_PARTS
from cardgames.bench.report import BenchSettings
from cardgames.games.registry import GAMES
from cardgames.games.spit.rules.state import SpitState
from cardgames.rules.perft import perft
from tests.cli.shell import Shell

QUICK = BenchSettings(quick=True)
needs_compiler = pytest.mark.skipif(
    not any(map(shutil.which, bench_instant.COMPILERS)), reason="there is no C compiler on this machine"
)


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


def measured(shell: Shell, part: str) -> dict[str, Any]:
    """What a part tells programs; nothing was wrong."""
    answer = shell("bench", part, "--quick", "--json")
    told = json.loads(answer.out)
    assert told.keys() == {"machine", part}
    assert told[part]["problems"] == []
    assert answer.status == 0
    figures: dict[str, Any] = told[part]
    return figures


def is_figure(figure: dict[str, float]) -> bool:
    return 0 < figure["low"] <= figure["median"] <= figure["high"] and figure["samples"] >= 1


def test_every_part_is_in_the_help(shell: Shell) -> None:
    assert ", ".join(BENCH_PARTS) in " ".join(shell("bench", "--help").out.split())


# -- rules


def test_rules(shell: Shell) -> None:
    told = measured(shell, "rules")
    assert is_figure(told["bare_step_ns"])
    assert told["compiled"] == bench_rules.is_compiled()
    for task in bench_rules.TASKS:
        figures = told[task.game]
        assert (figures["signature"], figures["perft"], figures["games"]) == (task.signature, task.nodes, task.games)
        assert figures["moves"] > task.games
        assert all(is_figure(figures[name]) for name in ("us_per_move", "us_per_deal", "games_per_s", "nodes_per_s"))


def test_what_perft_counts_is_told_to_a_person_as_well(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_rules, "TASKS", bench_rules.TASKS[-1:])
    answer = shell("bench", "rules", "--quick", "--games", "1")
    assert "\nkroket: perft 8 = 83521, nodes a second " in answer.out
    assert max(map(len, answer.out.splitlines()[1:])) <= 80


def test_rules_that_do_something_else_are_found_out(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that is left out of a list shows in the signature and in perft, whatever it does for the speed."""
    legal = SpitState.legal

    def without_last_card(self: SpitState, seat: int) -> list[int]:
        moves = legal(self, seat)
        return [*moves[:-2], moves[-1]] if len(moves) > 2 else moves

    monkeypatch.setattr(bench_rules, "TASKS", [task for task in bench_rules.TASKS if task.game == "spit"])
    monkeypatch.setattr(SpitState, "legal", without_last_card)
    answer = shell("bench", "rules", "--quick")
    assert answer.status == 1
    assert "FAILED  spit: the signature is " in answer.out
    assert "FAILED  spit: perft 9 counts " in answer.out


def test_another_number_of_games_has_no_signature_to_be_compared_with() -> None:
    report = BENCH_PARTS["rules"].run(BenchSettings(games=1, quick=True))
    assert report.problems == []
    assert report.figures["kroket"]["games"] == 1
    assert report.figures["kroket"]["signature"] != bench_rules.TASKS[-1].signature


def test_rounds_that_differ_are_found_out_whatever_is_known_of_them() -> None:
    task = bench_rules.TASKS[-1]
    one = bench_rules.RulesWork(3, 20, "abc", task.nodes)
    (problem,) = bench_rules.problems_of(task, [one, one._replace(signature="xyz")])
    assert problem.startswith("kroket: the signature is xyz, abc was expected")


@pytest.mark.parametrize("task", bench_rules.TASKS, ids=lambda task: task.game)
def test_perft_is_of_the_deal_that_anybody_can_deal(task: bench_rules.RulesTask) -> None:
    game = GAMES[task.game]
    state = bench_rules.deal(game, game.rules(), 0)
    assert perft(state, task.depth) == task.nodes


# -- referee


@needs_compiler
def test_referee(shell: Shell) -> None:
    told = measured(shell, "referee")
    ways = [told[name] for name in ("unpinned", "pinned") if name in told]
    assert ways
    for way in ways:
        assert is_figure(way["pipe_us"])
        for game in GAMES:
            assert is_figure(way[game]["us_per_ply"])
            assert is_figure(way[game]["own_us_per_ply"])
            assert way[game]["plies"] > 1000
    if "pinned" not in told:
        assert told["notes"] == ["referee: on this system processors cannot be chosen"]


@needs_compiler
def test_referees_that_differ_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    task = bench_referee.TASKS[0]._replace(signature="0123456789abcdef")
    monkeypatch.setattr(bench_referee, "TASKS", [task])
    report = BENCH_PARTS["referee"].run(QUICK)
    (problem,) = report.problems
    assert problem.startswith("kroket: the signature is cdf1318282b7bd45, 0123456789abcdef was expected")
    assert BENCH_PARTS["referee"].run(BenchSettings(games=2, quick=True)).problems == []


@needs_compiler
def test_the_bot_is_gone_when_it_has_been_used() -> None:
    with bench_instant.instant_bot() as command:
        program = Path(command[0])
        assert program.exists()
    assert not program.parent.exists()


def test_without_a_compiler_one_line_says_so(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    answer = shell("bench", "referee", "--quick")
    assert answer.status == 0
    lines = answer.out.splitlines()
    assert "referee: nothing was measured, there is no C compiler (cc, gcc, clang)" in lines
    told = json.loads(shell("bench", "referee", "--quick", "--json").out)["referee"]
    assert told["missing"] == "there is no C compiler (cc, gcc, clang)"


@pytest.mark.parametrize(
    ("compiler", "reason"),
    [
        ("no-such-compiler", "CC=no-such-compiler is not there"),
        ("false", "false could not build instant.c: status 1"),
        ("sh -c 'echo_nothing'", "sh -c 'echo_nothing' could not build instant.c: "),
    ],
)
def test_a_compiler_that_cannot_be_used(compiler: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", compiler)
    (note,) = BENCH_PARTS["referee"].run(QUICK).notes
    assert note.startswith(f"referee: nothing was measured, {reason}")


# -- workers


def test_workers(shell: Shell) -> None:
    told = measured(shell, "workers")
    assert all(is_figure(told[name]) for name in ("games_per_s_1", "games_per_s_2", "ratio", "machine_ratio"))
    assert (told["games"], told["signature"]) == (bench_workers.QUICK_GAMES, bench_workers.QUICK_SIGNATURE)


def test_workers_play_every_deal_from_both_sides() -> None:
    report = BENCH_PARTS["workers"].run(BenchSettings(games=1, quick=True))
    assert report.figures["games"] == 2
    assert report.notes == ["workers: 2 games, not 1: every deal is played from both sides"]


def test_workers_that_play_something_else_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_workers, "PLAYER", "greedy")
    report = BENCH_PARTS["workers"].run(QUICK)
    (problem,) = report.problems
    assert problem.startswith("crapette between two greedy: the signature is ")


# -- start


def test_start(shell: Shell) -> None:
    told = measured(shell, "start")
    assert all(is_figure(told[f"{command.name}_ms"]) for command in bench_start.COMMANDS)


def test_a_command_that_says_something_else_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    silent = bench_start.StartCase("silent", "silence", ("-c", ""), "", "cgpok")
    monkeypatch.setattr(bench_start, "COMMANDS", [silent])
    report = BENCH_PARTS["start"].run(QUICK)
    assert report.problems == ["silence: 'cgpok' was expected, it wrote ''"]


# -- memory


def test_memory(shell: Shell) -> None:
    """870 games of 30 bots, all of them stored and counted."""
    figures = measured(shell, "memory")
    (run,), whole = figures["runs"], figures["processes"]
    assert run["games"] == run["counted"] == bench_memory.QUICK_GAMES
    assert 5_000_000 < run["peak_bytes"] < bench_memory.AT_MOST_MB * 1_000_000
    assert whole["games"] == 2 * (whole["bots"] - 1)
    # The runner alone takes more than the first; a keeper for each bot of each game, as big as a program of its own,
    # would take more than the second.
    assert whole["own_bytes"] is None or 10_000_000 < whole["own_bytes"] < 300_000_000


@pytest.mark.parametrize(("wanted", "played"), [(1, 870), (870, 870), (871, 1740), (100_000, 100_050)])
def test_a_tournament_of_so_many_games_or_a_few_more(wanted: int, played: int) -> None:
    assert bench_memory.games_in_all(wanted) == played


def test_a_short_tournament_is_measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(games: int) -> dict[str, Any]:
        return {"games": games, "counted": games, "peak_bytes": 1, "seconds": 1}

    monkeypatch.setattr(bench_memory, "_run", run)
    whole = {"bots": 40, "at_a_time": 20, "games": 78, "own_bytes": None, "seconds": 1}
    monkeypatch.setattr(bench_memory, "_run_processes", lambda: whole)
    report = BENCH_PARTS["memory"].run(BenchSettings(games=1))
    assert [each["games"] for each in report.figures["runs"]] == [870]
    note, unknown = report.notes
    assert unknown == "memory: what all processes take together is told to root only"
    assert note.startswith("memory: 870 games, not 1: each of 435 pairings plays as many")
    report = BENCH_PARTS["memory"].run(BenchSettings(games=1740))
    assert ([row[0] for row in report.rows], report.notes) == (["870 games: MB", "1740 games: MB"], [unknown])


def test_the_peak_is_that_of_this_process() -> None:
    before = bench_memory.peak_bytes()
    ballast = bytearray(before + 10_000_000)
    ballast[::4096] = b"x" * len(ballast[::4096])
    assert bench_memory.peak_bytes() > before + 5_000_000


# -- the machine


def test_the_machine_is_told(shell: Shell) -> None:
    machine = this_machine()
    assert machine.processors >= 1
    assert machine.text().startswith("Python 3.")


@pytest.mark.parametrize(
    ("machine", "text", "busy"),
    [
        (Machine("3.11.7", 2, 0.26), "Python 3.11.7, 2 processors, load 0.3", False),
        (Machine("3.14.0", 2, 2.5), "Python 3.14.0, 2 processors, load 2.5", True),
        (Machine("3.14.0", 8, None), "Python 3.14.0, 8 processors", False),
    ],
)
def test_a_machine_with_others_at_work_is_busy(machine: Machine, text: str, busy: bool) -> None:
    assert machine.text() == text
    assert machine.is_busy == busy
