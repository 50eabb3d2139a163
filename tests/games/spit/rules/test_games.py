"""Whole games of Spit, played at random: what holds of every one of them, and one of them move by move."""

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgames.cards import CARD, DECK, Dealer
from cardgames.games.spit.rules.game import SPIT
from cardgames.games.spit.rules.state import SpitState

GOLDEN = Path(__file__).parents[3] / "data" / "golden" / "spit.txt"
OPTIONS = [
    (),
    ("maxrounds=3",),
    ("scoring=points", "target=30"),
    ("scoring=points", "target=60", "maxrounds=4"),
]

games = st.tuples(st.sampled_from(OPTIONS), st.integers(0, 10**6), st.integers(0, 400))


def dealt(options: tuple[str, ...], seed: int) -> SpitState:
    return SPIT.deal(SPIT.rules(options), Dealer.of_text(f"game {seed}"))


def step(state: SpitState, random: Random) -> tuple[int, int]:
    """Makes a random move of a random seat."""
    seat = random.choice(state.actors())
    move = random.choice(state.legal(seat))
    state.play(seat, move)
    return seat, move


def played(game: tuple[tuple[str, ...], int, int]) -> SpitState:
    """A game after so many random moves, or at its end."""
    options, seed, count = game
    state, random = dealt(options, seed), Random(seed)
    for _ in range(count):
        if not state.actors():
            break
        step(state, random)
    return state


def entries(state: SpitState) -> list[int]:
    piles = [stock for stocks in state.stocks for stock in stocks]
    return [entry for pile in (*piles, *state.spit, *state.piles) for entry in pile]


@given(games)
@settings(max_examples=60)
def test_all_52_cards_are_always_there(game: tuple[tuple[str, ...], int, int]) -> None:
    assert sorted(entry & CARD for entry in entries(played(game))) == list(DECK)


@given(games)
@settings(max_examples=60)
def test_a_position_read_back_is_the_same_table(game: tuple[tuple[str, ...], int, int]) -> None:
    state = played(game)
    twin = SPIT.read(state.text(), state.rules)
    assert twin.text() == state.text()
    assert twin.outcome == state.outcome
    for seat in (0, 1):
        seen = state.text(seat)
        assert twin.legal(seat) == state.legal(seat)
        assert state.view(seat).text() == SPIT.read(seen, state.rules).text() == twin.text(seat) == seen


@given(games)
@settings(max_examples=30)
def test_undo_goes_back_over_every_move(game: tuple[tuple[str, ...], int, int]) -> None:
    options, seed, count = game
    state, random = dealt(options, seed), Random(seed)
    past = []
    for _ in range(count):
        if not state.actors():
            break
        past.append((state.text(), state.legal(0), state.legal(1), state.dealer.drawn))
        step(state, random)
    end, told = state.text(), [event.text(0) for event in state.events()]
    for text, first, second, drawn in reversed(past):
        state.undo()
        assert (state.text(), state.legal(0), state.legal(1), state.dealer.drawn) == (text, first, second, drawn)
    with pytest.raises(IndexError):
        state.undo()
    again = Random(seed)
    for _ in past:
        step(state, again)
    assert state.text() == end
    assert [event.text(0) for event in state.events()] == told


@given(games, st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_cards_that_a_seat_does_not_know_leave_its_view_as_it_is(
    game: tuple[tuple[str, ...], int, int], random: Random
) -> None:
    state = played(game)
    text = state.text()
    hidden = [card for run in re.findall(r"\((\w+)\)0", text) for card in re.findall("..", run)]
    random.shuffle(hidden)
    cards = iter(hidden)
    exchanged = re.sub(
        r"\((\w+)\)0", lambda run: "(" + "".join(next(cards) for _ in range(0, len(run[1]), 2)) + ")0", text
    )
    twin = SPIT.read(exchanged, state.rules)
    for seat in (0, 1):
        assert twin.text(seat) == state.text(seat)
        assert twin.legal(seat) == state.legal(seat)


@given(games)
@settings(max_examples=40)
def test_a_view_lists_the_same_moves(game: tuple[tuple[str, ...], int, int]) -> None:
    state = played(game)
    for seat in (0, 1):
        assert state.view(seat).legal(seat) == SPIT.read(state.text(seat), state.rules).legal(seat) == state.legal(seat)


@given(games)
@settings(max_examples=40)
def test_events_tell_both_seats_what_both_may_see(game: tuple[tuple[str, ...], int, int]) -> None:
    state = played(game)
    told = [[event.text(seat) for event in state.events()] for seat in (0, 1)]
    assert told[0] == told[1]
    assert not any("??" in line for line in told[0])


@pytest.mark.parametrize("options", OPTIONS)
def test_random_games_end_by_the_rules(options: tuple[str, ...]) -> None:
    expected = {"out"} if not options else {"out", "round-limit", "points"}
    for seed in range(30):
        state, random = dealt(options, seed), Random(seed)
        while state.actors():
            step(state, random)
        assert state.outcome is not None
        assert state.reason in expected


# A golden playthrough: a whole short game, every move, what was told of it, and where it led


def golden_lines() -> list[str]:
    """A game of two rounds from a fixed deal; the moves are drawn from the dealing generator, which never changes."""
    state = SPIT.deal(SPIT.rules(["maxrounds=2"]), Dealer.of_text("golden"))
    chance = Dealer.of_text("golden moves")
    lines = [state.text()]
    while state.actors():
        seat = state.actors()[chance.below(len(state.actors()))]
        moves = state.legal(seat)
        listed = " ".join(SPIT.move_name(move) for move in moves)
        state.play(seat, moves[chance.below(len(moves))])
        told = "; ".join(event.text(seat) for event in state.events())
        lines += [f"legal {seat} {listed}", f"event {told}", state.text()]
    assert state.outcome is not None
    return [*lines, f"result {state.outcome.text()}"]


def test_the_golden_game_goes_as_it_went() -> None:
    assert golden_lines() == GOLDEN.read_text(encoding="ascii").splitlines()
