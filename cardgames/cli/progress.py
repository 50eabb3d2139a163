"""How far a tournament is: one line on stderr that is written over, on a terminal only."""

import sys
import time

_EVERY_S = 0.1


class Progress:
    """Counts games; other lines of stderr go through `say`, so that they do not run into the counter."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._shown = ""
        self._next = 0.0
        self._moving = sys.stderr.isatty()

    def show(self, played: int) -> None:
        """Tells how many games have been played, some ten times a second."""
        if self._moving and time.monotonic() >= self._next:
            self._next = time.monotonic() + _EVERY_S
            self._shown = f"{played} of {self._total} games"
            print(f"\r{self._shown}", end="", file=sys.stderr, flush=True)

    def say(self, line: str) -> None:
        """Prints a line of its own."""
        self.clear()
        print(line, file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Takes the counter away."""
        if self._shown:
            print(f"\r{' ' * len(self._shown)}\r", end="", file=sys.stderr, flush=True)
            self._shown = ""
