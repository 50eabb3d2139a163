"""Random play and instant bots, here and elsewhere, measured in turn in one run. See README.md.

What is not installed of the others is left out, and that is said.
"""

import asyncio
import os
import platform
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from datetime import datetime
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter_ns, process_time_ns
from typing import Any, NamedTuple

from cardgames.bench.figures import Figure
from cardgames.bench.instant import NoCompilerError, built_from, instant_bot
from cardgames.bench.load import raw_pipe, this_machine
from cardgames.bench.rules import bare_step_ns, is_compiled, play_out
from cardgames.bots.open_seat import open_seat
from cardgames.bots.seat import Seat
from cardgames.bots.spec import BotSpec
from cardgames.cards import Dealer
from cardgames.cards.dealer import seed_of_text
from cardgames.games.registry import find_game
from cardgames.table.game_setup import GameSetup, default_clock
from cardgames.table.referee import play_game

ROUNDS = 9
CHESS_PLIES = 200
OTHERS = {"pyspiel": "open_spiel", "rlcard": "rlcard", "chess": "chess"}
"""What else is measured: modules, and the names of their packages."""

Chance = Callable[[], float]


class Subject(NamedTuple):
    """Something whose random moves are timed."""

    name: str
    games: int
    """In each round."""
    deal: Callable[[int], Any]
    """The game of this number before its first choice, always the same; not timed."""
    play_out: Callable[[Any, Chance], int]
    """Plays at random to the end, legal list and move; how many moves that took."""


# -- this project


def our_deal(name: str) -> Callable[[int], Any]:
    game = find_game(name)
    rules = game.rules()
    return lambda number: game.deal(rules, Dealer(seed_of_text(f"compare {number}")))


def our_subjects() -> list[Subject]:
    return [
        Subject(f"cardgames {name}", games, our_deal(name), play_out)
        for name, games in (("crapette", 10), ("spit", 15), ("kroket", 600))
    ]


# -- OpenSpiel: what chance does in the course of the game belongs to the move before it


def spiel_deal(name: str) -> Callable[[int], Any]:
    import pyspiel

    game = pyspiel.load_game(name)

    def deal(number: int) -> Any:
        state, chance = game.new_initial_state(), random.Random(number).random
        while state.is_chance_node():
            spiel_chance(state, chance)
        return state

    return deal


def spiel_chance(state: Any, chance: Chance) -> None:
    outcomes = state.chance_outcomes()  # as likely as each other in these games
    state.apply_action(outcomes[int(chance() * len(outcomes))][0])


def spiel_play_out(state: Any, chance: Chance) -> int:
    moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            spiel_chance(state, chance)
            continue
        legal = state.legal_actions()
        state.apply_action(legal[int(chance() * len(legal))])
        moves += 1
    return moves


def spiel_subjects() -> list[Subject]:
    return [
        Subject(f"OpenSpiel {name}", games, spiel_deal(name), spiel_play_out)
        for name, games in (("gin_rummy", 40), ("crazy_eights", 60))
    ]


# -- RLCard: the rules alone, and the environment, which makes an observation of every state


def rlcard_made(number: int) -> Any:
    import rlcard

    return rlcard.make("gin-rummy", config={"seed": number})


def rlcard_deal(number: int) -> Any:
    game = rlcard_made(number).game
    game.init_game()
    return game


def rlcard_play_out(game: Any, chance: Chance) -> int:
    moves = 0
    while not game.is_over():
        legal = game.judge.get_legal_actions()
        game.step(legal[int(chance() * len(legal))])
        moves += 1
    return moves


def rlcard_environment(number: int) -> Any:
    environment = rlcard_made(number)
    return environment, environment.reset()[0]


def rlcard_environment_play_out(dealt: Any, chance: Chance) -> int:
    environment, state = dealt
    moves = 0
    while not environment.is_over():
        legal = list(state["legal_actions"])
        state, _ = environment.step(legal[int(chance() * len(legal))])
        moves += 1
    return moves


def rlcard_subjects() -> list[Subject]:
    return [
        Subject("RLCard gin-rummy, rules alone", 40, rlcard_deal, rlcard_play_out),
        Subject("RLCard gin-rummy, environment", 20, rlcard_environment, rlcard_environment_play_out),
    ]


# -- python-chess


def chess_board(_number: int) -> Any:
    import chess

    return chess.Board()


def chess_play_out(board: Any, chance: Chance) -> int:
    """At most so many moves: two bare kings would go on for long."""
    moves = 0
    while moves < CHESS_PLIES:
        legal = list(board.legal_moves)
        if not legal:
            break
        board.push(legal[int(chance() * len(legal))])
        moves += 1
    return moves


def chess_subjects() -> list[Subject]:
    return [Subject("python-chess", 10, chess_board, chess_play_out)]


def subjects(others: Sequence[str]) -> list[Subject]:
    """This project's, and those of the others by the names of their modules."""
    theirs = {"pyspiel": spiel_subjects, "rlcard": rlcard_subjects, "chess": chess_subjects}
    return [*our_subjects(), *(subject for name in others for subject in theirs[name]())]


class Played(NamedTuple):
    """A round of one subject."""

    moves: int
    nanos: int
    """Of the processor."""

    @property
    def move_us(self) -> float:
        """What a random move costs."""
        return self.nanos / self.moves / 1000


def played(subject: Subject) -> Played:
    """One round: the same games and moves every time."""
    chance = random.Random(0).random
    dealt = [subject.deal(number) for number in range(subject.games)]
    began = process_time_ns()
    moves = sum(subject.play_out(game, chance) for game in dealt)
    return Played(moves, process_time_ns() - began)


def measure_moves(chosen: Sequence[Subject], rounds: int) -> tuple[dict[str, list[Played]], list[float]]:
    """The rounds of each subject by its name, and what a step of a bare loop cost in between, in ns."""
    found: dict[str, list[Played]] = {subject.name: [] for subject in chosen}
    bare = []
    # Round 0 does not count: whoever keeps what it has looked up once has it then.
    for number in range(rounds + 1):
        say(f"random play: round {number} of {rounds}")
        bare.append(bare_step_ns())
        for subject in chosen:
            once = played(subject)
            if number:
                found[subject.name].append(once)
    return found, bare


def other_work(found: dict[str, list[Played]]) -> list[str]:
    """The subjects whose rounds were not all the same work."""
    return [name for name, rounds in found.items() if len({each.moves for each in rounds}) > 1]


# -- referees: two bots in C that answer at once


def our_ply_us(seats: Sequence[Seat], name: str, games: int) -> float:
    game = find_game(name)
    plies = micros = 0
    for number in range(games):
        setup = GameSetup(
            game, game.rules(), seed_of_text(f"compare {number}"), default_clock(game), max_plies=CHESS_PLIES
        )
        report = play_game(seats, setup)
        plies += report.plies
        micros += report.micros
    return micros / plies


async def chess_engines(stack: AsyncExitStack) -> list[Any]:
    import chess.engine

    command = list(stack.enter_context(built_from(Path(__file__).with_name("knights.c"))))
    engines = []
    for _ in (1, 2):
        _, engine = await chess.engine.popen_uci(command)
        stack.push_async_callback(engine.quit)
        engines.append(engine)
    return engines


async def chess_ply_us(engines: Sequence[Any]) -> float:
    import chess.engine

    board = chess.Board()
    limit = chess.engine.Limit(time=1)
    began = perf_counter_ns()
    for ply in range(CHESS_PLIES):
        answer = await engines[ply % 2].play(board, limit)
        board.push(answer.move)
    return (perf_counter_ns() - began) / CHESS_PLIES / 1000


@contextmanager
def one_processor() -> Iterator[str]:
    """Everything on one, what is started too, where that can be chosen: a bot is woken on another for 20 us or more.

    Gives what is to be said of it."""
    if not hasattr(os, "sched_setaffinity"):
        yield ""
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield ", all on one processor"
    finally:
        os.sched_setaffinity(0, before)


async def measure_referees(rounds: int, others: Sequence[str]) -> dict[str, list[float]]:
    found: dict[str, list[float]] = defaultdict(list)
    async with AsyncExitStack() as stack:
        command = stack.enter_context(instant_bot())
        seats = [open_seat(BotSpec(f"instant {number}", command)) for number in (1, 2)]
        for seat in seats:
            stack.callback(seat.close)
        engines = await chess_engines(stack) if "chess" in others else []
        for number in range(1, rounds + 1):
            say(f"referees: round {number} of {rounds}")
            found["bare pipe, a round trip"].append(raw_pipe(1000, command).micros)
            found["cardgames kroket"].append(our_ply_us(seats, "kroket", 40))
            found["cardgames crapette"].append(our_ply_us(seats, "crapette", 3))
            if engines:
                found["python-chess (asyncio)"].append(await chess_ply_us(engines))
    return found


# -- the run


def main() -> None:
    rounds = 2 if "--quick" in sys.argv[1:] else ROUNDS
    load = this_machine().load
    others = [name for name in OTHERS if find_spec(name)]
    for package in (OTHERS[name] for name in OTHERS if name not in others):
        say(f"{package} is not installed: it is left out")
    moves, bare = measure_moves(subjects(others), rounds)
    with one_processor() as where:
        try:
            referees = asyncio.run(measure_referees(rounds, others))
        except NoCompilerError as error:
            say(f"referees: nothing was measured, {error}")
            referees = {}
    busy = "" if load is None else f", load {load:.1f} before it"
    print(f"{datetime.now().astimezone():%Y-%m-%d}, {processor()}, Python {platform.python_version()}{busy}.")
    if others:
        print(", ".join(f"{OTHERS[name]} {version(OTHERS[name])}" for name in others) + ".")
    print(
        f"{'Rules compiled. ' if is_compiled() else ''}A step of a bare Python loop: {Figure.of(bare).cells()[0]} ns.\n"
    )
    tell("rules: us a random move", {name: [each.move_us for each in found] for name, found in moves.items()})
    if referees:
        tell(f"referee: us a ply between two instant bots{where}", referees)
    if wrong := other_work(moves):
        sys.exit(f"not the same work in every round: {', '.join(wrong)}")


def processor() -> str:
    """What the machine calls its processor."""
    info = Path("/proc/cpuinfo")
    names = (
        [line.partition(": ")[2] for line in info.read_text().splitlines() if line.startswith("model name")]
        if info.exists()
        else []
    )
    return f"{len(names)} x {names[0]}" if names else platform.processor() or platform.machine()


def tell(title: str, found: dict[str, list[float]]) -> None:
    print(f"| {title} | median | quartiles |")
    print("| --- | ---: | ---: |")
    for name, values in found.items():
        print(f"| {name} | {' | '.join(Figure.of(values).cells())} |")
    print()


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
