"""`cardgames bench`: its parts, and what the clock's part finds."""

import json

import pytest

from cardgames.bench.clock import Share
from cardgames.bench.load import busy_processes, raw_pipe
from cardgames.bench.registry import BENCH_PARTS, BenchPart
from cardgames.bench.report import BenchReport, BenchSettings
from tests.cli.shell import Shell


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


def test_a_share_and_its_tolerance() -> None:
    share = Share(400, 212.5)
    assert share.part == pytest.approx(0.53125)
    assert share.tolerance == pytest.approx(0.075)


def test_the_pipe_and_busy_processes() -> None:
    with busy_processes(1):
        pipe = raw_pipe(round_trips=20)
    assert 0 < pipe.micros <= pipe.p99_micros


def test_the_clocks_part(shell: Shell) -> None:
    """Real bots, one round on each clock: what is found is of the right kind, however fast the machine is."""
    answer = shell("bench", "clock", "--games", "1", "--json")
    assert answer.status == 0, answer
    told = json.loads(answer.out)["clock"]
    assert told["problems"] == []
    for load in ("idle", "busy"):
        figures = told[load]
        assert 0 < figures["stamp_us"]["p50"] <= figures["stamp_us"]["p99"] <= figures["stamp_us"]["max"]
        assert figures["stamp_us"]["answers"] > 10
        assert figures["pipe_us"] > 0
        assert figures["virtual_plies_per_s"]["median"] > 0
        for clock in ("wall", "virtual"):
            assert figures[f"{clock}_share"]["games"] == 1
            assert figures[f"{clock}_share"]["seat0"] in (0, 0.5, 1)
    assert told["idle"]["virtual_signature"] == told["busy"]["virtual_signature"]


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> list[BenchSettings]:
    """A part that costs nothing, with a problem if it plays 13 games."""
    told: list[BenchSettings] = []

    def run(settings: BenchSettings) -> BenchReport:
        told.append(settings)
        problems = ["made-up: another signature"] if settings.games == 13 else []
        legend = ["speed: the less the better"] if settings.quick else []
        return BenchReport(("figure", "value"), (("speed", "3 us"),), {"speed_us": 3}, problems, legend=legend)

    class MadeUp(BenchPart):
        def run(self, settings: BenchSettings) -> BenchReport:
            return run(settings)

    monkeypatch.setitem(BENCH_PARTS, "made-up", MadeUp("made-up", "nothing at all"))
    return told


def test_parts_are_named_on_the_command_line(made_up: list[BenchSettings], shell: Shell) -> None:
    answer = shell("bench", "made-up", "--games", "12")
    assert answer.status == 0
    machine, _, rest = answer.out.partition("\n\n")
    assert machine.startswith("Python 3.")
    assert rest == "made-up: nothing at all\n\nfigure  value\nspeed    3 us\n\n"
    assert [settings.games for settings in made_up] == [12]


def test_a_person_is_told_what_the_figures_mean(made_up: list[BenchSettings], shell: Shell) -> None:
    answer = shell("bench", "made-up", "--quick")
    assert answer.out.endswith("\nfigure  value\nspeed    3 us\n\nspeed: the less the better\n\n")
    told = json.loads(shell("bench", "made-up", "--quick", "--json").out)["made-up"]
    assert told == {"speed_us": 3, "notes": [], "problems": []}


def test_a_problem_is_a_failure(made_up: list[BenchSettings], shell: Shell) -> None:
    answer = shell("bench", "made-up", "--games", "13")
    assert answer.status == 1
    assert "FAILED  made-up: another signature\n" in answer.out
    answer = shell("bench", "made-up", "--games", "13", "--json")
    told = json.loads(answer.out)["made-up"]
    assert (told["speed_us"], told["problems"]) == (3, ["made-up: another signature"])
    assert answer.status == 1


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["clok"], "no part 'clok'; did you mean clock?"),
        (["clock", "--games", "0"], "--games"),
        (["rules", "start", "--games", "5"], "--games 5: start plays none, leave it out"),
    ],
)
def test_what_cannot_be_measured(args: list[str], complaint: str, shell: Shell) -> None:
    answer = shell("bench", *args)
    assert answer.status == 2
    assert complaint in answer.complaint
