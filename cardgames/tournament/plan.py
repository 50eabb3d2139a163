"""A tournament before it is played: everything that decides its games."""

from typing import NamedTuple

from cardgames.bots.spec import BotSpec
from cardgames.rules.game import Game, Rules
from cardgames.tournament.config.config import Config
from cardgames.tournament.formats.registry import make_schedule
from cardgames.tournament.formats.schedule import Schedule
from cardgames.tournament.seeds import tournament_secret


class Plan(NamedTuple):
    """Who plays, by which rules and clock, and where all chance comes from."""

    config: Config
    schedule: Schedule
    secret: bytes

    @property
    def game(self) -> Game:
        """What is played."""
        return self.config.game

    @property
    def rules(self) -> Rules:
        """By which rules."""
        return self.config.rules

    @property
    def bots(self) -> tuple[BotSpec, ...]:
        """Who plays."""
        return self.config.bots

    @property
    def event(self) -> str:
        """What the records call it."""
        return self.config.event

    @property
    def seed(self) -> str:
        """What `--seed` has to be for the same deals: as typed, or the secret in hex."""
        return self.secret.hex() if self.config.seed is None else self.config.seed


def make_plan(config: Config, secret: bytes | None = None) -> Plan:
    """The tournament that these settings make.

    Args:
        config: the settings.
        secret: 32 bytes, those of a tournament that is resumed; None for those of the config's seed, or of the
            operating system's.

    Raises:
        SeedError: a seed that could not be typed again.
        ScheduleError: too few bots, or a number of games that does not go round the seats.
    """
    secret = tournament_secret(config.seed) if secret is None else secret
    return Plan(config, make_schedule(config.pairing, secret), secret)
