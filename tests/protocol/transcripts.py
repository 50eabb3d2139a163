"""What PROTOCOL.md shows of real games: made here by the real referee and the real engine.

    python -m tests.protocol.transcripts

writes these blocks into the page anew, after the rules, the messages or the engine's chance have changed. In
them `> ` stands before what the engine reads, `< ` before what it writes.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import cardgames.protocol
from cardgames import __version__
from cardgames.cards.dealer import seed_of_text
from cardgames.engine.main import Engine
from cardgames.games.registry import find_game
from cardgames.protocol.messages import HELLO, IS_READY, QUIT, SetOption
from cardgames.table.clock_settings import ClockSettings
from cardgames.table.game_setup import GameSetup
from cardgames.table.referee import GameReport
from tests.table.fakes import Reply, ScriptedBot, play

PAGE = Path(cardgames.protocol.__file__).with_name("PROTOCOL.md")
SHOWN_VERSION = "0.1.0"
"""The page tells this version of the engine, whichever it is."""

_BLOCK = re.compile(r"^```(?P<name>[a-z ]+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


class Sitting(NamedTuple):
    """One game that the page shows."""

    game: str
    seed: str
    rules: tuple[str, ...]
    clock: ClockSettings


SITTINGS = {
    "crapette": Sitting("crapette", "9", ("maxturns=2",), ClockSettings.turns(1000)),
    "spit": Sitting("spit", "615", ("maxrounds=1",), ClockSettings.virtual()),
    "spit wall": Sitting("spit", "615", ("maxrounds=1",), ClockSettings.wall()),
    "kroket": Sitting("kroket", "359", (), ClockSettings.timed(60_000, 500)),
}

RULES_TALK = (
    "newgame kroket seed 1",
    "state",
    "legal",
    "move draw",
    "view 0",
    "legal",
    "move 7c",
    "move 7c",
    "result",
    "undo",
    "undo",
    "move knock",
    "state",
    "result",
    "newgame kroket rules lay=open",
    "newgame spit seed 1",
    "legal",
    "legal 0",
    "legal 1",
    "move 0 4L wait",
    "view 1",
)


class EngineBot(ScriptedBot):
    """The engine as a bot at the referee's table, and all that was said at its pipes."""

    def __init__(self) -> None:
        super().__init__(lambda _: ())
        self.said: list[str] = []
        self._answers: list[str] = []
        self._engine = Engine(self._answers.append)

    def hear(self, line: str) -> Iterable[Reply]:
        """Takes one line; its answers come 20 ms later."""
        self._answers.clear()
        self._engine.handle(line)
        self.said.append(f"> {line}")
        self.said += [f"< {answer}".replace(__version__, SHOWN_VERSION) for answer in self._answers]
        return [(20.0, answer) for answer in self._answers]


def sit_down(name: str) -> tuple[list[str], GameReport]:
    """What the bot on seat 0 reads and writes from its start to its end, and how the game went."""
    sitting = SITTINGS[name]
    game = find_game(sitting.game)
    bots = EngineBot(), EngineBot()
    for seat, bot in enumerate(bots):
        for line in (HELLO, SetOption("Seed", str(seat + 1)).text(), IS_READY):
            bot.hear(line)
    setup = GameSetup(game, game.rules(sitting.rules), seed_of_text(sitting.seed), sitting.clock)
    report, _, _ = play(setup, *bots)
    bots[0].hear(QUIT)
    return bots[0].said, report


def blocks() -> Iterator[tuple[str, str]]:
    """The name and the text of every block that the page has from here."""
    for name in SITTINGS:
        said, report = sit_down(name)
        yield f"session {name}", "\n".join(said)
        if name == "kroket":
            yield f"record {name}", report.record.strip()
    driven = EngineBot()
    for line in RULES_TALK:
        driven.hear(line)
    yield "session rules", "\n".join(driven.said)


def found_blocks(page: str) -> Iterator[tuple[str, list[str]]]:
    """The name and the lines of every named block of a page."""
    for match in _BLOCK.finditer(page):
        yield match["name"], match["text"].splitlines()


def filled(page: str) -> str:
    """The page with these blocks made anew."""
    made = dict(blocks())

    def block(match: re.Match[str]) -> str:
        name = match["name"]
        return f"```{name}\n{made[name]}\n```" if name in made else match[0]

    return _BLOCK.sub(block, page)


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text("ascii")), "ascii")
