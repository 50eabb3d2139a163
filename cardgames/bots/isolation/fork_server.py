"""The fork server: a small process that forks others on request, so that many of them share one program in memory.

It is a program of its own, so its children have nothing of its clients' memory. It makes itself and its children
unreadable for other processes. It adopts orphans: a child that it has not forked itself has lost its keeper, and is
killed. A child that was stopped is continued; if that happens again and again it is killed. When the client that has
started it ends, in whatever way, the server ends all its children and then itself.

A request is a line of JSON with descriptors (SCM_RIGHTS); a client sends the next one after the answer. As answers to
question 0 the first client gets the numbers of processes forked for others, and with a minus of those that ended.
"""

import gc
import importlib
import json
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from errno import EMFILE
from typing import Any, NoReturn

from cardgames.bots.isolation.descendants import Descendants, descendants_of, kill_all
from cardgames.bots.isolation.os_calls import (
    adopt_orphans,
    hide_memory,
    signal_process,
    wake_up_on,
    wake_with_parent,
)
from cardgames.bots.isolation.scratch import FOLDER_PREFIX, PATIENCE_S, remove_folder

MOST_STOPS = 10
_STOPS_WITHIN_S = 10.0
_GRACE_S = 3.0
"""For children of a killed process, which end by themselves."""
ENDS_S = _GRACE_S + PATIENCE_S
KILL_S = 1.0
_SWEEP_S = 0.02
_PAUSE_S = 0.001
_STDERR = 2
CHUNK = 65536
_MOST_DESCRIPTORS = 16
_WAKING = (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class _Child:
    """A process that the server has forked."""

    def __init__(self, client: socket.socket, folders: str, end: int) -> None:
        self.client = client
        self.folders = folders
        self.end = end
        self.stops: list[float] = []

    @property
    def has_own(self) -> bool:
        """Whether it may have children that end by themselves after it, and need a moment for that."""
        return self.end == signal.SIGKILL


class _Server:
    def __init__(self, client: socket.socket) -> None:
        self._first = client
        self._clients = {client.fileno(): client}
        self._poll = select.poll()
        self._poll.register(client, select.POLLIN)
        self._children: dict[int, _Child] = {}
        self._codes: dict[int, int] = {}
        self._killed: list[tuple[int, _Child]] = []
        """Killed processes that may have left folders behind."""
        self._awaited: tuple[int, int] | None = None
        """The process whose end the first client waits for, and the number of its question."""
        self._sweep_at: float | None = None
        """When to look for orphans; None if there cannot be any."""

    def run(self) -> None:
        """Serves until the first client is gone."""
        wake = wake_up_on(*_WAKING)
        self._poll.register(wake, select.POLLIN)
        while self._first.fileno() >= 0:
            left = None if self._sweep_at is None else max(0, round(1000 * (self._sweep_at - time.monotonic())))
            ready = {descriptor for descriptor, _ in self._poll.poll(left)}
            if wake in ready and any(number != signal.SIGCHLD for number in os.read(wake, 4096)):
                break
            self._reap()
            for descriptor in ready - {wake}:
                self._serve(self._clients[descriptor])
            if self._sweep_at is not None and time.monotonic() >= self._sweep_at:
                self._sweep()
        self._end()

    # -- requests

    def _serve(self, client: socket.socket) -> None:
        """Carries out the next request of a client."""
        try:
            data, descriptors, flags, _ = socket.recv_fds(client, CHUNK, _MOST_DESCRIPTORS)
        except ConnectionResetError:
            data, descriptors, flags = b"", [], 0
        if not data:
            del self._clients[client.fileno()]
            self._poll.unregister(client)
            client.close()
            self._clean()
            return
        number, what, *arguments = json.loads(data)
        if flags & socket.MSG_CTRUNC:
            for descriptor in descriptors:
                os.close(descriptor)
            self._reply(client, number, -EMFILE)
        elif what == "fork":
            self._reply(client, number, self._fork(client, descriptors, *arguments))
        elif what == "signal":
            pid, kind = arguments
            if pid in self._children:
                signal_process(pid, kind)
            self._reply(client, number, None)
        elif what == "wait":
            self._awaited = (arguments[0], number)
            self._tell_code()
        elif what == "share":
            other = socket.socket(fileno=descriptors[0])
            self._clients[other.fileno()] = other
            self._poll.register(other, select.POLLIN)
            self._reply(client, number, None)
        else:
            _call(arguments, [])
            self._reply(client, number, None)

    def _reply(self, client: socket.socket, number: int, answer: object) -> None:
        with suppress(BrokenPipeError, ConnectionResetError):
            client.sendall(json.dumps([number, answer]).encode() + b"\n")

    def _notify(self, client: socket.socket, pid: int) -> None:
        if client is not self._first:
            # A client that does not read must not delay the others.
            with suppress(OSError):
                self._first.send(b"[0, %d]\n" % pid, socket.MSG_DONTWAIT)

    def _fork(
        self, client: socket.socket, descriptors: list[int], run: str, argument: Any, folders: str, end: int
    ) -> int:
        """Forks. Returns the number of the process, or minus the number of the error."""
        # Here, so that all children share it. If that fails the child fails too, and tells.
        with suppress(ImportError):
            importlib.import_module(run.partition(":")[0])
        # The garbage collectors of the children leave alone what they share.
        gc.freeze()
        try:
            pid = os.fork()
        except OSError as error:
            pid = -(error.errno or 1)
        if pid == 0:
            _become(_call, [run, argument], descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        if pid > 0:
            self._children[pid] = _Child(client, folders, end)
            self._notify(client, pid)
        return pid

    def _tell_code(self) -> None:
        if self._awaited is None:
            return
        pid, number = self._awaited
        if pid not in self._children:
            self._awaited = None
            self._reply(self._first, number, self._codes.pop(pid, None))

    # -- children

    def _reap(self) -> bool:
        """Handles the children that have ended or were stopped. Returns whether there is a child left."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG | os.WUNTRACED)
            except ChildProcessError:
                return False
            if pid == 0:
                return True
            if os.WIFSTOPPED(status):
                self._continue(pid)
            elif (child := self._children.pop(pid, None)) is not None:
                self._note_end(pid, child, os.waitstatus_to_exitcode(status))

    def _continue(self, pid: int) -> None:
        child = self._children.get(pid)
        if child is None:
            return
        now = time.monotonic()
        child.stops = [at for at in child.stops if now - at < _STOPS_WITHIN_S] + [now]
        signal_process(pid, signal.SIGCONT if len(child.stops) <= MOST_STOPS else signal.SIGKILL)

    def _note_end(self, pid: int, child: _Child, code: int) -> None:
        self._notify(child.client, -pid)
        if child.has_own:
            self._codes[pid] = code
        if code != 0:
            self._sweep_at = time.monotonic() + (_GRACE_S if child.has_own else 0)
            if child.folders:
                self._killed.append((pid, child))
                self._clean()
        self._tell_code()

    def _clean(self) -> None:
        """Removes the folders of killed processes whose client, which would do it, is gone too."""
        for pid, child in list(self._killed):
            if child.client.fileno() < 0:
                self._killed.remove((pid, child))
                self._remove(f"{child.folders}/{FOLDER_PREFIX}{pid}-")

    def _remove(self, prefix: str) -> None:
        """Removes folders in a process of its own, because that may take a while."""
        with suppress(OSError):
            pid = os.fork()
            if pid == 0:
                _become(_remove_folders, prefix, [])
            self._children[pid] = _Child(self._first, "", signal.SIGCONT)

    def _orphans(self) -> Descendants:
        return descendants_of(os.getpid(), but=self._children)

    def _sweep(self) -> None:
        if any(not member.zombie for member in self._orphans().members()):
            kill_all(self._orphans(), self._reap_orphans, KILL_S)
            self._sweep_at = time.monotonic() + _SWEEP_S
        else:
            self._sweep_at = None

    def _reap_orphans(self) -> bool:
        self._reap()
        return False

    def _end(self) -> None:
        patient = any(child.has_own for child in self._children.values())
        for pid, child in self._children.items():
            signal_process(pid, signal.SIGCONT)
            signal_process(pid, child.end)
        until = time.monotonic() + ENDS_S
        while self._reap() and (patient or self._children) and time.monotonic() < until:
            time.sleep(_PAUSE_S)
        if self._reap():
            kill_all(descendants_of(os.getpid()), self._reap, KILL_S)


def _call(what: list[Any], descriptors: list[int]) -> int | None:
    run, argument = what
    module, _, name = run.partition(":")
    function: Callable[[Any, list[int]], int | None] = getattr(importlib.import_module(module), name)
    return function(argument, descriptors)


def _remove_folders(prefix: str, _: object) -> None:
    parent, _, start = prefix.rpartition("/")
    for name in os.listdir(parent or "/"):  # noqa: PTH208 -- pathlib takes memory
        if name.startswith(start):
            remove_folder(f"{parent}/{name}")


def _become(function: Callable[[Any, list[int]], int | None], argument: Any, descriptors: list[int]) -> NoReturn:
    """In the child: makes the first three descriptors 0, 1 and 2, and calls the function with the others."""
    status: int | None = 1
    try:
        signal.set_wakeup_fd(-1)
        for number in _WAKING:
            signal.signal(number, signal.SIG_DFL)
        os.setsid()
        for place, descriptor in enumerate(descriptors[:3]):
            os.dup2(descriptor, place)
        rest = descriptors[3:]
        for descriptor in map(int, os.listdir("/dev/fd")):  # noqa: PTH208 -- pathlib takes memory
            if descriptor > _STDERR and descriptor not in rest:
                # The folder's own is closed already.
                with suppress(OSError):
                    os.close(descriptor)
        gc.enable()
        status = function(argument, rest)
    except SystemExit as end:
        sys.stderr.write("" if end.code is None or isinstance(end.code, int) else f"{end.code}\n")
        status = end.code if isinstance(end.code, int) else 1
    except BaseException:  # noqa: BLE001 -- it is told, and nothing of the server is to run on here
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stderr.flush()
        os._exit(status or 0)


def main(descriptor: int, parent: int) -> NoReturn:
    """The server as a program of its own, for the process `parent`."""
    hide_memory()
    gc.disable()
    wake_with_parent(parent)
    try:
        adopt_orphans()
        _Server(socket.socket(fileno=descriptor)).run()
    finally:
        os._exit(0)
