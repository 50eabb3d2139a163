"""What the rules cost: `cardgames bench rules`.

Random play: every move is drawn from the legal ones, and in Spit also who makes it. Times are the processor's, so
that whatever else runs on the machine counts as little as can be.
"""

from collections.abc import Callable, Sequence
from random import Random
from time import process_time_ns
from typing import Any, NamedTuple

from cardgames.bench.figures import Measurements, Signature, signature_problems
from cardgames.bench.report import BenchReport, BenchSettings
from cardgames.cards import Dealer
from cardgames.cards.dealer import seed_of_text
from cardgames.games.registry import GAMES
from cardgames.rules import perft as perft_module
from cardgames.rules.game import Game, Rules, State

ROUNDS = 15
QUICK_ROUNDS = 1
_BARE_STEPS = 100_000


class RulesTask(NamedTuple):
    """What is done with one game in each round."""

    game: str
    at_most: float
    """What a random move may cost, in us."""
    games: int
    signature: str
    """Of so many games: their moves, and where they led."""
    depth: int
    nodes: int
    """What `perft` counts so deep from the first deal."""


TASKS = (
    RulesTask("crapette", 12, 20, "32c4cb16a36876d9", 8, 21703),
    RulesTask("spit", 4, 40, "4f97b421717d63be", 9, 115627),
    RulesTask("kroket", 3, 1000, "62de650afbcceb37", 8, 83521),
)


_LEGEND = (
    "Processor time. A move: the list of legal moves, one of them drawn and played.",
    "A game: its deal and its moves. Bare Python: an item of a list and an addition,",
    "to compare machines by.",
)


class RulesWork(NamedTuple):
    """What was done with one game in a round: the same in each."""

    games: int
    moves: int
    """Of all games together."""
    signature: str
    nodes: int


def bench_rules(settings: BenchSettings) -> BenchReport:
    """Measures every game in turn, round after round, so that what disturbs one disturbs them all."""
    rounds = QUICK_ROUNDS if settings.quick else ROUNDS
    # Round 0 does not count: what is looked up once and then kept is there after it.
    for number in range(rounds + 1):
        if number < 2:
            bare = Measurements()
            found = {task.game: Measurements() for task in TASKS}
            work: dict[str, list[RulesWork]] = {task.game: [] for task in TASKS}
        settings.say(f"rules: round {number} of {rounds}")
        bare.add(ns=bare_step_ns())
        for task in TASKS:
            work[task.game].append(_round(task, settings.games or task.games, found[task.game]))
    rows = [bare.row("bare Python: ns a step", "ns")]
    figures: dict[str, Any] = {"compiled": is_compiled(), "bare_step_ns": bare.figure("ns").as_object()}
    problems: list[str] = []
    for task in TASKS:
        done, measured = work[task.game], found[task.game]
        games, moves, signature, nodes = done[0]
        counts = {"perft": nodes, "games": games, "moves": moves, "signature": signature}
        figures[task.game] = {**measured.as_object(), **counts}
        rows += [
            measured.row(f"{task.game}: us a move", "us_per_move", task.at_most),
            measured.row(f"{task.game}: us a deal", "us_per_deal"),
            measured.row(f"{task.game}: games a second", "games_per_s"),
            measured.row(f"{task.game}: perft {task.depth} = {nodes}, nodes a second", "nodes_per_s"),
            (f"{task.game}: moves, signature", str(moves), signature, ""),
        ]
        problems += problems_of(task, done)
    notes = ["rules: they are compiled to machine code here"] if is_compiled() else []
    return BenchReport(("figure", "median", "quartiles", "at most"), tuple(rows), figures, problems, notes, _LEGEND)


def is_compiled() -> bool:
    """Whether the rules are machine code here, which is optional."""
    return not str(perft_module.__file__).endswith(".py")


def bare_step_ns() -> float:
    """What a step of a loop costs that does next to nothing: the measure of this Python on this machine now."""
    numbers = list(range(64))
    total = 0
    began = process_time_ns()
    for step in range(_BARE_STEPS):
        total += numbers[step & 63]
    return (process_time_ns() - began) / _BARE_STEPS


def _round(task: RulesTask, games: int, found: Measurements) -> RulesWork:
    game, chance = GAMES[task.game], Random(0).random
    rules = game.rules()
    began = process_time_ns()
    states = [deal(game, rules, number) for number in range(games)]
    dealt = process_time_ns()
    moves = [play_out(state, chance) for state in states]
    played = process_time_ns()
    first = deal(game, rules, 0)
    began_to_count = process_time_ns()
    nodes = perft_module.perft(first, task.depth)
    counted = process_time_ns()
    found.add(
        us_per_move=(played - dealt) / sum(moves) / 1000,
        us_per_deal=(dealt - began) / games / 1000,
        games_per_s=games * 1e9 / (played - began),
        nodes_per_s=nodes * 1e9 / max(1, counted - began_to_count),
    )
    signature = Signature()
    for count, state in zip(moves, states, strict=True):
        signature.add(count, state.text())
    return RulesWork(games, sum(moves), signature.text(), nodes)


def deal(game: Game, rules: Rules, number: int) -> State:
    """The deal of that number."""
    return game.deal(rules, Dealer(seed_of_text(f"bench {number}")))


def play_out(state: State, chance: Callable[[], float]) -> int:
    """Plays at random to the end.

    Args:
        state: a game that has begun.
        chance: gives numbers from 0 up to 1.

    Returns:
        How many moves that took.
    """
    moves = 0
    while actors := state.actors():
        seat = actors[int(chance() * len(actors))] if len(actors) > 1 else actors[0]
        legal = state.legal(seat)
        state.play(seat, legal[int(chance() * len(legal))])
        moves += 1
    return moves


def problems_of(task: RulesTask, rounds: Sequence[RulesWork]) -> list[str]:
    """What is wrong with the work itself."""
    signatures = [each.signature for each in rounds]
    # Of another number of games it is known only that every round is to have played the same ones.
    expected = task.signature if rounds[0].games == task.games else signatures[0]
    return [
        *signature_problems(task.game, signatures, expected),
        *(
            f"{task.game}: perft {task.depth} counts {nodes}, {task.nodes} was expected"
            for nodes in sorted({each.nodes for each in rounds} - {task.nodes})
        ),
    ]
