"""What a person says at the table: a move, or a command. What is answered is text; nothing is printed here."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from cardgames.casual.move_input import read_typed
from cardgames.drawing.symbols import unsigned
from cardgames.drawing.wording import Wording, sentence
from cardgames.games.drawings import Drawing
from cardgames.rules import Game, State
from cardgames.rules.rulebook import ClauseError, find_clause
from cardgames.text import near_miss

COMMANDS = {
    "moves": "or ?: your moves, numbered; a number of the list is a move as well",
    "show": "the table again",
    "hint": "what the strongest built-in player would do, seeing what you see",
    "undo": "take your last move back, if no hidden card was seen since (--practice: always)",
    "history": "what has happened; history 20: the last 20 moves",
    "rules": "the rules; rules C10: one clause",
    "score": "how you stand",
    "save": "save FILE: keep the game under a name of your own",
    "resign": "give the game up",
    "quit": "leave; the game is kept, and the line to go on is printed",
    "help": "this",
}

_HOW_TO_MOVE = {
    "crapette": (
        "A move is SOURCE-TARGET. Sources: R your reserve, H your hand card that is up, 1 to 8 the houses. Targets: "
        "F a foundation, 1 to 8 a house, OR and OW the other seat's reserve and waste, W your own waste. flip turns up "
        "the next hand card. Capitals and signs do not matter, and the beginning is enough where it is clear: 3f, 3 5, "
        "r-ow, h w, f."
    ),
    "spit": (
        "A move is the number of a stock and where its top goes: 3L or 3R onto a pile, 3>1 to the empty place 1. wait "
        "leaves it to the other; if both wait, both spit. After a round slap a pile: L or R. Capitals and signs do not "
        "matter, and the beginning is enough where it is clear: 3l, 31, w."
    ),
    "kroket": (
        "At the start of a turn: take the discard, draw from the reserve, lay a card of the reserve on your table, or "
        "knock. After take or draw name the card that you discard (7h), after lay the place (1 to 6). Capitals do not "
        "matter, and the beginning is enough where it is clear: t, k, 7."
    ),
}


class TakeBack(Exception):  # noqa: N818 - no error: what a person has asked for
    """The last `count` moves are to be taken back."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count


class Resigned(Exception):  # noqa: N818 - no error: what a person has asked for
    """A seat gives the game up."""

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat


class Gone(Exception):  # noqa: N818 - no error: what a person has asked for
    """The person leaves; the game is kept."""


class Answer(NamedTuple):
    """What a line comes to: a move, or something to be read."""

    move: int | None = None
    lines: tuple[str, ...] = ()
    show: bool = False
    """The table is to be shown again."""
    listing: bool = False
    """The lines are the list of moves, as long as the table is as it is."""


class Hearer(Protocol):
    """What a dialogue needs of the game around it."""

    @property
    def game(self) -> Game:
        """What is played."""

    def moves_back(self) -> int | str:
        """How many moves `undo` would take back, or why it cannot."""

    def history(self, seat: int) -> list[str]:
        """What has happened, as a seat may know it."""

    def standing(self, seat: int) -> list[str]:
        """How a seat stands in the game and in the series."""

    def save(self, path: Path) -> str:
        """Keeps the game in a file. Returns what to say of it."""

    def hint(self, seat: int) -> int:
        """A good move."""


class Dialogue:
    """One person's lines at one table.

    Attributes:
        seat: where the person sits.
        voice: how it is spoken to.
    """

    def __init__(self, hearer: Hearer, seat: int, drawing: Drawing, voice: Wording) -> None:
        self.seat = seat
        self.voice = voice
        self._hearer = hearer
        self._drawing = drawing
        self._listed: tuple[int, ...] = ()

    def words(self, legal: Sequence[int]) -> list[str]:
        """What can be completed."""
        game = self._hearer.game
        return [*map(game.move_name, legal), *COMMANDS]

    def hear(self, line: str, view: State, legal: list[int]) -> Answer:
        """Answers a line.

        Args:
            line: as typed.
            view: what the person sees.
            legal: its moves.

        Raises:
            TakeBack, Resigned, Gone: what was asked for.
        """
        text = unsigned(line).strip()
        if not text:
            return Answer(show=True)
        word, _, rest = text.partition(" ")
        if text in ("?", "??"):
            return self._command("moves", "", view, legal)
        if word.lower() in COMMANDS:
            return self._command(word.lower(), rest.strip(), view, legal)
        return self._move(text, view, legal)

    # -- moves

    def _move(self, text: str, view: State, legal: list[int]) -> Answer:
        game = self._hearer.game
        reading = read_typed(game, legal, text, listed=self._listed == tuple(legal))
        commands = [command for command in COMMANDS if command.startswith(text.lower())]
        if reading.move is not None:
            name = game.move_name(reading.move)
            if len(commands) == 1 and len(text) == 1 and name.lower() != text.lower():
                return _told(f"{text}: {name} or {commands[0]}? Type a letter more")
            refusal = view.refusal(self.seat, reading.move)
            if refusal is None:
                return Answer(reading.move)
            return _told(refusal.said(self.voice))
        if reading.could_be:
            return _told(self._ambiguous(text, reading.could_be, reading.number))
        if len(commands) == 1:
            return self._command(commands[0], "", view, legal)
        if commands:
            return _told(f"{text}: {' or '.join(commands)}?")
        return _told(self._no_move(text))

    def _ambiguous(self, text: str, moves: Sequence[int], number: int) -> str:
        names = [self._hearer.game.move_name(move) for move in moves]
        if not number:
            return f"{text}: {', '.join(names[:-1])} or {names[-1]}? Type a little more"
        return f"{text}: {' or '.join(names)}, or number {number} of the list? Type {names[0]} or #{number}"

    def _no_move(self, text: str) -> str:
        word = text.split(maxsplit=1)[0].lower()
        near = near_miss(word, COMMANDS)
        hint = near if "did you mean" in near else ""
        return f"{text[:40]!r} is no move and no command{hint}; ? lists your moves, help tells the rest"

    def list_lines(self, view: State, legal: list[int]) -> tuple[str, ...]:
        """The moves with their numbers and what they do; from now on a number stands for a move."""
        self._listed = tuple(legal)
        game = self._hearer.game
        names = [game.move_name(move) for move in legal]
        width = max(map(len, names), default=0)
        lines = []
        for number, (move, name) in enumerate(zip(legal, names, strict=True), 1):
            what = self._drawing.describe(view, self.seat, move, self.voice)
            if self.voice.spoken:
                lines.append(sentence(f"{number}, {name}: {what}"))
            else:
                lines.append(f"{number:>3}  {name:<{width}}  {what}")
        return tuple(lines)

    # -- commands

    def _command(self, word: str, rest: str, view: State, legal: list[int]) -> Answer:
        if word == "quit":
            raise Gone
        if word == "resign":
            raise Resigned(self.seat)
        if word == "undo":
            return self._undo()
        if word == "show":
            return Answer(show=True)
        if word == "moves":
            return Answer(lines=self.list_lines(view, legal), listing=True)
        if word == "hint":
            return self._hint(view)
        if word == "save":
            return _told(self._hearer.save(Path(rest).expanduser()) if rest else "save what? save FILE")
        lines = {"help": self._help, "rules": self._rules, "history": self._history, "score": self._score}[word](rest)
        return Answer(lines=tuple(lines))

    def _undo(self) -> Answer:
        count = self._hearer.moves_back()
        if isinstance(count, str):
            return _told(count)
        raise TakeBack(count)

    def _hint(self, view: State) -> Answer:
        move = self._hearer.hint(self.seat)
        what = self._drawing.describe(view, self.seat, move, self.voice)
        return _told(f"hint: {self._hearer.game.move_name(move)}, {what}")

    def _help(self, _rest: str) -> list[str]:
        lines = [_HOW_TO_MOVE[self._hearer.game.name], ""]
        if self.voice.spoken:
            return [*lines, *(f"{command}: {what}" for command, what in COMMANDS.items())]
        return [*lines, *(f"  {command:<8}  {what}" for command, what in COMMANDS.items())]

    def _rules(self, rest: str) -> list[str]:
        book = self._hearer.game.rulebook()
        if not rest:
            return book.rstrip().splitlines()
        try:
            return find_clause(book, rest).splitlines()
        except ClauseError as error:
            return [str(error)]

    def _history(self, rest: str) -> list[str]:
        lines = self._hearer.history(self.seat)
        if not lines:
            return ["nothing has happened yet"]
        if not rest:
            return lines
        if not (rest.isascii() and rest.isdigit() and int(rest[:9])):
            return [f"history {rest[:20]}: a number was expected, as in history 20"]
        return lines[-int(rest[:9]) :]

    def _score(self, _rest: str) -> list[str]:
        return self._hearer.standing(self.seat)


def _told(line: str) -> Answer:
    return Answer(lines=(line,))
