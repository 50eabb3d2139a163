"""The result told: the object for programs has the promised keys, the tables for people add up."""

import json

import pytest

from cardgames.bots.faults import Fault, Termination
from cardgames.bots.spec import BotSpec
from cardgames.games.registry import GAMES
from cardgames.rules import Outcome
from cardgames.table.clock_settings import ClockSettings
from cardgames.tournament.config.config import Config, Entrant
from cardgames.tournament.formats.schedule import GameResult
from cardgames.tournament.plan import make_plan
from cardgames.tournament.rating.sprt import Sprt
from cardgames.tournament.results.result import Result
from cardgames.tournament.results.result_object import CSV_HEADER, csv_rows, result_object
from cardgames.tournament.results.result_text import (
    HEADER,
    crosstable,
    notes,
    pair_lines,
    summary_line,
    table,
    table_rows,
)
from cardgames.tournament.results.standings import Standings
from tests.tournament.games import by_chance, draw, forfeited, played, stronger_wins, win

KROKET = GAMES["kroket"]


def config(
    *names: str, players: int = 2, games: int = 4, rounds: int | None = None, form: str = "round-robin"
) -> Config:
    entrants = tuple(Entrant(BotSpec(name, player="random")) for name in names)
    rules = KROKET.rules(["deals=2"], players)
    clock = ClockSettings.turns()
    return Config(KROKET, rules, entrants, clock, games, seed="x", rounds=rounds, format=form, event="evening")


def result(settings: Config, *, complete: bool = True) -> Result:
    standings = Standings(len(settings.entrants), settings.rules.players, settings.sprt)
    return Result(make_plan(settings), standings, complete, 1.5)


def three_bots() -> Result:
    """ann - bob: both sides of two deals, three won and one drawn; ann - cat not met; bob - cat: one forfeit."""
    told = result(config("ann", "bob", "cat"))
    schedule = told.plan.schedule
    for number, ending in ((1, win(0, 9, 4)), (2, draw()), (7, win(0, 9, 4)), (8, win(1, 0, 2))):
        game = schedule.game(number)
        told.standings.add(played(game, ending, plies=10, micros=250))
        schedule.add(number, GameResult(game.players, ending))
    late = forfeited(schedule.game(6), Fault(0, Termination.TIME, "no answer"))
    told.standings.add(late._replace(report=late.report._replace(plies=1, micros=7)))
    return told


def play_all(told: Result, strengths: list[float] | None = None) -> Result:
    judge = stronger_wins if strengths is None else by_chance(strengths)
    schedule = told.plan.schedule
    while (game := schedule.next()) is not None:
        outcome = judge(game)
        told.standings.add(played(game, outcome))
        schedule.add(game.number, GameResult(game.players, outcome))
    return told


def test_the_object() -> None:
    told = result_object(three_bots())
    assert json.loads(json.dumps(told, allow_nan=False)) == told
    assert list(told) == [
        *(
            "game",
            "rules",
            "event",
            "format",
            "seed",
            "games",
            "played",
            "scheduled",
            "complete",
            "voided",
            "ranked_by",
        ),
        *("players", "pairs", "seats", "sprt", "wall_s", "plies", "us_per_ply"),
    ]
    expected = {"game": "kroket", "event": "evening", "format": "round-robin", "seed": "x", "sprt": None, "plies": 41}
    assert {key: told[key] for key in expected} == expected
    assert (told["games"], told["scheduled"], told["complete"]) == (5, 12, True)
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
    assert told["seats"] == [
        {"seat": 0, "games": 4, "share": 0.625, "advantage": 0.125, "error": pytest.approx(0.4062, abs=1e-4)},
        {"seat": 1, "games": 4, "share": 0.375, "advantage": -0.125, "error": pytest.approx(0.4062, abs=1e-4)},
    ]


def test_the_players_of_the_object_stand_as_they_were_named() -> None:
    players = result_object(three_bots())["players"]
    assert isinstance(players, list)
    ann, bob, cat = players
    assert {key: ann[key] for key in list(ann)[:11]} == {
        "name": "ann",
        "place": 1,
        "games": 4,
        "wins": 3,
        "draws": 1,
        "losses": 0,
        "points": 3.5,
        "score": 0.875,
        "draw_rate": 0.25,
        "margin": 3.0,
        "margin_error": 2.4,
    }
    assert (bob["wins"], bob["draws"], bob["losses"], bob["points"], bob["place"]) == (1, 1, 3, 1.5, 2)
    assert (cat["margin"], cat["margin_error"]) == (None, None)
    assert cat["faults"] == {
        "time": 1,
        "stall": 0,
        "crash": 0,
        "illegal": 0,
        "protocol": 0,
        "flood": 0,
        "memory": 0,
        "withdrawn": 0,
    }
    assert ann["elo"] > bob["elo"] > cat["elo"]
    # cat has taken nothing: no bound.
    assert cat["elo_error"] is cat["elo_error_single"] is None


def test_the_pairs_of_the_object_stand_there_both_ways_round() -> None:
    pairs = result_object(three_bots())["pairs"]
    assert isinstance(pairs, dict)
    assert pairs["ann"]["bob"]["wins"] == pairs["bob"]["ann"]["losses"] == 3
    assert pairs["ann"]["bob"]["draws"] == pairs["bob"]["ann"]["draws"] == 1
    assert pairs["ann"]["bob"]["draw_rate"] == 0.25
    assert pairs["ann"]["bob"]["pentanomial"] == [0, 0, 0, 1, 1]
    assert pairs["bob"]["ann"]["pentanomial"] == [1, 1, 0, 0, 0]
    assert pairs["bob"]["cat"]["pentanomial"] is None
    assert pairs["ann"]["bob"]["elo"] == -pairs["bob"]["ann"]["elo"] == pytest.approx(338.04, abs=0.01)
    assert pairs["ann"]["bob"]["los"] == pytest.approx(1 - pairs["bob"]["ann"]["los"], abs=1e-4)
    assert "cat" not in pairs["ann"]


def test_the_error_of_the_object_is_that_of_the_pairs() -> None:
    """Two points of each deal go to the same side: 10 even deals and 2 for ann."""
    told = result(config("ann", "bob", games=24))
    for number in range(1, 25):
        game = told.plan.schedule.game(number)
        told.standings.add(played(game, win(0) if number < 21 else win(game.players.index(0))))
    players = result_object(told)["players"]
    assert isinstance(players, list)
    assert players[0]["elo_error"] < 0.6 * players[0]["elo_error_single"]
    assert float(table_rows(told)[0][10]) == pytest.approx(players[0]["elo_error"], abs=0.05)


def test_the_table_has_the_best_first() -> None:
    told = three_bots()
    header, rows = table(told)
    assert header == HEADER
    assert all(len(row) == len(HEADER) for row in rows)
    assert [row[:9] for row in rows] == [
        ("1", "ann", "4", "3", "1", "0", "3.5", "87.5 %", "+3.0"),
        ("2", "bob", "5", "1", "1", "3", "1.5", "30.0 %", "-3.0"),
        ("3", "cat", "1", "0", "0", "1", "0", "0.0 %", "-"),
    ]
    assert [row[-1] for row in rows] == ["-", "-", "time 1"]


def test_a_format_that_ranks_by_itself_has_the_last_word() -> None:
    told = play_all(result(config("a", "b", "c", "d", "e", games=2, rounds=2, form="swiss")))
    header, rows = table(told)
    assert header[-1] == "place"
    assert [row[1] for row in rows] == ["a", "b", "c", "d", "e"]
    assert rows[0][-1] == "4 points, Buchholz 4"
    assert [row["place"] for row in result_object(told)["players"]] == [1, 2, 3, 4, 5]  # type: ignore[attr-defined]


def test_a_gauntlet_has_its_places_by_elo_in_the_table_and_for_programs() -> None:
    """ann has most of its points from dan and eve, whom the stronger bob does not meet."""
    told = result(config("ann", "bob", "cat", "dan", "eve", games=10, form="gauntlet"))
    schedule = told.plan.schedule
    while (game := schedule.next()) is not None:
        other = max(game.players)
        winner = other if game.number <= {1: 24, 2: 32, 3: 0, 4: 0}[other] else 0
        ending = win(game.players.index(winner))
        told.standings.add(played(game, ending))
        schedule.add(game.number, GameResult(game.players, ending))
    best = ["cat", "bob", "ann", "dan", "eve"]
    assert [(row[1], row[7]) for row in table_rows(told)] == [
        *zip(best, ("80.0 %", "60.0 %", "65.0 %", "0.0 %", "0.0 %"), strict=True)
    ]
    assert notes(told)[-1] == "places by Elo: not everyone has met everyone equally often"
    object_ = result_object(told)
    assert object_["ranked_by"] == "elo"
    assert [player["place"] for player in object_["players"]] == [3, 2, 1, 4, 5]  # type: ignore[attr-defined]
    assert [row[:2] for row in csv_rows(told)] == [*enumerate(best, start=1)]
    assert [row[1] for row in crosstable(told)[1]] == best
    even = play_all(result(config("ann", "bob", "cat")), [0.5, 0.9, 1.1])
    assert result_object(even)["ranked_by"] == "points"
    assert not any("places by Elo" in note for note in notes(even))
    swiss = play_all(result(config("ann", "bob", "cat", "dan", rounds=2, form="swiss")))
    assert result_object(swiss)["ranked_by"] == "format"


def test_the_crosstable() -> None:
    header, rows = crosstable(three_bots())
    assert header == ["#", "player", "1", "2", "3", "points"]
    assert rows == [
        ["1", "ann", "", "3.5/4", "-", "3.5"],
        ["2", "bob", "0.5/4", "", "1/1", "1.5"],
        ["3", "cat", "-", "0/1", "", "0"],
    ]


def test_the_table_for_a_spreadsheet() -> None:
    told = three_bots()
    rows = [dict(zip(CSV_HEADER, row, strict=True)) for row in csv_rows(told)]
    assert [(row["place"], row["player"], row["points"]) for row in rows] == [
        (1, "ann", 3.5),
        (2, "bob", 1.5),
        (3, "cat", 0.0),
    ]
    assert (rows[2]["time"], rows[2]["margin"], rows[2]["elo_error"]) == (1, "", "")


def test_pairs_in_words() -> None:
    lines = pair_lines(three_bots())
    assert lines[0].startswith("ann - bob: +3 =1 -0, 87.5 %, Elo +338.0 ± ")
    assert lines[0].endswith(", LOS 100.0 %, draws 25.0 %, pairs [0, 0, 0, 1, 1]")
    # One win and, for want of a bound, one drawn game more: three quarters of two.
    assert lines[1] == "bob - cat: +1 =0 -0, 100.0 %, Elo +190.8, LOS 84.1 %, draws 0.0 %"


def test_what_each_seat_was_worth_is_told() -> None:
    assert notes(three_bots())[0] == "points by seat: seat 0 62.5 % ± 40.6, seat 1 37.5 % ± 40.6"


def test_ratings_without_a_bound_are_explained() -> None:
    assert "no bound" in notes(three_bots())[1]
    bounded = result(config("ann", "bob"))
    bounded.standings.add(played(bounded.plan.schedule.game(1), draw()))
    assert notes(bounded) == ["points by seat: seat 0 50.0 %, seat 1 50.0 %"]


def test_where_a_test_stands_is_told() -> None:
    told = play_all(result(config("ann", "bob", games=4000)._replace(sprt=Sprt(0, 60))), [0.6, 0])
    assert told.plan.schedule.complete
    state = told.standings.counting.sprt
    assert state is not None
    assert notes(told)[1] == (
        f"sprt elo0=0,elo1=60,alpha=0.05,beta=0.05,model=logistic,samples=pentanomial: {state.text()}"
    )
    assert told.standings.games == told.standings.plies // 10
    sprt = result_object(told)["sprt"]
    assert isinstance(sprt, dict)
    assert (sprt["elo0"], sprt["elo1"], sprt["verdict"], sprt["left_out"]) == (0, 60, "accept H1", 0)
    assert sprt["llr"] >= sprt["upper"] == pytest.approx(2.9444, abs=1e-4)
    # One more that was under way.
    late = told.plan.schedule.game(told.standings.games + 1)
    told.standings.add(played(late, draw()))
    assert notes(told)[2] == f"1 game beyond game {late.number - 1}, the last of the test: recorded, not counted"


def test_games_that_wait_or_are_left_out_are_told_as_played() -> None:
    told = result(config("ann", "bob", games=400)._replace(sprt=Sprt(0, 60)), complete=False)
    judge = by_chance([0.6, 0])
    for number in range(2, 401):
        game = told.plan.schedule.game(number)
        told.standings.add(played(game, judge(game)))
    assert summary_line(told).startswith("broken off: 399 of at most 400 games of kroket in 1.5 s, 0 counted, 0 plies")
    assert notes(told)[1] == "399 games beyond game 1, which has not ended: recorded, counted in their turn"
    object_ = result_object(told)
    assert (object_["games"], object_["played"]) == (0, 399)
    sprt = object_["sprt"]
    assert isinstance(sprt, dict)
    assert (sprt["decided_at"], sprt["waiting"], sprt["left_out"]) == (None, 399, 0)
    first = told.plan.schedule.game(1)
    told.standings.add(played(first, judge(first)))
    told = told._replace(complete=True)
    games, last = told.standings.games, told.standings.counting.decided_at
    assert games == last
    assert 0 < games < 300
    assert summary_line(told).startswith(f"400 games of kroket in 1.5 s, {games} counted, {10 * games} plies")
    assert notes(told)[2] == f"{400 - games} games beyond game {last}, the last of the test: recorded, not counted"
    object_ = result_object(told)
    assert (object_["games"], object_["played"]) == (games, 400)
    sprt = object_["sprt"]
    assert isinstance(sprt, dict)
    assert (sprt["decided_at"], sprt["waiting"], sprt["left_out"]) == (last, 0, 400 - games)


def test_tables_of_four() -> None:
    told = play_all(result(config("a", "b", "c", "d", "e", players=4, games=24)), [0.5, 0.2, 0, 0, -0.5])
    object_ = result_object(told)
    assert json.loads(json.dumps(object_, allow_nan=False)) == object_
    assert len(object_["seats"]) == 4  # type: ignore[arg-type]
    assert "pairs [" not in pair_lines(told)[0]
    assert all(row[9] != "-" for row in table_rows(told))


def test_before_the_first_game() -> None:
    told = result(config("ann", "bob"), complete=False)
    assert result_object(told)["us_per_ply"] is None
    assert result_object(told)["complete"] is False
    assert result_object(told)["seats"] == []
    assert table_rows(told)[0] == ("1", "ann", "0", "0", "0", "0", "0", "-", "-", "-", "-", "-")
    assert pair_lines(told) == []
    assert crosstable(told)[1][0] == ["1", "ann", "", "-", "0"]
    assert summary_line(told) == "broken off: 0 of 4 games of kroket in 1.5 s, 0 plies; seed x"


def test_a_format_of_unknown_length_says_so() -> None:
    told = result(config("a", "b", form="knockout"), complete=False)
    assert summary_line(told).startswith("broken off: 0 of at most 24 games")


def test_the_summary_tells_how_to_play_it_again() -> None:
    assert summary_line(three_bots()) == "5 games of kroket in 1.5 s, 41 plies, 24.6 µs per ply; seed x"


def test_nothing_is_minus_nothing() -> None:
    told = result(config("ann", "bob"))
    for number in (1, 2):
        told.standings.add(played(told.plan.schedule.game(number), Outcome((0, 1), (5, 5), "knock")))
    assert "-0.0" not in " ".join((*table_rows(told)[0], *table_rows(told)[1], *pair_lines(told)))
    assert "-0.0" not in json.dumps(result_object(told))
