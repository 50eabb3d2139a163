"""`cardgames ladder`: the levels meet, in one tournament or in tested matches, and the README has their names."""

import json
import re
from pathlib import Path

import pytest

from cardgames.games.registry import GAMES
from cardgames.tournament.ladder import all_levels
from cardgames.tournament.run.interrupts import Interrupts
from tests.cli.shell import Shell

README = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
TABLE = re.compile(r"^(\w+): .*\n\n(\| level \|(?:.*\n)+?)\n", re.MULTILINE)
QUICK = ("ladder", "kroket", "--levels", "random,greedy,20", "--games", "2", "--seed", "1", "--concurrency", "1")


def test_a_ladder_is_a_tournament_that_goes_on(shell: Shell, tmp_path: Path) -> None:
    folder = tmp_path / "ladder"
    answer = shell(*QUICK, "--out", str(folder))
    assert answer.status == 0
    lines = answer.out.splitlines()
    assert lines[0].startswith("kroket: 6 games, experts of ")
    assert lines[0].endswith(" nodes a move, seed 1")
    assert [line.split()[0] for line in lines[3:6]] == ["random", "greedy", "expert-20"]
    assert lines[2].split()[:3] == ["level", "games", "points"]
    assert "greedy over random " in answer.out
    assert "expert-20 over greedy " in answer.out
    assert "monotone" in answer.out
    assert max(map(len, lines)) <= 80
    games = (folder / "games.cgn").read_text()
    assert shell(*QUICK, "--out", str(folder)).out == answer.out
    assert (folder / "games.cgn").read_text() == games
    assert '[Event "ladder of kroket"]' in games
    assert "expert-20" in shell("standings", str(folder)).out
    assert shell("replay", str(folder)).status == 0
    marked = shell(*QUICK, "--out", str(folder), "--markdown").out.splitlines()
    assert marked[0] == f"{lines[0]}."
    assert marked[2].startswith("| level | games | points | score | Elo | ± 95 % | stronger than (LOS) |")
    assert [line.split(" | ")[0] for line in marked[4:7]] == ["| random", "| greedy", "| expert-20"]


def test_a_ladder_for_a_program(shell: Shell) -> None:
    answer = shell(*QUICK, "--json", "--nodes", "4")
    assert answer.status == 0
    told = json.loads(answer.out.splitlines()[-1])
    assert list(told) == ["complete", "ladders"]
    assert told["complete"] is True
    (ladder,) = told["ladders"]
    assert list(ladder) == ["game", "monotone", "levels", "steps", "games", "nodes", "seed", "rules"]
    assert (ladder["game"], ladder["games"], ladder["nodes"], ladder["seed"]) == ("kroket", 6, 4, "1")
    assert ladder["rules"] == {"players": 2, **GAMES["kroket"].rules()}
    assert [level["name"] for level in ladder["levels"]] == ["random", "greedy", "expert-20"]
    assert [level["skill"] for level in ladder["levels"]] == [None, None, 20]
    assert sum(level["points"] for level in ladder["levels"]) == 6
    assert ladder["levels"][0]["elo"] == 0
    assert [(step["lower"], step["upper"]) for step in ladder["steps"]] == [
        ("random", "greedy"),
        ("random", "expert-20"),
        ("greedy", "expert-20"),
    ]
    assert ladder["monotone"] == all(step["goes_up"] for step in ladder["steps"])


def test_levels_with_options_of_their_own(shell: Shell) -> None:
    levels = "expert:Nodes=2,expert:Skill=5,Nodes=3"
    answer = shell("ladder", "kroket", "--levels", levels, "--games", "2", "--seed", "1", "--concurrency", "1")
    assert (answer.status, answer.out.splitlines()[0]) == (0, "kroket: 2 games, seed 1")
    assert [line.split()[0] for line in answer.out.splitlines()[3:5]] == ["expert-nodes2", "expert-skill5-nodes3"]


def test_each_step_tested(shell: Shell, tmp_path: Path) -> None:
    levels = ("--levels", "random,greedy", "--games", "200", "--seed", "1", "--concurrency", "1")
    sprt = ("--sprt", "elo0=0,elo1=200,alpha=0.2,beta=0.2")
    answer = shell("ladder", "kroket", *levels, *sprt, "--json", "--out", str(tmp_path))
    assert answer.status == 0
    (ladder,) = json.loads(answer.out.splitlines()[-1])["ladders"]
    (step,) = ladder["steps"]
    assert step["sprt"]["verdict"] == "accept H1"
    assert step["games"] < 200
    assert (tmp_path / "greedy-random" / "results.db").exists()
    told = shell("ladder", "kroket", *levels, *sprt, "--out", str(tmp_path)).out
    assert re.search(r"^greedy over random .* H1$", told, re.MULTILINE)


def test_a_step_that_does_not_go_up_fails_where_that_is_asked_for(shell: Shell) -> None:
    """With maxturns=1 every game is drawn (C14), and no level is above another."""
    drawn = ("ladder", "crapette", "--levels", "random,greedy", "--games", "2", "--seed", "1", "--rule", "maxturns=1")
    answer = shell(*drawn, "--concurrency", "1")
    assert answer.status == 0
    assert "not monotone: greedy over random (Elo +0.0, LOS 50.0 %)" in answer.out
    assert "maxturns=1" in answer.out
    assert shell(*drawn, "--concurrency", "1", "--check").status == 1


@pytest.mark.parametrize("sprt", [(), ("--sprt", "elo0=0,elo1=20")])
def test_an_interrupt_tells_what_is_known_so_far(
    sprt: tuple[str, ...], shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Interrupts, "asked", property(lambda _: True))
    command = ("ladder", "kroket", "spit", "--levels", "random,greedy", "--games", "200", "--concurrency", "1", *sprt)
    answer = shell(*command, "--out", str(tmp_path))
    assert answer.status == 130
    assert "\nno step goes down so far; not played: 1 of 1\n" in answer.out
    assert "spit" not in answer.out
    assert f"to go on: cardgames resume {tmp_path}/kroket" in answer.out
    told = json.loads(shell(*command, "--out", str(tmp_path), "--json").out)
    assert told["complete"] is False
    assert [ladder["games"] for ladder in told["ladders"]] == [0]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["chess"], "no game 'chess'"),
        (["kroket", "--levels", "random"], "--levels random: two levels or more were expected"),
        (["kroket", "--levels", "random,21"], "0 to 20"),
        (["kroket", "--levels", "random,gready"], "did you mean greedy"),
        (["kroket", "--levels", "5,5"], "level expert-5: given twice"),
        (["kroket", "--games", "3"], "an even number was expected"),
        (["kroket", "--games", "0"], "games 0"),
        (["kroket", "--nodes", "0"], "--nodes"),
        (["kroket", "--sprt", "elo0=1"], "elo1 is missing"),
        (["kroket", "--rule", "foo=1"], "no such rule"),
        (["kroket", "--json", "--markdown"], "--json and --markdown: one of the two was expected"),
    ],
)
def test_what_cannot_be_climbed(words: list[str], complaint: str, shell: Shell) -> None:
    answer = shell("ladder", *words)
    assert (answer.status, answer.out) == (2, "")
    assert complaint in answer.complaint


def test_the_readme_has_the_levels_that_there_are() -> None:
    tables = {game: table.splitlines() for game, table in TABLE.findall(README)}
    assert list(tables) == list(GAMES)
    for lines in tables.values():
        names = [line.split("|")[1].strip() for line in lines[2:]]
        assert names == [level.name for level in all_levels()]
