"""Whole games between built-in players without a referee: the engine's `play`."""

from collections import Counter
from collections.abc import Sequence
from functools import partial

from cardgames.cards import Dealer
from cardgames.cards.derived_seeds import derive, stream
from cardgames.games.players import make_player, read_player
from cardgames.players.player import Player, Turn
from cardgames.rules import Game, Outcome, Rules, State


class Tally:
    """The sum of some games.

    Attributes:
        names: the player of each seat.
        wins: how often each seat has won alone.
        draws: how often the first place was shared.
        moves: moves made, waits and slaps among them.
        reasons: how often each reason has ended a game.
    """

    __slots__ = ("draws", "games", "moves", "names", "reasons", "wins")

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.games = 0
        self.wins = [0] * len(names)
        self.draws = 0
        self.moves = 0
        self.reasons: Counter[str] = Counter()

    def add(self, outcome: Outcome, moves: int) -> None:
        """Counts one more game."""
        self.games += 1
        self.moves += moves
        self.reasons[outcome.reason] += 1
        if len(outcome.winners) == 1:
            self.wins[outcome.winners[0]] += 1
        else:
            self.draws += 1

    def text(self) -> str:
        """`played N players A,B wins N,N draws N moves N reasons REASON=N,…`, the commonest reason first."""
        wins = ",".join(map(str, self.wins))
        reasons = ",".join(f"{reason}={count}" for reason, count in self.reasons.most_common())
        names = ",".join(self.names)
        return (
            f"played {self.games} players {names} wins {wins} draws {self.draws} moves {self.moves} reasons {reasons}"
        )


def self_play(game: Game, rules: Rules, names: Sequence[str], seed: bytes, numbers: Sequence[int]) -> Tally:
    """Plays the games of these numbers, each from a deal of its own that `seed` and its number give.

    Args:
        names: a player for each seat, as `read_player` reads it: `greedy`, `expert:Skill=5`.

    Raises:
        PlayerError: no such player.
    """
    choices = [read_player(name) for name in names]
    tally = Tally([choice.label for choice in choices])
    for number in numbers:
        game_seed = derive(seed, f"game {number}")
        players = [
            make_player(choice.name, game.name, stream(game_seed, f"player {seat}"), choice.options)
            for seat, choice in enumerate(choices)
        ]
        state = game.deal(rules, Dealer(game_seed))
        moves = _play_out(state, players, game_seed)
        assert state.outcome is not None, "a game without moves has ended"
        tally.add(state.outcome, moves)
    return tally


def _play_out(state: State, players: Sequence[Player], seed: bytes) -> int:
    """Plays to the end; where several seats may move, chance says who is first. Returns how many moves."""
    coin = stream(seed, "clock")
    moves = 0
    while actors := state.actors():
        seat = actors[0] if len(actors) == 1 else coin.choice(actors)
        turn = Turn(seat, state.legal(seat), partial(state.view, seat))
        state.play(seat, players[seat].choose(turn))
        moves += 1
    return moves
