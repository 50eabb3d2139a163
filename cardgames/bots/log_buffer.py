"""A log of bounded size: it keeps the beginning and the end of a stream."""

from cardgames.text import printable


class LogBuffer:
    """The first and the last `limit` bytes of a stream."""

    __slots__ = ("_head", "_tail", "limit", "total")

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.total = 0
        """How many bytes have been added."""
        self._head = bytearray()
        self._tail = bytearray()

    def add(self, data: bytes) -> None:
        """Adds the next bytes of the stream."""
        self.total += len(data)
        room = self.limit - len(self._head)
        if room > 0:
            self._head += data[:room]
            data = data[room:]
        self._tail += data
        if len(self._tail) > 2 * self.limit:
            del self._tail[: -self.limit]

    def clear(self) -> None:
        """Empties it."""
        self.total = 0
        self._head.clear()
        self._tail.clear()

    def text(self) -> str:
        """What was kept, as printable lines; a line in the middle says how many bytes were left out."""
        tail = self._tail[-self.limit :]
        left_out = self.total - len(self._head) - len(tail)
        gap = b"\n... %d bytes left out ...\n" % left_out if left_out else b""
        text = (self._head + gap + tail).decode("utf-8", "backslashreplace")
        return "\n".join(map(_shown, text.split("\n")))

    def last_lines(self, lines: int = 3, most: int = 300) -> str:
        """The last lines that are not blank, joined by ` | `, as printable ASCII of at most `most` characters."""
        end = (self._head + self._tail)[-4096:].decode("utf-8", "backslashreplace")
        joined = printable(" | ".join([line.strip() for line in end.splitlines() if line.strip()][-lines:]))
        return joined if len(joined) <= most else "..." + joined[3 - most :]


def _shown(line: str) -> str:
    """A line that a terminal can show: any script stays, control characters are escaped."""
    line = line.removesuffix("\r").expandtabs()
    if line.isprintable():
        return line
    return "".join(char if char.isprintable() else printable(char) for char in line)
