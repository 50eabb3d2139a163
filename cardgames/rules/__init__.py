"""What the rules of every game offer: the interface, its values, its errors."""

from cardgames.rules.game import (
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

__all__ = [
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
]
