"""A talk with one bot, line by line, in which anything but the expected answer is a failure that tells what came."""

from cardgames.bots.wires import MILLI, WireFault, Wires
from cardgames.protocol.from_bot import READY
from cardgames.protocol.lines import quoted

_LONGEST_QUOTE = 200
_MOST_STRANGE = 20
KNOWN_WORDS = ("id", "option", "games", "cgpok", READY, "bestmove", "info", "pong", "error")
"""With what a line of a bot's begins; `error` is how a rules engine says that it could not obey."""


class FailedError(Exception):
    """An answer that was not as expected, or did not come."""

    def __init__(self, detail: str, expected: str, came: str) -> None:
        super().__init__(detail)
        self.detail = quoted(detail)
        self.expected = quote(expected)
        self.came = quote(came)


class BotDialogue:
    """Lines to one bot and from it."""

    def __init__(self, wires: Wires) -> None:
        """Talks over `wires` to seat 0."""
        self._wires = wires
        self._came: list[tuple[str | WireFault, int]] = []
        self._passed_over = ""
        self.sent = ""
        """The last line that was sent."""
        self.broken = False
        """Whether something came after which nothing more can be read."""
        self.strange: list[str] = []
        """Lines that are not of the protocol, the first of them."""

    def now(self) -> int:
        """The time, in ns."""
        return self._wires.now()

    def tell(self, *lines: str, within: int = 0) -> int:
        """Writes the lines. The time `within` ms from now, in ns."""
        self.sent = lines[-1]
        self._passed_over = ""
        self._wires.send(0, "".join(f"{line}\n" for line in lines))
        return self._wires.now() + within * MILLI

    def hear(self, until: int, expected: str) -> tuple[str, int]:
        """The next line and the time at which it came, in ns. Raises FailedError if none comes until then."""
        if not self._came and not self.broken:
            self._came = [(item, at) for _, item, at in self._wires.wait(until, 1)]
        if not self._came:
            raise FailedError(
                "no answer in time; is stdout flushed after each line?", expected, self._passed_over or "nothing"
            )
        item, at = self._came.pop(0)
        if isinstance(item, WireFault):
            self.broken = True
            raise FailedError(f"{item.kind}, {item.detail}", expected, self._passed_over or "nothing more")
        self._judge(item)
        if at > until:
            raise FailedError(f"no answer in time: it came {(at - until) / MILLI:.1f} ms too late", expected, item)
        return item, at

    def hear_word(self, word: str, until: int, expected: str) -> tuple[str, int]:
        """The next line that begins with `word`; others are passed over, as the protocol has it."""
        while True:
            line, at = self.hear(until, expected)
            if line.split(None, 1)[:1] == [word]:
                return line, at
            self.pass_over(line)

    def pass_over(self, line: str) -> None:
        """Remembers a line that answers nothing, to be told if no answer comes."""
        self._passed_over = line

    def _judge(self, line: str) -> None:
        words = line.split(None, 1)
        if words and words[0] not in KNOWN_WORDS and len(self.strange) < _MOST_STRANGE:
            self.strange.append(quote(line))


def quote(text: str) -> str:
    """The text as it may stand in the report of a step."""
    return quoted(text, _LONGEST_QUOTE)
