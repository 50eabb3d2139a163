"""Moves as people type them: in any case, without separators, shortened, or by their number in a list.

What is typed and a move's own name are compared without blanks and signs: `3 5`, `3-5` and `35` are all `3-5`, `h w`
is `H-W`, `31` is `3>1`. `10h` is `Th`. In what order things are tried: the whole name of a legal move; then the
beginning of legal moves' names, and the number in the list of legal moves; then the whole name of any other move,
which the rules refuse with their reason. Where two readings differ, nothing is done but to say so.
"""

from collections.abc import Sequence
from typing import NamedTuple

from cardgames.drawing.typed_moves import TypedMoves
from cardgames.games.drawings import drawing_of
from cardgames.rules import Game, MoveTextError

_SIGNS = str.maketrans("", "", " -_>:.,/")


class Reading(NamedTuple):
    """What a text comes to: one move, or several that it could be, or nothing."""

    move: int | None = None
    """The move, legal or not."""
    could_be: tuple[int, ...] = ()
    """The moves that it could name, where they are several."""
    number: int = 0
    """Beside those: the number in the list of legal moves that the text could be."""


NOTHING = Reading()


def read_typed(game: Game, legal: Sequence[int], text: str, *, listed: bool = False) -> Reading:
    """What somebody means who types `text` where `legal` are the moves.

    Args:
        game: the game that is played.
        legal: its moves now, in their order.
        text: what was typed.
        listed: the list of moves with its numbers has just been shown. If not, a number stands for a move only
            if it is not itself a move's name or the beginning of one.
    """
    names = drawing_of(game.name).typed
    typed = _plain(names.long_names.get(text.strip().lower(), text))
    if not typed:
        return NOTHING
    numbered = _numbered(legal, text)
    if typed.startswith("#"):
        return Reading(numbered)
    named = _named(game, legal, typed)
    other = None if named else _any_move(game, names, text, typed)
    if numbered is not None:
        # A single digit that names no legal move is a place of Kroket's at the wrong time: nobody means that.
        rivals = named if named or other is None or len(typed) == 1 else (other,)
        rivals = tuple(move for move in rivals if move != numbered)
        if not rivals:
            return Reading(numbered)
        if listed:
            return Reading(could_be=rivals, number=legal.index(numbered) + 1)
    if len(named) > 1:
        return Reading(could_be=named)
    return Reading(named[0] if named else other)


def _named(game: Game, legal: Sequence[int], typed: str) -> tuple[int, ...]:
    """The legal move of this name, else all that begin so."""
    names = {move: _plain(game.move_name(move)) for move in legal}
    exact = tuple(move for move, name in names.items() if name == typed)
    return exact or tuple(move for move, name in names.items() if name.startswith(typed))


def _plain(text: str) -> str:
    plain = text.translate(_SIGNS).lower()
    return plain.replace("10", "t") if plain.startswith("10") and plain[2:] in ("", "c", "d", "h", "s") else plain


def _numbered(legal: Sequence[int], text: str) -> int | None:
    """The move with this number in the list, `3` or `#3`."""
    digits = text.strip().removeprefix("#")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 4):
        return None
    number = int(digits)
    return legal[number - 1] if 1 <= number <= len(legal) else None


def _any_move(game: Game, names: TypedMoves, text: str, typed: str) -> int | None:
    """The move of the game, legal or not, whose whole name this is, or the only word that begins so."""
    words = [word for word in names.words if word.startswith(typed)]
    for name in (text.strip(), typed, *names.with_signs(typed), *(words if len(words) == 1 else ())):
        try:
            return game.parse_move(name)
        except MoveTextError:
            continue
    return None
