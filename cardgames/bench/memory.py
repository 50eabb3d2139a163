"""What the runner takes of memory, and it with all of its processes: `cardgames bench memory`.

A whole tournament with its schedule, two workers, the store on the disk and the table, in a process of its own whose
peak is read at the end. Every game is cut short after two moves: what the runner keeps of a game does not depend on
how long it was.
"""

import json
import resource
import subprocess
import sys
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from cardgames.bench import processes
from cardgames.bench.figures import short
from cardgames.bench.report import BenchReport, BenchSettings
from cardgames.bots.spec import BotSpec
from cardgames.games.registry import GAMES
from cardgames.table.game_setup import default_clock
from cardgames.tournament.config.config import Config, Entrant
from cardgames.tournament.run.tournament import run_tournament

BOTS = 30
GAMES_IN_ALL = 100_000
QUICK_GAMES = 870
FEW_GAMES = 870
"""For comparison: two for each pairing."""
AT_MOST_MB = 100
ALL_AT_MOST_MB = 150
_WORKERS = 2
_MB = 1_000_000
_TABLES = BOTS * (BOTS - 1) // 2
_WHOLE = f"each of {_TABLES} pairings plays as many as the others, from both sides"
_RUN = """
import sys
sys.path.append(sys.argv[1])
from importlib import import_module
import_module(sys.argv[2]).main(*map(int, sys.argv[3:]))
"""


def bench_memory(settings: BenchSettings) -> BenchReport:
    """Runs a long tournament, and a short one to compare with."""
    wanted = games_in_all(settings.games or (QUICK_GAMES if settings.quick else GAMES_IN_ALL))
    notes = [] if settings.games in {None, wanted} else [f"memory: {wanted} games, not {settings.games}: {_WHOLE}"]
    found = []
    for games in sorted({FEW_GAMES, wanted}):
        settings.say(f"memory: a tournament of {games} games")
        found.append(_run(games))
    rows = [
        (f"{each['games']} games: MB", short(each["peak_bytes"] / _MB), str(AT_MOST_MB), f"{each['seconds']:.0f}")
        for each in found
    ]
    settings.say(f"memory: {processes.BOTS} programs, {processes.AT_A_TIME} games at a time")
    whole = _run_processes()
    if whole["own_bytes"] is None:
        notes.append("memory: what all processes take together is told to root only")
    else:
        figure = f"{whole['bots']} programs, {whole['at_a_time']} games at a time: MB"
        rows.append((figure, short(whole["own_bytes"] / _MB), str(ALL_AT_MOST_MB), f"{whole['seconds']:.0f}"))
    problems = [
        f"memory: {each['counted']} games were counted of {each['games']}"
        for each in found
        if each["counted"] != each["games"]
    ]
    legend = (
        f"{BOTS} bots, {_WORKERS} workers, each game two moves long. The peak is the most that",
        "the runner's process had in RAM; with programs, what it had with all of its processes but the bots'.",
    )
    figures = {"runs": found, "processes": whole}
    return BenchReport(("figure", "peak", "at most", "seconds"), tuple(rows), figures, problems, notes, legend)


def _run(games: int) -> dict[str, Any]:
    return _run_main(__name__, str(games))


def _run_processes() -> dict[str, Any]:
    return _run_main(processes.__name__)


def _run_main(module: str, *arguments: str) -> dict[str, Any]:
    package = Path(__file__).resolve().parents[2]
    command = (sys.executable, "-c", _RUN, str(package), module, *arguments)
    answer = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    fields: dict[str, Any] = json.loads(answer.stdout)
    return fields


def games_in_all(wanted: int) -> int:
    """The least number of games, so many or more, that such a tournament can have."""
    return 2 * _TABLES * ceil(wanted / (2 * _TABLES))


def main(games: int) -> None:
    """Runs a tournament of so many games, or the next number that it can have, and prints what it took, as JSON."""
    began = perf_counter()
    with TemporaryDirectory(prefix="cardgames-bench-") as folder:
        result = run_tournament(_config(games), Path(folder))
    fields = {
        "games": result.plan.schedule.games,
        "counted": result.standings.games,
        "peak_bytes": peak_bytes(),
        "seconds": round(perf_counter() - began, 3),
    }
    print(json.dumps(fields))


def peak_bytes() -> int:
    """The most memory that this process has had in RAM."""
    status = Path("/proc/self/status")
    if status.exists():
        # getrusage would count what the process was before its program was started.
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
        return int(lines["VmHWM"].split()[0]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _config(games: int) -> Config:
    game = GAMES["kroket"]
    entrants = tuple(Entrant(BotSpec(f"random {number}", player="random")) for number in range(1, BOTS + 1))
    each = games_in_all(games) // _TABLES
    return Config(
        game, game.rules(), entrants, default_clock(game), each, seed="bench", concurrency=_WORKERS, max_plies=2
    )
