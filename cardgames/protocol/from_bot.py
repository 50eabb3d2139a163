"""What a bot writes to the runner (PROTOCOL.md, "What a bot writes"): to text and back.

Every class has `text()`, the line without its end, and `parse(line)`, which raises MessageError. Tokens that
a message does not have are passed over.
"""

from typing import NamedTuple

from cardgames.protocol.lines import quoted
from cardgames.protocol.options import BotOption
from cardgames.protocol.to_bot import VERSION
from cardgames.protocol.tokens import MessageError, arguments, first_number, is_number, number, sections

HELLO_ANSWERED = f"cgpok {VERSION}"
READY = "readyok"

ID_KEYS = ("name", "author", "version")
_LONGEST_ID = 100
_LONGEST_GAME = 40
_MOST_PROBLEMS = 20
_INFO_NUMBERS = ("depth", "nodes", "nps", "time")
_INFO_KEYWORDS = (*_INFO_NUMBERS, "score", "pv", "seldepth", "multipv", "hashfull", "currmove", "currmovenumber")


class BotId(NamedTuple):
    """`id name …`, `id author …`, `id version …`."""

    key: str
    value: str

    def text(self) -> str:
        """The line."""
        return f"id {self.key} {self.value}"

    @classmethod
    def parse(cls, line: str) -> "BotId":
        """Reads the line; a key of a later version is read as well."""
        tokens = arguments(line, "id")
        if len(tokens) < 2:
            told = quoted(" ".join(["id", *tokens]), _LONGEST_ID)
            raise MessageError(f"one of {', '.join(ID_KEYS)} and its text was expected: {told}")
        return cls(tokens[0], " ".join(tokens[1:]))


class BestMove(NamedTuple):
    """`bestmove M [ID]`: the answer to a `go`."""

    move: str
    ident: int | None = None
    """The ID of the `go` that is answered; None answers the open one."""

    def text(self) -> str:
        """The line."""
        return f"bestmove {self.move}" if self.ident is None else f"bestmove {self.move} {self.ident}"

    @classmethod
    def parse(cls, line: str) -> "BestMove":
        """Reads the line; a second token that is no number counts as a token of a later version."""
        tokens = line.split(None, 3)
        if len(tokens) < 2 or tokens[0] != "bestmove":
            raise MessageError(f"bestmove MOVE [ID] was expected: {line[:40]}")
        if len(tokens) > 2 and is_number(tokens[2]):
            return cls(tokens[1], int(tokens[2]))
        return cls(tokens[1])


class Info(NamedTuple):
    """`info [depth N] [nodes N] [nps N] [score …] [time MS] [pv M1 M2 …] [string …]`, all as in UCI."""

    depth: int | None = None
    nodes: int | None = None
    nps: int | None = None
    time: int | None = None
    """Milliseconds."""
    score: str | None = None
    """As it stands: `cp 35`, `mate 3`, `12`."""
    pv: tuple[str, ...] = ()
    string: str | None = None
    """The text after `string`, to the end of the line."""

    def text(self) -> str:
        """The line."""
        parts = ["info"]
        for keyword in (*_INFO_NUMBERS, "score"):
            value = getattr(self, keyword)
            if value is not None:
                parts.append(f"{keyword} {value}")
        if self.pv:
            parts.append(f"pv {' '.join(self.pv)}")
        if self.string is not None:
            parts.append(f"string {self.string}".rstrip())
        return " ".join(parts)

    @classmethod
    def parse(cls, line: str) -> "Info":
        """Reads the line. What is unknown, or no number where one should be, is passed over."""
        tokens = arguments(line, "info")
        cut = tokens.index("string") if "string" in tokens else len(tokens)
        found = sections(tokens[:cut], _INFO_KEYWORDS)
        numbers = {keyword: first_number(found.get(keyword)) for keyword in _INFO_NUMBERS}
        return cls(
            depth=numbers["depth"],
            nodes=numbers["nodes"],
            nps=numbers["nps"],
            time=numbers["time"],
            score=" ".join(found.get("score", ())) or None,
            pv=tuple(found.get("pv", ())),
            string=" ".join(tokens[cut + 1 :]) if cut < len(tokens) else None,
        )


class Pong(NamedTuple):
    """`pong N`."""

    number: int

    def text(self) -> str:
        """The line."""
        return f"pong {self.number}"

    @classmethod
    def parse(cls, line: str) -> "Pong":
        """Reads the line."""
        tokens = arguments(line, "pong")
        return cls(number(tokens[0] if tokens else "", "pong", "pong N"))


class Handshake:
    """What a bot tells of itself between `cgp 1` and `cgpok 1`, in any order, also among lines of other kinds.

    All of it is printable, and of a sensible length but for the options, whose names and values go back to the bot.

    Attributes:
        name: from `id name`, empty if it did not say; so are `author` and `version`.
        options: by name in lower case.
        protocol: the number after `cgpok`, None until then.
        problems: what was malformed, a line each: reported by a checker, no fault in a match.
    """

    __slots__ = ("_games", "author", "name", "options", "problems", "protocol", "version")

    def __init__(self) -> None:
        self.name = ""
        self.author = ""
        self.version = ""
        self.options: dict[str, BotOption] = {}
        self._games: dict[str, None] = {}
        self.protocol: int | None = None
        self.problems: list[str] = []

    @property
    def games(self) -> tuple[str, ...]:
        """From `games`, in lower case, each once; several such lines add up."""
        return tuple(self._games)

    def take(self, line: str) -> bool:
        """Takes in one line of the bot's. True once `cgpok` has come."""
        try:
            self._take(line)
        except MessageError as error:
            if len(self.problems) < _MOST_PROBLEMS:
                self.problems.append(quoted(str(error)))
        return self.protocol is not None

    def _take(self, line: str) -> None:
        tokens = line.split()
        command = tokens[0] if tokens else ""
        if command == "id":
            ident = BotId.parse(line)
            if ident.key in ID_KEYS:
                setattr(self, ident.key, quoted(ident.value, _LONGEST_ID))
        elif command == "option":
            option = BotOption.parse(line)
            self.options[option.name.lower()] = option
        elif command == "games":
            self._games |= dict.fromkeys(quoted(name.lower(), _LONGEST_GAME) for name in tokens[1:])
        elif command == "cgpok":
            version = first_number(tokens[1:])
            if version is None:
                self.problems.append("a version was expected, cgpok 1: cgpok")
            self.protocol = VERSION if version is None else version
