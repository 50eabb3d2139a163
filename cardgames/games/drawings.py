"""The drawing of each game: its table as a picture and in words."""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from cardgames.drawing.typed_moves import TypedMoves
    from cardgames.drawing.viewer import Viewer
    from cardgames.drawing.wording import Wording
    from cardgames.rules import Event, State


class Drawing(NamedTuple):
    """All that is told a person of one game. A `State` that is taken here is a seat's view."""

    draw: Callable[["State", int | None, "Viewer | None"], str]
    """The table as a picture: the view, who looks, and how."""
    facts: Callable[["State", "Wording", "Viewer"], list[str]]
    """The table in words, one fact a line."""
    describe: Callable[["State", int, int, "Wording"], str]
    """What a move of a seat does."""
    tell: Callable[["Event", "Wording"], str]
    """An event, as a seat sees it, as a sentence without its full stop."""
    typed: "TypedMoves"
    """What a person may type for a move."""
    prompt: Callable[["State"], str]
    """What the seat on turn is asked for."""
    standing: Callable[["State", int, "Wording"], list[str]]
    """How a seat stands, as far as it can see."""


def drawing_of(game: str) -> Drawing:
    """The drawing of the game called `game`."""
    # Imported when asked for: whoever plays one game needs no other's.
    picture = import_module(f"cardgames.games.{game}.drawing.table")
    words = import_module(f"cardgames.games.{game}.drawing.words")
    return Drawing(picture.draw, words.facts, words.describe, words.tell, words.TYPED, words.prompt, words.standing)
