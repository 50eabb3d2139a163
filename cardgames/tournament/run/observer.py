"""What follows a run: called while it is played."""

from collections.abc import Callable

from cardgames.tournament.played import Played
from cardgames.tournament.results.result import Result


class Observer:
    """What a run reports while it goes on. Here nothing is done with it: a subclass overrides what it wants."""

    def noted(self, line: str) -> None:
        """Something to know before the first game: what was mended in the folder, how bots are locked in."""

    def warned(self, line: str) -> None:
        """Something that is wrong although the run goes on. May be called from any thread."""

    def begun(self, result: Callable[[], Result]) -> None:
        """All bots have started; the first game is next.

        Args:
            result: the result as it is whenever it is called, up to `ended`.
        """

    def game_ended(self, played: Played) -> None:
        """A game has ended, is stored and counted."""

    def ticked(self) -> None:
        """Called several times a second, between games."""

    def ended(self) -> None:
        """No more games; called after `begun` however the run ends."""
