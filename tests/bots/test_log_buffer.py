"""A log that keeps its beginning and its end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgames.bots.log_buffer import LogBuffer


@given(st.lists(st.binary(max_size=40)), st.integers(1, 30))
def test_both_ends_are_kept_and_memory_is_bounded(pieces: list[bytes], limit: int) -> None:
    log = LogBuffer(limit)
    for piece in pieces:
        log.add(piece)
    whole = b"".join(pieces)
    assert log.total == len(whole)
    kept = whole
    if len(whole) > 2 * limit:
        kept = whole[:limit] + f"\n... {len(whole) - 2 * limit} bytes left out ...\n".encode() + whole[-limit:]
    lines = log.text().split("\n")
    assert all(map(str.isprintable, lines))
    for line, raw in zip(lines, kept.split(b"\n"), strict=True):
        if raw.isascii() and raw.decode().isprintable():
            assert line == raw.decode()


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (b"one\r\ntwo\tthree\n", "one\ntwo     three\n"),
        ("Привет, müde".encode(), "Привет, müde"),
        (b"\x1b[2J\x08\xff\x7f", "\\x1b[2J\\x08\\xff\\x7f"),
        ("a\u202eb\x9bc\u2028d".encode(), "a\\u202eb\\x9bc\\u2028d"),
    ],
)
def test_what_a_terminal_would_obey_is_escaped(written: bytes, text: str) -> None:
    log = LogBuffer(1000)
    log.add(written)
    assert log.text() == text
    assert log.last_lines().isascii()
    assert log.last_lines().isprintable()


@pytest.mark.parametrize(
    ("written", "last"),
    [
        ("", ""),
        ("\n \n", ""),
        ("one\ntwo\n", "one | two"),
        ("1\n2\n3\n4\n\n", "2 | 3 | 4"),
        ("x" * 500, "..." + "x" * 297),
        ("\x1b" * 500, "..." + ("\\x1b" * 75)[3:]),
    ],
)
def test_the_last_lines(written: str, last: str) -> None:
    log = LogBuffer(1000)
    log.add(written.encode())
    assert log.last_lines() == last
    log.clear()
    assert (log.text(), log.total) == ("", 0)
