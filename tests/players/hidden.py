"""Tables that look the same to one seat."""

import re
from random import Random

from cardgames.rules import State

_RUN = re.compile(r"\(((?:[2-9TJQKA][cdhs])+)\)([0-9a-f])")


def exchanged(state: State, seat: int, random: Random) -> State:
    """The same table, with the cards that `seat` does not know exchanged among their places."""
    text = state.text()
    hidden = [card for cards, mask in _RUN.findall(text) if not int(mask, 16) >> seat & 1 for card in _split(cards)]
    random.shuffle(hidden)

    def another(run: re.Match[str]) -> str:
        cards, mask = run.groups()
        if int(mask, 16) >> seat & 1:
            return run.group()
        count = len(cards) // 2
        taken, hidden[:count] = hidden[:count], []
        return f"({''.join(taken)}){mask}"

    return state.game.read(_RUN.sub(another, text), state.rules)


def _split(cards: str) -> list[str]:
    return [cards[at : at + 2] for at in range(0, len(cards), 2)]
