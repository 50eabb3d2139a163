"""A line typed while other things happen."""

import os
import pty
import termios
from time import monotonic

import pytest

from cardgames.cli.play.line_editor import Keyboard, TypedLine

LEFT, RIGHT, UP, DOWN = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B"
WORDS = ("3L", "3R", "wait", "history", "hint")


def typed(*keys: str) -> TypedLine:
    line = TypedLine(lambda: WORDS)
    for each in keys:
        line.feed(each.encode())
    return line


@pytest.mark.parametrize(
    ("keys", "text", "cursor"),
    [
        ("3l", "3l", 2),
        ("3x\x7fl", "3l", 2),
        ("3x\x08l", "3l", 2),
        ("\x7f\x7f3l", "3l", 2),
        (f"3l{LEFT}{LEFT}{LEFT}1", "13l", 1),
        (f"3l{LEFT}{RIGHT}{RIGHT}", "3l", 2),
        ("3l\x01w\x05x", "w3lx", 4),
        (f"3l{LEFT}\x0b", "3", 1),
        ("rules s5\x17", "rules", 5),
        ("rules s5\x15w", "w", 1),
        ("3l\x1b[H1\x1b[F2", "13l2", 4),
        (f"3ll{LEFT}{LEFT}\x1b[3~", "3l", 1),
        ("\x1b[3~3", "3", 1),
        ("3\x1b[15~l", "3l", 2),
        ("3\x1bOPl", "3l", 2),
        ("3\x1bxl", "3l", 2),
        ("3\x00\x1fl", "3l", 2),
        ("w\t", "wait", 4),
        ("h\t", "hi", 2),
        ("his\t", "history", 7),
        ("3\t", "3", 1),
        ("x\t", "x", 1),
        ("\t", "", 0),
        ("é♥", "é♥", 2),
    ],
)
def test_editing(keys: str, text: str, cursor: int) -> None:
    line = typed(keys)
    assert (line.text, line.cursor, line.ended) == (text, cursor, False)
    one_by_one = TypedLine(lambda: WORDS)
    for byte in keys.encode():
        one_by_one.feed(bytes([byte]))
    assert (one_by_one.text, one_by_one.cursor) == (text, cursor)


def test_enter_ends_a_line() -> None:
    line = TypedLine()
    assert line.feed(b"3l\r4r\n\rw") == ["3l", "4r", ""]
    assert line.text == "w"


def test_lines_typed_before_come_back() -> None:
    line = typed("3l\r", "4r\r", "x", UP)
    assert line.text == "4r"
    line.feed(UP.encode())
    assert line.text == "3l"
    line.feed(UP.encode())
    assert line.text == "3l"
    line.feed(DOWN.encode())
    assert line.text == "4r"
    line.feed(DOWN.encode())
    assert line.text == ""


def test_ctrl_d_ends_it_only_on_an_empty_line() -> None:
    assert typed("\x04").ended
    assert not typed("3\x04").ended
    assert typed("3\x04\x7f", "\x04").ended


def test_ctrl_l_asks_for_a_new_drawing() -> None:
    assert typed("3\x0c").redraw
    assert not typed("3").redraw


def test_a_line_does_not_grow_for_ever() -> None:
    assert len(typed("3" * 5000).text) == 200
    assert typed("\x1b[" + "1;" * 500, "3l\r4").text.endswith("4")


def test_bytes_that_are_no_text() -> None:
    line = TypedLine()
    assert line.feed(b"3\xff\xc3l\r") == ["3\ufffd\ufffdl"]


def test_the_keyboard_is_taken_and_given_back() -> None:
    terminal, keys = pty.openpty()
    before = termios.tcgetattr(keys)
    keyboard = Keyboard(keys)
    keyboard.take()
    mode = termios.tcgetattr(keys)[3]
    assert not mode & (termios.ICANON | termios.ECHO)
    assert mode & termios.ISIG
    os.write(terminal, b"3l")
    assert keyboard.wait(None) == b"3l"
    assert keyboard.wait(monotonic() - 1) is None
    assert keyboard.give_back()
    assert not keyboard.give_back()
    assert termios.tcgetattr(keys) == before
    os.close(terminal)
    assert keyboard.read() == b""
    os.close(keys)
