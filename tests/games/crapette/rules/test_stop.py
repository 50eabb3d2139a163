"""Stop! (C16 to C19): what may be announced, what is a breach, and what the answer does."""

import pytest

from cardgames.games.crapette.rules.state import CrapetteState
from tests.games.crapette.tables import happened, moves, play, refusal, table, values

ON_3D = "-,-,3d,-,-,-,-,-"


def called(name: str, **given: str | int) -> CrapetteState:
    """The table after `name` has been announced and stopped."""
    return play(table("stop=on", **given), name, "stop")


# What is listed


@pytest.mark.parametrize(
    ("given", "listed"),
    [
        ({"reserve0": "4d", "houses": "3s,4d", "foundations": ON_3D}, "R-F 1-2 2-F flip"),
        ({"reserve0": "4d", "up": "9c", "houses": "-,Th"}, "R-1 H-1 H-2 H-W"),
        ({"up": "4d", "foundations": ON_3D}, "H-F H-W"),
        ({"hand0": "-", "reserve0": "4d", "foundations": ON_3D}, "R-F pass"),
        ({"hand0": "-", "waste0": "4d"}, "flip"),
        ({"houses": "-", "reserve0": "9c"}, "R-1 flip"),
    ],
)
def test_every_move_that_fits_is_listed(given: dict[str, str], listed: str) -> None:
    """Whatever is owed; a house's only card stays out of an empty house all the same (C5)."""
    for options in (["stop=on"], ["stop=touch"], ["stop=on", "preset=pagat"], ["stop=on", "duty=none"]):
        assert moves(table(*options, **given)) == listed


def test_shifts_are_barred_under_stop_too() -> None:
    """C11 always holds."""
    state = table("stop=on", "maxshifts=3", houses="8s,9d,-", shifts=3)
    assert moves(state) == "flip"
    assert refusal(state, "1-2").startswith("C11: ")


@pytest.mark.parametrize("name", ["R-1", "flip"])
def test_a_move_is_announced_first(name: str) -> None:
    """All but phase, turn and asked stays as it was, a breach or not."""
    state = table("stop=on", reserve0="(2c)07h", houses="8s", shifts=2, idle=3, turns=4)
    before = state.text()
    play(state, name)
    changed = before.replace("turn=0 phase=play", "turn=1 phase=challenge").replace("asked=-", f"asked={name}")
    assert state.text() == changed
    assert state.actors() == (1,)
    assert state.legal(0) == []
    assert moves(state) == "pass stop"
    assert happened(state, 0) == happened(state, 1) == [f"0 asked {name}"]
    assert refusal(state, "flip") == f"C16: {name} has been announced, the answer is pass or stop"
    assert refusal(state, "pass", seat=0) == "C3: seat 1 is to move, not seat 0"


def test_after_pass_the_move_is_made() -> None:
    state = play(table("stop=on", reserve0="(2c)07h", houses="8s"), "R-1", "pass")
    assert values(state, "turn", "phase", "reserve0", "houses", "asked") == [
        *("0", "play", "2c", "8s7h,Kc,Kd,Kh,Ks,Kc,Kd,Kh", "-")
    ]
    assert happened(state, 1) == ["1 pass", "0 R-1 7h 2c"]
    play(state, "flip", "pass")
    assert happened(state, 0)[1].startswith("0 flip ")
    state.undo()
    assert values(state, "phase", "asked", "up") == ["challenge", "flip", "-"]


def test_after_pass_a_turn_may_end_and_a_game() -> None:
    """C12 to C14 are judged as ever."""
    wasted = play(table("stop=on", up="3h"), "H-W", "pass")
    assert values(wasted, "turn", "turns", "idle") == ["1", "1", "1"]
    won = play(table("stop=on", hand0="-", reserve0="Ac"), "R-F", "pass")
    assert values(won, "turn", "phase", "asked", "reason") == ["0", "over", "-", "out"]
    limit = play(table("stop=on", "maxturns=5", turns=4, up="3h"), "H-W", "pass")
    assert values(limit, "turn", "phase", "turns", "reason") == ["0", "over", "5", "turn-limit"]


# What a breach is (C16)


@pytest.mark.parametrize(
    ("options", "given", "name", "breach"),
    [
        ([], {"reserve0": "4d", "houses": "3s,4d", "foundations": ON_3D}, "R-F", False),
        ([], {"reserve0": "4d", "houses": "3s,4d", "foundations": ON_3D}, "2-F", True),
        ([], {"reserve0": "4d", "houses": "3s,4d", "foundations": ON_3D}, "1-2", True),
        (["duty=none"], {"reserve0": "4d", "houses": "3s,4d", "foundations": ON_3D}, "1-2", False),
        (["duty=reserve"], {"houses": "3s,4d", "foundations": ON_3D}, "1-2", False),
        ([], {"reserve0": "4d", "foundations": ON_3D}, "flip", True),
        ([], {"reserve0": "4d"}, "flip", False),
        (["duty=full"], {"reserve0": "4d", "houses": "-"}, "flip", True),
        (["duty=full"], {"houses": "-"}, "flip", False),
        ([], {"hand0": "-", "reserve0": "4d", "foundations": ON_3D}, "pass", True),
        ([], {"hand0": "-", "reserve0": "4d"}, "pass", False),
        ([], {"up": "4d"}, "H-W", False),
        ([], {"up": "4d", "houses": "-"}, "H-W", True),
        ([], {"up": "4d", "waste1": "5d"}, "H-W", True),
        (["handcard=may"], {"up": "4d", "houses": "-"}, "H-W", False),
        (["handcard=may"], {"up": "4d", "foundations": ON_3D}, "H-W", True),
        (["handcard=may", "duty=none"], {"up": "4d", "foundations": ON_3D}, "H-W", False),
    ],
)
def test_what_is_a_breach(options: list[str], given: dict[str, str], name: str, breach: bool) -> None:
    """C16: a move that `stop=off` would not list. If it was none, the caller is noted and the move is made (C18)."""
    asked = play(table("stop=on", *options, **given), name)
    assert asked.lawful() == table("stop=off", *options, **given).legal(0)
    passed, stopped = play(asked.copy(), "pass"), play(asked.copy(), "stop")
    if breach:
        assert values(stopped, "turn", "skips", "turns") == ["1", "-", "1"]
    elif name in ("pass", "H-W"):
        assert values(stopped, "turn", "skips", "turns") == ["0", "-", "2"]
    else:
        assert stopped.text() == passed.text().replace("skips=-", "skips=1")


# A breach that is stopped (C17)


def test_a_stopped_breach_is_not_made() -> None:
    state = called("1-2", reserve0="4d", houses="3s,4h", foundations=ON_3D, shifts=2)
    assert values(state, "turn", "phase", "houses", "asked") == ["1", "play", "3s,4h,Kc,Kd,Kh,Ks,Kc,Kd", "-"]
    assert values(state, "shifts", "idle", "turns", "skips") == ["0", "1", "1", "-"]
    assert happened(state, 0) == ["1 stop"]


def test_a_card_that_is_up_is_wasted() -> None:
    given = {"up": "9c", "reserve0": "4d", "houses": "Th", "foundations": ON_3D, "waste0": "2h"}
    state = called("H-1", **given)
    assert values(state, "turn", "up", "waste0", "houses", "idle") == ["1", "-", "2h9c", "Th,Kc,Kd,Kh,Ks,Kc,Kd,Kh", "1"]
    assert happened(state, 1) == ["1 stop", "- wasted 9c"]
    state.undo()
    assert values(state, "turn", "phase", "up", "waste0", "asked") == ["1", "challenge", "9c", "2h", "H-1"]


@pytest.mark.parametrize("given", [{"houses": "-"}, {"reserve0": "4d", "foundations": ON_3D}])
def test_a_wasted_card_stays_wasted(given: dict[str, str]) -> None:
    """`H-W` against C9, or against a duty, of a card that fits no foundation."""
    state = called("H-W", up="9c", idle=3, **given)
    assert values(state, "turn", "up", "waste0", "idle", "turns") == ["1", "-", "9c", "4", "1"]
    assert happened(state, 0) == ["1 stop", "- wasted 9c"]


@pytest.mark.parametrize("reserve0", ["-", "2s", "4d"])
def test_a_wasted_card_that_fits_is_founded(reserve0: str) -> None:
    """Also if another card was the one owed; it is progress, and the turn is over all the same."""
    state = called("H-W", up="Ac", idle=3, turns=6, reserve0=reserve0, foundations=ON_3D)
    assert values(state, "turn", "up", "waste0", "foundations") == ["1", "-", "-", "Ac,-,3d,-,-,-,-,-"]
    assert values(state, "idle", "turns", "shifts") == ["1", "7", "0"]
    assert happened(state, 0) == happened(state, 1) == ["1 stop", "- founded Ac"]
    state.undo()
    assert values(state, "up", "foundations", "idle", "turns") == ["Ac", ON_3D, "3", "6"]


def test_only_a_wasted_card_is_founded() -> None:
    """A hand card that goes elsewhere although it fits is wasted."""
    state = called("H-1", up="4d", houses="5s", foundations=ON_3D)
    assert values(state, "waste0", "foundations") == ["4d", ON_3D]


def test_the_last_card_founded_wins() -> None:
    """C12 is judged at once and ends the game; the turn is not counted, `turn` is the mover's."""
    state = called("H-W", up="Ac", hand0="-", turns=6, idle=2)
    assert values(state, "turn", "phase", "turns", "idle", "reason") == ["0", "over", "6", "0", "out"]
    assert state.outcome is not None
    assert state.outcome.winners == (0,)
    assert happened(state, 1) == ["1 stop", "- founded Ac"]


def test_a_stopped_turn_is_judged() -> None:
    """C13 and C14; `turn` is the mover's."""
    given: dict[str, str | int] = {"reserve0": "4d", "foundations": ON_3D, "houses": "8s,9d", "shifts": 3}
    state = play(table("stop=on", "maxturns=9", turns=8, **given), "1-2", "stop")
    assert values(state, "turn", "phase", "turns", "shifts", "reason") == ["0", "over", "9", "0", "turn-limit"]
    idle = play(table("stop=on", hand0="-", hand1="-", reserve1="9d", idle=1, **given), "1-2", "stop")
    assert values(idle, "turn", "phase", "idle", "reason") == ["0", "over", "2", "impasse"]


@pytest.mark.parametrize("skips", ["1", "0", "0,1"])
def test_the_caller_has_the_turn_even_if_noted(skips: str) -> None:
    state = called("flip", reserve0="4d", foundations=ON_3D, skips=skips)
    assert values(state, "turn", "turns", "skips") == ["1", "1", skips]


# A call without a breach (C18)


@pytest.mark.parametrize(("before", "after"), [("-", "1"), ("0", "0,1"), ("1", "1"), ("0,1", "0,1")])
def test_a_wrong_call_is_noted_once(before: str, after: str) -> None:
    state = play(table("stop=on", reserve0="7h", houses="8s", skips=before), "R-1", "stop")
    assert values(state, "turn", "phase", "skips", "reserve0") == ["0", "play", after, "-"]
    assert happened(state, 0) == ["1 stop", "0 R-1 7h"]
    state.undo()
    assert values(state, "skips", "phase") == [before, "challenge"]


@pytest.mark.parametrize(
    ("skips", "turn", "turns", "left"),
    [("-", "1", "1", "-"), ("1", "0", "2", "-"), ("0", "1", "1", "0"), ("0,1", "1", "3", "-")],
)
def test_a_noted_seat_misses_its_turn(skips: str, turn: str, turns: str, left: str) -> None:
    """Its note goes, the turn counts as ended, and the seat after it is looked at in the same way."""
    for options, answers in (([], []), (["stop=on"], ["pass"])):
        state = play(table(*options, up="3h", skips=skips, shifts=1), "H-W", *answers)
        assert values(state, "turn", "turns", "idle", "skips", "shifts") == [turn, turns, turns, left, "0"]
        assert values(state, "up", "waste0") == ["-", "3h"]


def test_a_wrong_call_at_the_end_of_a_turn_costs_the_next() -> None:
    state = play(table("stop=on", up="3h"), "H-W", "stop")
    assert values(state, "turn", "turns", "idle", "skips") == ["0", "2", "2", "-"]
    assert happened(state, 1) == ["1 stop", "0 H-W 3h"]


@pytest.mark.parametrize(
    ("given", "turns", "skips", "reason"),
    [
        ({"turns": 8}, "9", "0,1", "turn-limit"),
        ({"turns": 7}, "9", "0", "turn-limit"),
        ({"turns": 6}, "9", "-", "turn-limit"),
        ({"idle": 5}, "1", "0,1", "impasse"),
        ({"idle": 4}, "2", "0", "impasse"),
        ({"idle": 4, "turns": 8}, "9", "0,1", "turn-limit"),
    ],
)
def test_missed_turns_are_judged_one_by_one(given: dict[str, int], turns: str, skips: str, reason: str) -> None:
    """C13 and C14; `turn` is never the seat that missed its turn."""
    piles = {"hand0": "-", "waste0": "5c", "up": "3h", "hand1": "(2c)0", "reserve1": "9d"}
    state = play(table("maxturns=9", skips="0,1", **piles, **given), "H-W")
    assert values(state, "turn", "phase", "turns", "skips", "reason") == ["0", "over", turns, skips, reason]


# Touches


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("R-F", None),
        ("R-2", None),
        ("R-OR", None),
        ("R-OW", None),
        ("1-2", None),
        ("1-3", None),
        ("H-1", "C3: the hand has no card to move"),
        ("3-1", "C3: house 3 has no card to move"),
        ("pass", "C8: pass ends a turn only with hand and waste empty; flip is the way on"),
        ("H-W", "C3: the hand has no card to move"),
        ("stop", "C16: no move has been announced that stop could answer"),
    ],
)
def test_what_may_be_touched(name: str, why: str | None) -> None:
    """An available card, for any place where it does not fit: also a house's only card for an empty house (C5)."""
    state = table("stop=touch", reserve0="7h", houses="8s,8d,-")
    assert name not in moves(state).split()
    if why is not None:
        assert refusal(state, name) == why
        return
    play(state, name)
    assert values(state, "turn", "phase", "asked") == ["1", "challenge", name]
    assert happened(state, 0) == [f"0 asked {name}"]
    assert refusal(table("stop=on", reserve0="7h", houses="8s,8d,-"), name).startswith(("C4: ", "C5: ", "C6: "))


def test_a_touch_that_passes_moves_nothing() -> None:
    """`shifts` rises by one; nothing is judged, not even what has long been due."""
    state = table("stop=touch", "maxshifts=3", reserve0="7h", houses="8s,8d,-", idle=500, turns=500)
    before = state.text()
    play(state, "R-2", "pass")
    assert state.text() == before.replace("shifts=0", "shifts=1")
    assert happened(state, 0) == ["1 pass"]
    play(state, "1-2", "pass", "R-OR", "pass")
    assert values(state, "shifts", "turn") == ["3", "0"]
    for name in ("R-2", "R-F", "1-2"):
        assert refusal(state, name).startswith(("C4: ", "C5: ")), name
    assert moves(state) == "R-1 R-3 flip"
    state.undo()
    state.undo()
    assert values(state, "shifts", "phase") == ["2", "play"]


def test_no_touch_at_all_without_shifts() -> None:
    state = table("stop=touch", "maxshifts=0", reserve0="7h")
    assert refusal(state, "R-F").startswith("C4: ")


@pytest.mark.parametrize("name", ["R-2", "R-F", "1-2"])
def test_a_touch_is_a_breach(name: str) -> None:
    state = play(table("stop=touch", reserve0="7h", houses="8s,8d", shifts=1), name, "stop")
    assert values(state, "turn", "turns", "idle", "shifts", "skips") == ["1", "1", "1", "0", "-"]
    assert happened(state, 0) == ["1 stop"]


def test_a_touch_of_the_hand_card_wastes_it() -> None:
    """C17: only `H-W` can bring it to a foundation."""
    state = play(table("stop=touch", up="4d", foundations=ON_3D, houses="8s"), "H-1", "stop")
    assert values(state, "waste0", "foundations", "turn") == ["4d", ON_3D, "1"]
    assert happened(state, 1) == ["1 stop", "- wasted 4d"]
