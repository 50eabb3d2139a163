"""Crapette's expert: the moves of its turn against the rules, what it knows, what it finds.

What holds for every expert is in tests/players/expert/test_base.py.
"""

import subprocess
import sys
from ast import literal_eval
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from cardgames.cards import CARD_OF_NAME, UNKNOWN, Dealer
from cardgames.games.crapette.players.expert.evaluation import CrapetteEvaluation, win_share
from cardgames.games.crapette.players.expert.knowledge import BIT, CrapetteKnowledge, turn_state
from cardgames.games.crapette.players.expert.player import ExpertCrapette
from cardgames.games.crapette.players.expert.turn_moves import TURN_UP, TurnMoves, move_of, step_of
from cardgames.games.crapette.players.expert.weights import FEATURES, CrapetteWeights
from cardgames.games.crapette.rules.game import CRAPETTE
from cardgames.games.crapette.rules.moves import FLIP, HAND_TO_WASTE, NO_MOVE, PASS, RESERVE
from cardgames.games.crapette.rules.position import CHALLENGE, PLAY
from cardgames.games.crapette.rules.state import CrapetteState
from cardgames.players.expert.base import RankedMove
from cardgames.players.expert.budget import Budget
from cardgames.players.player import Turn
from cardgames.rules import State
from tests.games.crapette.players.test_greedy import BREACHES, Watched
from tests.games.crapette.tables import play, table
from tests.games.hidden_cards import exchanged
from tests.players.expert.test_budget import FakeClock

ENDS = (FLIP, PASS, HAND_TO_WASTE)
LONG = (
    "position crapette turn=0 phase=play hand0=7h6h7h9h8d7dTc4d5d6dKh4c5c2d7s waste0=JcKc9s8s reserve0=- up=- "
    "hand1=- waste1=JhTh7c9h2h5h4h8sTsKs4d7sJdTdJdTd9dKcQcKh8hJc6dQdKd6h5h4h3h3d8d reserve1=Qh "
    "houses=9s8h,QhJs,Qs,-,KdQcJhTs9d8c,7d6c5d,Qs,KsQdJsTh9c foundations=Tc,3c,3d,Ad,3h,Ah,6s,6s shifts=0 idle=0 "
    "turns=41 skips=- asked=-"
)
"""From late in a long game: a table from which tens of thousands of lines go on."""


def ranked_moves(state: State, nodes: int = 500, expert: ExpertCrapette | None = None) -> Sequence[RankedMove]:
    seat = state.actors()[0]
    view = state.view(seat)
    ranked = (expert or ExpertCrapette(Random(1))).rank(
        Turn(seat, state.legal(seat), lambda: view), Budget(lambda: 0.0, nodes=nodes)
    )
    assert view.text() == state.text(seat)
    return ranked


def choice(state: CrapetteState, nodes: int = 500) -> str:
    return CRAPETTE.move_name(ranked_moves(state, nodes)[0].move)


def names(moves: Sequence[int]) -> str:
    return " ".join(map(CRAPETTE.move_name, moves))


def own_turns(*options: str, deals: int = 2) -> Iterator[CrapetteState]:
    """Every table with a card move or a flip to be made, in games by chance, as the seat on turn sees it."""
    for number in range(deals):
        random = Random(number)
        state = CRAPETTE.deal(CRAPETTE.rules([*options, "maxturns=60"]), Dealer.of_text(f"turns {number}"))
        while state.actors():
            if state.phase == PLAY:
                yield state.view(state.turn)
            state.play(state.turn, random.choice(state.lawful() if state.phase == PLAY else [PASS]))


@pytest.mark.parametrize(
    "options",
    [[], ["duty=none"], ["duty=reserve", "maxshifts=2"], ["preset=pagat"], ["stop=touch"], ["handcard=may"]],
)
def test_a_turn_has_the_moves_of_the_rules(options: list[str]) -> None:
    for view in own_turns(*options):
        knowledge = CrapetteKnowledge(view)
        children, end = TurnMoves(knowledge).moves(knowledge.start, knowledge.shifts)
        lawful = view.lawful()
        steps = {step_of(view, move) for move in lawful if move not in ENDS}
        if FLIP in lawful and knowledge.own.flips[0] != UNKNOWN:
            steps.add(TURN_UP)
            lawful.remove(FLIP)
        assert {child[0] for child in children} == steps, view.text()
        assert len(children) == len(steps)
        assert [move for move in lawful if move in ENDS] == ([] if end == NO_MOVE else [end])


@pytest.mark.parametrize("options", [[], ["duty=none", "handcard=may"]])
def test_a_turn_moves_cards_as_the_rules_do(options: list[str]) -> None:
    for view in own_turns(*options, deals=1):
        knowledge = CrapetteKnowledge(view)
        for step, after, shifts in TurnMoves(knowledge).moves(knowledge.start, knowledge.shifts)[0]:
            table = view.copy()
            table.play(view.mover, move_of(view, step))
            if table.mover != view.mover or table.actors() == ():
                continue
            there = turn_state(table)
            assert after[:4] == there[:4], (view.text(), step)
            assert (after[5], shifts) == (there[5], table.shifts)
            assert after[4] == len(knowledge.own.flips) - len(CrapetteKnowledge(table).own.flips)
            other = 1 - view.mover
            assert after[6] == bytes(card & 63 for card in table.reserves[other][len(view.reserves[other]) :])
            assert after[7] == bytes(card & 63 for card in table.wastes[other][len(view.wastes[other]) :])


def test_what_a_seat_can_tell_of_the_hidden_cards() -> None:
    """Of two hidden copies each seat has one; of one it is as likely here as there, by the places left."""
    for view in own_turns(deals=1):
        knowledge = CrapetteKnowledge(view)
        both, one = knowledge.both_unseen.bit_count(), knowledge.one_unseen.bit_count()
        assert not knowledge.both_unseen & knowledge.one_unseen
        assert 2 * both + one == knowledge.own.hidden + knowledge.other.hidden
        for side in (knowledge.own, knowledge.other):
            assert 0 <= side.chance <= 1
            assert both + one * side.chance == pytest.approx(side.hidden)


def test_a_waste_that_is_turned_over_is_known_in_its_order() -> None:
    state = table(hand0="-", waste0="3d9cJh", hand1="(5c)0", waste1="8h", reserve1="2s")
    knowledge = CrapetteKnowledge(state.view(0))
    assert knowledge.own.flips == tuple(CARD_OF_NAME[name] for name in ("3d", "9c", "Jh"))
    assert knowledge.other.flips == (UNKNOWN, CARD_OF_NAME["8h"])
    assert knowledge.own.known[1] == BIT[CARD_OF_NAME["9c"]] | BIT[CARD_OF_NAME["Jh"]]
    assert knowledge.other.unknown == [1, 0, 0]


OWN = "(2c5d9s)0"
OTHER = "(3c6d8s)0"
"""Reserves of some hidden cards, to which the top is added."""


@pytest.mark.parametrize(
    ("what", "given", "move"),
    [
        ("a house cleared before the flip: it takes any card then", {"houses": "8s,9d"}, "1-2"),
        ("a house cleared in two steps", {"reserve0": "5c", "houses": "9h8s,Ts9d,JdTc"}, "1-2"),
        (
            "a house cleared, and the other's reserve made larger",
            {"houses": "6s", "reserve0": f"{OWN}2d", "reserve1": f"{OTHER}7s"},
            "1-OR",
        ),
        (
            "two loads and two houses cleared, the higher card first",
            {"houses": "8d,7d", "reserve0": f"{OWN}2h", "reserve1": f"{OTHER}9d"},
            "1-OR",
        ),
        ("no shuffling: the red 9s are as good", {"houses": "9d8s,9h"}, "flip"),
        (
            "no card put in an empty house for nothing",
            {"houses": "9d8s,-", "reserve0": f"{OWN}2d", "reserve1": f"{OTHER}4c"},
            "flip",
        ),
        (
            "a card that goes on another leaves the empty house alone",
            {"up": "6c", "houses": "7d,-", "reserve0": f"{OWN}2d", "reserve1": f"{OTHER}4s"},
            "H-1",
        ),
        (
            "the reserve's card where it costs no room, before the next card is seen",
            {"houses": "7d", "reserve0": f"{OWN}6c", "reserve1": f"{OTHER}2s"},
            "R-1",
        ),
        (
            "the card loaded away that lies where the reserve's is to go",
            {"houses": "9d8c", "reserve0": f"{OWN}8s", "reserve1": f"{OTHER}7c"},
            "1-OR",
        ),
        (
            "the hand card loaded, so that the reserve's goes on the house",
            {"up": "8c", "houses": "9d", "reserve0": f"{OWN}8s", "reserve1": f"{OTHER}4s", "waste1": "9c"},
            "H-OW",
        ),
        (
            "a card loaded on the other's reserve that could follow it on the foundation",
            {
                "houses": "4h",
                "foundations": "-,-,-,-,3h,-,-,-",
                "reserve0": f"{OWN}2d",
                "reserve1": f"{OTHER}5h",
            },
            "1-OR",
        ),
        (
            "an ace founded that takes a house",
            {"houses": "Ac", "reserve0": f"{OWN}2d", "reserve1": f"{OTHER}4s"},
            "1-F",
        ),
    ],
)
def test_what_it_prefers(what: str, given: dict[str, str], move: str) -> None:
    assert choice(table("duty=none", **given)) == move, what


@pytest.mark.parametrize(
    ("idle", "ahead", "move"),
    [(0, True, "H-W"), (4, True, "1-OR"), (5, True, "1-OR"), (4, False, "H-W"), (5, False, "H-W")],
)
def test_who_is_ahead_lets_no_impasse_come_about(idle: int, ahead: bool, move: str) -> None:
    """After six turns without progress it is drawn (C13). The weights are against loads, the one progress there is."""
    state = table(
        foundations="Kc,Kc,Kd,Kd,5h,5h,4s,4s",
        houses="Js,9h,Jh,9h",
        reserve0="-",
        hand0="-",
        waste0="Th",
        up="7s",
        reserve1="Ts",
        hand1="(7h)0",
        idle=idle,
    )
    values = [5.0 if ahead else 0.0] + [0.0] * (len(FEATURES) - 1)
    values[[name for name, _ in FEATURES].index("other reserve")] = -0.1
    expert = ExpertCrapette(Random(1))
    expert.weights = CrapetteWeights(tuple(values), tuple(values))
    ranked = ranked_moves(state, 500, expert)
    assert names([ranked[0].move]) == move
    if idle == 5:
        assert next(one.value for one in ranked if one.move == HAND_TO_WASTE) == pytest.approx(0.5, abs=1e-3)


@pytest.mark.parametrize("nodes", [1, 20, 500])
def test_it_is_out_when_it_can_be(nodes: int) -> None:
    """The reserve goes on what is left of house 1, then the three known cards go, each on the one before."""
    state = table(reserve0="7h", hand0="-", waste0="6s5d4c", houses="8s")
    moves = []
    expert = ExpertCrapette(Random(1))
    while state.turn == 0 and state.actors():
        ranked = ranked_moves(state, nodes, expert)
        moves.append(ranked[0].move)
        state.play(0, ranked[0].move)
    assert names(moves) == "R-1 flip H-1 flip H-1 flip H-1"
    assert state.outcome is not None
    assert state.outcome.winners == (0,)
    if nodes == 500:
        assert ranked[0].value > 0.999


def test_it_follows_its_plan_without_a_search() -> None:
    """House 3 is cleared in three steps, then the hand is turned up: all known before the first of them."""
    state = table(reserve0="5c", houses="9h8s,Ts9d,JdTc")
    expert = ExpertCrapette(Random(1))
    first = ranked_moves(state, 500, expert)[0]
    assert len(first.line) >= 2
    state.play(0, first.move)
    for number, move in enumerate(first.line):
        view = state.view(0)
        budget = Budget(lambda: 0.0, nodes=500)
        ranked = expert.rank(Turn(0, state.legal(0), lambda: view), budget)  # noqa: B023 - asked at once
        assert names([one.move for one in ranked]) == names([move])
        assert ranked[0].line == first.line[number + 1 :]
        assert budget.nodes == 0
        state.play(0, move)


def test_a_plan_is_dropped_when_the_table_is_another() -> None:
    expert = ExpertCrapette(Random(1))
    ranked_moves(table(reserve0="7h", hand0="-", waste0="6s5d4c", houses="8s"), 500, expert)
    assert names([ranked_moves(table(up="3h", houses="4s"), 500, expert)[0].move]) == "H-1"


def test_no_plan_makes_a_move_that_goes_unnoticed() -> None:
    """With some of the moves only to choose from, the plan made from others before is of use where it can be."""
    random = Random(5)
    state = CRAPETTE.deal(CRAPETTE.rules(["maxturns=16"]), Dealer.of_text("unnoticed"))
    experts = [ExpertCrapette(Random(seat)) for seat in (0, 1)]
    followed = 0
    while state.actors():
        seat = state.turn
        legal = state.legal(seat)
        some = sorted(random.sample(legal, random.randint(1, len(legal))))
        view = state.view(seat)
        budget = Budget(lambda: 0.0, nodes=30)
        ranked = experts[seat].rank(Turn(seat, some, lambda: view), budget)  # noqa: B023 - asked at once
        assert {one.move for one in ranked} <= set(some)
        followed += budget.nodes == 0 and len(some) > 1
        state.play(seat, ranked[0].move)
    assert followed > 3


def test_every_lawful_move_is_judged_the_best_first() -> None:
    compared = 0
    for view in islice(own_turns(deals=1), 0, None, 3):
        lawful = view.lawful()
        if len(lawful) > 1:
            ranked = ranked_moves(view, 60)
            values = [one.value for one in ranked]
            assert values == sorted(values, reverse=True)
            same = {step_of(view, move) if move not in ENDS else move for move in lawful}
            assert len(ranked) == len(same)
            assert {one.move for one in ranked} <= set(lawful)
            compared += 1
    assert compared > 50


def test_the_order_of_two_moves_makes_no_difference() -> None:
    """Both loads lead to the same table, whichever comes first."""
    state = table("duty=none", houses="9d,4s", reserve1="8d", waste1="5s", hand1="-")
    values = {CRAPETTE.move_name(one.move): one.value for one in ranked_moves(state)}
    assert values["1-OR"] == pytest.approx(values["2-OW"], abs=1e-4)
    assert values["1-OR"] > values["flip"]


def test_what_is_not_seen_changes_no_choice_of_a_game() -> None:
    """One player through the turns of a game, which remembers its plans, against the like at tables that differ."""
    compared = 0
    for number in range(3):
        state = CRAPETTE.deal(CRAPETTE.rules(["maxturns=8"]), Dealer.of_text(f"unseen {number}"))
        players = [[ExpertCrapette(Random(seat)) for seat in (0, 1)] for _ in range(3)]
        random = Random(number)
        while state.actors():
            seat = state.turn
            others = [state, *(exchanged(state, seat, random) for _ in players[1:])]
            choices = [ranked_moves(other, 120, mine[seat]) for other, mine in zip(others, players, strict=True)]
            assert choices[1:] == choices[:-1], state.text()
            compared += others[1].text() != state.text()
            state.play(seat, choices[0][0].move)
    assert compared > 60


@pytest.mark.parametrize("nodes", [1, 2, 5, 20, 100])
def test_no_more_nodes_than_it_has(nodes: int) -> None:
    """And all of them where there is enough to look at."""
    spent = []
    for view in islice(own_turns(deals=1), 0, None, 2):
        budget = Budget(lambda: 0.0, nodes=nodes)
        ExpertCrapette(Random(1)).rank(Turn(view.mover, view.lawful(), lambda: view), budget)  # noqa: B023
        spent.append(budget.nodes)
    assert max(spent) == nodes


def test_a_seat_that_has_the_next_turn_too_loses_nothing_by_ending_one() -> None:
    """The other seat misses its turn (C18)."""
    features = len(FEATURES) - 1
    expert = ExpertCrapette(Random(1))
    expert.weights = CrapetteWeights(going=(1.0, *[0.0] * features), ended=(-1.0, *[0.0] * features))
    for skips, odds in (("-", -1.0), ("0", -1.0), ("1", 1.0), ("0,1", -1.0)):
        state = table("stop=on", up="3h", skips=skips)
        value = next(one.value for one in ranked_moves(state, 500, expert) if one.move == HAND_TO_WASTE)
        assert value == pytest.approx(win_share(odds)), skips


@pytest.mark.parametrize("stop", ["stop=on", "stop=touch"])
@pytest.mark.parametrize(("given", "asked", "answer"), BREACHES)
def test_it_stops_a_breach(stop: str, given: dict[str, str], asked: str, answer: str) -> None:
    state = play(table(stop, **given), asked)
    ranked = ranked_moves(state)
    assert names([one.move for one in ranked]) == (f"{answer} pass" if answer == "stop" else f"{answer} stop")
    assert ranked[0].value >= ranked[1].value


def test_it_stops_a_touch() -> None:
    assert choice(play(table("stop=touch", reserve0="7h"), "R-1")) == "stop"


def test_it_never_breaks_a_rule() -> None:
    """Against a seat that says stop to every breach: nobody's move is ever stopped."""
    state = CRAPETTE.deal(CRAPETTE.rules(["stop=on", "maxturns=30"]), Dealer.of_text("breach"))
    players = [ExpertCrapette(Random(1)), Watched(Random(2))]
    asked = 0
    while state.actors():
        seat = state.turn
        legal = state.legal(seat)
        turn = Turn(seat, legal, partial(state.view, seat))
        if seat == 0 and state.phase == PLAY and len(legal) > 1:
            move = players[0].rank(turn, Budget(lambda: 0.0, nodes=60))[0].move  # type: ignore[attr-defined]
            assert move in state.lawful()
            asked += 1
        else:
            move = players[seat].choose(turn)
            assert state.phase != CHALLENGE or move == PASS
        state.play(seat, move)
    assert asked > 20


def test_weights_for_every_feature() -> None:
    weights = CrapetteWeights()
    assert len(weights.going) == len(weights.ended) == len(FEATURES)
    knowledge = CrapetteKnowledge(table().view(0))
    evaluation = CrapetteEvaluation(knowledge, weights)
    assert len(evaluation.going_features(knowledge.start)) == len(FEATURES)
    assert evaluation.going_features(knowledge.start)[:5] == [
        1,
        0,
        0,
        len(knowledge.own.flips),
        len(knowledge.other.flips),
    ]


def test_other_weights_are_read_at_use() -> None:
    state = table("duty=none", houses="9d", reserve1="8d")
    expert = ExpertCrapette(Random(1))
    names_of = [name for name, _ in FEATURES]
    against_loads = [0.0] * len(FEATURES)
    against_loads[names_of.index("other reserve")] = -1.0
    expert.weights = CrapetteWeights(tuple(against_loads), tuple(against_loads))
    assert names([ranked_moves(state)[0].move]) == "1-OR"
    assert names([ranked_moves(state, 500, expert)[0].move]) == "flip"


def test_the_reserve_counts_as_unseen_while_its_top_is_about_to_be_turned_up() -> None:
    view = table(reserve0="(3c)07h", houses="8s").view(0)
    knowledge = CrapetteKnowledge(view)
    after = next(child[1] for child in TurnMoves(knowledge).moves(knowledge.start, 0)[0] if child[0][0] == RESERVE)
    place = [name for name, _ in FEATURES].index("reserve unseen")
    evaluation = CrapetteEvaluation(knowledge, CrapetteWeights())
    assert not evaluation.going_features(knowledge.start)[place]
    assert evaluation.going_features(after)[place]


@pytest.mark.slow
def test_the_same_seed_fits_the_same_weights() -> None:
    script = Path(__file__).parents[4] / "scripts" / "fit_crapette.py"
    command = [sys.executable, str(script), "--quick", "--seed", "1"]
    runs = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    assert runs[0] == runs[1]
    for name in CrapetteWeights._fields:
        line = next(line for line in runs[0].splitlines() if f" {name}:" in line)
        assert len(literal_eval(line.split(" = ")[1])) == len(FEATURES)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--slips", "7"], "argument --slips: '7': a number from 0 to 1 was expected"),
        (["--rule", "foo=1"], "foo"),
        (["--rule", "duty"], "rule 'duty': NAME=VALUE was expected"),
    ],
)
def test_what_the_fit_refuses(arguments: list[str], words: str) -> None:
    script = Path(__file__).parents[4] / "scripts" / "fit_crapette.py"
    run = subprocess.run([sys.executable, str(script), *arguments], capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert "Traceback" not in run.stderr
    assert words in run.stderr.splitlines()[-1]
    assert not run.stdout


def test_what_a_search_has_met_is_let_go_by_the_next_ones_as_far_as_they_have_time() -> None:
    """On a clock by which each look takes a millisecond: of 20 ms it takes no more, and thinks for some of them."""
    clock = FakeClock(0.001)
    expert = ExpertCrapette(Random(1), clock)
    state = CRAPETTE.read(LONG)
    seat = state.actors()[0]
    turn = Turn(seat, state.legal(seat), lambda: state.view(seat), 20)
    expert.rank(turn, Budget(lambda: 0.0, nodes=6000))
    (long,) = expert._ended
    assert len(long._states) > 5000
    left = []
    while long in expert._ended:
        expert._plan = ()
        left.append(len(long._states))
        started = clock.now
        expert.choose(turn)
        assert clock.now - started <= 0.02
        assert len(expert._ended[-1]._states) > 1
    assert left == sorted(left, reverse=True)
    assert 1 < len(left) < 10
    assert len(expert._ended) == 1
