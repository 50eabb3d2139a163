#!/usr/bin/env python3
"""Tunes the weights of an expert by self-play with SPSA (simultaneous perturbation stochastic approximation).

    .venv/bin/python scripts/tune.py kroket --rounds 500 --seed 1
    .venv/bin/python scripts/tune.py kroket --only sure last_turn --against greedy,random --rounds 200
    .venv/bin/python scripts/tune.py kroket --confirm 1000 --against greedy
    .venv/bin/python scripts/tune.py kroket --confirm 1000 --unlearnt --sprt elo0=0,elo1=20 --workers 2

In each round every weight is moved by its step, up or down by a coin: one player has it so, its twin the other way
round. They play some deals from both sides; the weights then go a little to the side that won. Steps and gains fall as
Spall advises (exponents 0.101 and 0.602). The same arguments give the same weights: chance comes from --seed, and
thinking is limited by nodes, never by time. The last lines are the weights, as they stand in the expert's module.

Weights are the fields of `weights`, a NamedTuple of numbers and tuples of numbers; `NAME.3` is the fourth of a tuple.
"""

import argparse
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from math import sqrt
from multiprocessing import Pool
from random import Random
from typing import Any, NamedTuple

from arguments import at_least, positive
from unlearnt import UNLEARNT

from cardgames.cards import Dealer
from cardgames.games.players import PLAYERS, PlayerError, make_player, read_player
from cardgames.games.registry import find_game
from cardgames.players.expert.base import Expert
from cardgames.players.player import Player, Turn
from cardgames.rules import Game, GameError, Rules
from cardgames.tournament.ladder import split_players
from cardgames.tournament.rating.sprt import Sprt, SprtError, Verdict, read_sprt

LEAST_STEP = 0.02
SERVES = {
    **dict.fromkeys(("only", "deals", "step", "gain"), "rounds"),
    **dict.fromkeys(("sprt", "unlearnt", "workers"), "confirm"),
}
"""Options that only another one has a use for."""


class Field(NamedTuple):
    """One number among the weights."""

    name: str
    at: int | None
    """Where in a tuple; None for a number by itself."""

    @property
    def label(self) -> str:
        return self.name if self.at is None else f"{self.name}.{self.at}"


def fields_of(weights: Any, only: Sequence[str]) -> list[Field]:
    """The numbers of `weights`; with `only`, those of these names. Raises ValueError: there are none of that name."""
    fields = []
    for name in weights._fields:
        value = getattr(weights, name)
        fields += [Field(name, at) for at in range(len(value))] if isinstance(value, tuple) else [Field(name, None)]
    chosen = [field for field in fields if not only or field.name in only or field.label in only]
    unknown = set(only) - {field.name for field in fields} - {field.label for field in fields}
    if unknown:
        raise ValueError(f"no weights {', '.join(sorted(unknown))}; there are {', '.join(weights._fields)}")
    return chosen


def read_values(weights: Any, fields: Sequence[Field]) -> list[float]:
    return [getattr(weights, name) if at is None else getattr(weights, name)[at] for name, at in fields]


def with_values(weights: Any, fields: Sequence[Field], values: Sequence[float]) -> Any:
    """The same weights with other values in these fields."""
    for (name, at), value in zip(fields, values, strict=True):
        old = getattr(weights, name)
        new = value if at is None else (*old[:at], value, *old[at + 1 :])
        weights = weights._replace(**{name: new})
    return weights


class Arena:
    """Where two players meet: deals of one game, each played from both sides."""

    def __init__(self, game: Game, rules: Rules, nodes: int | None, seed: str) -> None:
        self.game = game
        self.rules = rules
        self.nodes = nodes
        self.seed = seed

    def expert(self, weights: Any, rng: Random) -> Player:
        options = [("Nodes", str(self.nodes))] if self.nodes else []
        player = make_player("expert", self.game.name, rng, options)
        player.weights = weights  # type: ignore[attr-defined]
        return player

    def pair(self, one: Any, other: Any, number: int) -> float:
        """The points of the first in one deal from both sides, 0 to 2; a word in place of weights is a player."""
        points = 0.0
        for seat in (0, 1):
            players = [self._seated(who, f"{self.seed} {number} {at}") for at, who in enumerate((one, other))]
            if seat:
                players.reverse()
            points += self._play(players, f"{self.seed} {number}")[seat]
        return points

    def _seated(self, who: Any, seed: str) -> Player:
        if isinstance(who, str):
            choice = read_player(who)
            return make_player(choice.name, self.game.name, Random(seed), choice.options)
        return self.expert(who, Random(seed))

    def _play(self, players: Sequence[Player], seed: str) -> list[float]:
        state = self.game.deal(self.rules, Dealer.of_text(seed))
        coin = Random(seed)
        while actors := state.actors():
            seat = actors[0] if len(actors) == 1 else coin.choice(actors)
            state.play(seat, players[seat].choose(Turn(seat, state.legal(seat), partial(state.view, seat))))
        outcome = state.outcome
        assert outcome is not None
        return [(seat in outcome.winners) / len(outcome.winners) for seat in (0, 1)]


def tune(arena: Arena, start: Any, fields: Sequence[Field], options: argparse.Namespace) -> Any:
    """SPSA over `fields`. Tells how it goes on stderr."""
    random = Random(f"spsa {options.seed}")
    values = read_values(start, fields)
    steps = [max(LEAST_STEP, options.step * abs(value)) for value in values]
    deal = 0
    for number in range(options.rounds):
        step = 1 / (number + 1) ** 0.101
        gain = options.gain / (number + 1 + 0.1 * options.rounds) ** 0.602 * (0.1 * options.rounds) ** 0.602
        signs = [random.choice((-1, 1)) for _ in fields]
        sides = [
            with_values(start, fields, [v + way * s * step * d for v, s, d in zip(values, steps, signs, strict=True)])
            for way in (1, -1)
        ]
        better = 0.0
        for _ in range(options.deals):
            deal += 1
            better += _difference(arena, sides, options.against, deal)
        better /= 2 * options.deals
        values = [v + gain * better * s * d for v, s, d in zip(values, steps, signs, strict=True)]
        if (number + 1) % max(1, options.rounds // 20) == 0:
            told = " ".join(f"{field.label}={value:.3f}" for field, value in zip(fields, values, strict=True))
            print(f"{number + 1}/{options.rounds} {told}", file=sys.stderr, flush=True)
    return with_values(start, fields, [round(value, 3) for value in values])


def _difference(arena: Arena, sides: Sequence[Any], against: Sequence[str], deal: int) -> float:
    """How many points the first set of weights is better than the second in one deal from both sides, -2 to 2."""
    if not against:
        return 2 * arena.pair(sides[0], sides[1], deal) - 2
    rival = against[deal % len(against)]
    return arena.pair(sides[0], rival, deal) - arena.pair(sides[1], rival, deal)


def confirm(arena: Arena, weights: Any, old: Any, options: argparse.Namespace) -> None:
    """Plays the new weights against the old ones, or against the players named, and tells the points."""
    for rival in options.against or [old]:
        results: list[float] = []
        told = ""
        with played(arena, weights, rival, options) as pairs:
            for points in pairs:
                results.append(points)
                if options.sprt:
                    state = options.sprt.state([results.count(points / 2) for points in range(5)])
                    told = f", {state.text()}"
                    if state.verdict is not Verdict.CONTINUE:
                        break
        mean = sum(results) / 2 / len(results)
        error = sqrt(sum((result / 2 - mean) ** 2 for result in results)) / len(results)
        before = "what it knew before it had learnt" if options.unlearnt else "the weights before"
        name = rival if isinstance(rival, str) else before
        print(f"# {100 * mean:.1f} % ± {196 * error:.1f} of the points against {name}, {2 * len(results)} games{told}")


@contextmanager
def played(arena: Arena, weights: Any, rival: Any, options: argparse.Namespace) -> Iterator[Iterator[float]]:
    """The points in each deal to be confirmed, in the order of the deals, however many processes play them."""
    pair = partial(arena.pair, weights, rival)
    numbers = range(10**6, 10**6 + options.confirm)
    if options.workers == 1:
        yield map(pair, numbers)
        return
    # Ctrl-C is for the one that waits for them.
    with Pool(options.workers, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield pool.imap(pair, numbers)


def _sprt(text: str) -> Sprt:
    try:
        return read_sprt(text)
    except SprtError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _players(text: str) -> list[str]:
    words = split_players(text)
    try:
        for word in words:
            read_player(word)
    except PlayerError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return words


def _parser() -> argparse.ArgumentParser:
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=PLAYERS["expert"].games)
    parser.add_argument("--rounds", type=at_least(0), default=0, help="of SPSA; 0 only confirms")
    parser.add_argument("--deals", type=at_least(1), default=4, help="in each round, each played from both sides")
    parser.add_argument("--step", type=positive, default=0.2, help="how far a weight is moved, as a share of it")
    parser.add_argument("--gain", type=positive, default=1.0, help="how far it goes after a round that was all won")
    parser.add_argument("--only", nargs="+", default=[], help="the weights to tune")
    parser.add_argument("--against", type=_players, default=[], metavar="PLAYER,...", help="itself if none are named")
    parser.add_argument("--rule", action="append", default=[], metavar="K=V")
    parser.add_argument("--nodes", type=at_least(1), help="for each move; what the expert finds plenty if not given")
    parser.add_argument("--confirm", type=at_least(0), default=0, help="deals to play at the end, each from both sides")
    parser.add_argument("--sprt", type=_sprt, metavar="K=V,...", help="ends that once it is clear: elo0=0,elo1=20")
    parser.add_argument("--unlearnt", action="store_true", help="against what the expert knew before it had learnt")
    parser.add_argument("--workers", type=at_least(1), default=1, help="processes that play the deals of --confirm")
    parser.add_argument("--seed", default="1")
    return parser


def _check(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Refuses what would be read and then not be used."""
    if not options.rounds and not options.confirm:
        parser.error("there is nothing to do: --rounds N, --confirm N or both were expected")
    for name, other in SERVES.items():
        if getattr(options, name) != parser.get_default(name) and not getattr(options, other):
            parser.error(f"--{name} is for --{other} N, which is not there")
    if options.unlearnt and options.against:
        parser.error("--unlearnt and --against: one of the two was expected")


def _rules(parser: argparse.ArgumentParser, game: Game, texts: Sequence[str]) -> Rules:
    """The rules for two."""
    try:
        rules = game.rules(texts)
    except GameError as error:
        parser.error(str(error))
    if rules.players != 2:
        parser.error(f"--rule players={rules.players}: two players were expected, each deal is played from both sides")
    return rules


def main() -> None:
    parser = _parser()
    options = parser.parse_args()
    _check(parser, options)
    game = find_game(options.game)
    kind = PLAYERS["expert"].of_game(game.name)
    assert issubclass(kind, Expert)
    old = kind.weights  # type: ignore[attr-defined]
    arena = Arena(game, _rules(parser, game, options.rule), options.nodes, options.seed)
    try:
        fields = fields_of(old, options.only)
    except ValueError as error:
        parser.error(f"--only: {error}")
    new = tune(arena, old, fields, options)
    for name in new._fields:
        print(f"{name} = {getattr(new, name)!r}")
    if options.confirm:
        confirm(arena, new, UNLEARNT[game.name]() if options.unlearnt else old, options)


if __name__ == "__main__":
    main()
