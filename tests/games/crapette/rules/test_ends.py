"""How Crapette ends, clause by clause (C12 to C15), and what an over position says."""

import pytest

from cardgames.games.crapette.rules.game import CRAPETTE
from cardgames.games.crapette.rules.state import CrapetteState
from tests.games.crapette.tables import play, refusal, table, values

QUEEN_FOUNDED = "-,-,-,-,-,-,Qs,-"


def result(state: CrapetteState) -> str | None:
    return state.outcome and state.outcome.text()


@pytest.mark.parametrize(
    ("given", "move"),
    [
        ({"reserve0": "Ks"}, "R-F"),
        ({"up": "Ks"}, "H-F"),
        ({"reserve0": "9c", "houses": "-"}, "R-1"),
        ({"up": "9c", "houses": "Th"}, "H-1"),
        ({"reserve0": "9c", "waste1": "8c"}, "R-OW"),
        ({"up": "9c", "reserve1": "8c"}, "H-OR"),
    ],
)
def test_a_seat_without_cards_has_won(given: dict[str, str], move: str) -> None:
    """C12: at once; the turn is not over and is not counted."""
    state = play(table("duty=none", hand0="-", foundations=QUEEN_FOUNDED, turns=7, idle=3, **given), move)
    cards = len(state.hands[1]) + len(state.wastes[1]) + 2 * len(state.reserves[1])
    assert result(state) == f"1-0 {30 + cards},0 out"
    assert values(state, "turn", "phase", "turns", "idle", "reason") == ["0", "over", "7", "0", "out"]
    assert state.actors() == ()
    assert state.legal(0) == state.legal(1) == []
    assert refusal(state, "flip", seat=0) == "the game is over (out)"


@pytest.mark.parametrize(
    "given",
    [
        {"reserve0": "Ks", "hand0": "(2c)0"},
        {"reserve0": "Ks", "hand0": "-", "waste0": "2c"},
        {"reserve0": "(2c)0Ks", "hand0": "-"},
        {"reserve0": "Ks", "hand0": "-", "up": "2c"},
    ],
)
def test_a_seat_with_a_card_left_has_not(given: dict[str, str]) -> None:
    """C12: reserve, hand, waste and the card that is up all count."""
    state = play(table(foundations=QUEEN_FOUNDED, **given), "R-F")
    assert result(state) is None
    assert state.actors() == (0,)


def test_either_seat_can_be_out() -> None:
    """C12 speaks of any seat: at a table put together by hand the other one may have no card left."""
    state = play(table(hand1="-", houses="8s,9d"), "1-2")
    assert result(state) == f"0-1 0,{30 + len(state.hands[0])} out"
    assert values(state, "turn", "shifts") == ["0", "1"]


def test_if_neither_seat_has_a_card_the_mover_has_won() -> None:
    """C12, at a table put together by hand: the seat on turn comes first."""
    full = "Kc,Kc,Kd,Kd,Kh,Kh,Ks,Qs"
    state = play(table(hand0="-", hand1="-", houses="Ks,-,-,-,-,-,-,-", foundations=full), "1-F")
    assert result(state) == "1-0 30,0 out"


@pytest.mark.parametrize(
    ("hand1", "waste1", "reserve1", "points"),
    [
        ("(8c)0", "9cTc", "(Jc)0Qc", 30 + 1 + 2 + 2 * 2),
        ("-", "9cTc8c", "JcQc", 30 + 3 + 2 * 2),
        ("(8c9cTcJcQc)0", "-", "-", 30 + 5),
    ],
)
def test_what_a_win_scores(hand1: str, waste1: str, reserve1: str, points: int) -> None:
    """C15: 30, 2 for each card of the loser's reserve, 1 for each of its hand and waste."""
    piles = {"hand1": hand1, "waste1": waste1, "reserve1": reserve1, "houses": "Kc"}
    state = table(foundations="Kc,7c,Kd,Kd,Kh,Kh,Ks,Qs", reserve0="Ks", hand0="-", **piles)
    assert result(play(state, "R-F")) == f"1-0 {points},0 out"


# Idle turns


def nearly_idle(*options: str, **given: str | int) -> CrapetteState:
    """Seat 0 has 2 cards in hand and waste once its 3h is wasted, seat 1 has one: C13 falls due at idle 6."""
    return table(*options, **{"hand0": "-", "waste0": "5c", "up": "3h", "hand1": "(2c)0", "reserve1": "9d", **given})


@pytest.mark.parametrize(
    ("options", "given", "reason"),
    [
        ([], {"idle": 4}, None),
        ([], {"idle": 5}, "impasse"),
        ([], {"idle": 60}, "impasse"),
        ([], {"idle": 5, "turns": 499}, "impasse"),
        ([], {"idle": 4, "turns": 499}, "turn-limit"),
        (["maxturns=8"], {"turns": 6}, None),
        (["maxturns=8"], {"turns": 7}, "turn-limit"),
    ],
)
def test_a_game_that_leads_nowhere_is_drawn(options: list[str], given: dict[str, int], reason: str | None) -> None:
    """C13 before C14; judged when a turn has ended, which is counted."""
    state = play(nearly_idle(*options, **given), "H-W")
    turns = str(given.get("turns", 0) + 1)
    idle = str(given.get("idle", 0) + 1)
    if reason is None:
        assert result(state) is None
        assert values(state, "turn", "phase", "turns", "idle") == ["1", "play", turns, idle]
    else:
        assert result(state) == f"1/2-1/2 0,0 {reason}"
        assert values(state, "turn", "phase", "turns", "idle", "reason") == ["0", "over", turns, idle, reason]
    assert values(state, "waste0", "up") == ["5c3h", "-"]


def test_the_larger_of_hand_and_waste_counts() -> None:
    """C13: of either seat."""
    larger = nearly_idle(hand1="(2c3c4c)0", idle=6)
    assert result(play(larger, "H-W")) is None
    assert result(play(nearly_idle(hand1="(2c3c4c)0", idle=7), "H-W")) == "1/2-1/2 0,0 impasse"


def test_only_the_end_of_a_turn_is_judged() -> None:
    """C13 and C14: neither falls due in the middle of a turn."""
    state = play(nearly_idle(idle=60, turns=500, houses="8s,9d,-"), "1-2")
    assert result(state) is None


@pytest.mark.parametrize(
    ("move", "idle"),
    [("R-1", "0"), ("R-F", "0"), ("1-F", "0"), ("1-OW", "0"), ("2-3", "4"), ("flip", "4")],
)
def test_what_counts_as_progress(move: str, idle: str) -> None:
    """C13: any move but flip, pass, H-W and those from house to house."""
    given = {"houses": "4d,8s,9h,4d", "reserve0": "3c", "waste1": "5d"}
    if move == "R-F":
        given["foundations"] = "2c,-,-,-,-,-,-,-"
    if move == "1-F":
        given["foundations"] = "-,-,3d,-,-,-,-,-"
    state = play(table("duty=none", hand0="6c", idle=4, **given), move)
    assert values(state, "idle") == [idle]


def test_the_turn_of_the_progress_counts_as_one() -> None:
    """C13."""
    state = play(table(up="3h", hand0="9c", houses="4s", idle=7), "H-1")
    assert values(state, "idle") == ["0"]
    play(state, "flip", "H-W")
    assert values(state, "idle", "turns") == ["1", "1"]


@pytest.mark.parametrize("reason", ["impasse", "turn-limit"])
def test_an_over_position_is_read(reason: str) -> None:
    state = nearly_idle(phase="over", reason=reason, up="-")
    assert state.actors() == ()
    assert result(state) == f"1/2-1/2 0,0 {reason}"
    assert CRAPETTE.read(state.text()).text() == state.text()


@pytest.mark.parametrize(("turn", "empty", "won"), [(0, 0, "1-0"), (1, 1, "0-1"), (1, 0, "1-0"), (0, 1, "0-1")])
def test_who_has_won_is_seen_by_the_piles(turn: int, empty: int, won: str) -> None:
    """C12: also where `turn` is the other seat's."""
    state = table(phase="over", reason="out", turn=turn, **{f"hand{empty}": "-"})
    outcome = state.outcome
    assert outcome is not None
    assert outcome.result == won
