"""Spit when a round has ended: slaps, what is taken, and how the game ends (S12 to S18)."""

import pytest

from cardgames.games.spit.rules.game import SPIT
from cardgames.games.spit.rules.state import SpitState
from cardgames.games.spit.rules.table import ENTRY_NAME
from tests.games.spit.tables import happened, moves, play, table, value

# Seat 0 is about to finish. Seat 1 has two stock cards; L is the smaller pile.
LAST_CARD = {"stocks0": "8c,-,-,-,-", "stocks1": "6d,Kd,-,-,-", "spit0": "2c3c", "spit1": "2d", "L": "5h7h", "R": "2h"}


def owned(state: SpitState, seat: int) -> set[str]:
    """Every card of a seat in a round just laid out, its own pile included."""
    piles = [*state.stocks[seat], state.spit[seat], state.piles[seat]]
    return {ENTRY_NAME[entry] for pile in piles for entry in pile}


# Slaps: clauses S12 and S13


@pytest.mark.parametrize(
    ("slaps", "left_goes_to"),
    [
        (["0 slap:L", "1 slap:R"], 0),
        (["1 slap:R", "0 slap:L"], 0),
        (["0 slap:R", "1 slap:L"], 1),
        (["0 slap:L", "1 slap:L"], 0),
        (["1 slap:L", "0 slap:L"], 1),
        (["0 slap:R", "1 slap:R"], 1),
        (["1 slap:R", "0 slap:R"], 0),
    ],
)
def test_the_first_on_a_pile_has_it(slaps: list[str], left_goes_to: int) -> None:
    state = play(table(**LAST_CARD, rest="R"), "0 1L", *slaps)
    assert (state.phase, state.round, value(state, "slaps")) == ("play", 2, "-,-")
    left = {"5h", "7h", "8c"}
    assert {"2c", "3c"} | left == owned(state, 0) if left_goes_to == 0 else left | {"2d", "6d", "Kd"} == owned(state, 1)
    assert state.cards == ((5, 47) if left_goes_to == 0 else (46, 6))
    assert happened(state)[:3] == [*slaps, "- round 2"]
    assert happened(state)[3].startswith("- spit ")


def test_a_slap_is_secret_until_both_have_slapped() -> None:
    state = play(table(**LAST_CARD, rest="R"), "0 1L")
    assert state.actors() == (0, 1)
    assert moves(state, 0) == moves(state, 1) == "slap:L slap:R"
    play(state, "1 slap:R")
    assert happened(state, 0) == happened(state, 1) == []
    assert state.actors() == (0,)
    assert moves(state, 1) == ""
    assert value(state, "slaps") == value(state, "slaps", 1) == "-,R"
    assert value(state, "slaps", 0) == "-,-"
    assert state.view(0).text() == state.text(0)
    assert state.view(1).text() == state.text(1)


@pytest.mark.parametrize("slaps", [["0 slap:L", "1 slap:L"], ["1 slap:R", "0 slap:L"]])
def test_slaps_are_taken_back_one_by_one(slaps: list[str]) -> None:
    state = play(table(**LAST_CARD, rest="R"), "0 1L")
    texts = [state.text()]
    texts += [play(state, slap).text() for slap in slaps]
    drawn = state.dealer.drawn
    assert drawn > 0
    for text in reversed(texts[:-1]):
        state.undo()
        assert state.text() == text
        assert state.dealer.drawn == 0
    assert play(state, *slaps).text() == texts[-1]
    assert state.dealer.drawn == drawn


# One-pile rounds (S14, S15). Seat 1 began with 9 cards, only pile L is there.

ONE_PILE = {"cards": "43,9", "R": "-"}
OTHER_PILE = {"cards": "9,43", "L": "-", "rest": "R"}


def test_the_seat_without_spit_cards_wins_by_finishing_first() -> None:
    state = table(stocks0="Kd,3d,-,-,-", stocks1="8c,-,-,-,-", spit0="2c", L="7h", **ONE_PILE)
    play(state, "1 1L")
    assert state.outcome is not None
    assert state.outcome.text() == "0-1 0,52 out"
    assert value(state, "L").endswith("7h8c")
    assert value(state, "slaps") == "-,-"
    assert state.actors() == ()
    assert (moves(state, 0), moves(state, 1)) == ("", "")
    refusal = state.refusal(0, SPIT.parse_move("wait"))
    assert refusal is not None
    assert refusal.text() == "S15: the game is over (out)"
    assert happened(state) == ["1 1L 8c"]
    state.undo()
    assert value(state, "phase") == "play"
    assert state.copy().outcome is None


def test_if_the_other_finishes_first_the_game_goes_on() -> None:
    state = table(stocks0="8c,-,-,-,-", stocks1="Kd,3d,-,-,-", spit0="2c4c", L="7h", **ONE_PILE)
    play(state, "0 1L")
    assert (state.phase, state.round, state.cards) == ("play", 2, (2, 50))
    assert {"2c", "4c"} == owned(state, 0)
    assert state.piles[0] == []  # seat 0 is short now: the only pile is R
    assert happened(state)[1] == "- round 2"
    assert happened(state)[2].startswith("- spit - ")


def test_unless_it_too_has_no_card_left() -> None:
    state = play(table(stocks0="8c,-,-,-,-", stocks1="Kd,3d,-,-,-", L="7h", **ONE_PILE), "0 1L")
    assert state.outcome is not None
    assert state.outcome.text() == "1-0 52,0 out"


@pytest.mark.parametrize(
    ("stocks0", "stocks1", "cards"),
    [
        ("8c,Kc,Qc,-,-", "Kd,-,-,-,-", (51, 1)),  # seat 1 has fewer: it keeps its card, seat 0 takes the pile
        ("8c,Kc,-,-,-", "Kd,Qd,-,-,-", (1, 51)),  # seat 0 has fewer after its 8
        ("8c,Kc,Qc,-,-", "Kd,Qd,-,-,-", (50, 2)),  # equal: the seat that had no spit cards
    ],
)
def test_a_blocked_one_pile_round(stocks0: str, stocks1: str, cards: tuple[int, int]) -> None:
    state = play(table(stocks0=stocks0, stocks1=stocks1, L="7h", **ONE_PILE), "0 1L")
    assert (state.round, state.cards) == (2, cards)


def test_a_blocked_one_pile_round_the_other_way_round() -> None:
    state = table(stocks0="8c,Kc,Qc,-,-", stocks1="Kd,Qd,-,-,-", R="7h", **OTHER_PILE)
    assert moves(state, 0) == "1R wait"
    play(state, "0 1R")
    assert (state.round, state.cards) == (2, (2, 50))


def test_a_seat_of_exactly_15_cards_has_no_spit_pile() -> None:
    state = table(stocks0="8c,-,-,-,-", stocks1="Kd,-,-,-,-", spit0="2c", L="7h", R="-", cards="37,15")
    assert state.one_pile
    state = table(stocks0="8c,-,-,-,-", stocks1="Kd,-,-,-,-", spit0="2c", L="7h", R="Qh", cards="36,16")
    assert not state.one_pile


# The round limit (S16)


@pytest.mark.parametrize(
    ("left", "slaps", "result", "taken"),
    [
        (26, ["0 slap:L", "1 slap:R"], "0-1 0,28 round-limit", "L,R"),
        (24, ["0 slap:L", "1 slap:R"], "1/2-1/2 0,0 round-limit", "L,R"),
        (24, ["0 slap:R", "1 slap:R"], "1-0 29,0 round-limit", "R,L"),
        (24, ["1 slap:R", "0 slap:R"], "1/2-1/2 0,0 round-limit", "L,R"),
    ],
)
def test_the_round_limit_counts_what_each_takes(left: int, slaps: list[str], result: str, taken: str) -> None:
    full = table(stocks0="8c,-,-,-,-", stocks1="6d,Kd,-,-,-", spit0="2c", spit1="2d3d", L="7h", R="2h", rest="L")
    cards = [ENTRY_NAME[entry] for entry in full.piles[0][:-1]]
    state = table(
        "maxrounds=7",
        round="7",
        stocks0="8c,-,-,-,-",
        stocks1="6d,Kd,-,-,-",
        spit0="2c",
        spit1="2d3d",
        L="".join(cards[: left - 1]) + "7h",
        R="".join(cards[left - 1 :]) + "2h",
    )
    play(state, "0 1L", *slaps)
    assert state.outcome is not None
    assert state.outcome.text() == result
    assert value(state, "slaps") == value(state, "slaps", 0) == value(state, "slaps", 1) == taken
    assert value(state, "cards") == "26,26"
    assert state.dealer.drawn == 0  # nothing is shuffled any more
    assert happened(state) == slaps
    assert SPIT.read(state.text(), state.rules).outcome == state.outcome
    state.undo()
    assert state.phase == "slap"
    assert value(state, "slaps") == ("L,-" if slaps[0] == "0 slap:L" else "R,-" if slaps[0][0] == "0" else "-,R")


def test_out_is_named_before_the_round_limit() -> None:
    state = table("maxrounds=1", stocks0="Kd,3d,-,-,-", stocks1="8c,-,-,-,-", spit0="2c", L="7h", **ONE_PILE)
    play(state, "1 1L")
    assert state.reason == "out"


def test_a_one_pile_round_can_be_the_last() -> None:
    state = table("maxrounds=1", stocks0="8c,-,-,-,-", stocks1="Kd,3d,-,-,-", spit0="2c4c", L="7h", **ONE_PILE)
    play(state, "0 1L")
    assert state.outcome is not None
    assert state.outcome.text() == "1-0 50,0 round-limit"
    assert SPIT.read(state.text(), state.rules).outcome == state.outcome


# Points (S17): seat 0 finishes with 2 spit cards left, seat 1 with 2 stock cards and 1 spit card.


@pytest.mark.parametrize(
    ("options", "points", "total", "result"),
    [
        ("target=100 maxrounds=9", "0,0", "2,3", None),
        ("target=100 maxrounds=9", "90,96", "92,99", None),
        ("target=100 maxrounds=9", "90,97", "92,100", "1-0 92,100 points"),
        ("target=100 maxrounds=9", "98,1", "100,4", "0-1 100,4 points"),
        ("target=100 maxrounds=9", "99,98", "101,101", None),  # equal: one more round
        ("target=100 maxrounds=9", "120,112", "122,115", "0-1 122,115 points"),
        ("target=1 maxrounds=9", "0,0", "2,3", "1-0 2,3 points"),
        ("target=100 maxrounds=4", "0,0", "2,3", "1-0 2,3 round-limit"),
        ("target=100 maxrounds=4", "4,3", "6,6", "1/2-1/2 6,6 round-limit"),
        ("target=100 maxrounds=4", "99,98", "101,101", "1/2-1/2 101,101 round-limit"),
        ("target=100 maxrounds=4", "99,0", "101,3", "0-1 101,3 points"),  # both due: points is named first
    ],
)
def test_rounds_for_points(options: str, points: str, total: str, result: str | None) -> None:
    state = table("scoring=points", *options.split(), round="4", points=points, **LAST_CARD, rest="R")
    play(state, "0 1L")
    assert value(state, "points") == total
    if result is None:
        assert (state.outcome, state.phase, state.round, state.cards) == (None, "play", 5, (26, 26))
        assert state.dealer.drawn > 0
        assert happened(state)[:2] == ["0 1L 8c", "- round 5"]
    else:
        assert state.outcome is not None
        assert state.outcome.text() == result
        assert value(state, "slaps") == "-,-"
        assert value(state, "stocks1") == "6d,Kd,-,-,-"
        assert value(state, "spit0") == "(2c3c)0"
        assert SPIT.read(state.text(), state.rules).outcome == state.outcome
    state.undo()
    assert (value(state, "points"), state.phase, state.dealer.drawn) == (points, "play", 0)


def test_a_blocked_round_counts_as_any_other() -> None:
    state = table("scoring=points", stocks0="8c,Kc,-,-,-", stocks1="KdQd,-,-,-,-", L="7h", R="2h", waited="1")
    play(state, "0 wait")
    assert (value(state, "points"), state.round) == ("2,2", 2)


# Over positions given by hand


@pytest.mark.parametrize(
    ("options", "given", "reason", "result"),
    [
        ((), {"stocks0": "Kd,-,-,-,-", "L": "7h", **ONE_PILE}, "out", "0-1 0,52 out"),
        ((), {"stocks1": "Kd,-,-,-,-", "L": "7h", **ONE_PILE}, "out", "1-0 52,0 out"),
        ((), {"stocks1": "Kd,-,-,-,-", "R": "7h", **OTHER_PILE}, "out", "1-0 52,0 out"),
        ((), {"stocks0": "Kd,-,-,-,-", "L": "7h", "R": "8h", "slaps": "R,L"}, "round-limit", "1-0 50,0 round-limit"),
        ((), {"stocks0": "Kd,-,-,-,-", "L": "7h", "R": "8h", "slaps": "L,R"}, "round-limit", "0-1 0,51 round-limit"),
        (("scoring=points",), {"L": "7h", "R": "8h", "points": "103,90"}, "points", "0-1 103,90 points"),
        (("scoring=points",), {"L": "7h", "R": "8h", "points": "3,3"}, "round-limit", "1/2-1/2 3,3 round-limit"),
    ],
)
def test_the_result_of_an_over_position(
    options: tuple[str, ...], given: dict[str, str], reason: str, result: str
) -> None:
    state = table(*options, **{**given, "phase": "over", "reason": reason})
    assert state.outcome is not None
    assert state.outcome.text() == result
    assert state.actors() == ()
    assert SPIT.read(state.text(0), state.rules).outcome == state.outcome
