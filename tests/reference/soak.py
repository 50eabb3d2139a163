"""The long run of random games on the product and on the naive reference, all games in turn.

python -m tests.reference.soak --seconds 60
python -m tests.reference.soak --game spit --games 1000 --seed 7
"""

import argparse
import sys
import time
from collections import Counter
from itertools import count
from random import SystemRandom

from cardgames.games.registry import GAMES
from tests.reference.duel import DiffersError, Duel, Spoilt


def main() -> int:
    parser = argparse.ArgumentParser(description="Random games on the product and on the naive reference.")
    parser.add_argument("--game", choices=sorted(GAMES), action="append", help="all games if none is named")
    parser.add_argument("--games", type=int, help="to play of each game; without end if not given")
    parser.add_argument("--seconds", type=float, help="after which no other game begins")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--seed", default=str(SystemRandom().randrange(10**9)), help="a fresh one if not given")
    parser.add_argument("--stop-after", type=int, default=5, help="disagreements to show before stopping")
    given = parser.parse_args()
    if given.games is None and given.seconds is None:
        parser.error("--games N, --seconds N or both were expected")
    names = given.game or list(GAMES)
    numbers = count(given.first) if given.games is None else range(given.first, given.first + given.games)
    print(f"seed {given.seed}; --seed {given.seed} plays the same games again", flush=True)
    ended = {name: Counter[str]() for name in names}
    moves: Counter[str] = Counter()
    wrong = 0
    started = time.monotonic()
    for number, name in ((number, name) for number in numbers for name in names):
        if given.seconds is not None and time.monotonic() - started >= given.seconds:
            break
        try:
            counts = Duel(GAMES[name], f"{given.seed}:{number}").run()
            Spoilt(GAMES[name], f"{given.seed}:{number}").run()
        except DiffersError as difference:
            print(difference)
            wrong += 1
            if wrong >= given.stop_after:
                break
        else:
            moves[name] += counts.moves
            ended[name][counts.reason] += 1
    for name, reasons in ended.items():
        listed = ", ".join(f"{reason} {times}" for reason, times in reasons.most_common())
        print(f"{name}: {reasons.total()} games, {moves[name]} moves; {listed or 'none ended'}")
    print(f"{wrong} disagreements in {time.monotonic() - started:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
