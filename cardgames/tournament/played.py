"""One game of a tournament that has been played."""

from typing import NamedTuple

from cardgames.table.referee import GameReport
from cardgames.tournament.formats.schedule import ScheduledGame


class Played(NamedTuple):
    """What was to be played, and how it went."""

    scheduled: ScheduledGame
    report: GameReport
    """Its `record` is empty where the game was read from a store: see `game_list.records_of`."""

    @property
    def number(self) -> int:
        """The game's, 1 and up, over the whole tournament."""
        return self.scheduled.number
