"""`cardgames play` in a terminal of its own."""

import re
import signal
import sys
import termios
from collections.abc import Callable
from pathlib import Path

import pexpect

from tests.cli.play.terminal_emulator import TerminalEmulator
from tests.cli.shell import environment

PATIENCE = 120
"""Seconds: more than any load of the machine needs."""
CTRL_C, CTRL_D, CTRL_U = "\x03", "\x04", "\x15"
LEFT = re.compile(r"The game is kept\. To go on: cardgames play --load (\S+)")


class Terminal:
    """A program in a terminal, and its screen.

    Attributes:
        screen: what stands there.
        printed: everything that came.
        echoes: whether the terminal shows what is typed, once the program has ended.
    """

    def __init__(
        self, home: Path, *args: str, rows: int = 24, columns: int = 80, first: str = "", **variables: str
    ) -> None:
        """Starts it.

        Args:
            home: where its data folder is.
            args: of its command line.
            rows: of the terminal.
            columns: of the terminal.
            first: what its Python does before anything else.
            variables: of the environment.
        """
        given = {"TERM": "xterm", "LANG": "C.UTF-8", "XDG_DATA_HOME": str(home), "INPUTRC": "/dev/null", **variables}
        variables = environment(**given)
        for name in ("LC_ALL", "LC_CTYPE", "CARDGAMES_COMMAND"):
            if name not in given:
                variables.pop(name, None)
        self.screen = TerminalEmulator(rows, columns)
        self.printed = ""
        self.echoes: bool | None = None
        self._child = pexpect.spawn(
            sys.executable,
            ["-c", f"{first}\nfrom cardgames.cli.main import main; main()", *args],
            env=variables,
            encoding="utf-8",
            dimensions=(rows, columns),
            timeout=PATIENCE,
            preexec_fn=_heard,
        )
        # Nothing here hangs on how fast a key follows another.
        self._child.delaybeforesend = None

    @property
    def keeps_keys(self) -> bool:
        """Whether Ctrl-C leaves the keys before it to be read."""
        return bool(termios.tcgetattr(self._child.fileno())[3] & termios.NOFLSH)

    def see(self, text: str) -> str:
        """Waits until this regular expression comes. Returns what it matched."""
        self._child.expect(text)
        assert isinstance(self._child.before, str)
        assert isinstance(self._child.after, str)
        self._take(self._child.before + self._child.after)
        return self._child.after

    def until(self, seen: Callable[[TerminalEmulator], bool]) -> None:
        """Waits until the screen looks so."""
        while not seen(self.screen):
            self.read()

    def read(self) -> None:
        """Waits until something comes."""
        self._take(self._child.read_nonblocking(4096, PATIENCE))

    def type(self, *lines: str) -> None:
        """Types lines, each with its Enter."""
        for line in lines:
            self._child.send(f"{line}\r")

    def press(self, keys: str) -> None:
        """Presses keys."""
        self._child.send(keys)

    def signal(self, number: int) -> None:
        """Sends it a signal."""
        self._child.kill(number)

    def resize(self, rows: int, columns: int) -> None:
        """The window has another size."""
        self.screen = TerminalEmulator(rows, columns)
        self._child.setwinsize(rows, columns)

    def end(self) -> int:
        """Waits for its end. Returns the status."""
        self._child.expect(pexpect.EOF)
        assert isinstance(self._child.before, str)
        self._take(self._child.before)
        self.echoes = self._child.getecho()
        self._child.close()
        assert self._child.exitstatus is not None, self._child.signalstatus
        return self._child.exitstatus

    def kept(self) -> str:
        """The name under which the game was kept, as the last lines tell."""
        found = LEFT.search(self.printed.replace("\r\n", "\n"))
        assert found is not None, self.printed[-400:]
        return found[1]

    def close(self) -> None:
        """Ends it, whatever it does."""
        self._child.close(force=True)

    def _take(self, text: str) -> None:
        self.printed += text
        self.screen.write(text)


def _heard() -> None:
    """As a shell starts it, whatever the tests were started by (`nohup`)."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
