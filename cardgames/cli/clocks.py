"""The clock of a match, from the options of the command line."""

import re

from cardgames.cli.errors import UsageError
from cardgames.games import Game
from cardgames.table.settings import ClockSettings

_TIME = re.compile(r"(\d{1,6}(?:\.\d{1,3})?)(?:\+(\d{1,6}(?:\.\d{1,3})?))?", re.ASCII)


def read_clock(
    game: Game,
    *,
    movetime: int | None = None,
    time: str | None = None,
    hand: int | None = None,
    think: int | None = None,
    jitter: int | None = None,
) -> ClockSettings:
    """The clock that the options ask for; the game's own defaults where they are None.

    Raises:
        UsageError: an option that this game's clock does not have, two that exclude each other, or a time that
            is none.
    """
    if game.passive:
        if time is not None:
            raise UsageError(
                f"--time {time}: {game.name} has no turns; --movetime, --think, --jitter, --hand set its clock"
            )
        given = {"think": think, "jitter": jitter, "hand": hand, "movetime_ms": movetime}
        return ClockSettings.virtual(**{name: value for name, value in given.items() if value is not None})
    for name, value in (("think", think), ("jitter", jitter), ("hand", hand)):
        if value is not None:
            raise UsageError(f"--{name} {value}: {game.name} is played in turns; --movetime or --time sets its clock")
    if time is None:
        return ClockSettings.turns() if movetime is None else ClockSettings.turns(movetime)
    if movetime is not None:
        raise UsageError(f"--movetime {movetime} and --time {time}: one of the two was expected")
    return ClockSettings.timed(*read_time(time))


def read_time(text: str) -> tuple[int, int]:
    """Milliseconds for the game and for each move, from `SECONDS[+INC]`. Raises UsageError."""
    match = _TIME.fullmatch(text.strip())
    if match is None:
        raise UsageError(f"--time {text}: SECONDS or SECONDS+INC was expected, as in 60 or 10+0.1")
    total, gain = (round(float(part or 0) * 1000) for part in match.groups())
    if total < 1:
        raise UsageError(f"--time {text}: more than 0 seconds were expected, as in 60 or 10+0.1")
    return total, gain
