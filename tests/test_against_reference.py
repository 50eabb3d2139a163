"""Random games with random options, played on the product and on a naive second implementation side by side.

At every move the full position, every seat's view, the legal lists, the events and the outcome must be the same; now
and then moves are taken back, positions and views are read again, and every move there is is tried for acceptance.
The longer run is `python -m tests.reference.soak`.
"""

from collections import Counter

import pytest

from cardgames.games.registry import GAMES
from cardgames.rules.perft import perft
from tests.reference import Table
from tests.reference.duel import Duel, Spoilt

BLOCKS = {"crapette": (6, 6), "spit": (6, 12), "kroket": (6, 35)}
"""Blocks of games, so that they spread over processes, and the games in each."""


@pytest.mark.slow
@pytest.mark.parametrize(("game", "block"), [(game, block) for game in BLOCKS for block in range(BLOCKS[game][0])])
def test_random_games(game: str, block: int, run_seed: int) -> None:
    games = BLOCKS[game][1]
    numbers = range(block * games, (block + 1) * games)
    counts = [Duel(GAMES[game], f"{run_seed}:{number}").run(1500) for number in numbers]
    assert sum(count.moves for count in counts) > games


@pytest.mark.slow
@pytest.mark.parametrize("stop", ["on", "touch"])
def test_crapette_with_stop(stop: str, run_seed: int) -> None:
    for duty in ("none", "foundation", "full"):
        rules = {"stop": stop, "duty": duty, "maxshifts": "3"}
        assert Duel(GAMES["crapette"], f"{run_seed}:stop:{duty}", rules=rules, dealt=True).run(800).moves > 100


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_positions_made_by_hand(game: str, run_seed: int) -> None:
    """Most of them lie near an end that random games seldom reach."""
    seeds = [f"{run_seed}:hand:{number}" for number in range(40)]
    reasons = Counter(Duel(GAMES[game], seed, dealt=False).run(60).reason for seed in seeds)
    assert len(reasons) > 2


@pytest.mark.parametrize("game", GAMES)
def test_spoilt_positions(game: str, run_seed: int) -> None:
    refusals = Counter[bool]()
    for number in range(25):
        refusals += Spoilt(GAMES[game], f"{run_seed}:spoilt:{number}").run()
    assert min(refusals[True], refusals[False]) > 50


def naive_perft(table: Table, depth: int) -> int:
    """Sequences of exactly `depth` moves, `wait` left out; none beyond a shuffle."""
    if depth == 0:
        return 1
    if table.due:
        return 0
    count = 0
    for seat in table.actors():
        for move in table.legal(seat):
            if move != "wait":
                table.play(seat, move)
                count += naive_perft(table, depth - 1)
                table.undo()
    return count


@pytest.mark.parametrize("game", GAMES)
def test_perft(game: str, run_seed: int) -> None:
    for number in range(12):
        duel = Duel(GAMES[game], f"{run_seed}:perft:{number}", dealt=number % 2 == 0)
        for depth in (1, 2):
            assert perft(duel.state, depth) == naive_perft(duel.table, depth)
        assert duel.state.text() == duel.table.text()
