"""Analyses and ladders as a person reads them, to the letter, with an evaluator and results that do not change."""

from dataclasses import dataclass

import pytest

from cardgames.analysis.evaluator import Evaluation
from cardgames.analysis.game_review import Review
from cardgames.cli.output.analysis import GameAnalysis, PositionAnalysis, print_game, print_position
from cardgames.cli.output.ladder import markdown_lines, print_ladder
from cardgames.games.registry import GAMES
from cardgames.players.expert.base import RankedMove
from cardgames.rules import State
from cardgames.tournament.ladder import Ladder, ladder_of_all, read_levels
from tests.analysis.evaluators import Scripted, recorded
from tests.tournament.test_ladder import play_all

HEADING = "kroket, seat 1 to move: expert-nodes5, 9 nodes\n\n"


def by_place(state: State, seat: int, move: int) -> float:
    """The first of the legal moves is the best, each that comes later worth less."""
    return 0.6 - 0.07 * state.legal(seat).index(move)


@dataclass
class Stopper:
    """Ends a review in the middle of a move."""

    at: int
    reached: int = 0

    def tick(self, ply: int) -> None:
        self.reached = ply

    def stop(self) -> bool:
        return self.reached >= self.at


def review_of(game: str, *rules: str, until: int = 10**9) -> GameAnalysis:
    evaluator = Scripted(game, by_place)
    review = Review(recorded(game, *rules, players=("random", "random")))
    stopper = Stopper(until)
    review.run(evaluator, stopper.stop, stopper.tick)
    return GameAnalysis("games.cgn", 3, review, evaluator)


KROKET = GAMES["kroket"].read(
    "position kroket turn=1 dealer=0 phase=choose hand0=?????????? table0=???????????? hand1=3c6d9hJh3s "
    f"table1=QsAcTh?????? drawn=- reserve={'??' * 29} discard=6s taken=- "
    "takes=0 turns=0 knocked=- deal=1 scores=0,0"
)


@pytest.mark.parametrize(
    ("ranked", "most", "expected"),
    [
        (
            [RankedMove(0, 0.6123), RankedMove(3, 0.6), RankedMove(1, 0.5), RankedMove(2, 0.0)],
            None,
            (
                "#  move    value  depth\n"
                "1  take   61.2 %      1\n"
                "2  knock  60.0 %      1\n"
                "3  draw   50.0 %      1\n"
                "4  lay     0.0 %      1\n\n"
            ),
        ),
        (
            [RankedMove(0, 1.0, (1, 2) * 40, 81), RankedMove(1, 0.5)],
            None,
            (
                "#  move    value  depth  then\n"
                "1  take  100.0 %     81  draw lay draw lay draw lay draw lay draw lay draw lay …\n"
                "2  draw   50.0 %      1\n"
                "2 legal moves not looked at, or the same as another\n\n"
            ),
        ),
        (
            [RankedMove(0, 0.4), RankedMove(3, 0.6), RankedMove(1, 0.5), RankedMove(2, 0.1)],
            2,
            (
                "#  move    value  depth\n"
                "1  take   40.0 %      1\n"
                "2  knock  60.0 %      1\n"
                "2 moves more, --moves N tells them\n"
                "in the player's order: it is less sure of a value that stands too low\n\n"
            ),
        ),
    ],
)
def test_a_ranking(
    ranked: list[RankedMove], most: int | None, expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    evaluation = Evaluation(1, (0, 1, 2, 3), tuple(ranked), 9)
    print_position(PositionAnalysis(KROKET, Scripted("kroket", by_place), [evaluation], True), most, as_json=False)
    assert capsys.readouterr().out == HEADING + expected


KROKET_GAME = """\
kroket, game 3 of games.cgn: random (0) (seat 0), random (1) (seat 1)
1-0, 7,4, knock, after 31 moves
valued by expert-nodes5, each seat by what it saw itself

ply  random (0)  random (1)
  0      50.0 %      50.0 %  ##################..................
  2      40.0 %      60.0 %  ##############......................
  4      34.8 %      65.2 %  #############.......................
  6      50.0 %      50.0 %  ##################..................
  8      59.0 %      41.0 %  #####################...............
 10      43.4 %      56.6 %  ################....................
 12      34.8 %      65.2 %  #############.......................
 14      34.8 %      65.2 %  #############.......................
 16      46.9 %      53.1 %  #################...................
 18      46.9 %      53.1 %  #################...................
 20      34.8 %      65.2 %  #############.......................
 22      50.0 %      50.0 %  ##################..................
 24      65.2 %      34.8 %  #######################.............
 26      56.6 %      43.4 %  ####################................
 28      56.6 %      43.4 %  ####################................
 30      65.2 %      34.8 %  #######################.............
 31      54.9 %      45.1 %  ####################................
end     100.0 %       0.0 %  ####################################

ply  player      move   value  better   value    cost
  4  random (0)  5     32.0 %  1       60.0 %  28.0 %
  6  random (1)  8h    32.0 %  8d      60.0 %  28.0 %
 12  random (0)  5     32.0 %  1       60.0 %  28.0 %
 20  random (0)  3s    32.0 %  2c      60.0 %  28.0 %
 22  random (1)  5     32.0 %  1       60.0 %  28.0 %
14 turning points more, --moves N tells them

random (0): 15 choices, each cost 11.7 % on average
random (1): 16 choices, each cost 9.2 % on average
where it was lost: move 6, random (1) plays 8h (32.0 %), better is 8d (60.0 %)
"""

SPIT_GAME = """\
spit, game 3 of games.cgn: random (0) (seat 0), random (1) (seat 1)
0-1, 6,1, round-limit, after 49 moves
valued by expert-nodes5, each seat by what it saw itself

ply  random (0)  random (1)
  0      50.0 %      50.0 %  ##################..................
  5      39.4 %      60.6 %  ##############......................
 10      43.4 %      56.6 %  ################....................
 15      34.8 %      65.2 %  #############.......................
 20      50.0 %      50.0 %  ##################..................
 25      46.5 %      53.5 %  #################...................
 30      56.6 %      43.4 %  ####################................

ply    ms  player      move   value  better   value    cost
  9  3382  random (1)  4>1   32.0 %  2R      60.0 %  28.0 %
 12  4249  random (1)  5>1   32.0 %  3L      60.0 %  28.0 %
 13  4675  random (0)  5>1   32.0 %  2R      60.0 %  28.0 %
12 turning points more, --moves N tells them

random (0): 12 choices, each cost 7.6 % on average
random (1): 17 choices, each cost 7.4 % on average
broken off after move 30 of 49
where most was given away so far: move 13 at 4675 ms, random (0) plays 5>1 (32.0
  %), better is 2R (60.0 %)
"""

LADDER = """\
kroket: 120 games, seed x

level      games  points   score     Elo  ± 95 %
random        60    10.5  17.5 %    +0.0    92.5
greedy        60    33.5  55.8 %  +267.6    64.3
expert-0      60    22.5  37.5 %  +144.5    75.4
expert-20     60    53.5  89.2 %  +529.5    72.1

step                       rise  games   score     Elo  ± 95 %      LOS
greedy over random       +267.6     20  85.0 %  +301.3   193.5  100.0 %
expert-0 over random     +144.5     20  70.0 %  +147.2   196.9   95.0 %
expert-20 over expert-0  +384.9     20  90.0 %  +381.7   146.5  100.0 %
expert-20 over greedy    +261.8     20  85.0 %  +301.3   140.0  100.0 %
monotone: every step goes up

"""

MARKDOWN = """\
kroket: 120 games, seed x.

| level | games | points | score | Elo | ± 95 % | stronger than (LOS) |
| --- | ---: | ---: | ---: | ---: | ---: | --- |
| random | 60 | 10.5 | 17.5 % | +0.0 | 92.5 | - |
| greedy | 60 | 33.5 | 55.8 % | +267.6 | 64.3 | random 100.0 % |
| expert-0 | 60 | 22.5 | 37.5 % | +144.5 | 75.4 | random 95.0 % |
| expert-20 | 60 | 53.5 | 89.2 % | +529.5 | 72.1 | expert-0 100.0 %, greedy 100.0 % |
"""


def test_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    print_game(review_of("kroket", "minrounds=3"), None, as_json=False)
    assert capsys.readouterr().out == KROKET_GAME


def test_a_game_of_which_the_rest_is_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    print_game(review_of("spit", "maxrounds=1", "scoring=points", until=31), 3, as_json=False)
    assert capsys.readouterr().out == SPIT_GAME


def ladder() -> Ladder:
    levels = read_levels("random,greedy,0,20")
    return ladder_of_all("kroket", levels, play_all(levels, [0, 2, 1, 4], 20))


def test_a_ladder(capsys: pytest.CaptureFixture[str]) -> None:
    print_ladder(ladder(), "120 games, seed x", markdown=False)
    assert capsys.readouterr().out == LADDER
    assert max(map(len, LADDER.splitlines())) <= 80


def test_a_ladder_to_be_pasted() -> None:
    assert "\n".join(markdown_lines(ladder(), "120 games, seed x")) == MARKDOWN
