"""A line being typed while other things happen: keys in, lines out. Spit in real time cannot wait in readline."""

import os
import select
import termios
from codecs import getincrementaldecoder
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

_LONGEST = 200
_ESCAPE = "\x1b"
_ARROWS = {"D": "left", "C": "right", "A": "up", "B": "down", "H": "home", "F": "end"}
_CONTROLS = {
    "\x01": "home",
    "\x02": "left",
    "\x05": "end",
    "\x06": "right",
    "\x08": "rub",
    "\x7f": "rub",
    "\x0b": "cut end",
    "\x0e": "down",
    "\x10": "up",
    "\x15": "cut",
    "\x17": "cut word",
    "\t": "complete",
}
_NEWLINES = "\r\n"
_END = "\x04"
_REDRAW = "\x0c"


class TypedLine:
    """The line that is being typed, with the keys that readline's users know.

    Attributes:
        text: what stands there.
        cursor: where the next character goes.
        ended: Ctrl-D came on an empty line.
        redraw: Ctrl-L came; whoever draws sets it back.
    """

    def __init__(self, words: Callable[[], Sequence[str]] = tuple) -> None:
        """An empty line; `words` gives what Tab completes."""
        self.text = ""
        self.cursor = 0
        self.ended = False
        self.redraw = False
        self._words = words
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._sequence = ""
        self._past: list[str] = []
        self._place = 0

    def feed(self, data: bytes) -> list[str]:
        """Takes keys. Returns the lines that Enter has ended."""
        lines: list[str] = []
        for key in self._decoder.decode(data):
            if self._sequence:
                self._take_sequence(key)
            elif key == _ESCAPE:
                self._sequence = key
            elif key in _NEWLINES:
                lines.append(self._enter())
            elif key == _END:
                self.ended = self.ended or not self.text
            elif key == _REDRAW:
                self.redraw = True
            elif key in _CONTROLS:
                self._act(_CONTROLS[key])
            elif key.isprintable() and len(self.text) < _LONGEST:
                self.text = self.text[: self.cursor] + key + self.text[self.cursor :]
                self.cursor += 1
        return lines

    def _take_sequence(self, key: str) -> None:
        """One more character of an escape sequence; those that mean nothing here are swallowed whole."""
        self._sequence += key
        if len(self._sequence) == 2 and key in "[O":
            return
        if len(self._sequence) > 2 and not "@" <= key <= "~" and len(self._sequence) < 16:
            return
        sequence, self._sequence = self._sequence, ""
        if len(sequence) == 3 and key in _ARROWS:
            self._act(_ARROWS[key])
        elif sequence == "\x1b[3~" and self.cursor < len(self.text):
            self.text = self.text[: self.cursor] + self.text[self.cursor + 1 :]

    def _enter(self) -> str:
        line = self.text
        if line.strip():
            self._past.append(line)
        self._place = len(self._past)
        self._set("")
        return line

    def _act(self, action: str) -> None:
        before, after = self.text[: self.cursor], self.text[self.cursor :]
        if action in ("left", "right"):
            self.cursor = max(0, min(len(self.text), self.cursor + (1 if action == "right" else -1)))
        elif action in ("home", "end"):
            self.cursor = 0 if action == "home" else len(self.text)
        elif action in ("up", "down"):
            self._recall(-1 if action == "up" else 1)
        elif action == "complete":
            self._complete()
        elif action == "cut end":
            self.text = before
        else:
            kept = {"rub": before[:-1], "cut": "", "cut word": before.rstrip().rpartition(" ")[0]}[action]
            self.text, self.cursor = kept + after, len(kept)

    def _recall(self, step: int) -> None:
        self._place = max(0, min(len(self._past), self._place + step))
        self._set(self._past[self._place] if self._place < len(self._past) else "")

    def _complete(self) -> None:
        """As far as all words agree that begin so."""
        found = [word for word in self._words() if self.text and word.lower().startswith(self.text.lower())]
        if found:
            first, last = min(found), max(found)
            same = next((at for at in range(len(first)) if not last.startswith(first[: at + 1])), len(first))
            self._set(first[:same] or self.text)

    def _set(self, text: str) -> None:
        self.text, self.cursor = text, len(text)


class Keyboard:
    """The terminal's keys one by one: nothing is echoed, no Enter waited for; Ctrl-C and Ctrl-Z work as ever."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._before: list[Any] | None = None

    def take(self) -> None:
        """From now on keys come as they are pressed."""
        self._before = termios.tcgetattr(self.descriptor)
        mode = termios.tcgetattr(self.descriptor)
        mode[3] &= ~(termios.ICANON | termios.ECHO)
        mode[3] |= termios.NOFLSH  # Ctrl-Z loses nothing that was typed
        mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
        termios.tcsetattr(self.descriptor, termios.TCSADRAIN, mode)

    def give_back(self) -> bool:
        """The terminal is as it was. Returns whether the keys had been taken."""
        if self._before is None:
            return False
        termios.tcsetattr(self.descriptor, termios.TCSADRAIN, self._before)
        self._before = None
        return True

    def read(self) -> bytes:
        """What was pressed; empty if the terminal is gone."""
        try:
            return os.read(self.descriptor, 1024)
        except OSError:
            return b""

    def wait(self, until: float | None) -> bytes | None:
        """The next keys, empty if the terminal is gone; None if the time (`monotonic`, None for ever) comes first."""
        left = None if until is None else max(0.0, until - monotonic())
        ready, _, _ = select.select([self.descriptor], [], [], left)
        return self.read() if ready else None
