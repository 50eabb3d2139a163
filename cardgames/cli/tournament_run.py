"""A match or tournament from the command line: where it is kept, how it is followed, what is printed of it."""

import re
import shlex
import sys
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path

from cardgames.bots.warning import print_warning
from cardgames.cli.errors import FailureError
from cardgames.cli.exit_status import DONE, INTERRUPTED
from cardgames.cli.output.json_line import print_json
from cardgames.cli.output.progress import Progress, follow
from cardgames.cli.output.result import print_result
from cardgames.tournament.config.config import Config
from cardgames.tournament.played import Played
from cardgames.tournament.results.result import Result
from cardgames.tournament.results.result_object import result_object
from cardgames.tournament.run.interrupts import Interrupts
from cardgames.tournament.run.observer import Observer
from cardgames.tournament.run.tournament import BrokenOffError, resume_tournament, run_tournament
from cardgames.tournament.storage.folder import free_name

RESULTS = Path("results")
"""Where a tournament is kept that was not told where."""

Show = Callable[[Result], object]
"""Shows a result, instead of the usual table or object."""


def play_series(
    config: Config, *, out: Path | None, as_json: bool, keep: bool = False, show: Show | None = None
) -> int:
    """Plays a tournament and prints its result, also of one that is interrupted. The status to exit with.

    Args:
        config: what to play.
        out: the folder where it is kept; where the same tournament was begun it goes on.
        as_json: print one JSON object instead of the table.
        keep: without `out`, whether it is kept in a new folder under `RESULTS`.
        show: is given the result instead of the usual table or object.

    Raises:
        Exception: as `run_tournament`, but for BrokenOffError, whose result is printed and whose cause is raised.
    """
    folder = out
    if out is None and keep:
        folder = default_folder(config, datetime.now().astimezone())
        print(f"results are kept in {folder}", file=sys.stderr)
    return _follow(partial(run_tournament, config, folder), folder, as_json=as_json, show=show)


def go_on(folder: Path, *, concurrency: int | None, as_json: bool) -> int:
    """Plays what is left of a tournament and prints the result of all of it. The status to exit with.

    Args:
        folder: holds it.
        concurrency: how many games are played at a time; None for as many as its config says.
        as_json: print one JSON object instead of the table.

    Raises:
        Exception: as `resume_tournament`, but for BrokenOffError, whose result is printed and whose cause is raised.
    """
    return _follow(partial(resume_tournament, folder, concurrency=concurrency), folder, as_json=as_json)


class _Follower(Observer):
    """Reports a run on stderr, by `Progress` as long as games are played."""

    def __init__(self, interrupts: Interrupts) -> None:
        self._interrupts = interrupts
        self._progress: Progress | None = None

    def noted(self, line: str) -> None:
        print(line, file=sys.stderr)

    def warned(self, line: str) -> None:
        if self._progress is None:
            print_warning(line)
        else:
            self._progress.say(line)

    def begun(self, result: Callable[[], Result]) -> None:
        self._progress = progress = follow(result)
        self._interrupts.on_forced_exit = progress.close
        if result().standings.played:
            progress.say(f"going on after {progress.line()}")

    def game_ended(self, played: Played) -> None:
        if self._progress is not None:
            self._progress.count(played)

    def ticked(self) -> None:
        if self._progress is not None:
            self._progress.tick()

    def ended(self) -> None:
        progress, self._progress = self._progress, None
        self._interrupts.on_forced_exit = None
        if progress is not None:
            progress.close()


def _follow(run: Callable[..., Result], folder: Path | None, *, as_json: bool, show: Show | None = None) -> int:
    """Lets a run play that Ctrl-C ends, and prints its result. The status to exit with."""
    trouble: BaseException | None = None
    with Interrupts() as interrupts:
        try:
            result = run(observer=_Follower(interrupts), stop=interrupts)
        except BrokenOffError as error:
            result, trouble = error.result, error.__cause__
        _print(result, folder, as_json=as_json, show=show)
    if trouble is not None:
        raise trouble
    if result.stopped_by is not None:
        raise FailureError(f"stopped: game {result.stopped_by.number} ended by a fault (--on-fault stop)")
    return DONE if result.complete else INTERRUPTED


def _print(result: Result, folder: Path | None, *, as_json: bool, show: Show | None) -> None:
    if show is not None:
        show(result)
    elif as_json:
        print_json({**result_object(result), "folder": None if folder is None else str(folder)})
    else:
        print_result(result)
    if result.complete:
        return
    hint = "nothing was kept: with --out DIR it could be resumed"
    if folder is not None:
        hint = f"to go on: cardgames resume {shlex.quote(str(folder))}"
    # With --json the object is the last line of stdout.
    print(hint, file=sys.stderr if as_json else sys.stdout)


def default_folder(config: Config, now: datetime) -> Path:
    """`results/tournament-of-spit-20260131-101500`."""
    name = re.sub(r"[^a-z0-9]+", "-", config.event.lower()).strip("-")[:60] or "tournament"
    return free_name(RESULTS / f"{name}-{now:%Y%m%d-%H%M%S}")
