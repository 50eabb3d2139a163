"""Greedy at Crapette: lawful, deterministic, blind to what it may not see, and better than chance."""

from collections.abc import Sequence
from functools import partial
from random import Random

import pytest

from cardgames.cards import Dealer
from cardgames.games.crapette.players.greedy import GreedyCrapette
from cardgames.games.crapette.rules.game import CRAPETTE
from cardgames.games.crapette.rules.position import CHALLENGE
from cardgames.games.crapette.rules.state import CrapetteState
from cardgames.players.player import Player, Turn
from cardgames.players.random import RandomPlayer
from cardgames.rules.game import Outcome
from tests.games.crapette.tables import play, table

BREACHES: list[tuple[dict[str, str], str, str]] = [
    ({"reserve0": "Ac"}, "flip", "stop"),
    ({"reserve0": "Ac"}, "R-F", "pass"),
    ({}, "flip", "pass"),
    ({"up": "3h", "houses": "-"}, "H-W", "stop"),
    ({"up": "3h"}, "H-W", "pass"),
]
"""What the table has, the move that is asked, and the answer to it (C16)."""


def choice(state: CrapetteState, seed: int = 1) -> str:
    """The move that greedy makes, and that it left its view as it was."""
    seat = state.turn
    view = state.view(seat)
    move = GreedyCrapette(Random(seed)).choose(Turn(seat, state.legal(seat), lambda: view))
    assert view.text() == state.text(seat)
    return CRAPETTE.move_name(move)


@pytest.mark.parametrize(
    ("what", "given", "move"),
    [
        ("the reserve before the hand", {"reserve0": "7h", "up": "7d", "houses": "8s"}, "R-1"),
        ("a load with the reserve", {"reserve0": "7h", "houses": "8s", "reserve1": "8h"}, "R-OR"),
        ("a load from a house", {"reserve0": "3h", "houses": "9d8s", "reserve1": "7s"}, "1-OR"),
        ("a house cleared", {"houses": "8s,9d"}, "1-2"),
        ("the way opened for the reserve", {"reserve0": "9h", "houses": "Tc9d,Ts"}, "R-2"),
        ("no shuffling", {"houses": "9d8s,9h"}, "flip"),
        ("the turn kept", {"up": "3h", "houses": "4s"}, "H-1"),
    ],
)
def test_what_it_prefers(what: str, given: dict[str, str], move: str) -> None:
    assert choice(table("handcard=may", "duty=none", **given)) == move, what


@pytest.mark.parametrize("stop", ["stop=on", "stop=touch"])
@pytest.mark.parametrize(("given", "asked", "answer"), BREACHES)
def test_it_stops_a_breach(stop: str, given: dict[str, str], asked: str, answer: str) -> None:
    assert choice(play(table(stop, **given), asked)) == answer


def test_it_stops_a_touch() -> None:
    assert choice(play(table("stop=touch", reserve0="7h"), "R-1")) == "stop"


class Watched(GreedyCrapette):
    """Counts the breaches that it has announced, and the house-to-house tables that it has seen twice in a turn."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.breaches = 0
        self.repeats = 0
        self.seen: set[tuple[bytes, ...]] = set()

    def choose(self, turn: Turn) -> int:
        move = super().choose(turn)
        view = turn.view
        assert isinstance(view, CrapetteState)
        if view.phase != CHALLENGE:
            self.breaches += move not in view.lawful()
            houses = tuple(bytes(house) for house in view.houses)
            self.seen = self.seen if view.shifts else set()
            self.repeats += houses in self.seen
            self.seen.add(houses)
        return move


def outcome_of(players: Sequence[Player], number: int, *options: str) -> tuple[Outcome, str]:
    state = CRAPETTE.deal(CRAPETTE.rules(options), Dealer.of_text(f"game {number}"))
    while state.actors():
        seat = state.turn
        legal = state.legal(seat)
        move = players[seat].choose(Turn(seat, legal, partial(state.view, seat)))
        assert move in legal
        state.play(seat, move)
    assert state.outcome is not None
    return state.outcome, state.text()


def points_against_random(deals: int, *options: str) -> float:
    """The share of the points, each deal played from both sides."""
    points = 0.0
    for deal in range(deals):
        for side in (0, 1):
            players: list[Player] = [GreedyCrapette(Random(deal)), RandomPlayer(Random(deal + 1))]
            outcome, _ = outcome_of(players[::-1] if side else players, deal, *options)
            points += len(outcome.winners) == 1 and outcome.winners[0] == side
            points += 0.5 * (len(outcome.winners) == 2)
    return points / (2 * deals)


@pytest.mark.parametrize("options", [[], ["preset=pagat"], ["stop=touch", "maxturns=300"]])
def test_it_beats_random(options: list[str]) -> None:
    assert points_against_random(20, *options) >= 0.8


@pytest.mark.parametrize("options", [[], ["stop=on", "maxturns=200"], ["duty=none", "handcard=may"]])
def test_it_keeps_the_rules_and_never_shuffles_houses(options: list[str]) -> None:
    for number in range(3):
        players = [Watched(Random(1)), Watched(Random(2))]
        outcome_of(players, number, *options)
        assert [(player.breaches, player.repeats) for player in players] == [(0, 0), (0, 0)]


def test_the_same_chance_gives_the_same_game() -> None:
    games = [outcome_of([GreedyCrapette(Random(3)), GreedyCrapette(Random(4))], 5)[1] for _ in range(2)]
    assert games[0] == games[1]


def test_it_needs_no_more_than_the_text_of_its_view() -> None:
    """The same choice from the view written and read back, which knows nothing of the whole table."""
    state, random = CRAPETTE.deal(CRAPETTE.rules(), Dealer.of_text("text")), Random(1)
    for number in range(200):
        if not state.actors():
            break
        seat, legal = state.turn, state.legal(state.turn)
        view = CRAPETTE.read(state.text(seat), state.rules)
        told = GreedyCrapette(Random(number)).choose(Turn(seat, legal, partial(state.view, seat)))
        assert GreedyCrapette(Random(number)).choose(Turn(seat, legal, partial(CrapetteState.copy, view))) == told
        state.play(seat, random.choice(legal))
