"""Spit drawn for a person."""

import pytest

from cardgames.drawing.viewer import Viewer
from cardgames.games.spit.drawing.table import before_spit, draw
from tests.games.events import event
from tests.games.spit.tables import play, table

PLAIN = {"stocks0": "9c8d,Kc,-,-,-", "stocks1": "Kd4d,-,-,-,3h", "spit0": "2c4c", "spit1": "2d", "L": "Tc7h", "R": "2h"}

DRAWN = """\
Spit, round 1, cards at its start: you 26 and fox 26

  fox            [4d]  [  ]  [  ]  [  ]  [3h]  spit cards 1
                  +1

                  L [7h] 42 cards     R [2h] 1 card

                  1     2     3     4     5
  you            [8d]  [Kc]  [  ]  [  ]  [  ]  spit cards 2
                  +1

play on a pile (3L, 3R), fill an empty place (3>1), or wait
"""

DRAWN_NARROW = """\
Spit, round 1, cards at its start: you
26 and fox 26

  fox      [4d] [  ] [  ] [  ] [3h]
            +1
           spit cards 1

   L [7h] 42 cards     R [2h] 1 card

            1    2    3    4    5
  you      [8d] [Kc] [  ] [  ] [  ]
            +1
           spit cards 2

play on a pile (3L, 3R), fill an empty
place (3>1), or wait
"""

NAMES = ("you", "fox")


@pytest.mark.parametrize(("width", "drawn"), [(80, DRAWN), (60, DRAWN), (40, DRAWN_NARROW)])
def test_a_table(width: int, drawn: str) -> None:
    assert draw(table(**PLAIN).view(0), 0, Viewer(0, NAMES, width=width)) == drawn


def test_the_seat_that_looks_sits_below() -> None:
    drawn = draw(table(**PLAIN).view(1), 1).splitlines()
    assert drawn[2].startswith("  seat 0  ")
    assert drawn[8].startswith("  seat 1 (you)")
    assert "(you)" not in draw(table(**PLAIN), None)


def test_covered_cards_are_counted_and_not_shown() -> None:
    state = table(**PLAIN)
    assert draw(state, 0) == draw(state.view(0), 0)


SLAPPING = {"phase": "slap", "stocks0": "8c,-,-,-,-", "L": "7h", "R": "2h"}
ONE_PILE = {"stocks0": "8c,-,-,-,-", "stocks1": "Kd,-,-,-,-", "L": "7h", "cards": "43,9"}


@pytest.mark.parametrize(
    ("options", "given", "seat", "line"),
    [
        ((), {**PLAIN, "waited": "1"}, 0, "fox waits; if the other waits too, both spit"),
        ((), {**PLAIN, "waited": "1"}, 1, "fox waits; if the other waits too, both spit"),
        ((), {**PLAIN, "waited": "0"}, 0, "you wait; if the other waits too, both spit"),
        ((), SLAPPING, 0, "the round is over: slap a pile, L or R"),
        ((), {**SLAPPING, "slaps": "-,L"}, 1, "the round is over: the other seat slaps a pile"),
        ((), {**SLAPPING, "phase": "over", "reason": "round-limit", "slaps": "R,L"}, 0, "you win, 50 to 0"),
        (("scoring=points",), {**SLAPPING, "phase": "over", "reason": "round-limit", "points": "7,7"}, 0, "drawn"),
        (("scoring=points",), {**PLAIN, "points": "31,40"}, 0, "points: you 31 and fox 40"),
        ((), ONE_PILE, 0, "Spit, round 1 (one pile), cards at its start: you 43 and fox 9"),
        ((), ONE_PILE, 0, "L [7h] 50 cards     R none"),
    ],
)
def test_what_is_to_be_done(options: tuple[str, ...], given: dict[str, str], seat: int, line: str) -> None:
    assert line in draw(table(*options, **given).view(seat), seat, Viewer(seat, NAMES))


def test_what_has_changed_is_marked() -> None:
    state = table(**PLAIN)
    look = Viewer(0, NAMES)
    draw(state.view(0), 0, look)
    play(state, "0 1L")
    look.remember()
    drawn = draw(state.view(0), 0, look)
    assert drawn.count("*") == 2
    assert "  you           *[9c]" in drawn
    assert "L*[8d] 43 cards" in drawn


def test_before_a_spit_the_piles_are_as_they_were() -> None:
    state = table(stocks0="8c8d,-,-,-,-", stocks1="Kd,-,-,-,-", spit0="3h4c", spit1="2d", L="7h", R="2h")
    before = draw(play(state, "0 1L").view(0), 0)
    assert "L [8d]" not in before  # nobody could play any more: 4c and 2d were spat at once
    events = state.events()
    assert events[1].text(0) == "- spit 4c 2d"
    view = state.view(0)
    table_before = before_spit(view, events)
    assert table_before is not None
    assert draw(view, 0) == before
    drawn = draw(table_before, 0)
    assert "L [8d] " in drawn
    assert "R [2h] " in drawn
    assert "spit cards 2" in drawn
    assert not {"4c", "3h", "2d"} & set(drawn.replace("[", " ").replace("]", " ").split())


def test_without_a_spit_there_is_nothing_before_it() -> None:
    assert before_spit(table(**PLAIN).view(0), [event("spit", "0 1L 8d 9c")]) is None
