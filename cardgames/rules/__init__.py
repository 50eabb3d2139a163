"""What the rules of every game offer: the interface, its values, its errors."""

from cardgames.rules.event import GAME_ITSELF, MOVE, NEW_DEAL, NEW_ROUND, Event
from cardgames.rules.game import (
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
from cardgames.rules.refusal import Refusal

__all__ = [
    "GAME_ITSELF",
    "MOVE",
    "NEW_DEAL",
    "NEW_ROUND",
    "Event",
    "Game",
    "GameError",
    "IllegalMoveError",
    "MoveTextError",
    "Option",
    "Outcome",
    "PositionError",
    "Refusal",
    "RuleError",
    "Rules",
    "State",
]
