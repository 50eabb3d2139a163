"""The clock that a tournament's settings ask for."""

import re
from collections.abc import Mapping

from cardgames.rules.game import Game
from cardgames.table.clock_settings import ClockSettings
from cardgames.tournament.config.kinds import ConfigError, Given

_TIME = re.compile(r"(\d{1,6}(?:\.\d{1,3})?)(?:\+(\d{1,6}(?:\.\d{1,3})?))?", re.ASCII)
_KINDS = {
    "turns": ("movetime", "time", "margin"),
    "virtual": ("think", "jitter", "hand", "movetime"),
    "wall": ("think", "jitter", "hand", "tie", "stall"),
}
"""What each kind of clock can be set to."""


def make_clock_settings(game: Game, given: Mapping[str, Given]) -> ClockSettings:
    """The clock with the defaults of its kind for what was not given; every seat the same.

    Args:
        game: what is played.
        given: by their names in the table `clock` of a file.

    Raises:
        ConfigError: a clock that the game does not have, or a setting that the clock does not have.
    """
    kind = _kind(game, given.get("kind"))
    values = {name: each for name, each in given.items() if name != "kind"}
    for name, each in values.items():
        if name not in _KINDS[kind]:
            raise each.wrong(f"{_nature(game)}, its clock is {kind}; {', '.join(_KINDS[kind])} can be set")
    if kind == "turns":
        return _turns(values)
    named = {"movetime_ms" if name == "movetime" else name: each.value for name, each in values.items()}
    return ClockSettings.virtual(**named) if kind == "virtual" else _wall(values, ClockSettings.wall(**named))


def check_handicap(game: Game, given: Given) -> None:
    """Refuses a handicap where there are turns. Raises ConfigError."""
    if game.has_turns:
        raise given.wrong(f"{_nature(game)}; a handicap is for spit only")


def read_time(given: Given) -> tuple[int, int]:
    """Milliseconds for the game and for each move, from `SECONDS[+INC]`. Raises ConfigError."""
    match = _TIME.fullmatch(given.value.strip())
    if match is None:
        raise given.wrong("SECONDS or SECONDS+INC was expected, as in 60 or 10+0.1")
    total, gain = (round(float(part or 0) * 1000) for part in match.groups())
    if total < 1:
        raise given.wrong("more than 0 seconds were expected, as in 60 or 10+0.1")
    return total, gain


def _kind(game: Game, given: Given | None) -> str:
    if given is None:
        return game.clocks[0]
    if given.value not in game.clocks:
        raise given.wrong(f"{_nature(game)}; {' or '.join(game.clocks)} was expected")
    return str(given.value)


def _nature(game: Game) -> str:
    return f"{game.name} is played in turns" if game.has_turns else f"{game.name} has no turns"


def _wall(values: Mapping[str, Given], clock: ClockSettings) -> ClockSettings:
    """Refuses a clock by which both seats decline before the first card can land."""
    takes = max(map(sum, zip(clock.think, clock.jitter, clock.hand, strict=True)))
    if clock.stall <= takes:
        blamed = next(values[name] for name in ("stall", "hand", "think", "jitter") if name in values)
        raise blamed.wrong(
            f"a card lands after {takes} ms (think + jitter + hand), stall has to be more, it is {clock.stall}"
        )
    return clock


def _turns(values: Mapping[str, Given]) -> ClockSettings:
    movetime, time, margin = (values.get(name) for name in _KINDS["turns"])
    if movetime is not None and time is not None:
        both = f"{movetime.name} {movetime.shown} and {time.name} {time.shown}"
        raise ConfigError(f"{time.place}{both}: one of the two was expected")
    clock = ClockSettings.turns()
    if time is not None:
        clock = ClockSettings.timed(*read_time(time))
    elif movetime is not None:
        clock = ClockSettings.turns(movetime.value)
    return clock if margin is None else clock._replace(margin_ms=margin.value)
