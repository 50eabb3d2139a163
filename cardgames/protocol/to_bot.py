"""What the runner writes to a bot (PROTOCOL.md, "What the runner writes"): to text and back.

Every class has `text()`, the line without its end, and `parse(line)`, which raises MessageError. Tokens that
a message does not have are passed over.
"""

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from cardgames.protocol.tokens import MessageError, arguments, first_number, is_number, number

VERSION = 1
"""The version of the protocol that is spoken here."""

HELLO = f"cgp {VERSION}"
IS_READY = "isready"
STOP = "stop"
QUIT = "quit"

GAME_ITSELF = -1
"""`EventLine.who` of what the game does by itself, written `-`."""

_NEW_GAME_VALUES = ("seat", "players", "seed", "commit")
_NEW_GAME_LISTS = ("rules", "clock")
_MOST_SEATS = 16


class SetOption(NamedTuple):
    """`setoption name N [value V]`: N and V may have blanks; a button has no value."""

    name: str
    value: str | None = None

    def text(self) -> str:
        """The line."""
        return f"setoption name {self.name}" + ("" if self.value is None else f" value {self.value}".rstrip())

    @classmethod
    def parse(cls, line: str) -> "SetOption":
        """Reads the line; the name ends at the first token `value`."""
        tokens = arguments(line, "setoption")
        if not tokens or tokens[0] != "name":
            raise MessageError("name NAME value VALUE was expected: setoption")
        cut = tokens.index("value") if "value" in tokens else len(tokens)
        name = " ".join(tokens[1:cut])
        if not name:
            raise MessageError("a name was expected: setoption name")
        return cls(name, " ".join(tokens[cut + 1 :]) if cut < len(tokens) else None)


class NewGame(NamedTuple):
    """`newgame GAME [seat S] [players N] [seed S] [commit HEX] [rules K=V …] [clock …]`.

    With `seat` it tells a bot that its next game begins; without, it asks a rules engine for a table.
    """

    game: str
    seat: int | None = None
    players: int | None = None
    seed: str | None = None
    commit: str | None = None
    rules: tuple[str, ...] = ()
    """`K=V` each."""
    clock: tuple[str, ...] = ()
    """The tokens as they stand."""

    def text(self) -> str:
        """The line."""
        parts = [f"newgame {self.game}"]
        for keyword in _NEW_GAME_VALUES:
            value = getattr(self, keyword)
            if value is not None:
                parts.append(f"{keyword} {value}")
        for keyword in _NEW_GAME_LISTS:
            values = getattr(self, keyword)
            if values:
                parts.append(f"{keyword} {' '.join(values)}")
        return " ".join(parts)

    @classmethod
    def parse(cls, line: str) -> "NewGame":
        """Reads the line, the keywords in any order."""
        tokens = arguments(line, "newgame")
        if not tokens:
            raise MessageError("the name of a game was expected: newgame")
        lists: dict[str, list[str]] = {}
        values: dict[str, str] = {}
        current: list[str] = []
        rest = iter(tokens[1:])
        for token in rest:
            if token in values or token in lists:
                raise MessageError(f"{token} came twice, once was expected: newgame")
            if token in _NEW_GAME_LISTS:
                current = lists[token] = []
            elif token in _NEW_GAME_VALUES:
                current = []
                values[token] = next(rest, "")
                if not values[token]:
                    raise MessageError(f"{token} came without a value: newgame")
            else:
                current.append(token)
        return cls(
            game=tokens[0],
            seat=number(values["seat"], "seat", "newgame") if "seat" in values else None,
            players=number(values["players"], "players", "newgame") if "players" in values else None,
            seed=values.get("seed"),
            commit=values.get("commit"),
            rules=tuple(lists.get("rules", ())),
            clock=tuple(lists.get("clock", ())),
        )


class EventLine(NamedTuple):
    """`event N WHO MOVE [CARD …]`: the N-th thing that happened in this game, as the reader may know it."""

    number: int
    who: int
    """The seat, or `GAME_ITSELF`."""
    words: tuple[str, ...]
    """The move and the cards, token by token."""

    def text(self) -> str:
        """The line."""
        who = "-" if self.who == GAME_ITSELF else str(self.who)
        return event_line(self.number, f"{who} {' '.join(self.words)}")

    @classmethod
    def parse(cls, line: str) -> "EventLine":
        """Reads the line."""
        tokens = arguments(line, "event")
        if len(tokens) < 3:
            raise MessageError("event N WHO MOVE was expected: event")
        who = GAME_ITSELF if tokens[1] == "-" else number(tokens[1], "seat", "event")
        return cls(number(tokens[0], "number", "event"), who, tuple(tokens[2:]))


class Go(NamedTuple):
    """`go [ID] [movetime MS | time0 MS time1 MS … inc0 MS inc1 MS …] [moves M1 M2 …]`: choose a move."""

    ident: int | None
    moves: tuple[str, ...] = ()
    """The legal moves; empty if the line does not list them."""
    movetime: int | None = None
    """Milliseconds for this move."""
    times: tuple[int, ...] = ()
    """Milliseconds left on each seat's clock, empty without such clocks."""
    incs: tuple[int, ...] = ()
    """Milliseconds that each seat gains by a move, as long as `times`."""

    def clock(self) -> str:
        """The clock tokens alone."""
        if self.movetime is not None:
            return f"movetime {self.movetime}"
        times = [f"time{seat} {millis}" for seat, millis in enumerate(self.times)]
        return " ".join(times + [f"inc{seat} {millis}" for seat, millis in enumerate(self.incs)])

    def text(self) -> str:
        """The line."""
        parts = ["go"] if self.ident is None else [f"go {self.ident}"]
        if clock := self.clock():
            parts.append(clock)
        if self.moves:
            parts.append(f"moves {' '.join(self.moves)}")
        return " ".join(parts)

    def millis(self, seat: int) -> int | None:
        """How long `seat` should think at most: `movetime`, or a twentieth of its clock and most of the gain."""
        if self.movetime is not None:
            return self.movetime
        return None if seat >= len(self.times) else share_of_clock(self.times[seat], self.incs[seat])

    @classmethod
    def parse(cls, line: str) -> "Go":
        """Reads the line. A clock token without a number after it is passed over, as all that is unknown."""
        tokens = arguments(line, "go")
        cut = tokens.index("moves") if "moves" in tokens else len(tokens)
        head = tokens[:cut]
        ident = first_number(head)
        clocks: dict[str, int] = {}
        for name, value in pairwise(head):
            if not is_number(name) and is_number(value):
                clocks[name] = int(value)
        seats = [seat for seat in range(_MOST_SEATS) if f"time{seat}" in clocks]
        count = seats[-1] + 1 if seats else 0
        return cls(
            ident,
            tuple(tokens[cut + 1 :]),
            clocks.get("movetime"),
            tuple(clocks.get(f"time{seat}", 0) for seat in range(count)),
            tuple(clocks.get(f"inc{seat}", 0) for seat in range(count)),
        )


def share_of_clock(left: int, gain: int) -> int:
    """How much of a clock one move should take: a twentieth, and most of what it gains by the move.

    Args:
        left: ms on the clock.
        gain: ms that a move adds.
    """
    return max(1, min(left // 2, left // 20 + gain * 3 // 4))


def go_line(ident: int, clock: str, moves: Iterable[str]) -> str:
    """A `go` from pieces that are text already: fast, for a referee. The clock's tokens may be none."""
    return f"go {ident} {clock} moves {' '.join(moves)}" if clock else f"go {ident} moves {' '.join(moves)}"


def event_line(number: int, what: str) -> str:
    """An `event` from WHO, MOVE and the cards as a text already: fast, for a referee."""
    return f"event {number} {what}"


class Rejected(NamedTuple):
    """`rejected ID MOVE REASON`: in Spit, the move came too late. No fault, and nothing to answer."""

    ident: int
    move: str
    reason: str

    def text(self) -> str:
        """The line."""
        return f"rejected {self.ident} {self.move} {self.reason}"

    @classmethod
    def parse(cls, line: str) -> "Rejected":
        """Reads the line; the reason is all the rest of it."""
        tokens = arguments(line, "rejected")
        if len(tokens) < 2:
            raise MessageError("rejected ID MOVE REASON was expected: rejected")
        return cls(number(tokens[0], "ID", "rejected"), tokens[1], " ".join(tokens[2:]))


class GameOver(NamedTuple):
    """`gameover RESULT SCORES REASON [reveal HEX]`."""

    result: str
    """`1-0`, `0-1`, `1/2-1/2`, `1/3-0-1/3-1/3`: each seat's share of the win."""
    scores: tuple[int, ...]
    reason: str
    reveal: str | None = None
    """The deal's seed of 32 bytes in hex, of which `newgame … commit` gave the SHA-256."""

    def text(self) -> str:
        """The line."""
        line = f"gameover {self.result} {','.join(map(str, self.scores))} {self.reason}"
        return line if self.reveal is None else f"{line} reveal {self.reveal}"

    @classmethod
    def parse(cls, line: str) -> "GameOver":
        """Reads the line."""
        tokens = arguments(line, "gameover")
        if len(tokens) < 3:
            raise MessageError("gameover RESULT SCORES REASON was expected: gameover")
        scores = tuple(number(text, "score", "gameover") for text in tokens[1].split(","))
        reveal = tokens[4] if tokens[3:4] == ["reveal"] and len(tokens) > 4 else None
        return cls(tokens[0], scores, tokens[2], reveal)


class Ping(NamedTuple):
    """`ping N`."""

    number: int

    def text(self) -> str:
        """The line."""
        return f"ping {self.number}"

    @classmethod
    def parse(cls, line: str) -> "Ping":
        """Reads the line."""
        tokens = arguments(line, "ping")
        return cls(number(tokens[0] if tokens else "", "ping", "ping N"))
