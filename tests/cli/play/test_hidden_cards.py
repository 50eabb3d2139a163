"""In whole games nobody is shown, told, hinted or reminded of a card that they have not been entitled to see."""

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from cardgames.bots.spec import BotSpec
from cardgames.casual.game import CasualGame
from cardgames.casual.saved_game import SavedGame, Series
from cardgames.casual.seats import HUMAN
from cardgames.cli.play.saves import Saves
from cardgames.cli.play.screen import Screen
from cardgames.cli.play.series import OngoingSeries
from cardgames.cli.play.waiting_console import WaitingConsole
from cardgames.drawing.symbols import ASCII
from cardgames.games.registry import find_game
from cardgames.table.game_setup import default_clock
from tests.games.hidden_cards import names_in

CARD = re.compile("(?<![a-zA-Z0-9])[2-9TJQKA][cdhs](?![a-zA-Z0-9])")
NAMES = ("ann", "bob", "cid")
GAMES = [
    ("kroket", ["players=3", "lay=blind", "minrounds=3", "deals=2"]),
    ("kroket", ["players=2", "minrounds=4", "lastturn=on"]),
    ("kroket", ["players=2", "takelimit=3", "minrounds=3"]),
    ("crapette", ["maxturns=12"]),
    ("crapette", ["maxturns=8", "stop=touch"]),
    ("spit", ["maxrounds=2"]),
]


class Watcher(Screen):
    """A screen in a test: plays at random for everybody, and looks at all that each of them is shown."""

    def __init__(self, seed: int) -> None:
        super().__init__(ASCII, spoken=False)
        self._random = Random(seed)
        self._texts: list[str] = []
        self._known: dict[int, set[str]] = {}
        self.game: CasualGame | None = None
        self.looks = 0

    @property
    def width(self) -> int:
        return self._random.choice((40, 60, 80))

    def say(self, *layout: str) -> None:
        self._texts += map(self.symbols.line, layout)

    def show(self, table: str, news: Sequence[str]) -> None:
        self.say(*news)
        self._texts.append(table)

    def ask(self, prompt: str, words: Sequence[str]) -> str:
        assert self.game is not None
        seat = NAMES.index(prompt.split(",", maxsplit=1)[0])
        self.look(seat)
        if self._random.random() < 0.2:
            return self._random.choice(["?", "hint", "history", "score", "show"])
        return f"#{self._random.randint(1, len(words) - 11)}"

    def look(self, seat: int) -> None:
        """All that was printed since the last time was for this seat."""
        assert self.game is not None
        state = self.game.state
        known = self._known.setdefault(seat, set())
        known |= names_in(state.text(seat))
        for events in self.game.happened:
            known |= {name for event in events for name in CARD.findall(event.text(seat))}
        assert set(CARD.findall("\n".join(self._texts))) <= known
        self._texts.clear()
        self.looks += 1

    def hand_over(self, name: str) -> None:
        assert not self._texts, f"printed before {name} looks: {self._texts}"

    def pause(self, prompt: str) -> None:
        self._texts.clear()  # the end of a deal: every card is known to all


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_whole_games(name: str, options: list[str], seed: int, run_seed: int, tmp_path: Path) -> None:
    game = find_game(name)
    rules = game.rules(options)
    seats = tuple(BotSpec(NAMES[seat], player=HUMAN) for seat in range(rules.players))
    saved = SavedGame(game, rules, seats, default_clock(game), f"{run_seed} {seed}", Series())
    screen = Watcher(run_seed + seed)
    screen.game = CasualGame.load(saved, [None] * rules.players)
    console = WaitingConsole(screen.game, OngoingSeries(saved, Saves(tmp_path), {}), screen)
    assert screen.game.play(console) is not None
    assert screen.looks
