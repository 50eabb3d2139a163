"""A bot's process on the runner's side: three pipes, and a keeper that starts it and ends it with all its children.

The bot gets its pipes and no other descriptor, a clean environment, a session of its own, an empty working directory
unless its spec names one, and a sandbox where there is one.
"""

import os
import select
import signal
import socket
import time
import weakref
from collections.abc import Mapping
from contextlib import ExitStack
from errno import EACCES, ENOENT, ENOEXEC
from functools import cache
from pathlib import Path

from cardgames.bots.faults import StartupError, Termination
from cardgames.bots.isolation import fork_client as forks
from cardgames.bots.isolation.keeper_messages import (
    KILL,
    TERMINATE,
    Cleaned,
    Ended,
    Message,
    NotStarted,
    Refused,
    Started,
    StartOrder,
    decode,
    encode,
)
from cardgames.bots.isolation.launch import Launch, program_of, read_launch
from cardgames.bots.isolation.machine_refusals import RefusalError, is_refusal, needed, refusal
from cardgames.bots.isolation.os_calls import hide_memory, signal_group
from cardgames.bots.isolation.privileges import user_of_bot
from cardgames.bots.isolation.sandbox import HOME_INSIDE, PATHS, SYSTEM, out_of_reach_of, sandboxed
from cardgames.bots.isolation.scratch import PATIENCE_S, remove_folder
from cardgames.bots.limits import Limits
from cardgames.bots.spec import BotSpec
from cardgames.bots.warning import warn
from cardgames.bots.wires import Channel
from cardgames.text import printable

_KEPT_VARIABLES = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "LOGNAME", "TMPDIR", "TZ", "USER")
KEEPERS = "cardgames.bots.isolation.keeper"
"""The module under which this process knows the fork server of the keepers."""
_KEEPER_STARTS_S = 60.0
_KEEPER_ANSWERS_MS = 200
_KEEPER_ENDS_MS = 3_000
_KEEPER_CLEANS_S = PATIENCE_S + 1.0
_EXIT_PATIENCE_MS = 1_000
_MOST_LOG_READS = 16
_SAMPLE = 64


class BotProcess:
    """A running program and its three pipes, whose ends on this side never block."""

    def __init__(self, spec: BotSpec, limits: Limits | None = None) -> None:
        """Starts it. Raises StartupError if the system refuses."""
        hide_memory()
        _close_after_fork()
        self._limits = limits or Limits()
        self._name = spec.name
        self._launch = read_launch(spec, Path.cwd())
        self._ended: Ended | None = None
        self._refused: Refused | None = None
        self._over = False
        self._is_told = False
        """Whether the keeper has told how the bot ended; then it may take its time to clean up."""
        self._scratch: str | None = None
        self._unread = b""
        self._seen: tuple[str, ...] = ()
        """Those of its files that it sees in the sandbox."""
        self.pid = 0
        self._group = 0
        """Its process group, as long as it may have to be killed from here; else 0."""
        try:
            if self._limits.sandbox:
                _check_program(self._launch, os.environ.get("PATH"))
            order = self._order(spec)
        except OSError as error:
            raise self._not_started(spec, error) from None
        self._begin(spec, order)

    def _begin(self, spec: BotSpec, order: StartOrder) -> None:
        with needed(f"bot {spec.name}: its keeper could not be started"), ExitStack() as undo, ExitStack() as theirs:
            ours, far_ends = _pipes(undo, theirs)
            self._control, far = socket.socketpair()
            undo.callback(self._control.close)
            theirs.callback(far.close)
            self._server, self._keeper = forks.run(
                f"{KEEPERS}:keep",
                None,
                [*far_ends, far.fileno()],
                folders=order.env.get("TMPDIR", "/tmp"),  # noqa: S108
            )
            self.stdin, self.stdout, self.stderr = ours
            undo.pop_all()
        _LIVING.add(self)
        try:
            self._await_start(spec, order)
        except BaseException:
            self.kill()
            raise

    def _await_start(self, spec: BotSpec, order: StartOrder) -> None:
        self._send(encode(order))
        message = self._receive(time.monotonic() + _KEEPER_STARTS_S)
        if isinstance(message, Started):
            return
        if isinstance(message, NotStarted):
            if message.unreadable:
                raise StartupError(f"bot {spec.name}: {_why_unreadable(message.unreadable)}")
            raise self._not_started(spec, OSError(message.number, os.strerror(message.number)), message.folder)
        raise self.refusal or RefusalError(f"bot {spec.name}: its keeper ended before it had started it")

    def _not_started(self, spec: BotSpec, error: OSError, folder: str = "") -> StartupError | RefusalError:
        """Why it was not started: the machine refused, or the program or its settings are wrong."""
        told = f"bot {spec.name}: {spec.command[0]} could not be started"
        if folder:
            told = f"bot {spec.name}: no folder could be made for it in {folder}"
            if not is_refusal(error.errno) and "TMPDIR" in dict(spec.env):
                return StartupError(f"{told} ({error.strerror}); set TMPDIR to another")
            return refusal(told, error.errno)
        if is_refusal(error.errno):
            return refusal(told, error.errno)
        return StartupError(f"bot {spec.name}: {_why_not_started(spec, self._launch, error)}")

    def _order(self, spec: BotSpec) -> StartOrder:
        limits, launch = self._limits, self._launch
        environment = clean_environment(spec.env, os.environ)
        command, cwd, binds = launch.command, launch.cwd, None
        if limits.sandbox:
            environment |= {"HOME": HOME_INSIDE, "TMPDIR": HOME_INSIDE} | dict(spec.env)
            demoted = user_of_bot(os.getpid()) is not None
            locked = sandboxed(limits.sandbox, launch, environment, limits.hidden, laid_out=demoted)
            command, cwd, binds = locked.command, "/", [*locked.files, limits.sandbox]
            self._seen = locked.files
        else:
            demoted = out_of_reach_of(launch, environment) is None
        return StartOrder(list(command), environment, cwd, limits, bool(limits.sandbox), demoted, binds)

    def visible_files(self, words: str) -> str:
        """A hint for a bot that failed in the sandbox: what its last words name unseen, and what it sees."""
        seen = ", ".join(self._seen)
        named = [word.rstrip(".") for word in PATHS.findall(words)]
        missing = [path for path in named if Path(path).exists() and not self._shown(path)]
        return f"{f'{missing[0]} is not shown to it, ' if missing else ''}beside the system's programs it sees {seen}"

    def _shown(self, path: str) -> bool:
        return any(path == seen or path.startswith(f"{seen}/") for seen in (*self._seen, *SYSTEM))

    @property
    def exited(self) -> bool:
        """Whether it has ended, by itself or by `kill`."""
        return self.await_exit(0)

    def await_exit(self, millis: int) -> bool:
        """Waits for its end, with all that it has started. Returns whether it has ended."""
        until = time.monotonic() + millis / 1000
        while not self._over:
            message = self._receive(until)
            if message is None:
                break
            if isinstance(message, Ended):
                self._ended = message
        return self._over

    @property
    def excess(self) -> tuple[Termination, str] | None:
        """The exceeded limit for which it was killed: fault and detail; None if it was not."""
        if self._ended is None or not self._ended.kind:
            return None
        return Termination(self._ended.kind), self._ended.detail

    @property
    def refusal(self) -> RefusalError | None:
        """What the machine refused its keeper, which then had to end the bot; None if nothing."""
        if self._refused is None:
            return None
        return refusal(f"bot {self._name}: it could not be watched", self._refused.number)

    @property
    def orphans(self) -> int:
        """How many of its processes ran on when the program had ended by itself; 0 while that is not known."""
        return 0 if self._ended is None else self._ended.orphans

    def close_stdin(self) -> None:
        """Closes its input. Nothing must be written to it any more."""
        if self.stdin >= 0:
            os.close(self.stdin)
            self.stdin = -1

    def terminate(self) -> None:
        """Sends SIGTERM to all of its processes."""
        if not self._over:
            self._send(TERMINATE)

    def kill(self) -> None:
        """Kills all of its processes, also if the program itself has ended; closes the pipes."""
        if self._control.fileno() < 0:
            return
        if not self._over:
            self._send(KILL)
            if not self.await_exit(_KEEPER_ANSWERS_MS):
                # Somebody may have stopped it, and its server.
                forks.keep_running()
                self.await_exit(_KEEPER_ENDS_MS)
        if self._ended is None and self._group:
            # A keeper that was halted or killed; what has its group can still be ended.
            signal_group(self._group, signal.SIGKILL)
        self._over, self._group = True, 0
        notes = self._await_cleaning() if self._is_told else None
        if not self._is_told:
            self._server.signal(self._keeper, signal.SIGKILL)
        forks.ended(self._keeper)
        if notes is None and self._scratch is not None and (why := remove_folder(self._scratch)) is not None:
            # A keeper that was killed has not done it.
            notes = [f"its folder {self._scratch} could not be removed: {why}"]
        for note in notes or ():
            warn(f"bot {self._name}: {printable(note)}")
        self._close()

    def end_text(self) -> str:
        """How it ended: `exit status 3`, `signal SIGSEGV`, or the limit that it exceeded."""
        if not self.exited:
            return "the process still runs"
        if self.excess is not None:
            return self.excess[1]
        code = None if self._ended is None else self._ended.code
        if code is None:
            return "its keeper was killed"
        if code < 0:
            return f"signal {_signal_name(-code)}"
        inside = f" (signal {_signal_name(code - 128)})" if self._limits.sandbox and code > 128 else ""
        return f"exit status {code}{inside}"

    def last_words(self, channel: Channel) -> str:
        """How it ended and the end of its stderr, in one line; waits up to 1 s for its end.

        Args:
            channel: its pipes, with the log of its stderr.
        """
        self.await_exit(_EXIT_PATIENCE_MS)
        for _ in range(_MOST_LOG_READS):
            if not channel.read_log():
                break
        lines = channel.log.last_lines()
        return f"{self.end_text()}; stderr: {lines}" if lines else f"{self.end_text()}; nothing on stderr"

    def release_after_fork(self) -> None:
        """In a forked process: the bot stays the parent's."""
        self._over, self._group = True, 0
        self._close()

    def _close(self) -> None:
        _LIVING.discard(self)
        self._control.close()
        for descriptor in (self.stdin, self.stdout, self.stderr):
            if descriptor >= 0:
                os.close(descriptor)
        self.stdin = self.stdout = self.stderr = -1

    # -- talk with the keeper

    def _send(self, data: bytes) -> None:
        try:
            self._control.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            # The keeper has ended: that is seen where its messages end.
            return

    def _await_cleaning(self) -> list[str] | None:
        """Waits for the end of a keeper whose bot has ended. Returns its notes on what is left, or None."""
        waiting = select.poll()
        waiting.register(self._control, select.POLLIN)
        until = time.monotonic() + _KEEPER_CLEANS_S
        while waiting.poll(max(0, 1000 * (until - time.monotonic()))):
            data = _read(self._control)
            if not data:
                break
            self._unread += data
        line, newline, _ = self._unread.partition(b"\n")
        message = decode(line) if newline else None
        return message.notes if isinstance(message, Cleaned) else None

    def _receive(self, until: float) -> Message | None:
        """The next message; None if none comes in time. The last one, or the end of the socket, ends the process."""
        waiting = select.poll()
        waiting.register(self._control, select.POLLIN)
        while b"\n" not in self._unread:
            if not waiting.poll(max(0, 1000 * (until - time.monotonic()))):
                return None
            data = _read(self._control)
            if not data:
                self._over = True
                return None
            self._unread += data
        line, _, self._unread = self._unread.partition(b"\n")
        message = decode(line)
        if isinstance(message, Started):
            # Noted here, for whoever ends it before it has been waited for.
            self.pid = self._group = message.pid
            self._scratch = message.scratch
            return message
        self._over = self._is_told = True
        if isinstance(message, Refused):
            self._refused = message
        return message


_LIVING: "weakref.WeakSet[BotProcess]" = weakref.WeakSet()


@cache
def _close_after_fork() -> None:
    """Has forked processes close the bots' pipes: else nobody would see the end of a pipe."""
    os.register_at_fork(after_in_child=_release_all)


def _release_all() -> None:
    for child in list(_LIVING):
        child.release_after_fork()


def clean_environment(extra: tuple[tuple[str, str], ...], outside: Mapping[str, str]) -> dict[str, str]:
    """A bot's environment: a few of the runner's variables `outside`, and its own."""
    return {name: outside[name] for name in _KEPT_VARIABLES if name in outside} | dict(extra)


def _pipes(undo: ExitStack, theirs: ExitStack) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """Our ends of stdin, stdout and stderr, which do not block, and the bot's ends. The stacks close them."""
    ours: list[int] = []
    far_ends: list[int] = []
    for to_bot in (True, False, False):
        read_end, write_end = os.pipe()
        near, far = (write_end, read_end) if to_bot else (read_end, write_end)
        undo.callback(os.close, near)
        theirs.callback(os.close, far)
        os.set_blocking(near, False)
        ours.append(near)
        far_ends.append(far)
    return (ours[0], ours[1], ours[2]), (far_ends[0], far_ends[1], far_ends[2])


def _read(control: socket.socket) -> bytes:
    try:
        return control.recv(4096)
    except ConnectionResetError:
        return b""


def _check_program(launch: Launch, path: str | None) -> None:
    """Raises the OSError that a start would meet; in a sandbox only bubblewrap would see it."""
    program = program_of(launch, path)
    if program is None or not program.exists():
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT))
    if not os.access(program, os.X_OK):
        raise PermissionError(EACCES, os.strerror(EACCES))
    with program.open("rb") as file:
        start = file.read(_SAMPLE)
    # A shell would be tried on it.
    if start.isascii() and not start.startswith(b"#!") and b"\0" not in start:
        raise OSError(ENOEXEC, os.strerror(ENOEXEC))


def _why_unreadable(told: str) -> str:
    user, _, path = told.partition(" ")
    return (
        f"{path} cannot be read by it: it runs as user {user}, not as root; chmod -R go+rX it, or run cardgames as the "
        "ordinary user whose it is"
    )


def _why_not_started(spec: BotSpec, launch: Launch, error: OSError) -> str:
    program = spec.command[0]
    if spec.cwd is not None and not Path(spec.cwd).is_dir():
        return f"its folder {spec.cwd} is no folder"
    # A folder of PATH that its user may not enter hides that it is not found.
    if isinstance(error, FileNotFoundError) or program_of(launch, os.environ.get("PATH")) is None:
        if "/" in program and (Path(launch.cwd or ".") / launch.command[0]).exists():
            return f"{program} could not be started: the interpreter of its first line (#!) is missing"
        where = "there is no file" if "/" in program else "no folder of PATH has a program"
        return f"{where} {program}; look for a typing error, or give the whole path"
    if isinstance(error, PermissionError):
        return f"{program} may not be run; chmod +x it, or name its interpreter first, as in 'python3 {program}'"
    if error.errno == ENOEXEC:
        return f"{program} is no program; is its first line (#!) missing, was it built for another machine?"
    return f"{program} could not be started: {error.strerror}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
