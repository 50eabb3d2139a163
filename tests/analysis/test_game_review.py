"""A recorded game gone through: which choices are valued, what they cost, where it was lost, how it stood."""

from collections.abc import Sequence

import pytest

from cardgames.analysis.evaluator import Evaluation, Evaluator
from cardgames.analysis.game_review import LEAST_LOSS, Review, spaced
from cardgames.games.registry import GAMES
from cardgames.players.expert.base import RankedMove
from cardgames.rules import State
from cardgames.table.record import GameRecord
from cardgames.table.verify import deal_of, verify
from tests.analysis.evaluators import CHOICE, Scripted, of_text, recorded
from tests.table.fakes import setup_of


def reviewed(record: GameRecord, evaluator: Evaluator) -> Review:
    review = Review(record)
    review.run(evaluator, lambda: False, lambda _: None)
    return review


KROKET = recorded("kroket", "minrounds=6", players=("random", "random"))


def with_result(record: GameRecord, result: str) -> GameRecord:
    return record._replace(tags={**record.tags, "Result": result})


@pytest.mark.parametrize(
    ("game", "rules", "players"),
    [
        ("kroket", ["deals=2"], ("greedy", "random")),
        ("kroket", ["players=4", "lay=blind", "lastturn=on"], ("greedy", "random", "greedy", "random")),
        ("crapette", ["maxturns=12"], ("random", "greedy")),
        ("crapette", ["maxturns=8", "stop=touch"], ("random", "greedy")),
        ("spit", ["maxrounds=1"], ("random", "greedy")),
        ("spit", ["scoring=points", "target=10"], ("random", "greedy")),
    ],
)
def test_every_kind_of_game_is_gone_through(game: str, rules: list[str], players: tuple[str, ...]) -> None:
    record = recorded(game, *rules, players=players)
    assert verify(record) == []
    review = reviewed(record, Evaluator(GAMES[game], CHOICE))
    assert review.complete
    assert review.decisions
    for decision in review.decisions:
        made = record.moves[decision.ply - 1]
        assert (decision.seat, decision.move, decision.at) == (made.seat, made.move, made.at)
        assert 0 <= decision.value <= 1
        assert 0 <= decision.loss <= 1
        assert decision.loss == 0 or decision.better != decision.move
    assert sum(review.result) == pytest.approx(1)
    for point in review.points():
        assert sum(point.shares) == pytest.approx(1)
        assert len(point.shares) == len(players)


def test_what_leaves_no_choice_is_not_asked_about() -> None:
    record = recorded("crapette", "maxturns=10")
    state = deal_of(record)
    expected = []
    for ply, made in enumerate(record.moves, start=1):
        if len(state.legal(made.seat)) > 1:
            expected.append(ply)
        state.play(made.seat, GAMES["crapette"].parse_move(made.move))
    assert 0 < len(expected) < len(record.moves)
    evaluator = Scripted("crapette", lambda *_: 0.5)
    assert [decision.ply for decision in reviewed(record, evaluator).decisions] == expected
    assert all(hurried and not moves for _, moves, hurried in evaluator.asked)


def test_a_dear_move_is_looked_at_twice_before_it_is_blamed() -> None:
    last = len(KROKET.moves)

    def value(state: State, seat: int, move: int) -> float:
        return 0.3 if state.game.move_name(move) == KROKET.moves[-1].move else 0.6

    evaluator = Scripted("kroket", value)
    review = reviewed(KROKET, evaluator)
    dear = review.decisions[-1]
    assert (dear.ply, dear.value, dear.best) == (last, 0.3, 0.6)
    assert dear.loss == pytest.approx(0.3)
    move = GAMES["kroket"].parse_move(KROKET.moves[-1].move)
    assert evaluator.asked[-3:] == [(dear.seat, (), True), (dear.seat, (), False), (dear.seat, (move,), False)]


def test_a_move_that_is_better_than_the_search_thought_costs_nothing() -> None:
    class Hasty(Scripted):
        def evaluate(self, state: State, seat: int, moves: Sequence[int] = (), *, hurried: bool = False) -> Evaluation:
            found = super().evaluate(state, seat, moves, hurried=hurried)
            return found._replace(ranked=(RankedMove(moves[0], 0.9),)) if moves else found

    evaluator = Hasty("kroket", lambda state, seat, move: 0.3 if move == state.legal(seat)[0] else 0.6)
    review = reviewed(KROKET, evaluator)
    assert all(decision.loss == 0 for decision in review.decisions)
    assert {decision.value for decision in review.decisions} == {0.6, 0.9}


def test_a_breach_is_worth_what_the_answer_leaves() -> None:
    """C16: no player ranks a move against the rules; the other seat's best answer, a stop, tells what it costs."""
    record = recorded("crapette", "maxturns=6", "stop=on", players=("random", "random"))

    def value(state: State, seat: int, move: int) -> float | None:
        name = state.game.move_name(move)
        if name in ("stop", "pass"):
            return 0.75 if name == "stop" else 0.5
        return 0.5 if move in getattr(state, "lawful")() else None  # noqa: B009 - only Crapette's has it

    review = reviewed(record, Scripted("crapette", value))
    breaches = [decision for decision in review.decisions if decision.value == 0.25]
    assert breaches
    assert all(decision.loss == 0.25 for decision in breaches)


def test_nobody_is_asked_who_knows_other_cards() -> None:
    """In Kroket a move that was not ranked is looked at by itself, not through the eyes of the other seat."""

    def value(state: State, seat: int, move: int) -> float | None:
        return 0.5 if move == state.legal(seat)[0] else None

    evaluator = Scripted("kroket", value)
    review = reviewed(KROKET, evaluator)
    movers = [move.seat for move in KROKET.moves]
    alone = [seat for seat, moves, _ in evaluator.asked if moves]
    assert alone
    assert [seat for seat, moves, _ in evaluator.asked if not moves] == movers
    assert [decision.seat for decision in review.decisions] == movers


@pytest.mark.parametrize(("result", "loser"), [("1-0", 1), ("0-1", 0)])
def test_it_was_lost_by_the_loser(result: str, loser: int) -> None:
    evaluator = Scripted("kroket", lambda state, seat, move: 0.8 if move == state.legal(seat)[0] else 0.77)
    review = reviewed(with_result(KROKET, result), evaluator)
    made = [decision for decision in review.decisions if decision.loss > 0.005]
    lost = review.lost_at()
    assert {decision.seat for decision in made} == {0, 1}
    assert lost is not None
    assert lost.seat == loser
    assert review.turning_points() == []


def test_turning_points_are_the_dearest_moves_in_the_order_of_the_game() -> None:
    costs = iter([0.02, 0.3, 0.06, 0.1, 0.2, 0.04] + [0.0] * 100)
    current: list[float] = []

    class Costly(Scripted):
        def evaluate(self, state: State, seat: int, moves: Sequence[int] = (), *, hurried: bool = False) -> Evaluation:
            if hurried:
                current[:] = [next(costs)]
            made = GAMES["kroket"].parse_move(KROKET.moves[review.reached].move)
            legal = state.legal(seat)
            ranked = (
                [RankedMove(made, 0.9 - current[0])]
                if moves
                else [RankedMove(next(move for move in legal if move != made), 0.9), RankedMove(made, 0.9 - current[0])]
            )
            return Evaluation(seat, tuple(legal), tuple(ranked), 1)

    review = Review(with_result(KROKET, "1/2-1/2"))
    review.run(Costly("kroket", lambda *_: None), lambda: False, lambda _: None)
    found = [round(point.loss, 2) for point in review.turning_points()]
    assert found == [0.3, 0.06, 0.1, 0.2]
    assert [round(point.loss, 2) for point in review.turning_points(2)] == [0.3, 0.2]
    lost = review.lost_at()
    assert lost is not None
    assert lost.loss == pytest.approx(0.3)
    assert min(point.loss for point in review.turning_points()) >= LEAST_LOSS


def test_if_nothing_cost_anything_it_was_lost_nowhere() -> None:
    review = reviewed(KROKET, Scripted("kroket", lambda *_: 0.5))
    assert review.lost_at() is None
    assert review.turning_points() == []
    assert set(review.losses(0)) == {0.0}


def test_it_stops_when_it_is_told_to_and_can_go_on() -> None:
    review = Review(KROKET)
    evaluator = Scripted("kroket", lambda *_: 0.5)
    ticks: list[int] = []
    review.run(evaluator, lambda: len(ticks) == 3, ticks.append)
    assert (review.reached, review.complete, ticks) == (2, False, [1, 2, 3])
    review.run(evaluator, lambda: False, ticks.append)
    assert review.complete
    assert ticks[3:] == list(range(3, len(KROKET.moves) + 1))
    assert review.decisions == reviewed(KROKET, evaluator).decisions


def test_how_a_game_stood() -> None:
    """Of each seat what it saw last: first nothing, then the first one's 0.6, then 0.6 and 0.9 of 1.5."""
    review = reviewed(
        KROKET, Scripted("kroket", lambda state, seat, move: 0.6 if seat == KROKET.moves[0].seat else 0.9)
    )
    first = KROKET.moves[0].seat
    shares = [point.shares[first] for point in review.points()]
    assert shares[0] == 0.5
    assert shares[1] == pytest.approx(0.6)
    assert shares[-1] == pytest.approx(0.4)
    assert review.result[0] in (0.0, 1.0)


def test_a_curve_has_the_moves_that_it_was_asked_for() -> None:
    review = reviewed(KROKET, Scripted("kroket", lambda *_: 0.5))
    plies = review.plies
    assert [point.ply for point in review.curve(1)] == list(range(plies + 1))
    assert [point.ply for point in review.curve(5)] == sorted({*range(0, plies, 5), plies})
    points = {point.ply: point.shares for point in review.points()}
    assert all(point.shares == points[point.ply] for point in review.curve(5) if point.ply in points)


@pytest.mark.parametrize(("plies", "step"), [(0, 1), (20, 1), (21, 2), (40, 2), (41, 5), (150, 10), (700, 50)])
def test_how_far_apart_the_points_are(plies: int, step: int) -> None:
    assert spaced(plies, 20) == step


def test_a_game_without_moves() -> None:
    text = recorded_forfeit()
    record = of_text(text)
    assert verify(record) == []
    review = reviewed(record, Scripted("kroket", lambda *_: 0.5))
    assert review.complete
    assert review.decisions == []
    assert [point.shares for point in review.curve(1)] == [(0.5, 0.5)]
    assert review.result == (0.0, 1.0)


def recorded_forfeit() -> str:
    """A game that seat 0 forfeited before its first move."""
    from cardgames.bots.faults import Fault, Forfeit, Termination
    from cardgames.cards import Dealer
    from cardgames.table.record import write_record

    setup = setup_of("kroket", seed="review")
    fault = Fault(0, Termination.CRASH, "exit status 3")
    position = setup.game.deal(setup.rules, Dealer(setup.seed)).text()
    return write_record(setup, ["ann", "bob"], position, (), Forfeit((fault,)).outcome(2), (fault,))
