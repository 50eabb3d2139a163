"""The built-in players: found by name, legal, and the same again for the same seed."""

from functools import partial
from importlib import import_module
from random import Random

import pytest

from cardgames.cards import Dealer
from cardgames.cards.derived_seeds import derive, stream
from cardgames.engine.self_play import self_play
from cardgames.games.players import PLAYERS, PlayerError, _class_of, make_player
from cardgames.games.registry import GAMES, find_game
from cardgames.players.player import Player, Turn
from cardgames.players.random import RandomPlayer
from cardgames.rules import State

PAIRS = [(name, game) for name, kind in PLAYERS.items() for game in kind.games]


@pytest.mark.parametrize(("name", "game"), PAIRS)
def test_a_player_is_found_by_its_name(name: str, game: str) -> None:
    player = make_player(name.upper(), game, Random(1))
    assert player.name == name
    assert PLAYERS[name].meaning


@pytest.mark.parametrize(
    ("name", "game", "what"),
    [("greddy", "kroket", "did you mean greedy"), ("bob", "spit", "random, greedy"), ("greedy", "whist", "whist")],
)
def test_a_player_that_does_not_exist(name: str, game: str, what: str) -> None:
    with pytest.raises(PlayerError, match=what):
        make_player(name, game, Random(1))


def test_random_chooses_every_move_about_as_often() -> None:
    player = RandomPlayer(Random(1))
    turn = Turn(0, [5, 7, 9], lambda: pytest.fail("random looked at the table"))
    counts = [0] * 10
    for _ in range(3000):
        counts[player.choose(turn)] += 1
    assert sum(counts) == sum(counts[move] for move in (5, 7, 9)) == 3000
    assert all(850 < counts[move] < 1150 for move in (5, 7, 9))


def test_a_turn_looks_at_the_table_once_and_only_if_asked() -> None:
    game = find_game("kroket")
    state = game.deal(game.rules(), Dealer.of_text("1"))
    looks: list[int] = []

    def look() -> State:
        looks.append(1)
        return state.view(0)

    turn = Turn(0, [1], look, 5)
    assert looks == []
    assert turn.view is turn.view
    assert looks == [1]


class Watcher(Player):
    """Checks every turn that it gets, then plays the first move."""

    name = "watcher"

    def choose(self, turn: Turn) -> int:
        assert turn.view.legal(turn.seat) == turn.legal != []
        assert turn.view.viewer == turn.seat
        return turn.legal[int(self.rng.random() * len(turn.legal))]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "game"), PAIRS)
def test_a_player_plays_legal_moves_to_the_end(name: str, game: str) -> None:
    found = find_game(game)
    rules = found.rules(["maxturns=60"] if game == "crapette" else ["maxrounds=3"] if game == "spit" else [])
    tally = self_play(found, rules, [name, "random"], bytes(32), range(1, 6))
    assert tally.games == 5
    assert sum(tally.wins) + tally.draws == 5
    assert sum(tally.reasons.values()) == 5


@pytest.mark.parametrize("game", GAMES)
def test_a_player_sees_its_own_view_with_the_same_legal_moves(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardgames.engine.self_play.make_player", lambda _name, _game, rng, _options: Watcher(rng))
    found = find_game(game)
    rules = found.rules(["maxturns=30"] if game == "crapette" else ["maxrounds=2"] if game == "spit" else [])
    assert self_play(found, rules, ["random", "random"], bytes(32), [1, 2]).games == 2


@pytest.mark.parametrize("game", GAMES)
def test_a_player_needs_no_more_than_the_text_of_its_view(game: str) -> None:
    found = find_game(game)
    state = found.deal(found.rules(), Dealer.of_text("11"))
    for _ in range(30):
        seat = state.actors()[0]
        legal = state.legal(seat)
        text = state.text(seat)
        choices = [
            make_player("greedy", game, Random(3)).choose(Turn(seat, legal, look))
            for look in (partial(state.view, seat), partial(found.read, text, state.rules))
        ]
        assert choices[0] == choices[1]
        state.play(seat, choices[0])
        if not state.actors():
            break


def test_streams_follow_from_seed_and_label() -> None:
    seed = bytes(range(32))
    # HMAC-SHA256 as in RFC 2104, computed apart: H(K ^ opad, H(K ^ ipad, label)).
    from hashlib import sha256

    key = seed + bytes(32)
    inner = sha256(bytes(byte ^ 0x36 for byte in key) + b"clock").digest()
    assert derive(seed, "clock") == sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()
    labels = ["clock", "player 0", "player 1", "game 1"]
    assert len({derive(seed, label) for label in labels}) == len(labels)
    assert stream(seed, "clock").random() == stream(seed, "clock").random()
    assert stream(seed, "clock").random() != stream(seed, "player 0").random()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_says_which_players_it_has(game: str) -> None:
    offered = import_module(f"cardgames.games.{game}.players").CLASSES
    assert {name for name, kind in PLAYERS.items() if game in kind.games} == {"random", *offered}
    for name, path in offered.items():
        kind = PLAYERS[name].of_game(game)
        assert f"{kind.__module__}:{kind.__name__}" == path
        assert kind.name == name


def test_a_game_without_a_player_is_told_which_games_it_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("cardgames.games.spit.players"), "CLASSES", {})
    assert PLAYERS["greedy"].games == ("crapette", "kroket")
    assert "spit" in PLAYERS["random"].games
    _class_of.cache_clear()
    with pytest.raises(PlayerError, match="greedy does not play 'spit'; it plays crapette, kroket"):
        make_player("greedy", "spit", Random(1))
