"""How far a tournament is, told on stderr: on a terminal a table that is drawn over, elsewhere a line now and then."""

import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import TextIO

from cardgames.bots.faults import Termination
from cardgames.text import counted, harmless
from cardgames.tournament.played import Played
from cardgames.tournament.results.result import Result
from cardgames.tournament.results.result_text import table, taken_out

_FAULTS_TOLD = 10
"""Faults of one bot told as they happen."""
_LINES = 20
"""How many lines a long tournament gets at most,"""
_FEWEST_GAMES = 100
"""each after at least this many games,"""
_SLOWEST_S = 600.0
"""or after so many seconds."""
_DRAWN_EVERY_S = 0.4
_DRAWING_SHARE = 20
"""Drawing takes at most one part in so many of the time."""
_LINES_BESIDE = 5
"""Lines of the screen that are kept for what is not a row of the table."""


class Progress(ABC):
    """Shows how far a run is. If stderr cannot be written, the line is lost and the run goes on."""

    def __init__(self, result: Callable[[], Result], now: Callable[[], float] = monotonic) -> None:
        """Shows a run that begins now.

        Args:
            result: the tournament as it is at the moment.
            now: a clock in seconds.
        """
        self._result = result
        self._now = now
        self._began = now()
        self._before = result().plan.schedule.played
        self._faults = [score.faults.total() for score in result().standings.scores]
        """Of each bot."""
        self._out = result().standings.streaks.out
        self._out_told = set(self._out)

    def count(self, played: Played) -> None:
        """Shows the faults of a game that has ended, and which bots it has taken out."""
        for line in self._fault_lines(played):
            self.say(line)
        for player in [player for player in self._out if player not in self._out_told]:
            self._out_told.add(player)
            self.say(taken_out(self._result(), player))

    @abstractmethod
    def say(self, line: str) -> None:
        """Prints a line that stays."""

    @abstractmethod
    def tick(self) -> None:
        """Draws or prints how far the run is, if it is time; called several times a second."""

    @abstractmethod
    def close(self) -> None:
        """Removes what was drawn for the moment only."""

    def line(self) -> str:
        """`1200 of 2000 games, 1150 counted, 613.2 games/s, 0:00:01 left, 3 faults`."""
        result = self._result()
        schedule = result.plan.schedule
        parts = [f"{schedule.played} of {'' if schedule.exact else 'at most '}{schedule.games} games"]
        standings = result.standings
        if standings.games < standings.played:
            parts.append(f"{standings.games} counted")
        seconds, games = self._now() - self._began, schedule.played - self._before
        if seconds > 0 and games:
            left = (schedule.games - schedule.played) * seconds / games
            parts += [rate_text(games / seconds), f"{time_text(left)} left"]
        scores = standings.scores
        faults = sum(score.faults.total() - score.faults[Termination.WITHDRAWN] for score in scores)
        if faults:
            parts.append(counted(faults, "fault"))
        return ", ".join(parts)

    def _fault_lines(self, played: Played) -> list[str]:
        """What to say of a game's faults: of one bot's not more than the first few, the others are counted only."""
        scheduled, report = played
        lines: list[str] = []
        for fault in report.faults:
            if fault.kind == Termination.WITHDRAWN:
                continue
            player = scheduled.players[fault.seat]
            self._faults[player] += 1
            name, times = self._result().plan.bots[player].name, self._faults[player]
            if times <= _FAULTS_TOLD:
                lines.append(
                    f"game {scheduled.number}: {name} (seat {fault.seat}) forfeits, {fault.kind}: {fault.detail}"
                )
            if times == _FAULTS_TOLD:
                lines.append(f"more faults of {name} are counted in the table, and told in the records")
        return lines


class LineProgress(Progress):
    """For a file, a pipe, a terminal that can only print."""

    def __init__(
        self, result: Callable[[], Result], now: Callable[[], float] = monotonic, stream: TextIO | None = None
    ) -> None:
        super().__init__(result, now)
        self._stream = stream or sys.stderr
        self._told_at = self._began
        self._told = self._before

    def say(self, line: str) -> None:
        """As Progress."""
        with suppress(OSError):
            print(harmless(line), file=self._stream, flush=True)

    def tick(self) -> None:
        """As Progress: a line after so many games, or after ten minutes in which there was one."""
        schedule = self._result().plan.schedule
        games, now = schedule.played - self._told, self._now()
        if games >= max(_FEWEST_GAMES, schedule.games // _LINES) or (games and now - self._told_at >= _SLOWEST_S):
            self._told, self._told_at = schedule.played, now
            self.say(self.line())

    def close(self) -> None:
        """As Progress: nothing."""


class DrawnProgress(Progress):
    """For a terminal: the table as it is, and the line under it, drawn over and over in the same place."""

    def __init__(self, result: Callable[[], Result], now: Callable[[], float] = monotonic) -> None:
        super().__init__(result, now)
        # Imported here: 40 ms and 5 MB that only a terminal needs.
        from rich.console import Console
        from rich.live import Live

        self._console = Console(stderr=True, highlight=False)
        # Drawn by `tick`: a thread of its own would be one more in a process that starts others.
        self._live = Live(
            console=self._console, auto_refresh=False, transient=True, redirect_stdout=False, redirect_stderr=False
        )
        self._next = self._began
        with suppress(OSError):
            self._live.start()

    def say(self, line: str) -> None:
        """As Progress: above the table."""
        with suppress(OSError):
            self._console.print(harmless(line), markup=False, soft_wrap=True)

    def tick(self) -> None:
        """As Progress."""
        if self._now() < self._next:
            return
        started = self._now()
        self._draw()
        self._next = self._now() + max(_DRAWN_EVERY_S, _DRAWING_SHARE * (self._now() - started))

    def close(self) -> None:
        """As Progress."""
        with suppress(OSError):
            self._live.stop()

    def _draw(self) -> None:
        from rich.console import Group
        from rich.text import Text

        from cardgames.cli.tables import fitting

        line = Text(self.line(), no_wrap=True, overflow="ellipsis")
        header, rows = table(self._result())
        shown = rows[: max(1, self._console.height - _LINES_BESIDE)]
        drawn = fitting(self._console, header, shown)
        more = [Text(f"... and {len(rows) - len(shown)} more")] if len(shown) < len(rows) else []
        with suppress(OSError):
            self._live.update(line if drawn is None else Group(drawn, *more, line), refresh=True)


def follow(result: Callable[[], Result]) -> Progress:
    """What follows a run on the present stderr."""
    drawn = sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    return DrawnProgress(result) if drawn else LineProgress(result)


def rate_text(games_a_second: float) -> str:
    """`613.2 games/s`, `14.5 games/min`, `3.2 games/h`."""
    for unit, seconds in (("s", 1), ("min", 60)):
        if games_a_second * seconds >= 1:
            return f"{games_a_second * seconds:.1f} games/{unit}"
    return f"{games_a_second * 3600:.1f} games/h"


def time_text(seconds: float) -> str:
    """`0:01:05`; from a day on `2 d 3 h`."""
    whole = round(seconds)
    if whole >= 86_400:
        return f"{whole // 86_400} d {whole % 86_400 // 3600} h"
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
