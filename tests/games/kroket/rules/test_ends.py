"""Kroket clause by clause: how a deal ends, the count, series of deals (K8 to K14)."""

import pytest

from cardgames.cards import CARD_OF_NAME, UNKNOWN, Dealer
from cardgames.games.kroket.rules.game import KROKET
from cardgames.games.kroket.rules.scoring import hand_score, table_score
from tests.games.kroket.tables import happened, moves, play, refusal, table, value, values


def cards(names: str) -> list[int]:
    return [CARD_OF_NAME[name] for name in names.split()]


# The count


@pytest.mark.parametrize(
    ("names", "points"),
    [
        ("Ac Kd Jh Js Qc 9d", 13),  # the source's example, K11
        ("2c 3d Th 9s 8c 7d", 0),
        ("Ac Ad Ah As 2c 3c", 4),
        ("Qc Qd Qh Qs Kc Kd", 26),  # the most that one pack allows
        ("Jc Jd Kc Kd Qh As", 2 + 2 + 3 + 3 + 5 + 1),
    ],
)
def test_the_count_of_a_table(names: str, points: int) -> None:
    """K11: A 1, J 2, K 3, Q 5."""
    assert table_score(cards(names)) == points


@pytest.mark.parametrize(
    ("names", "allpictures", "points"),
    [
        ("4c 7d 7h 9s Ac", "0", 5),  # the source's example, K11
        ("2c 3d 4h 5s 6c", "0", 2),
        ("Tc Jd Qh Ks Ac", "0", 14),  # the most with allpictures=0
        ("Tc Jd Qh Ks Ac", "rank", 14),
        ("Tc Td Th Ts 9c", "10", 9),
        ("Jc Jd Qh Ks Ac", "0", 5),  # K12
        ("Jc Jd Qh Ks Ac", "10", 15),
        ("Jc Jd Qh Ks Ac", "rank", 16),
        ("Qc Qd Qh Ks Ac", "rank", 17),
        ("Kc Kd Kh Ks Ac", "rank", 18),
        ("Ac Ad Ah As Ac", "rank", 19),
    ],
)
def test_the_count_of_a_hand(names: str, allpictures: str, points: int) -> None:
    """K11, K12."""
    assert hand_score(cards(names), allpictures) == points


@pytest.mark.parametrize("allpictures", ["0", "10", "rank"])
def test_hidden_cards_count_nothing(allpictures: str) -> None:
    assert table_score([UNKNOWN] * 6) == 0
    assert hand_score([UNKNOWN] * 5, allpictures) == 0
    assert hand_score([UNKNOWN, CARD_OF_NAME["9c"], CARD_OF_NAME["Qc"]], allpictures) == 10


# Knocking


def test_a_knock_ends_the_deal_at_once() -> None:
    """K8, K11, K13: it completes a turn, breaks the row of takes, and every card is shown."""
    state = table(
        turn="1",
        hand0="(4c7d7h9sAc)1",
        table0="(AdKdJc)1(JdQc9c)0",
        hand1="(2c2d2h2s3c)2",
        table1="(3d3h3s)2(4d4h4s)0",
        takes="2",
        turns="5",
    )
    play(state, "knock")
    assert values(state, "turn", "phase", "takes", "turns", "knocked", "scores", "reason") == [
        "1",
        "over",
        "0",
        "6",
        "-",
        "18,2",
        "knock",
    ]
    assert not set(state.text()) & set("()?")
    assert value(state, "table0") == "AdKdJcJdQc9c"
    assert [state.text(seat) for seat in (0, 1)] == [state.text()] * 2
    assert state.outcome is not None
    assert state.outcome.text() == "1-0 18,2 knock"
    assert state.actors() == ()
    assert [state.legal(seat) for seat in (0, 1)] == [[], []]


@pytest.mark.parametrize(("turns", "listed"), [(0, False), (5, False), (6, True), (7, True)])
def test_no_knock_before_every_seat_has_had_its_turns(turns: int, listed: bool) -> None:
    """K8, option minrounds."""
    state = table("minrounds=2", players=3, turns=str(turns))
    assert ("knock" in moves(state)) is listed
    if not listed:
        assert refusal(state, "knock") == "K8: nobody knocks before each seat has had 2 turns (minrounds)"


def test_a_last_turn_for_each_other_seat() -> None:
    """K8, option lastturn=on: the deal ends when the turn would come back to the knocker."""
    state = table("lastturn=on", players=3, turn="1", takes="3", turns="4")
    play(state, "knock")
    assert values(state, "turn", "phase", "knocked", "takes", "turns") == ["2", "choose", "1", "0", "5"]
    assert moves(state) == "take draw lay"
    assert refusal(state, "knock").startswith("K8: seat 1 has knocked")
    play(state, "lay", "1")
    assert values(state, "turn", "phase", "knocked") == ["0", "choose", "1"]
    play(state, "draw")
    play(state, moves(state).split()[0])
    assert values(state, "turn", "phase", "knocked", "turns", "reason") == ["0", "over", "1", "7", "knock"]
    for _ in range(5):
        state.undo()
    assert values(state, "turn", "phase", "knocked", "takes", "turns") == ["1", "choose", "-", "3", "4"]


@pytest.mark.parametrize(
    ("players", "left", "reason"),
    [
        (3, 1, "reserve-out"),  # K9 falls due before the last turn has come round
        (3, 2, "knock"),  # with the last turn: the one named first counts
        (2, 1, "knock"),
    ],
)
def test_the_reserve_may_end_the_last_turns(players: int, left: int, reason: str) -> None:
    """K8, K9."""
    state = table("lastturn=on", players=players, left=left)
    play(state, "knock", "lay", "4")
    if state.actors():
        play(state, "lay", "4")
    assert values(state, "knocked", "reason") == ["0", reason]


@pytest.mark.parametrize(("takes", "reason"), [("0", "knock"), ("2", "take-limit")])
def test_takes_may_end_the_last_turns(takes: str, reason: str) -> None:
    """K8, K10: a knock breaks the row, so only a limit below the number of last turns can be met."""
    state = table("lastturn=on", "takelimit=1", players=3, knocked="1", turn="2", takes=takes)
    for _ in range(2):
        if state.actors():
            play(state, "take")
            play(state, moves(state).split()[0])
    assert value(state, "reason") == reason


# The reserve, and takes


@pytest.mark.parametrize("choice", ["draw", "lay"])
def test_the_deal_ends_with_the_reserve(choice: str) -> None:
    """K9: when the turn is complete, not before."""
    state = play(table(left=1), choice)
    assert values(state, "reserve", "phase") == ["-", "discard" if choice == "draw" else "place"]
    play(state, moves(state).split()[0])
    assert values(state, "reserve", "phase", "turn", "turns", "reason") == ["-", "over", "0", "1", "reserve-out"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_row_of_takes_ends_the_deal(players: int) -> None:
    """K10: turns by take in a row, takelimit times the seats."""
    state = table("takelimit=2", players=players)
    for row in range(1, 2 * players + 1):
        assert value(state, "phase") == "choose"
        play(state, "take")
        assert value(state, "takes") == str(row - 1)  # it changes when the turn is complete
        play(state, moves(state).split()[0])
        assert value(state, "takes") == str(row)
    last = [str(players - 1), str(2 * players), "take-limit"]
    assert values(state, "turn", "turns", "reason") == last


@pytest.mark.parametrize("choice", ["draw", "lay"])
def test_another_choice_breaks_the_row(choice: str) -> None:
    state = play(table("takelimit=1", takes="1"), choice)
    assert value(state, "takes") == "1"
    play(state, moves(state).split()[0])
    assert values(state, "phase", "takes") == ["choose", "0"]


def test_the_reserve_counts_before_the_takes() -> None:
    """Both due at once: K9 is named before K10."""
    spare = "(2c3c4c5c6c)1"
    state = table("takelimit=1", phase="discard", hand0=f"{spare}7h", taken="7h", takes="1", left=0)
    play(state, "2c")
    assert values(state, "takes", "reason") == ["2", "reserve-out"]


# The result


@pytest.mark.parametrize(
    ("scores", "result"),
    [
        ("7,9", "0-1 7,9 knock"),
        ("9,9", "1/2-1/2 9,9 knock"),
        ("9,2,9", "1/2-0-1/2 9,2,9 knock"),
        ("1,2,3,0", "0-0-1-0 1,2,3,0 knock"),
        ("4,4,4,0", "1/3-1/3-1/3-0 4,4,4,0 knock"),
        ("0,0,0,0", "1/4-1/4-1/4-1/4 0,0,0,0 knock"),
    ],
)
def test_equal_totals_share(scores: str, result: str) -> None:
    """K13."""
    state = table(players=len(scores.split(",")), phase="over", scores=scores, reason="knock")
    assert state.outcome is not None
    assert state.outcome.text() == result


# Series


def test_the_next_deal_comes_by_itself() -> None:
    """K14."""
    state = KROKET.deal(KROKET.rules(["deals=3", "lastturn=on"], 3), Dealer.of_text("series"))
    first = state.text()
    dealer = state.dealer_seat
    play(state, "draw")
    play(state, moves(state).split()[0], "knock", "lay", "1")
    before, words = state.text(), state.dealer.drawn
    counted = state.copy()
    play(state, "lay", "6")
    following = (dealer + 1) % 3
    assert values(state, "deal", "dealer", "turn") == ["2", str(following), str((following + 1) % 3)]
    assert values(state, "phase", "turns", "takes", "knocked", "taken", "drawn") == ["choose", "0", "0", "-", "-", "-"]
    assert happened(state, 0)[1:] == ["- deal 2"]
    assert state.outcome is None
    assert sum(map(len, state.hands)) + sum(map(len, state.tables)) + state.left + len(state.discard) == 104

    # The totals are those of the table as it stood, and the scores go on from there.
    play(counted, "lay")
    counted.tables[counted.turn][5] = counted.drawn
    assert state.scores == counted.deal_scores()

    second, drawn = state.text(), state.dealer.drawn
    state.undo()
    state.undo()
    assert (state.text(), state.dealer.drawn) == (before, words)
    play(state, "lay", "6")
    assert (state.text(), state.dealer.drawn) == (second, drawn)  # the same cards again
    for _ in range(7):
        state.undo()
    assert state.text() == first
    with pytest.raises(IndexError):
        state.undo()


def test_only_the_last_deal_ends_the_game() -> None:
    """K14: totals are added, the reason is the last deal's."""
    state = KROKET.deal(KROKET.rules(["deals=3"]), Dealer.of_text("three"))
    totals = (0, 0)
    dealers = []
    for number in (1, 2, 3):
        assert values(state, "deal", "scores") == [str(number), ",".join(map(str, totals))]
        dealers.append(state.dealer_seat)
        assert state.turn == 1 - state.dealer_seat
        totals = (totals[0] + state.deal_scores()[0], totals[1] + state.deal_scores()[1])
        play(state, "knock")
    assert dealers == [dealers[0], 1 - dealers[0], dealers[0]]
    assert values(state, "phase", "deal", "reason") == ["over", "3", "knock"]
    assert state.scores == totals
    assert happened(state, 0) == [f"{state.turn} knock"]
    for _ in (1, 2, 3):
        state.undo()
    assert values(state, "deal", "scores", "phase") == ["1", "0,0", "choose"]


def test_a_series_goes_on_from_a_position() -> None:
    """K14: the later deals follow from the position's own text."""
    text = table("deals=2", scores="0,0").text()
    after = [play(KROKET.read(text, KROKET.rules(["deals=2"])), "knock").text() for _ in (1, 2)]
    assert after[0] == after[1]
    assert "deal=2" in after[0]


def test_a_view_ends_with_its_deal() -> None:
    """What a view hides counts nothing, and nothing can be dealt from it."""
    state = KROKET.deal(KROKET.rules(["deals=2"]), Dealer.of_text("view"))
    view = play(state.view(state.turn), "knock")
    assert value(view, "phase") == "over"
    view.undo()
    assert view.text() == state.text(state.turn)
