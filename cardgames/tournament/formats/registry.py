"""The formats by name, and the schedule that a config asks for."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from cardgames.tournament.formats.cycle import Order, Sequential, Shuffled
from cardgames.tournament.formats.knockout import Knockout
from cardgames.tournament.formats.round_robin import Gauntlet, RoundRobin
from cardgames.tournament.formats.schedule import Schedule, ScheduleError
from cardgames.tournament.formats.sprt_stop import UntilVerdict
from cardgames.tournament.formats.swiss import Swiss

if TYPE_CHECKING:
    from cardgames.tournament.config.config import Config


class Format(NamedTuple):
    """A way to decide who meets whom."""

    name: str
    meaning: str
    """One line for a person."""
    make: Callable[["Config", Order], Schedule]
    settings: frozenset[str] = frozenset()
    """Settings that only this format has."""
    pairs: bool = False
    """Whether it is for tables of two only."""


def make_schedule(config: "Config", secret: bytes) -> Schedule:
    """The schedule of a tournament.

    Args:
        config: what is to be played.
        secret: the tournament's, from which a random order follows.

    Raises:
        ScheduleError: it cannot be: too few bots, games that do not go round the seats, …
    """
    chosen, seats = FORMATS[config.format], config.rules.players
    if chosen.pairs and seats != 2:
        others = " or ".join(other.name for other in FORMATS.values() if not other.pairs)
        raise ScheduleError(f"format {chosen.name}: it pairs bots, and there are {seats} seats; try {others}", "format")
    schedule = chosen.make(config, ORDERS[config.order](secret))
    if config.sprt is None:
        return schedule
    if (len(config.entrants), seats) != (2, 2):
        bots = f"{len(config.entrants)} bots at tables of {seats}"
        raise ScheduleError(f"sprt: a match of two bots was expected, there are {bots}", "sprt")
    return UntilVerdict(schedule, config.sprt)


ORDERS: dict[str, Callable[[bytes], Order]] = {"sequential": lambda _: Sequential(), "random": Shuffled}

FORMATS = {
    form.name: form
    for form in (
        Format(
            "round-robin",
            "each table that the bots can form; with two seats each pair",
            lambda config, order: RoundRobin(len(config.entrants), config.rules.players, config.games, order),
        ),
        Format(
            "gauntlet",
            "the first bots, as many as challengers= says, against all others; places by Elo",
            lambda config, order: Gauntlet(
                len(config.entrants), config.rules.players, config.games, config.challengers, order
            ),
            frozenset({"challengers"}),
        ),
        Format(
            "swiss",
            "rounds of pairings by points, nobody met twice if it can be helped",
            lambda config, order: Swiss(len(config.entrants), config.games, config.rounds, order),
            frozenset({"rounds"}),
            pairs=True,
        ),
        Format(
            "knockout",
            "who loses a pairing is out",
            lambda config, order: Knockout(len(config.entrants), config.games, order),
            pairs=True,
        ),
    )
}
