"""One game to be played: its rules, its deal, its clock."""

from hashlib import sha256
from typing import NamedTuple

from cardgames.cards.derived_seeds import derive
from cardgames.rules import Game, Outcome, Rules
from cardgames.table.clock_settings import ClockSettings


def default_clock(game: Game) -> ClockSettings:
    """The clock that a game has if nothing is said: a second a move where there are turns, else simulated time."""
    return ClockSettings.turns() if game.has_turns else ClockSettings.virtual()


class GameSetup(NamedTuple):
    """One game to be played."""

    game: Game
    rules: Rules
    seed: bytes
    """32 bytes that decide the deal, and with `side` all other chance of this game."""
    clock: ClockSettings
    tags: tuple[tuple[str, str], ...] = ()
    """Name and value of tags for the record: `Event`, `Round`, `Date` and others."""
    reveal: bool = True
    """Whether `gameover` reveals the seed. False while the same deal is still to be played again."""
    max_plies: int | None = None
    """After so many moves the game is drawn; None for no such limit."""
    side: int = 0
    """Which game of its deal this is, from 0: the cards are the same, all other chance is not."""

    @property
    def chance(self) -> bytes:
        """The 32 bytes behind all chance of this game but the deal: coins, jitter, built-in players."""
        return derive(self.seed, f"side {self.side}")

    @property
    def commit(self) -> str:
        """The SHA-256 of the seed in hex: what `newgame` promises and the revealed seed keeps."""
        return sha256(self.seed).hexdigest()


MAX_PLIES = "max-plies"
"""The reason of a game that was ended for its length; its record has the limit in a tag `MaxPlies`."""


def cut_short(players: int) -> Outcome:
    """The outcome of a game that has become too long: drawn, without scores."""
    return Outcome(tuple(range(players)), (0,) * players, MAX_PLIES)
