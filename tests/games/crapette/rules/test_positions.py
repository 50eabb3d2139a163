"""Crapette positions as text: what is refused, and in which words; what is accepted although no game leads there."""

import re

import pytest

from cardgames.games.crapette.rules.game import CRAPETTE
from cardgames.rules.game import PositionError
from tests.games.crapette.tables import NONE, happened, moves, play, position, table, values


def changed(text: str, key: str, value: str | None) -> str:
    """The position with another value for `key`; None leaves the key out."""
    tokens = [token for token in text.split() if not token.startswith(f"{key}=")]
    return " ".join(tokens if value is None else [*tokens, f"{key}={value}"])


HOUSES = "8s7h,9d,Kc,Kd,Kh,Ks,Kc,Kd"


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("turn", None, "missing key: turn"),
        ("asked", None, "missing key: asked"),
        ("turn", "2", "a whole number 0-1 was expected: turn=2"),
        ("turn", "-", "a whole number 0-1 was expected: turn=-"),
        ("phase", "slap", "one of play challenge over was expected: phase=slap"),
        ("phase", "over", "missing key: reason (phase=over)"),
        ("reason", "out", "reason outside phase over: reason=out"),
        ("shifts", "-1", "a whole number 0-1000 was expected: shifts=-1"),
        ("shifts", "01", "a whole number 0-1000 was expected: shifts=01"),
        ("idle", "x", "a whole number 0-100000 was expected: idle=x"),
        ("turns", "100001", "a whole number 0-100000 was expected: turns=100001"),
        ("skips", "1,0", "one of - 0 1 0,1 was expected: skips=1,0"),
        ("skips", "2", "one of - 0 1 0,1 was expected: skips=2"),
        ("asked", "R-3", "a move is asked in phase play, - was expected: asked=R-3"),
        ("up", "3c4c", "2 cards up, one or - was expected: up=3c4c"),
        ("up", "(3c)1", "a hidden card up, both seats know it: up=(3c)1"),
        ("waste0", "5c(6c)2", "a hidden card in a waste, both seats know all of it: waste0=5c(6c)2"),
        ("reserve1", "Th(9h)1", "a hidden card on top of a reserve, the top lies face up: reserve1=Th(9h)1"),
        ("reserve0", "(2c)3", "mask 3 is out of range"),
        ("reserve0", "(2c)4", "mask 4 is out of range"),
        ("hand0", "(2c)0(3c)0", "two neighbouring runs of mask 0, one run was expected: hand0=(2c)0(3c)0"),
        ("hand0", "2x", "no card '2x'"),
        ("hand0", "(2c", "a run without )M, M one hex digit: (2c: hand0=(2c"),
        ("hand0", "", "an empty text, a pile or - was expected: hand0="),
        ("houses", "8s7h,9d", "2 parts, 8 were expected: houses=8s7h,9d"),
        ("houses", f"{HOUSES},-", "9 parts, 8 were expected"),
        ("houses", HOUSES.replace("9d", "(9d)0"), "a hidden card in house 2, both seats know all of it"),
        (
            "houses",
            HOUSES.replace("8s7h", "8s7c"),
            "7c on 8s in house 1, one rank lower in the other colour was expected",
        ),
        ("houses", HOUSES.replace("9d", "9d7s"), "7s on 9d in house 2, one rank lower"),
        ("houses", HOUSES.replace("9d", "Kh9d"), "9d on Kh in house 2, one rank lower"),
        ("foundations", NONE.replace("-,-,-,-,-,-,-,-", "-,-"), "2 parts, 8 were expected: foundations=-,-"),
        ("foundations", "-,2c,-,-,-,-,-,-", "-,2c, the higher comes first: foundations=-,2c,-,-,-,-,-,-"),
        ("foundations", "-,-,-,-,2h,3h,-,-", "2h,3h, the higher comes first"),
        ("foundations", "2d,-,-,-,-,-,-,-", "'2d' in place 1, a card of suit c or - was expected"),
        ("foundations", "-,-,-,-,-,-,-,2S", "'2S' in place 8, a card of suit s or - was expected"),
        ("foundations", "-,-,2d3d,-,-,-,-,-", "'2d3d' in place 3, a card of suit d or - was expected"),
        ("foundations", "Ac,-,-,-,-,-,-,-", "105 cards in all, 104 were expected: position"),
        ("hand9", "-", "unknown key: 'hand9=-'"),
    ],
)
def test_a_broken_position_is_refused_in_one_line(key: str, value: str | None, why: str) -> None:
    good = position(houses=HOUSES)
    assert CRAPETTE.read(good).text() == good
    with pytest.raises(PositionError, match=re.escape(why)) as caught:
        CRAPETTE.read(changed(good, key, value))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "'position crapette ...' was expected"),
        ("position spit turn=0", "'position crapette ...' was expected: 'position spit'"),
        ("position crapette", "missing key: turn"),
        (f"{position()} turn=0", "repeated key: turn"),
        (f"{position()} flip", "unknown key: 'flip'"),
        (position().replace("hand0=(2c", "hand0=("), "103 cards in all, 104 were expected: position"),
        (position().replace("hand0=(2c", "hand0=(3c"), "3 cards of one name, 2 were expected: 3c"),
        (position(phase="over", reason="points"), "one of out impasse turn-limit was expected: reason=points"),
        (position(phase="over", reason="out", asked="flip"), "a move is asked in phase over, - was expected"),
    ],
)
def test_a_broken_text_is_refused_in_one_line(text: str, why: str) -> None:
    with pytest.raises(PositionError, match=re.escape(why)) as caught:
        CRAPETTE.read(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("asked", "given", "fine"),
    [
        ("R-3", {"reserve0": "7h"}, True),
        ("R-3", {"reserve1": "7h"}, False),
        ("H-W", {"up": "7h"}, True),
        ("H-W", {}, False),
        ("H-3", {}, False),
        ("2-1", {"houses": "-,8s"}, True),
        ("1-2", {"houses": "-,8s"}, False),
        ("flip", {}, True),
        ("flip", {"hand0": "-", "waste0": "7h"}, True),
        ("flip", {"hand0": "-"}, False),
        ("flip", {"up": "7h"}, False),
        ("pass", {"hand0": "-"}, True),
        ("pass", {}, False),
        ("pass", {"hand0": "-", "up": "7h"}, False),
        ("stop", {}, False),
        ("-", {}, False),
        ("R-W", {"reserve0": "7h"}, False),
    ],
)
def test_what_can_have_been_asked(asked: str, given: dict[str, str], fine: bool) -> None:
    """In phase challenge the mover is the seat that does not answer, here seat 0: it must have something to move."""
    text = position(turn=1, phase="challenge", asked=asked, **given)
    if fine:
        state = CRAPETTE.read(text, CRAPETTE.rules(["stop=touch"]))
        assert state.text() == text
        assert moves(state) == "pass stop"
        play(state, "pass")
    else:
        with pytest.raises(PositionError, match="asked="):
            CRAPETTE.read(text)


@pytest.mark.parametrize(
    "given",
    [
        {"reserve0": "2h3d4s5c", "hand1": "2c(3c)1(4c)0(5c)2", "reserve1": "(6c)1(7c)28c"},
        {"shifts": 17, "turns": 501, "idle": 900},
        {"hand0": "-", "waste0": "-", "reserve0": "-"},
        {"houses": NONE},
        {"foundations": "Kc,Kc,Kd,Kd,Kh,Kh,Ks,Ks", "houses": NONE},
        {"skips": "0,1", "up": "7h", "turn": 1},
        {"phase": "over", "reason": "out", "up": "7h"},
    ],
)
def test_an_odd_position_is_accepted(given: dict[str, str | int]) -> None:
    """Only what is listed is refused: no game need lead there."""
    text = position(**given)
    state = CRAPETTE.read(text)
    assert state.text() == text
    assert (state.outcome is None) is bool(state.legal(state.turn))


def test_keys_come_in_any_order() -> None:
    text = position(reserve0="7h", up="9c")
    tokens = text.split()
    assert CRAPETTE.read("  ".join([*tokens[:2], *reversed(tokens[2:])])).text() == text


def test_masks_by_hand_are_kept_right() -> None:
    """`(2c)1` in a hand or a reserve: a seat that knows the card sees it, and learns nothing when it is turned up."""
    state = table(hand0="(3c)2(4c)1", reserve0="(5c)1(7h)28s", houses="9h,8c")
    assert values(state, "hand0", "reserve0", seat=0) == ["??4c", "5c??8s"]
    assert values(state, "hand0", "reserve0", seat=1) == ["3c??", "??7h8s"]
    play(state, "R-1")
    assert values(state, "reserve0") == ["(5c)17h"]
    assert [happened(state, seat) for seat in (0, 1)] == [["0 R-1 8s 7h"], ["0 R-1 8s"]]
    play(state, "flip")
    assert values(state, "hand0", "up") == ["(3c)2", "4c"]
    assert [happened(state, seat) for seat in (0, 1)] == [["0 flip 4c"], ["0 flip 4c"]]
    play(state, "H-W")
    assert values(state, "waste0", "hand0", "reserve0") == ["4c", "(3c)2", "(5c)17h"]
    for _ in range(3):
        state.undo()
    assert values(state, "hand0", "reserve0") == ["(3c)2(4c)1", "(5c)1(7h)28s"]


def test_a_view_plays_on_as_far_as_it_can() -> None:
    """Cards that come up in a view are unknown: they fit nowhere but in an empty house."""
    view = table(hand0="(3c)0", reserve0="(5c)08s", houses="9h,-").view(0)
    play(view, "R-1", "flip")
    assert values(view, "reserve0", "up") == ["??", "??"]
    assert moves(view) == "R-2 H-2 1-2"
    play(view, "R-2")
    assert values(view, "houses") == ["9h8s,??,Kc,Kd,Kh,Ks,Kc,Kd"]
    assert moves(view) == "H-W"
    for _ in range(3):
        view.undo()
    assert values(view, "reserve0", "up") == ["??8s", "-"]


def test_a_views_unknown_keys_are_passed_over() -> None:
    view = table(reserve0="7h").text(0)
    state = CRAPETTE.read(f"{view} weather=fine !")
    assert state.text() == view
    assert state.viewer == -1
