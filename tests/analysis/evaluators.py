"""An evaluator whose evaluations are a function's, and games for it."""

from collections.abc import Callable, Sequence

from cardgames.analysis.evaluator import Evaluation, Evaluator
from cardgames.bots.seat import PlayerSeat
from cardgames.bots.spec import BotSpec
from cardgames.games.players import PlayerChoice
from cardgames.games.registry import GAMES
from cardgames.players.expert.base import RankedMove
from cardgames.rules import State
from cardgames.table.record import GameRecord, parse_record, read_blocks
from tests.table.fakes import play, setup_of

CHOICE = PlayerChoice("expert", (("Nodes", "5"),))


class Scripted(Evaluator):
    """Values moves by a function of the move, whoever makes it; ranks those that it has a value for."""

    def __init__(self, game: str, value: Callable[[State, int, int], float | None]) -> None:
        super().__init__(GAMES[game], CHOICE)
        self._value = value
        self.asked: list[tuple[int, tuple[int, ...], bool]] = []

    def evaluate(self, state: State, seat: int, moves: Sequence[int] = (), *, hurried: bool = False) -> Evaluation:
        self.asked.append((seat, tuple(moves), hurried))
        legal = state.legal(seat)
        valued = [(move, self._value(state, seat, move)) for move in moves or legal]
        ranked = [RankedMove(move, value) for move, value in valued if value is not None] or [RankedMove(legal[0], 0.5)]
        return Evaluation(seat, tuple(legal), tuple(sorted(ranked, key=lambda one: -one.value)), 1)


def recorded(game: str, *rules: str, players: Sequence[str] = ("random", "greedy"), seed: str = "review") -> GameRecord:
    seats = [PlayerSeat(BotSpec(name, player=name)) for name in players]
    report = play(setup_of(game, seed=seed, rules=rules), seats=seats)[0]
    return of_text(report.record)


def of_text(text: str) -> GameRecord:
    (block,) = read_blocks(text.splitlines(keepends=True))
    return parse_record(block)
