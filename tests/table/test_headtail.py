"""A log that keeps its beginning and its end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgames.table.headtail import HeadTail


@given(st.lists(st.binary(max_size=40)), st.integers(1, 30))
def test_both_ends_are_kept_and_memory_is_bounded(pieces: list[bytes], limit: int) -> None:
    log = HeadTail(limit)
    for piece in pieces:
        log.add(piece)
    whole = b"".join(pieces)
    assert log.total == len(whole)
    if len(whole) <= 2 * limit:
        assert log.text() == whole.decode("utf-8", "replace")
    else:
        gap = f"\n... {len(whole) - 2 * limit} bytes left out ...\n".encode()
        assert log.text() == (whole[:limit] + gap + whole[-limit:]).decode("utf-8", "replace")


@pytest.mark.parametrize(
    ("written", "last"),
    [
        ("", ""),
        ("\n \n", ""),
        ("one\ntwo\n", "one | two"),
        ("1\n2\n3\n4\n\n", "2 | 3 | 4"),
        ("x" * 500, "..." + "x" * 297),
    ],
)
def test_the_last_lines(written: str, last: str) -> None:
    log = HeadTail(1000)
    log.add(written.encode())
    assert log.last_lines() == last
    log.clear()
    assert (log.text(), log.total) == ("", 0)
