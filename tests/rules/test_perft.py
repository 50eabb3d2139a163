"""Perft: sequences of exactly N legal moves, held against a count that takes nothing back."""

import pytest

from cardgames.cards import Dealer
from cardgames.games.registry import GAMES
from cardgames.games.spit.rules.game import SPIT
from cardgames.rules import State
from cardgames.rules.perft import perft
from tests.games.spit.tables import table

SPIT_DEAL = "perft"


def counted(state: State, depth: int) -> int:
    """The same number by copies alone, every last move made."""
    if depth == 0:
        return 1
    count = 0
    for seat in state.actors():
        for move in state.legal(seat):
            if move in state.game.passive:
                continue
            after = state.copy()
            after.play(seat, move)
            if depth == 1 or after.dealer.drawn == state.dealer.drawn:
                count += counted(after, depth - 1)
    return count


@pytest.mark.parametrize("name", GAMES)
def test_it_counts_sequences_of_moves(name: str) -> None:
    game = GAMES[name]
    for seed in ("a", "b", "c"):
        state = game.deal(game.rules(), Dealer.of_text(seed))
        text, drawn = state.text(), state.dealer.drawn
        for depth in range(4):
            assert perft(state, depth) == counted(state, depth)
        assert (state.text(), state.dealer.drawn) == (text, drawn)


@pytest.mark.parametrize(
    ("depth", "count"), [(0, 1), (1, 3), (2, 11), (3, 50), (4, 231), (5, 1115), (6, 4732), (7, 20484)]
)
def test_counts_of_a_fixed_spit_deal(depth: int, count: int) -> None:
    assert perft(SPIT.deal(SPIT.rules(), Dealer.of_text(SPIT_DEAL)), depth) == count


def test_passive_moves_are_left_out() -> None:
    state = table(stocks0="8cKc,-,-,-,-", stocks1="Qd,-,-,-,-", L="Tc", R="2h")
    assert len(state.legal(0)) + len(state.legal(1)) == 6
    assert perft(state, 1) == 4  # the king to each of four empty places; no wait


def test_a_shuffle_is_counted_and_not_expanded() -> None:
    state = table(phase="slap", stocks1="Qd,-,-,-,-", L="Tc", R="2h")
    assert [perft(state, depth) for depth in (1, 2, 3, 4)] == [4, 8, 0, 0]


def test_an_ended_game_adds_none() -> None:
    # Seat 1's 8 ends the game; before it, seat 0 can play its own.
    given = {"stocks0": "8d,Kh,-,-,-", "stocks1": "8c,-,-,-,-", "L": "7h", "R": "-", "cards": "43,9"}
    state = table(**given)
    assert perft(state, 1) == 2
    assert perft(state, 2) == counted(state, 2) == 0
    assert perft(table(phase="over", reason="round-limit", slaps="L,R", L="Tc", R="2h"), 1) == 0
