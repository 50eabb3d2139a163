"""The loop of a program that speaks CGP/1: bytes in, lines handled, answers out in one write."""

import os
import select
import sys
from collections import deque
from collections.abc import Callable

from cardgames.protocol.lines import LineFault, LineSplitter

_CHUNK = 1 << 16
_MOST_WAITING = 4096
"""Lines that are kept while one is being handled; beyond them nothing is read until it is done."""

INTERRUPTED = 130


class Stdio:
    """Standard input and output as lines.

    What is written is kept until all that has been read so far is handled, then goes out in one piece. Whoever
    takes long over a line calls `overhear` now and then.
    """

    __slots__ = ("_answers", "_ended", "_lines", "_overheard", "_sink", "_source", "_waiting")

    def __init__(self, source: int = 0, sink: int = 1) -> None:
        self._source = source
        self._sink = sink
        self._answers: list[str] = []
        self._lines = LineSplitter()
        self._waiting: deque[str | LineFault] = deque()
        self._overheard = 0
        self._ended = False

    def write(self, line: str) -> None:
        """Adds a line, without its end, to the answer."""
        self._answers.append(line)

    def serve(self, handle: Callable[[str], bool], complain: Callable[[LineFault], None]) -> int:
        """Reads and answers until `handle` says False, the input ends, or nobody reads the answers any more.

        Args:
            handle: takes a line; False ends it.
            complain: takes what was no line.

        Returns:
            The exit status: 0 at the end, 1 where the answers cannot be delivered, 130 interrupted.
        """
        going = True
        try:
            while going and not self._ended:
                self._read()
                going = self._take(handle, complain)
                self._flush()
        except KeyboardInterrupt:
            return INTERRUPTED
        except BrokenPipeError:
            return 1
        except OSError as error:
            sys.stderr.write(f"standard input or output cannot be used: {error.strerror}\n")
            return 1
        return 0

    def overhear(self, take: Callable[[str], bool]) -> bool:
        """Shows the lines that have come while one is being handled, and sends what has been answered so far.

        It never waits. A line that `take` says False to is kept and handled later, in its turn; it is shown once
        for each line that is being handled.

        Returns:
            Whether the input goes on: False once it has ended.
        """
        room = not self._ended and len(self._waiting) < _MOST_WAITING
        if room and select.select([self._source], [], [], 0)[0]:
            self._read()
        for _ in range(len(self._waiting) - self._overheard):
            line = self._waiting[self._overheard]
            if isinstance(line, str) and take(line):
                del self._waiting[self._overheard]
            else:
                self._overheard += 1
        self._flush()
        return not self._ended

    def _read(self) -> None:
        data = os.read(self._source, _CHUNK)
        self._ended = not data
        self._waiting.extend(self._lines.feed(data) if data else self._lines.finish())

    def _take(self, handle: Callable[[str], bool], complain: Callable[[LineFault], None]) -> bool:
        while self._waiting:
            line = self._waiting.popleft()
            self._overheard = 0
            if isinstance(line, LineFault):
                complain(line)
            elif not handle(line):
                return False
        return True

    def _flush(self) -> None:
        if not self._answers:
            return
        answer = memoryview(("\n".join(self._answers) + "\n").encode("ascii", "backslashreplace"))
        self._answers.clear()
        while answer:
            answer = answer[os.write(self._sink, answer) :]
