"""The built-in players by name."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from cardgames.games.game import near_miss
from cardgames.players.player import Player
from cardgames.players.random_player import RandomPlayer


class PlayerError(ValueError):
    """A player that does not exist, or does not play that game."""


class PlayerKind(NamedTuple):
    """A built-in player as a list shows it."""

    name: str
    meaning: str
    """One line for a person."""
    of_game: Callable[[str], type[Player]]
    """Its class for a game by name. Raises PlayerError."""


def make_player(name: str, game: str, rng: Random) -> Player:
    """The player called `name` (in any case) for the game called `game`; all its chance comes from `rng`.

    Raises:
        PlayerError: no such player, with the nearest name there is, or it does not play that game.
    """
    kind = PLAYERS.get(name.lower())
    if kind is None:
        raise PlayerError(f"no player {name!r}{near_miss(name, PLAYERS)}")
    return kind.of_game(game)(rng)


def _random(_game: str) -> type[Player]:
    return RandomPlayer


def _greedy(game: str) -> type[Player]:
    # Imported here: a bot plays one game and starts without the others.
    if game == "crapette":
        from cardgames.players.greedy_crapette import GreedyCrapette

        return GreedyCrapette
    if game == "spit":
        from cardgames.players.greedy_spit import GreedySpit

        return GreedySpit
    if game == "kroket":
        from cardgames.players.greedy_kroket import GreedyKroket

        return GreedyKroket
    raise PlayerError(f"greedy does not play {game!r}; random plays every game")


PLAYERS: dict[str, PlayerKind] = {
    kind.name: kind
    for kind in (
        PlayerKind("random", "any legal move, each as likely as the others", _random),
        PlayerKind("greedy", "the move that looks best one step ahead", _greedy),
    )
}
