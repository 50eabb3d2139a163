"""A tournament before it is played: everything that decides its games."""

from collections.abc import Sequence
from typing import NamedTuple

from cardgames.games.game import Game, Rules
from cardgames.table.bot import BotSpec
from cardgames.table.settings import ClockSettings, GameSetup
from cardgames.tournament.schedule import RoundRobin, ScheduledGame, ScheduleError
from cardgames.tournament.seeds import game_seed, tournament_secret

DEALS = 10
"""Deals for each table where no number of games is given."""


class Plan(NamedTuple):
    """Who plays, by which rules and clock, and where all chance comes from."""

    game: Game
    rules: Rules
    bots: tuple[BotSpec, ...]
    schedule: RoundRobin
    clock: ClockSettings
    secret: bytes
    seed: str
    """What `--seed` has to be for the same deals: as typed, or the secret in hex."""
    event: str

    def setup(self, scheduled: ScheduledGame, date: str) -> GameSetup:
        """What the referee needs for one game.

        Args:
            scheduled: the game.
            date: today as it stands in records, `2026.01.31`.
        """
        tags = (("Event", self.event), ("Round", f"{scheduled.round}.{scheduled.number}"), ("Date", date))
        seed = game_seed(self.secret, scheduled.deal)
        return GameSetup(self.game, self.rules, seed, self.clock, tags, reveal=scheduled.last)


def make_plan(
    game: Game,
    rules: Rules,
    bots: Sequence[BotSpec],
    clock: ClockSettings,
    *,
    games: int | None = None,
    seed: str | None = None,
    event: str = "tournament",
) -> Plan:
    """The round robin of these bots.

    Args:
        game: what is played.
        rules: its rules; they tell the number of seats.
        bots: two or more, at least one for each seat.
        clock: how time is kept.
        games: for each table; None for `DEALS` deals from each side.
        seed: as typed, None for a secret from the operating system.
        event: what the records call it.

    Raises:
        ScheduleError: too few bots, or a number of games that does not go round the seats.
    """
    secret = tournament_secret(seed)
    schedule = RoundRobin(len(bots), rules.players, DEALS * rules.players if games is None else games)
    return Plan(game, rules, tuple(bots), schedule, clock, secret, secret.hex() if seed is None else seed, event)


def seats_for(game: Game, bots: Sequence[BotSpec]) -> int:
    """How many seats one match of all these bots has. Raises ScheduleError if the game is not played by so many."""
    if len(bots) not in game.players:
        bots_text = "1 bot" if len(bots) == 1 else f"{len(bots)} bots"
        counts = ", ".join(map(str, sorted(game.players)))
        more = len(bots) > max(game.players)
        hint = f"; 'cardgames tournament {game.name} …' lets any number of bots meet" if more else ""
        raise ScheduleError(f"{bots_text}: {counts} was expected for a match of {game.name}{hint}")
    return len(bots)
