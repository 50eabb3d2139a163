"""What every game offers: a `Game` describes itself and makes a `State`; a `State` is one game being played.

A game is a deal plus an ordered list of (seat, move). There is no time, no input and no output here: who came
first in a race is decided before `State.play` sees it.

Errors, all of them one line that says what came and what was expected:

    GameError
    ├── RuleError       an option that does not exist, twice, or out of range
    ├── PositionError   a position that is malformed or cannot be
    ├── MoveTextError   a text that is no move of this game
    └── IllegalMoveError     a move that the rules refuse now, with the clause
"""

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final, NamedTuple

from cardgames.cards import Dealer
from cardgames.rules.event import Event
from cardgames.rules.refusal import Refusal
from cardgames.text import near_miss

TURNS: Final = "turns"
VIRTUAL: Final = "virtual"
WALL: Final = "wall"
"""The kinds of clock: for one seat after the other; for all at once in simulated time, and in real time."""


class GameError(ValueError):
    """Something that the rules of a game refuse."""


class RuleError(GameError):
    """An option that a game does not have, given twice, or out of its range."""


class PositionError(GameError):
    """A position that is malformed, or that no table can show."""


class MoveTextError(GameError):
    """A text that names no move of the game, legal or not."""


class IllegalMoveError(GameError):
    """A move that the rules refuse in this position; the message cites the clause."""


class Option(NamedTuple):
    """One rule that can be set: either a choice of words or a whole number in a range."""

    name: str
    default: str | int
    meaning: str
    """One line for a person, with the clause: "the duty to the foundations (C10)"."""
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0

    def read(self, text: str) -> str | int:
        """The value that `text` gives. Raises RuleError where it is not one of the choices or out of range."""
        if self.choices:
            if text in self.choices:
                return text
            raise RuleError(f"rule {self.name}={text}: one of {', '.join(self.choices)} was expected")
        if text.isascii() and text.isdigit() and len(text) <= 9 and self.low <= int(text) <= self.high:
            return int(text)
        raise RuleError(f"rule {self.name}={text}: a whole number {self.low}-{self.high} was expected")


class Rules(Mapping[str, str | int]):
    """The rules that one game is played by: the number of players and a value for every option."""

    __slots__ = ("_values", "game", "players")

    def __init__(self, game: str, players: int, values: Mapping[str, str | int]) -> None:
        self.game = game
        self.players = players
        self._values = dict(values)

    def __getitem__(self, name: str) -> str | int:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __reduce__(self) -> tuple[type["Rules"], tuple[str, int, dict[str, str | int]]]:
        """For pickle: made anew from what it was made of."""
        return Rules, (self.game, self.players, self._values)

    def word(self, name: str) -> str:
        """The value of an option of words."""
        return str(self._values[name])

    def number(self, name: str) -> int:
        """The value of an option of numbers."""
        return int(self._values[name])

    @property
    def everyone(self) -> int:
        """The mask of all seats: 3 with two, 7 with three, 15 with four."""
        return (1 << self.players) - 1

    def text(self) -> str:
        """Every option as `K=V`, joined by blanks, in the game's order: `newgame … rules` reads it back."""
        return " ".join(f"{name}={value}" for name, value in self._values.items())


class Outcome(NamedTuple):
    """How a game ended."""

    winners: tuple[int, ...]
    """The seats that share the first place; all of them in a draw."""
    scores: tuple[int, ...]
    """One number a seat."""
    reason: str
    """`out`, `impasse`, `knock`, …; for a forfeit the fault."""

    @property
    def result(self) -> str:
        """`1-0`, `1/2-1/2`, `0-0-1-0`, `1/3-1/3-0-1/3`: the share of the win, seat by seat."""
        share = "1" if len(self.winners) == 1 else f"1/{len(self.winners)}"
        return "-".join(share if seat in self.winners else "0" for seat in range(len(self.scores)))

    def text(self) -> str:
        """`RESULT SCORES REASON`, as in `gameover` and `result`."""
        return f"{self.result} {','.join(map(str, self.scores))} {self.reason}"


class State(ABC):
    """One game being played: the whole table, hidden cards included, unless it is a seat's view.

    A view is a State too, made by `view` or read from a text with `??`. Its hidden cards are
    `UNKNOWN`, every entry counts as known, and so `text()` writes it as the seat sees it. `legal` works
    on it; `play` works as far as no hidden card has to be named.
    """

    game: ClassVar["Game"]
    __slots__ = ("dealer", "rules", "viewer")

    rules: Rules
    dealer: Dealer
    """Where later shuffles come from; `dealer.drawn` tells whether a move has shuffled."""
    viewer: int | None
    """None at the whole table; in a view the seat whose it is, or -1 where the text did not tell."""

    @abstractmethod
    def actors(self) -> tuple[int, ...]:
        """The seats that may move now, ascending: one in turn games, up to two in Spit, none at the end."""

    @abstractmethod
    def legal(self, seat: int) -> list[int]:
        """The moves of `seat` now, ascending, which is the rulebook's order; empty if it may not move."""

    def refusal(self, seat: int, move: int) -> Refusal | None:
        """Why `move` is refused now, with its clause; None where it is accepted.

        What is accepted is `legal`, and in Crapette with `stop=touch` also a touch (C19).
        """
        if move in self.legal(seat):
            return None
        return self.game.why_not(self, seat, move)

    @abstractmethod
    def play(self, seat: int, move: int) -> None:
        """Makes an accepted move and all that follows from it by itself.

        The caller answers for `refusal(seat, move) is None`: nothing is checked here, this is the hot path.
        """

    @abstractmethod
    def undo(self) -> None:
        """Takes the last move back, with the place in the dealer's stream. Raises IndexError if there is none."""

    @abstractmethod
    def events(self) -> list[Event]:
        """What the last `play` that stands did, in order of happening; empty if none does."""

    def ended_deal(self) -> "State | None":
        """The table as the last move left it, where a deal of a series ended with that and another was dealt."""
        return None

    @abstractmethod
    def copy(self) -> "State":
        """The same table, apart from this one; without the moves that `undo` could take back."""

    @abstractmethod
    def text(self, seat: int | None = None) -> str:
        """`position GAME K=V …`: full, or what `seat` may know (PROTOCOL.md, "Cards and positions")."""

    @abstractmethod
    def view(self, seat: int) -> "State":
        """The table as `seat` sees it. `state.view(s).text() == state.text(s)`."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it lasts."""


class Game(ABC):
    """What a game is called, who plays, which rules can be set; makes and reads tables."""

    name: ClassVar[str]
    players: ClassVar[tuple[int, ...]]
    """The numbers of seats it can be played with, the default first."""
    options: ClassVar[tuple[Option, ...]]
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """Named sets of options, the default first: `preset=NAME` stands for them."""
    clocks: ClassVar[tuple[str, ...]] = (TURNS,)
    """The kinds of clock that suit it, the default first."""
    passive: ClassVar[frozenset[int]] = frozenset()
    """Moves that change nothing by themselves (Spit's `wait`): perft leaves them out."""
    series_rules: ClassVar[tuple[str, ...]] = ()
    """The rules that make one game of a series of so many, each `K={}`: empty if it has no series of its own."""
    target_rules: ClassVar[tuple[str, ...]] = ()
    """The rules that make one game go on to so many points, each `K=V` or `K={}`: empty if there are none."""

    @property
    def has_turns(self) -> bool:
        """Whether one seat at a time moves; else all seats may, and clocks decide who came first."""
        return TURNS in self.clocks

    def rules(self, given: Iterable[str] = (), players: int | None = None) -> Rules:
        """The rules with the options of `given` (each `K=V`) and defaults for the rest.

        Args:
            given: options, `players=N` and `preset=NAME` among them, in any order.
            players: the number of seats where it is told apart from the options.

        Raises:
            RuleError: an unknown or repeated option, a value out of range, two numbers of players.
        """
        texts: dict[str, str] = {}
        for item in given:
            name, equals, value = item.partition("=")
            if not equals:
                raise RuleError(f"rule {item!r}: NAME=VALUE was expected, as in {self._example()}")
            if name in texts:
                raise RuleError(f"rule {name}: given twice")
            texts[name] = value
        seats = self._seats(texts.pop("players", None), players)
        chosen = texts.pop("preset", None)
        if chosen is not None:
            if chosen not in self.presets:
                known = ", ".join(self.presets) or "no presets in this game"
                raise RuleError(f"rule preset={chosen}: {known} was expected")
            texts = {**self.presets[chosen], **texts}
        values: dict[str, str | int] = {}
        for option in self.options:
            text = texts.pop(option.name, None)
            values[option.name] = option.default if text is None else option.read(text)
        for name in texts:
            raise RuleError(f"rule {name}: {self.name} has no such rule{near_miss(name, self._rule_names())}")
        return Rules(self.name, seats, values)

    def rulebook(self) -> str:
        """The rules in words, clause by clause, house rules marked."""
        # Imported here: an engine starts some milliseconds sooner without it.
        from pathlib import Path

        module = sys.modules[type(self).__module__]
        return Path(str(module.__file__)).with_name("rules.md").read_text(encoding="utf-8")

    @abstractmethod
    def deal(self, rules: Rules, dealer: Dealer) -> State:
        """A freshly dealt table. All randomness, now and later, comes from `dealer`."""

    @abstractmethod
    def read(self, text: str, rules: Rules | None = None) -> State:
        """The table that `position GAME K=V …` writes: full, or a view if it has a `??`.

        A full position is checked as PROTOCOL.md lists; its dealer is seeded with SHA-256 of its own text.
        A view is read leniently: unknown keys are passed over.

        Raises:
            PositionError: what is wrong, and where.
        """

    @abstractmethod
    def why_not(self, state: State, seat: int, move: int) -> Refusal | None:
        """For a move that is not in `state.legal(seat)`: the reason with its clause, or None if accepted anyway."""

    @abstractmethod
    def move_name(self, move: int) -> str:
        """The move as the rulebook writes it."""

    @abstractmethod
    def parse_move(self, text: str) -> int:
        """The move that `text` names, read in any case. Raises MoveTextError."""

    def _seats(self, ruled: str | None, told: int | None) -> int:
        counts = ", ".join(map(str, sorted(self.players)))
        if ruled is not None:
            if ruled not in [str(count) for count in self.players]:
                raise RuleError(f"rule players={ruled}: {counts} was expected")
            if told is not None and told != int(ruled):
                raise RuleError(f"rule players={ruled}: players {told} was said as well")
            return int(ruled)
        if told is not None and told not in self.players:
            raise RuleError(f"players {told}: {counts} was expected")
        return self.players[0] if told is None else told

    def _rule_names(self) -> list[str]:
        names = [option.name for option in self.options] + ["players"]
        return [*names, "preset"] if self.presets else names

    def _example(self) -> str:
        option = self.options[0]
        return f"{option.name}={option.default}"
