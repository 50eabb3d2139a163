"""Seats at a table where people play: a person's, and that of a built-in player whose games can be gone on with."""

from collections.abc import Callable
from random import Random
from typing import ClassVar

from cardgames.bots.seat import PlayerSeat, Seat
from cardgames.bots.spec import BotSpec
from cardgames.cards.derived_seeds import stream
from cardgames.players.player import Player, Turn
from cardgames.rules import Game

HUMAN = "human"
"""The name of a person among the players that a seat can have."""


class PersonSeat(Seat):
    """The seat of a person."""

    @property
    def is_person(self) -> bool:
        """It is: whoever says nothing is let be."""
        return True

    def ready(self, game: Game) -> None:
        """Nothing to do."""

    def drop(self) -> None:
        """Nothing to do: a person is not sent away."""

    def close(self) -> None:
        """Nothing to do."""


class SteadySeat(PlayerSeat):
    """A built-in player that chooses the same at the same point of a game, however the game has come there.

    So a game that is interrupted and gone on with, or whose last move is taken back and made again, is the game that
    it would have been.
    """

    def __init__(self, spec: BotSpec, seed: bytes, moves_made: Callable[[], int], *, hurried: bool = False) -> None:
        """A seat.

        Args:
            spec: the player.
            seed: what the game is dealt from.
            moves_made: tells how many moves the game has had so far.
            hurried: it thinks as long as the clock lets it; else as much as it thinks is plenty, so that its choice
                does not hang on how fast the machine is.
        """
        super().__init__(spec)
        self._seed = seed
        self._moves_made = moves_made
        self._hurried = hurried

    def player(self, game: Game, rng: Random) -> Player:
        """A new one for each game."""
        return _Steady(super().player(game, rng), self._chance, hurried=self._hurried)

    def _chance(self, seat: int) -> Random:
        return stream(self._seed, f"player {seat} move {self._moves_made()}")


class _Steady(Player):
    """Gives a player a stream of chance of its own for each move."""

    name: ClassVar[str] = "steady"

    def __init__(self, inner: Player, stream_of: Callable[[int], Random], *, hurried: bool) -> None:
        super().__init__(inner.rng)
        self._inner = inner
        self._stream_of = stream_of
        self._hurried = hurried

    def choose(self, turn: Turn) -> int:
        self._inner.rng = self._stream_of(turn.seat)
        return self._inner.choose(turn if self._hurried else Turn(turn.seat, turn.legal, lambda: turn.view))
