"""Whole games of Crapette: the deal (C1, C2), the options, a golden playthrough, perft counts, and that games end."""

from collections import Counter
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from cardgames.cards import DECK, NAMES, Dealer
from cardgames.games.crapette.rules.game import CRAPETTE
from cardgames.games.crapette.rules.state import CrapetteState
from cardgames.rules import perft
from cardgames.rules.game import RuleError
from tests.games.crapette.tables import moves, values

GOLDEN_START = (
    "position crapette turn=1 phase=play "
    "hand0=(5s4cTd7h9c5dTc8s8h8c4dTs6s6h8d2h7s6d5cQsAs3dJh3c4sQd2c9sAhJc9dKd7dKs3s)0 waste0=- "
    "reserve0=(9hJdKh7c2d5hQc4hAdAc6c2s)0Kc up=- "
    "hand1=(8sTdQsJdKs3s7dQh4dTc5s8hAc6c4h2sJh2d9d9c5h6d6hTh5d8c3d9sKh4cJcKc8d2cAs)0 waste1=- "
    "reserve1=(6sJs3hKd3cAhTs7h2h9hQd5c)07c houses=Js,Qh,Th,3h,7s,4s,Ad,Qc foundations=-,-,-,-,-,-,-,- "
    "shifts=0 idle=0 turns=0 skips=- asked=-"
)
GOLDEN_BEGINNING = (
    "7-F flip H-F 4-6 6-4 1-2 2-1 flip 3-1 R-3 H-7 7-4 4-7 flip 7-4 R-7 H-W flip H-W flip 6-OW H-6 8-OR R-8 2-6 R-2 "
    "flip H-6 1-6 6-1 6-OR flip H-W"
)
GOLDEN_END = (
    "position crapette turn=1 phase=over hand0=5s3c4cTd7h8c9c5dTc waste0=Kd9dTs9s8s9s4s3d7s7d6dTsQsKs8c8s6s "
    "reserve0=(9hJdKh7c2d5hQc4hAdAc6c2s)0KcQcJc up=- hand1=- waste1=- reserve1=- "
    "houses=Kh,2c,KdQsJhTc,QdJcTh9c8h7c6h5c4d3s,8d,Kc,QhJs,KsQhJs foundations=6c,-,Qd,-,Jh,3h,7s,As "
    "shifts=0 idle=0 turns=72 skips=- asked=- reason=out"
)


def dealt(seed: str, *options: str) -> CrapetteState:
    return CRAPETTE.deal(CRAPETTE.rules(options), Dealer.of_text(seed))


def test_a_golden_playthrough() -> None:
    """Always the move at a place in the list that the number of moves so far gives."""
    state = dealt("golden")
    assert state.text() == GOLDEN_START
    names: list[str] = []
    while state.actors():
        legal = state.legal(state.turn)
        move = legal[len(names) * 11 % len(legal)]
        names.append(CRAPETTE.move_name(move))
        state.play(state.turn, move)
    game = " ".join(names)
    assert game.startswith(GOLDEN_BEGINNING)
    assert len(names) == 621
    assert sha256(game.encode()).hexdigest() == "653cc765265061d38e05fd98319e780211b0981632a2e9f3ae6ef958a1ba782a"
    assert state.text() == GOLDEN_END
    assert state.outcome is not None
    assert state.outcome.text() == "0-1 0,86 out"
    for _ in names:
        state.undo()
    assert state.text() == GOLDEN_START


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        ([], [1, 6, 35, 220, 1436]),
        (["duty=none"], [6, 38, 272, 2064, 16273]),
        (["preset=pagat"], [1, 5, 30, 181, 1184]),
        (["handcard=may", "duty=reserve", "maxshifts=1"], [6, 31, 193, 1213, 7951]),
        (["stop=touch"], [6, 12, 70, 140, 888]),
    ],
)
def test_perft(options: list[str], counts: list[int]) -> None:
    state = CRAPETTE.read(GOLDEN_START, CRAPETTE.rules(options))
    assert [perft.perft(state, depth) for depth in range(1, 6)] == counts
    assert state.text() == GOLDEN_START


# C1 and C2


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_deal(seed: str) -> None:
    """C1: from each seat's own pack 13 cards in the reserve, 4 in its houses, 35 in the hand; only tops are known."""
    state = dealt(seed)
    for seat in (0, 1):
        houses = state.houses[4 * seat : 4 * seat + 4]
        pack = [entry & 63 for entry in state.hands[seat] + state.reserves[seat]] + [house[0] for house in houses]
        assert sorted(pack) == list(DECK)
        assert [len(house) for house in houses] == [1, 1, 1, 1]
        assert (len(state.hands[seat]), len(state.reserves[seat]), len(state.wastes[seat])) == (35, 13, 0)
        for viewer in (0, 1):
            hand, reserve = values(state, f"hand{seat}", f"reserve{seat}", seat=viewer)
            assert hand == "??" * 35
            assert reserve == "??" * 12 + NAMES[state.reserves[seat][-1] & 63]
    assert values(state, "up", "foundations", "shifts", "idle", "turns") == ["-", "-,-,-,-,-,-,-,-", "0", "0", "0"]


def test_the_deal_can_be_recomputed() -> None:
    """C1: seat 0's pack first; reserve, houses, hand in the order of the shuffled list."""
    dealer = Dealer.of_text("recompute")
    packs = [list(DECK), list(DECK)]
    for pack in packs:
        dealer.shuffle(pack)
    state = dealt("recompute")
    for seat, pack in enumerate(packs):
        assert [entry & 63 for entry in state.reserves[seat]] == pack[:13]
        assert [house[0] for house in state.houses[4 * seat : 4 * seat + 4]] == pack[13:17]
        assert [entry & 63 for entry in state.hands[seat]] == pack[17:]


def test_the_lower_card_starts() -> None:
    """C2: ace low; of equal reserves the houses decide, in pairs from the reserve outward."""
    looked = Counter[int]()
    for number in range(400):
        state = dealt(f"start {number}")
        places = [(state.reserves[0][-1] & 63, state.reserves[1][-1] & 63)]
        places += [(state.houses[place][0], state.houses[place + 4][0]) for place in range(4)]
        ranks = [("A23456789TJQK".index(NAMES[mine][0]), "A23456789TJQK".index(NAMES[his][0])) for mine, his in places]
        depth, (mine, his) = next((depth, pair) for depth, pair in enumerate(ranks) if pair[0] != pair[1])
        assert state.turn == (0 if mine < his else 1)
        looked[depth] += 1
    assert looked[0] > 300
    assert looked[1] > 10


def test_five_equal_pairs_are_decided_by_lot() -> None:
    """C2: by the dealer's next number, once both packs are shuffled alike."""
    starters = {StackedDealer(lot).deal().turn for lot in (0, 1)}
    assert starters == {0, 1}


class StackedDealer(Dealer):
    """Leaves packs as they are, and draws what it is told."""

    def __init__(self, lot: int) -> None:
        super().__init__(bytes(32))
        self.lot = lot

    def shuffle(self, items: list[Any]) -> None:
        """Nothing moves."""

    def below(self, bound: int) -> int:
        assert bound == 2
        return self.lot

    def deal(self) -> CrapetteState:
        return CRAPETTE.deal(CRAPETTE.rules(), self)


# The options


def test_the_presets() -> None:
    assert CRAPETTE.rules().text() == "duty=foundation handcard=must maxshifts=16 maxturns=500 stop=off"
    assert CRAPETTE.rules(["preset=seed"]).text() == CRAPETTE.rules().text()
    pagat = CRAPETTE.rules(["stop=touch", "preset=pagat", "handcard=must"])
    assert pagat.text() == "duty=full handcard=must maxshifts=16 maxturns=500 stop=touch"


@pytest.mark.parametrize(
    ("option", "why"),
    [
        ("duty=some", "one of none, reserve, foundation, full was expected"),
        ("handcard=", "one of must, may was expected"),
        ("stop=yes", "one of off, on, touch was expected"),
        ("maxshifts=1001", "a whole number 0-1000 was expected"),
        ("maxturns=0", "a whole number 1-100000 was expected"),
        ("preset=club", "seed, pagat was expected"),
        ("players=3", "2 was expected"),
        ("dutty=none", "did you mean duty"),
    ],
)
def test_a_wrong_option_is_refused(option: str, why: str) -> None:
    with pytest.raises(RuleError, match=why):
        CRAPETTE.rules([option])


def test_the_rulebook_has_every_clause_and_option() -> None:
    book = CRAPETTE.rulebook()
    assert [f"C{number}" for number in range(1, 20) if f"\nC{number}. " not in book] == []
    for option in CRAPETTE.options:
        assert f"`{option.name}={option.default}`" in book
        assert all(f"`{option.name}={choice}`" in book for choice in option.choices)
    assert book.isascii()
    assert max(map(len, book.splitlines())) <= 120


# Random games end


def random_game(number: int, *options: str) -> str:
    """The reason that ends a game of random moves; touches among them where they are accepted."""
    state, random = dealt(f"random {number}", *options), Random(number)
    while state.actors():
        legal = state.legal(state.turn)
        move = random.choice(legal)
        if state.stop and random.random() < 0.1:
            touches = [touch for touch in range(120) if touch not in legal and state.refusal(state.turn, touch) is None]
            move = random.choice([*touches, move])
        state.play(state.turn, move)
    assert state.outcome is not None
    return state.outcome.reason


@pytest.mark.slow
def test_random_games_seldom_need_the_turn_limit() -> None:
    reasons = Counter(random_game(number) for number in range(200))
    assert reasons["turn-limit"] <= 4
    assert reasons["out"] >= 180


@pytest.mark.parametrize("options", [["preset=pagat"], ["duty=none", "maxshifts=0"], ["handcard=may", "maxturns=50"]])
def test_random_games_end_under_any_rules(options: list[str]) -> None:
    assert sum(Counter(random_game(number, *options) for number in range(20)).values()) == 20


@pytest.mark.parametrize("stop", ["stop=on", "stop=touch"])
def test_random_games_with_challenges_end(stop: str) -> None:
    reasons = Counter(random_game(number, stop) for number in range(6))
    assert sum(reasons.values()) == 6


# The table as a value


def test_a_copy_stands_apart() -> None:
    state = dealt("copy")
    state.play(state.turn, state.legal(state.turn)[0])
    before = state.text()
    twin = state.copy()
    with pytest.raises(IndexError):
        twin.undo()
    for _ in range(60):
        twin.play(twin.turn, twin.legal(twin.turn)[-1])
    assert twin.text() != before
    assert state.text() == before
    state.undo()
    assert state.text() == dealt("copy").text()


def test_a_challenge_shows_no_hidden_card() -> None:
    """C16: a flip or a reserve's move that is asked turns nothing up."""
    state = dealt("asked", "stop=on")
    state.play(state.turn, CRAPETTE.parse_move("flip"))
    assert moves(state) == "pass stop"
    for seat in (0, 1):
        assert values(state, "up", "asked", "hand0", seat=seat) == ["-", "flip", "??" * 35]
