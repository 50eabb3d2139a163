"""The program that is examined: started as a match would start it, but greeted by nobody yet."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from cardgames.protocol.lines import printable
from cardgames.table.bot import BotSpec
from cardgames.table.child import ChildProcess
from cardgames.table.headtail import HeadTail
from cardgames.table.settings import Limits
from cardgames.table.wires import Channel, PollWires, Wires

_OBITUARY_MS = 200
_MOST_LOG_READS = 64


class Examinee:
    """A running program, and what it leaves behind."""

    def __init__(self, child: ChildProcess, channel: Channel) -> None:
        self._child = child
        self._channel = channel
        self.wires: Wires = PollWires([channel])

    def await_exit(self, millis: int) -> bool:
        """Gives it time to end. Returns whether it has."""
        return self._child.await_exit(millis)

    def last_words(self) -> str:
        """How it ended and the end of its stderr, in one line."""
        how = self._child.end_text() if self._child.await_exit(_OBITUARY_MS) else "the process still runs"
        for _ in range(_MOST_LOG_READS):
            if not self._channel.read_log():
                break
        lines = self._channel.log.last_lines()
        return printable(f"{how}; stderr: {lines}" if lines else f"{how}; nothing on stderr")


@contextmanager
def started(spec: BotSpec) -> Iterator[Examinee]:
    """The bot's program, running; killed at the end with all that it has started. Raises StartupError."""
    limits = Limits()
    child = ChildProcess(spec)
    try:
        log = HeadTail(limits.log_bytes)
        yield Examinee(child, Channel(child.stdin, child.stdout, child.stderr, log, limits.move_bytes))
    finally:
        child.kill()


def as_program(spec: BotSpec) -> BotSpec:
    """A built-in player as the program that speaks for it; any other bot as it is."""
    if spec.command:
        return spec
    command = (sys.executable, "-m", "cardgames.players.engine")
    return BotSpec(spec.name, command, options=(("Player", spec.player), *spec.options))
