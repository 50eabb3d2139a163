"""Counting: wins, draws, losses, points, faults, and who did what against whom."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgames.games import Outcome
from cardgames.table.faults import Fault, Forfeit, Termination
from cardgames.tournament.ratings import Meeting
from cardgames.tournament.standings import Score, Standings


def win(seat: int, *scores: int) -> Outcome:
    return Outcome((seat,), scores or (1, 0), "out")


DRAW = Outcome((0, 1), (0, 0), "impasse")


def counts(score: Score) -> tuple[int, int, int, int, float]:
    return score.games, score.wins, score.draws, score.losses, score.points


def test_two_players_with_seats_changed() -> None:
    standings = Standings(2)
    standings.add((0, 1), win(0), plies=10, micros=100)
    standings.add((1, 0), win(0), plies=5, micros=50)
    standings.add((0, 1), DRAW)
    standings.add((1, 0), win(1))
    assert counts(standings.scores[0]) == (4, 2, 1, 1, 2.5)
    assert counts(standings.scores[1]) == (4, 1, 1, 2, 1.5)
    assert standings.meeting(0, 1) == Meeting(2, 1, 1)
    assert standings.meeting(1, 0) == Meeting(1, 1, 2)
    assert (standings.games, standings.plies, standings.micros) == (4, 15, 150)


def test_a_lower_total_that_wins_is_a_win() -> None:
    """Spit by points (S17): the first place decides, not the score."""
    standings = Standings(2)
    standings.add((0, 1), Outcome((1,), (104, 60), "points"))
    assert standings.meeting(1, 0) == Meeting(1, 0, 0)


def test_four_seats_share_and_are_ranked_below_the_first_place_by_score() -> None:
    standings = Standings(4)
    standings.add((3, 0, 1, 2), Outcome((0, 2), (20, 7, 20, 9), "knock"))
    assert [standings.scores[player].points for player in range(4)] == [0, 0.5, 0, 0.5]
    assert [standings.scores[player].draws for player in range(4)] == [0, 1, 0, 1]
    assert standings.meeting(1, 3) == Meeting(0, 1, 0)
    assert standings.meeting(2, 0) == Meeting(1, 0, 0)
    assert standings.meeting(0, 3) == Meeting(0, 0, 1)


def test_three_thirds_are_one_point_together() -> None:
    standings = Standings(3)
    for _ in range(3):
        standings.add((0, 1, 2), Outcome((0, 1, 2), (9, 9, 9), "knock"))
    assert [score.points for score in standings.scores] == [1, 1, 1]


def test_a_forfeit_is_counted_for_the_player_not_for_the_seat() -> None:
    standings = Standings(2)
    forfeit = Forfeit((Fault(0, Termination.ILLEGAL, "9z"),))
    standings.add((1, 0), forfeit.outcome(2), forfeit.faults)
    assert standings.scores[1].faults == {Termination.ILLEGAL: 1}
    assert not standings.scores[0].faults
    assert counts(standings.scores[0]) == (1, 1, 0, 0, 1)


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
    for players, winner in results:
        standings.add(players, win(winner))
    assert standings.ranking() == order


@given(st.lists(st.tuples(st.permutations(range(4)), st.sets(st.integers(0, 3), min_size=1)), max_size=30))
def test_sums_agree(games: list[tuple[list[int], set[int]]]) -> None:
    standings = Standings(4)
    for players, winners in games:
        standings.add(players, Outcome(tuple(sorted(winners)), (5, 3, 3, 1), "knock"))
    assert sum(score.points for score in standings.scores) == pytest.approx(len(games))
    for score in standings.scores:
        assert score.wins + score.draws + score.losses == score.games == len(games)
    for meeting in standings.meetings().values():
        assert meeting.games == len(games)
