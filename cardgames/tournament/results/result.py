"""What a tournament has come to: as far as it was played."""

from typing import NamedTuple

from cardgames.tournament.plan import Plan
from cardgames.tournament.played import Played
from cardgames.tournament.results.standings import Standings


class Result(NamedTuple):
    """A tournament as far as it was played."""

    plan: Plan
    """Its schedule knows of the games that are counted."""
    standings: Standings
    complete: bool
    wall_s: float
    """Seconds from the start of the first bot to the end of the last game."""
    stopped_by: Played | None = None
    """The game whose fault has ended the run, where a fault is to end it."""

    @property
    def names(self) -> list[str]:
        """The players'."""
        return [bot.name for bot in self.plan.bots]

    @property
    def seed(self) -> str | None:
        """What `--seed` has to be for the same deals; None as long as it is a secret that deals to come follow from."""
        return self.plan.seed if self.complete or self.plan.config.seed is not None else None

    def ranking(self) -> list[int]:
        """The players, the best first, as the format ranks them."""
        schedule = self.plan.schedule
        places = schedule.places()
        return self.standings.ranking(schedule.even) if places is None else [place.player for place in places]

    @property
    def ranked_by(self) -> str:
        """What `ranking` goes by: `format`, `points` (per game) or `elo`."""
        schedule = self.plan.schedule
        if schedule.places() is not None:
            return "format"
        return "points" if self.standings.goes_by_points(schedule.even) else "elo"
