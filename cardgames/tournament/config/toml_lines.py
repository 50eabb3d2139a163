"""On which line of a TOML text each key stands. `tomllib` tells lines of syntax errors only."""

from collections.abc import Iterator
from typing import NamedTuple

KeyPath = tuple[str | int, ...]
"""Keys and, in lists, places from 0 on: `("bots", 1, "think")`."""

_BLANK = " \t"
_GAP = " \t\r\n"
_ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b", '"': '"', "\\": "\\"}
_HEX = {"x": 2, "u": 4, "U": 8}


def key_lines(text: str) -> dict[KeyPath, int]:
    """The line, 1 and up, of each key, of each table's header, and of each entry of a list.

    Args:
        text: TOML that `tomllib` has read without complaint.
    """
    lines: dict[KeyPath, int] = {}
    for path, line in _Scanner(text).statements():
        lines.setdefault(path, line)
    return lines


class _Found(NamedTuple):
    path: KeyPath
    line: int


class _Scanner:
    """Goes through a text from key to key; what stands between is skipped, not judged."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._counts: dict[KeyPath, int] = {}
        """For each `[[table]]` how many there were."""
        self._newlines = 0
        self._counted_to = 0

    def statements(self) -> Iterator[_Found]:
        """Every key with its place, in the order of the text."""
        table: KeyPath = ()
        while self._skip_to_statement():
            line = self._line()
            if self._peek() == "[":
                table = self._header()
                yield from _each_part(table, line)
            else:
                yield from self._pair(table)

    def _pair(self, table: KeyPath) -> Iterator[_Found]:
        line = self._line()
        keys = self._keys()
        self._skip(_BLANK)
        self._at += 1  # =
        path = table + keys
        for size in range(len(table) + 1, len(path) + 1):
            yield _Found(path[:size], line)
        self._skip(_BLANK)
        yield from self._value(path)

    def _header(self) -> KeyPath:
        several = self._text.startswith("[[", self._at)
        self._at += 2 if several else 1
        keys = self._keys()
        self._skip(_BLANK)
        self._at += 2 if several else 1
        path: KeyPath = ()
        for place, key in enumerate(keys):
            path = (*path, key)
            if several and place == len(keys) - 1:
                self._counts[path] = self._counts.get(path, 0) + 1
            if path in self._counts:
                path = (*path, self._counts[path] - 1)
        return path

    def _value(self, path: KeyPath) -> Iterator[_Found]:
        char = self._peek()
        if char in "\"'":
            self._string()
        elif char == "[":
            yield from self._list(path)
        elif char == "{":
            yield from self._inline_table(path)
        else:
            while self._peek() not in ",]}#\n" and self._at < len(self._text):
                self._at += 1

    def _list(self, path: KeyPath) -> Iterator[_Found]:
        self._at += 1
        place = 0
        while self._skip_in_brackets() != "]":
            inner = (*path, place)
            yield _Found(inner, self._line())
            yield from self._value(inner)
            place += 1
        self._at += 1

    def _inline_table(self, path: KeyPath) -> Iterator[_Found]:
        self._at += 1
        while self._skip_in_brackets() != "}":
            yield from self._pair(path)
        self._at += 1

    # -- characters

    def _keys(self) -> tuple[str, ...]:
        keys: list[str] = []
        while True:
            self._skip(_BLANK)
            keys.append(self._string() if self._peek() in "\"'" else self._bare())
            self._skip(_BLANK)
            if self._peek() != ".":
                return tuple(keys)
            self._at += 1

    def _bare(self) -> str:
        start = self._at
        while self._peek().isalnum() or self._peek() in "_-":
            self._at += 1
        return self._text[start : self._at]

    def _string(self) -> str:
        quote = self._peek()
        mark = quote * 3 if self._text.startswith(quote * 3, self._at) else quote
        self._at += len(mark)
        parts: list[str] = []
        while not self._text.startswith(mark, self._at):
            parts.append(self._escaped() if quote == '"' and self._peek() == "\\" else self._peek())
            self._at += 1
        self._at += len(mark)
        while len(mark) == 3 and self._peek() == quote:
            # Up to two quotes may stand before the closing three.
            self._at += 1
        return "".join(parts)

    def _escaped(self) -> str:
        """What the escape stands for; goes to its last character. Only keys are read, and they have no line breaks."""
        self._at += 1
        kind = self._peek()
        digits = _HEX.get(kind)
        if digits is None:
            return _ESCAPES.get(kind, "")
        self._at += digits
        return chr(int(self._text[self._at - digits + 1 : self._at + 1], 16))

    def _skip_to_statement(self) -> bool:
        self._skip_gap()
        return self._at < len(self._text)

    def _skip_in_brackets(self) -> str:
        """Past blanks, line breaks, comments and commas; the character that comes then."""
        self._skip_gap()
        while self._peek() == ",":
            self._at += 1
            self._skip_gap()
        return self._peek()

    def _skip_gap(self) -> None:
        self._skip(_GAP)
        while self._peek() == "#":
            end = self._text.find("\n", self._at)
            self._at = len(self._text) if end < 0 else end
            self._skip(_GAP)

    def _skip(self, chars: str) -> None:
        while self._at < len(self._text) and self._text[self._at] in chars:
            self._at += 1

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1] or "\n"

    def _line(self) -> int:
        self._newlines += self._text.count("\n", self._counted_to, self._at)
        self._counted_to = self._at
        return self._newlines + 1


def _each_part(table: KeyPath, line: int) -> Iterator[_Found]:
    for size in range(1, len(table) + 1):
        yield _Found(table[:size], line)
