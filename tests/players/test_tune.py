"""The tuning script: it runs, it repeats itself, and it tells what it was asked for."""

import subprocess
import sys
from pathlib import Path

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


def test_a_test_that_there_is_not() -> None:
    run = tune("kroket", "--sprt", "elo0=0")
    assert run.returncode == 2
    assert "elo1 is missing" in run.stderr


def test_weights_that_there_are_not() -> None:
    run = tune("kroket", "--only", "courage")
    assert run.returncode == 1
    assert run.stderr.startswith("no weights courage; there are knock_told, ")
