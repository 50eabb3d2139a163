"""Greedy at Spit: what it chooses, and that it is faster rid of its cards than chance."""

from random import Random

import pytest

from cardgames.cards import Dealer
from cardgames.games.spit.players.greedy import GreedySpit
from cardgames.games.spit.rules.game import SPIT
from cardgames.games.spit.rules.moves import WAIT
from cardgames.games.spit.rules.state import SpitState
from cardgames.players.player import Player, Turn
from cardgames.players.random import RandomPlayer
from tests.games.spit.tables import table


def choice(state: SpitState, seat: int = 0) -> str:
    turn = Turn(seat, state.legal(seat), lambda: state.view(seat))
    return SPIT.move_name(GreedySpit(Random(1)).choose(turn))


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        # A card that goes is played, whatever else there is.
        ({"stocks0": "8c,Kc,-,-,Qc5c", "stocks1": "Kd,-,-,-,-", "L": "7h", "R": "2h"}, "1L"),
        # Of two plays the one after which its own next card goes.
        ({"stocks0": "6c,8c,9c,-,-", "stocks1": "Kd,-,-,-,-", "L": "7h", "R": "2h"}, "2L"),
        # Of two plays the one that takes the other seat's play away.
        ({"stocks0": "8c,3c,-,-,-", "stocks1": "Ad,-,-,-,-", "L": "7h", "R": "2h"}, "2R"),
        # Of two equal plays the one with a card below.
        ({"stocks0": "8c,Kc8d,-,-,-", "stocks1": "Jd,-,-,-,-", "L": "7h", "R": "2h"}, "2L"),
        # With no play it looks at one card more, from its deepest stock.
        ({"stocks0": "Jc,Qc5c,-,Kc6c9c,-", "stocks1": "8d,-,-,-,-", "L": "2s", "R": "2h"}, "4>3"),
        ({"stocks0": "Jc,-,-,-,-", "stocks1": "3d,-,-,-,-", "L": "2s", "R": "2h"}, "wait"),
        ({"phase": "slap", "stocks1": "3d,-,-,-,-", "L": "2s", "R": "2h", "rest": "L"}, "slap:R"),
        ({"phase": "slap", "stocks1": "3d,-,-,-,-", "L": "2s", "R": "2h", "rest": "R"}, "slap:L"),
    ],
)
def test_what_it_chooses(given: dict[str, str], expected: str) -> None:
    assert choice(table(**given)) == expected


def test_it_chooses_alike_from_either_side_of_the_table() -> None:
    state = table(stocks0="Kd,-,-,-,-", stocks1="6c,8c,9c,-,-", L="7h", R="2h")
    assert choice(state, 1) == "2L"


def play_round(seed: int, players: tuple[Player, Player]) -> tuple[int, ...]:
    """A game on a simple virtual clock: a card chosen lands 400 to 450 ms later, one changed begins anew.

    Returns the winners.
    """
    state = SPIT.deal(SPIT.rules(), Dealer.of_text(f"race {seed}"))
    jitter = Random(seed)
    now = 0
    wanted: list[tuple[int, int] | None] = [None, None]
    while state.outcome is None:
        for seat in (0, 1):
            wanted[seat] = asked(state, seat, players[seat], wanted[seat], now + 400 + jitter.randrange(51))
        landings = [(landing[1], seat, landing[0]) for seat, landing in enumerate(wanted) if landing]
        if landings:
            now, seat, move = min(landings)
            wanted[seat] = None
            state.play(seat, move)
        else:
            now += 200
            state.play(0, WAIT)
            state.play(1, WAIT)
    return state.outcome.winners


def asked(
    state: SpitState, seat: int, player: Player, wanted: tuple[int, int] | None, landing: int
) -> tuple[int, int] | None:
    """The seat's intention from now on: the move and when it lands; None to wait."""
    legal = state.legal(seat)
    if legal in ([], [WAIT]):
        return None
    move = player.choose(Turn(seat, legal, lambda: state.view(seat)))
    assert move in legal
    if wanted and wanted[0] == move:
        return wanted
    return None if move == WAIT else (move, landing)


def test_it_beats_random() -> None:
    wins = 0
    for game in range(20):
        greedy, other = GreedySpit(Random(game)), RandomPlayer(Random(-game))
        seat = game % 2
        wins += play_round(game // 2, (greedy, other) if seat == 0 else (other, greedy)) == (seat,)
    assert wins >= 15


def test_it_plays_the_same_game_again() -> None:
    def record(seed: int) -> list[int]:
        chosen: list[int] = []

        class Noted(GreedySpit):
            def choose(self, turn: Turn) -> int:
                chosen.append(super().choose(turn))
                return chosen[-1]

        play_round(3, (Noted(Random(seed)), Noted(Random(seed))))
        return chosen

    assert record(5) == record(5)
