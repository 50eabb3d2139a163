"""Who plays: from `--against`, `--seat` and `--level` to a name and a player for each seat."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from cardgames.bots.spec import BotSpec
from cardgames.casual.seats import HUMAN
from cardgames.cli.errors import UsageError
from cardgames.drawing.wording import YOU
from cardgames.games.players import PLAYERS, PlayerError
from cardgames.rules import Game
from cardgames.tournament.config.bot_arguments import read_bots

DEFAULT_OPPONENT = "greedy"
_STAND_IN = "random"


class OpponentLevel(NamedTuple):
    """How strong the opponents are."""

    think: int
    """Spit: the time in ms from a change until the opponent starts a move."""
    jitter: int
    """Spit: the most that chance adds to it, in ms."""
    players: tuple[str, ...]
    """Games with turns: the built-in players that suit; the first that plays the game is taken."""


LEVELS = {
    "easy": OpponentLevel(5000, 2500, ("expert:Skill=2", "random")),
    "normal": OpponentLevel(3000, 1500, ("expert:Skill=8", "greedy")),
    "hard": OpponentLevel(1800, 800, ("expert:Skill=14", "greedy")),
    "insane": OpponentLevel(900, 300, ("expert", "greedy")),
}
DEFAULT_LEVEL = "normal"
HAND_MS = 200
"""Spit: how long a card is on its way, whoever plays it, in ms."""
PERSON_THINK = OpponentLevel(3000, 1500, ())
"""Spit in simulated time: how long a person counts as thinking; the answer is typed at leisure."""
PATIENCE_MS = 24 * 3600 * 1000
"""Spit in real time: how long a person may do nothing, in ms."""


def read_seats(
    against: Sequence[str], game: Game, rules: Sequence[str] = (), *, seat: int, name: str | None, level: str | None
) -> list[BotSpec]:
    """A name and a player for each seat, people among them.

    Args:
        against: what was typed: built-in players, programs, `human`. One alone plays on all seats that are left.
        game: what is played.
        rules: as typed; `players=N` tells how many seats there are.
        seat: where the person sits who has called.
        name: what that person is called.
        level: how strong a built-in player is to be where none is named.

    Raises:
        UsageError: a seat that there is not, or a name twice.
        BotError: a text that names no player.
    """
    named = list(against) or [_opponent(level, game)]
    if len(named) == 1:
        named *= _players_of(rules, game) - 1
    humans = [_is_human(text) for text in named]
    # Read as any other player, so that names are told apart in one way for all.
    specs = read_bots([_as_player(text) if human else text for text, human in zip(named, humans, strict=True)])
    if not 0 <= seat <= len(specs):
        raise UsageError(f"--seat {seat}: 0 to {len(specs)} was expected with {len(specs) + 1} players")
    others = [_person(spec) if human else _placed(spec) for spec, human in zip(specs, humans, strict=True)]
    me = BotSpec(name or ("" if any(humans) else YOU), player=HUMAN)
    seats = [*others[:seat], me, *others[seat:]]
    seats = [spec if spec.name else spec._replace(name=f"seat {at}") for at, spec in enumerate(seats)]
    names = [spec.name for spec in seats]
    if len(set(names)) < len(names):
        raise UsageError(f"--name {me.name}: another player has that name")
    return seats


def _players_of(rules: Sequence[str], game: Game) -> int:
    given = [rule.removeprefix("players=") for rule in rules if rule.startswith("players=")]
    return int(given[0]) if given and given[0] in map(str, game.players) else game.players[0]


def _person(spec: BotSpec) -> BotSpec:
    """Somebody at the keyboard; without a name of their own until it is known where they sit."""
    return BotSpec("" if spec.name.partition("#")[0] == _STAND_IN else spec.name, player=HUMAN)


def _placed(spec: BotSpec) -> BotSpec:
    """A program goes on in the folder where it was named, also if the game is gone on with from elsewhere."""
    return spec._replace(cwd=str(Path.cwd())) if spec.command else spec


def _is_human(text: str) -> bool:
    return text.rpartition("=")[2].strip().lower() == HUMAN


def _as_player(text: str) -> str:
    name = text.rpartition("=")[0]
    return f"{name}={_STAND_IN}" if name else _STAND_IN


def _opponent(level: str | None, game: Game) -> str:
    if level is None or not game.has_turns:
        return DEFAULT_OPPONENT
    return first_that_plays(LEVELS[level].players, game.name)


def first_that_plays(players: Sequence[str], game: str) -> str:
    """The first of these built-in players, `NAME` or `NAME:OPTION=VALUE`, that there is for a game."""
    for player in players:
        try:
            PLAYERS[player.partition(":")[0]].of_game(game)
        except (KeyError, PlayerError):
            continue
        return player
    return DEFAULT_OPPONENT
