"""What a player is asked about a position: within its view, from one answer to the next the same, ended when told."""

from collections.abc import Sequence
from functools import partial
from random import Random

import pytest

from cardgames.analysis.evaluator import Evaluator
from cardgames.cards import Dealer
from cardgames.games.players import PLAYERS, PlayerError, make_player, read_player
from cardgames.games.registry import GAMES
from cardgames.players.expert.base import Expert, RankedMove
from cardgames.players.expert.budget import Budget
from cardgames.players.player import Turn
from cardgames.rules import PositionError, State
from tests.games.hidden_cards import exchanged

RANKED = PLAYERS["expert"].games


def table(game: str, moves: int, seed: str = "judge") -> State:
    found = GAMES[game]
    state = found.deal(found.rules(), Dealer.of_text(seed))
    greedy = make_player("greedy", game, Random(1))
    for _ in range(moves):
        seat = state.actors()[0]
        state.play(seat, greedy.choose(Turn(seat, state.legal(seat), partial(state.view, seat))))
    return state


def evaluator(game: str, word: str = "expert:Nodes=20") -> Evaluator:
    return Evaluator(GAMES[game], read_player(word))


@pytest.mark.parametrize("moves", [0, 7, 12])
@pytest.mark.parametrize("game", RANKED)
def test_it_ranks_legal_moves_and_repeats_itself(game: str, moves: int) -> None:
    state = table(game, moves)
    before = state.text()
    for seat in state.actors():
        evaluation = evaluator(game).evaluate(state, seat)
        assert evaluation.seat == seat
        assert list(evaluation.legal) == state.legal(seat)
        assert {one.move for one in evaluation.ranked} <= set(evaluation.legal)
        assert evaluation.of(evaluation.best.move) == evaluation.best
        assert all(0 <= one.value <= 1 for one in evaluation.ranked)
        assert evaluator(game).evaluate(state, seat) == evaluation
    assert state.text() == before


@pytest.mark.parametrize("game", RANKED)
def test_a_seats_view_is_as_good_as_the_table(game: str) -> None:
    state = table(game, 8)
    seat = state.actors()[0]
    evaluation = evaluator(game).evaluate(state, seat)
    seen = GAMES[game].read(state.text(seat), state.rules)
    assert evaluator(game).evaluate(seen, seat) == evaluation
    for number in range(3):
        assert evaluator(game).evaluate(exchanged(state, seat, Random(number)), seat) == evaluation


def test_some_moves_alone() -> None:
    state = table("kroket", 1)
    seat = state.actors()[0]
    last = state.legal(seat)[-1]
    evaluation = evaluator("kroket").evaluate(state, seat, [last])
    assert [one.move for one in evaluation.ranked] == [last]
    assert len(evaluation.legal) > 1


@pytest.mark.parametrize("moves", [0, 7, 12, 60])
@pytest.mark.parametrize("nodes", [1, 2, 5, 20, 100])
@pytest.mark.parametrize("game", RANKED)
def test_nodes_are_kept_to(game: str, nodes: int, moves: int) -> None:
    state = table(game, moves)
    for seat in state.actors():
        assert evaluator(game, f"expert:Nodes={nodes}").evaluate(state, seat).nodes <= nodes


class Thorough(Expert):
    """Spends all the nodes that it has, up to 5000."""

    default_nodes = 1000

    def rank(self, turn: Turn, budget: Budget) -> Sequence[RankedMove]:
        while budget.spend() and budget.nodes < 5000:
            pass
        return [RankedMove(turn.legal[0], 0.5)]


@pytest.mark.parametrize(
    ("word", "millis", "nodes", "fewer"),
    [("expert", None, 1000, True), ("expert:Nodes=40", None, 40, False), ("expert", 60_000, 5000, False)],
)
def test_hurry_takes_fewer_nodes_where_there_is_no_limit(
    word: str, millis: int | None, nodes: int, fewer: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PLAYERS, "expert", PLAYERS["expert"]._replace(of_game=lambda _game: Thorough))
    asked = Evaluator(GAMES["kroket"], read_player(word), millis=millis)
    state = table("kroket", 0)
    (seat,) = state.actors()
    assert asked.evaluate(state, seat).nodes == nodes
    hurried = asked.evaluate(state, seat, hurried=True).nodes
    assert 0 < hurried < nodes if fewer else hurried == nodes


def test_a_search_ends_when_it_is_told_to() -> None:
    state = table("crapette", 60)
    asked = []

    def should_stop() -> bool:
        asked.append(1)
        return True

    stopped = Evaluator(GAMES["crapette"], read_player("expert:Nodes=1000000"), should_stop=should_stop)
    assert stopped.evaluate(state, state.actors()[0]).ranked
    assert asked


def test_the_view_of_another_seat_does_not_do() -> None:
    state = table("kroket", 1)
    (seat,) = state.actors()
    other = GAMES["kroket"].read(state.text(1 - seat), state.rules)
    with pytest.raises(
        PositionError, match=f"the hand of seat {seat} is hidden, its own view was expected: hand{seat}"
    ):
        evaluator("kroket").evaluate(other, seat)


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("greedy", "greedy does not rank its moves; expert does"),
        ("random", "random does not rank its moves"),
        ("expert:Nodes=5,Skill=19", "expert of Skill 19 overlooks moves; a judge is of Skill 20, leave it out"),
    ],
)
def test_a_player_that_only_plays(word: str, text: str) -> None:
    with pytest.raises(PlayerError, match=text):
        evaluator("kroket", word)


@pytest.mark.parametrize("game", RANKED)
def test_the_best_move_is_the_one_that_the_player_plays(game: str) -> None:
    state = table(game, 8)
    seat = state.actors()[0]
    view = state.view(seat)
    best = evaluator(game, "expert:Skill=20,Nodes=20").evaluate(state, seat).best.move
    player = make_player("expert", game, Random(f"0 {view.text()}"), [("Nodes", "20")])
    assert player.choose(Turn(seat, view.legal(seat), lambda: view)) == best
