"""Crapette drawn for a person."""

from random import Random

import pytest

from cardgames.cards import Dealer
from cardgames.drawing.crapette import draw
from cardgames.games.crapette import CRAPETTE
from cardgames.games.crapette_state import CrapetteState
from tests.games.crapette_tables import play, table

LATE: dict[str, str | int] = {
    "reserve0": "(2s)0KhQhJh",
    "up": "9c",
    "hand0": "(3c)2(4c)15c",
    "waste0": "8c6dQs",
    "reserve1": "9d",
    "houses": "Ts9h,-,7c6d,Js,6c5d4s,Kd,Qc,KdQs",
    "foundations": "2c,-,-,-,Ah,Ah,-,-",
    "turns": 34,
    "idle": 1,
    "shifts": 2,
    "skips": "1",
}

LATE_BELOW_SEAT_0 = """\
Crapette, turns ended: 34, idle: 1, shifts: 2, to miss a turn: seat 1

  seat 1       reserve 1: 9d           hand 76              waste 0

  foundations  c: 2c -      d: -  -      h: Ah Ah     s: -  -

  1  Ts 9h                          5  6c 5d 4s
  2  -                              6  Kd
  3  7c 6d                          7  Qc
  4  Js                             8  Kd Qs

> seat 0 (you) reserve 4: Jh Qh Kh..   hand 3: 5c 4c..      waste 3: Qs 6d..

you: to move, with the hand card 9c up
"""


def test_a_table_from_below() -> None:
    state = table(**LATE)
    assert draw(state.view(0), 0) == LATE_BELOW_SEAT_0
    assert draw(state, 0) == LATE_BELOW_SEAT_0


def test_a_table_from_above() -> None:
    """Seat 1 sits below, and sees other cards of the hand."""
    lines = draw(table(**LATE).view(1), 1).splitlines()
    assert lines[2] == "> seat 0       reserve 4: Jh Qh Kh..   hand 3: 5c..         waste 3: Qs 6d.."
    assert lines[11] == "  seat 1 (you) reserve 1: 9d           hand 76              waste 0"
    assert lines[13] == "seat 0: to move, with the hand card 9c up"


@pytest.mark.parametrize(
    ("options", "given", "played", "line"),
    [
        ([], {}, [], "seat 0: to move"),
        ([], {"reserve0": "Ac"}, [], "seat 0: to move; to a foundation first (C10)"),
        (["stop=on"], {"reserve0": "7h", "houses": "8s"}, ["R-1"], "you: seat 0 wants R-1 with the 7h; pass, or stop"),
        (["stop=on"], {}, ["flip"], "you: seat 0 wants flip; pass, or stop if that is a breach"),
        ([], {"hand0": "-", "reserve0": "Ac"}, ["R-F"], "over (out): seat 0 wins with 125 points"),
        (["maxturns=1"], {"up": "7h"}, ["H-W"], "over (turn-limit): drawn"),
    ],
)
def test_what_is_wanted(options: list[str], given: dict[str, str], played: list[str], line: str) -> None:
    state = play(table(*options, **given), *played)
    assert draw(state.view(1), 1).splitlines()[-1].startswith(line)


def test_wide_houses_move_together() -> None:
    """Cards without blanks between them, where two long houses would not fit side by side."""
    long = "KcQdJcTd9c8d7c6d5c4d3c2dAc"
    state = table("duty=none", houses=f"{long},,,,{long.translate(str.maketrans('cd', 'sh'))}")
    lines = draw(state, None).splitlines()
    assert lines[6] == "  1  KcQdJcTd9c8d7c6d5c4d3c2dAc     5  KsQhJsTh9s8h7s6h5s4h3s2hAs"


def random_tables(seed: int, *options: str) -> list[CrapetteState]:
    state, random = CRAPETTE.deal(CRAPETTE.rules(options), Dealer.of_text(str(seed))), Random(seed)
    tables = []
    for number in range(400):
        if number % 20 == 0 or not state.actors():
            tables.append(state.copy())
        if not state.actors():
            break
        state.play(state.turn, random.choice(state.legal(state.turn)))
    return tables


@pytest.mark.parametrize("options", [[], ["stop=touch"]])
def test_every_table_fits_the_page_and_hides_what_is_hidden(options: list[str]) -> None:
    for seed in range(8):
        for state in random_tables(seed, *options):
            for seat in (0, 1):
                drawn = draw(state.view(seat), seat)
                assert drawn.isascii()
                assert max(map(len, drawn.splitlines())) <= 80
                assert drawn == draw(state, seat)
                assert drawn.endswith("\n")
                assert "??" not in drawn
