"""What a run needs of the machine: made sure of before its first game, or refused in one line.

Descriptors, processes, and room for the bots' folders. What may be had by asking (a soft limit) is asked for.
"""

import errno
import os
import resource
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from cardgames.bots.isolation.machine_refusals import RefusalError, refusal
from cardgames.bots.isolation.resources import tasks_of
from cardgames.bots.isolation.scratch import new_folder
from cardgames.tournament.config.config import Config

_SPARE = 48
"""Descriptors beyond those that are counted here: for the folder of results and for the start of a process."""
_OF_WORKER = 3
"""Descriptors of the runner for each worker."""
_OF_PROGRAM = 4
"""Descriptors of a worker for each program that it keeps."""
_PROCESSES = 2
"""Processes of a bot's program at least: the program and its keeper."""
_PROCESSES_LOCKED_IN = 4
"""The same in a sandbox, which has two of its own."""
_CONTROL_GROUPS = "/sys/fs/cgroup"


def claim(config: Config, workers: int, kept: int) -> None:
    """Makes sure of what the run needs, as far as that can be known.

    Args:
        config: what is played; its limits tell of the sandbox.
        workers: how many there will be.
        kept: how many programs each of them may keep running.

    Raises:
        RefusalError: something that cannot be had.
    """
    programs = sum(bool(bot.command) for bot in config.bots)
    _claim_descriptors(workers, min(kept, programs))
    at_a_time = workers * min(config.rules.players, programs)
    _claim_processes(workers + at_a_time * (_PROCESSES_LOCKED_IN if config.limits.sandbox else _PROCESSES), workers)
    for folder in _folders_of_bots(config):
        _look_for_room(folder, at_a_time)


def _claim_descriptors(workers: int, programs: int) -> None:
    """The soft limit goes up to what runner and workers need: they inherit it, bots have one of their own."""
    runner = _open_descriptors() + _SPARE
    need = max(runner + _OF_WORKER * workers, _SPARE + _OF_PROGRAM * programs)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if _fits(need, soft):
        return
    if not _fits(need, hard):
        most = (hard - runner) // _OF_WORKER
        advice = f"or try --concurrency {most}" if 0 < most < workers else "at the least"
        raise RefusalError(f"{need} descriptors are needed, {hard} can be had; raise 'ulimit -Hn' to {need} {advice}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (need, hard))


def _claim_processes(need: int, workers: int) -> None:
    left = [(room, where) for where, room in _rooms_for_processes()]
    if left and need > min(left)[0]:
        room, where = min(left)
        fewer = f", or try --concurrency {max(1, room * workers // need)}" if workers > 1 else ""
        raise RefusalError(f"{need} processes are needed, {max(0, room)} more can be had ({where}); raise that{fewer}")


def _rooms_for_processes() -> Iterator[tuple[str, int]]:
    """How many more there may be, by each limit that is known."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NPROC)
    if os.geteuid() != 0 and soft != resource.RLIM_INFINITY:
        if soft != hard:
            resource.setrlimit(resource.RLIMIT_NPROC, (hard, hard))
        if hard != resource.RLIM_INFINITY:
            yield "ulimit -Hu", hard - tasks_of(os.geteuid())
    yield from _rooms_in_control_groups()


def _rooms_in_control_groups() -> Iterator[tuple[str, int]]:
    with suppress(OSError):
        lines = Path("/proc/self/cgroup").read_text(encoding="utf-8", errors="surrogateescape").splitlines()
        own = next((line[3:] for line in lines if line.startswith("0::")), "/").strip("/")
        for folder in (Path(_CONTROL_GROUPS) / own, *(Path(_CONTROL_GROUPS) / own).parents):
            most = folder / "pids.max"
            if most.exists() and (text := most.read_text().strip()).isdecimal():
                yield str(most), int(text) - int((folder / "pids.current").read_text())


def _folders_of_bots(config: Config) -> set[str]:
    """Where folders are made for bots without one. The folder of a bot's setting is checked when the bot starts."""
    if config.limits.sandbox or not any(bot.command and bot.cwd is None for bot in config.bots):
        return set()
    return {os.environ.get("TMPDIR", "/tmp")}  # noqa: S108


def _look_for_room(folder: str, need: int) -> None:
    refused = f"no folder could be made for the bots in {folder}"
    try:
        Path(new_folder(folder)).rmdir()
        room = os.statvfs(folder)
    except OSError as error:
        raise refusal(refused, error.errno) from None
    # A file system that does not count its files says that it has 0 in all.
    files = room.f_ffree if os.geteuid() == 0 else room.f_favail
    if room.f_files and files < need:
        raise refusal(f"{refused}: {need} are needed, {files} more are possible", errno.ENOSPC)


def _open_descriptors() -> int:
    folder = "/proc/self/fd"
    return sum(1 for _ in Path(folder).iterdir()) if Path(folder).exists() else _SPARE


def _fits(need: int, limit: int) -> bool:
    return limit == resource.RLIM_INFINITY or need <= limit
