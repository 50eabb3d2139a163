"""Kroket clause by clause, while a deal is played: the deal, the four choices, what is known (K1 to K7)."""

import pytest

from cardgames.cards import DECK, Dealer
from cardgames.games.kroket.rules.game import KROKET
from cardgames.games.kroket.rules.moves import MOVE_NAMES
from cardgames.rules import MoveTextError, RuleError
from tests.games.kroket.tables import happened, moves, play, refusal, table, value, values

# The deal


class Unshuffled(Dealer):
    """Leaves the pack as it lies, and draws the lot `first`."""

    def __init__(self, first: int) -> None:
        super().__init__(bytes(32))
        self.first = first

    def below(self, bound: int) -> int:
        assert self.first < bound
        return self.first

    def shuffle(self, items: list[int]) -> None:  # type: ignore[override]
        assert items in (list(DECK), list(DECK) * 2)


def test_cards_go_round_from_the_dealers_left() -> None:
    """K2, K4: six rounds to the tables, five to the hands, from the end of the pack."""
    state = KROKET.deal(KROKET.rules(), Unshuffled(1))
    assert values(state, "table0", "table1") == ["(AsQsTs)1(8s6s4s)0", "(KsJs9s)2(7s5s3s)0"]
    assert values(state, "hand0", "hand1") == ["(7h9hJhKh2s)1", "(6h8hThQhAh)2"]
    assert value(state, "discard") == "5h"  # K3
    assert value(state, "reserve").startswith("(2c3c4c")
    assert values(state, "dealer", "turn") == ["1", "0"]


@pytest.mark.parametrize(("players", "left"), [(2, 29), (3, 70), (4, 59)])
def test_what_a_deal_leaves(players: int, left: int) -> None:
    """K1 to K4: five and six for each seat, one discard, the rest is the reserve."""
    state = KROKET.deal(KROKET.rules([], players), Dealer.of_text("any"))
    assert [len(hand) for hand in state.hands] == [5] * players
    assert [len(row) for row in state.tables] == [6] * players
    assert (len(state.reserve), len(state.discard)) == (left, 1)
    assert state.turn == (state.dealer_seat + 1) % players
    assert moves(state) == "take draw lay knock"
    for seat in range(players):
        others = [other for other in range(players) if other != seat]
        assert "?" not in value(state, f"hand{seat}", seat)
        assert value(state, f"table{seat}", seat)[6:] == "?" * 6  # K2: the second row is nobody's
        assert "?" not in value(state, f"table{seat}", seat)[:6]
        assert all(value(state, f"hand{other}", seat) == "?" * 10 for other in others)
        assert all(value(state, f"table{other}", seat) == "?" * 12 for other in others)
        assert value(state, "reserve", seat) == "??" * left


@pytest.mark.parametrize("players", [2, 3, 4])
def test_lots_decide_who_deals_first(players: int) -> None:
    """K4: every seat deals about as often."""
    rules = KROKET.rules([], players)
    dealers = [KROKET.deal(rules, Dealer.of_text(f"lot {number}")).dealer_seat for number in range(300)]
    assert all(300 / players * 0.7 < dealers.count(seat) < 300 / players * 1.3 for seat in range(players))


@pytest.mark.parametrize(
    "option",
    [
        "players=5",
        "players=1",
        "lay=open",
        "lastturn=yes",
        "minrounds=101",
        "allpictures=5",
        "takelimit=0",
        "takelimit=1001",
        "deals=0",
        "deals=1001",
        "maxturns=5",
    ],
)
def test_options_have_their_range(option: str) -> None:
    with pytest.raises(RuleError, match=option.partition("=")[0]):
        KROKET.rules([option])


def test_the_options_and_their_defaults() -> None:
    rules = KROKET.rules()
    assert rules.players == 2
    assert rules.text() == "lay=seen lastturn=off minrounds=0 allpictures=0 takelimit=4 deals=1"


# Take and draw


def test_take_brings_the_top_of_the_discard() -> None:
    """K5: known to all in the hand; any other card may go."""
    state = table(hand0="(2c5d9hJsAs)1", discard="3c7h")
    play(state, "take")
    assert values(state, "phase", "turn", "hand0", "discard", "taken") == [
        "discard",
        "0",
        "(2c5d)17h(9hJsAs)1",
        "3c",
        "7h",
    ]
    assert moves(state) == "2c 5d 9h Js As"
    assert value(state, "hand0", 1) == "7h??????????"
    assert refusal(state, "7h") == "K5: 7h has just been taken and may not be discarded"
    play(state, "5d")
    assert values(state, "phase", "turn", "hand0", "discard", "taken", "takes", "turns") == [
        "choose",
        "1",
        "(2c)17h(9hJsAs)1",
        "3c5d",
        "-",
        "1",
        "1",
    ]


def test_the_card_taken_may_go_a_turn_later() -> None:
    state = table(hand0="(2c5d9hJsAs)1", hand1="(3c4c5c6c7c)2", discard="7h")
    play(state, "take", "2c", "draw", "3c", "draw")
    assert "7h" in moves(state).split()
    play(state, "7h")
    assert value(state, "discard") == "2c3c7h"


def test_take_may_leave_the_discard_empty_for_a_moment() -> None:
    state = play(table(discard="7h"), "take")
    assert values(state, "discard", "taken") == ["-", "7h"]


def test_draw_brings_a_card_that_its_owner_alone_knows() -> None:
    """K6: the card drawn may go at once."""
    state = table(hand0="(2c5d9hJsAs)1", reserve="7h")
    play(state, "draw")
    assert values(state, "hand0", "taken", "phase") == ["(2c5d7h9hJsAs)1", "-", "discard"]
    assert moves(state) == "2c 5d 7h 9h Js As"
    assert value(state, "hand0", 1) == "?" * 12
    play(state, "7h")
    assert value(state, "discard")[-2:] == "7h"
    assert value(state, "takes") == "0"


# Two cards of one name


@pytest.mark.parametrize(
    ("hand", "taken", "move", "left"),
    [
        # The one that more seats know goes.
        ("(2c7h)17h(9hJsAs)1", "-", "7h", "(2c7h9hJsAs)1"),
        ("(2c7h)1(7h)5(9hJsAs)1", "-", "7h", "(2c7h9hJsAs)1"),
        # One more seat outweighs the larger sum.
        ("(2c)1(7h)7(7h)9(9hJsAs)1", "-", "7h", "(2c)1(7h)9(9hJsAs)1"),
        # K5: one of the two was just taken, the other goes.
        ("(2c7h)17h(9hJsAs)1", "7h", "7h", "(2c)17h(9hJsAs)1"),
        ("(2c)17h7h(9hJsAs)1", "7h", "7h", "(2c)17h(9hJsAs)1"),
        # Another one was taken.
        ("2c(7h)17h(9hJsAs)1", "2c", "7h", "2c(7h9hJsAs)1"),
    ],
)
def test_two_of_one_name_are_one_move(hand: str, taken: str, move: str, left: str) -> None:
    state = table(players=4, phase="discard", hand0=hand, taken=taken)
    before = state.text()
    assert moves(state) == ("2c 7h 9h Js As" if taken != "2c" else "7h 9h Js As")
    play(state, move)
    assert value(state, "hand0") == left
    state.undo()
    assert state.text() == before


@pytest.mark.parametrize(
    ("hand", "after"),
    [("(2c7h9hJsAs)1", "(2c7h)17h(9hJsAs)1"), ("(2c)17h(9hJsAs)1", "(2c)17h7h(9hJsAs)1")],
)
def test_of_two_of_one_name_the_smaller_mask_stands_first(hand: str, after: str) -> None:
    state = play(table(players=3, hand0=hand, discard="7h"), "take")
    assert value(state, "hand0") == after


def test_a_drawn_card_stands_before_a_public_one_of_its_name() -> None:
    state = table(players=4, hand0="(2c)17h(9hJsAs)1", reserve="7h")
    assert value(play(state, "draw"), "hand0") == "(2c7h)17h(9hJsAs)1"


# Lay


def test_lay_seen_shows_the_card_to_its_owner_for_good() -> None:
    """K7, option lay=seen."""
    state = table(table0="(2c3c4c)1(5c6c7c)0", reserve="Qd")
    play(state, "lay")
    assert values(state, "phase", "turn", "drawn") == ["place", "0", "(Qd)1"]
    assert [value(state, "drawn", seat) for seat in (0, 1)] == ["Qd", "??"]
    assert moves(state) == "1 2 3 4 5 6"
    assert [happened(state, seat) for seat in (0, 1)] == [["0 lay Qd"], ["0 lay ??"]]
    play(state, "5")
    assert values(state, "table0", "drawn", "turn") == ["(2c3c4c)1(5c)0(Qd)1(7c)0", "-", "1"]
    assert value(state, "table0", 0) == "2c3c4c??Qd??"
    assert value(state, "table0", 1) == "?" * 12
    assert value(state, "discard")[-2:] == "6c"
    assert [happened(state, seat) for seat in (0, 1)] == [["0 5 6c"]] * 2


@pytest.mark.parametrize(
    ("place", "row", "owner_hears"),
    [
        ("2", "(2cQd4c)1(5c6c7c)0", "0 2 3c Qd"),  # in the first row it may look at the card
        ("4", "(2c3c4c)1(Qd6c7c)0", "0 4 5c"),  # in the second nobody may
    ],
)
def test_lay_blind(place: str, row: str, owner_hears: str) -> None:
    """K7, option lay=blind."""
    state = table("lay=blind", table0="(2c3c4c)1(5c6c7c)0", reserve="Qd")
    play(state, "lay")
    assert value(state, "drawn") == "(Qd)0"
    assert [value(state, "drawn", seat) for seat in (0, 1)] == ["??", "??"]
    assert [happened(state, seat) for seat in (0, 1)] == [["0 lay ??"]] * 2
    play(state, place)
    assert value(state, "table0") == row
    assert happened(state, 0) == [owner_hears]
    assert happened(state, 1) == [owner_hears.removesuffix(" Qd")]


def test_a_card_known_before_is_no_news() -> None:
    """A reserve card that its seat knew: laid blind in the first row, it is known already."""
    state = table("lay=blind", players=3, table0="(2c3c4c)1(5c6c7c)0", reserve="(8c)0(Qd)3")
    play(state, "lay")
    assert value(state, "drawn") == "(Qd)3"
    play(state, "1")
    assert value(state, "table0") == "(Qd)3(3c4c)1(5c6c7c)0"
    assert happened(state, 0) == ["0 1 2c"]


# What happened


def test_take_and_draw_and_discard_as_each_seat_hears_them() -> None:
    state = table(hand0="(2c5d9hJsAs)1", hand1="(3c4c5c6cTd)2", discard="7h", reserve="Kd")
    assert state.events() == []
    heard = []
    for move in ("take", "2c", "draw", "Td", "knock"):
        play(state, move)
        heard.append([happened(state, seat) for seat in (0, 1)])
    assert heard == [
        [["0 take 7h"], ["0 take 7h"]],
        [["0 2c"], ["0 2c"]],
        [["1 draw ??"], ["1 draw Kd"]],
        [["1 Td"], ["1 Td"]],
        [["0 knock"], ["0 knock"]],
    ]
    state.undo()
    assert state.events() == []


# Refusals


@pytest.mark.parametrize(
    ("given", "seat", "move", "clause"),
    [
        ({}, 1, "take", "K4: it is the turn of seat 0"),
        ({}, 0, "7h", "K6: 7h can be discarded only after take or draw"),
        ({}, 0, "3", "K7: place 3 can be named only after lay"),
        ({"phase": "place", "drawn": "(Qd)1"}, 0, "7h", "K7: a place from 1 to 6"),
        ({"phase": "place", "drawn": "(Qd)1"}, 0, "knock", "K7: a place from 1 to 6"),
        ({"phase": "discard"}, 0, "As", "K6: As is not in the hand"),
        ({"phase": "discard"}, 0, "draw", "K6: a hand card has to be discarded now, draw is none"),
        ({"phase": "discard", "hand0": "7h(8h9hThJhQh)1", "taken": "7h"}, 0, "7h", "K5: 7h has just been taken"),
        ({"phase": "discard", "hand0": "7h(8h9hThJhQh)1", "taken": "7h"}, 0, "2", "K5: a hand card has to be"),
        ({"phase": "discard", "hand0": "7h(8h9hThJhQh)1", "taken": "7h"}, 0, "As", "K5: As is not in the hand"),
        ({"phase": "over", "reason": "knock"}, 0, "take", "K13: the game is over (knock)"),
    ],
)
def test_refusals_cite_their_clause(given: dict[str, str], seat: int, move: str, clause: str) -> None:
    state = table(**given)
    assert refusal(state, move, seat).startswith(clause)
    assert KROKET.parse_move(move) not in state.legal(seat)


# Moves as text


def test_every_move_is_read_in_any_case() -> None:
    assert len(MOVE_NAMES) == 4 + 52 + 6
    for move, name in enumerate(MOVE_NAMES):
        assert KROKET.move_name(move) == name
        assert [KROKET.parse_move(text) for text in (name, name.lower(), name.upper())] == [move] * 3


@pytest.mark.parametrize("text", ["", "tak", "7", "0", "10h", "7x", "??", "wait", "1 2", "ſ"])
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(MoveTextError, match="take, draw, lay, knock"):
        KROKET.parse_move(text)


def test_the_rulebook_has_every_clause_and_option() -> None:
    book = KROKET.rulebook()
    assert book.isascii()
    assert all(f"\nK{number}. " in book for number in range(1, 15))
    assert all(f"`{option.name}=" in book for option in KROKET.options)
    assert "[house]" in book
