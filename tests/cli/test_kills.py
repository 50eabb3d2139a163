"""Whoever is killed, and when: after each death all that a folder says agrees, and the end is that of a run left alone.

`python -m tests.cli.kills` is the long run.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.kills import SCENARIOS, Scenario, Trial, look
from tests.cli.shell import Shell

_KILLS = 2


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "concurrency"), [(each, (1, 2, 8)[at % 3]) for at, each in enumerate(SCENARIOS)])
def test_killed_and_resumed_it_is_the_run_that_was_left_alone(
    scenario: Scenario, concurrency: int, tmp_path: Path, run_seed: int
) -> None:
    trial = Trial(scenario, concurrency, run_seed, tmp_path)
    print(trial.name)
    trial.go(_KILLS)
    assert trial.deaths.total() == _KILLS


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM game WHERE number = 3",
        "UPDATE game SET winners = '0,1' WHERE number = 3",
        "UPDATE game SET plies = plies + 1 WHERE number = 3",
        "UPDATE game SET players = '1,0' WHERE number = 3",
    ],
)
def test_a_folder_that_does_not_agree_is_seen(change: str, shell: Shell, tmp_path: Path) -> None:
    shell("match", "kroket", "greedy", "random", "--games", "6", "--seed", "1", "--out", str(tmp_path))
    whole = look(tmp_path, ended=True)
    with closing(sqlite3.connect(tmp_path / "results.db")) as connection:
        connection.execute(change)
        connection.commit()
    try:
        seen = look(tmp_path, ended=True).lasting != whole.lasting
    except AssertionError:
        seen = True
    assert seen


def test_a_record_that_is_lost_is_seen(shell: Shell, tmp_path: Path) -> None:
    shell("match", "kroket", "greedy", "random", "--games", "6", "--seed", "1", "--out", str(tmp_path))
    games = tmp_path / "games.cgn"
    head, _, tail = games.read_text().rpartition("[Game ")
    for changed in (head, f"{head}[Game {tail}[Game {tail}"):
        games.write_text(changed)
        with pytest.raises(AssertionError):
            look(tmp_path, ended=True)
