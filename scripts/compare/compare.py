"""Random play and instant bots, here and elsewhere, measured in turn in one run. See README.md."""

import asyncio
import os
import platform
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from time import perf_counter_ns, process_time_ns
from typing import Any, NamedTuple

import chess
import chess.engine
import pyspiel
import rlcard

from cardgames.cards import Dealer
from cardgames.cards.dealer import seed_of_text
from cardgames.games import find_game
from cardgames.table.bot import BotSpec
from cardgames.table.referee import play_game
from cardgames.table.seat import Seat, open_seat
from cardgames.table.settings import GameSetup, default_clock
from cardgames.tournament.bench_figures import Figure
from cardgames.tournament.bench_instant import NoCompilerError, built_from, instant_bot
from cardgames.tournament.bench_load import raw_pipe, this_machine
from cardgames.tournament.bench_rules import bare_step_ns, is_compiled

ROUNDS = 9
CHESS_PLIES = 200

Chance = Callable[[], float]


class Subject(NamedTuple):
    """Something whose random moves are timed."""

    name: str
    games: int
    """In each round."""
    deal: Callable[[int], Any]
    """A game before its first choice; not timed."""
    play_out: Callable[[Any, Chance], int]
    """Plays at random to the end, legal list and move; how many moves that took."""


# -- this project


def our_deal(name: str) -> Callable[[int], Any]:
    game = find_game(name)
    rules = game.rules()
    return lambda number: game.deal(rules, Dealer(seed_of_text(f"compare {number}")))


def our_play_out(state: Any, chance: Chance) -> int:
    moves = 0
    while actors := state.actors():
        seat = actors[int(chance() * len(actors))] if len(actors) > 1 else actors[0]
        legal = state.legal(seat)
        state.play(seat, legal[int(chance() * len(legal))])
        moves += 1
    return moves


# -- OpenSpiel: what chance does in the course of the game belongs to the move before it


def spiel_deal(name: str) -> Callable[[int], Any]:
    game = pyspiel.load_game(name)

    def deal(_number: int) -> Any:
        state = game.new_initial_state()
        while state.is_chance_node():
            spiel_chance(state, random.random)
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


# -- RLCard: the rules alone, and the environment, which makes an observation of every state


def rlcard_deal(_number: int) -> Any:
    game = rlcard.make("gin-rummy").game
    game.init_game()
    return game


def rlcard_play_out(game: Any, chance: Chance) -> int:
    moves = 0
    while not game.is_over():
        legal = game.judge.get_legal_actions()
        game.step(legal[int(chance() * len(legal))])
        moves += 1
    return moves


def rlcard_environment(_number: int) -> Any:
    environment = rlcard.make("gin-rummy")
    return environment, environment.reset()[0]


def rlcard_environment_play_out(dealt: Any, chance: Chance) -> int:
    environment, state = dealt
    moves = 0
    while not environment.is_over():
        legal = list(state["legal_actions"])
        state, _ = environment.step(legal[int(chance() * len(legal))])
        moves += 1
    return moves


# -- python-chess


def chess_play_out(board: chess.Board, chance: Chance) -> int:
    """At most so many moves: two bare kings would go on for long."""
    moves = 0
    while moves < CHESS_PLIES:
        legal = list(board.legal_moves)
        if not legal:
            break
        board.push(legal[int(chance() * len(legal))])
        moves += 1
    return moves


SUBJECTS = (
    Subject("cardgames crapette", 10, our_deal("crapette"), our_play_out),
    Subject("cardgames spit", 15, our_deal("spit"), our_play_out),
    Subject("cardgames kroket", 600, our_deal("kroket"), our_play_out),
    Subject("OpenSpiel gin_rummy", 40, spiel_deal("gin_rummy"), spiel_play_out),
    Subject("OpenSpiel crazy_eights", 60, spiel_deal("crazy_eights"), spiel_play_out),
    Subject("RLCard gin-rummy, rules alone", 40, rlcard_deal, rlcard_play_out),
    Subject("RLCard gin-rummy, environment", 20, rlcard_environment, rlcard_environment_play_out),
    Subject("python-chess", 10, lambda _number: chess.Board(), chess_play_out),
)


def move_us(subject: Subject) -> float:
    """What a random move costs in a round, in us of the processor."""
    chance = random.Random(0).random
    dealt = [subject.deal(number) for number in range(subject.games)]
    began = process_time_ns()
    moves = sum(subject.play_out(game, chance) for game in dealt)
    return (process_time_ns() - began) / moves / 1000


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


async def chess_ply_us(engines: Sequence[Any]) -> float:
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


async def measure_referees(rounds: int) -> dict[str, list[float]]:
    found: dict[str, list[float]] = defaultdict(list)
    with built_from(Path(__file__).with_name("knights.c")) as knights, instant_bot() as command:
        seats = [open_seat(BotSpec(f"instant {number}", command)) for number in (1, 2)]
        engines = [(await chess.engine.popen_uci(list(knights)))[1] for _ in (1, 2)]
        try:
            for number in range(1, rounds + 1):
                say(f"referees: round {number} of {rounds}")
                found["bare pipe, a round trip"].append(raw_pipe(1000, command).micros)
                found["cardgames kroket"].append(our_ply_us(seats, "kroket", 40))
                found["cardgames crapette"].append(our_ply_us(seats, "crapette", 3))
                found["python-chess (asyncio)"].append(await chess_ply_us(engines))
        finally:
            for engine in engines:
                await engine.quit()
            for seat in seats:
                seat.close()
    return found


# -- the run


def main() -> None:
    rounds = 2 if "--quick" in sys.argv[1:] else ROUNDS
    load = this_machine().load
    found: dict[str, list[float]] = {subject.name: [] for subject in SUBJECTS}
    bare = []
    # Round 0 does not count: whoever keeps what it has looked up once has it then.
    for number in range(rounds + 1):
        say(f"random play: round {number} of {rounds}")
        bare.append(bare_step_ns())
        for subject in SUBJECTS:
            micros = move_us(subject)
            if number:
                found[subject.name].append(micros)
    with one_processor() as where:
        try:
            referees = asyncio.run(measure_referees(rounds))
        except NoCompilerError as error:
            say(f"referees: nothing was measured, {error}")
            referees = {}
    packages = ", ".join(f"{name} {version(name)}" for name in ("open_spiel", "rlcard", "chess"))
    step = Figure.of(bare)
    busy = "" if load is None else f", load {load:.1f} before it"
    print(f"{datetime.now().astimezone():%Y-%m-%d}, {processor()}, Python {platform.python_version()}{busy}.")
    print(f"{packages}.")
    print(f"{'Rules compiled. ' if is_compiled() else ''}A step of a bare Python loop: {step.cells()[0]} ns.\n")
    tell("rules: us a random move", found)
    if referees:
        tell(f"referee: us a ply between two instant bots{where}", referees)


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
