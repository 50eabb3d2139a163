"""Kroket drawn for a person."""

import pytest

from cardgames.cards import Dealer
from cardgames.drawing.viewer import Viewer
from cardgames.games.kroket.drawing.table import draw
from cardgames.games.kroket.rules.game import KROKET
from tests.games.kroket.tables import play, table

PLAIN = {
    "hand0": "(2c5d9hJsAs)1",
    "hand1": "(3c4c6c7c)2Td",
    "table0": "(5cJc9c)1(2d3d)0(Qd)1",
    "table1": "(4d6d8d)2(7d9dKd)0",
    "discard": "2h3h4h5h6h8hThQs7h",
}

DRAWN = """\
Kroket, turn 1, seat 1 dealt

  seat 1            ??    ??    ??   hand ?? ?? ?? ?? Td
                    ??    ??    ??

  discard  [7h] on Qs Th 8h 6h 5h 4h ..
  reserve  21 cards

> seat 0 (you)    1 5c  2 Jc  3 9c   hand 2c 5d 9h Js As
                  4 ??  5 ??  6 Qd

you: take the 7h, draw, lay or knock
"""

DRAWN_NARROW = """\
Kroket, turn 1, seat 1 dealt

  seat 1
    ??    ??    ??
    ??    ??    ??
  hand ?? ?? ?? ?? Td

  discard  [7h] on Qs Th 8h ..
  reserve  21 cards

> seat 0 (you)
  1 5c  2 Jc  3 9c
  4 ??  5 ??  6 Qd
  hand 2c 5d 9h Js As

you: take the 7h, draw, lay or knock
"""

SERIES = """\
Kroket, deal 2 of 3, turn 8, bob dealt

  bob               ??    ??    ??   hand ?? ?? ?? ?? Td
                    ??    ??    ??   knocked, 104 points

  discard  [7h] on Qs Th 8h 6h 5h 4h ..
  reserve  5 cards

> you             1 5c  2 Jc  3 9c   hand 2c 5d 9h Js As
                  4 ??  5 ??  6 Qd   31 points

you: take the 7h, draw or lay
"""

OVER = """\
Kroket, turn 5, you dealt

  fox               7d    9d    Kd   hand 3c 4c 6c 7c Td
                    4d    6d    8d   table 3 + hand 3 = 6

  discard  [7h] on 2h 8c
  reserve  27 cards

  you             1 5c  2 Jc  3 9c   hand 2c 5d 9h Js As
                  4 2d  5 3d  6 Qd   table 7 + hand 4 = 11

over (knock): you win
"""


def test_a_table() -> None:
    view = table(**PLAIN).view(0)
    assert sorted(draw(view, 0).splitlines()) == sorted(DRAWN.replace("?? ?? ?? ?? Td", "Td ?? ?? ?? ??").splitlines())


def test_a_table_of_40_columns() -> None:
    drawn = draw(table(**PLAIN).view(0), 0, Viewer(0, width=40))
    assert drawn == DRAWN_NARROW.replace("?? ?? ?? ?? Td", "Td ?? ?? ?? ??")


def test_a_table_of_a_series() -> None:
    given = {**PLAIN, "knocked": "1", "deal": "2", "scores": "31,104", "turns": "7"}
    view = table("deals=3", "lastturn=on", left=5, **given).view(0)
    assert draw(view, 0, Viewer(0, ("you", "bob"))) == SERIES.replace("?? ?? ?? ?? Td", "Td ?? ?? ?? ??")


def test_at_the_end_all_cards_are_there_and_counted() -> None:
    given = {"hand0": "2c5d9hJsAs", "hand1": "3c4c6c7cTd", "table0": "5cJc9c2d3dQd", "table1": "7d9dKd4d6d8d"}
    state = table(phase="over", reason="knock", dealer="0", turns="5", scores="11,6", discard="2h7h", left=27, **given)
    assert draw(state.view(0), 0, Viewer(0, ("you", "fox"))) == OVER


@pytest.mark.parametrize(
    ("given", "seat", "line"),
    [
        ({}, 1, "seat 0: take the 7h, draw, lay or knock"),
        ({"phase": "discard", "hand0": "(2c5d9h)1Jh(JsAs)1"}, 0, "you: discard a hand card"),
        (
            {"phase": "discard", "hand0": "(2c5d9h)1Jh(JsAs)1", "taken": "Jh"},
            1,
            "seat 0: discard a hand card, but not the Jh just taken",
        ),
        ({"phase": "place", "drawn": "(Kc)1"}, 0, "you: name the place, 1 to 6"),
        ({"phase": "over", "reason": "knock", "scores": "7,9"}, 0, "over (knock): seat 1 wins"),
        ({"phase": "over", "reason": "take-limit", "scores": "9,9"}, 0, "over (take-limit): you and seat 1 share"),
    ],
)
def test_what_is_to_be_done(given: dict[str, str], seat: int, line: str) -> None:
    state = table(**{**PLAIN, **given})
    assert draw(state.view(seat), seat).splitlines()[-1].startswith(line)


def test_the_card_to_be_laid_is_shown_to_its_owner() -> None:
    state = play(table(**PLAIN, reserve="Kc"), "lay")
    assert "to be laid: Kc\n" in draw(state.view(0), 0)
    assert "to be laid: ??\n" in draw(state.view(1), 1)


def test_an_empty_discard() -> None:
    assert "discard  empty\n" in draw(play(table(**{**PLAIN, "discard": "7h"}), "take"), None)


def test_what_has_changed_is_marked() -> None:
    state = table(**PLAIN, reserve="Kc")
    look = Viewer(0, ("you", "fox"))
    assert "*" not in draw(state.view(0), 0, look)
    play(state, "lay", "2")
    look.remember()
    drawn = draw(state.view(0), 0, look)
    assert "1 5c  2*Kc  3 9c" in drawn
    assert "discard *[Jc]" in drawn
    assert drawn.count("*") == 2
    play(state, "take", "3c")
    look.remember()
    drawn = draw(state.view(0), 0, look)
    assert "*Jc" in drawn  # in the other's hand now, and known
    assert "discard *[3c]" in drawn
    assert drawn == draw(state.view(0), 0, look)  # the same again shows the same


def test_two_cards_of_one_name_are_marked_apart() -> None:
    state = KROKET.deal(KROKET.rules(["players=3"]), Dealer.of_text("two packs"))
    look = Viewer(0, ("you", "fox", "owl"))
    draw(state.view(0), 0, look)
    look.remember()
    assert "*" not in draw(state.view(0), 0, look)
