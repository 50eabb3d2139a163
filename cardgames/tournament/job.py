"""One game of a tournament that is to be played."""

from typing import NamedTuple

from cardgames.table.game_setup import GameSetup
from cardgames.tournament.config.config import Config
from cardgames.tournament.formats.schedule import ScheduledGame


class Job(NamedTuple):
    """A game to be played."""

    scheduled: ScheduledGame
    seed: bytes
    """The deal's; a worker does not know the tournament's secret."""
    date: str
    """For the record, `2026.01.31`."""


def setup_of(config: Config, job: Job) -> GameSetup:
    """What the referee needs for a game."""
    game = job.scheduled
    tags = [("Event", config.event), ("Round", f"{game.round}.{game.number}"), ("Date", job.date)]
    if config.max_plies is not None:
        tags.append(("MaxPlies", str(config.max_plies)))
    if any(config.bots[player].command for player in game.players):
        tags.append(("Sandbox", "bubblewrap" if config.limits.sandbox else "off"))
    clock = config.seat_clock(game.players)
    side = game.number - game.deal
    return GameSetup(config.game, config.rules, job.seed, clock, tuple(tags), game.last, config.max_plies, side)
