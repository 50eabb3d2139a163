"""Crapette's moves, clause by clause (C3 to C11): what is legal, what it does, and why something is refused."""

import pytest

from cardgames.games.crapette.rules.game import CRAPETTE
from cardgames.games.crapette.rules.state import CrapetteState
from cardgames.rules import Refusal
from cardgames.rules.game import MoveTextError
from tests.games.crapette.tables import happened, moves, play, refusal, table, values

ON_3D = "-,-,3d,-,-,-,-,-"


@pytest.mark.parametrize(
    ("clause", "given", "listed"),
    [
        ("C3: nothing from a waste", {"waste0": "7h", "waste1": "7d", "houses": "8s"}, "flip"),
        ("C3: nothing from the other reserve", {"reserve1": "7h", "houses": "8s"}, "flip"),
        ("C3: only the last card of a house", {"houses": "8s7h,8c"}, "1-2 flip"),
        ("C3: the hand card once it is up", {"up": "7h", "houses": "8c"}, "H-1"),
        ("C4: an ace on an empty foundation", {"reserve0": "Ac"}, "R-F"),
        ("C4: the next of its suit", {"reserve0": "4d", "foundations": ON_3D}, "R-F"),
        ("C4: no other suit", {"reserve0": "4h", "foundations": ON_3D}, "flip"),
        ("C4: on the lower of the two", {"reserve0": "4d", "foundations": "-,-,9d,3d,-,-,-,-"}, "R-F"),
        ("C4: one move if both fit", {"reserve0": "4d", "foundations": "-,-,3d,3d,-,-,-,-"}, "R-F"),
        ("C4: a king ends it", {"reserve0": "Kd", "foundations": "-,-,Qd,-,-,-,-,-"}, "R-F"),
        ("C4: the second ace after the first", {"reserve0": "Ad", "foundations": "-,-,Kd,-,-,-,-,-"}, "R-F"),
        ("C5: one lower, the other colour", {"reserve0": "7h", "houses": "8s,8c,8d,6s,9c"}, "R-1 R-2 3-5 flip"),
        ("C5: no king on an ace", {"reserve0": "Kh", "houses": "Ac"}, "1-F"),
        ("C5: an empty house takes any card", {"reserve0": "5h", "up": "9c", "houses": "-,6d5c"}, "R-1 H-1 2-1"),
        ("C5: also a king", {"reserve0": "Kh", "houses": "-"}, "R-1 flip"),
        ("C5: not a house's only card", {"houses": "-,6d,7c6h"}, "3-1 flip"),
        ("C6: one above or below, the same suit", {"houses": "8h,Th,8d,Td", "waste1": "9d"}, "3-OW 4-OW flip"),
        ("C6: on the reserve first", {"houses": "8h", "waste1": "7h", "reserve1": "9h"}, "1-OR 1-OW flip"),
        ("C6: no wrap from king to ace", {"houses": "Ks", "reserve1": "As", "foundations": ON_3D}, "flip"),
        ("C6: the own piles take no load", {"houses": "8h", "waste0": "7h", "reserve0": "9h"}, "flip"),
        ("C8: flip with a waste and no hand", {"hand0": "-", "waste0": "3h"}, "flip"),
        ("C8: pass with neither", {"hand0": "-"}, "pass"),
        ("C8: no flip while a card is up", {"up": "3h"}, "H-W"),
        ("C9: an empty house is a play", {"up": "3h", "houses": "-"}, "H-1"),
        ("C9: a load is a play", {"up": "3h", "waste1": "4h"}, "H-OW"),
        ("C9: other cards may move", {"up": "3h", "houses": "8s,9d", "reserve0": "7h"}, "R-1 H-W 1-2"),
        ("the order of sources", {"reserve0": "7h", "up": "7d", "houses": "7h,8s"}, "R-2 H-2 1-2"),
    ],
)
def test_what_is_legal(clause: str, given: dict[str, str], listed: str) -> None:
    assert moves(table(**given)) == listed, clause


def test_an_ace_without_duty() -> None:
    """C4 to C6: it is the lowest card everywhere."""
    assert moves(table("duty=none", up="Ac", houses="2h", waste1="2c")) == "H-F H-1 H-OW"


@pytest.mark.parametrize(
    ("loaded_on", "loaders"),
    [("9d", ["8d", "Td"]), ("8d", ["7d", "9d"]), ("As", ["2s"]), ("Ks", ["Qs"]), ("Tc", ["9c", "Jc"])],
)
def test_what_loads_on_a_card(loaded_on: str, loaders: list[str]) -> None:
    """C6: on 9d only 8d or Td; Ks does not load on As."""
    for card in ["2s", "7d", "8d", "8h", "9c", "9d", "Td", "Tc", "Jc", "Qs", "Ks", "Kd"]:
        on_waste = table("duty=none", up=card, waste1=loaded_on)
        assert ("H-OW" in moves(on_waste).split()) is (card in loaders)
        on_reserve = table("duty=none", up=card, reserve1=loaded_on)
        assert ("H-OR" in moves(on_reserve).split()) is (card in loaders)


@pytest.mark.parametrize(
    ("duty", "given", "listed"),
    [
        ("none", {"reserve0": "4d"}, "R-F 1-2 2-F flip"),
        ("reserve", {"reserve0": "4d"}, "R-F"),
        ("reserve", {"reserve0": "5s"}, "1-2 2-F flip"),
        ("reserve", {"reserve0": "5s", "up": "4d"}, "H-F 1-2 2-F"),
        ("foundation", {"reserve0": "4d"}, "R-F"),
        ("foundation", {"reserve0": "5s"}, "2-F"),
        ("foundation", {"reserve0": "5s", "up": "4d"}, "H-F 2-F"),
        ("full", {"reserve0": "4d"}, "R-F"),
        ("full", {"reserve0": "5s"}, "2-F"),
        ("none", {"hand0": "-"}, "1-2 2-F pass"),
        ("foundation", {"hand0": "-"}, "2-F"),
    ],
)
def test_the_duty(duty: str, given: dict[str, str], listed: str) -> None:
    """C10: the 4d of house 2 and another that fit a foundation; 3s may go on it."""
    assert moves(table(f"duty={duty}", houses="3s,4d", foundations=ON_3D, **given)) == listed


@pytest.mark.parametrize(
    ("given", "listed"),
    [
        ({"reserve0": "5s"}, "R-1"),
        ({"reserve0": "-"}, "flip"),
        ({"reserve0": "5s", "hand0": "-"}, "R-1 pass"),
        ({"reserve0": "5s", "up": "9s"}, "R-1 H-1"),
    ],
)
def test_no_flip_while_a_house_is_empty(given: dict[str, str], listed: str) -> None:
    """C10, `duty=full`."""
    assert moves(table("duty=full", houses="-", **given)) == listed
    assert moves(table("duty=full", houses="", reserve0="5s")) == "flip"


@pytest.mark.parametrize(
    ("options", "given", "listed"),
    [
        (["handcard=may"], {"houses": "4s"}, "H-1 H-W"),
        (["handcard=must"], {"houses": "4s"}, "H-1"),
        (["handcard=may"], {"foundations": "-,-,-,-,2h,-,-,-"}, "H-F"),
        (["handcard=may", "duty=reserve"], {"foundations": "-,-,-,-,2h,-,-,-"}, "H-F H-W"),
        (["handcard=may", "duty=reserve"], {"foundations": "-,-,-,-,2h,-,-,-", "reserve0": "Ac"}, "R-F"),
        (["handcard=must", "duty=reserve"], {"foundations": "-,-,-,-,2h,-,-,-"}, "H-F"),
        (["handcard=may", "duty=none"], {"foundations": "-,-,-,-,2h,-,-,-", "reserve0": "Ac"}, "R-F H-F H-W"),
        (["handcard=must", "duty=none"], {"reserve0": "Ac"}, "R-F H-W"),
        (["preset=pagat"], {"houses": "-"}, "H-1 H-W"),
    ],
)
def test_when_the_hand_card_may_be_wasted(options: list[str], given: dict[str, str], listed: str) -> None:
    """C9: the 3h is up."""
    assert moves(table(*options, up="3h", **given)) == listed


def test_shifts_end_at_the_limit() -> None:
    """C11: only moves from house to house are counted and barred; any other move sets the count back."""
    state = table("maxshifts=2", houses="8s,9d,9h", reserve0="7h", up="2h", waste1="9s")
    assert moves(state) == "R-1 H-W 1-2 1-3 1-OW"
    play(state, "1-2", "2-3")
    assert values(state, "shifts") == ["2"]
    assert moves(state) == "R-1 R-3 H-1 3-OW"
    assert refusal(state, "3-2") == "C11: 2 house-to-house moves in a row, something else must come first"
    play(state, "R-3")
    assert values(state, "shifts", "houses") == ["0", "-,9d,9h8s7h,Kc,Kd,Kh,Ks,Kc"]
    play(state, "3-1")
    assert values(state, "shifts") == ["1"]


def test_a_flip_sets_shifts_back() -> None:
    """C11."""
    state = play(table(hand0="2h", houses="8s,9d,9h"), "1-2")
    assert values(play(state, "flip"), "shifts", "up") == ["0", "2h"]


def test_no_shifts_at_all() -> None:
    """C11: `maxshifts=0`."""
    state = table("maxshifts=0", houses="8s,9d,-", reserve0="7h", up="2h")
    assert moves(state) == "R-1 R-3 H-3"


# What a move does


def test_the_reserves_next_card_is_turned_up_at_once() -> None:
    """C7: and stays known if it was loaded."""
    state = table(reserve0="(5h)0(6h)1(7c)28h", houses="9c,9s")
    play(state, "R-1")
    assert values(state, "reserve0") == ["(5h)0(6h)17c"]
    assert happened(state, 0) == ["0 R-1 8h 7c"]
    assert happened(state, 1) == ["0 R-1 8h"]
    play(state, "R-1")
    assert values(state, "reserve0", "houses") == ["(5h)06h", "9c8h7c,9s,Kc,Kd,Kh,Ks,Kc,Kd"]
    assert happened(state, 0) == ["0 R-1 7c"]
    assert happened(state, 1) == ["0 R-1 7c 6h"]
    play(state, "R-1")
    assert happened(state, 0) == happened(state, 1) == ["0 R-1 6h 5h"]
    assert values(state, "reserve0", seat=1) == ["5h"]


def test_loads_lie_face_up() -> None:
    """C6 and C7: they can make a reserve larger, and stay known when the turn has passed."""
    state = table(reserve1="(2c3c)09d", houses="8d,7d,9h")
    play(state, "1-OR", "2-OR")
    assert values(state, "reserve1") == ["(2c3c)09d8d7d"]
    assert values(state, "reserve1", seat=0) == ["????9d8d7d"]
    assert refusal(state, "3-OR") == "C6: on 7d, seat 1's reserve, only 6d or 8d loads, not 9h"
    assert happened(state, 1) == ["0 2-OR 7d"]


def test_the_waste_is_turned_over_as_a_block() -> None:
    """C8: the card wasted first is turned up first, and both seats know the whole hand from then on."""
    state = table(hand0="-", waste0="2c3h4c")
    play(state, "flip")
    assert values(state, "hand0", "waste0", "up", seat=1) == ["4c3h", "-", "2c"]
    assert happened(state, 1) == ["0 flip 2c"]
    state.undo()
    assert values(state, "hand0", "waste0", "up") == ["-", "2c3h4c", "-"]


def test_a_flipped_card_is_known_to_both() -> None:
    """C8: whoever knew of it in the hand."""
    state = play(table(hand0="2c(3c)1"), "flip")
    assert values(state, "hand0", "up", seat=1) == ["2c", "3c"]
    state.undo()
    assert values(state, "hand0", "up") == ["2c(3c)1", "-"]


def test_wasting_the_hand_card_ends_the_turn() -> None:
    """C9."""
    state = play(table(up="3h", waste0="5c"), "H-W")
    assert values(state, "turn", "waste0", "up", "turns", "idle") == ["1", "5c3h", "-", "1", "1"]
    assert happened(state, 0) == happened(state, 1) == ["0 H-W 3h"]


def test_a_played_hand_card_does_not() -> None:
    """C9."""
    state = play(table(up="3h", hand0="9c", houses="4s"), "H-1")
    assert values(state, "turn", "up", "turns") == ["0", "-", "0"]
    assert moves(state) == "flip"


def test_passing_ends_the_turn() -> None:
    """C8."""
    state = play(table(hand0="-", reserve0="5h"), "pass")
    assert values(state, "turn", "turns", "idle", "reserve0") == ["1", "1", "1", "5h"]
    assert happened(state, 0) == ["0 pass"]


def test_the_higher_foundation_is_written_first() -> None:
    """C4: an ace and a two of the second foundation may overtake nobody."""
    state = table("duty=none", foundations="-,-,3d,Ad,-,-,-,-", houses="2d,3d,4d,4d")
    seen = []
    for move in ("1-F", "2-F", "3-F", "4-F"):
        play(state, move)
        seen.append(values(state, "foundations")[0])
    assert seen == [f"-,-,{tops},-,-,-,-" for tops in ("3d,2d", "3d,3d", "4d,3d", "4d,4d")]
    for tops in reversed(seen[:-1]):
        state.undo()
        assert values(state, "foundations") == [tops]


# Why a move is refused


def refused(state: CrapetteState, name: str, why: str) -> None:
    assert refusal(state, name) == why
    assert name not in moves(state).split()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("R-1", "C5: 7h goes on a black 8, house 1 shows 9d"),
        ("1-2", "C5: 9d goes on a black T, house 2 shows Kc"),
        ("2-1", "C5: Kc goes on no card but an empty house, house 1 shows 9d"),
        ("R-F", "C4: 7h goes on a foundation that shows 6h, none does"),
        ("R-OR", "C6: seat 1's reserve is empty, nothing loads on it"),
        ("R-OW", "C6: on 8c, seat 1's waste, only 7c or 9c loads, not 7h"),
        ("H-1", "C3: the hand has no card to move"),
        ("3-1", "C3: house 3 has no card to move"),
        ("4-3", "C5: house 4's only card may not move to an empty house, it changes nothing"),
        ("pass", "C8: pass ends a turn only with hand and waste empty; flip is the way on"),
        ("stop", "C16: no move has been announced that stop could answer"),
    ],
)
def test_why_a_move_is_refused(name: str, why: str) -> None:
    refused(table(reserve0="7h", houses="9d,Kc,-,5s", waste1="8c"), name, why)


@pytest.mark.parametrize(
    ("options", "given", "name", "why"),
    [
        ([], {"reserve0": "4d"}, "flip", "C10: the reserve's 4d fits a foundation, it must go first (R-F)"),
        ([], {"reserve0": "4d"}, "1-2", "C10: the reserve's 4d fits a foundation, it must go first (R-F)"),
        ([], {"reserve0": "4d"}, "2-F", "C10: the reserve's 4d fits a foundation, it must go first (R-F)"),
        ([], {"up": "9d"}, "H-W", "C10: house 2's 4d fits a foundation, it must go first (2-F)"),
        ([], {"hand0": "-"}, "pass", "C10: house 2's 4d fits a foundation, it must go first (2-F)"),
        ([], {"up": "9d"}, "flip", "C8: the hand card 9d is up; it goes somewhere, or to the waste (H-W), first"),
        ([], {"up": "9d"}, "pass", "C8: the hand card 9d is up; it goes somewhere, or to the waste (H-W), first"),
        ([], {"hand0": "-"}, "flip", "C8: hand and waste are empty, there is nothing to turn up"),
        (["duty=none"], {"up": "4d"}, "H-W", "C9: the hand card 4d still has a play (H-F), only then the waste"),
        (["duty=reserve"], {"up": "4d"}, "H-W", "C9: the hand card 4d still has a play (H-F), only then the waste"),
    ],
)
def test_why_it_must_wait(options: list[str], given: dict[str, str], name: str, why: str) -> None:
    refused(table(*options, houses="3s,4d", foundations=ON_3D, **given), name, why)


def test_why_no_flip_with_duty_full() -> None:
    state = table("duty=full", reserve0="5s", houses="Kc,-")
    refused(state, "flip", "C10: with duty=full no flip while house 2 is empty and the reserve is not")


def test_whose_turn_it_is() -> None:
    state = table(reserve0="7h", houses="8s", turn=1)
    assert refusal(state, "R-1", seat=0) == "C3: seat 1 is to move, not seat 0"
    assert state.legal(0) == []
    assert state.legal(7) == []


def test_a_number_that_is_no_move() -> None:
    """A program may send any number through `refusal`."""
    state = table()
    for number in (11, 999):
        assert state.refusal(0, number) == Refusal("C3", "no move has the number {move}", move=number)


# The moves' names


def test_every_name_is_read_in_any_case() -> None:
    sources, targets = ["R", "H", *"12345678"], ["F", *"12345678", "OR", "OW", "W"]
    names = [f"{source}-{target}" for source in sources for target in targets]
    names = [name for name in names if name[0] != name[2:] and (not name.endswith("-W") or name == "H-W")]
    names += ["flip", "pass", "stop"]
    numbers = [CRAPETTE.parse_move(name) for name in names]
    assert numbers == sorted(set(numbers))
    assert [CRAPETTE.move_name(number) for number in numbers] == names
    assert [CRAPETTE.parse_move(name.lower()) for name in names] == numbers
    assert [CRAPETTE.parse_move(name.upper()) for name in names] == numbers


@pytest.mark.parametrize(
    "text", ["", "R", "R-", "R-9", "R-0", "R-W", "1-1", "1-W", "9-1", "R3", "r - 3", "flip!", "7h"]
)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(MoveTextError, match=r"no move .* was expected"):
        CRAPETTE.parse_move(text)
