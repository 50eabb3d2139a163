"""What all processes of a tournament take of memory, but for the bots: a part of `cardgames bench memory`.

Programs play, many games at a time, in a process of its own with its workers, its keepers and the fork servers of
both. A page that several of them share counts in parts for each (PSS), so that the sum is what would be free without
them.
"""

import json
import os
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread

from cardgames.bench.load import BOT_COMMAND
from cardgames.bots.isolation.descendants import descendants_of, shared_out_bytes
from cardgames.bots.spec import BotSpec
from cardgames.games.registry import GAMES
from cardgames.table.game_setup import default_clock
from cardgames.tournament.config.config import Config, Entrant
from cardgames.tournament.run.tournament import run_tournament

BOTS = 40
AT_A_TIME = 20
_LOOK_S = 0.2
_OWN_DEPTH = 2
"""Below the runner are the fork servers, below these the workers and keepers, and below these the bots."""


def own_bytes(runner: int) -> int | None:
    """What a runner and all of its processes but the bots' take; None where the system does not tell."""
    depths = {runner: 0}
    shares = []
    for member in descendants_of(runner).members():
        depth = depths[member.pid] = depths.get(member.parent, _OWN_DEPTH) + 1
        if depth <= _OWN_DEPTH and not member.zombie:
            shares.append(shared_out_bytes(member.pid))
    # One that has just ended takes nothing; to whoever is not root nothing is told of any that hides itself.
    if shares and not any(shares):
        return None
    return sum(share or 0 for share in (shared_out_bytes(runner), *shares))


def main() -> None:
    """Runs a gauntlet of such bots, and prints what it took at the most, as JSON."""
    most: list[int | None] = [0]
    over = Event()

    def look() -> None:
        while not over.wait(_LOOK_S) and most[0] is not None:
            found = own_bytes(os.getpid())
            most[0] = None if found is None else max(most[0], found)

    began = time.perf_counter()
    watch = Thread(target=look)
    watch.start()
    try:
        with TemporaryDirectory(prefix="cardgames-bench-") as folder:
            result = run_tournament(_config(), Path(folder))
    finally:
        over.set()
        watch.join()
    fields = {
        "bots": BOTS,
        "at_a_time": AT_A_TIME,
        "games": result.standings.games,
        "own_bytes": most[0],
        "seconds": round(time.perf_counter() - began, 3),
    }
    sys.stdout.write(json.dumps(fields))


def _config() -> Config:
    game = GAMES["kroket"]
    entrants = tuple(Entrant(BotSpec(f"bot {number}", command=BOT_COMMAND)) for number in range(1, BOTS + 1))
    clock = default_clock(game)._replace(movetime_ms=60_000)
    return Config(
        game,
        game.rules(),
        entrants,
        clock,
        2,
        format="gauntlet",
        seed="bench",
        concurrency=AT_A_TIME,
        sandbox="off",
    )
