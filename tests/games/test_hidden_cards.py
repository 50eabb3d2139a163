"""Whatever is drawn or told to a seat, it shows no card that the seat may not know, and fits its screen.

Over thousands of random positions: cards that a seat does not know change places with each other, and nothing that it
is shown changes by that. What does not hang on a card cannot betray it.
"""

import re
from random import Random

import pytest

from cardgames.cards import CARD_OF_NAME, Dealer
from cardgames.drawing.symbols import ASCII, Symbols
from cardgames.drawing.viewer import Viewer
from cardgames.drawing.wording import Wording
from cardgames.games.drawings import drawing_of
from cardgames.games.registry import GAMES
from cardgames.rules import State
from tests.games.hidden_cards import exchanged, names_in

NAMES = ("you", "fox", "owl", "a-bot-with-a-rather-long-name")
OPTIONS = {
    "crapette": [[], ["stop=touch"], ["duty=none", "handcard=may"]],
    "spit": [[], ["scoring=points", "target=40"]],
    "kroket": [["deals=2"], ["players=3", "lay=blind", "lastturn=on"], ["players=4", "minrounds=2"]],
}
GAMES_EACH = 9
TABLES_EACH = 40
CARD = re.compile("(?<![a-zA-Z0-9])[2-9TJQKA][cdhs](?![a-zA-Z0-9])")


def tables(game: str, seed: int) -> list[State]:
    """Tables of a random game, each apart from the others."""
    random = Random(seed)
    options = random.choice(OPTIONS[game])
    state = GAMES[game].deal(GAMES[game].rules(options), Dealer.of_text(str(seed)))
    found: list[State] = []
    moves = 0
    while state.actors() and moves < 700:
        found.append(state.copy())
        seat = random.choice(state.actors())
        state.play(seat, random.choice(state.legal(seat)))
        moves += 1
    return [*random.sample(found, min(TABLES_EACH, len(found))), state]


def everything(state: State, seat: int, width: int) -> str:
    """All that a seat is shown and told of a table."""
    drawing, look = drawing_of(state.game.name), Viewer(seat, NAMES, width=width)
    view, voice = state.view(seat), Wording(NAMES)
    parts = [drawing.draw(view, seat, look), drawing.draw(view, seat, None), drawing.prompt(view)]
    parts += [*drawing.facts(view, voice, look), *drawing.standing(view, seat, voice)]
    parts += [drawing.describe(view, seat, move, voice) for move in view.legal(seat)]
    return "\n".join(ASCII.line(part) if "\n" not in part else part for part in parts)


@pytest.mark.parametrize("seed", range(GAMES_EACH))
@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_are_never_shown(game: str, seed: int, run_seed: int) -> None:
    random = Random(run_seed + seed)
    for state in tables(game, run_seed + seed):
        for seat in range(state.rules.players):
            shown = everything(state, seat, random.choice((40, 60, 80)))
            known = names_in(state.text(seat))
            assert set(CARD.findall(shown)) <= known, shown


@pytest.mark.parametrize("seed", range(GAMES_EACH))
@pytest.mark.parametrize("game", GAMES)
def test_what_is_shown_hangs_on_no_hidden_card(game: str, seed: int, run_seed: int) -> None:
    random = Random(run_seed + seed)
    changed = 0
    for state in tables(game, run_seed + seed):
        for seat in range(state.rules.players):
            other = exchanged(state, seat, random)
            changed += other.text() != state.text()
            assert everything(other, seat, 80) == everything(state, seat, 80)
    assert changed


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAMES)
def test_every_table_fits_every_screen(game: str, seed: int, run_seed: int) -> None:
    for state in tables(game, run_seed + seed):
        for seat in (*range(state.rules.players), None):
            view = state if seat is None else state.view(seat)
            for width in (40, 60, 80, 200):
                look = Viewer(seat, NAMES, width=width)
                drawn = drawing_of(game).draw(view, seat, look)
                assert drawn.isascii()
                head, *table = map(len, drawn.splitlines())
                assert head <= width, drawn
                assert max(table) <= min(width, 80), drawn
                look.symbols = Symbols(symbols=True)
                fancy = drawing_of(game).draw(view, seat, look)
                assert [len(line) for line in fancy.splitlines()] == [len(line) for line in drawn.splitlines()]


def test_the_names_of_cards_are_looked_for() -> None:
    assert CARD.findall("discard *[7h] on Qs Th ..") == ["7h", "Qs", "Th"]
    assert len(set(CARD.findall(" ".join(CARD_OF_NAME)))) == 52
