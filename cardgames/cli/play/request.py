"""What a person has asked for on the command line, made into a game that can begin."""

import secrets
from collections.abc import Sequence
from typing import NamedTuple

from cardgames.bots.spec import BotSpec
from cardgames.casual.saved_game import SavedGame, Series
from cardgames.casual.seats import HUMAN
from cardgames.cli.errors import UsageError
from cardgames.cli.play.saves import Saves
from cardgames.cli.play.seating import DEFAULT_LEVEL, HAND_MS, LEVELS, PATIENCE_MS, PERSON_THINK, read_seats
from cardgames.games.registry import find_game
from cardgames.rules import Game
from cardgames.table.clock_settings import ClockSettings
from cardgames.text import near_miss
from cardgames.tournament.config.settings import default_of
from cardgames.tournament.seeds import tournament_secret

_SEED_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
_SEED_LENGTH = 12
_CLOCKS = ("wall", "virtual")
_MOVETIME_MS: int = default_of("movetime")


class PlayRequest(NamedTuple):
    """What makes a game; everything else is how it is shown. None and empty where nothing was said."""

    game: str | None
    against: tuple[str, ...]
    name: str | None
    seed: str | None
    rule: tuple[str, ...]
    level: str | None
    series: int | None
    to: int | None
    clock: str | None
    think: int | None
    hand: int | None
    movetime: int | None


def new_game(request: PlayRequest, saves: Saves, *, seat: int, practice: bool, on_terminal: bool) -> SavedGame:
    """The game that is asked for, before its first move.

    Args:
        request: what was typed.
        saves: the games that were left, to be named where no game is.
        seat: where the person sits.
        practice: moves may always be taken back.
        on_terminal: somebody is there to be fast.

    Raises:
        UsageError: options that cannot be, or not together.
        GameError: a game or rule that there is not.
        BotError: an opponent that there is not.
        SeedError: no seed.
    """
    if request.game is None:
        raise UsageError(_which_game(saves))
    game = find_game(request.game)
    if request.level is not None and request.level not in LEVELS:
        raise UsageError(f"--level {request.level}{near_miss(request.level, LEVELS)}")
    if request.level is not None and request.against and game.has_turns:
        raise UsageError(f"--level {request.level} and --against: in {game.name} either chooses the other side")
    seats = read_seats(request.against, game, request.rule, seat=seat, name=request.name, level=request.level)
    given, series = _series(game, request)
    rules = game.rules(given, players=len(seats))
    if request.seed is not None:
        tournament_secret(request.seed)  # refuses what could not be typed again
    seed = request.seed or _new_seed()
    return SavedGame(game, rules, tuple(seats), _clock(game, seats, request, on_terminal), seed, series, (), practice)


def _which_game(saves: Saves) -> str:
    names = saves.names()
    left = f"; left and kept: --load {', --load '.join(names[:3])}" if names else ""
    return f"a game was expected: cardgames play crapette, spit or kroket{left}"


def _new_seed() -> str:
    """A seed of 60 bits, short enough to be typed again."""
    return "".join(secrets.choice(_SEED_LETTERS) for _ in range(_SEED_LENGTH))


def _series(game: Game, request: PlayRequest) -> tuple[tuple[str, ...], Series]:
    """The rules and the series: where a game has a series of its own among its rules, that is played."""
    if request.series is not None and request.to is not None:
        raise UsageError(f"--series {request.series} and --to {request.to}: one of the two was expected")
    names = [rule.partition("=")[0] for rule in request.rule]
    if request.series is not None and game.series_rules:
        set_twice, rules = _own_rules(game.series_rules, request.series, names)
        if set_twice:
            raise UsageError(f"--series {request.series} and --rule {set_twice}: both set the number of {set_twice}")
        return (*request.rule, *rules), Series()
    if request.to is not None and game.target_rules:
        set_twice, rules = _own_rules(game.target_rules, request.to, names)
        if set_twice:
            raise UsageError(f"--to {request.to} and --rule {set_twice}: --to stands for both")
        return (*request.rule, *rules), Series()
    return request.rule, Series(request.series or 1, request.to or 0)


def _own_rules(templates: Sequence[str], number: int, given: Sequence[str]) -> tuple[str, list[str]]:
    """The rules that say a number; before them their names, if one of them was given as well."""
    names = [template.partition("=")[0] for template in templates]
    set_twice = " or ".join(names) if set(names) & set(given) else ""
    return set_twice, [template.format(number) for template in templates]


def _clock(game: Game, seats: Sequence[BotSpec], request: PlayRequest, on_terminal: bool) -> ClockSettings:
    if game.has_turns:
        for option in ("clock", "think", "hand"):
            value = getattr(request, option)
            if value is not None:
                raise UsageError(f"--{option} {value}: {game.name} is played in turns and waits for you")
        return ClockSettings.turns(request.movetime or _MOVETIME_MS)
    people = [spec.player == HUMAN for spec in seats]
    kind = _kind_of_clock(request.clock, sum(people), on_terminal)
    think, jitter, _ = LEVELS[request.level or DEFAULT_LEVEL]
    if request.think is not None:
        think, jitter = request.think, 0
    hand_ms = HAND_MS if request.hand is None else request.hand
    if kind == "wall":
        # What a person needs is what it takes to read and to type.
        mine = (0, 0, 0)
        clock = ClockSettings.wall(stall=PATIENCE_MS)
    else:
        mine = (PERSON_THINK.think, PERSON_THINK.jitter, hand_ms)
        clock = ClockSettings.virtual(movetime_ms=request.movetime or _MOVETIME_MS)
    times = [mine if person else (think, jitter, hand_ms) for person in people]
    thinks, jitters, hands = zip(*times, strict=True)
    return clock._replace(think=thinks, jitter=jitters, hand=hands)


def _kind_of_clock(kind: str | None, people: int, on_terminal: bool) -> str:
    if kind not in (None, *_CLOCKS):
        raise UsageError(f"--clock {kind}: wall or virtual was expected")
    if kind == "wall" and people > 1:
        raise UsageError("--clock wall: two people cannot type at once; --clock virtual asks one after the other")
    if kind == "wall" and not on_terminal:
        raise UsageError("--clock wall: a terminal was expected; --clock virtual waits for each line of a script")
    return kind or ("wall" if on_terminal and people == 1 else "virtual")
