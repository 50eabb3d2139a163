"""Greedy at Kroket: what it chooses, and that it beats chance."""

from random import Random

import pytest

from cardgames.cards import Dealer
from cardgames.games.kroket.players.greedy import GreedyKroket
from cardgames.games.kroket.rules.game import KROKET
from cardgames.games.kroket.rules.state import KroketState
from cardgames.players.player import Player, Turn
from cardgames.players.random import RandomPlayer
from tests.games.kroket.tables import table

STRONG = {"hand0": "(TcJdKcAcAd)1", "table0": "(QcQdQhKdKh)1(2c)0", "discard": "3h"}
WEAK = {"hand0": "(2c3c4c5c6c)1", "table0": "(7s8s9s)1(TsJsQs)0", "discard": "3h"}
NO_KNOCK = "minrounds=1"


def choice(state: KroketState) -> str:
    turn = Turn(state.turn, state.legal(state.turn), lambda: state.view(state.turn))
    return KROKET.move_name(GreedyKroket(Random(1)).choose(turn))


@pytest.mark.parametrize(
    ("options", "given", "expected"),
    [
        # It knocks when it is well ahead, not when it is behind or may not.
        ([], STRONG, "knock"),
        ([], {**STRONG, "table0": "(2cQdQh4d4h)1(2d)0"}, "knock"),
        ([], {**STRONG, "table0": "(2c5dKh4d4h)1(2d)0"}, "draw"),
        ([], {**WEAK, "discard": "2h"}, "draw"),
        ([NO_KNOCK], STRONG, "draw"),
        # It takes what its hand scores more with: a ten for a two, a picture for one of two numbers.
        ([NO_KNOCK], {**WEAK, "hand0": "(2cJcQcKcAc)1", "discard": "Th"}, "take"),
        ([NO_KNOCK], {**WEAK, "hand0": "(2cTcQcKcAc)1", "discard": "Jh"}, "take"),
        ([NO_KNOCK], {**WEAK, "hand0": "(2c9dQcKcAc)1", "discard": "2h"}, "draw"),
        # K12: without a number a picture taken is one more of five, or brings ten.
        (["allpictures=10", NO_KNOCK], {**WEAK, "hand0": "(2cJcQcKcAc)1", "discard": "Jh"}, "take"),
        ([NO_KNOCK], {**WEAK, "hand0": "(2cJcQcKcAc)1", "discard": "Jh"}, "draw"),
        # It never lays, though there is nothing on its table and all in its hand that a hand can have.
        ([NO_KNOCK], {**WEAK, "hand0": "(TcJcJdJhAc)1", "discard": "2h"}, "draw"),
        # It discards what costs least.
        ([], {"phase": "discard", "hand0": "(2c9dJdThKhAs)1"}, "2c"),
        ([], {"phase": "discard", "hand0": "Jc(JdQdThKhAs)1"}, "Jc"),
        (["allpictures=rank"], {"phase": "discard", "hand0": "(TcJdQdKhAhAs)1"}, "Tc"),
        # In a position after `lay` it gives up what counts least: a worthless card, else one that it does not know.
        ([], {"phase": "place", "table0": "(Qc4cKc)1(5c6c7c)0", "drawn": "(Qd)1"}, "2"),
        ([], {"phase": "place", "table0": "(QcJcKc)1(5c6c7c)0", "drawn": "(2d)1"}, "4"),
        (["lay=blind"], {"phase": "place", "table0": "(QcJcKc)1(5c6c7c)0", "drawn": "(2d)0"}, "4"),
    ],
)
def test_what_it_chooses(options: list[str], given: dict[str, str], expected: str) -> None:
    assert choice(table(*options, **given)) == expected


@pytest.mark.parametrize(("scores", "expected"), [("40,0", "knock"), ("0,40", "draw")])
def test_in_the_last_deal_the_totals_count(scores: str, expected: str) -> None:
    state = table("deals=2", deal="2", scores=scores, hand0="(9cTcJcJdAc)1", table0="(2c3c4c)1(5c6c7c)0", discard="2h")
    assert choice(state) == expected


def test_it_looks_at_nothing_hidden() -> None:
    """The same choice, whatever lies where it cannot look."""
    random = Random(3)
    hidden = ["8s", "9s", "2h", "6h", "Qs", "8d"]
    choices = set()
    for _ in range(20):
        random.shuffle(hidden)
        row = f"(QcJc4c)1({''.join(hidden[:3])})0"
        choices.add(choice(table(hand0="(3c5d9hJsAs)1", table0=row, reserve="".join(hidden[3:]), discard="4h")))
    assert len(choices) == 1


def test_a_table_without_a_card_unseen() -> None:
    """Nothing hidden at all: the averages have nothing to be taken of."""
    bare = table(
        left=0,
        phase="place",
        hand0="2c3c4c5c6c",
        table0="7c8c9cTcJcQc",
        hand1="2d3d4d5d6d",
        table1="7d8d9dTdJdQd",
        drawn="Kc",
    )
    assert choice(bare) == "1"


def shares(options: list[str], games: int, seed: int) -> float:
    """The points of greedy against random players, every deal once from each seat."""
    rules = KROKET.rules(options)
    points = 0.0
    for number in range(games):
        for seat in range(rules.players):
            players: list[Player] = [RandomPlayer(Random(number * 8 + other)) for other in range(rules.players)]
            players[seat] = GreedyKroket(Random(0))
            winners = played(KROKET.deal(rules, Dealer.of_text(f"{seed} {number}")), players)
            points += (seat in winners) / len(winners)
    return points / (games * rules.players)


def played(state: KroketState, players: list[Player]) -> tuple[int, ...]:
    while state.outcome is None:
        seat = state.turn
        state.play(seat, players[seat].choose(Turn(seat, state.legal(seat), lambda: state.view(state.turn))))
    return state.outcome.winners


@pytest.mark.parametrize(
    ("options", "games", "at_least"),
    [
        ([], 200, 0.7),
        (["lay=blind", "allpictures=rank"], 100, 0.65),
        (["lastturn=on", "takelimit=1"], 100, 0.65),
        (["deals=3", "minrounds=2"], 40, 0.9),
        (["players=3"], 60, 0.43),
        (["players=4", "lay=blind"], 60, 0.3),
    ],
)
def test_it_beats_chance(options: list[str], games: int, at_least: float) -> None:
    assert shares(options, games, 1) >= at_least
