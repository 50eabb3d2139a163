"""The built-in players by name."""

from collections.abc import Callable, Iterable
from random import Random
from typing import NamedTuple

from cardgames.players.expert.base import EXPERT_OPTIONS
from cardgames.players.player import Player
from cardgames.players.random import RandomPlayer
from cardgames.protocol.options import BotOption
from cardgames.protocol.tokens import MessageError
from cardgames.text import near_miss

EVERY_GAME = ("crapette", "spit", "kroket")


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
    """What can be set: the options of all its classes."""
    games: tuple[str, ...] = EVERY_GAME
    """Those that it plays."""


class PlayerChoice(NamedTuple):
    """A built-in player and how it is set: what `expert:Skill=5,Nodes=200` means."""

    name: str
    options: tuple[tuple[str, str], ...] = ()
    """Name and value of those that were given, as the player spells them."""

    @property
    def label(self) -> str:
        """A name for it in tables: `expert-skill5-nodes200`."""
        return "-".join([self.name, *(f"{name.lower()}{value}" for name, value in self.options)])


def read_player(text: str) -> PlayerChoice:
    """What `NAME[:OPTION=VALUE[,OPTION=VALUE…]]` names, in any case.

    Raises:
        PlayerError: no such player, an option that it does not have or was given twice, a value out of range.
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
        name: of the player.
        game: by name.
        rng: all its chance comes from there.
        options: what to set, name and value.

    Raises:
        PlayerError: no such player, with the nearest name there is; it does not play that game, or has no such
            option.
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


def _random(_game: str) -> type[Player]:
    return RandomPlayer


def _greedy(game: str) -> type[Player]:
    # Imported here: a bot plays one game and starts without the others.
    if game == "crapette":
        from cardgames.games.crapette.players.greedy import GreedyCrapette

        return GreedyCrapette
    if game == "spit":
        from cardgames.games.spit.players.greedy import GreedySpit

        return GreedySpit
    if game == "kroket":
        from cardgames.games.kroket.players.greedy import GreedyKroket

        return GreedyKroket
    raise PlayerError(f"greedy does not play {game!r}; random plays every game")


def _expert(game: str) -> type[Player]:
    # Imported here: as above.
    if game == "crapette":
        from cardgames.games.crapette.players.expert.player import ExpertCrapette

        return ExpertCrapette
    if game == "spit":
        from cardgames.games.spit.players.expert.player import ExpertSpit

        return ExpertSpit
    if game == "kroket":
        from cardgames.games.kroket.players.expert.player import ExpertKroket

        return ExpertKroket
    raise PlayerError(f"expert does not play {game!r}; it plays {', '.join(PLAYERS['expert'].games)}")


PLAYERS: dict[str, PlayerKind] = {
    kind.name: kind
    for kind in (
        PlayerKind("random", "any legal move, each as likely as the others", _random),
        PlayerKind("greedy", "the move that looks best one step ahead", _greedy),
        PlayerKind("expert", "searches as long as it may; Skill=0 to 20 makes it weaker", _expert, EXPERT_OPTIONS),
    )
}
