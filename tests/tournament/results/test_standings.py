"""Counting: wins, draws, losses, points, margins, faults, who did what against whom, seats, and a test's verdict."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgames.bots.faults import Fault, Termination
from cardgames.rules import Outcome
from cardgames.tournament.formats.round_robin import Gauntlet, RoundRobin
from cardgames.tournament.formats.schedule import GameResult, ScheduledGame
from cardgames.tournament.rating.bradley_terry import Meeting, rate
from cardgames.tournament.rating.paired_errors import paired_errors
from cardgames.tournament.rating.pentanomial import Pentanomial
from cardgames.tournament.rating.plackett_luce import Rankings
from cardgames.tournament.rating.sprt import Sprt, Verdict
from cardgames.tournament.results.standings import Score, Standings, reversed_versus, versus_of
from tests.tournament.games import by_chance, draw, forfeited, played, win


def game(*players: int, number: int = 1, deal: int | None = None) -> ScheduledGame:
    return ScheduledGame(number, number if deal is None else deal, 1, players)


def counts(score: Score) -> tuple[int, int, int, int, float]:
    return score.games, score.wins, score.draws, score.losses, score.points


def test_two_players_with_seats_changed() -> None:
    standings = Standings(2)
    standings.add(played(game(0, 1, number=1, deal=1), win(0, 7, 3), plies=10, micros=100))
    standings.add(played(game(1, 0, number=2, deal=1), win(0, 5, 0), plies=5, micros=50))
    standings.add(played(game(0, 1, number=3, deal=3), draw()))
    standings.add(played(game(1, 0, number=4, deal=3), win(1, 1, 2)))
    assert counts(standings.scores[0]) == (4, 2, 1, 1, 2.5)
    assert counts(standings.scores[1]) == (4, 1, 1, 2, 1.5)
    (versus,) = standings.versus().values()
    assert versus.meeting == Meeting(2, 1, 1)
    assert versus.pairs == Pentanomial(wl=1, dw=1)
    assert (standings.games, standings.plies, standings.micros) == (4, 35, 350)
    # 4, -5, 0, 1
    assert standings.scores[0].margin.mean == 0
    assert standings.scores[1].margin.count == 4
    assert [round(seat.share, 3) for seat in standings.seats()] == [0.625, 0.375]


def test_a_lower_total_that_wins_is_a_win() -> None:
    """Spit by points (S17): the first place decides, not the score."""
    standings = Standings(2)
    standings.add(played(game(0, 1), Outcome((1,), (104, 60), "points")))
    assert standings.meetings() == {(0, 1): Meeting(0, 0, 1)}
    assert [score.margin.mean for score in standings.scores] == [-44, 44]


def test_four_seats_share_and_are_ranked_below_the_first_place_by_score() -> None:
    standings = Standings(4, 4)
    standings.add(played(game(3, 0, 1, 2), Outcome((0, 2), (20, 7, 20, 9), "knock")))
    assert [standings.scores[player].points for player in range(4)] == [0, 0.5, 0, 0.5]
    assert [standings.scores[player].draws for player in range(4)] == [0, 1, 0, 1]
    meetings = standings.meetings()
    assert meetings[1, 3] == Meeting(0, 1, 0)
    assert meetings[0, 2] == Meeting(0, 0, 1)
    assert meetings[0, 3] == Meeting(0, 0, 1)
    assert not any(versus.pairs.pairs for versus in standings.versus().values())


def test_three_thirds_are_one_point_together() -> None:
    standings = Standings(3, 3)
    for _ in range(3):
        standings.add(played(game(0, 1, 2), Outcome((0, 1, 2), (9, 9, 9), "knock")))
    assert [score.points for score in standings.scores] == [1, 1, 1]


def test_a_forfeit_is_counted_for_the_player_not_for_the_seat_and_has_no_margin() -> None:
    standings = Standings(2)
    standings.add(forfeited(game(1, 0), Fault(0, Termination.ILLEGAL, "9z")))
    assert standings.scores[1].faults == {Termination.ILLEGAL: 1}
    assert not standings.scores[0].faults
    assert counts(standings.scores[0]) == (1, 1, 0, 0, 1)
    assert standings.scores[0].margin.mean is None
    # Nor does it say anything about the seats.
    assert standings.seats() == []


@pytest.mark.parametrize(
    ("results", "order"),
    [
        ([((0, 1), 1), ((0, 2), 1), ((1, 2), 1)], [2, 1, 0]),
        # A share of points, not a sum: player 2 has won its only game.
        ([((0, 1), 0), ((0, 1), 0), ((0, 1), 1), ((2, 1), 0)], [2, 0, 1]),
        ([], [0, 1, 2]),
    ],
)
def test_ranking(results: list[tuple[tuple[int, int], int]], order: list[int]) -> None:
    standings = Standings(3)
    for number, (players, winner) in enumerate(results, 1):
        standings.add(played(game(*players, number=number), win(winner)))
    assert standings.ranking() == order


def test_where_opponents_differ_places_go_by_elo_not_by_points_per_game() -> None:
    """A gauntlet: 0 has most of its points from the weak 3 and 4, and loses to the strong 1 and 2."""
    schedule, standings = Gauntlet(5, 2, 20), Standings(5)
    for number in range(1, schedule.games + 1):
        scheduled = schedule.game(number)
        other = max(scheduled.players)
        turn = (number - 1) // 8
        winner = other if turn < {1: 6, 2: 6, 3: 1, 4: 0}[other] else 0
        standings.add(played(scheduled, win(scheduled.players.index(winner))))
    assert [score.points / score.games for score in standings.scores] == [0.675, 0.6, 0.6, 0.1, 0.0]
    assert not schedule.even
    assert not standings.goes_by_points(schedule.even)
    # Equal results, equal places, but for the order of naming.
    assert standings.ranking(schedule.even) == [1, 2, 0, 3, 4]


def test_a_round_robin_goes_by_points_once_all_have_met_alike_and_by_elo_before() -> None:
    schedule, standings = RoundRobin(4, 2, 4), Standings(4)
    # The first takes half from the last, which it has met alone; the others have met each other as well.
    results = {(0, 3): 0.5, (1, 2): 0.75, (1, 3): 1, (2, 3): 1}
    number = 0
    for (one, other), points in results.items():
        for turn in range(4):
            number += 1
            standings.add(played(game(one, other, number=number), win(0 if turn < 4 * points else 1)))
    assert [score.points / score.games for score in standings.scores] == pytest.approx([0.5, 0.875, 0.625, 1 / 6])
    assert not standings.goes_by_points(schedule.even)
    assert standings.ranking(schedule.even) == [1, 2, 0, 3]
    for one, other in ((0, 1), (0, 2)):
        for _ in range(4):
            number += 1
            standings.add(played(game(one, other, number=number), win(1)))
    assert standings.goes_by_points(schedule.even)
    assert standings.ranking(schedule.even) == [1, 2, 0, 3]


@given(st.lists(st.integers(0, 2), min_size=12, max_size=12))
def test_where_all_have_met_alike_elo_and_points_are_the_same_order(results: list[int]) -> None:
    schedule, standings = RoundRobin(4, 2, 2), Standings(4)
    for number, result in enumerate(results, start=1):
        scheduled = schedule.game(number)
        standings.add(played(scheduled, draw() if result == 2 else win(result)))
    ranking = standings.ranking()
    points = [standings.scores[player].points for player in ranking]
    assert points == sorted(points, reverse=True)
    elos = [strength.elo for player in ranking if (strength := standings.strengths()[player]) is not None]
    assert elos == pytest.approx(sorted(elos, reverse=True), abs=1e-3)


def test_a_gauntlet_at_tables_of_three_goes_by_elo() -> None:
    schedule, standings = Gauntlet(7, 3, 60), Standings(7, 3)
    judge = by_chance([0.4, 0.6, 0.6, -4, -4, -4, -4])
    assert standings.goes_by_points(schedule.even)
    while (scheduled := schedule.next()) is not None:
        standings.add(played(scheduled, judge(scheduled)))
        schedule.add(scheduled.number, GameResult(scheduled.players, judge(scheduled)))
    elos = [strength.elo for strength in standings.strengths() if strength is not None]
    assert standings.ranking(schedule.even) == sorted(range(7), key=lambda player: -elos[player])
    assert standings.ranking() != standings.ranking(schedule.even)
    assert RoundRobin(5, 3, 6).even
    assert Gauntlet(2, 2, 6).even


@given(st.lists(st.tuples(st.permutations(range(4)), st.sets(st.integers(0, 3), min_size=1)), max_size=30))
def test_sums_agree(games: list[tuple[list[int], set[int]]]) -> None:
    standings = Standings(4, 4)
    for players, winners in games:
        standings.add(played(game(*players), Outcome(tuple(sorted(winners)), (5, 3, 3, 1), "knock")))
    assert sum(score.points for score in standings.scores) == pytest.approx(len(games))
    for score in standings.scores:
        assert score.wins + score.draws + score.losses == score.games == len(games)
    for meeting in standings.meetings().values():
        assert meeting.games == len(games)


def test_with_two_seats_strengths_are_bradley_terry_with_the_errors_of_pairs() -> None:
    schedule, judge = RoundRobin(4, 2, 40), by_chance([0.4, 0.1, 0, -0.5])
    standings = Standings(4)
    while (scheduled := schedule.next()) is not None:
        standings.add(played(scheduled, judge(scheduled)))
    pairs = {pair: versus.pairs for pair, versus in standings.versus().items()}
    assert all(pair.pairs == 20 for pair in pairs.values())
    ratings = rate(4, standings.meetings())
    errors = paired_errors(ratings, standings.meetings(), pairs)
    for strength, rating, error in zip(standings.strengths(), ratings, errors, strict=True):
        assert strength is not None
        assert rating is not None
        assert (strength.elo, strength.error, strength.single_error) == (rating.elo, error, rating.error)


def test_with_more_seats_strengths_are_plackett_luce() -> None:
    schedule, judge = RoundRobin(5, 4, 24), by_chance([0.4, 0.1, 0, -0.5, 0])
    standings, rankings = Standings(5, 4), Rankings(5)
    while (scheduled := schedule.next()) is not None:
        outcome = judge(scheduled)
        standings.add(played(scheduled, outcome))
        winners = [scheduled.players[seat] for seat in outcome.winners]
        rankings.add([winners, [player for player in scheduled.players if player not in winners]])
    for strength, rating in zip(standings.strengths(), rankings.ratings(), strict=True):
        assert strength is not None
        assert rating is not None
        assert (strength.elo, strength.error, strength.single_error) == (rating.elo, rating.error, rating.error)


def test_deals_that_favour_a_side_make_the_error_smaller() -> None:
    """Each deal is won by the same side whoever sits there, but for one: 21 points of 40."""
    pairs = Pentanomial(wl=19, ww=1)
    versus = versus_of(pairs.meeting, pairs)
    assert versus.strength.error is not None
    assert versus.strength.single_error is not None
    assert versus.strength.error < versus.strength.single_error / 3
    # 0.025 is 1.026 standard errors of sqrt(0.011875 / 20).
    assert versus.superiority == pytest.approx(0.8475, abs=1e-4)


def test_the_other_of_a_pair_sees_the_opposite() -> None:
    pairs = Pentanomial(ll=3, ld=1, wl=4, dw=2, ww=6)
    versus = versus_of(pairs.meeting, pairs)
    other = reversed_versus(versus)
    directly = versus_of(pairs.reversed.meeting, pairs.reversed)
    assert other.meeting == directly.meeting
    assert other.pairs == directly.pairs
    assert other.strength.elo == pytest.approx(directly.strength.elo)
    assert other.strength.error == pytest.approx(directly.strength.error)
    assert other.superiority == pytest.approx(directly.superiority)


def test_a_deal_played_from_one_side_only_counts_game_by_game() -> None:
    standings = Standings(2)
    standings.add(played(game(0, 1, number=1, deal=1), win(0)))
    (versus,) = standings.versus().values()
    assert versus.pairs.pairs == 0
    assert versus.superiority == pytest.approx(0.8413, abs=1e-4)


@pytest.mark.parametrize("seed", range(5))
def test_games_after_the_verdict_do_not_count_whatever_the_order_in_which_they_came(seed: int) -> None:
    schedule, judge = RoundRobin(2, 2, 4000), by_chance([0.5, 0])
    games = [schedule.game(number) for number in range(1, 801)]
    in_turn = Standings(2, sprt=Sprt(0, 50))
    for each in games:
        in_turn.add(played(each, judge(each)))
    assert in_turn.counting.sprt is not None
    assert in_turn.counting.sprt.verdict is Verdict.ACCEPT_H1
    assert in_turn.games < 700
    assert in_turn.games % 2 == 0
    assert in_turn.games + in_turn.counting.left_out == 800

    mixed = Standings(2, sprt=Sprt(0, 50))
    rng = Random(seed)
    while games:
        each = games.pop(rng.randrange(min(len(games), 30)))
        mixed.add(played(each, judge(each)))
        if mixed.counting.sprt is not None and mixed.counting.sprt.verdict is not Verdict.CONTINUE:
            break
    assert mixed.counting.sprt == in_turn.counting.sprt
    assert (mixed.games, mixed.versus()) == (in_turn.games, in_turn.versus())
