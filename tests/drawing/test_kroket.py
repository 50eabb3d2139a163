"""Kroket drawn for a person."""

from random import Random

import pytest

from cardgames.cards import Dealer
from cardgames.drawing.kroket import draw
from cardgames.games.kroket import KROKET
from tests.games.kroket_tables import play, table

PLAIN = {
    "hand0": "(2c5d9hJsAs)1",
    "hand1": "(3c4c6c7c)2Td",
    "table0": "(5cJc9c)1(2d3d)0(Qd)1",
    "table1": "(4d6d8d)2(7d9dKd)0",
    "discard": "2h3h4h5h6h8hThQs7h",
}

DRAWN = """\
Kroket, turns completed: 0, seat 1 dealt

                  1  2  3    4  5  6    hand
> seat 0 (you)    5c Jc 9c   ?? ?? Qd   2c 5d 9h Js As
  seat 1          ?? ?? ??   ?? ?? ??   Td ?? ?? ?? ??

reserve: 21 cards   discard: 2h 3h 4h 5h 6h 8h Th Qs [7h]
you: take the 7h, draw, lay or knock
"""

SERIES = """\
Kroket, deal 2 of 3, turns completed: 7, seat 1 dealt

                  1  2  3    4  5  6    hand
> seat 0 (you)    5c Jc 9c   ?? ?? Qd   2c 5d 9h Js As        31 points
  seat 1          ?? ?? ??   ?? ?? ??   Td ?? ?? ?? ??       104 points  knocked

reserve: 5 cards   discard: ... 2h 3h 4h 5h 6h 8h Th Qs [7h]
you: take the 7h, draw or lay
"""


def test_a_table() -> None:
    assert draw(table(**PLAIN).view(0), 0) == DRAWN


def test_a_table_of_a_series() -> None:
    given = {**PLAIN, "knocked": "1", "deal": "2", "scores": "31,104", "turns": "7"}
    assert draw(table("deals=3", "lastturn=on", left=5, **given).view(0), 0) == SERIES


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
        ({"phase": "place", "drawn": "(Kc)1"}, 0, "you: name the place, 1 to 6, where the card goes"),
        ({"phase": "over", "reason": "knock", "scores": "7,9"}, 0, "over (knock): seat 1 wins"),
        ({"phase": "over", "reason": "take-limit", "scores": "9,9"}, 0, "over (take-limit): seat 0 and seat 1 share"),
    ],
)
def test_what_is_to_be_done(given: dict[str, str], seat: int, line: str) -> None:
    state = table(**{**PLAIN, **given})
    assert draw(state.view(seat), seat).splitlines()[-1].startswith(line)


def test_the_card_to_be_laid_is_shown_to_its_owner() -> None:
    state = play(table(**PLAIN, reserve="Kc"), "lay")
    assert "[7h]   to be laid: Kc\n" in draw(state.view(0), 0)
    assert "[7h]   to be laid: ??\n" in draw(state.view(1), 1)


def test_an_empty_discard() -> None:
    assert "discard: empty\n" in draw(play(table(**{**PLAIN, "discard": "7h"}), "take"), None)


@pytest.mark.parametrize("options", [[], ["players=3", "lay=blind"], ["players=4", "deals=2", "lastturn=on"]])
def test_every_table_of_a_game_is_plain_and_narrow(options: list[str]) -> None:
    random = Random(1)
    state = KROKET.deal(KROKET.rules([*options, "minrounds=9"]), Dealer.of_text("narrow"))
    while True:
        for seat in [*range(state.rules.players), None]:
            drawn = draw(state if seat is None else state.view(seat), seat)
            assert drawn.isascii()
            assert max(map(len, drawn.splitlines())) <= 80
            assert ("(you)" in drawn) is (seat is not None)
        if not state.actors():
            break
        state.play(state.turn, random.choice(state.legal(state.turn)))
