"""Spit while a round is played: layouts, spits, moves and waits (S1 to S11)."""

import pytest

from cardgames.cards import Dealer
from cardgames.games.spit.rules.game import SPIT
from cardgames.games.spit.rules.moves import MOVE_NAMES
from cardgames.games.spit.rules.table import lay_out
from cardgames.rules import MoveTextError
from tests.games.spit.tables import happened, moves, play, table, value

# Layout


@pytest.mark.parametrize(
    ("cards", "sizes", "spit"),
    [
        (26, [1, 2, 3, 4, 5], 11),  # S1
        (51, [1, 2, 3, 4, 5], 36),
        (16, [1, 2, 3, 4, 5], 1),
        (15, [1, 2, 3, 4, 5], 0),  # S2
        (14, [1, 2, 3, 4, 4], 0),
        (12, [1, 2, 3, 4, 2], 0),
        (10, [1, 2, 3, 4, 0], 0),
        (5, [1, 2, 2, 0, 0], 0),
        (1, [1, 0, 0, 0, 0], 0),
    ],
)
def test_the_stocks_are_filled_as_far_as_the_cards_go(cards: int, sizes: list[int], spit: int) -> None:
    stocks, spit_cards = lay_out(range(cards))
    assert [len(stock) for stock in stocks] == sizes
    assert len(spit_cards) == spit
    assert [card for stock in stocks for card in stock] + spit_cards == list(range(cards))


@pytest.mark.parametrize("seed", range(20))
def test_a_deal_is_two_layouts_and_the_first_spit(seed: int) -> None:
    state = SPIT.deal(SPIT.rules(), Dealer.of_text(str(seed)))
    assert state.cards == (26, 26)
    assert [[len(stock) for stock in stocks] for stocks in state.stocks] == [[1, 2, 3, 4, 5]] * 2
    spits = len(state.piles[0])
    assert spits >= 1  # S4, and S9 as often as it falls due
    assert [len(pile) for pile in state.piles] == [spits] * 2
    assert [len(spit) for spit in state.spit] == [11 - spits] * 2
    with pytest.raises(IndexError):
        state.undo()


# Plays and moves


@pytest.mark.parametrize(
    ("top", "pile", "goes"),
    [
        ("6c", "5d", True),
        ("4c", "5d", True),
        ("5c", "5d", False),
        ("7c", "5d", False),
        ("Kc", "Ad", True),
        ("2c", "Ad", True),
        ("Ac", "2d", True),
        ("3c", "2d", True),
        ("Kc", "2d", False),
        ("Qc", "Ad", False),
        ("Ac", "Kd", True),
        ("2c", "Kd", False),
        ("Tc", "9d", True),
        ("Tc", "Jd", True),
    ],
)
def test_a_card_goes_on_its_neighbours_and_the_ranks_go_round(top: str, pile: str, goes: bool) -> None:
    other = next(rank for rank in ("7h", "Th", "8h") if rank not in (top, pile) and rank[0] != pile[0])
    state = table(stocks0=f"{top},-,-,-,-", stocks1="9h9c,-,-,-,-", L=pile, R=f"{other}", rest="spit0")
    assert ("1L" in moves(state, 0).split()) is goes  # S5


@pytest.mark.parametrize(
    ("stocks", "left", "right", "expected"),
    [
        ("6c,9d,9h,9s,Jh", "5d", "7d", "1L 1R wait"),
        ("5c,7c,5h,3c,Kh", "6d", "6h", "1L 1R 2L 2R 3L 3R wait"),
        # S7: every stock of two or more cards goes to every empty place, a lone card does not.
        ("Kc2c,-,3s,-,Tc8s", "7d", "Qd", "1>2 1>4 5L 5>2 5>4 wait"),
        ("-,-,-,-,Kc2c", "7d", "Qd", "5>1 5>2 5>3 5>4 wait"),
        ("-,-,-,-,2c", "7d", "Qd", "wait"),
        ("Kc2c,Ac3c,Qc5c,Tc9c,4c9h", "7d", "Qd", "wait"),
    ],
)
def test_legal_lists(stocks: str, left: str, right: str, expected: str) -> None:
    state = table(stocks0=stocks, stocks1="6s,-,-,-,-", L=left, R=right, rest="spit0")
    assert moves(state, 0) == expected
    assert state.actors() == (0, 1)  # S10: both may wait at any time


def test_a_move_uncovers_the_card_below_and_is_told_with_it() -> None:
    state = table(stocks0="9c8d,-,3c,-,-", stocks1="Qc,-,-,-,-", L="7h", R="2d")
    play(state, "0 1L")
    assert value(state, "stocks0") == "9c,-,3c,-,-"  # S6
    assert value(state, "L").endswith("7h8d")
    assert happened(state, 0) == happened(state, 1) == ["0 1L 8d 9c"]
    play(state, "0 1L")
    assert happened(state) == ["0 1L 9c"]


def test_a_card_moves_to_an_empty_place() -> None:
    state = play(table(stocks0="9c8d,-,3c,-,-", stocks1="Qc,-,-,-,-", L="7h", R="2d"), "0 1>4")
    assert value(state, "stocks0") == "9c,-,3c,8d,-"  # S7
    assert happened(state) == ["0 1>4 8d 9c"]


def test_of_two_sixes_for_one_five_the_second_is_refused() -> None:
    state = table(stocks0="6c,Kc,-,-,-", stocks1="6d,Kd,-,-,-", L="5h", R="Qh")
    assert "1L" in moves(state, 0)
    play(state, "1 1L")
    refusal = state.refusal(0, SPIT.parse_move("1L"))
    assert refusal is not None
    assert refusal.text() == "S5: a 6 does not go on a 6; a 7 or a 5 would"  # S8


# Spits


def test_a_spit_turns_both_tops_at_once() -> None:
    state = table(stocks0="8c,Kc,-,-,-", stocks1="6d,-,-,-,-", spit0="2c4c", spit1="2d5d", L="7h", R="2h", rest="L")
    play(state, "0 1L")
    assert happened(state) == ["0 1L 8c", "- spit 4c 5d"]  # S9, S3
    assert value(state, "spit0") == "(2c)0"


def test_both_spit_as_often_as_it_falls_due() -> None:
    state = table(stocks0="8c,Kc,-,-,-", stocks1="Kd,-,-,-,-", spit0="Ac4c6c", spit1="5d9d", L="7h", R="2h", rest="L")
    play(state, "0 1L")
    # Seat 1 has run out before the third spit: seat 0 spits alone, both piles stay (S3).
    assert happened(state) == ["0 1L 8c", "- spit 6c 9d", "- spit 4c 5d", "- spit Ac -"]
    assert moves(state, 0) == "2L wait"
    assert moves(state, 1) == "1L wait"
    assert value(state, "R").endswith("2h9d5d")
    state.undo()
    assert value(state, "spit0") == "(Ac4c6c)0"
    assert value(state, "spit1") == "(5d9d)0"


def test_no_spit_is_due_while_one_seat_can_move_to_an_empty_place() -> None:
    state = table(stocks0="8c,Kc,-,-,-", stocks1="4d5d,-,-,-,-", spit0="2c", spit1="2d", L="7h", R="2h")
    play(state, "0 1L")
    assert happened(state) == ["0 1L 8c"]
    assert moves(state, 0) == "wait"
    play(state, "1 1>3")
    assert happened(state) == ["1 1>3 5d 4d", "- spit 2c 2d"]


# Waiting: clause S10

READY = {"stocks0": "8c,Kc,-,-,-", "stocks1": "Kd,6d,-,-,-", "spit0": "2c4c", "spit1": "2d5d", "L": "7h", "R": "2h"}


@pytest.mark.parametrize(
    ("told", "waited", "events"),
    [
        (["0 wait"], "0", ["0 wait"]),
        (["1 wait"], "1", ["1 wait"]),
        (["0 wait", "0 wait"], "0", ["0 wait"]),
        (["0 wait", "1 wait"], "-", ["1 wait", "- spit 4c 5d"]),
        (["1 wait", "0 wait"], "-", ["0 wait", "- spit 4c 5d"]),
        (["1 wait", "1 wait", "0 wait"], "-", ["0 wait", "- spit 4c 5d"]),
        (["0 wait", "1 2L"], "-", ["1 2L 6d", "- spit 4c 5d"]),
        (["0 wait", "0 1L"], "-", ["0 1L 8c"]),
        (["0 wait", "0 1L", "1 wait"], "1", ["1 wait"]),
    ],
)
def test_a_wait_of_both_is_a_spit(told: list[str], waited: str, events: list[str]) -> None:
    given = dict(READY)
    if told[1:] == ["1 2L"]:
        given["stocks0"] = "Kc,4h,-,-,-"  # so that the play leaves neither seat anything
    elif "0 1L" in told:
        given["stocks1"] = "Kd,9d,-,-,-"
    state = play(table(**given), *told)
    assert value(state, "waited") == waited
    assert value(state, "waited", 0) == value(state, "waited", 1) == waited
    assert happened(state) == events


def test_a_move_to_an_empty_place_takes_the_wait_back_too() -> None:
    state = table(stocks0="8cKc,-,-,-,-", stocks1="6d,-,-,-,-", L="7h", R="2h", waited="1")
    play(state, "0 1>2")
    assert value(state, "waited") == "-"
    state.undo()
    assert value(state, "waited") == "1"


def test_a_wait_on_a_wait_with_no_spit_cards_left_ends_the_round() -> None:
    state = play(table(stocks0="8c,-,-,-,-", stocks1="6d,-,-,-,-", L="7h", R="2h", waited="1"), "0 wait")
    assert (state.phase, value(state, "waited")) == ("slap", "-")  # S11
    assert happened(state) == ["0 wait"]


# The end of a round: clause S11


def test_the_round_ends_when_a_seat_has_no_stock_cards() -> None:
    state = table(stocks0="8c,-,-,-,-", stocks1="6d,-,-,-,-", spit0="2c", spit1="2d", L="7h", R="2h")
    play(state, "0 1L")
    assert state.phase == "slap"
    assert value(state, "spit0") == "(2c)0"


def test_the_round_is_blocked_when_a_spit_is_due_and_there_is_none() -> None:
    state = play(table(stocks0="8c,Kc,-,-,-", stocks1="Kd,-,-,-,-", L="7h", R="2h"), "0 1L")
    assert state.phase == "slap"
    assert happened(state) == ["0 1L 8c"]


# Moves as text


def test_every_move_is_read_in_any_case() -> None:
    for move, name in enumerate(MOVE_NAMES):
        assert SPIT.move_name(move) == name
        assert SPIT.parse_move(name) == SPIT.parse_move(name.upper()) == SPIT.parse_move(name.lower()) == move
    assert MOVE_NAMES[0] == "1L"
    assert MOVE_NAMES[-4:] == ("5>5", "wait", "slap:L", "slap:R")


@pytest.mark.parametrize("text", ["", "6L", "0L", "1", "L", "1>6", "1>0", "slap", "slap:", "pass", "1 L", "1M", "\n"])
def test_no_move(text: str) -> None:
    with pytest.raises(MoveTextError, match="was expected") as caught:
        SPIT.parse_move(text)
    assert "\n" not in str(caught.value)


# Refusals

SLAPPING = {"phase": "slap", "stocks0": "8c,-,-,-,-", "L": "7h", "R": "2h", "slaps": "L,-"}


@pytest.mark.parametrize(
    ("given", "seat", "move", "reason"),
    [
        ({}, 0, "1R", "S5: an 8 does not go on a 2; a 3 or an A would"),
        ({}, 0, "3L", "S5: stock 3 is empty"),
        ({}, 0, "3>4", "S7: stock 3 is empty"),
        ({}, 0, "1>2", "S7: place 2 is not empty"),
        ({}, 0, "1>1", "S7: place 1 is not empty"),
        ({}, 0, "1>3", "S7: 8c is alone in stock 1, it may not move"),
        ({}, 0, "slap:L", "S12: a pile is slapped only when a two-pile round has ended"),
        ({"cards": "43,9", "R": "-"}, 0, "1R", "S2: this round has no pile R"),
        (SLAPPING, 0, "slap:R", "S12: seat 0 has slapped a pile already"),
        (SLAPPING, 1, "wait", "S12: the round has ended, slap:L or slap:R was expected"),
    ],
)
def test_why_a_move_is_refused(given: dict[str, str], seat: int, move: str, reason: str) -> None:
    fields = {"stocks0": "8c,Kc,-,-,-", "stocks1": "Kd,-,-,-,-", "L": "7h", "R": "2h"}
    if given is SLAPPING:
        fields["stocks1"] = "-,-,-,-,-"
    state = table(**{**fields, **given})
    number = SPIT.parse_move(move)
    assert number not in state.legal(seat)
    refusal = state.refusal(seat, number)
    assert refusal is not None
    assert refusal.text() == reason


@pytest.mark.parametrize("seat", [0, 1])
def test_exactly_the_listed_moves_are_accepted(seat: int) -> None:
    for state in (
        table(**READY),
        table(**SLAPPING),
        table(phase="over", reason="round-limit", slaps="L,R", L="2c", R="2d"),
    ):
        accepted = [move for move in range(len(MOVE_NAMES)) if state.refusal(seat, move) is None]
        assert accepted == state.legal(seat)
