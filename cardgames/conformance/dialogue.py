"""A dialogue with one bot, line by line: any answer but the expected one is a failure that says what came."""

from cardgames.bots.wires import MILLI, WireFault, Wires
from cardgames.protocol.from_bot import READY
from cardgames.protocol.lines import quoted

_LONGEST_QUOTE = 200
_MOST_UNKNOWN = 20
KNOWN_WORDS = ("id", "option", "games", "cgpok", READY, "bestmove", "info", "pong", "error")
"""The first words of the lines that a bot may send; a rules engine says with `error` that it could not obey."""


class FailedError(Exception):
    """An answer that was not the expected one, or did not come."""

    def __init__(self, detail: str, expected: str, came: str) -> None:
        super().__init__(detail)
        self.detail = quoted(detail)
        self.expected = quote(expected)
        self.came = quote(came)


class BotDialogue:
    """Lines to one bot and from it."""

    def __init__(self, wires: Wires) -> None:
        """A dialogue over `wires` with seat 0."""
        self._wires = wires
        self._came: list[tuple[str | WireFault, int]] = []
        self._skipped = ""
        self.sent = ""
        """The last line that was sent."""
        self.broken = False
        """Whether something came after which nothing more can be read."""
        self.unknown_lines: list[str] = []
        """The first lines that are not of the protocol."""

    def now(self) -> int:
        """The time in ns."""
        return self._wires.now()

    def send(self, *lines: str, within: int = 0) -> int:
        """Sends the lines. Returns the time `within` ms from now, in ns."""
        self.sent = lines[-1]
        self._skipped = ""
        self._wires.send(0, "".join(f"{line}\n" for line in lines))
        return self._wires.now() + within * MILLI

    def receive(self, until: int, expected: str) -> tuple[str, int]:
        """The next line and the time at which it came, both times in ns. Raises FailedError if none comes by
        `until`.
        """
        if not self._came and not self.broken:
            self._came = [(item, at) for _, item, at in self._wires.wait(until, 1)]
        if not self._came:
            raise FailedError(
                "no answer in time; is stdout flushed after each line?", expected, self._skipped or "nothing"
            )
        item, at = self._came.pop(0)
        if isinstance(item, WireFault):
            self.broken = True
            raise FailedError(f"{item.kind}, {item.detail}", expected, self._skipped or "nothing more")
        self._note_unknown(item)
        if at > until:
            raise FailedError(f"no answer in time: it came {(at - until) / MILLI:.1f} ms too late", expected, item)
        return item, at

    def receive_word(self, word: str, until: int, expected: str) -> tuple[str, int]:
        """The next line that begins with `word` and its time in ns; other lines are skipped, as the protocol says."""
        while True:
            line, at = self.receive(until, expected)
            if line.split(None, 1)[:1] == [word]:
                return line, at
            self.skip(line)

    def skip(self, line: str) -> None:
        """Remembers a line that answers nothing: if no answer comes, the report shows it."""
        self._skipped = line

    def _note_unknown(self, line: str) -> None:
        words = line.split(None, 1)
        if words and words[0] not in KNOWN_WORDS and len(self.unknown_lines) < _MOST_UNKNOWN:
            self.unknown_lines.append(quote(line))


def quote(text: str) -> str:
    """The text as the report of a step quotes it."""
    return quoted(text, _LONGEST_QUOTE)
