"""The rules of the three games, and what every game offers."""

from cardgames.games.game import (
    GAME_ITSELF,
    Event,
    Game,
    GameError,
    IllegalMoveError,
    MoveTextError,
    Option,
    Outcome,
    PositionError,
    RuleError,
    Rules,
    State,
)
from cardgames.games.registry import GAMES, find_game

__all__ = [
    "GAMES",
    "GAME_ITSELF",
    "Event",
    "Game",
    "GameError",
    "IllegalMoveError",
    "MoveTextError",
    "Option",
    "Outcome",
    "PositionError",
    "RuleError",
    "Rules",
    "State",
    "find_game",
]
