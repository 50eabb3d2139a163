"""A worker's process as the runner sees it: started, written to, read from, ended."""

import os
import signal
import socket
import tempfile
from contextlib import ExitStack
from typing import IO

from cardgames.bots.child import KEEPERS
from cardgames.bots.isolation import fork_client as forks
from cardgames.bots.isolation.machine_refusals import needed
from cardgames.bots.isolation.os_calls import hide_memory
from cardgames.tournament.run.messages import Message, Unpacker, packed

_CHUNK = 2**20
"""Bytes read at a time."""
_STDERR_TAIL = 4096
"""Bytes of its standard error that are looked at when it has died."""
_WORKERS = "cardgames.tournament.run.worker"


class WorkerError(Exception):
    """Workers that cannot work: one line with the reason."""


class WorkerProcess:
    """A worker in a process and session of its own.

    Between it and the runner are sockets: whoever runs as the same user could open the ends of a pipe through /proc as
    long as the worker has not hidden itself, and read or write in its place.
    """

    def __init__(self, game: str = "", *, programs: bool = False) -> None:
        """Starts it.

        Args:
            game: what it will play; empty if that is not known.
            programs: whether its bots are programs.

        Raises:
            RefusalError: the system refuses.
        """
        hide_memory()
        self._game = game
        self._programs = programs
        with needed("a worker could not be started"):
            self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
            self._server, self._pid = self._start()
        self._unsent = bytearray()
        self._unpacker = Unpacker()

    def _start(self) -> tuple[forks.ForkServer, int]:
        with ExitStack() as undo, ExitStack() as theirs:
            undo.callback(self._errors.close)
            (self._to, far_stdin), (self._from, far_stdout) = _channel(undo, theirs), _channel(undo, theirs)
            ends = [far_stdin.fileno(), far_stdout.fileno(), self._errors.fileno()]
            keepers = 0
            if self._programs:
                server = forks.server_for(KEEPERS)
                keepers, way = server.pid, theirs.enter_context(server.share())
                ends.append(way.fileno())
            if self._game:
                forks.server_for(_WORKERS).warm_up(f"{_WORKERS}:warm_up", self._game)
            # In a session of its own: Ctrl-C on the terminal is the runner's.
            started = forks.run(f"{_WORKERS}:main", keepers, ends, end=signal.SIGKILL)
            undo.pop_all()
            return started

    @property
    def pid(self) -> int:
        """Of the process."""
        return self._pid

    def fileno(self) -> int:
        """The descriptor of the socket that it writes to; reading it never blocks."""
        return self._from.fileno()

    def send(self, message: Message) -> None:
        """Takes a message for it; `flush` writes it."""
        self._unsent += packed(message)

    def flush(self) -> bool:
        """Writes what the socket takes. Returns whether that was all; what is written to a dead worker is lost."""
        try:
            while self._unsent:
                del self._unsent[: self._to.send(self._unsent)]
        except BlockingIOError:
            return False
        except (BrokenPipeError, ConnectionResetError):
            self._unsent.clear()
        return True

    @property
    def write_end(self) -> int:
        """The descriptor of the socket that it reads from."""
        return self._to.fileno()

    def receive(self) -> list[Message] | None:
        """What has come from it, without waiting; None at the end of the stream."""
        try:
            data = self._from.recv(_CHUNK)
        except BlockingIOError:
            return []
        return self._unpacker.feed(data) if data else None

    def finish(self) -> None:
        """Sends no more: it ends when it has played what it was given."""
        self.flush()
        self._to.close()

    def stop(self) -> None:
        """Has it drop what it plays, and end (SIGTERM)."""
        self._server.signal(self._pid, signal.SIGTERM)

    def reap(self) -> str:
        """Makes sure of its end, by SIGKILL if need be. Returns how it ended, in one line."""
        self._server.signal(self._pid, signal.SIGKILL)
        code = self._server.wait(self._pid)
        forks.ended(self._pid)
        self._to.close()
        self._from.close()
        self._errors.seek(max(0, self._errors.seek(0, os.SEEK_END) - _STDERR_TAIL))
        lines = self._errors.read().decode("utf-8", "replace").split("\n")
        self._errors.close()
        last_line = next((line.strip() for line in reversed(lines) if line.strip()), "nothing on stderr")
        return f"{_how(code)}; {last_line}"


def _how(code: int | None) -> str:
    if code is None:
        return "it was killed, and its fork server too"
    return f"exit status {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"


def _channel(ours: ExitStack, theirs: ExitStack) -> tuple[socket.socket, socket.socket]:
    """Two ends of a channel, each closed with its stack; the first never blocks."""
    near, far = socket.socketpair()
    ours.callback(near.close)
    theirs.callback(far.close)
    near.setblocking(False)
    return near, far
