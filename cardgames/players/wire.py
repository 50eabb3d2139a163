"""The loop of a program that speaks CGP/1: bytes in, lines handled, answers out in one write."""

import os
import sys
from collections.abc import Callable

from cardgames.protocol.lines import LineFault, LineSplitter

_CHUNK = 1 << 16

INTERRUPTED = 130


class Wire:
    """Standard input and output as lines.

    What is written is kept until all that has been read so far is handled, then goes out in one piece.
    """

    __slots__ = ("_answers", "_sink", "_source")

    def __init__(self, source: int = 0, sink: int = 1) -> None:
        self._source = source
        self._sink = sink
        self._answers: list[str] = []

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
        lines = LineSplitter()
        going = True
        try:
            while going:
                data = os.read(self._source, _CHUNK)
                found = lines.feed(data) if data else lines.finish()
                going = self._take(found, handle, complain) and bool(data)
                self._flush()
        except KeyboardInterrupt:
            return INTERRUPTED
        except BrokenPipeError:
            return 1
        except OSError as error:
            sys.stderr.write(f"standard input or output cannot be used: {error.strerror}\n")
            return 1
        return 0

    def _take(
        self, found: list[str | LineFault], handle: Callable[[str], bool], complain: Callable[[LineFault], None]
    ) -> bool:
        for line in found:
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
