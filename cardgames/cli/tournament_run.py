"""The run of a match or tournament from the command line: where it is kept, how it is followed, what is told of it."""

import os
import re
import shlex
import sys
from collections.abc import Callable
from contextlib import nullcontext
from datetime import datetime
from pathlib import Path
from time import monotonic

from cardgames.bots.isolation import fork_client as forks
from cardgames.bots.isolation.machine_refusals import RefusalError
from cardgames.bots.isolation.os_calls import hide_memory
from cardgames.bots.isolation.sandbox import find_sandbox
from cardgames.bots.warning import listen
from cardgames.cli.errors import FailureError, UsageError
from cardgames.cli.exit_status import DONE, INTERRUPTED
from cardgames.cli.output.progress import follow
from cardgames.cli.output.result import print_object, print_result
from cardgames.tournament.config.config import Config, differences
from cardgames.tournament.plan import Plan, make_plan
from cardgames.tournament.played import Played
from cardgames.tournament.results.report import Result, taken_out
from cardgames.tournament.results.standings import Standings
from cardgames.tournament.run.interrupts import Interrupts
from cardgames.tournament.run.machine_needs import claim
from cardgames.tournament.run.runner import Run
from cardgames.tournament.run.worker_pool import WorkerPool, kept_programs
from cardgames.tournament.run.worker_process import WorkerError
from cardgames.tournament.storage.folder import LOGS, OtherTournamentError, StoreError, free_name
from cardgames.tournament.storage.recount import recount, standings_of, stored_plan
from cardgames.tournament.storage.store import Store, folder_in_time, is_begun

RESULTS = Path("results")
"""Where a tournament is kept that was not told where."""


Teller = Callable[[Result], object]
"""Tells a result, instead of the usual table or object."""


def play_series(plan: Plan, *, out: Path | None, as_json: bool, keep: bool = False, tell: Teller | None = None) -> int:
    """Plays the plan and tells the result, also of one that is interrupted. The status to exit with.

    Args:
        plan: what to play.
        out: the folder where it is kept; where the same tournament was begun it goes on.
        as_json: print one JSON object instead of the table.
        keep: without `out`, whether it is kept in a new folder under `RESULTS`.
        tell: tells the result otherwise than usual.

    Raises:
        OtherTournamentError: the folder is another tournament's.
        StoreError: the folder cannot be used.
        StartupFailuresError: bots that do not start; nothing has been played then.
        RefusalError: the machine refused what the run needs.
        WorkerError: workers that cannot play.
    """
    if out is not None and is_begun(out):
        with Store.open(out) as store:
            differing = differences(stored_plan(store).config, plan.config)
            if not differing:
                return go_on(plan.config, store, as_json=as_json, tell=tell)
            if len(store):
                raise OtherTournamentError(other_tournament(out, differing))
    folder = out
    if out is None and keep:
        folder = default_folder(plan.config, datetime.now().astimezone())
        print(f"results are kept in {folder}", file=sys.stderr)
    if folder is None and plan.config.log_traffic:
        raise UsageError("--log-traffic: --out DIR was expected with it, for the logs go to DIR/logs")
    return TournamentRun(plan, standings_of(plan), folder, as_json=as_json, tell=tell).play()


def go_on(config: Config, store: Store, *, as_json: bool, tell: Teller | None = None) -> int:
    """Plays what is left of a tournament and tells the result of all of it. The status to exit with.

    Args:
        config: the tournament's, with how it is to be run now.
        store: what has been played.
        as_json: print one JSON object instead of the table.
        tell: tells the result otherwise than usual.

    Raises:
        StoreError, StartupFailuresError, RefusalError, WorkerError: as `play_series`.
    """
    if store.mended is not None:
        print(store.mended, file=sys.stderr)
    plan = make_plan(config, store.secret)
    standings = recount(plan, store)
    return TournamentRun(plan, standings, store.folder, store, as_json=as_json, tell=tell).play()


class TournamentRun:
    """One run of a tournament."""

    def __init__(
        self,
        plan: Plan,
        standings: Standings,
        folder: Path | None = None,
        store: Store | None = None,
        *,
        as_json: bool,
        tell: Teller | None = None,
    ) -> None:
        """A run that has not begun.

        Args:
            plan: what to play; its schedule knows of the games that have been played before.
            standings: those games counted.
            folder: where it is kept; None if it is not.
            store: what is in the folder; None if it is to be made there.
            as_json: print one JSON object instead of the table.
            tell: tells the result otherwise than usual.
        """
        self._plan = plan
        self._standings = standings
        self._folder = folder
        self._store = store
        self._as_json = as_json
        self._teller = tell
        self._earlier_s = store.wall_s if store is not None else 0.0
        self._began = monotonic()
        self._stopped_by: Played | None = None
        self._begun = False

    def play(self) -> int:
        """Plays and tells. The status to exit with."""
        trouble: Exception | None = None
        with Interrupts() as interrupts:
            try:
                if not self._plan.schedule.complete:
                    self._play(interrupts)
            except (StoreError, WorkerError, RefusalError) as error:
                if not self._standings.played and not (self._begun and isinstance(error, RefusalError)):
                    raise
                trouble = error
            self._tell()
        if trouble is not None:
            raise trouble
        if self._stopped_by is not None:
            raise FailureError(f"stopped: game {self._stopped_by.number} ended by a fault (--on-fault stop)")
        return DONE if self._plan.schedule.complete else INTERRUPTED

    def result(self) -> Result:
        """The tournament as it is now."""
        return Result(self._plan, self._standings, self._plan.schedule.complete, self._earlier_s + self._wall_s())

    def _wall_s(self) -> float:
        return monotonic() - self._began

    def _play(self, interrupts: Interrupts) -> None:
        # What decides the games is hidden before there is anybody to look for it.
        hide_memory()
        forks.adopt()
        config, schedule = self._locked_in(self._plan.config), self._plan.schedule
        workers = min(config.concurrency, schedule.games - schedule.played)
        claim(config, workers, kept_programs(config, workers))
        logs = None if self._folder is None else str(self._folder / LOGS)
        # Nothing is left on the disk of a tournament whose bots do not start.
        room = folder_in_time(self._folder) if self._folder is not None and self._store is None else nullcontext()
        with room, WorkerPool(config, workers, logs=logs, wake=interrupts.descriptor) as crew:
            crew.try_bots()
            self._begun = True
            if self._folder is None:
                self._follow(crew, None, interrupts)
            elif self._store is not None:
                self._follow(crew, self._store, interrupts)
            else:
                names = [bot.name for bot in self._plan.bots]
                with Store.create(self._folder, self._plan.config.to_toml(), self._plan.secret, names) as store:
                    self._follow(crew, store, interrupts)

    def _locked_in(self, config: Config) -> Config:
        """The config with what was found on this machine for locking its bots in. Raises SandboxError, UsageError."""
        if not any(bot.command for bot in config.bots):
            return config
        if self._folder is not None and self._store is None:
            _refuse_as_own_folder(self._folder, config)
        sandbox = find_sandbox(config.sandbox, config.bots)
        if sandbox.note:
            print(sandbox.note, file=sys.stderr)
        hidden = () if self._folder is None else (str(self._folder.absolute()),)
        return config._replace(limits=config.limits._replace(sandbox=sandbox.program, hidden=hidden))

    def _follow(self, crew: WorkerPool, store: Store | None, interrupts: Interrupts) -> None:
        progress = follow(self.result)
        interrupts.on_forced_exit = progress.close
        listen(progress.say)
        try:
            if self._standings.played:
                progress.say(f"going on after {progress.line()}")
            if store is not None:
                store.begin_run(str(datetime.now().astimezone()))

            streaks = self._standings.streaks
            told = set(streaks.out)

            def count(played: Played) -> None:
                self._standings.add(played)
                progress.count(played)
                for player in [player for player in streaks.out if player not in told]:
                    told.add(player)
                    progress.say(taken_out(self.result(), player))

            run = Run(
                self._plan,
                crew,
                store,
                count=count,
                out=streaks.out,
                tick=progress.tick,
                wall_s=self._wall_s,
                today=datetime.now,
            )
            run.go(lambda: interrupts.asked)
            self._stopped_by = run.stopped_by
            if store is not None:
                store.finish(self._wall_s())
        finally:
            listen()
            interrupts.on_forced_exit = None
            progress.close()

    def _tell(self) -> None:
        result = self.result()
        if self._teller is not None:
            self._teller(result)
        elif self._as_json:
            print_object(result, folder=None if self._folder is None else str(self._folder))
        else:
            print_result(result)
        if result.complete:
            return
        hint = "nothing was kept: with --out DIR it could be resumed"
        if self._folder is not None:
            hint = f"to go on: cardgames resume {shlex.quote(str(self._folder))}"
        # With --json the object is the last line of stdout.
        print(hint, file=sys.stderr if self._as_json else sys.stdout)


def _refuse_as_own_folder(folder: Path, config: Config) -> None:
    """The secret that all deals follow from lies in the folder: it must not be the one that a bot is run in."""
    for bot in config.bots:
        if bot.cwd is not None and os.path.realpath(bot.cwd) == os.path.realpath(folder):
            raise UsageError(f"{folder}: bot {bot.name} is run in this folder and would see the deals; take another")


def other_tournament(folder: Path, differing: list[str]) -> str:
    """Why a folder cannot be used for another tournament."""
    return (
        f"{folder}: another tournament was begun there, with other {', '.join(differing)}; "
        f"'cardgames resume {shlex.quote(str(folder))}' goes on with it, or take another folder"
    )


def default_folder(config: Config, now: datetime) -> Path:
    """`results/tournament-of-spit-20260131-101500`."""
    name = re.sub(r"[^a-z0-9]+", "-", config.event.lower()).strip("-")[:60] or "tournament"
    return free_name(RESULTS / f"{name}-{now:%Y%m%d-%H%M%S}")
