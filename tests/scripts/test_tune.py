"""The tuning script: it runs, it repeats itself, and it tells what it was asked for."""

import subprocess
import sys
from pathlib import Path

import pytest
from tune import main

SCRIPT = Path(__file__).parents[2] / "scripts" / "tune.py"


def tune(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_the_same_seed_tunes_to_the_same_weights() -> None:
    arguments = ("kroket", "--rounds", "3", "--deals", "2", "--only", "sure", "stay_lead.1", "--confirm", "2")
    runs = [tune(*arguments, "--seed", "5") for _ in range(2)]
    assert [run.returncode for run in runs] == [0, 0], runs[0].stderr
    assert runs[0].stdout == runs[1].stdout
    lines = runs[0].stdout.splitlines()
    assert any(line.startswith("sure = (0.") for line in lines)
    assert lines[-1].endswith("of the points against the weights before, 4 games")


def test_the_gain_of_learning_by_a_test_that_ends_when_it_is_clear() -> None:
    run = tune("kroket", "--confirm", "400", "--unlearnt", "--sprt", "elo0=-200,elo1=-100", "--seed", "5")
    assert run.returncode == 0, run.stderr
    last = run.stdout.splitlines()[-1]
    assert " of the points against what it knew before it had learnt, " in last
    assert last.endswith("(-2.94, 2.94): accept H1")


def test_any_number_of_workers_finds_the_same() -> None:
    arguments = (
        "kroket",
        "--nodes",
        "4",
        "--confirm",
        "24",
        "--against",
        "greedy,expert:Skill=5,Nodes=4",
        "--seed",
        "5",
    )
    sprt = ("--sprt", "elo0=-200,elo1=-60,alpha=0.2,beta=0.2")
    runs = [tune(*arguments, *sprt, "--workers", workers) for workers in ("1", "3")]
    assert [run.returncode for run in runs] == [0, 0], runs[1].stderr
    assert runs[0].stdout == runs[1].stdout
    last = runs[0].stdout.splitlines()[-1]
    assert " against expert:Skill=5,Nodes=4, " in last
    assert " 48 games" not in last


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("", "there is nothing to do: --rounds N, --confirm N or both were expected"),
        ("--confirm 1 --sprt elo0=0", "elo1 is missing"),
        ("--rounds 1 --sprt elo0=0,elo1=5", "--sprt is for --confirm N, which is not there"),
        ("--rounds 1 --unlearnt", "--unlearnt is for --confirm N"),
        ("--rounds 1 --workers 2", "--workers is for --confirm N"),
        ("--confirm 1 --only sure", "--only is for --rounds N"),
        ("--confirm 1 --step 0.1", "--step is for --rounds N"),
        ("--confirm 1 --unlearnt --against greedy", "--unlearnt and --against: one of the two was expected"),
        ("--rounds 1 --step nan", "'nan': a number above 0 was expected"),
        ("--rounds 1 --gain inf", "'inf': a number above 0 was expected"),
        ("--rounds 1 --gain 0", "'0': a number above 0 was expected"),
        ("--confirm 1 --workers 0", "a whole number from 1 on was expected"),
        ("--confirm 1 --rule foo=1", "no such rule"),
        ("--confirm 1 --rule players=4", "--rule players=4: two players were expected"),
        ("--confirm 1 --against foo", "no player 'foo'"),
        ("--confirm 1 --against greedy,expert:Skill=5,Nodes=x", "Nodes"),
        ("--rounds 1 --only courage", "--only: no weights courage; there are knock_opponent, "),
    ],
)
def test_what_cannot_be_tuned(
    arguments: str, complaint: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["tune.py", "kroket", *arguments.split()])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert complaint in told.err.splitlines()[-1]
