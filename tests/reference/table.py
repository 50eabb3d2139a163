"""What the three naive tables have in common."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, NamedTuple, Self

from tests.reference.text import BadPositionError, Card, Entry, everyone

Settings = Mapping[str, str | int]


class End(NamedTuple):
    """How a game ended."""

    result: str
    scores: tuple[int, ...]
    reason: str

    def text(self) -> str:
        return f"{self.result} {','.join(map(str, self.scores))} {self.reason}"


class Told(NamedTuple):
    """One event (PROTOCOL.md, "Events"): who did what, and who may know of which card."""

    who: str
    """A seat, or `-` for the game itself."""
    what: str
    moved: tuple[Entry, ...] = ()
    """Shown to the seats that know it, `??` to the others."""
    learned: tuple[Entry, ...] = ()
    """Shown to those seats only that learn it now."""

    def text(self, seat: int) -> str:
        words = [self.who, self.what]
        words += [card if seat in seats else "??" for card, seats in self.moved]
        words += [card for card, seats in self.learned if seat in seats]
        return " ".join(words)


class Due(NamedTuple):
    """A shuffle falls due: what the freshly dealt position must hold."""

    what: str
    """`round` (Spit) or `deal` (Kroket)."""
    fields: dict[str, str]
    """Keys of the next position that are settled, with their values."""
    cards: tuple[tuple[Card, ...], ...] = ()
    """Spit: what each seat has left, sorted by name."""
    blocked: bool = False


def share_out(winners: list[int], players: int) -> str:
    """The result: one share each, `1-0`, `1/2-1/2`, `0-1/2-1/2`."""
    share = "1" if len(winners) == 1 else f"1/{len(winners)}"
    return "-".join(share if seat in winners else "0" for seat in range(players))


class Table(ABC):
    """One game being played, plainly. `due` is set where the table waits for a fresh deal (`resume`)."""

    name: ClassVar[str]
    defaults: ClassVar[Settings]
    presets: ClassVar[Mapping[str, Settings]] = {}

    def __init__(self, rules: Settings) -> None:
        chosen = {**self.presets.get(str(rules.get("preset", "")), {}), **rules}
        chosen.pop("preset", None)
        unknown = [name for name in chosen if name not in self.defaults]
        assert not unknown, unknown
        self.rules = {**self.defaults, **chosen}
        self.players = int(self.rules["players"])
        self.all = everyone(self.players)
        self.due: Due | None = None
        self.told: list[Told] = []
        """What the last move did."""
        self.past: list[str] = []
        """The positions before each move: all there is to know stands in a position."""

    @classmethod
    def load(cls, text: str, rules: Settings) -> Self:
        """The table of a full position. Raises BadPositionError where it must be refused."""
        table = cls(rules)
        table.read(text)
        return table

    @classmethod
    def check(cls, text: str, rules: Settings) -> str | None:
        """Why a full position must be refused; None where it must be accepted."""
        try:
            cls.load(text, rules)
        except BadPositionError as error:
            return str(error)
        return None

    def number(self, option: str) -> int:
        return int(self.rules[option])

    def play(self, seat: int, move: str) -> None:
        """Makes a move that the caller has seen to be accepted."""
        assert self.due is None
        self.past.append(self.text())
        self.told = []
        self.make(seat, move)

    def undo(self) -> None:
        self.resume(self.past.pop())

    def resume(self, text: str) -> None:
        """Goes on from a position: a freshly dealt one, after `due` has been compared with it, or one before."""
        self.due = None
        self.read(text)

    def accepts(self, seat: int, move: str) -> bool:
        """Whether `play` may make it; more than `legal` only for touches (C19)."""
        return move in self.legal(seat) or move in self.touches(seat)

    def touches(self, seat: int) -> list[str]:
        """The moves that are accepted though not listed."""
        return []

    def tell(self, who: int | str, what: str, moved: tuple[Entry, ...] = (), learned: tuple[Entry, ...] = ()) -> None:
        self.told.append(Told(str(who), what, moved, learned))

    def events(self, seat: int) -> list[str]:
        """What the last move did, as one seat may know it; up to the shuffle that is `due`."""
        return [told.text(seat) for told in self.told]

    @abstractmethod
    def actors(self) -> list[int]:
        """The seats that may move now."""

    @abstractmethod
    def legal(self, seat: int) -> list[str]:
        """The moves of `seat` as text, in the rules' order."""

    @abstractmethod
    def make(self, seat: int, move: str) -> None:
        """Makes a move that is accepted."""

    @abstractmethod
    def read(self, text: str) -> None:
        """Sets the table to a full position. Raises BadPositionError."""

    @abstractmethod
    def text(self) -> str:
        """The full position."""

    @abstractmethod
    def view(self, seat: int) -> str:
        """The position as one seat sees it."""

    @abstractmethod
    def outcome(self) -> End | None:
        """How it ended; None while it lasts."""

    @abstractmethod
    def fresh_events(self, text: str) -> list[str]:
        """The events that end with a freshly dealt position."""

    @abstractmethod
    def fresh_faults(self, text: str, due: Due | None) -> list[str]:
        """What is wrong with a freshly dealt position: the first one, or the one that follows `due`."""
