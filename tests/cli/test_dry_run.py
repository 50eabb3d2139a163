"""`--dry-run`, tournament files and the command line together: what would be played, as a file that can be played."""

import json
from pathlib import Path

import pytest

from cardgames.tournament.config.toml_reader import read_config
from tests.cli.shell import Shell

FILE = """
game = "spit"
games = 6
seed = "1"
format = "gauntlet"
challengers = 2

[rules]
scoring = "points"

[clock]
think = 300

[[bots]]
player = "greedy"

[[bots]]
name = "fox"
command = "sh fox.sh"
think = 50

[[bots]]
name = "wolf"
player = "random"
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the runner is, with a tournament file."""
    (tmp_path / "club.toml").write_text(FILE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("line", "size"),
    [
        ("tournament club.toml", "2 pairings, 3 deals each from 2 sides: 12 games"),
        ("tournament kroket greedy random random", "3 pairings, 10 deals each from 2 sides: 60 games"),
        ("tournament kroket greedy random random greedy --rule players=4 --games 24", "1 table of 4, 6 deals each"),
        ("tournament crapette greedy random random --format swiss --games 2", "2 rounds of 1 pairing, 2 games"),
        ("tournament crapette greedy random random --format knockout", "2 pairings of 20 games, up to 20 more"),
        ("match spit greedy random --sprt elo0=0,elo1=9", "1 pairing, 10000 deals each from 2 sides, until the test"),
        ("match kroket greedy random random random --games 4", "1 table of 4, 1 deal each from 4 sides: 4 games"),
    ],
)
def test_what_is_printed_is_a_file_that_gives_the_same(line: str, size: str, shell: Shell, folder: Path) -> None:
    answer = shell(*line.split(), "--dry-run")
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.startswith(f"# {size}")
    (folder / "again.toml").write_text(answer.out)
    assert shell("tournament", "again.toml", "--dry-run").out == answer.out
    assert sorted(path.name for path in folder.iterdir()) == ["again.toml", "club.toml"]


def test_without_a_seed_it_says_so(shell: Shell) -> None:
    assert "another one in each run" in shell("match", "spit", "greedy", "random", "--dry-run").out.splitlines()[1]
    assert "another one" not in shell("match", "spit", "greedy", "random", "--seed", "1", "--dry-run").out


def test_for_programs(shell: Shell) -> None:
    told = json.loads(shell("tournament", "club.toml", "--dry-run", "--json").out)
    assert (told["games"], told["exact"]) == (12, True)
    assert told["config"]["clock"]["think"] == 300
    assert [bot["name"] for bot in told["config"]["bots"]] == ["greedy", "fox", "wolf"]


def test_the_command_line_goes_before_the_file(shell: Shell) -> None:
    line = "tournament club.toml fox wolf random --format round-robin --games 2 --rule target=7 --rule scoring=standard"
    more = (
        "--think 10 --think fox=20 --jitter wolf=0 --restart fresh --restart fox=keep --movetime 9 --event X --seed 2"
    )
    bots = "--cwd fox=/ --env fox=A=B=C --option fox=Level=3"
    config = read_config(shell(*line.split(), *more.split(), *bots.split(), "--dry-run").out, "dry")
    assert (config.format, config.games, config.seed, config.event) == ("round-robin", 2, "2", "X")
    assert (config.rules["scoring"], config.rules["target"]) == ("standard", 7)
    assert (config.clock.think, config.clock.movetime_ms) == ((10, 10), 9)
    fox, wolf, random = config.entrants
    assert [entrant.bot.name for entrant in config.entrants] == ["fox", "wolf", "random"]
    assert (fox.handicap.think, wolf.handicap.jitter, random.handicap) == (20, 0, (None, None, None))
    assert [entrant.restart for entrant in config.entrants] == ["keep", "fresh", "fresh"]
    assert (fox.bot.cwd, fox.bot.env, fox.bot.options) == ("/", (("A", "B=C"),), (("Level", "3"),))


def test_a_match_of_bots_of_a_file(shell: Shell) -> None:
    config = read_config(shell("match", "club.toml", "fox", "greedy", "--dry-run").out, "dry")
    assert (config.format, [bot.name for bot in config.bots]) == ("round-robin", ["fox", "greedy"])
    assert config.entrants[0].handicap.think == 50
    assert config.challengers == 1


@pytest.mark.parametrize(("option", "time"), [("--movetime 7", (7, None)), ("--time 5+1", (None, 5000))])
def test_one_way_of_timing_puts_the_other_out_of_force(
    option: str, time: tuple[int | None, int | None], shell: Shell, folder: Path
) -> None:
    for setting in ("movetime = 100", 'time = "60+1"'):
        (folder / "timed.toml").write_text(f'game = "kroket"\nbots = ["greedy", "random"]\nclock = {{ {setting} }}\n')
        config = read_config(shell("match", "timed.toml", *option.split(), "--dry-run").out, "dry")
        assert (config.clock.movetime_ms, config.clock.time_ms) == time


def test_a_tournament_of_a_file_is_played(shell: Shell, folder: Path) -> None:
    answer = shell(
        "tournament", "club.toml", "greedy", "wolf", "--challengers", "1", "--games", "2", "--out", "results", "--json"
    )
    assert (answer.status, answer.err) == (0, "")
    told = json.loads(answer.out)
    assert (told["games"], told["complete"], told["format"], told["event"]) == (
        2,
        True,
        "gauntlet",
        "tournament of spit",
    )
    stored = json.loads(shell("standings", "results", "--json").out)
    assert {key: told[key] for key in ("players", "pairs", "seats")} == {
        key: stored[key] for key in ("players", "pairs", "seats")
    }
    assert 'seed = "1"' in (folder / "results" / "config.toml").read_text()


def test_a_handicap_follows_the_bot_when_seats_are_swapped(shell: Shell, folder: Path) -> None:
    line = "match spit quick=greedy slow=greedy --games 2 --seed 1 --think quick=7 --hand slow=9 --out results"
    assert shell(*line.split()).status == 0
    clocks = [line for line in (folder / "results" / "games.cgn").read_text().splitlines() if line.startswith("[Clock")]
    assert clocks == [
        '[Clock "virtual movetime=1000 think=7,200 jitter=50,50 hand=200,9"]',
        '[Clock "virtual movetime=1000 think=200,7 jitter=50,50 hand=9,200"]',
    ]
