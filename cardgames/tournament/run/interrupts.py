"""How a run is asked to end: from the program that plays it, or by Ctrl-C and its kin. Nothing is left half done."""

import os
import signal
from collections.abc import Callable
from types import FrameType
from typing import Self

_NUMBERS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
INTERRUPTED = 130


class StopRequest:
    """Asks a run to end, from any thread; to be used in a `with` block.

    What is being played then is dropped. What has ended is stored and counted, and the run returns its result.
    """

    def __init__(self) -> None:
        """Nothing is asked yet."""
        self._asked = False

    @property
    def asked(self) -> bool:
        """Whether it has been asked."""
        return self._asked

    @property
    def descriptor(self) -> int:
        """Can be read once it has been asked: it ends every wait."""
        return self._read_end

    def ask(self) -> None:
        """Asks the run to end."""
        if not self._asked:
            self._asked = True
            os.write(self._write_end, b"!")

    def __enter__(self) -> Self:
        self._read_end, self._write_end = os.pipe()
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._read_end)
        os.close(self._write_end)


class Interrupts(StopRequest):
    """While this is entered, the first SIGINT, SIGTERM or SIGHUP asks, and the second ends the process.

    A signal that is ignored when this is entered (`nohup`) stays so.
    """

    def __init__(self, end: Callable[[int], object] = os._exit) -> None:
        """No signal is caught yet.

        Args:
            end: ends the process at once, with a status.
        """
        super().__init__()
        self._end = end
        self._before: dict[int, signal.Handlers | int | Callable[[int, FrameType | None], object] | None] = {}
        self.on_forced_exit: Callable[[], object] | None = None
        """What has to be done before the process ends at once."""

    def __enter__(self) -> Self:
        """Catches the signals. To be called in the main thread."""
        super().__enter__()
        for number in _NUMBERS:
            if signal.getsignal(number) != signal.SIG_IGN:
                self._before[number] = signal.signal(number, self._take)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before.clear()
        super().__exit__()

    def _take(self, _number: int, _frame: FrameType | None) -> None:
        if self._asked:
            if self.on_forced_exit is not None:
                self.on_forced_exit()
            self._end(INTERRUPTED)
            return
        self.ask()
