"""A tournament from its settings to its result: played, stored, counted; nothing is printed.

    run_tournament(config)              plays, and keeps nothing
    run_tournament(config, folder)      plays, and keeps all of it; goes on where the folder holds the same tournament
    resume_tournament(folder)           goes on with what the folder holds

Both call an `Observer` while they play, and end early when their `StopRequest` is asked to. They make the memory of
this process unreadable for other processes of its user: what decides the deals is in it.

Errors, each one line, before the first game: `StoreError` and its kin for the folder, `StartupFailuresError` for bots
that do not start, `SandboxError`, `RefusalError` of the machine, `WorkerError`. After the first game a run that cannot
go on raises `BrokenOffError`, which has the result so far.
"""

import os
import shlex
from contextlib import nullcontext
from datetime import datetime
from pathlib import Path
from time import monotonic

from cardgames.bots.isolation import fork_client as forks
from cardgames.bots.isolation.machine_refusals import RefusalError
from cardgames.bots.isolation.os_calls import hide_memory
from cardgames.bots.isolation.sandbox import find_sandbox
from cardgames.bots.warning import listen
from cardgames.tournament.config.config import Config, differences
from cardgames.tournament.config.kinds import ConfigError
from cardgames.tournament.config.toml_reader import load_config
from cardgames.tournament.plan import Plan, make_plan
from cardgames.tournament.played import Played
from cardgames.tournament.results.result import Result
from cardgames.tournament.results.standings import Standings
from cardgames.tournament.run.interrupts import StopRequest
from cardgames.tournament.run.machine_needs import claim
from cardgames.tournament.run.observer import Observer
from cardgames.tournament.run.runner import Run
from cardgames.tournament.run.worker_pool import WorkerPool, kept_programs
from cardgames.tournament.run.worker_process import WorkerError
from cardgames.tournament.storage.folder import CONFIG, LOGS, OtherTournamentError, StoreError
from cardgames.tournament.storage.recount import recount, standings_of, stored_config
from cardgames.tournament.storage.store import Store, folder_in_time, is_begun


class BrokenOffError(Exception):
    """A run that could not go on after games had been played; its cause is the error, `result` what was played."""

    def __init__(self, result: Result) -> None:
        super().__init__("the run was broken off")
        self.result = result


def run_tournament(
    config: Config,
    folder: Path | None = None,
    *,
    observer: Observer | None = None,
    stop: StopRequest | None = None,
) -> Result:
    """Plays a tournament, or what is left of it.

    Args:
        config: who plays what, and how it is run.
        folder: where it is kept, made if need be; None to keep nothing. Where the same tournament was begun, what is
            left of it is played.
        observer: is called while it is played.
        stop: ends it early.

    Returns:
        What was played, in this run and before it; not `complete` if it was stopped.

    Raises:
        OtherTournamentError: the folder is another tournament's.
        ConfigError: a log of the traffic, or a bot, that needs another folder.
        StoreError, StartupFailuresError, SandboxError, RefusalError, WorkerError, BrokenOffError: see above.
    """
    if folder is None and config.log_traffic:
        raise ConfigError("--log-traffic: --out DIR was expected with it, for the logs go to DIR/logs")
    if folder is not None and is_begun(folder):
        with Store.open(folder) as store:
            differing = differences(stored_config(store), config)
            if not differing:
                return _go_on(config, store, observer, stop)
            if len(store):
                raise OtherTournamentError(_other_tournament(folder, differing))
    plan = make_plan(config)
    return _TournamentRun(plan, standings_of(plan), folder, None, observer, stop).play()


def resume_tournament(
    folder: Path,
    *,
    concurrency: int | None = None,
    observer: Observer | None = None,
    stop: StopRequest | None = None,
) -> Result:
    """Plays what is left of the tournament that a folder holds, as the config.toml there wants it run.

    Args:
        folder: holds a tournament that was begun.
        concurrency: how many games are played at a time; None for as many as the config says.
        observer: is called while it is played.
        stop: ends it early.

    Returns:
        What was played, in this run and before it; not `complete` if it was stopped.

    Raises:
        OtherTournamentError: the config was changed in what decides the games.
        ConfigError: it cannot be read.
        StoreError, StartupFailuresError, SandboxError, RefusalError, WorkerError, BrokenOffError: see above.
    """
    with Store.open(folder) as store:
        path = folder / CONFIG
        config = load_config(path, runnable=False)
        differing = differences(stored_config(store), config)
        if differing:
            raise OtherTournamentError(
                f"{path}: {', '.join(differing)}: changed since the tournament began; put it back as it was, or "
                "begin another tournament with this file, in a folder of its own"
            )
        if concurrency is not None:
            config = config._replace(concurrency=concurrency)
        return _go_on(config, store, observer, stop)


def _go_on(config: Config, store: Store, observer: Observer | None, stop: StopRequest | None) -> Result:
    if store.mended is not None and observer is not None:
        observer.noted(store.mended)
    plan = make_plan(config, store.secret)
    return _TournamentRun(plan, recount(plan, store), store.folder, store, observer, stop).play()


class _TournamentRun:
    """One run of a tournament."""

    def __init__(
        self,
        plan: Plan,
        standings: Standings,
        folder: Path | None,
        store: Store | None,
        observer: Observer | None,
        stop: StopRequest | None,
    ) -> None:
        """A run that has not begun.

        Args:
            plan: what to play; its schedule knows of the games that have been played before.
            standings: those games counted.
            folder: where it is kept; None if it is not.
            store: what is in the folder; None if it is to be made there.
            observer: is called while it is played.
            stop: ends it early.
        """
        self._plan = plan
        self._standings = standings
        self._folder = folder
        self._store = store
        self._observer = observer or Observer()
        self._stop = stop
        self._earlier_s = store.wall_s if store is not None else 0.0
        self._began = monotonic()
        self._stopped_by: Played | None = None
        self._begun = False

    def play(self) -> Result:
        """Plays. Returns the result."""
        if self._plan.schedule.complete:
            return self.result()
        listen(self._observer.warned)
        try:
            self._play()
        except (StoreError, WorkerError, RefusalError) as error:
            if not self._standings.played and not (self._begun and isinstance(error, RefusalError)):
                raise
            raise BrokenOffError(self.result()) from error
        finally:
            listen()
        return self.result()

    def result(self) -> Result:
        """The tournament as it is now."""
        complete, wall_s = self._plan.schedule.complete, self._earlier_s + self._wall_s()
        return Result(self._plan, self._standings, complete, wall_s, self._stopped_by)

    def _wall_s(self) -> float:
        return monotonic() - self._began

    def _play(self) -> None:
        # What decides the games is hidden before there is anybody to look for it.
        hide_memory()
        forks.adopt()
        config, schedule = self._locked_in(self._plan.config), self._plan.schedule
        workers = min(config.concurrency, schedule.games - schedule.played)
        claim(config, workers, kept_programs(config, workers))
        logs = None if self._folder is None else str(self._folder / LOGS)
        wake = None if self._stop is None else self._stop.descriptor
        # Nothing is left on the disk of a tournament whose bots do not start.
        room = folder_in_time(self._folder) if self._folder is not None and self._store is None else nullcontext()
        with room, WorkerPool(config, workers, logs=logs, wake=wake) as pool:
            pool.try_bots()
            self._begun = True
            if self._folder is None or self._store is not None:
                self._run(pool, self._store)
            else:
                names = [bot.name for bot in self._plan.bots]
                with Store.create(self._folder, self._plan.config.to_toml(), self._plan.secret, names) as store:
                    self._run(pool, store)

    def _locked_in(self, config: Config) -> Config:
        """The config with what was found on this machine for locking its bots in. Raises SandboxError, ConfigError."""
        if not any(bot.command for bot in config.bots):
            return config
        if self._folder is not None and self._store is None:
            _refuse_as_own_folder(self._folder, config)
        sandbox = find_sandbox(config.sandbox, config.bots)
        if sandbox.note:
            self._observer.noted(sandbox.note)
        hidden = () if self._folder is None else (str(self._folder.absolute()),)
        return config._replace(limits=config.limits._replace(sandbox=sandbox.program, hidden=hidden))

    def _run(self, pool: WorkerPool, store: Store | None) -> None:
        self._observer.begun(self.result)
        try:
            if store is not None:
                store.begin_run(str(datetime.now().astimezone()))
            run = Run(self._plan, self._standings, pool, store, self._observer, wall_s=self._wall_s)
            run.go(self._is_stopped)
            self._stopped_by = run.stopped_by
            if store is not None:
                store.finish(self._wall_s())
        finally:
            self._observer.ended()

    def _is_stopped(self) -> bool:
        return self._stop is not None and self._stop.asked


def _refuse_as_own_folder(folder: Path, config: Config) -> None:
    """The secret that all deals follow from lies in the folder: it must not be the one that a bot is run in."""
    for bot in config.bots:
        if bot.cwd is not None and os.path.realpath(bot.cwd) == os.path.realpath(folder):
            raise ConfigError(f"{folder}: bot {bot.name} is run in this folder and would see the deals; take another")


def _other_tournament(folder: Path, differing: list[str]) -> str:
    return (
        f"{folder}: another tournament was begun there, with other {', '.join(differing)}; "
        f"'cardgames resume {shlex.quote(str(folder))}' goes on with it, or take another folder"
    )
