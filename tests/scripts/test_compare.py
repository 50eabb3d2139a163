"""The comparison with others: it runs with what is installed of them, and every round is the same work."""

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from compare import OTHERS, Played, Subject, other_work, played, subjects

from cardgames.bench.instant import COMPILERS

SCRIPT = Path(__file__).parents[2] / "scripts" / "compare" / "compare.py"
INSTALLED = [name for name in OTHERS if find_spec(name)]


def test_it_runs_and_says_what_it_leaves_out() -> None:
    command = [sys.executable, str(SCRIPT), "--quick"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stderr
    names = ["cardgames crapette", "cardgames spit", "cardgames kroket"]
    if any(map(shutil.which, COMPILERS)):
        names.append("bare pipe, a round trip")
    for name in names:
        assert f"\n| {name} | " in run.stdout
    for module, package in OTHERS.items():
        assert (f"{package} is not installed: it is left out" in run.stderr) == (module not in INSTALLED)


@pytest.mark.parametrize("subject", subjects(INSTALLED), ids=lambda subject: subject.name)
def test_every_round_is_the_same_work(subject: Subject) -> None:
    few = subject._replace(games=2)
    assert played(few).moves == played(few).moves > 0


def test_other_work_is_found_out() -> None:
    rounds = {"a": [Played(5, 1), Played(5, 2)], "b": [Played(5, 1), Played(6, 1)]}
    assert other_work(rounds) == ["b"]
    assert rounds["a"][1].move_us == 0.0004
