"""Positions of Spit as text: what is read, what is refused, and what a seat sees."""

from hashlib import sha256

import pytest

from cardgames.games.spit.rules.game import SPIT
from cardgames.rules import PositionError
from tests.games.spit.tables import moves, play, position, table, value

PLAIN = {"stocks0": "9c8d,Kc,-,-,-", "stocks1": "Kd4d,-,-,-,-", "spit0": "2c4c", "spit1": "2d5d", "L": "7h", "R": "2h"}
GOOD = position(**PLAIN)


def changed(*pairs: tuple[str, str]) -> str:
    text = GOOD
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def test_a_full_position_is_read_back() -> None:
    assert SPIT.read(GOOD).text() == GOOD


def test_keys_come_in_any_order_and_are_written_in_one() -> None:
    words = GOOD.split()
    assert SPIT.read(" ".join(words[:2] + words[:1:-1])).text() == GOOD


def test_later_shuffles_follow_from_the_text_of_the_position() -> None:
    words = GOOD.split()
    for text in (GOOD, " ".join(words[:2] + words[:1:-1])):
        assert SPIT.read(text).dealer.seed == sha256(GOOD.encode()).digest()
        assert SPIT.read(text).dealer.drawn == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (changed(("waited=-", "")), "missing key: waited"),
        (changed(("waited=-", "waited=- waited=-")), "repeated key: waited"),
        (changed(("waited=-", "waited=- colour=red")), "unknown key: 'colour=red'"),
        (changed(("phase=play", "phase=deal")), "phase=deal"),
        (changed(("round=1", "round=0")), "round=0"),
        (changed(("round=1", "round=one")), "round=one"),
        (changed(("waited=-", "waited=2")), "waited=2"),
        (changed(("slaps=-,-", "slaps=-")), "1 parts, 2 were expected: slaps=-"),
        (changed(("slaps=-,-", "slaps=-,M")), "slaps=-,M"),
        (changed(("points=0,0", "points=0,-1")), "points=0,-1"),
        (changed(("points=0,0", "points=0")), "points=0"),
        (changed(("cards=26,26", "cards=26,27")), "53 cards in all, 52 were expected: cards=26,27"),
        (changed(("cards=26,26", "cards=52,0")), "cards=52,0"),
        (changed(("waited=-", "waited=- reason=out")), "reason outside phase over"),
        (changed(("phase=play", "phase=over")), "missing key: reason"),
        # Piles
        (changed(("Kc,-,-,-", "Kc,-,-")), "4 parts, 5 were expected: stocks0="),
        (changed(("Kc,-,-,-", "Kc,-,-,-,-")), "6 parts, 5 were expected: stocks0="),
        (changed(("(9c)08d", "(9c8d)0")), "top of stock 1 is hidden"),
        (changed(("(9c)08d", "(9c)0(8d)1")), "top of stock 1 is hidden"),
        (changed(("(9c)08d", "(9c)38d")), "mask 3 is out of range"),
        (changed(("(2c4c)0", "(2c)0(4c)0")), "one run was expected"),
        (changed(("(2c4c)0", "(2c4)0")), "spit0=(2c4)0"),
        (changed(("(2c4c)0", "(2c4c)")), "spit0=(2c4c)"),
        (changed(("(2c4c)0", "")), "spit0="),
        (changed(("R=2h", "R=(2h)0")), "a hidden card in a spit pile, all lie open: R=(2h)0"),
        (changed(("R=2h", "R=2x")), "R=2x"),
        # Cards
        (changed(("(9c)08d", "8d")), "51 cards in all, 52 were expected"),
        (changed(("(9c)08d", "(9c2s)08d")), "53 cards in all, 52 were expected"),
        (changed(("(9c)08d", "(2s)08d")), "2s"),
        # One pile or two (S2, S3)
        (
            changed(("cards=26,26", "cards=43,9"), ("(2d5d)0", "-"), ("(2c4c)0", "(2c4c2d5d)0")),
            "no pile R was expected",
        ),
        (changed(("R=2h", "R=-"), ("L=", "L=2h")), "a pile was expected with cards=26,26 (S3): R=-"),
        # What cannot stand in its phase
        (position(**{**PLAIN, "stocks0": "-,-,-,-,-"}), "seat 0 has no stock cards"),
        (position(**{**PLAIN, "stocks0": "9c,-,-,-,-", "stocks1": "Kd,-,-,-,-"}), "a spit is due (S9)"),
        (position(**{**PLAIN, "phase": "slap", "slaps": "L,R"}), "both have slapped"),
        (position(phase="slap", stocks0="9c,-,-,-,-", L="7h", R="-", cards="43,9"), "(S14)"),
        (position(phase="over", reason="late", L="7h", R="2h", slaps="L,R"), "reason=late"),
        ("position crapette " + GOOD.removeprefix("position spit "), "'position spit ...' was expected"),
        ("position spit", "missing key: phase"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, told: str) -> None:
    with pytest.raises(PositionError) as caught:
        SPIT.read(text)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_cards_that_somebody_knows_may_lie_anywhere_hidden() -> None:
    text = changed(("(9c)08d", "9c8d"), ("(2c4c)0", "(2c)1(4c)2"), ("(2d5d)0", "2d(5d)0"))
    state = SPIT.read(text)
    assert state.text() == text
    assert value(state, "stocks0", 1) == "9c8d,Kc,-,-,-"
    assert (value(state, "spit0", 0), value(state, "spit0", 1)) == ("2c??", "??4c")
    assert value(state, "spit1", 0) == "2d??"
    assert all(state.view(seat).text() == state.text(seat) for seat in (0, 1))
    play(state, "0 1L")
    assert [event.text(0) for event in state.events()] == ["0 1L 8d"]  # 9c was known before
    state.undo()
    assert state.text() == text


def test_a_view_hides_what_lies_face_down() -> None:
    state = SPIT.read(GOOD)
    for seat in (0, 1):
        view = state.view(seat)
        assert view.text() == view.text(seat) == state.text(seat)
        assert value(state, "stocks0", seat) == "??8d,Kc,-,-,-"
        assert value(state, "spit1", seat) == "????"
        assert value(state, "L", seat) == value(state, "L")
        assert moves(view, seat) == moves(state, seat)


def test_a_view_is_read_leniently() -> None:
    text = SPIT.read(GOOD).text(0)
    view = SPIT.read(text + " colour=red")
    assert view.text() == text
    assert view.viewer == -1
    assert moves(view, 0) == moves(SPIT.read(GOOD), 0)
    with pytest.raises(PositionError, match="a bracket in a view"):
        SPIT.read(text.replace("????", "(??)0", 1))
    with pytest.raises(PositionError, match="missing key: waited"):
        SPIT.read(text.replace(" waited=-", ""))


def test_a_view_can_be_played_on_with_open_cards() -> None:
    view = play(table(**PLAIN).view(0), "0 1L", "1 1>3")
    assert view.text().count("??") == 6
    assert value(view, "stocks0") == "??,Kc,-,-,-"
    assert value(view, "stocks1") == "??,-,4d,-,-"
    view.undo()
    view.undo()
    assert view.text() == table(**PLAIN).text(0)


def test_a_copy_is_apart() -> None:
    state = table(**PLAIN)
    play(state, "0 1L")
    text = state.text()
    twin = state.copy()
    assert twin.text() == text
    play(twin, "1 1>3")
    assert state.text() == text
    twin.undo()
    assert twin.text() == text
    with pytest.raises(IndexError):
        twin.undo()
    assert twin.events() == []


@pytest.mark.parametrize(
    "text",
    [
        position(phase="over", reason="round-limit", L="7h", R="2h"),
        changed(("slaps=-,-", "slaps=L,-")),
        changed(("cards=26,26", "cards=43,9"), ("R=2h", "R=-"), ("L=", "L=2h")),
    ],
)
def test_only_what_the_protocol_lists_is_refused(text: str) -> None:
    assert SPIT.read(text).text() == text
