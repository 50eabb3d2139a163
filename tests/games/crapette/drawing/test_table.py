"""Crapette drawn for a person."""

import pytest

from cardgames.drawing.viewer import Viewer
from cardgames.games.crapette.drawing.table import draw
from tests.games.crapette.tables import play, table

TABLE: dict[str, str | int] = {
    "reserve0": "(2d3d4d)0Tc",
    "reserve1": "(5d6d)09h8h7h",
    "hand0": "(JdQd)0KdKh",
    "waste0": "5hJh",
    "waste1": "5s6s",
    "up": "Qh",
    "houses": "Kc,Td9c8d,7s,-,9s,8c,-,Th",
    "foundations": "2c,-,-,-,3h,Ah,-,-",
    "turns": 11,
    "idle": 3,
}

DRAWN = """\
Crapette, turn 12

  fox          reserve 5 [7h] 8h 9h   hand 72             waste 2 [6s] 5s

   foundations   2c -c    -d -d    3h Ah    -s -s

 1  Kc                                   5  9s
 2  Td 9c 8d                             6  8c
 3  7s                                   7  -
 4  -                                    8  Th

> you          reserve 4 [Tc]         hand 4 Kh Kd ..     waste 2 [Jh] 5h
                                      up [Qh]
you: to move, with the hand card Qh up
"""

DRAWN_NARROW = """\
Crapette, turn 12

  fox
   reserve 5 [7h] 8h 9h  hand 72
   waste 2 [6s] 5s

   foundations
    2c -c   -d -d   3h Ah   -s -s

 1  Kc
 2  Td 9c 8d
 3  7s
 4  -
 5  9s
 6  8c
 7  -
 8  Th

> you
   reserve 4 [Tc]  hand 4 Kh Kd ..
   waste 2 [Jh] 5h  up [Qh]

you: to move, with the hand card Qh up
"""

NAMES = ("you", "fox")


@pytest.mark.parametrize(("width", "drawn"), [(80, DRAWN), (120, DRAWN), (40, DRAWN_NARROW)])
def test_a_table(width: int, drawn: str) -> None:
    state = table("duty=none", **TABLE)
    assert draw(state.view(0), 0, Viewer(0, NAMES, width=width)) == drawn


def test_the_seat_that_looks_sits_below() -> None:
    state = table(**TABLE)
    lines = draw(state.view(1), 1).splitlines()
    assert lines[2].startswith("> seat 0")
    assert any(line.startswith("  seat 1 (you)") for line in lines[8:])
    assert "seat 0: to move" in lines[-1]


def test_a_house_of_thirteen_cards_fits_every_screen() -> None:
    house = "KcQdJcTd9c8d7c6d5c4d3c2dAc"
    state = table(houses=f"{house},-,-,-,{house.swapcase().upper().translate(str.maketrans('CD', 'sh'))}")
    for width in (80, 60, 40):
        drawn = draw(state.view(0), 0, Viewer(0, NAMES, width=width))
        assert max(map(len, drawn.splitlines())) <= width
        assert house in drawn.replace(" ", "")


@pytest.mark.parametrize(
    ("options", "given", "seat", "line"),
    [
        ((), {}, 0, "you: to move"),
        ((), {}, 1, "seat 0: to move"),
        ((), {"reserve0": "Ah"}, 0, "you: to move; to a foundation first (C10)"),
        (
            ("stop=on",),
            {"phase": "challenge", "turn": 1, "asked": "flip"},
            1,
            "you: seat 0 announces flip; pass, or stop",
        ),
        (("stop=on",), {"phase": "challenge", "turn": 1, "asked": "1-F"}, 0, "seat 1: you announce 1-F with the Kc"),
        ((), {"phase": "over", "reason": "impasse"}, 0, "over (impasse): drawn"),
        (
            (),
            {"phase": "over", "reason": "out", "reserve0": "-", "hand0": "-", "waste0": "-", "reserve1": "(5d)09h"},
            1,
            "over (out): seat 0 wins with",
        ),
    ],
)
def test_what_is_to_be_done(options: tuple[str, ...], given: dict[str, str], seat: int, line: str) -> None:
    state = table(*options, **{"reserve0": "(2d3d4d)0Tc", **given})
    assert draw(state.view(seat), seat).splitlines()[-1].startswith(line)


def test_what_has_changed_is_marked() -> None:
    state = table("duty=none", **TABLE)
    look = Viewer(0, NAMES)
    draw(state.view(0), 0, look)
    play(state, "H-1")
    look.remember()
    drawn = draw(state.view(0), 0, look)
    assert drawn.count("*") == 1
    assert " 1  Kc*Qh " in drawn
    play(state, "1-4", "R-7")
    look.remember()
    drawn = draw(state.view(0), 0, look)
    assert " 4 *Qh" in drawn
    assert " 7 *Tc" in drawn
    assert "reserve*3 [4d]" in drawn
    look.remember()
    assert "*" not in draw(state.view(0), 0, look)


@pytest.mark.parametrize(
    ("options", "given", "told"),
    [
        (("stop=on",), {"skips": "1"}, "Crapette, turn 1, to miss a turn: fox"),
        ((), {"idle": 3}, "Crapette, turn 1\n"),
        ((), {"idle": 4}, "Crapette, turn 1, 4 turns without progress (C13)"),
        (("maxshifts=5",), {"shifts": 2}, "Crapette, turn 1, 3 more house-to-house moves (C11)"),
        (("maxshifts=9",), {"shifts": 2}, "Crapette, turn 1\n"),
    ],
)
def test_what_there_is_to_beware_of(options: tuple[str, ...], given: dict[str, str], told: str) -> None:
    state = table(*options, **{"reserve0": "(2d3d4d)0Tc", **given})
    assert draw(state.view(0), 0, Viewer(0, NAMES)).startswith(told)
