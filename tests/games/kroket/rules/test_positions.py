"""Kroket's positions as text: what is written, what is read, what is refused and how."""

from collections.abc import Callable

import pytest

from cardgames.cards import Dealer
from cardgames.games.kroket.rules.game import KROKET
from cardgames.rules import PositionError
from tests.games.kroket.tables import moves, play, position, value

CHOOSE = (
    "position kroket turn=1 dealer=0 phase=choose hand0=(2c)13c(5c7h9h)1 table0=(2d3d4d)1(5d6d)0(7d)1 "
    "hand1=(8c9cTc)2JcQc table1=(Ac2h3h)2(4h5h6h)0 drawn=- reserve=(2s3s4s5s6s7s8s9sTsJsQsKsAs8hThJhQhKhAh)0 "
    "discard=4c6c7cKc8d9dTdJdQdKdAd taken=- takes=1 turns=9 knocked=- deal=1 scores=0,0"
)
DISCARD = (
    "position kroket turn=1 dealer=0 phase=discard hand0=(2c)13c(5c7h9h)1 table0=(2d3d4d)1(5d6d)0(7d)1 "
    "hand1=(8c9cTc)2JcQcAd table1=(Ac2h3h)2(4h5h6h)0 drawn=- reserve=(2s3s4s5s6s7s8s9sTsJsQsKsAs8hThJhQhKhAh)0 "
    "discard=4c6c7cKc8d9dTdJdQdKd taken=Ad takes=1 turns=9 knocked=- deal=1 scores=0,0"
)
PLACE = (
    "position kroket turn=1 dealer=0 phase=place hand0=(2c)13c(5c7h9h)1 table0=(2d3d4d)1(5d6d)0(7d)1 "
    "hand1=(8c9cTc)2JcQc table1=(Ac2h3h)2(4h5h6h)0 drawn=(Ah)2 reserve=(2s3s4s5s6s7s8s9sTsJsQsKsAs8hThJhQhKh)0 "
    "discard=4c6c7cKc8d9dTdJdQdKdAd taken=- takes=1 turns=9 knocked=- deal=1 scores=0,0"
)
OVER = (
    "position kroket turn=1 dealer=0 phase=over hand0=2c3c5c7h9h table0=2d3d4d5d6d7d "
    "hand1=8c9cTcJcQc table1=Ac2h3h4h5h6h drawn=- reserve=2s3s4s5s6s7s8s9sTsJsQsKsAs8hThJhQhKhAh "
    "discard=4c6c7cKc8d9dTdJdQdKdAd taken=- takes=1 turns=9 knocked=- deal=1 scores=2,11"
)
FOUR = position(players=4, turn="3", dealer="2", left=20, scores="0,0,0,0")
LASTTURN = ["lastturn=on", "deals=4"]


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (CHOOSE, []),
        (DISCARD, []),
        (PLACE, []),
        (CHOOSE.replace("knocked=-", "knocked=0"), LASTTURN),
        (CHOOSE.replace("deal=1 scores=0,0", "deal=4 scores=41,1000"), LASTTURN),
        (FOUR, ["players=4"]),
        (FOUR.replace("takes=0", "takes=15"), ["players=4"]),
        # Odd, but nothing that a position is refused for.
        (CHOOSE.replace("(5d6d)0(7d)1", "5d(6d7d)2"), []),
        (CHOOSE.replace("(2s3s4s", "2s(3s)1(4s"), []),
        (DISCARD.replace("(8c9cTc)2JcQcAd", "(8c9cTcJcQcAd)2"), []),
        (DISCARD.replace("taken=Ad", "taken=8c"), []),
        (PLACE.replace("(Ah)2", "(Ah)0"), []),
        (PLACE.replace("(Ah)2", "Ah"), []),
    ],
)
def test_a_position_reads_back_as_it_is_written(text: str, options: list[str]) -> None:
    state = KROKET.read(text, KROKET.rules(options))
    assert state.text() == text
    for seat in range(state.rules.players):
        view = state.view(seat)
        assert view.text() == state.text(seat)
        assert KROKET.read(view.text(), state.rules).text() == view.text()
        assert KROKET.read(view.text(), state.rules).legal(state.turn) is not None


def test_what_each_seat_sees() -> None:
    state = KROKET.read(PLACE)
    assert state.text(1) == (
        "position kroket turn=1 dealer=0 phase=place hand0=3c???????? table0=???????????? "
        "hand1=8c9cTcJcQc table1=Ac2h3h?????? drawn=Ah reserve=" + "?" * 36 + " "
        "discard=4c6c7cKc8d9dTdJdQdKdAd taken=- takes=1 turns=9 knocked=- deal=1 scores=0,0"
    )
    assert [value(state, "hand1", 0), value(state, "table0", 0)] == ["JcQc??????", "2d3d4d????7d"]
    assert value(state, "drawn", 0) == "??"


@pytest.mark.parametrize("reason", ["knock", "reserve-out", "take-limit"])
def test_in_over_every_card_is_bare(reason: str) -> None:
    bare = f"{OVER} reason={reason}"
    state = KROKET.read(bare)
    assert state.text() == bare
    assert state.outcome is not None
    assert state.outcome.reason == reason
    assert [state.text(seat) for seat in (0, 1)] == [bare] * 2
    assert [state.view(seat).text() for seat in (0, 1)] == [bare] * 2


def test_an_empty_reserve_and_discard() -> None:
    text = position(left=0, phase="discard")
    assert " reserve=- " in text
    state = KROKET.read(text)
    assert state.text() == text
    assert value(state, "reserve", 0) == "-"


def test_keys_may_come_in_any_order() -> None:
    tokens = CHOOSE.split()
    assert KROKET.read(" ".join([*tokens[:2], *reversed(tokens[2:])])).text() == CHOOSE


def test_a_hand_is_put_in_order() -> None:
    """Suits c d h s, within a suit by rank, of one name the smaller mask first."""
    text = position(players=3, hand0="(As)1(2c)37h(7hTc)1")
    assert value(KROKET.read(text, KROKET.rules([], 3)), "hand0") == "(2c)3(Tc7h)17h(As)1"


# Refused


def poured(text: str, source: str, target: str) -> str:
    """The position with all cards of one pile on another."""
    fields = dict(token.split("=") for token in text.split()[2:])
    fields[target] += fields[source].removeprefix("(").removesuffix(")0")
    fields[source] = "-"
    return "position kroket " + " ".join(f"{key}={value}" for key, value in fields.items())


def swap(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


@pytest.mark.parametrize(
    ("base", "change", "says"),
    [
        # Keys
        (CHOOSE, swap(" turns=9", ""), "missing key: turns"),
        (CHOOSE, swap(" turns=9", " turns=9 turns=9"), "repeated key: turns"),
        (CHOOSE, swap(" turns=9", " turns=9 hand2=-"), "unknown key: 'hand2=-'"),
        (CHOOSE, swap(" turns=9", " turns=9 x"), "unknown key: 'x'"),
        (CHOOSE, swap("kroket", "spit"), "position kroket"),
        (CHOOSE, swap("deal=1", "deal=1 reason=knock"), "reason outside phase over"),
        (OVER, swap(",11", ",11"), "missing key: reason"),
        (OVER, swap(",11", ",11 reason=bored"), "knock reserve-out take-limit"),
        # Values out of range
        (CHOOSE, swap("turn=1", "turn=2"), "0-1 was expected: turn=2"),
        (CHOOSE, swap("turn=1", "turn=-"), "turn=-"),
        (CHOOSE, swap("dealer=0", "dealer=x"), "dealer=x"),
        (CHOOSE, swap("phase=choose", "phase=play"), "one of choose discard place over"),
        (CHOOSE, swap("takes=1", "takes=-1"), "takes=-1"),
        (CHOOSE, swap("turns=9", "turns=09"), "turns=09"),
        (CHOOSE, swap("knocked=-", "knocked=2"), "knocked=2"),
        (CHOOSE, swap("knocked=-", "knocked=0"), "lastturn=off (K8): knocked=0"),
        (CHOOSE, swap("deal=1", "deal=0"), "deal=0"),
        (CHOOSE, swap("deal=1", "deal=2"), "1-1 was expected: deal=2"),
        (CHOOSE, swap("scores=0,0", "scores=0"), "1 parts, 2 were expected: scores=0"),
        (CHOOSE, swap("scores=0,0", "scores=0,-3"), "scores=0,-3"),
        # Cards
        (CHOOSE, swap("discard=4c", "discard="), "51 cards in all, 52 were expected"),
        (CHOOSE, swap("discard=4c", "discard=Kc"), "2 cards of one name, 1 were expected: Kc"),
        (CHOOSE, swap("discard=4c", "discard=10c"), "no card '10'"),
        (CHOOSE, swap("discard=4c", "discard=4C"), "no card '4C'"),
        (CHOOSE, swap("discard=4c6c7cKc8d9dTdJdQdKdAd", "discard="), "discard="),
        # Masks and runs
        (CHOOSE, swap("(2c)1", "(2c)3"), "mask 3 is out of range"),
        (CHOOSE, swap("(2c)1", "(2c)9"), "mask 9 is out of range"),
        (CHOOSE, swap("(5c7h9h)1", "(5c)1(7h9h)1"), "two neighbouring runs of mask 1"),
        (CHOOSE, swap("(2c)1", "()1(2c)1"), "an empty run"),
        (CHOOSE, swap("(2c)1", "(2c)"), "hand0"),
        (CHOOSE, swap("(2c)1", "(2c1"), "hand0"),
        # Kroket's own
        (CHOOSE, swap("(2c)13c", "3c"), "4 cards, 5 were expected: hand0"),
        (CHOOSE, swap("phase=choose", "phase=discard"), "5 cards, 6 were expected: hand1"),
        (DISCARD, swap("turn=1", "turn=0"), "5 cards, 6 were expected: hand0"),
        (DISCARD, swap("phase=discard", "phase=choose"), "6 cards, 5 were expected: hand1"),
        (CHOOSE, swap("(5d6d)0(7d)1", "(5d6d)0"), "5 cards, 6 were expected: table0"),
        (CHOOSE, swap("(4h5h6h)0", "(4h5h6h2s)0"), "7 cards, 6 were expected: table1"),
        (CHOOSE, swap("drawn=-", "drawn=(Ah)2"), "- in phase choose was expected: drawn=(Ah)2"),
        (DISCARD, swap("drawn=-", "drawn=(Ah)2"), "- in phase discard was expected: drawn=(Ah)2"),
        (PLACE, swap("drawn=(Ah)2", "drawn=-"), "one card in phase place was expected: drawn=-"),
        (PLACE, swap("drawn=(Ah)2", "drawn=(AhKh)2"), "one card in phase place was expected: drawn=(AhKh)2"),
        (DISCARD, swap("taken=Ad", "taken=Kd"), "not in hand1"),
        (DISCARD, swap("taken=Ad", "taken=2c"), "not in hand1"),
        (DISCARD, swap("taken=Ad", "taken=xx"), "a card or - was expected: taken=xx"),
        (CHOOSE, swap("taken=-", "taken=Jc"), "- in phase choose was expected: taken=Jc"),
        (
            CHOOSE,
            lambda text: poured(text, "reserve", "discard"),
            "empty in phase choose, a card was expected: reserve=-",
        ),
        (
            CHOOSE,
            lambda text: poured(text, "discard", "reserve"),
            "empty in phase choose, a card was expected: discard=-",
        ),
    ],
)
def test_a_position_is_refused_in_one_line(base: str, change: Callable[[str], str], says: str) -> None:
    with pytest.raises(PositionError) as refused:
        KROKET.read(change(base))
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_other_players_position_is_refused() -> None:
    with pytest.raises(PositionError, match="unknown key"):
        KROKET.read(FOUR)
    with pytest.raises(PositionError, match="missing key: hand2"):
        KROKET.read(CHOOSE, KROKET.rules([], 4))


# Views


def test_a_view_is_read_leniently() -> None:
    view = KROKET.read(CHOOSE).text(1)
    state = KROKET.read(f"{view} weather=fine later")
    assert state.text() == view
    assert state.viewer == -1
    assert moves(state) == "take draw lay knock"


def test_a_view_can_be_played_on_as_far_as_it_tells() -> None:
    state = KROKET.read(CHOOSE)
    view = KROKET.read(state.text(1))
    play(state, "take", "8c")
    play(view, "take", "8c")
    assert view.text() == state.text(1)
    play(state, "draw")
    play(view, "draw")
    assert view.text() == state.text(1)
    assert moves(view) == "3c"  # of seat 0's hand the cards that seat 1 knows


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("hand0=3c", "hand0=", "4 cards, 5 were expected: hand0"),
        ("hand0=3c", "hand0=(3c)1", "a bracket in a view"),
        ("discard=4c", "discard=8c", "2 cards of one name"),
        ("drawn=-", "drawn=??", "- in phase choose was expected: drawn=??"),
        ("turn=1 ", "", "missing key: turn"),
    ],
)
def test_a_view_that_cannot_be_is_refused(old: str, new: str, says: str) -> None:
    with pytest.raises(PositionError) as refused:
        KROKET.read(swap(old, new)(KROKET.read(CHOOSE).text(1)))
    assert says in str(refused.value)


def test_the_dealer_of_a_position_follows_from_its_text() -> None:
    one, two = (KROKET.read(text).dealer for text in (CHOOSE, DISCARD))
    tokens = CHOOSE.split()
    again = KROKET.read(" ".join([*tokens[:2], *reversed(tokens[2:])])).dealer
    assert one.seed == again.seed != two.seed
    assert isinstance(one, Dealer)
