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


def test_weights_that_there_are_not() -> None:
    run = tune("kroket", "--only", "courage")
    assert run.returncode == 1
    assert run.stderr.startswith("no weights courage; there are knock_told, ")
