"""The ladder: which levels there are, what each claims to be above, and what the games say of it."""

import pytest

from cardgames.games.players import PlayerChoice, PlayerError
from cardgames.games.registry import GAMES
from cardgames.table.clock_settings import ClockSettings
from cardgames.tournament.config.bot_arguments import read_named
from cardgames.tournament.config.config import Config, Entrant
from cardgames.tournament.formats.schedule import GameResult
from cardgames.tournament.ladder import (
    SKILLS,
    Ladder,
    Level,
    all_levels,
    default_nodes,
    ladder_of_all,
    ladder_of_matches,
    read_levels,
    steps_of,
)
from cardgames.tournament.plan import make_plan
from cardgames.tournament.rating.sprt import Sprt
from cardgames.tournament.results.result import Result
from cardgames.tournament.results.standings import Standings
from tests.tournament.games import by_chance, played

KROKET = GAMES["kroket"]


def names(levels: list[Level]) -> list[str]:
    return [level.name for level in levels]


def play_all(levels: list[Level], strengths: list[float], games: int, sprt: Sprt | None = None) -> Result:
    """A round robin of the levels in which chance and these strengths decide."""
    entrants = tuple(Entrant(read_named(level.typed(None)).spec) for level in levels)
    settings = Config(KROKET, KROKET.rules(), entrants, ClockSettings.turns(), games, seed="x", sprt=sprt)
    standings = Standings(len(levels), 2, sprt)
    result = Result(make_plan(settings), standings, complete=True, wall_s=1.0)
    schedule, judge = result.plan.schedule, by_chance(strengths)
    while (game := schedule.next()) is not None:
        outcome = judge(game)
        standings.add(played(game, outcome))
        schedule.add(game.number, GameResult(game.players, outcome))
    return result


def steps(ladder: Ladder) -> list[str]:
    return [f"{ladder.name(step.lower)} < {ladder.name(step.upper)}" for step in ladder.steps]


def test_all_levels() -> None:
    assert names(all_levels()) == ["random", "greedy", *(f"expert-{skill}" for skill in SKILLS)]


@pytest.mark.parametrize("game", GAMES)
def test_nodes_for_a_good_move(game: str) -> None:
    assert default_nodes(game) > 0


def test_levels_as_they_are_typed() -> None:
    levels = read_levels("random, 5,greedy,expert:skill=20,expert:Nodes=7")
    assert names(levels) == ["random", "expert-5", "greedy", "expert-20", "expert-nodes7"]
    assert [level.skill for level in levels] == [None, 5, None, 20, 20]
    assert [level.typed(30) for level in levels[:3]] == [
        "random=random",
        "expert-5=expert:Skill=5,Nodes=30",
        "greedy=greedy",
    ]
    assert levels[1].typed(None) == "expert-5=expert:Skill=5"
    bot = read_named(levels[1].typed(30)).spec
    assert (bot.name, bot.player, bot.options) == ("expert-5", "expert", (("Skill", "5"), ("Nodes", "30")))


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("expert:Nodes=5,20", ["expert-nodes5=expert:Nodes=5", "expert-20=expert:Skill=20,Nodes=30"]),
        ("expert:Skill=5,Nodes=7, random", ["expert-skill5-nodes7=expert:Skill=5,Nodes=7", "random=random"]),
        ("expert:time=9,5", ["expert-time9=expert:Time=9", "expert-5=expert:Skill=5,Nodes=30"]),
        ("expert:Nodes=5,expert:Nodes=6", ["expert-nodes5=expert:Nodes=5", "expert-nodes6=expert:Nodes=6"]),
        ("expert:Nodes=0,20", ["expert-nodes0=expert:Nodes=0", "expert-20=expert:Skill=20,Nodes=30"]),
    ],
)
def test_a_level_keeps_the_limit_that_it_has(text: str, typed: list[str]) -> None:
    assert [level.typed(30) for level in read_levels(text)] == typed
    assert [read_named(word).spec.name for word in typed] == names(read_levels(text))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "levels '': levels with one comma between them were expected"),
        ("random,", "levels 'random,': levels with one comma"),
        ("random,,5", "levels 'random,,5': levels with one comma"),
        ("random,21", "a whole number 0 to 20 was expected"),
        ("random,greedy,random", "level random: given twice"),
        ("5,expert:Skill=5", "level expert-5: given twice"),
        ("5,05", "level expert-5: given twice"),
        ("expert,20", "level expert-20: given twice"),
        ("gready", "did you mean greedy"),
        ("random:Skill=3", "random has no option"),
        ("random,Skill=3", "no player 'Skill=3'"),
        ("expert:Nodes=5,Nodes=6", "option Nodes was given twice"),
        ("expert:Nodes=5,Time=6,expert:Time=6,Nodes=5", "level expert-time6-nodes5: given twice"),
    ],
)
def test_levels_that_cannot_be(text: str, words: str) -> None:
    with pytest.raises(PlayerError, match=words):
        read_levels(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "random,greedy,0,5,20",
            [
                "random < greedy",
                "random < expert-0",
                "expert-0 < expert-5",
                "expert-5 < expert-20",
                "greedy < expert-20",
            ],
        ),
        ("20,greedy,5", ["expert-5 < expert-20", "greedy < expert-20"]),
        ("greedy,random", ["random < greedy"]),
        ("random,10", ["random < expert-10"]),
        ("expert:Nodes=5,20", ["expert-nodes5 < expert-20"]),
        ("15,0", ["expert-0 < expert-15"]),
        ("greedy", []),
        ("random,greedy,5", ["random < greedy", "random < expert-5"]),
    ],
)
def test_what_claims_to_be_above_what(text: str, expected: list[str]) -> None:
    levels = read_levels(text)
    found = [f"{levels[lower].name} < {levels[upper].name}" for lower, upper in steps_of(levels)]
    assert found == expected


def test_a_ladder_that_goes_up() -> None:
    levels = read_levels("random,greedy,0,20")
    ladder = ladder_of_all("kroket", levels, play_all(levels, [0, 2, 1, 4], 80))
    assert ladder.rungs[0].elo == 0
    elos = [rung.elo or 0.0 for rung in ladder.rungs]
    assert elos[0] < elos[2] < elos[1] < elos[3]
    assert [rung.games for rung in ladder.rungs] == [240] * 4
    assert sum(rung.points for rung in ladder.rungs) == 480
    assert ladder.monotone
    assert ladder.verdict() == "monotone: every step goes up"
    for step in ladder.steps:
        assert step.is_sure
        assert step.versus is not None
        assert step.versus.meeting.points > 40
        assert step.rise == pytest.approx((ladder.rungs[step.upper].elo or 0) - (ladder.rungs[step.lower].elo or 0))


def test_a_ladder_that_goes_down_somewhere() -> None:
    levels = read_levels("20,random,0")
    ladder = ladder_of_all("kroket", levels, play_all(levels, [4, 2, 0], 80))
    assert ladder.rungs[0].elo == 0
    assert not ladder.monotone
    assert ladder.verdict().startswith("not monotone: expert-0 over random (Elo -")
    assert steps(ladder) == ["random < expert-0", "expert-0 < expert-20"]
    assert [step.goes_up for step in ladder.steps] == [False, True]
    assert not ladder.steps[0].is_sure


def test_a_step_that_may_be_chance_is_told() -> None:
    levels = read_levels("random,greedy")
    result = play_all(levels, [0, 0.2], 40)
    ladder = ladder_of_all("kroket", levels, result)
    (step,) = ladder.steps
    assert step.versus is not None
    assert 0.5 < step.versus.superiority < 0.95
    assert ladder.monotone
    assert "; not sure yet: greedy over random (Elo +" in ladder.verdict()


def test_a_ladder_that_was_broken_off() -> None:
    levels = read_levels("random,greedy,20")
    match = play_all(levels[1::-1], [2, 0], 40)
    ladder = ladder_of_matches("kroket", levels, {(0, 1): match})
    assert ladder.rungs[2].elo is None
    assert ladder.rungs[2].games == 0
    assert not ladder.monotone
    assert ladder.verdict() == "no step goes down so far; not played: 2 of 3"
    nothing = ladder_of_matches("kroket", levels, {})
    assert [rung.elo for rung in nothing.rungs] == [None] * 3
    assert nothing.verdict() == "no step goes down so far; not played: 3 of 3"


def test_matches_of_two_give_the_elo_of_all() -> None:
    sprt = Sprt(0, 50)
    levels = read_levels("random,greedy,20")
    matches = {
        (lower, upper): play_all([levels[upper], levels[lower]], strengths, 400, sprt)
        for lower, upper, strengths in ((0, 1, [1.0, 0.0]), (0, 2, [2.0, 0.0]), (1, 2, [1.2, 0.0]))
    }
    ladder = ladder_of_matches("kroket", levels, matches)
    assert all(step.sprt is not None and step.sprt.verdict == "accept H1" for step in ladder.steps)
    assert all(step.is_sure for step in ladder.steps)
    assert ladder.monotone
    assert ladder.rungs[0].elo == 0
    assert 0 < (ladder.rungs[1].elo or 0) < (ladder.rungs[2].elo or 0)
    for step in ladder.steps:
        meeting = matches[step.lower, step.upper].standings.versus()[0, 1].meeting
        assert step.versus is not None
        assert step.versus.meeting == meeting
    assert Level(PlayerChoice("greedy")) == ladder.rungs[1].level
