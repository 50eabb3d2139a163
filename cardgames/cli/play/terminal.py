"""A terminal for games that wait: lines are edited, completed and remembered by GNU readline.

Readline comes with Python, takes 5 ms of CPU to load, knows its user's keys (`~/.inputrc`), follows a resize and gives
way to Ctrl-C and Ctrl-D. prompt_toolkit takes 90 ms more, as long as all of the command line, and brings an event loop
of asyncio, where a table has one of its own. Only Spit in real time needs more than readline gives, the table redrawn
below a half-typed line: see live_console.py.
"""

import signal
import sys
import termios
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from cardgames.cli.play.screen import PlayerLeft, Screen, terminal_size
from cardgames.drawing.symbols import Symbols
from cardgames.text import harmless

_CLEAR = "\x1b[H\x1b[J"
_CLEAR_ALL = "\x1b[H\x1b[2J\x1b[3J"
_ROOM = 4
"""Lines that a table leaves for the dialogue below it."""
_LATEST = 0.3
"""Seconds until a signal is heard that came while readline was busy with a key."""


class TerminalScreen(Screen):
    """A terminal; the table is drawn at its top again and again."""

    def __init__(self, symbols: Symbols, *, spoken: bool, dumb: bool) -> None:
        """Takes the terminal.

        Args:
            symbols: the signs it can show.
            spoken: words instead of pictures; nothing is then drawn over.
            dumb: it can do nothing but print.
        """
        super().__init__(symbols, spoken=spoken)
        self._dumb = dumb
        self._fresh = True
        self._words: list[str] = []
        self._readline = None if dumb else self._load_readline()

    @property
    def width(self) -> int:
        """Of the terminal as it is now."""
        return terminal_size()[0]

    @property
    def drawn_over(self) -> bool:
        """Unless it can do nothing but print, or is read out."""
        return not (self._dumb or self.spoken)

    def show(self, table: str, news: Sequence[str]) -> None:
        """The table at the top, below it what has happened; one after the other where nothing is drawn over."""
        columns, rows = terminal_size()
        height = table.count("\n")
        if not self.drawn_over or height + _ROOM > rows:
            self.say("", *news, "")
            print(table)
            return
        if self._fresh:
            # What stood there before stays, to be scrolled back to.
            print("\n" * rows, end="")
            self._fresh = False
        print(_CLEAR + table)
        room = rows - height - _ROOM + 1
        lines = sum(1 + len(line) // columns for line in news)
        shown = list(news)
        while len(shown) > 1 and lines > room:
            lines -= 1 + len(shown.pop(0)) // columns
        if len(shown) < len(news):
            shown[0] = f"({len(news) - len(shown) + 1} more before: history)"
        self.say(*shown)

    def page(self, layout: Sequence[str]) -> None:
        """Stops where the screen is full."""
        room = max(terminal_size()[1] - 2, 5)
        for start in range(0, len(layout), room):
            if start and self.ask("Enter for more, q to stop", ()).strip().lower() in ("q", "quit", "stop"):
                return
            self.say(*layout[start : start + room])

    def ask(self, prompt: str, words: Sequence[str]) -> str:
        """A line, edited by its user."""
        self._words = list(words)
        try:
            with _roused(restart=self._readline is not None), _unflushed(edited=self._readline is not None):
                return harmless(input(f"{prompt}> "))
        except EOFError:
            print()
            raise PlayerLeft from None
        except KeyboardInterrupt:
            print()
            raise

    def hand_over(self, name: str) -> None:
        """Empties the screen, what was scrolled off it, and what the keys remember; then waits."""
        self.hide()
        self.pause(f"{name}, Enter when nobody else looks")
        self.hide()

    def hide(self) -> None:
        """Nothing that stood there can be seen any more."""
        if self._dumb:
            print("\n" * max(50, terminal_size()[1]))
        else:
            print(_CLEAR_ALL, end="")
        if self._readline is not None:
            self._readline.clear_history()

    def pause(self, prompt: str) -> None:
        """Waits for Enter."""
        self.ask(prompt, ())

    def _load_readline(self) -> Any:
        try:
            readline = import_module("readline")
        except ImportError:
            # A Python built without it: lines can be typed, not edited.
            return None
        editline = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if editline else "tab: complete")
        if not editline:
            readline.parse_and_bind("set enable-bracketed-paste off")
            readline.parse_and_bind("set completion-ignore-case on")
        readline.set_completer_delims(" ")
        readline.set_completer(self._complete)
        return readline

    def _complete(self, text: str, number: int) -> str | None:
        found = [word for word in self._words if word.lower().startswith(text.lower())]
        return found[number] if number < len(found) else None


@contextmanager
def _roused(*, restart: bool) -> Iterator[None]:
    """Python looks for a signal only when one ends its wait for a key.

    A Ctrl-C just before that wait, while readline deals with the key before, would be heard at the next key: so the
    wait is ended again and again.

    Args:
        restart: nothing but that wait is ended. A write to a terminal that has been stopped would lose its text.
    """
    before = signal.signal(signal.SIGALRM, lambda _number, _frame: None)
    signal.siginterrupt(signal.SIGALRM, not restart)
    signal.setitimer(signal.ITIMER_REAL, _LATEST, _LATEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def _unflushed(*, edited: bool) -> Iterator[None]:
    """A signal's key throws no other keys away while readline edits the line.

    Readline waits until there is a key and then reads it. If Ctrl-C has thrown it away in between, readline waits for
    the next one and hears no signal until that comes. So the keys stay, and are thrown away once Ctrl-C is heard.
    """
    if not edited:
        yield
        return
    before = termios.tcgetattr(sys.stdin)
    mode = termios.tcgetattr(sys.stdin)
    mode[3] |= termios.NOFLSH
    termios.tcsetattr(sys.stdin, termios.TCSADRAIN, mode)
    try:
        yield
    except KeyboardInterrupt:
        termios.tcflush(sys.stdin, termios.TCIFLUSH)
        raise
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
