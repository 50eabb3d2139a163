"""Moves as people type them."""

import pytest

from cardgames.casual.move_input import NOTHING, Reading, read_typed
from cardgames.games.registry import GAMES
from cardgames.rules import Game
from tests.games.test_every_game import MOVES as MOVES_OF

LEGAL = {
    "crapette": ["R-F", "R-3", "R-OW", "H-2", "H-W", "3-F", "3-5", "8-1", "flip"],
    "spit": ["1L", "3L", "3R", "3>1", "wait"],
    "slap": ["slap:L", "slap:R"],
    "choose": ["take", "draw", "lay", "knock"],
    "discard": ["2c", "Tc", "2d", "7h", "Kh", "Qs"],
    "place": ["1", "2", "3", "4", "5", "6"],
}
GAME = {"slap": "spit", "choose": "kroket", "discard": "kroket", "place": "kroket"}


def read(where: str, text: str, *, listed: bool = False) -> Reading:
    game = GAMES[GAME.get(where, where)]
    return read_typed(game, [game.parse_move(name) for name in LEGAL[where]], text, listed=listed)


def name(where: str, move: int | None) -> str | None:
    return None if move is None else GAMES[GAME.get(where, where)].move_name(move)


MOVES = [
    # the whole name, in any case, with other signs or none
    ("crapette", "3-f", "3-F"),
    ("crapette", "3f", "3-F"),
    ("crapette", " 3 F ", "3-F"),
    ("crapette", "3 5", "3-5"),
    ("crapette", "3>5", "3-5"),
    ("crapette", "35", "3-5"),
    ("crapette", "r-ow", "R-OW"),
    ("crapette", "row", "R-OW"),
    ("crapette", "R OW", "R-OW"),
    ("crapette", "h w", "H-W"),
    ("crapette", "waste", "H-W"),
    ("crapette", "FLIP", "flip"),
    ("spit", "3l", "3L"),
    ("spit", "3 r", "3R"),
    ("spit", "3>1", "3>1"),
    ("spit", "31", "3>1"),
    ("slap", "slap l", "slap:L"),
    ("slap", "L", "slap:L"),
    ("slap", "right", "slap:R"),
    ("choose", "TAKE", "take"),
    ("discard", "7H", "7h"),
    ("discard", "10c", "Tc"),
    ("place", "3", "3"),
    # the beginning of one legal move
    ("crapette", "8", "8-1"),
    ("crapette", "f", "flip"),
    ("crapette", "ro", "R-OW"),
    ("spit", "1", "1L"),
    ("spit", "w", "wait"),
    ("choose", "t", "take"),
    ("choose", "k", "knock"),
    ("discard", "7", "7h"),
    ("discard", "k", "Kh"),
    ("discard", "10", "Tc"),
    # a number where no move begins so
    ("crapette", "9", "flip"),
    ("spit", "5", "wait"),
    ("choose", "3", "lay"),
    ("discard", "6", "Qs"),
    ("crapette", "#1", "R-F"),
    ("place", "#6", "6"),
    # another move of the game, to be refused by the rules
    ("crapette", "r5", "R-5"),
    ("crapette", "r-or", "R-OR"),
    ("crapette", "pass", "pass"),
    ("crapette", "18", "1-8"),
    ("spit", "5>4", "5>4"),
    ("spit", "54", "5>4"),
    ("spit", "slap:r", "slap:R"),
    ("choose", "9s", "9s"),
    ("discard", "draw", "draw"),
    ("place", "ta", "take"),
]


@pytest.mark.parametrize(("where", "text", "move"), MOVES)
def test_one_move(where: str, text: str, move: str) -> None:
    reading = read(where, text)
    assert (name(where, reading.move), reading.could_be) == (move, ())


NO_MOVES = [
    ("crapette", ""),
    ("crapette", "x"),
    ("crapette", "r-r"),
    ("crapette", "#10"),
    ("crapette", "-"),
    ("spit", "6l"),
]
NO_MOVES += [("choose", "7x"), ("choose", "5"), ("discard", "99"), ("place", "hello"), ("spit", "#"), ("spit", "٣")]


@pytest.mark.parametrize(("where", "text"), NO_MOVES)
@pytest.mark.parametrize("listed", [False, True])
def test_no_move(where: str, text: str, listed: bool) -> None:
    if (where, text) == ("choose", "5"):
        assert name(where, read(where, text, listed=listed).move) == "5"  # a place, at the wrong time
    else:
        assert read(where, text, listed=listed) == NOTHING


SEVERAL = [
    ("crapette", "r", ["R-F", "R-3", "R-OW"]),
    ("crapette", "3", ["3-F", "3-5"]),
    ("crapette", "h", ["H-2", "H-W"]),
    ("spit", "3", ["3L", "3R", "3>1"]),
    ("slap", "sl", ["slap:L", "slap:R"]),
    ("discard", "2", ["2c", "2d"]),
]


@pytest.mark.parametrize(("where", "text", "moves"), SEVERAL)
def test_several_moves(where: str, text: str, moves: list[str]) -> None:
    reading = read(where, text)
    assert reading.move is None
    assert [name(where, move) for move in reading.could_be] == moves
    assert reading.number == 0


LISTED = [
    # where, what is typed while the list is shown, the move or what it could be, the number
    ("crapette", "1", "R-F", [], 0),
    ("crapette", "4", "H-2", [], 0),
    ("crapette", "8", "8-1", [], 0),
    ("crapette", "3", None, ["3-F", "3-5"], 3),
    ("spit", "5", "wait", [], 0),
    ("spit", "1", "1L", [], 0),
    ("spit", "3", None, ["3L", "3>1"], 3),
    ("choose", "1", "take", [], 0),
    ("choose", "3", "lay", [], 0),
    ("discard", "4", "7h", [], 0),
    ("discard", "2", None, ["2c", "2d"], 2),
    ("place", "6", "6", [], 0),
]


@pytest.mark.parametrize(("where", "text", "move", "could_be", "number"), LISTED)
def test_numbers_of_a_list_that_is_shown(
    where: str, text: str, move: str | None, could_be: list[str], number: int
) -> None:
    reading = read(where, text, listed=True)
    assert name(where, reading.move) == move
    assert [name(where, each) for each in reading.could_be] == could_be
    assert reading.number == number


def test_a_move_that_is_not_legal_and_a_number_of_the_list() -> None:
    crapette = GAMES["crapette"]
    legal = [crapette.parse_move(f"{source}-{target}") for source in "R245678" for target in "13F" if source != target]
    assert len(legal) > 13
    by_itself = read_typed(crapette, legal, "12")
    assert name("crapette", by_itself.move) == "1-2"
    while_listed = read_typed(crapette, legal, "12", listed=True)
    assert [name("crapette", move) for move in while_listed.could_be] == ["1-2"]
    assert while_listed.number == 12


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_every_name_without_its_signs_is_one_move(game: Game) -> None:
    for move in MOVES_OF[game.name]:
        for text in (game.move_name(move), game.move_name(move).lower().replace("-", "").replace(">", " ")):
            assert read_typed(game, MOVES_OF[game.name], text).move == move
            assert read_typed(game, [], text).move == move
