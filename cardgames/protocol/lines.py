"""Splits a stream of bytes into lines (PROTOCOL.md, "Lines"), in bounded memory whatever the other side sends."""

from typing import NamedTuple

from cardgames.text import printable

MAX_LINE = 65536
"""The most bytes of a line, without its end."""

LONGEST_TEXT = 600
"""The most characters of a text of ours that quotes somebody else: a fault, an error, a step of an examination."""

_SAMPLE = 40
_GAP = " ... "


class LineFault(NamedTuple):
    """A line that its sender should not have written. What is wrong is data: the reader goes on."""

    kind: str
    """`long` (more than `MAX_LINE` bytes) or `ascii` (a byte above 127)."""
    sample: str
    """How the line begins, as printable ASCII."""

    def text(self) -> str:
        """What came and what was expected, in one line."""
        if self.kind == "long":
            return f"a line of more than {MAX_LINE} bytes, at most {MAX_LINE} were expected: {self.sample}..."
        return f"a byte that is not ASCII, ASCII text was expected: {self.sample}"


class LineSplitter:
    r"""Takes bytes as they arrive, gives lines as they are complete.

    A line's end is `\n`; one `\r` before it is dropped. A line that is too long is reported as soon as it
    is, once, and the rest of it is thrown away unread, so that never more than one line is held.
    """

    __slots__ = ("_held", "_overlong")

    def __init__(self) -> None:
        self._held = bytearray()
        self._overlong = False

    @property
    def held(self) -> int:
        """How many bytes of a line that has not ended yet are kept."""
        return len(self._held)

    def feed(self, data: bytes) -> list[str | LineFault]:
        """The lines that `data` completes, and the faults, in the order in which they came."""
        *pieces, tail = data.split(b"\n")
        found: list[str | LineFault] = []
        for piece in pieces:
            if self._overlong:
                self._overlong = False
            elif self._held:
                found.append(_line(bytes(self._held) + piece))
                self._held.clear()
            else:
                found.append(_line(piece))
        if tail and not self._overlong:
            self._hold(tail, found)
        return found

    def finish(self) -> list[str | LineFault]:
        """The last line if the stream ended before the line did: a list of one or of none."""
        last = bytes(self._held)
        self._held.clear()
        self._overlong = False
        return [_line(last)] if last else []

    def _hold(self, tail: bytes, found: list[str | LineFault]) -> None:
        self._held += tail
        # One byte more may be the \r of a line that is as long as a line can be.
        if len(self._held) > MAX_LINE + self._held.endswith(b"\r"):
            found.append(LineFault("long", _sample(self._held)))
            self._held.clear()
            self._overlong = True


def _line(raw: bytes) -> str | LineFault:
    if raw.endswith(b"\r"):
        raw = raw[:-1]
    if len(raw) > MAX_LINE:
        return LineFault("long", _sample(raw))
    if not raw.isascii():
        return LineFault("ascii", _sample(raw))
    return raw.decode("ascii")


def _sample(raw: bytes | bytearray) -> str:
    return printable(raw[:_SAMPLE].decode("ascii", "backslashreplace"))


def quoted(text: str, most: int = LONGEST_TEXT) -> str:
    """What somebody else wrote, as it may stand in a line of ours: `printable`, and its middle left out if it is long.

    The door for all that a bot says of itself and of its end. What has come through it comes through it unchanged.

    Args:
        text: what was written, of any length.
        most: how many characters may come of it.
    """
    if len(text) > 2 * most:
        # Escapes only make it longer: so much of its middle will not be seen in any case.
        text = text[:most] + text[-most:]
    return shortened(printable(text), most)


def shortened(text: str, most: int = LONGEST_TEXT) -> str:
    """The text, its middle left out where it has more than `most` characters."""
    if len(text) <= most:
        return text
    end = most // 4
    return f"{text[: most - end - len(_GAP)]}{_GAP}{text[-end:]}"
