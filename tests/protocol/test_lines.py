"""PROTOCOL.md, "Lines": bytes in, lines or faults out, never more than one line held."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgames.protocol.lines import MAX_LINE, LineFault, LineSplitter
from cardgames.text import printable

FULL = b"x" * MAX_LINE


def split(*chunks: bytes) -> list[str | LineFault]:
    lines = LineSplitter()
    found = [line for chunk in chunks for line in lines.feed(chunk)]
    return found + lines.finish()


@pytest.mark.parametrize(
    ("chunks", "expected"),
    [
        ((b"",), []),
        ((b"\n",), [""]),
        ((b"isready\n",), ["isready"]),
        ((b"isready\r\n",), ["isready"]),
        ((b"a\rb\r\r\n",), ["a\rb\r"]),
        ((b"a\nb\r\n\nc\n",), ["a", "b", "", "c"]),
        ((b"is", b"rea", b"dy", b"\r", b"\n"), ["isready"]),
        ((b"go 1\nsto", b"p\n"), ["go 1", "stop"]),
        ((b"last without an end",), ["last without an end"]),
        ((b"\x00\x01\x1b[2J\x7f\n",), ["\x00\x01\x1b[2J\x7f"]),
        ((FULL + b"\n", b"b\n"), [FULL.decode(), "b"]),
        ((FULL, b"\r", b"\nb\n"), [FULL.decode(), "b"]),
        ((FULL + b"\r\nb\n",), [FULL.decode(), "b"]),
    ],
)
def test_lines_are_split_wherever_the_chunks_end(chunks: tuple[bytes, ...], expected: list[str]) -> None:
    assert split(*chunks) == expected


@pytest.mark.parametrize(
    "chunks",
    [
        (FULL + b"x\nok\n",),
        (FULL, b"x", b"\nok\n"),
        (FULL, b"\r", b"x\nok\n"),
        (FULL + b"\rx\nok\n",),
        (FULL, FULL, FULL, b"\r\nok\n"),
        (FULL * 3 + b"\nok\n",),
    ],
)
def test_a_line_of_more_than_the_limit_is_one_fault_and_the_next_line_is_read(chunks: tuple[bytes, ...]) -> None:
    fault, after = split(*chunks)
    assert isinstance(fault, LineFault)
    assert fault.kind == "long"
    assert after == "ok"


def test_a_line_too_long_is_reported_before_its_end_comes() -> None:
    lines = LineSplitter()
    assert lines.feed(FULL) == []
    assert [fault.kind for fault in lines.feed(b"xx") if isinstance(fault, LineFault)] == ["long"]
    assert lines.feed(b"still the same line") == []
    assert lines.feed(b"\nok\n") == ["ok"]


@pytest.mark.parametrize("raw", [b"caf\xc3\xa9", b"\xff", b"\x80\r"])
def test_a_byte_that_is_not_ascii_is_a_fault_of_that_line_alone(raw: bytes) -> None:
    before, fault, after = split(b"a\n" + raw + b"\nb\n")
    assert (before, after) == ("a", "b")
    assert isinstance(fault, LineFault)
    assert fault.kind == "ascii"
    assert fault.text().isascii()
    assert fault.text().isprintable()


def test_memory_is_bounded_however_long_a_line_is() -> None:
    lines = LineSplitter()
    most = 0
    for _ in range(300):
        lines.feed(b"y" * 40_000)
        most = max(most, lines.held)
    assert most <= MAX_LINE + 1
    assert lines.held == 0


@given(st.lists(st.binary(max_size=40)), st.data())
def test_the_cut_into_chunks_does_not_matter(parts: list[bytes], data: st.DataObject) -> None:
    whole = b"\n".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=8)))
    chunks = [whole[start:end] for start, end in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    assert split(*chunks) == split(whole)


@given(st.lists(st.binary(max_size=60)))
def test_every_line_comes_out_once_as_text_or_as_a_fault(parts: list[bytes]) -> None:
    found = split(b"".join(part.replace(b"\n", b"") + b"\n" for part in parts))
    assert len(found) == len(parts)
    for part, line in zip(parts, found, strict=True):
        wanted = part.replace(b"\n", b"").removesuffix(b"\r")
        assert isinstance(line, LineFault) != wanted.isascii()
        assert isinstance(line, LineFault) or line.encode() == wanted


@given(st.text())
def test_what_is_quoted_is_printable_ascii(text: str) -> None:
    quoted = printable(text)
    assert quoted.isascii()
    assert quoted.isprintable()
