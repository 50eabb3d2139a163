"""The result told: the object for programs has the promised keys, the table for people adds up."""

import json

import pytest

from cardgames.games import GAMES, Outcome
from cardgames.table.bot import BotSpec
from cardgames.table.faults import Fault, Forfeit, Termination
from cardgames.table.settings import ClockSettings
from cardgames.tournament.plan import make_plan, seats_for
from cardgames.tournament.report import HEADER, Result, as_object, notes, pair_lines, summary_line, table_rows
from cardgames.tournament.schedule import ScheduleError
from cardgames.tournament.standings import Standings

KROKET = GAMES["kroket"]
WON = Outcome((0,), (9, 4), "knock")
DRAWN = Outcome((0, 1), (9, 9), "knock")


def result(*names: str, complete: bool = True) -> Result:
    bots = [BotSpec(name, player="random") for name in names]
    plan = make_plan(KROKET, KROKET.rules(["deals=2"]), bots, ClockSettings.turns(), games=4, seed="x")
    return Result(plan, Standings(len(names)), complete, 1.5)


def three_bots() -> Result:
    told = result("ann", "bob", "cat")
    for _ in range(3):
        told.standings.add((0, 1), WON, plies=10, micros=250)
    told.standings.add((1, 0), DRAWN, plies=10, micros=250)
    late = Forfeit((Fault(1, Termination.TIME, "no answer"),))
    told.standings.add((1, 2), late.outcome(2), late.faults, plies=1, micros=7)
    return told


def test_the_object() -> None:
    told = as_object(three_bots())
    assert json.loads(json.dumps(told, allow_nan=False)) == told
    assert list(told) == [
        *("game", "rules", "seed", "games", "scheduled", "complete"),
        *("players", "pairs", "wall_s", "plies", "us_per_ply"),
    ]
    assert told["game"] == "kroket"
    assert told["seed"] == "x"
    assert told["games"] == 5
    assert told["scheduled"] == 12
    assert told["complete"] is True
    assert told["plies"] == 41
    assert told["us_per_ply"] == pytest.approx(1007 / 41, abs=0.01)
    assert told["rules"] == {
        "players": 2,
        "lay": "seen",
        "lastturn": "off",
        "minrounds": 0,
        "allpictures": "0",
        "takelimit": 4,
        "deals": 2,
    }


def test_the_players_of_the_object_stand_as_they_were_named() -> None:
    players = as_object(three_bots())["players"]
    assert isinstance(players, list)
    ann, bob, cat = players
    assert {key: ann[key] for key in ("name", "games", "wins", "draws", "losses", "points")} == {
        "name": "ann",
        "games": 4,
        "wins": 3,
        "draws": 1,
        "losses": 0,
        "points": 3.5,
    }
    assert (bob["wins"], bob["draws"], bob["losses"], bob["points"]) == (1, 1, 3, 1.5)
    assert cat["faults"] == {
        "time": 1,
        "stall": 0,
        "crash": 0,
        "illegal": 0,
        "protocol": 0,
        "flood": 0,
        "memory": 0,
    }
    assert ann["elo"] > bob["elo"] > cat["elo"]
    # cat has taken nothing: no bound.
    assert cat["elo_error"] is None


def test_the_pairs_of_the_object_stand_there_both_ways_round() -> None:
    pairs = as_object(three_bots())["pairs"]
    assert isinstance(pairs, dict)
    assert pairs["ann"]["bob"]["wins"] == pairs["bob"]["ann"]["losses"] == 3
    assert pairs["ann"]["bob"]["draws"] == pairs["bob"]["ann"]["draws"] == 1
    assert pairs["ann"]["bob"]["elo"] == -pairs["bob"]["ann"]["elo"] == pytest.approx(338.04, abs=0.01)
    assert pairs["ann"]["bob"]["los"] == pytest.approx(1 - pairs["bob"]["ann"]["los"], abs=1e-4)
    assert "cat" not in pairs["ann"]


def test_the_table_has_the_best_first() -> None:
    rows = table_rows(three_bots())
    assert all(len(row) == len(HEADER) for row in rows)
    assert [row[:8] for row in rows] == [
        ("1", "ann", "4", "3", "1", "0", "3.5", "87.5 %"),
        ("2", "bob", "5", "1", "1", "3", "1.5", "30.0 %"),
        ("3", "cat", "1", "0", "0", "1", "0", "0.0 %"),
    ]
    assert [row[-1] for row in rows] == ["-", "-", "time 1"]


def test_pairs_in_words() -> None:
    lines = pair_lines(three_bots())
    assert lines[0].startswith("ann - bob: +3 =1 -0, 87.5 %, Elo +338.0 ± ")
    assert lines[0].endswith(", LOS 95.8 %")
    # One win and, for want of a bound, one drawn game more: three quarters of two.
    assert lines[1] == "bob - cat: +1 =0 -0, 100.0 %, Elo +190.8, LOS 84.1 %"


def test_ratings_without_a_bound_are_explained() -> None:
    assert "no bound" in notes(three_bots())[0]
    bounded = result("ann", "bob")
    bounded.standings.add((0, 1), DRAWN)
    assert notes(bounded) == []


def test_before_the_first_game() -> None:
    told = result("ann", "bob", complete=False)
    assert as_object(told)["us_per_ply"] is None
    assert as_object(told)["complete"] is False
    assert table_rows(told)[0] == ("1", "ann", "0", "0", "0", "0", "0", "-", "-", "-", "-")
    assert pair_lines(told) == []
    assert summary_line(told) == "broken off: 0 of 4 games of kroket in 1.5 s, 0 plies; seed x"


def test_the_summary_tells_how_to_play_it_again() -> None:
    assert summary_line(three_bots()) == "5 games of kroket in 1.5 s, 41 plies, 24.6 µs per ply; seed x"


@pytest.mark.parametrize(("game", "bots"), [("crapette", 1), ("crapette", 3), ("kroket", 5), ("spit", 4)])
def test_a_match_has_as_many_bots_as_the_game_has_seats(game: str, bots: int) -> None:
    with pytest.raises(ScheduleError, match="was expected for a match"):
        seats_for(GAMES[game], [BotSpec(str(number)) for number in range(bots)])
