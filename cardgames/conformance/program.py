"""The examined program: started as for a match, before the handshake."""

import sys
from typing import Protocol

from cardgames.bots.child import BotProcess
from cardgames.bots.limits import Limits
from cardgames.bots.log_buffer import LogBuffer
from cardgames.bots.spec import BotSpec
from cardgames.bots.wires import Channel, PipeWires, Wires


class ExaminedProgram(Protocol):
    """What an examination needs to know of the program behind the wires."""

    wires: Wires
    """The wires to the program, which is seat 0."""

    def await_exit(self, millis: int) -> bool:
        """Waits for at most so many ms until the program ends. Returns whether it has ended."""

    def close_input(self) -> None:
        """Ends the program's input."""

    @property
    def orphans(self) -> int | None:
        """How many processes the program left behind when it ended by itself; None if that cannot be known."""

    def last_words(self) -> str:
        """How it ended and the end of its stderr, in one line."""

    def kill(self) -> None:
        """Ends the program and all that it has started."""


class BotProgram:
    """A running program and the processes that it has started."""

    def __init__(self, spec: BotSpec, limits: Limits | None = None) -> None:
        """Starts the program. Raises StartupError."""
        limits = limits or Limits()
        self._child = BotProcess(spec, limits)
        self._locked_in = bool(limits.sandbox)
        log = LogBuffer(limits.log_bytes)
        self._channel = Channel(self._child.stdin, self._child.stdout, self._child.stderr, log, limits.move_bytes)
        self.wires: Wires = PipeWires([self._channel])

    def await_exit(self, millis: int) -> bool:
        """Waits for at most so many ms until the program ends. Returns whether it has ended."""
        return self._child.await_exit(millis)

    def close_input(self) -> None:
        """Ends the program's input."""
        self._child.close_stdin()

    @property
    def orphans(self) -> int | None:
        """How many processes the program left behind when it ended by itself; None if that cannot be known."""
        return None if self._locked_in else self._child.orphans

    def last_words(self) -> str:
        """How it ended and the end of its stderr, in one line."""
        return self._child.last_words(self._channel)

    def kill(self) -> None:
        """Ends the program and all that it has started."""
        self._child.kill()


def as_program(spec: BotSpec) -> BotSpec:
    """A built-in player as the program that plays for it; any other bot unchanged."""
    if spec.command:
        return spec
    command = (sys.executable, "-m", "cardgames.engine.main")
    return BotSpec(spec.name, command, options=(("Player", spec.player), *spec.options))
