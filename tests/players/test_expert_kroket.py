"""The expert of Kroket: what it decides where the reason is plain, what it knows, and that it beats chance."""

from functools import partial
from random import Random

import pytest

from cardgames.cards import Dealer
from cardgames.games.kroket import KROKET
from cardgames.games.kroket_state import KroketState
from cardgames.players.budget import Budget
from cardgames.players.expert_kroket import ExpertKroket
from cardgames.players.expert_kroket_sight import Sight, growth, hand_features, table_features
from cardgames.players.expert_kroket_weights import KNOCK_STAGES, STAY_STAGES, Weights
from cardgames.players.greedy_kroket import GreedyKroket
from cardgames.players.player import Player, Turn
from cardgames.players.random_player import RandomPlayer
from tests.games.kroket_tables import table

RICH = {"hand0": "(TcJdKcAcAd)1", "table0": "(QcQdQhKdKh)1(2c)0", "discard": "3h"}
POOR = {"hand0": "(2c3c4c5c6c)1", "table0": "(7c8c9c)1(TcJcQc)0", "discard": "3h"}
NO_KNOCK = "minrounds=1"
EVEN = [1 / 13] * 13


def values(state: KroketState) -> dict[str, float]:
    """What it thinks of each move, the best first."""
    turn = Turn(state.turn, state.legal(state.turn), partial(state.view, state.turn))
    judged = ExpertKroket(Random(1)).rank(turn, Budget(lambda: 0.0))
    assert len(judged) == len(turn.legal)
    return {KROKET.move_name(one.move): one.value for one in judged}


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
    """K9: with the last card of the reserve the deal is over, and what a hand might become counts no more."""
    hand: dict[str, str | int] = {"hand0": "(8cJcQcKcAc)1", "table0": "(2c3c4c)1(5c6c7c)0", "discard": "Th", "left": 1}
    last = values(table(NO_KNOCK, **hand))
    # A card laid brings most of a point on average, a card drawn a third of one: only a 9 or T helps.
    assert last["lay"] > last["draw"]
    # The ten is two points for certain. K8: the same in the last turn after a knock.
    knocked = values(table("lastturn=on", knocked="1", turns="1", **{**hand, "left": 20}))
    assert next(iter(knocked)) == "take"


def test_the_take_that_ends_the_deal_is_seen_as_such() -> None:
    """K10: the last of the takes in a row. Far behind, everything else is better."""
    given = {**POOR, "discard": "4h", "turns": "7", "takes": "7"}
    assert values(table(NO_KNOCK, **given))["take"] < values(table(NO_KNOCK, **{**given, "takes": "6"}))["take"]


def test_a_rival_that_discards_pictures_is_thought_weak() -> None:
    """The same cards; but what seat 1 discarded, a seat that knows what it does keeps."""
    hand = {"hand0": "(5cJdKc9cAd)1", "table0": "(QcJc4h)1(2c2d2h)0", "turns": "4"}
    weak = values(table(**hand, discard="3cTdKd6hQd"))
    sound = values(table(**hand, discard="3cKdTdQd6h"))
    assert weak["knock"] > sound["knock"] + 0.03
    assert weak["draw"] > sound["draw"] + 0.03


def test_what_is_known_of_a_hand_is_reckoned_with() -> None:
    """A picture that the rival has taken is in its hand; a low card that it took tells of how it plays."""
    base = {"table0": "(QcQd4h)1(2c2d2h)0", "hand0": "(7cJdKcTcAd)1", "turns": "2", "discard": "3h"}
    unknown = values(table(**base, hand1="(5d6d8h9hTh)2"))["knock"]
    strong = values(table(**base, hand1="(5d6d8h9h)2Kh"))["knock"]
    low = values(table(**base, hand1="4d(6d8h9hTh)2"))["knock"]
    assert strong < unknown < low


def test_what_a_view_tells() -> None:
    state = table(
        hand0="(2c9dJdKhAs)1", table0="(Qc4cKc)1(5c6c7c)0", hand1="Jh3d(8h9hTh)2", discard="2hQh3h4h", turns=4
    )
    sight = Sight(state.view(0), 0)
    assert sight.hand == [0, 7, 9, 11, 12]
    assert sight.ranks == [10, 2, 11, None, None, None]
    assert sight.places[:3] == [5, 0, 3]
    (rival,) = sight.rivals
    # Seat 1 has discarded the four, and two turns before the queen.
    assert (rival.seat, rival.turns, rival.known, rival.junk, rival.pictures) == (1, 2, 2, 1, 1)
    # 52 cards but 5 + 3 + 2 + 4 are not seen; 2 of the queens and 2 of the jacks are among them.
    assert sum(sight.chances) == pytest.approx(1)
    assert sight.chances[10] == pytest.approx(2 / 38)
    assert sight.chances[9] == pytest.approx(2 / 38)
    worth = (2 * 5 + 2 * 2 + 2 * 3 + 3 * 1) / 38
    assert sight.worth == pytest.approx(worth)


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
    points, lay, empty, hidden = table_features([5, 0, 0.8, 0.8, 0, 3], [True, True, False, False, True, True], 0.8)
    assert (points, lay, empty, hidden) == pytest.approx((9.6, 0.8, 2, 2))
    assert [growth(turns) for turns in (0, 1, 10, 12)] == pytest.approx([0, 2.2, 10.8, 12.0])


def test_the_weights_have_a_place_for_every_stage() -> None:
    weights = Weights()
    assert len(weights.knock_bias) == len(weights.knock_lead) == KNOCK_STAGES
    assert len(weights.stay_bias) == len(weights.stay_lead) == STAY_STAGES
    assert 0.5 <= weights.sure <= 1
    assert min(weights.knock_lead + weights.stay_lead) > 0


def test_with_few_nodes_every_choice_is_still_looked_at() -> None:
    state = table(**POOR)
    turn = Turn(0, state.legal(0), partial(state.view, 0))
    budget = Budget(lambda: 0.0, nodes=1)
    assert len(ExpertKroket(Random(1)).rank(turn, budget)) == 4
    assert budget.nodes <= 5
    whole = Budget(lambda: 0.0)
    ExpertKroket(Random(1)).rank(turn, whole)
    assert whole.nodes <= ExpertKroket.plenty


def shares(rival: type[Player], options: list[str], deals: int) -> float:
    """The points of the expert, every deal once from each seat."""
    rules = KROKET.rules(options)
    points = 0.0
    for number in range(deals):
        for seat in range(rules.players):
            players: list[Player] = [rival(Random(number * 8 + other)) for other in range(rules.players)]
            players[seat] = ExpertKroket(Random(0))
            state = KROKET.deal(rules, Dealer.of_text(f"expert {number}"))
            while state.outcome is None:
                at = state.turn
                state.play(at, players[at].choose(Turn(at, state.legal(at), partial(state.view, at))))
            points += (seat in state.outcome.winners) / len(state.outcome.winners)
    return points / (deals * rules.players)


@pytest.mark.parametrize(
    ("rival", "options", "deals", "at_least"),
    [
        (RandomPlayer, [], 100, 0.64),
        (RandomPlayer, ["minrounds=2"], 60, 0.75),
        (RandomPlayer, ["lay=blind", "allpictures=rank"], 60, 0.6),
        (RandomPlayer, ["deals=3"], 25, 0.65),
        (RandomPlayer, ["lastturn=on", "takelimit=1"], 60, 0.6),
        (RandomPlayer, ["players=3"], 40, 0.42),
        (RandomPlayer, ["players=4"], 30, 0.27),
        (GreedyKroket, [], 100, 0.4),
    ],
)
def test_it_holds_its_own(rival: type[Player], options: list[str], deals: int, at_least: float) -> None:
    """With room for chance: two standard errors and more below what it scores over thousands of deals."""
    assert shares(rival, options, deals) >= at_least
