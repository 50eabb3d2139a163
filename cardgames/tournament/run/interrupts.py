"""Ctrl-C and its kin, taken note of: the run ends where nothing is left half done."""

import os
import signal
from collections.abc import Callable
from types import FrameType
from typing import Self

_NUMBERS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
INTERRUPTED = 130


class Interrupts:
    """While this is entered, the first SIGINT, SIGTERM or SIGHUP is a wish, and the second the end of the process.

    A signal that is ignored when this is entered (`nohup`) stays so.
    """

    def __init__(self, end: Callable[[int], object] = os._exit) -> None:
        """Takes note of nothing yet.

        Args:
            end: ends the process at once, with a status.
        """
        self._end = end
        self._asked = False
        self._before: dict[int, signal.Handlers | int | Callable[[int, FrameType | None], object] | None] = {}
        self.on_forced_exit: Callable[[], object] | None = None
        """What has to be done before the process ends at once."""

    @property
    def asked(self) -> bool:
        """Whether the first has come."""
        return self._asked

    @property
    def descriptor(self) -> int:
        """Can be read once the first has come."""
        return self._awake

    def __enter__(self) -> Self:
        """Begins to take note. To be called in the main thread."""
        self._awake, self._asleep = os.pipe()
        for number in _NUMBERS:
            if signal.getsignal(number) != signal.SIG_IGN:
                self._before[number] = signal.signal(number, self._take)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before.clear()
        os.close(self._awake)
        os.close(self._asleep)

    def _take(self, _number: int, _frame: FrameType | None) -> None:
        if self._asked:
            if self.on_forced_exit is not None:
                self.on_forced_exit()
            self._end(INTERRUPTED)
            return
        self._asked = True
        os.write(self._asleep, b"!")
