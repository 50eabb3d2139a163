"""The long run: `python -m tests.reference.soak --game spit --games 1000 --seed 7` (all games without `--game`)."""

import argparse
import sys
import time
from collections import Counter

from cardgames.games.registry import GAMES
from tests.reference.duel import DiffersError, Duel, Spoilt


def main() -> int:
    parser = argparse.ArgumentParser(description="Random games on the product and on the naive reference.")
    parser.add_argument("--game", choices=sorted(GAMES), action="append")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--seed", default="soak")
    parser.add_argument("--stop-after", type=int, default=5, help="disagreements to show before stopping")
    given = parser.parse_args()
    wrong = 0
    for name in given.game or list(GAMES):
        started = time.perf_counter()
        moves, reasons = 0, Counter[str]()
        for number in range(given.first, given.first + given.games):
            try:
                counts = Duel(GAMES[name], f"{given.seed}:{number}").run()
                Spoilt(GAMES[name], f"{given.seed}:{number}").run()
            except DiffersError as difference:
                print(difference)
                wrong += 1
                if wrong >= given.stop_after:
                    return 1
            else:
                moves += counts.moves
                reasons[counts.reason] += 1
        ended = ", ".join(f"{reason} {count}" for reason, count in reasons.most_common())
        print(f"{name}: {given.games} games, {moves} moves, {time.perf_counter() - started:.1f} s; {ended}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
