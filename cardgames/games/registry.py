"""The games there are, by name."""

from cardgames.games.crapette import CRAPETTE
from cardgames.games.game import Game, GameError, near_miss
from cardgames.games.kroket import KROKET
from cardgames.games.spit import SPIT

GAMES: dict[str, Game] = {game.name: game for game in (CRAPETTE, SPIT, KROKET)}


def find_game(name: str) -> Game:
    """The game called `name`, read in any case. Raises GameError, with the nearest name there is."""
    game = GAMES.get(name.lower())
    if game is None:
        raise GameError(f"no game {name!r}{near_miss(name, GAMES)}")
    return game
