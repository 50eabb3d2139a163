"""What a person may type for the moves of a game, beside their own names."""

from collections.abc import Mapping
from typing import NamedTuple


class TypedMoves(NamedTuple):
    """How one game's moves are typed."""

    how_to_move: str
    """The help for it, in a few sentences."""
    long_names: Mapping[str, str]
    """What else is understood for a move, or for the beginning of one, in lower case."""
    words: tuple[str, ...]
    """The moves that are words: their beginning is enough also where they are not legal, and the rules say why."""
    signs: tuple[tuple[int, str], ...] = ()
    """The signs that may be left out: after how many characters of a name each stands."""

    def with_signs(self, typed: str) -> list[str]:
        """The names that a text without signs could be short for."""
        return [f"{typed[:at]}{sign}{typed[at:]}" for at, sign in self.signs]
