"""The client of a fork server: starts it, has it fork processes, and keeps it running.

A server that was stopped is continued when it is needed; one that has ended is replaced. Its processes live on, and
this process adopts them if it adopts orphans.
"""

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from errno import ECONNRESET
from threading import RLock
from typing import Any

from cardgames.bots.isolation.descendants import children_of, descendants_of, kill_all
from cardgames.bots.isolation.fork_server import CHUNK, ENDS_S, KILL_S, MOST_STOPS
from cardgames.bots.isolation.os_calls import ON_LINUX, adopt_orphans, hide_memory, signal_process

_CHECK_MS = 100
"""After so long without an answer it may be that somebody has stopped it."""
_PATIENCE_S = 60.0
_PAUSE_S = 0.001
_ENDED = "the fork server has ended"
_PROGRAM = """\
import sys
sys.path.insert(0, sys.argv[1])
from cardgames.bots.isolation.fork_server import main
main(int(sys.argv[2]), int(sys.argv[3]))
"""


class ForkServer:
    """The client's side: a server, and what it has forked for this process."""

    def __init__(self, pid: int, near: socket.socket, *, own: bool = True) -> None:
        self.pid = pid
        self._own = own
        self._stops = 0
        self._warmed_up: set[tuple[str, object]] = set()
        self.others: set[int] = set()
        """The processes that it has forked for other clients."""
        self.lost = False
        """Whether it has ended."""
        self._socket = near
        self._number = 0
        self._answers: list[Any] = []
        """One, to the last question, once it has come."""
        self._unread = b""
        self._lock = RLock()

    @classmethod
    def start(cls) -> "ForkServer":
        """Starts a server, a program of its own. Raises OSError."""
        hide_memory()
        near, far = socket.socketpair()
        package = os.path.realpath(f"{__file__}/../../../..")
        # Without site-packages it starts in a third of the time; where there is no /proc it needs psutil.
        bare = ("-S",) if ON_LINUX else ()
        command = (sys.executable, "-I", *bare, "-c", _PROGRAM, package, str(far.fileno()), str(os.getpid()))
        try:
            started = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=(far.fileno(),),
                cwd="/",
                env={},
                start_new_session=True,
            )
        except OSError:
            near.close()
            raise
        finally:
            far.close()
        # It is waited for here.
        started.returncode = 0
        return cls(started.pid, near)

    @classmethod
    def shared(cls, pid: int, descriptor: int) -> "ForkServer":
        """A server that another process has started and keeps running (`share`)."""
        return cls(pid, socket.socket(fileno=descriptor), own=False)

    def share(self) -> socket.socket:
        """A socket through which another process can be a client. Raises OSError; ConnectionError if it has ended."""
        near, far = socket.socketpair()
        try:
            with far:
                _checked(self._ask("share", descriptors=[far.fileno()]))
        except OSError:
            near.close()
            raise
        return near

    def warm_up(self, function: str, argument: object) -> None:
        """Has the server itself call a function, once, so that what it loads is shared. Raises ConnectionError."""
        if (function, argument) not in self._warmed_up:
            self._ask("call", function, argument)
            self._warmed_up.add((function, argument))

    def run(
        self, function: str, argument: object, descriptors: Sequence[int], folders: str, end: signal.Signals
    ) -> int:
        """As `run` below. Raises OSError, and ConnectionError if the server has ended."""
        return _checked(self._ask("fork", function, argument, folders, end, descriptors=descriptors))

    def signal(self, pid: int, number: signal.Signals) -> None:
        """Sends a signal to a process that it has forked; does nothing if that has ended."""
        try:
            self._ask("signal", pid, number)
        except ConnectionError:
            signal_process(pid, number)

    def wait(self, pid: int) -> int | None:
        """Waits for the end of a process. Returns its exit status, or minus the signal; None if that is not known."""
        try:
            code: int | None = self._ask("wait", pid)
        except ConnectionError:
            return None
        return code

    def keep_running(self) -> None:
        """Continues it if it was stopped; kills it if that happens again and again."""
        if self.lost:
            return
        if not self._own:
            signal_process(self.pid, signal.SIGCONT)
            return
        try:
            pid, status = os.waitpid(self.pid, os.WNOHANG | os.WUNTRACED)
        except ChildProcessError:
            pid, status = self.pid, 0
        if pid and os.WIFSTOPPED(status):
            self._stops += 1
            signal_process(pid, signal.SIGCONT if self._stops <= MOST_STOPS else signal.SIGKILL)
        elif pid:
            self.listen()
            self.release()
        else:
            self.listen()

    def close(self) -> None:
        """Ends it with all its children, and waits for that."""
        self._socket.close()
        if not self._own:
            self.lost = True
        until = time.monotonic() + ENDS_S + 2 * KILL_S
        while not self.lost and time.monotonic() < until:
            self.keep_running()
            time.sleep(_PAUSE_S)
        self._lose()

    def release(self) -> None:
        """After a fork: it is the parent's, and so is what it tells."""
        self.lost = True
        self._socket.close()

    def _lose(self) -> None:
        if not self.lost:
            self.listen()
            self.release()
        if self._own:
            signal_process(self.pid, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(self.pid, 0)

    def _ask(self, what: str, *arguments: object, descriptors: Sequence[int] = ()) -> Any:
        """Raises ConnectionError if it has ended."""
        with self._lock:
            if self.lost:
                raise ConnectionResetError(ECONNRESET, _ENDED)
            self._number += 1
            self._answers.clear()
            try:
                request = json.dumps([self._number, what, *arguments]).encode()
                socket.send_fds(self._socket, [request], descriptors)
                while not self._answers:
                    self._wait()
            except ConnectionError:
                self._lose()
                raise
            return self._answers[0]

    def _wait(self) -> None:
        until = time.monotonic() + _PATIENCE_S
        # Not select(2), which takes no descriptor from 1024 on.
        waiting = select.poll()
        waiting.register(self._socket, select.POLLIN)
        while not waiting.poll(_CHECK_MS):
            self.keep_running()
            if self._answers:
                return
            if self.lost or time.monotonic() > until:
                raise ConnectionResetError(ECONNRESET, _ENDED)
        data = self._socket.recv(CHUNK)
        if not data:
            raise ConnectionResetError(ECONNRESET, _ENDED)
        self._take(data)

    def listen(self) -> None:
        """Reads the messages that have come so far, without waiting."""
        with self._lock, suppress(OSError):
            while data := self._socket.recv(CHUNK, socket.MSG_DONTWAIT):
                self._take(data)

    def _take(self, data: bytes) -> None:
        *lines, self._unread = (self._unread + data).split(b"\n")
        for number, answer in map(json.loads, lines):
            if number == 0:
                (self.others.add if answer > 0 else self.others.discard)(abs(answer))
            elif number == self._number:
                # The answer to an older question, which nobody waits for any more, is skipped.
                self._answers.append(answer)


def _checked(answer: int | None) -> int:
    """An answer of the server's, which may be minus the number of an error. Raises OSError."""
    if answer is not None and answer < 0:
        raise OSError(-answer, os.strerror(-answer))
    return answer or 0


class _Servers:
    """The servers of this process: one for each kind of program, so that each is as small as possible."""

    def __init__(self) -> None:
        self.servers: dict[str, ForkServer] = {}
        """By the module that they run."""
        self.forked: set[int] = set()
        """The processes forked for it, which become its children when their server ends."""
        self.adopts = False
        self.registered = False

    def known(self) -> set[int]:
        """The processes that may be children of this one now, or if a server ends just now."""
        found = set(self.forked)
        for server in self.servers.values():
            server.listen()
            found |= {server.pid, *server.others}
        return found


_SERVERS = _Servers()


def adopt() -> None:
    """From now on this process adopts orphans, and kills those that have lost both their keeper and their server.

    Only for a process that starts nothing but bots and workers.
    """
    _SERVERS.adopts = adopt_orphans()


def use(module: str, server: ForkServer) -> None:
    """From now on this server forks the processes that run `module`."""
    _SERVERS.servers[module] = server


def server_for(module: str) -> ForkServer:
    """The server of the processes that run `module`; started if there is none. Raises OSError."""
    if not _SERVERS.registered:
        _SERVERS.registered = True
        atexit.register(close)
        os.register_at_fork(after_in_child=_release)
    server = _SERVERS.servers.get(module)
    if server is None or server.lost:
        if server is not None:
            _SERVERS.forked |= server.others
        server = _SERVERS.servers[module] = ForkServer.start()
    return server


def run(
    function: str,
    argument: object,
    descriptors: Sequence[int],
    folders: str = "",
    end: signal.Signals = signal.SIGTERM,
) -> tuple[ForkServer, int]:
    """Forks a process in a session of its own that calls a function. Returns the server and the process's number.

    Args:
        function: as `package.module:name`; it gets the argument, and the descriptors from the fourth on.
        argument: something that JSON can hold.
        descriptors: the first three are its stdin, stdout and stderr.
        folders: where it makes folders with its number in their names, which the server removes if it is killed.
        end: the signal that ends it when this process is gone. With SIGKILL it may have children that end by
            themselves, and its end can be waited for.

    Raises:
        OSError: the system refuses.
    """
    sweep()
    module = function.partition(":")[0]
    try:
        server = server_for(module)
        pid = server.run(function, argument, descriptors, folders, end)
    except ConnectionError:
        # Somebody has killed it, maybe long ago.
        server = server_for(module)
        pid = server.run(function, argument, descriptors, folders, end)
    _SERVERS.forked.add(pid)
    return server, pid


def ended(pid: int) -> None:
    """Notes that a forked process has ended."""
    _SERVERS.forked.discard(pid)
    with suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)
    sweep()


def keep_running() -> None:
    """Continues the servers that were stopped."""
    for server in _SERVERS.servers.values():
        server.keep_running()
    sweep()


def sweep() -> None:
    """Kills the children of this process that were not forked for it."""
    if not _SERVERS.adopts:
        return
    known: set[int] = set()
    if _strays(known):
        kill_all(descendants_of(os.getpid(), but=known), lambda: _reap_strays(known), KILL_S)


def close() -> None:
    """Ends the servers of this process with all their children."""
    servers = list(_SERVERS.servers.values())
    _SERVERS.servers.clear()
    for server in servers:
        server.close()
    _SERVERS.forked.clear()
    sweep()


def _strays(known: set[int]) -> set[int]:
    """The children of this process that should not be there; `known` becomes those that may."""
    # In this order: a process that becomes a child after this, when a server ends, is not judged yet.
    below = children_of(os.getpid()) or set()
    known |= _SERVERS.known()
    return below - known


def _reap_strays(known: set[int]) -> bool:
    strays = _strays(known)
    for pid in strays:
        with suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)
    return bool(strays)


def _release() -> None:
    for server in _SERVERS.servers.values():
        server.release()
    _SERVERS.servers.clear()
    _SERVERS.adopts = False
    _SERVERS.forked.clear()
