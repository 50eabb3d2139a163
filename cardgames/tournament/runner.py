"""Plays a tournament game by game, with each bot kept running from its first game to its last."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import NamedTuple

from cardgames.table.bot import BotSpec
from cardgames.table.child import StartupError
from cardgames.table.referee import GameReport
from cardgames.table.seat import Seat
from cardgames.table.settings import GameSetup
from cardgames.tournament.plan import Plan
from cardgames.tournament.schedule import ScheduledGame


class Played(NamedTuple):
    """One game that has been played."""

    scheduled: ScheduledGame
    report: GameReport


class StartupFailuresError(Exception):
    """Bots that could not be started before the first game."""

    def __init__(self, failures: Sequence[StartupError]) -> None:
        super().__init__("; ".join(map(str, failures)))
        self.lines = tuple(map(str, failures))
        """For each of them why, with its last words."""


def run_games(
    plan: Plan,
    *,
    date: str,
    open_seat: Callable[[BotSpec], Seat],
    play: Callable[[Sequence[Seat], GameSetup], GameReport],
    on_game: Callable[[Played], None],
) -> None:
    """Starts every bot, plays every game of the plan in its order, and ends every bot, whatever happens.

    Args:
        plan: what to play.
        date: today, for the records.
        open_seat: starts a bot.
        play: the referee.
        on_game: called after each game, before the next one starts.

    Raises:
        StartupFailuresError: bots that did not start; nothing has been played then.
    """
    with ExitStack() as stack:
        seats = _open_seats(plan, open_seat, stack)
        try:
            for scheduled in plan.schedule:
                table = [seats[player] for player in scheduled.players]
                on_game(Played(scheduled, play(table, plan.setup(scheduled, date))))
        except KeyboardInterrupt:
            # Whoever interrupts does not want to wait until each bot has had its time to say goodbye.
            for seat in seats:
                stack.callback(seat.drop)
            raise


def _open_seats(plan: Plan, open_seat: Callable[[BotSpec], Seat], stack: ExitStack) -> list[Seat]:
    """A seat for each bot. All are tried, so that one run tells of all that is wrong."""
    seats: list[Seat] = []
    failures: list[StartupError] = []
    for bot in plan.bots:
        try:
            seat = open_seat(bot)
            stack.callback(seat.close)
            seat.ready(plan.game)
        except StartupError as error:
            failures.append(error)
        else:
            seats.append(seat)
    if failures:
        raise StartupFailuresError(failures)
    return seats
