"""The formats by name, and the schedule that a config asks for."""

from collections.abc import Callable
from typing import NamedTuple

from cardgames.tournament.formats.cycle import Order, Sequential, Shuffled
from cardgames.tournament.formats.knockout import Knockout
from cardgames.tournament.formats.round_robin import Gauntlet, RoundRobin
from cardgames.tournament.formats.schedule import Schedule, ScheduleError
from cardgames.tournament.formats.sprt_stop import UntilVerdict
from cardgames.tournament.formats.swiss import Swiss
from cardgames.tournament.rating.sprt import Sprt


class ScheduleSettings(NamedTuple):
    """What a schedule is made from."""

    format: str
    bots: int
    """How many take part."""
    seats: int
    """At each table."""
    games: int
    """For each table of bots; how many that is, the format knows."""
    challengers: int
    rounds: int | None
    order: str
    """A key of `ORDERS`."""
    sprt: Sprt | None


class Format(NamedTuple):
    """A way to decide who meets whom."""

    name: str
    meaning: str
    """One line for a person."""
    make: Callable[[ScheduleSettings, Order], Schedule]
    settings: frozenset[str] = frozenset()
    """Settings that only this format has."""
    pairs: bool = False
    """Whether it is for tables of two only."""


def make_schedule(wanted: ScheduleSettings, secret: bytes) -> Schedule:
    """The schedule of a tournament.

    Args:
        wanted: who is to meet whom.
        secret: the tournament's, from which a random order follows.

    Raises:
        ScheduleError: it cannot be: too few bots, games that do not go round the seats, …
    """
    chosen, seats = FORMATS[wanted.format], wanted.seats
    if chosen.pairs and seats != 2:
        others = " or ".join(other.name for other in FORMATS.values() if not other.pairs)
        raise ScheduleError(f"format {chosen.name}: it pairs bots, and there are {seats} seats; try {others}", "format")
    schedule = chosen.make(wanted, ORDERS[wanted.order](secret))
    if wanted.sprt is None:
        return schedule
    if (wanted.bots, seats) != (2, 2):
        bots = f"{wanted.bots} bots at tables of {seats}"
        raise ScheduleError(f"sprt: a match of two bots was expected, there are {bots}", "sprt")
    return UntilVerdict(schedule, wanted.sprt)


ORDERS: dict[str, Callable[[bytes], Order]] = {"sequential": lambda _: Sequential(), "random": Shuffled}

FORMATS = {
    form.name: form
    for form in (
        Format(
            "round-robin",
            "each table that the bots can form; with two seats each pair",
            lambda wanted, order: RoundRobin(wanted.bots, wanted.seats, wanted.games, order),
        ),
        Format(
            "gauntlet",
            "the first bots, as many as challengers= says, against all others; places by Elo",
            lambda wanted, order: Gauntlet(wanted.bots, wanted.seats, wanted.games, wanted.challengers, order),
            frozenset({"challengers"}),
        ),
        Format(
            "swiss",
            "rounds of pairings by points, nobody met twice if it can be helped",
            lambda wanted, order: Swiss(wanted.bots, wanted.games, wanted.rounds, order),
            frozenset({"rounds"}),
            pairs=True,
        ),
        Format(
            "knockout",
            "who loses a pairing is out",
            lambda wanted, order: Knockout(wanted.bots, wanted.games, order),
            pairs=True,
        ),
    )
}
