"""What a game writes it reads: along random games, from positions at the limits, and from those spoilt at random."""

from collections.abc import Iterator
from random import Random

import pytest

from cardgames.cards import Dealer
from cardgames.games.registry import GAMES
from cardgames.rules import Game, PositionError, Rules, State
from tests.reference.duel import random_rules
from tests.reference.mutations import spoil
from tests.reference.positions import random_position

LIMITS = {
    "crapette": {"shifts": ("999", "1000"), "idle": ("99999", "100000"), "turns": ("99999", "100000")},
    "spit": {"round": ("999999999", "1000000000"), "points": ("1000000000,1000000000", "999999990,1000000000")},
    "kroket": {
        "takes": ("999999999", "1000000000"),
        "turns": ("999999999", "1000000000"),
        "scores": ("1000000000", "999999990"),
    },
}
"""What each counter is put to; `scores` for every seat."""


def rules_of(game: Game, random: Random) -> Rules:
    return game.rules([f"{name}={value}" for name, value in random_rules(game.name, random).items()])


def at_the_limits(text: str, game: Game, rules: Rules, random: Random) -> str:
    """The position with some of its counters as high as they can be."""
    words = dict(word.partition("=")[::2] for word in text.split()[2:])
    for key, values in LIMITS[game.name].items():
        if random.random() < 0.6:
            value = random.choice(values)
            words[key] = ",".join([value] * rules.players) if key == "scores" else value
    return " ".join([*text.split()[:2], *(f"{key}={value}" for key, value in words.items())])


def check_written(state: State, rules: Rules) -> None:
    """It reads back as it was written, whole and as every seat sees it, with the same moves and the same end."""
    text = state.text()
    again = state.game.read(text, rules)
    assert again.text() == text
    assert again.actors() == state.actors(), text
    assert again.outcome == state.outcome, text
    for seat in range(rules.players):
        assert again.legal(seat) == state.legal(seat), text
        seen = state.text(seat)
        view = state.game.read(seen, rules)
        assert view.text() == view.text(seat) == seen


def stepped(state: State, random: Random, most: int) -> Iterator[State]:
    """The state before each of some random moves, and at the last after all of them."""
    for _ in range(most):
        yield state
        actors = state.actors()
        assert (state.outcome is None) == bool(actors), state.text()
        if not actors:
            return
        seat = random.choice(actors)
        legal = state.legal(seat)
        assert legal, state.text()
        eager = [move for move in legal if move not in state.game.passive]
        move = random.choice(eager or legal)
        if random.random() < 0.1 and state.game.name == "crapette":
            move = touch(state, seat, random) or move
        state.play(seat, move)
        if random.random() < 0.05:
            state.undo()


def touch(state: State, seat: int, random: Random) -> int | None:
    """A move that is accepted without being listed (C19), if there is one among a few tries."""
    tries = (random.randrange(120) for _ in range(8))
    return next((move for move in tries if state.refusal(seat, move) is None), None)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
@pytest.mark.parametrize("seed", range(12))
def test_along_a_game(game: Game, seed: int, run_seed: int) -> None:
    random = Random(f"{run_seed} along {seed}")
    rules = rules_of(game, random)
    for state in stepped(game.deal(rules, Dealer.of_text(f"{run_seed} {seed}")), random, 400):
        check_written(state, rules)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
@pytest.mark.parametrize("seed", range(60))
def test_from_where_counters_are_at_their_limits(game: Game, seed: int, run_seed: int) -> None:
    random = Random(f"{run_seed} limits {seed}")
    rules = rules_of(game, random)
    settings = {**rules, "players": rules.players}
    text = at_the_limits(random_position(game.name, settings, random), game, rules, random)
    for state in stepped(game.read(text, rules), random, 60):
        check_written(state, rules)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
@pytest.mark.parametrize("seed", range(60))
def test_from_what_is_accepted_of_positions_with_something_wrong(game: Game, seed: int, run_seed: int) -> None:
    random = Random(f"{run_seed} spoilt {seed}")
    rules = rules_of(game, random)
    settings = {**rules, "players": rules.players}
    text = random_position(game.name, settings, random)
    for _ in range(12):
        spoilt = text
        for _ in range(random.choice((1, 1, 2, 4))):
            spoilt = spoil(spoilt, random)
        try:
            state = game.read(spoilt, rules)
        except PositionError:
            continue
        if state.viewer is None:
            for following in stepped(state, random, 25):
                check_written(following, rules)
