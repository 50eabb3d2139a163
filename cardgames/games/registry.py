"""The games there are, by name."""

from cardgames.games.crapette.rules.game import CRAPETTE
from cardgames.games.kroket.rules.game import KROKET
from cardgames.games.spit.rules.game import SPIT
from cardgames.rules.game import Game, GameError
from cardgames.text import near_miss

GAMES: dict[str, Game] = {game.name: game for game in (CRAPETTE, SPIT, KROKET)}


def find_game(name: str) -> Game:
    """The game called `name`, read in any case. Raises GameError, with the nearest name there is."""
    game = GAMES.get(name.lower())
    if game is None:
        raise GameError(f"no game {name!r}{near_miss(name, GAMES)}")
    return game
