"""What a person would see: a small terminal that follows the few escape sequences that are used."""

import re

_SEQUENCE = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])")


class TerminalEmulator:
    """A screen of characters.

    Attributes:
        sequences: the escape sequences that came, by their last letter.
    """

    def __init__(self, rows: int = 24, columns: int = 80) -> None:
        self.rows = rows
        self.columns = columns
        self.sequences: set[str] = set()
        self._lines = [""] * rows
        self._row = 0
        self._column = 0

    @property
    def lines(self) -> list[str]:
        """As it stands there."""
        return [line.rstrip() for line in self._lines]

    @property
    def line(self) -> str:
        """The line with the cursor."""
        return self.lines[self._row]

    def write(self, text: str) -> None:
        """Takes what a program prints."""
        at = 0
        while at < len(text):
            found = _SEQUENCE.match(text, at)
            if found is not None:
                self._obey(found[1], found[2])
                at = found.end()
                continue
            self._put(text[at])
            at += 1

    def _put(self, char: str) -> None:
        if char == "\n":
            self._down()
        elif char == "\r":
            self._column = 0
        elif char == "\b":
            self._column = max(0, self._column - 1)
        elif char != "\x07":
            if self._column >= self.columns:
                self._column = 0
                self._down()
            line = self._lines[self._row].ljust(self._column)
            self._lines[self._row] = line[: self._column] + char + line[self._column + 1 :]
            self._column += 1

    def _down(self) -> None:
        self._row += 1
        if self._row == self.rows:
            self._lines = [*self._lines[1:], ""]
            self._row -= 1

    def _obey(self, number: str, letter: str) -> None:
        self.sequences.add(letter)
        if letter == "H":
            self._row = self._column = 0
        elif letter == "J":
            self._empty(number)
        elif letter == "K":
            self._lines[self._row] = self._lines[self._row][: self._column]
        elif letter == "D":
            self._column = max(0, self._column - int(number or 1))
        elif letter == "C":
            self._column += int(number or 1)
        else:
            assert letter in "mhl", f"a sequence that this screen does not know: {number}{letter}"

    def _empty(self, number: str) -> None:
        if number in ("2", "3"):
            self._lines = [""] * self.rows
        else:
            self._lines[self._row] = self._lines[self._row][: self._column]
            self._lines[self._row + 1 :] = [""] * (self.rows - self._row - 1)
