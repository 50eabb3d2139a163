"""Where a person reads and types: the same dialogue on a terminal and through a pipe."""

import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TextIO

from cardgames.drawing.symbols import SYMBOLS, Symbols
from cardgames.drawing.viewer import wrapped
from cardgames.text import harmless

PIPE_WIDTH = 80
_NARROWEST = 20
_LONGEST_LINE = 4096
_LABEL = 16
"""How far into a line its label may reach."""
_LEAST_TEXT = 8
"""Columns that the text beside a label needs."""


class PlayerLeft(Exception):  # noqa: N818 - no error: the game is kept
    """The person leaves: there is no more input, or `quit` was typed."""


class Screen(ABC):
    """A place to read and to type.

    Attributes:
        symbols: the signs it can show.
        spoken: it is read out: words instead of pictures, one fact a line.
    """

    def __init__(self, symbols: Symbols, *, spoken: bool) -> None:
        self.symbols = symbols
        self.spoken = spoken

    @property
    @abstractmethod
    def width(self) -> int:
        """Columns."""

    @property
    def drawn_over(self) -> bool:
        """Whether what stands there can be written over."""
        return False

    def say(self, *layout: str) -> None:
        """Prints lines, broken where they are too wide."""
        for line in layout:
            for part in [line] if self.spoken else hanging(line, self.width):
                print(self.symbols.line(part))

    def page(self, layout: Sequence[str]) -> None:
        """Prints many lines, as far as need be one screen after the other. Raises as `ask` does."""
        self.say(*layout)

    @abstractmethod
    def show(self, table: str, news: Sequence[str]) -> None:
        """Shows a table, already as the screen can show it, and what has happened."""

    @abstractmethod
    def ask(self, prompt: str, words: Sequence[str]) -> str:
        """A line that the person types.

        Args:
            prompt: what is wanted, in a word or two.
            words: what may be completed.

        Raises:
            PlayerLeft: there is nothing more to come.
            KeyboardInterrupt: Ctrl-C.
        """

    @abstractmethod
    def hand_over(self, name: str) -> None:
        """Hides what stands there before somebody else looks. Raises as `ask` does."""

    def pause(self, prompt: str) -> None:  # noqa: B027 - a pipe waits for nobody
        """Waits until the person has read. Raises as `ask` does."""


def hanging(line: str, width: int) -> list[str]:
    """The line in parts of at most `width` columns; what follows stands below the text of the first part.

    The text begins at the last gap of two blanks among the first columns: `  show      the table again`.
    """
    start = line.rfind("  ", 0, _LABEL) + 2 if "  " in line[:_LABEL] else 0
    start += len(line[start:]) - len(line[start:].lstrip())
    if width - start < _LEAST_TEXT:
        start = len(line) - len(line.lstrip())
    first, *rest = wrapped(line[start:], width - start)
    return [line[:start] + first, *(" " * start + part for part in rest)]


class PipeScreen(Screen):
    """Lines from a pipe or a file, answered without any escape sequence; what was typed is repeated."""

    def __init__(self, symbols: Symbols, *, spoken: bool, source: TextIO | None = None) -> None:
        super().__init__(symbols, spoken=spoken)
        self._source = source or sys.stdin

    @property
    def width(self) -> int:
        """As wide as a table may be."""
        return PIPE_WIDTH

    def show(self, table: str, news: Sequence[str]) -> None:
        """What has happened, then the table."""
        self.say(*news)
        print()
        print(table)

    def ask(self, prompt: str, words: Sequence[str]) -> str:  # noqa: ARG002 - nothing to complete
        """The next line, printed behind the prompt."""
        line = self._source.readline(_LONGEST_LINE)
        if not line:
            raise PlayerLeft
        typed = harmless(line)
        print(f"{prompt}> {typed}".rstrip())
        return typed

    def hand_over(self, name: str) -> None:
        """A line between the two."""
        print(f"\n--- {name} ---")


def best_symbols(stream: TextIO, environ: Mapping[str, str], *, symbols: bool | None, plain: bool) -> Symbols:
    """What a stream can show.

    Args:
        stream: where it goes.
        environ: the variables of this process.
        symbols: suit symbols wanted or not; None for wherever a terminal has them.
        plain: no colour in any case.
    """
    terminal = stream.isatty()
    if symbols is None:
        symbols = terminal and not plain and has_symbols(stream.encoding, environ, sys.flags.utf8_mode)
    return Symbols(symbols, terminal and not plain and not environ.get("NO_COLOR") and not is_dumb(environ))


def is_dumb(environ: Mapping[str, str]) -> bool:
    """Whether the terminal can do nothing but print."""
    return environ.get("TERM", "dumb") in ("", "dumb", "unknown")


def has_symbols(encoding: str, environ: Mapping[str, str], utf8_mode: int) -> bool:
    """Whether the terminal's encoding has the suit symbols.

    In its UTF-8 mode Python takes that encoding whatever the locale says, and in the C locale it sets `LC_CTYPE` as
    well: there the locale's own words count.
    """
    try:
        SYMBOLS.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    if not utf8_mode:
        return True
    coerced = environ.get("LC_CTYPE") == "C.UTF-8"
    locale = environ.get("LC_ALL") or ("" if coerced else environ.get("LC_CTYPE")) or environ.get("LANG", "")
    return "utf8" in locale.lower().replace("-", "")


def terminal_size() -> tuple[int, int]:
    """Columns and rows of the terminal, as they are now."""
    try:
        size = os.get_terminal_size(sys.stdout.fileno())
    except OSError:
        return PIPE_WIDTH, 24
    return max(size.columns or PIPE_WIDTH, _NARROWEST), size.lines or 24
