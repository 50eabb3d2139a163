"""The program that is examined: started as a match would start it, but greeted by nobody yet."""

import sys
from typing import Protocol

from cardgames.bots.child import BotProcess
from cardgames.bots.limits import Limits
from cardgames.bots.log_buffer import LogBuffer
from cardgames.bots.spec import BotSpec
from cardgames.bots.wires import Channel, PipeWires, Wires


class Patient(Protocol):
    """What an examination has to know of the program behind the wires."""

    wires: Wires
    """To the program, as seat 0."""

    def await_exit(self, millis: int) -> bool:
        """Gives it time to end. Returns whether it has."""

    def close_input(self) -> None:
        """The end of its input."""

    @property
    def orphans(self) -> int | None:
        """How many processes it had left behind when it ended by itself; None if that cannot be told."""

    def last_words(self) -> str:
        """How it ended and the end of its stderr, in one line."""

    def kill(self) -> None:
        """Ends it and all that it has started."""


class BotProgram:
    """A running program, and what it leaves behind."""

    def __init__(self, spec: BotSpec, limits: Limits | None = None) -> None:
        """Starts it. Raises StartupError."""
        limits = limits or Limits()
        self._child = BotProcess(spec, limits)
        self._locked_in = bool(limits.sandbox)
        log = LogBuffer(limits.log_bytes)
        self._channel = Channel(self._child.stdin, self._child.stdout, self._child.stderr, log, limits.move_bytes)
        self.wires: Wires = PipeWires([self._channel])

    def await_exit(self, millis: int) -> bool:
        """Gives it time to end. Returns whether it has."""
        return self._child.await_exit(millis)

    def close_input(self) -> None:
        """The end of its input."""
        self._child.close_stdin()

    @property
    def orphans(self) -> int | None:
        """How many processes it had left behind when it ended by itself; None if that cannot be told."""
        return None if self._locked_in else self._child.orphans

    def last_words(self) -> str:
        """How it ended and the end of its stderr, in one line."""
        return self._child.last_words(self._channel)

    def kill(self) -> None:
        """Ends it and all that it has started."""
        self._child.kill()


def as_program(spec: BotSpec) -> BotSpec:
    """A built-in player as the program that speaks for it; any other bot as it is."""
    if spec.command:
        return spec
    command = (sys.executable, "-m", "cardgames.engine.main")
    return BotSpec(spec.name, command, options=(("Player", spec.player), *spec.options))
