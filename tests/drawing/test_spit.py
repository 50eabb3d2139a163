"""Spit drawn for a person."""

from random import Random

import pytest

from cardgames.cards import Dealer
from cardgames.drawing.spit import draw
from cardgames.games.spit import SPIT
from tests.games.spit_tables import play, table

PLAIN = {"stocks0": "9c8d,Kc,-,-,-", "stocks1": "Kd4d,-,-,-,3h", "spit0": "2c4c", "spit1": "2d", "L": "7h", "R": "2h"}

DRAWN = """\
Spit, round 1, cards at its start 26 and 26

seat 1        1 [4d]   2 [  ]   3 [  ]   4 [  ]   5 [3h]   spit cards: 1
                +1

pile L        ... 9s Ts Js Qs Ks As Tc [7h]   42 cards
pile R        [2h]   1 card

seat 0 (you)  1 [8d]   2 [Kc]   3 [  ]   4 [  ]   5 [  ]   spit cards: 2
                +1

play on a pile (3L, 3R), fill an empty place (3>1), or wait
"""


def test_a_table() -> None:
    state = table(**{**PLAIN, "L": "Tc7h"})
    assert draw(state.view(0), 0) == DRAWN


def test_the_seat_that_looks_sits_below() -> None:
    drawn = draw(table(**PLAIN).view(1), 1).splitlines()
    assert drawn[2].startswith("seat 0  ")
    assert drawn[8].startswith("seat 1 (you)")
    assert "(you)" not in draw(table(**PLAIN), None)


def test_covered_cards_are_counted_and_not_shown() -> None:
    state = table(**PLAIN)
    assert draw(state, 0) == draw(state.view(0), 0)


SLAPPING = {"phase": "slap", "stocks0": "8c,-,-,-,-", "L": "7h", "R": "2h"}


@pytest.mark.parametrize(
    ("options", "given", "seat", "line"),
    [
        ((), {**PLAIN, "waited": "1"}, 0, "seat 1 waits; if the other seat waits too, both spit"),
        ((), {**PLAIN, "waited": "1"}, 1, "you wait; if the other seat waits too, both spit"),
        ((), SLAPPING, 0, "the round is over: slap a pile, slap:L or slap:R"),
        ((), {**SLAPPING, "slaps": "-,L"}, 1, "the round is over: the other seat slaps a pile"),
        ((), {**SLAPPING, "phase": "over", "reason": "round-limit", "slaps": "R,L"}, 0, "seat 0 wins, 50 to 0"),
        (("scoring=points",), {**SLAPPING, "phase": "over", "reason": "round-limit", "points": "7,7"}, 0, "drawn"),
        (("scoring=points",), {**PLAIN, "points": "31,40"}, 0, "points 31 and 40"),
        ((), {"stocks0": "8c,-,-,-,-", "stocks1": "Kd,-,-,-,-", "L": "7h", "cards": "43,9"}, 0, "pile R        none"),
    ],
)
def test_what_is_to_be_done(options: tuple[str, ...], given: dict[str, str], seat: int, line: str) -> None:
    assert line in draw(table(*options, **given).view(seat), seat)


def test_every_table_is_plain_text_of_80_columns() -> None:
    for seed in range(5):
        random = Random(seed)
        state = SPIT.deal(SPIT.rules(["scoring=points"] if seed % 2 else []), Dealer.of_text(str(seed)))
        while state.actors():
            seat = random.choice(state.actors())
            play(state, f"{seat} {SPIT.move_name(random.choice(state.legal(seat)))}")
            drawn = draw(state.view(seat), seat)
            assert drawn.isascii()
            assert max(map(len, drawn.splitlines())) <= 80
            assert "??" not in drawn
