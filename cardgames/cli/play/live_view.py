"""What a terminal shows while Spit is played in real time: table and news above, the line being typed below it."""

import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence

from cardgames.cli.play.line_editor import TypedLine
from cardgames.cli.play.screen import Screen, hanging, terminal_size

PROMPT = "> "


class Frames(ABC):
    """One way to show a table that changes while somebody types. Never does it touch the line that is being typed."""

    def __init__(self, screen: Screen, line: TypedLine) -> None:
        self.screen = screen
        self.line = line

    @abstractmethod
    def show(self, table: str, news: Sequence[str], notice: Sequence[str]) -> None:
        """Shows the table as it is now.

        Args:
            table: already as the screen can show it.
            news: what has happened since the last time.
            notice: what the person was answered last.
        """

    @abstractmethod
    def typed(self, before: str) -> None:
        """Shows the line after keys; `before` is what stood there."""

    def ended(self) -> None:
        """What comes now stands below all this."""
        write("\n")


class RedrawnFrames(Frames):
    """The whole screen, written over at each change in one piece."""

    _NEWS = 4

    def __init__(self, screen: Screen, line: TypedLine) -> None:
        super().__init__(screen, line)
        self._recent: list[str] = []
        self._begun = False

    def show(self, table: str, news: Sequence[str], notice: Sequence[str]) -> None:
        """From the upper left corner down; lines are emptied as they are written, so that nothing flickers."""
        self._recent = [*self._recent, *news][-self._NEWS :]
        columns, rows = terminal_size()
        lines = table.rstrip("\n").split("\n")
        shown = [part for text in (*self._recent, *notice) for part in hanging(text, columns - 1)]
        below = ["", *map(self.screen.symbols.line, shown[-rows // 2 :])]
        lines = _fitted(lines, rows - len(below) - 1) + below
        start = "" if self._begun else "\n" * rows
        self._begun = True
        body = "".join(f"{text}\x1b[K\n" for text in lines[-(rows - 1) :])
        write(f"{start}\x1b[H{body}\x1b[J{self._line(columns)}")

    def typed(self, before: str) -> None:  # noqa: ARG002 - it is written anew
        """The last line alone."""
        write(f"\r\x1b[K{self._line(terminal_size()[0])}")

    def _line(self, columns: int) -> str:
        """The prompt and as much of the line's end as fits, the cursor in its place."""
        room = max(columns - len(PROMPT) - 1, 1)
        first = max(0, self.line.cursor - room)
        shown = self.line.text[first : first + room]
        back = len(shown) - (self.line.cursor - first)
        return PROMPT + shown + (f"\x1b[{back}D" if back > 0 else "")


class ScrolledFrames(Frames):
    """One line after the other, without an escape sequence; the line being typed is written again below each."""

    def show(self, table: str, news: Sequence[str], notice: Sequence[str]) -> None:
        """The news; the table as well, except to somebody who listens: for those `show` repeats it."""
        parts = [*news, *notice] if self.screen.spoken and (news or notice) else [*news, table.rstrip("\n"), *notice]
        text = "".join(f"{self.screen.symbols.line(part)}\n" for part in parts)
        write(f"\n{text}{PROMPT}{self.line.text}")

    def typed(self, before: str) -> None:
        """The character that was added; anything else is a line of its own."""
        text = self.line.text
        if text.startswith(before) and self.line.cursor == len(text):
            write(text[len(before) :])
        else:
            write(f"\n{PROMPT}{text}")


def _fitted(lines: list[str], room: int) -> list[str]:
    """The table in as many lines as there are: first without its blank lines, then without its beginning."""
    if len(lines) > room:
        lines = [line for line in lines if line.strip()]
    return lines[len(lines) - room :] if len(lines) > room > 0 else lines


def write(text: str) -> None:
    """All of it, at once as far as the terminal takes it."""
    sys.stdout.flush()
    data = memoryview(text.encode(sys.stdout.encoding, "replace"))
    while data:
        data = data[os.write(sys.stdout.fileno(), data) :]
