"""A seat: a bot that plays one game after another, as a table sees it."""

from abc import ABC, abstractmethod
from random import Random
from time import thread_time

from cardgames.bots.faults import StartupError, Termination
from cardgames.bots.limits import Limits
from cardgames.bots.spec import BotSpec
from cardgames.bots.wires import Channel
from cardgames.games.players import PLAYERS, PlayerError, make_player
from cardgames.players.player import Player
from cardgames.rules import Game


class Seat(ABC):
    """A bot at a table, from its first game to its last."""

    def __init__(self, spec: BotSpec, limits: Limits | None = None) -> None:
        self.spec = spec
        self.limits = limits or Limits()
        self.last_ident = 0
        """The ID of the last `go`. A seat never uses an ID twice, so that no answer outlives its game."""

    @property
    def is_person(self) -> bool:
        """Whether a person sits there, who may think as long as they like."""
        return False

    @property
    def channel(self) -> Channel | None:
        """The pipes of its process; None without a process."""
        return None

    @abstractmethod
    def ready(self, game: Game) -> None:
        """Prepares it for a game; a program that has ended is started again. Raises StartupError."""

    def player(self, game: Game, rng: Random) -> Player | None:  # noqa: ARG002
        """The built-in player for one game; None if the moves come over the wires."""
        return None

    def take_info(self, line: str) -> None:  # noqa: B027
        """Takes a line that is no answer (`info string …`)."""

    @property
    def limit_fault(self) -> Termination | None:
        """The fault for which its process was killed: a limit that it exceeded. None if it was not."""
        return None

    def last_words(self) -> str:
        """How its process ended and the end of its stderr, in one line; empty without a process."""
        return ""

    @abstractmethod
    def drop(self) -> None:
        """Ends its process after a fault, well within 2 s; `ready` starts it again."""

    @abstractmethod
    def close(self) -> None:
        """Ends it for good."""


class PlayerSeat(Seat):
    """A built-in player, in this process."""

    def ready(self, game: Game) -> None:
        """Makes sure that it plays the game. Raises StartupError."""
        try:
            PLAYERS[self.spec.player.lower()].of_game(game.name)
        except PlayerError as error:
            raise StartupError(f"bot {self.spec.name}: {error}") from None

    def player(self, game: Game, rng: Random) -> Player:
        """A new player for each game."""
        player = make_player(self.spec.player, game.name, rng, self.spec.options)
        # The turn clock counts CPU time too: so a busy machine does not weaken it.
        player.clock = thread_time
        return player

    def drop(self) -> None:
        """Nothing to do."""

    def close(self) -> None:
        """Nothing to do."""
