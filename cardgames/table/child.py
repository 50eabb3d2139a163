"""A bot's process: started apart from everything of ours, and ended with everything of its own.

It gets three pipes and nothing else: no other descriptor, a clean environment, a session and process group of
its own. When it ends, or is made to end, its whole group is killed before it is reaped: as long as it is not
reaped, no other process can have the group's number.
"""

import os
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path

from cardgames.table.bot import BotSpec
from cardgames.table.faults import Termination
from cardgames.table.keeper import KEEPER
from cardgames.table.system import CAN_LOOK, await_exit, die_with_parent, exit_code, hide_memory, signal_group

_KEPT_VARIABLES = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "LOGNAME", "TMPDIR", "TZ", "USER")


class StartupError(Exception):
    """A bot that could not be started or does not speak CGP/1: one line with the reason and what to try."""

    def __init__(self, message: str, kind: Termination = Termination.CRASH) -> None:
        super().__init__(message)
        self.kind = kind
        """What it counts as, where it costs a game."""


class ChildProcess:
    """A running program and its three pipes, whose ends on this side never block."""

    def __init__(self, spec: BotSpec, cpus: tuple[int, ...] = ()) -> None:
        """Starts it. Raises StartupError where the system refuses to."""
        hide_memory()
        self._popen = _start(spec)
        self.pid = self._popen.pid
        self._killed = False
        KEEPER.watch(self.pid)
        if cpus and hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(self.pid, cpus)
        pipes = (self._popen.stdin, self._popen.stdout, self._popen.stderr)
        self.stdin, self.stdout, self.stderr = (pipe.fileno() for pipe in pipes if pipe is not None)
        for descriptor in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(descriptor, False)

    @property
    def exited(self) -> bool:
        """Whether it has ended, be it by itself or by `kill`."""
        return self._exit_code() is not None

    def await_exit(self, millis: int) -> bool:
        """Gives it time to end. Returns whether it has."""
        return await_exit(self.pid, lambda: self.exited, millis)

    def terminate(self) -> None:
        """SIGTERM to the whole group."""
        if not self._killed:
            signal_group(self.pid, signal.SIGTERM)

    def kill(self) -> None:
        """SIGKILL to the whole group, whether the program itself has ended or not; reaps it, closes the pipes."""
        if not self._killed:
            signal_group(self.pid, signal.SIGKILL)
            self._killed = True
            KEEPER.release(self.pid)
            self._popen.wait()
        for pipe in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
            if pipe is not None:
                pipe.close()

    def end_text(self) -> str:
        """How it ended: `exit status 3`, `signal SIGSEGV`."""
        code = self._exit_code()
        if code is None:
            return "the process still runs"
        return f"exit status {code}" if code >= 0 else f"signal {_signal_name(-code)}"

    def _exit_code(self) -> int | None:
        if self._popen.returncode is not None:
            return self._popen.returncode
        return exit_code(self.pid) if CAN_LOOK else self._popen.poll()


def clean_environment(extra: tuple[tuple[str, str], ...], outside: Mapping[str, str]) -> dict[str, str]:
    """What a bot gets of the runner's variables `outside`, and its own beside."""
    return {name: outside[name] for name in _KEPT_VARIABLES if name in outside} | dict(extra)


def _start(spec: BotSpec) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            spec.command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # Called only where it is safe, see there.
            preexec_fn=die_with_parent(),  # noqa: PLW1509
            cwd=spec.cwd,
            env=clean_environment(spec.env, os.environ),
            start_new_session=True,
        )
    except OSError as error:
        raise StartupError(f"bot {spec.name}: {_why_not_started(spec, error)}") from None


def _why_not_started(spec: BotSpec, error: OSError) -> str:
    program = spec.command[0]
    if spec.cwd is not None and not Path(spec.cwd).is_dir():
        return f"its folder {spec.cwd} is no folder"
    if isinstance(error, FileNotFoundError):
        if "/" in program and (Path(spec.cwd or ".") / program).exists():
            return f"{program} could not be started: the interpreter of its first line (#!) is missing"
        where = "there is no file" if "/" in program else "no folder of PATH has a program"
        return f"{where} {program}; look for a typing error, or give the whole path"
    if isinstance(error, PermissionError):
        return f"{program} may not be run; chmod +x it, or name its interpreter first, as in 'python3 {program}'"
    if error.strerror == "Exec format error":
        return f"{program} is no program; is its first line (#!) missing, was it built for another machine?"
    return f"{program} could not be started: {error.strerror}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
