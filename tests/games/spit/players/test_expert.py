"""The expert of Spit: what it decides where the reason is plain, what it remembers, and how it simulates a round."""

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest

from cardgames.cards import Dealer
from cardgames.games.spit.players.expert.evaluation import FEATURES, STAGES, SpitEvaluation, Unseen, features
from cardgames.games.spit.players.expert.knowledge import Flights, Memory, SpitKnowledge
from cardgames.games.spit.players.expert.player import ExpertSpit
from cardgames.games.spit.players.expert.simulation import FITS, FLIGHT, JITTER, THINKS, SimulatedRound
from cardgames.games.spit.players.expert.weights import SpitWeights
from cardgames.games.spit.players.greedy import GreedySpit
from cardgames.games.spit.rules.game import SPIT
from cardgames.games.spit.rules.moves import WAIT, heads, parse_move
from cardgames.games.spit.rules.state import SpitState
from cardgames.players.expert.base import RankedMove
from cardgames.players.expert.budget import Budget
from cardgames.players.player import Turn
from cardgames.players.random import RandomPlayer
from cardgames.protocol.messages import Info
from tests.games.hidden_cards import exchanged
from tests.games.spit.players.test_greedy import play_round
from tests.games.spit.tables import play, table

NODES = 400
EVEN_JITTERS = bytes(2 * 400)


def values(state: SpitState, seat: int = 0) -> dict[str, float]:
    """What it thinks of each move, the best first."""
    turn = Turn(seat, state.legal(seat), partial(state.view, seat))
    ranked = ExpertSpit(Random(1)).rank(turn, Budget(lambda: 0.0, nodes=NODES))
    return {SPIT.move_name(one.move): one.value for one in ranked}


def choice(state: SpitState, seat: int = 0) -> str:
    return next(iter(values(state, seat)))


def tables(count: int) -> Iterator[SpitState]:
    """Tables in play from games of chance."""
    random = Random(5)
    for number in range(count):
        state = SPIT.deal(SPIT.rules(), Dealer.of_text(f"expert {number}"))
        for _ in range(random.randrange(60)):
            seat = random.choice(state.actors() or (0,))
            if state.phase != "over":
                state.play(seat, random.choice(state.legal(seat)))
        if state.phase == "play":
            yield state


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        # The last card ends the round at once.
        ({"stocks0": "8c,-,-,-,-", "stocks1": "Kd5d,4d,9d,-,-", "L": "7h", "R": "2h"}, "1L"),
        # The card that is followed by the other, not the one that is not.
        ({"stocks0": "8c,9c,6d,-,-", "stocks1": "Kd,2d,-,-,-", "L": "7h", "R": "Kh"}, "1L"),
        # Both land; the one that takes the other seat's last card its place.
        ({"stocks0": "8c,3c,Jd,-,-", "stocks1": "Ad,-,-,-,-", "L": "7h", "R": "2h"}, "2R"),
        ({"phase": "slap", "stocks1": "3d,-,-,-,-", "L": "2s", "R": "2h", "rest": "L"}, "slap:R"),
        ({"phase": "slap", "stocks1": "3d,-,-,-,-", "L": "2s", "R": "2h", "rest": "R"}, "slap:L"),
    ],
)
def test_what_it_chooses(given: dict[str, str], expected: str) -> None:
    assert choice(table(**given)) == expected


def test_a_card_that_wins_the_game_is_worth_all_of_it() -> None:
    """S15: the seat without spit cards is rid of its stock in a one-pile round."""
    state = table(stocks0="8c,-,-,-,-", stocks1="Kd5d,4d,9d,-,-", R="7h", spit1="2c3c4c", cards="9,43", rest="R")
    told = values(state)
    assert next(iter(told)) == "1R"
    assert told["1R"] == pytest.approx(1, abs=0.02)
    assert told["wait"] < told["1R"]


def test_a_slap_of_the_larger_pile_is_worth_less() -> None:
    told = values(table(phase="slap", stocks1="3d,-,-,-,-", L="2s", R="2h", rest="L"))
    assert told["slap:R"] > told["slap:L"]


def test_all_empty_places_are_alike() -> None:
    told = values(table(stocks0="Jc,Qc5c,-,-,-", stocks1="8d,-,-,-,-", L="2s", R="2h"))
    assert set(told) == {"2>3", "2>4", "2>5", "wait"}
    assert told["2>3"] == told["2>4"] == told["2>5"]


# -- what it sees and remembers


def test_its_idea_of_a_player_without_foresight_is_the_greedy_one() -> None:
    greedy = GreedySpit(Random(1))
    compared = 0
    for state in tables(60):
        for seat in (0, 1):
            knowledge = SpitKnowledge(state.view(seat), seat)
            other = Turn(1 - seat, state.legal(1 - seat), partial(state.view, 1 - seat))
            expected = knowledge.simulation.other.choice(knowledge.simulation.own, knowledge.simulation.heads)
            assert expected == greedy.choose(other), state.text()
            compared += expected != WAIT
    assert compared > 40


def test_what_a_view_tells() -> None:
    state = table(stocks0="8c,Kc2d,-,-,Qc4c5c", stocks1="6d,-,-,-,-", L="7h", R="3h", spit0="9h", spit1="Th", rest="R")
    knowledge = SpitKnowledge(state.view(0), 0)
    own, other = knowledge.simulation.own, knowledge.simulation.other
    assert (own.tops, own.depths, own.left, own.spit) == ([6, 0, 13, 13, 3], [0, 1, 0, 0, 2], 6, 1)
    assert (other.tops, other.left, other.spit) == ([4, 13, 13, 13, 13], 1, 1)
    assert sorted(knowledge.unseen) == sorted([11, 10, 2, 7, 8])
    assert sum(knowledge.simulation.sizes) == 52 - 9


def looks(state: SpitState, memory: Memory) -> Flights:
    return memory.now(SpitKnowledge(state.view(0), 0))


FOUR = {"stocks0": "8c,Qc,Tc,-,-", "stocks1": "6d,Jd,4d,-,-", "L": "7h", "R": "3h"}


def test_it_remembers_how_long_a_card_has_been_on_its_way() -> None:
    state = table(**FOUR)
    memory = Memory()
    first = looks(state, memory)
    assert (first.own_move, first.own_age, first.other_age) == (WAIT, 0, 0)
    memory.remember(parse_move("1L"))
    play(state, "1 3R")
    flights = looks(state, memory)
    assert flights.own_move == parse_move("1L")
    assert FLIGHT <= flights.own_age <= FLIGHT + JITTER
    memory.remember(flights.own_move)
    play(state, "0 1L")
    assert looks(state, memory).own_move == WAIT


def test_a_card_that_no_longer_goes_is_forgotten() -> None:
    state = table(**FOUR)
    memory = Memory()
    looks(state, memory)
    memory.remember(parse_move("1L"))
    play(state, "1 1L")
    assert looks(state, memory) == Flights(other_move=looks(state, Memory()).other_move)


def test_a_table_that_follows_from_nothing_it_knows_begins_anew() -> None:
    memory = Memory()
    looks(table(**FOUR), memory)
    memory.remember(parse_move("1L"))
    other = table(**{**FOUR, "stocks0": "8c,Qc,-,-,-", "stocks1": "6d,-,-,-,-"})
    assert looks(other, memory) == looks(other, Memory())


# -- what its choices have of that


class Watched(ExpertSpit):
    """Keeps what it was told to rank, and what it told."""

    def __init__(self, seed: int, **options: str) -> None:
        super().__init__(Random(seed), lambda: 0.0)
        self.ranked: list[list[int]] = []
        self.told: list[Info] = []
        self.report = self.told.append
        for option in self.options:
            self.set(option, options.get(option.name, option.default))

    def be(self, **options: str) -> None:
        for option in self.options:
            if option.name in options:
                self.set(option, options[option.name])

    def rank(self, turn: Turn, budget: Budget) -> list[RankedMove]:
        self.ranked.append(turn.legal)
        return list(super().rank(turn, budget))

    def has_begun(self, state: SpitState, seat: int = 0) -> str | None:
        move = self.move_in_progress(Turn(seat, state.legal(seat), partial(state.view, seat)))
        return None if move is None else SPIT.move_name(move)

    def move(self, state: SpitState, seat: int = 0, *, of: str = "") -> str:
        legal = [SPIT.parse_move(name) for name in of.split()] or state.legal(seat)
        return SPIT.move_name(self.choose(Turn(seat, legal, partial(state.view, seat))))


RACE = {"stocks0": "3c,4s,-,-,-", "stocks1": "4c,5s,-,-,-", "L": "2h", "R": "5h"}
"""Seat 0 wants its 3 on L, seat 1 its 4 on R. Then the 3 goes there too, where it would keep seat 1's 5 away."""


@pytest.mark.parametrize("seed", range(5))
def test_a_card_on_its_way_is_not_recalled_for_one_that_would_come_too_late(seed: int) -> None:
    player = Watched(seed, Nodes="300")
    state = table(**RACE)
    assert player.move(state) == "1L"
    play(state, "1 1R")
    assert player.move(state) == "1L"
    assert Watched(seed, Nodes="300").move(state) == "1R"  # with nothing in flight


@pytest.mark.parametrize("seed", range(5))
def test_no_card_is_on_its_way_on_a_table_that_came_otherwise(seed: int) -> None:
    """Seat 1 has a card more than before: a move was taken back, or this is another game."""
    player = Watched(seed, Nodes="300")
    own = {"stocks0": "4c,8d,-,-,-", "L": "7s"}
    assert player.move(table(**own, stocks1="4s,Qh,-,-,-", R="6c")) == "2L"
    state = table(**own, stocks1="4s,Qh,6c,-,-", R="5d")
    assert player.move(state) == Watched(seed, Nodes="300").move(state) == "1R"


@pytest.mark.parametrize("seed", range(20))
def test_the_card_on_its_way_is_never_overlooked(seed: int) -> None:
    """Skill falls in mid game to where four moves of five go unnoticed."""
    player = Watched(seed, Nodes="300")
    state = table(**RACE)
    assert player.has_begun(state) is None
    assert player.move(state, of="1L wait") == "1L"
    play(state, "1 1R")
    assert player.has_begun(state) == "1L"
    player.be(Skill="0")
    move = player.move(state)
    noticed = player.ranked[1] if len(player.ranked) > 1 else [parse_move(move)]
    assert parse_move("1L") in noticed


def test_who_waits_has_begun_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Watched(1)
    monkeypatch.setattr(player, "rank", lambda *_: [RankedMove(WAIT, 0.5)])
    state = table(**RACE)
    assert player.move(state) == "wait"
    play(state, "1 1R")
    assert player.has_begun(state) is None


def test_a_card_that_has_landed_is_not_begun() -> None:
    player = Watched(1, Nodes="300")
    state = table(**RACE)
    assert player.move(state) == "1L"
    play(state, "0 1L")
    assert player.has_begun(state) is None


ALIKE = {"stocks0": "8c,8d,Kc,-,-", "stocks1": "Kd5d,4d,9d,-,-", "L": "7h", "R": "2h"}
"""Two cards of one rank: neither is ever the worse one."""


@pytest.mark.parametrize("nodes", [1, 2, 5, 20, 100])
def test_it_spends_the_nodes_that_it_has(nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rollouts = []
    run = SimulatedRound.run

    def counted(simulation: SimulatedRound, unseen: bytes, jitters: bytes, plies: int) -> None:
        rollouts.append(simulation)
        run(simulation, unseen, jitters, plies)

    monkeypatch.setattr(SimulatedRound, "run", counted)
    player = Watched(1, Nodes=str(nodes))
    player.move(table(**ALIKE))
    assert player.told[-1].nodes == nodes
    assert len(rollouts) <= nodes


@pytest.mark.parametrize(
    ("given", "least", "most"),
    [({"stocks0": "8c,3c,Jd,-,-", "stocks1": "Ad,-,-,-,-", "L": "7h", "R": "2h"}, 0, 250), (ALIKE, 500, 1200)],
)
def test_a_move_that_has_lost_clearly_is_tried_no_more(given: dict[str, str], least: int, most: int) -> None:
    """Only moves that may still be the best get as many rollouts as are enough."""
    player = Watched(1)
    player.move(table(**given))
    (told,) = player.told
    assert told.nodes is not None
    assert least < told.nodes < most


@pytest.mark.parametrize("skill", ["6", "20"])
@pytest.mark.parametrize("seat", [0, 1])
def test_hidden_cards_change_nothing_in_choices_in_a_row(seat: int, skill: str) -> None:
    """With what it remembers from one choice to the next. No card is turned up between them."""
    given = {"stocks0": "8c,9c,Jc,2s9s4cKd,-", "stocks1": "4d,Td,6d,3s7s5c2d,-", "L": "7h", "R": "3h"}
    state = table(**given, spit0="AsQs8s", spit1="5s6sTs", rest="L")
    others = [SPIT.read(exchanged(state, seat, Random(number)).text()) for number in range(3)]
    assert all(other.text() != state.text() for other in others)
    choices = {table: choices_in_a_row(table, seat, skill) for table in (state, *others)}
    assert len(choices[state]) == 5
    assert len(set(choices.values())) == 1


def choices_in_a_row(state: SpitState, seat: int, skill: str) -> tuple[str, ...]:
    player = Watched(7, Nodes="60", Skill=skill)
    made = []
    for landing in ("1 1R", "0 1L", "0 2L", "1 2L", "0 3L"):
        made.append(player.move(state, seat))
        play(state, landing)
    return tuple(made)


# -- the simulated round


def simulated(**given: str) -> SimulatedRound:
    return SpitKnowledge(table(**given).view(0), 0).simulation


def test_the_card_that_lands_first_is_played_and_the_other_comes_back() -> None:
    """S8: both want the same pile."""
    simulation = simulated(stocks0="8c,Kc,-,-,-", stocks1="6d,Jd,-,-,-", L="7h", R="3h")
    simulation.own_move, simulation.other_move = parse_move("1L"), parse_move("1L")
    simulation.own_lands_at, simulation.other_lands_at = 100, 90
    simulation.run(b"", EVEN_JITTERS, 1)
    assert (simulation.own.left, simulation.other.left) == (2, 1)
    assert (simulation.own_move, simulation.now) == (THINKS, 90)


def test_a_card_on_its_way_keeps_its_time() -> None:
    simulation = simulated(stocks0="8c,Kc,-,-,-", stocks1="4d,Jd,-,-,-", L="7h", R="3h")
    simulation.own_move, simulation.other_move = parse_move("1L"), parse_move("1R")
    simulation.own_lands_at, simulation.other_lands_at = 100, 90
    simulation.run(b"", EVEN_JITTERS, 2)
    assert (simulation.own.left, simulation.other.left, simulation.now) == (1, 1, 100)


def test_they_spit_when_nobody_plays_and_end_when_nobody_can() -> None:
    simulation = simulated(stocks0="Kc,-,-,-,-", stocks1="Jd,-,-,-,-", L="Qh", R="3h", spit0="9h", spit1="8h")
    simulation.heads = heads([6], [1])
    sizes = list(simulation.sizes)
    simulation.run(bytes([7, 6]), EVEN_JITTERS, 1)
    assert simulation.sizes == [size + 1 for size in sizes]
    assert not simulation.ended
    simulation.run(bytes([7, 6]), EVEN_JITTERS, 2)
    assert simulation.ended


def test_while_the_other_seat_is_stuck_it_fills_its_places_first() -> None:
    free = simulated(stocks0="8c,Kc5c,-,-,-", stocks1="Jd,-,-,-,-", L="7h", R="3h")
    assert free.own.careful_choice(free.other, free.heads) == parse_move("2>3")
    busy = simulated(stocks0="8c,Kc5c,-,-,-", stocks1="6d,-,-,-,-", L="7h", R="3h")
    assert busy.own.careful_choice(busy.other, busy.heads) == parse_move("1L")


# -- the evaluation


def evaluation(state: SpitState, seat: int = 0) -> SpitEvaluation:
    return SpitEvaluation(state.view(seat), seat, SpitWeights(), SpitKnowledge(state.view(seat), seat).unseen)


def test_fewer_cards_are_better_and_the_two_shares_make_one() -> None:
    look = evaluation(table(**FOUR))
    worth = [look.begins_with(cards) for cards in range(53)]
    assert worth[0] == 1
    assert worth[52] == 0
    assert worth[26] == 0.5
    assert worth[5] > worth[12] > worth[20] > worth[30] > worth[45]
    for cards in range(27):
        assert worth[cards] + worth[52 - cards] == pytest.approx(1)


@pytest.mark.parametrize(("left", "worth"), [("-,-,-,-,-", 1.0), ("Kc,-,-,-,-", 0.0)])
def test_the_last_round_is_won_with_fewer_cards(left: str, worth: float) -> None:
    """S16; the piles are alike."""
    state = table("maxrounds=1", stocks0="8c,-,-,-,-", stocks1="6d,-,-,-,-", L="7h", R="3h")
    simulation = SpitKnowledge(state.view(0), 0).simulation
    simulation.sizes = [25, 25]
    simulation.own.left, simulation.other.left = (0, 2) if worth else (2, 0)
    assert evaluation(state).ended(simulation) == worth, left


@pytest.mark.parametrize(("points", "worth"), [("97,99", 1.0), ("99,97", 0.0), ("98,98", 0.5), ("0,0", None)])
def test_points_decide_once_a_seat_has_enough(points: str, worth: float | None) -> None:
    """S17: both have two cards left."""
    state = table("scoring=points", stocks0="8c,Kc,-,-,-", stocks1="6d,Qd,-,-,-", L="7h", R="3h", points=points)
    value = evaluation(state).ended(SpitKnowledge(state.view(0), 0).simulation)
    assert value == (0.5 if worth is None else worth)


@pytest.mark.parametrize(("points", "worth"), [("0,9000", 1.0), ("9000,0", 0.0)])
def test_points_far_apart_are_as_good_as_decided(points: str, worth: float) -> None:
    state = table(
        *("scoring=points", "target=10000"), stocks0="8c,-,-,-,-", stocks1="6d,-,-,-,-", L="7h", R="3h", points=points
    )
    told = values(state)
    assert next(iter(told.values())) == pytest.approx(worth, abs=1e-3)


def test_a_table_seen_from_both_sides_is_worth_one_together() -> None:
    for state in tables(40):
        both = [evaluation(state, seat).ahead(SpitKnowledge(state.view(seat), seat).simulation) for seat in (0, 1)]
        assert all(0 <= one <= 1 for one in both)
        # What it has learnt is from a player more careful than the other one: a little more than one.
        assert sum(both) == pytest.approx(1, abs=0.12), state.text()


def test_the_unseen_cards_are_counted() -> None:
    """Of four, two sixes (rank 4) would take a five or a seven; an ace is taken by a king and a two."""
    unseen = Unseen(bytes([4, 4, 0, 9]))
    only = [FITS[rank * 14 + 13] for rank in range(13)]
    assert unseen.takers(only[3]) == pytest.approx(13 * 2 / 4)
    assert unseen.takers(only[12]) == pytest.approx(13 / 4)
    assert unseen.takers(only[6]) == 0
    assert unseen.takers(only[3] | only[12]) == pytest.approx(13 * 3 / 4)


def test_the_weights_fit_the_features() -> None:
    weights = SpitWeights()
    assert len(weights.cards) == 27
    assert len(weights.lead) == len(weights.first) == FEATURES * (max(STAGES) + 1)
    assert len(features(simulated(**FOUR), Unseen(b""))) == FEATURES


def test_the_same_seed_fits_the_same_weights() -> None:
    script = Path(__file__).parents[4] / "scripts" / "fit_spit.py"
    command = [sys.executable, str(script), "--quick", "--seed", "1"]
    runs = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    assert runs[0] == runs[1]
    told = re.split(r"^(\w+) = ", runs[0], flags=re.MULTILINE)[1:]
    assert (*told[::2], "doubt", "points") == SpitWeights._fields
    for name, value in zip(told[::2], told[1::2], strict=True):
        usual = getattr(SpitWeights(), name)
        assert len(re.findall(r"-?\d+\.\d+", value)) == (len(usual) if isinstance(usual, tuple) else 1)


# -- games


def test_it_beats_random() -> None:
    wins = 0
    for game in range(6):
        expert, other = ExpertSpit(Random(game)), RandomPlayer(Random(-game))
        expert.set(ExpertSpit.options[1], "12")
        seat = game % 2
        wins += play_round(game // 2, (expert, other) if seat == 0 else (other, expert)) == (seat,)
    assert wins >= 5
