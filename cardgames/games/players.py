"""The built-in players by name, collected from the games: each says in its folder `players/` which ones it has."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from importlib import import_module
from random import Random
from typing import NamedTuple

from cardgames.games.registry import GAMES
from cardgames.players.expert.base import EXPERT_OPTIONS
from cardgames.players.player import Player
from cardgames.protocol.options import BotOption
from cardgames.protocol.tokens import MessageError
from cardgames.text import near_miss

_OF_EVERY_GAME = {"random": "cardgames.players.random:RandomPlayer"}


class PlayerError(ValueError):
    """A player that does not exist, does not play that game, or has no such option."""


class PlayerKind(NamedTuple):
    """A built-in player as a list shows it."""

    name: str
    meaning: str
    """One line for a person."""
    of_game: Callable[[str], type[Player]]
    """Its class for a game by name. Raises PlayerError."""
    options: tuple[BotOption, ...] = ()
    """What can be set, the same in every game."""

    @property
    def games(self) -> tuple[str, ...]:
        """The names of the games that it plays."""
        return tuple(game for game in GAMES if self.name in _classes(game))


class PlayerChoice(NamedTuple):
    """A built-in player with its options: what `expert:Skill=5,Nodes=200` means."""

    name: str
    options: tuple[tuple[str, str], ...] = ()
    """Name and value of the options that were given, names spelt as the player spells them."""

    @property
    def label(self) -> str:
        """A name for it in tables: `expert-skill5-nodes200`."""
        return "-".join([self.name, *(f"{name.lower()}{value}" for name, value in self.options)])


def read_player(text: str) -> PlayerChoice:
    """Reads `NAME[:OPTION=VALUE[,OPTION=VALUE…]]`; capitals and small letters are the same.

    Raises:
        PlayerError: there is no such player; it has no such option; an option came twice; a value is out of range.
    """
    name, _, given = text.strip().partition(":")
    options = []
    for item in given.split(",") if given else ():
        option, equals, value = item.partition("=")
        if not equals:
            raise PlayerError(f"player {text}: OPTION=VALUE was expected after the colon, not {item!r}")
        options.append((option.strip(), value.strip()))
    return check_options(name, options)


def check_options(name: str, options: Iterable[tuple[str, str]]) -> PlayerChoice:
    """The player called `name` (in any case) with these options, spelt as it spells them.

    Raises:
        PlayerError: as `read_player`.
    """
    kind = _kind(name)
    read = [(option.name, value) for option, value in _read(kind, options)]
    return PlayerChoice(kind.name, tuple(read))


def make_player(name: str, game: str, rng: Random, options: Iterable[tuple[str, str]] = ()) -> Player:
    """The player called `name` (in any case) for the game called `game`.

    Args:
        name: the player's name.
        game: the game's name.
        rng: the source of all its random choices.
        options: name and value of each option to set.

    Raises:
        PlayerError: there is no such player, it does not play that game, or it has no such option.
    """
    kind = _kind(name)
    player = kind.of_game(game)(rng)
    for option, value in _read(kind, options):
        player.set(option, value)
    return player


def _kind(name: str) -> PlayerKind:
    kind = PLAYERS.get(name.lower())
    if kind is None:
        raise PlayerError(f"no player {name!r}{near_miss(name, PLAYERS)}")
    return kind


def _read(kind: PlayerKind, given: Iterable[tuple[str, str]]) -> list[tuple[BotOption, str]]:
    offered = {option.name.lower(): option for option in kind.options}
    found: dict[str, tuple[BotOption, str]] = {}
    for name, value in given:
        option = offered.get(name.lower())
        if option is None:
            hint = near_miss(name, [option.name for option in kind.options]) if offered else "; it has none"
            raise PlayerError(f"{kind.name} has no option {name!r}{hint}")
        if option.name in found:
            raise PlayerError(f"{kind.name}: option {option.name} was given twice")
        try:
            found[option.name] = option, option.read(value)
        except MessageError as error:
            raise PlayerError(f"{kind.name}: {error}") from None
    return list(found.values())


@cache
def _class_of(name: str, game: str) -> type[Player]:
    # Imported when asked for: a bot plays one game and starts without the others.
    classes = _classes(game)
    if name not in classes:
        raise PlayerError(f"{name} does not play {game!r}; it plays {', '.join(PLAYERS[name].games)}")
    module, _, attribute = classes[name].partition(":")
    found: type[Player] = getattr(import_module(module), attribute)
    return found


def _classes(game: str) -> Mapping[str, str]:
    """The players of a game: by name, where the class is, as `module:Class`."""
    if game not in GAMES:
        return _OF_EVERY_GAME
    own: Mapping[str, str] = import_module(f"cardgames.games.{game}.players").CLASSES
    return {**_OF_EVERY_GAME, **own}


PLAYERS: dict[str, PlayerKind] = {
    name: PlayerKind(name, meaning, partial(_class_of, name), options)
    for name, meaning, options in (
        ("random", "any legal move, each as likely as the others", ()),
        ("greedy", "the move that looks best one step ahead", ()),
        ("expert", "searches as long as it may; Skill=0 to 20 makes it weaker", EXPERT_OPTIONS),
    )
}
