"""What a second processor brings: `cardgames bench workers`.

The same games between built-in players, on one worker and on two. No program can get more out of two processors than
the machine gives to two processes that do nothing but compute, which is measured in the same minutes.
"""

import subprocess
import sys
from collections.abc import Callable
from time import perf_counter

from cardgames.bench.figures import Measurements, Signature, signature_problems
from cardgames.bench.report import BenchReport, BenchSettings
from cardgames.bots.spec import BotSpec
from cardgames.games.registry import GAMES
from cardgames.table.game_setup import default_clock
from cardgames.table.referee import GameReport
from cardgames.tournament.config.config import Config, Entrant
from cardgames.tournament.played import Played
from cardgames.tournament.results.result import Result
from cardgames.tournament.run.observer import Observer
from cardgames.tournament.run.tournament import run_tournament

GAME, PLAYER = "crapette", "random"
GAMES_EACH = 300
SIGNATURE = "2e9aaa1088d947ba"
"""Of so many games."""
QUICK_GAMES = 10
QUICK_SIGNATURE = "9b6fbe65b346c7ff"
ROUNDS = 7
AT_LEAST = 1.8
_COMPUTE_S = 0.3
_EVEN = "every deal is played from both sides"

_COMPUTE = """
import sys, time
end, steps = time.perf_counter() + float(sys.argv[1]), 0
while time.perf_counter() < end:
    for _ in range(10000):
        pass
    steps += 1
print(steps)
"""


def bench_workers(settings: BenchSettings) -> BenchReport:
    """Measures one worker, two workers and the machine in turn, round after round."""
    count, signature = (QUICK_GAMES, QUICK_SIGNATURE) if settings.quick else (GAMES_EACH, SIGNATURE)
    games = settings.games or count
    games += games % 2
    notes = [] if settings.games in {None, games} else [f"workers: {games} games, not {settings.games}: {_EVEN}"]
    found, signatures = Measurements(), list[str]()
    rounds = 1 if settings.quick else ROUNDS
    for number in range(1, rounds + 1):
        settings.say(f"workers: round {number} of {rounds}, {games} games on one worker and on two")
        signatures += _round(games, _COMPUTE_S / 10 if settings.quick else _COMPUTE_S, found)
    # Two runs of the same games are to be equal, however many they were.
    expected = signature if games == count else signatures[0]
    return BenchReport(
        ("figure", "median", "quartiles", "at least"),
        (
            found.row("1 worker: games a second", "games_per_s_1"),
            found.row("2 workers: games a second", "games_per_s_2"),
            found.row("2 workers against 1", "ratio", AT_LEAST),
            found.row("2 bare processes against 1", "machine_ratio"),
        ),
        {**found.as_object(), "games": games, "signature": signatures[0]},
        signature_problems(f"{GAME} between two {PLAYER}", signatures, expected),
        notes,
        (
            f"{games} games of {GAME} between two {PLAYER}, signature {signatures[0]};",
            "the start of the workers is not counted. Last row: what the machine gives to two",
            "processes that do nothing but compute.",
        ),
    )


def _round(games: int, compute_s: float, found: Measurements) -> tuple[str, str]:
    """Measures once. The signatures of the games on one worker and on two."""
    one, one_signature = _play(games, 1)
    two, two_signature = _play(games, 2)
    machine = _computed(2, compute_s) / _computed(1, compute_s)
    found.add(games_per_s_1=one, games_per_s_2=two, ratio=two / one, machine_ratio=machine)
    return one_signature, two_signature


class _Stopwatch(Observer):
    """Has the time from the first game on, and the games."""

    def __init__(self) -> None:
        self.reports: dict[int, GameReport] = {}

    def begun(self, result: Callable[[], Result]) -> None:  # noqa: ARG002
        self.began_s = perf_counter()

    def game_ended(self, played: Played) -> None:
        self.reports[played.number] = played.report


def _play(games: int, workers: int) -> tuple[float, str]:
    """Games a second, without the start of the workers, and the signature of the games."""
    game = GAMES[GAME]
    entrants = tuple(Entrant(BotSpec(f"{PLAYER} {number}", player=PLAYER)) for number in (1, 2))
    config = Config(game, game.rules(), entrants, default_clock(game), games, seed="bench", concurrency=workers)
    watch = _Stopwatch()
    run_tournament(config, observer=watch)
    seconds = perf_counter() - watch.began_s
    signature = Signature()
    for _, report in sorted(watch.reports.items()):
        signature.add_game(report)
    return games / seconds, signature.text()


def _computed(processes: int, seconds: float) -> int:
    """What so many processes compute at once in this time, all together."""
    command = (sys.executable, "-I", "-S", "-c", _COMPUTE, str(seconds))
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(processes)]
    return sum(int(process.communicate()[0]) for process in running)
