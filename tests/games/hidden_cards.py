"""The cards that a position names, and tables that look the same to one seat."""

import re
from random import Random

from cardgames.rules import State

CARD_NAME = re.compile("[2-9TJQKA][cdhs]")
_RUN = re.compile(r"\(([^)]*)\)([0-9a-f])")


def fields_of(text: str) -> dict[str, str]:
    return dict(token.split("=") for token in text.split()[2:])


def names_in(text: str) -> set[str]:
    """The names of cards that a view shows."""
    return {name for value in fields_of(text).values() for name in CARD_NAME.findall(value)}


def exchanged(state: State, seat: int, random: Random) -> State:
    """The same table with the cards that `seat` does not know in each other's places."""
    text = state.text()
    bit = 1 << seat
    runs = [(run[1], int(run[2], 16)) for run in _RUN.finditer(text)]
    hidden = [name for names, mask in runs if not mask & bit for name in CARD_NAME.findall(names)]
    random.shuffle(hidden)

    def refill(run: re.Match[str]) -> str:
        if int(run[2], 16) & bit:
            return run[0]
        filled = "".join(hidden.pop() for _ in range(len(run[1]) // 2))
        return f"({filled}){run[2]}"

    return state.game.read(_RUN.sub(refill, text), state.rules)
