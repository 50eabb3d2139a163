"""The expert of Kroket: what it decides where the reason is plain, what it knows, and that it beats chance."""

import subprocess
import sys
from ast import literal_eval
from functools import partial
from pathlib import Path
from random import Random

import pytest

from cardgames.cards import Dealer
from cardgames.games.kroket.players.expert.evaluation import features_at_end, features_in_play
from cardgames.games.kroket.players.expert.knowledge import (
    KroketKnowledge,
    growth,
    hand_features,
    is_picture,
    table_features,
)
from cardgames.games.kroket.players.expert.player import ExpertKroket
from cardgames.games.kroket.players.expert.weights import KroketWeights
from cardgames.games.kroket.players.greedy import GreedyKroket
from cardgames.games.kroket.rules.game import KROKET
from cardgames.games.kroket.rules.state import KroketState
from cardgames.players.expert.budget import Budget
from cardgames.players.player import Player, Turn
from cardgames.players.random import RandomPlayer
from tests.games.kroket.tables import table

RICH = {"hand0": "(TcJdKcAcAd)1", "table0": "(QcQdQhKdKh)1(2c)0", "discard": "3h"}
POOR = {"hand0": "(2c3c4c5c6c)1", "table0": "(7c8c9c)1(TcJcQc)0", "discard": "3h"}
NO_KNOCK = "minrounds=1"
EVEN = [1 / 13] * 13


def values(state: KroketState) -> dict[str, float]:
    """What it thinks of each move, the best first."""
    turn = Turn(state.turn, state.legal(state.turn), partial(state.view, state.turn))
    ranked = ExpertKroket(Random(1)).rank(turn, Budget(lambda: 0.0))
    assert len(ranked) == len(turn.legal)
    return {KROKET.move_name(one.move): one.value for one in ranked}


def choice(state: KroketState) -> str:
    return next(iter(values(state)))


@pytest.mark.parametrize(
    ("options", "given", "expected"),
    [
        # Far ahead the deal is ended, far behind it is not.
        ([], RICH, "knock"),
        ([], POOR, "draw"),
        # A ten for the two is eight points for certain.
        ([NO_KNOCK], {"hand0": "(2cJcQcKcAc)1", "table0": "(QdJdKd)1(2d3d4d)0", "discard": "Th"}, "take"),
        # The hand can hardly be better, the table can.
        ([NO_KNOCK], {"hand0": "(TcJcJdJhAc)1", "table0": "(2c3c4c)1(5c6c7c)0", "discard": "2h"}, "lay"),
        # The table is full of pictures, the hand is not.
        ([NO_KNOCK], {"hand0": "(2c2d2h3s4s)1", "table0": "(QcJcKcJdKhJh)1", "discard": "3h"}, "draw"),
        # The lowest number goes, a picture where no other number would be left.
        ([], {"phase": "discard", "hand0": "(2c9dJdThKhAs)1"}, "2c"),
        ([], {"phase": "discard", "hand0": "Jc(JdQdThKhAs)1"}, "Jc"),
        (["allpictures=rank"], {"phase": "discard", "hand0": "(TcJdQdKhAhAs)1"}, "Tc"),
        # Laid where least is lost: on a card known to count nothing rather than on one that may be a queen.
        ([], {"phase": "place", "table0": "(Qc4cKc)1(5c6c7c)0", "drawn": "(Qd)1"}, "2"),
        ([], {"phase": "place", "table0": "(QcJcKc)1(5c6c7c)0", "drawn": "(Qd)1"}, "4"),
        (["lay=blind"], {"phase": "place", "table0": "(Qc4cKc)1(5c6c7c)0", "drawn": "(2d)0"}, "2"),
    ],
)
def test_what_it_chooses(options: list[str], given: dict[str, str], expected: str) -> None:
    assert choice(table(*options, **given)) == expected


@pytest.mark.parametrize(("scores", "knocks"), [("60,0", True), ("0,60", False)])
def test_in_the_last_deal_of_a_series_the_totals_count(scores: str, knocks: bool) -> None:
    told = values(table("deals=2", deal="2", scores=scores, **POOR))
    assert (next(iter(told)) == "knock") == knocks
    assert told["knock"] == pytest.approx(1 if knocks else 0, abs=0.01)


def test_before_the_last_deal_they_do_not() -> None:
    ahead, behind = (values(table("deals=2", scores=scores, **RICH)) for scores in ("60,0", "0,60"))
    assert ahead == behind


def test_where_the_deal_ends_anyway_it_takes_the_points() -> None:
    """K8: in the last turn after a knock what a hand might become counts no more: two points for certain by the ten."""
    given: dict[str, str | int] = {"hand0": "(8cJcQcKcAc)1", "table0": "(2c3c4c)1(5c6c7c)0", "discard": "Th"}
    told = values(table("lastturn=on", knocked="1", turns="1", **given))
    assert next(iter(told)) == "take"


def test_the_last_card_of_the_reserve_ends_the_deal() -> None:
    """K9: what a hand might become counts no more. A card laid may be one of the queens, drawn they add nothing."""
    given: dict[str, str | int] = {"hand0": "(9cJcQcKcAc)1", "table0": "(2c3c4c)1(5c6c7c)0", "discard": "3h", "left": 1}
    told = values(table(NO_KNOCK, **given, hand1="(QdQhQsKdKh)2"))
    assert told["lay"] > told["draw"]


def test_the_take_that_ends_the_deal_is_seen_as_such() -> None:
    """K10: with the last of the takes in a row the deal is over, and a strong table has won."""
    given = {**RICH, "discard": "2h", "turns": "7"}
    last, earlier = (values(table(NO_KNOCK, **given, takes=takes))["take"] for takes in ("7", "6"))
    assert last == pytest.approx(values(table(**given))["knock"], abs=0.02)
    assert last != earlier


def test_a_rival_that_discards_high_numbers_is_thought_strong() -> None:
    """Who gives up an eight has nothing lower in its hand, if it knows what it does."""
    hand = {"hand0": "(5cJdKc9cAd)1", "table0": "(QcJc4h)1(2c2d2h)0", "turns": "3"}
    low, high = (values(table(**hand, discard=f"3c6d{top}")) for top in ("2s", "8s"))
    assert low["knock"] > high["knock"]


def test_what_is_known_of_a_hand_is_reckoned_with() -> None:
    """A picture that the opponent has taken is in its hand; a low card that it took shows how it plays."""
    base = {"table0": "(QcQd4h)1(2c2d2h)0", "hand0": "(7cJdKcTcAd)1", "turns": "2", "discard": "3h"}
    unknown = values(table(**base, hand1="(5d6d8h9hTh)2"))["knock"]
    strong = values(table(**base, hand1="(5d6d8h9h)2Kh"))["knock"]
    low = values(table(**base, hand1="4d(6d8h9hTh)2"))["knock"]
    assert strong < unknown < low


def test_what_a_view_tells() -> None:
    state = table(
        hand0="(2c9dJdKhAs)1", table0="(Qc4cKc)1(5c6c7c)0", hand1="Jh3d(8h9hTh)2", discard="2hQh3h7h", turns=4
    )
    knowledge = KroketKnowledge(state.view(0), 0)
    assert knowledge.hand == [0, 7, 9, 11, 12]
    assert knowledge.ranks == [10, 2, 11, None, None, None]
    assert knowledge.places[:3] == [5, 0, 3]
    (opponent,) = knowledge.opponents
    assert (opponent.seat, opponent.turns, opponent.known, opponent.low_cards, opponent.discarded) == (1, 2, 2, 1, 7)
    # 52 cards but 5 + 3 + 2 + 4 are not seen; 2 of the queens and 2 of the jacks are among them.
    assert sum(knowledge.chances) == pytest.approx(1)
    assert knowledge.chances[10] == pytest.approx(2 / 38)
    assert knowledge.chances[9] == pytest.approx(2 / 38)
    expected = (2 * 5 + 2 * 2 + 2 * 3 + 3 * 1) / 38
    assert knowledge.unseen_mean == pytest.approx(expected)


@pytest.mark.parametrize(
    ("ranks", "allpictures", "score", "draw"),
    [
        # 2 and 7: the two goes for what is higher, up to the seven; a picture adds itself.
        ([0, 5, 9, 9, 10], "0", 5, (1 + 2 + 3 + 4 + 4 * 5 + 4 * 6) / 13),
        # One number: only a higher one helps, or with allpictures a fifth picture.
        ([6, 9, 9, 10, 11], "0", 12, (1 + 2) / 13),
        ([6, 9, 9, 10, 11], "10", 12, (1 + 2 + 4 * 3) / 13),
        # None: a number instead of a picture.
        ([9, 9, 10, 11, 12], "0", 5, sum(rank + 1 for rank in range(9)) / 13),
        ([9, 9, 10, 11, 12], "10", 15, 0),
    ],
)
def test_what_a_draw_adds_on_average(ranks: list[int], allpictures: str, score: int, draw: float) -> None:
    features = hand_features(ranks, EVEN, allpictures)
    assert features[0] == score
    assert features[1] == pytest.approx(draw)


def test_what_a_table_is_worth() -> None:
    assert table_features([5, 0, 0.8, 0.8, 0, 3], 0.8) == pytest.approx((9.6, 0.8))
    assert table_features([5, 1, 0.8, 0.8, 2, 3], 0.8) == pytest.approx((12.6, 0))
    assert [growth(turns) for turns in (0, 1, 2, 6, 10)] == pytest.approx([0, 2.2, 3.7, 7.7, 10.8], abs=0.3)
    assert [is_picture(rank) for rank in (8, 9, None)] == [False, True, False]


def test_the_weights_have_a_place_for_every_feature() -> None:
    weights = KroketWeights()
    knowledge = KroketKnowledge(table(**RICH).view(0), 0)
    (opponent,) = knowledge.opponents
    assert len(weights.knock_opponent) == len(features_at_end(knowledge, opponent))
    assert len(weights.stay_opponent) == len(weights.barred_opponent) == len(features_in_play(knowledge, opponent, 1))
    assert len(weights.stay_own) == len(weights.barred_own) == 5
    for lead, change in (weights.stay_lead, weights.barred_lead):
        assert min(lead, lead + 3 * change) > 0


@pytest.mark.parametrize(
    ("given", "discarded"),
    [
        ({"discard": "2h8h", "turns": "1"}, [8]),
        ({"discard": "2hJh", "turns": "1"}, [0]),
        # The first of the discard was nobody's.
        ({"discard": "2h", "turns": "0"}, [0]),
        # The card that has just been taken was the other's last.
        ({"phase": "discard", "hand0": "9h(2c9dJdKhAs)1", "taken": "9h", "discard": "2h3h", "turns": "3"}, [9]),
        ({"players": 3, "discard": "2h8hTh", "turns": "2"}, [8, 10]),
    ],
)
def test_the_last_card_that_a_rival_discarded(given: dict[str, str | int], discarded: list[int]) -> None:
    knowledge = KroketKnowledge(table(dealer=0, **given).view(0), 0)
    assert [opponent.discarded for opponent in knowledge.opponents] == discarded


@pytest.mark.parametrize("nodes", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize(
    "given", [POOR, {"phase": "discard", "hand0": "(2c9dJdThKhAs)1"}, {"phase": "place", "drawn": "(Qd)1"}]
)
def test_a_node_is_a_move_that_is_looked_at(given: dict[str, str], nodes: int) -> None:
    state = table(**given)
    turn = Turn(0, state.legal(0), partial(state.view, 0))
    budget = Budget(lambda: 0.0, nodes=nodes)
    ranked = ExpertKroket(Random(1)).rank(turn, budget)
    assert len(ranked) == budget.nodes == min(nodes, len(turn.legal))
    assert len(turn.legal) <= ExpertKroket.default_nodes


def test_a_knock_that_gives_last_turns_is_worth_less() -> None:
    """K8."""
    ahead = {"hand0": "(7cJdKcTcAd)1", "table0": "(QcJc4h)1(2c2d2h)0", "discard": "3h"}
    assert values(table("lastturn=on", **ahead))["knock"] < values(table(**ahead))["knock"] - 0.02


def test_against_a_weak_rival_it_waits_until_it_is_sure() -> None:
    """Who has taken a low card will not be strong soon: there is time."""
    base = {"table0": "(Qc4c4h)1(2c2d2h)0", "hand0": "(6cJdKcTcAd)1", "turns": "2", "discard": "3h"}
    usual, weak = (values(table(**base, hand1=f"{known}(6d8h9hTh)2")) for known in ("7d", "4d"))
    for told in (usual, weak):
        assert 0.7 < told["knock"] < 0.95
        assert max(told.values()) == told["knock"]
    assert (next(iter(usual)), next(iter(weak)) == "knock") == ("knock", False)


@pytest.mark.slow
def test_the_same_seed_fits_the_same_weights() -> None:
    script = Path(__file__).parents[4] / "scripts" / "fit_kroket.py"
    command = [sys.executable, str(script), "--quick", "--seed", "1"]
    runs = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    assert runs[0] == runs[1]
    told = dict(line.strip().split(" = ") for line in runs[0].splitlines())
    assert (*told, "last_turn", "sure", "sure_if_weak") == KroketWeights._fields
    for name, value in told.items():
        assert isinstance(literal_eval(value), type(getattr(KroketWeights(), name)))
    assert literal_eval(told["knock_count"]) > 0


def shares(opponent: type[Player], options: list[str], deals: int) -> float:
    """The points of the expert, every deal once from each seat."""
    rules = KROKET.rules(options)
    points = 0.0
    for number in range(deals):
        for seat in range(rules.players):
            players: list[Player] = [opponent(Random(number * 8 + other)) for other in range(rules.players)]
            players[seat] = ExpertKroket(Random(0))
            state = KROKET.deal(rules, Dealer.of_text(f"expert {number}"))
            while state.outcome is None:
                at = state.turn
                state.play(at, players[at].choose(Turn(at, state.legal(at), partial(state.view, at))))
            points += (seat in state.outcome.winners) / len(state.outcome.winners)
    return points / (deals * rules.players)


@pytest.mark.parametrize(
    ("opponent", "options", "deals", "at_least"),
    [
        (RandomPlayer, [], 100, 0.64),
        (RandomPlayer, ["minrounds=2"], 60, 0.75),
        (RandomPlayer, ["lay=blind", "allpictures=rank"], 60, 0.6),
        (RandomPlayer, ["deals=3"], 25, 0.65),
        (RandomPlayer, ["lastturn=on", "takelimit=1"], 60, 0.6),
        (RandomPlayer, ["players=3"], 40, 0.42),
        (RandomPlayer, ["players=4"], 30, 0.27),
        (GreedyKroket, [], 100, 0.66),
    ],
)
def test_it_holds_its_own(opponent: type[Player], options: list[str], deals: int, at_least: float) -> None:
    """With room for chance: two standard errors and more below what it scores over thousands of deals."""
    assert shares(opponent, options, deals) >= at_least
