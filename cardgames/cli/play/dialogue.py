"""What a person types at the table: a move, or a command. What is answered is text; nothing is printed here."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from cardgames.casual.console import Quit, Reply, Resign, TakeBack
from cardgames.casual.game import CasualGame
from cardgames.casual.move_input import read_typed
from cardgames.casual.saved_game import SavedGameError
from cardgames.cli.play.seating import first_that_plays
from cardgames.cli.play.series import OngoingSeries
from cardgames.drawing.symbols import unsigned
from cardgames.drawing.wording import Wording, sentence
from cardgames.games.drawings import Drawing
from cardgames.games.players import make_player
from cardgames.players.player import Turn
from cardgames.rules import Event, State
from cardgames.rules.rulebook import ClauseError, find_clause
from cardgames.text import near_miss

STRONGEST = ("expert", "greedy")
"""The built-in players that give hints, the best first."""
_HURRIED_HINT_MS = 50
"""Spit in real time: how long a hint may take."""

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


class Answer(NamedTuple):
    """What a line comes to: a move or a request, or something to be read."""

    reply: Reply | None = None
    lines: tuple[str, ...] = ()
    show: bool = False
    """The table is to be shown again."""
    listing: bool = False
    """The lines are the list of moves, as long as the table is as it is."""


class Dialogue:
    """One person's lines in one game."""

    def __init__(self, game: CasualGame, seat: int, series: OngoingSeries, drawing: Drawing, wording: Wording) -> None:
        """A dialogue.

        Args:
            game: what is played.
            seat: where the person sits.
            series: the series around the game.
            drawing: how the game is put into words.
            wording: how the person is spoken to.
        """
        self._game = game
        self._game_rules = game.setup.game
        self._seat = seat
        self._series = series
        self._drawing = drawing
        self._wording = wording
        self._listed: tuple[int, ...] = ()

    def words(self, legal: Sequence[int]) -> list[str]:
        """What can be completed."""
        return [*map(self._game_rules.move_name, legal), *COMMANDS]

    def sentence_of(self, event: Event) -> str:
        """An event as a sentence, with what the person may know of it."""
        return self._wording.sentence(self._drawing.tell(event.view(self._seat), self._wording))

    def hear(self, line: str, view: State, legal: list[int]) -> Answer:
        """Answers a line.

        Args:
            line: as typed.
            view: what the person sees.
            legal: its moves.
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
        game = self._game_rules
        reading = read_typed(game, legal, text, listed=self._listed == tuple(legal))
        commands = [command for command in COMMANDS if command.startswith(text.lower())]
        if reading.move is not None:
            name = game.move_name(reading.move)
            if len(commands) == 1 and len(text) == 1 and name.lower() != text.lower():
                return _line(f"{text}: {name} or {commands[0]}? Type a letter more")
            refusal = view.refusal(self._seat, reading.move)
            if refusal is None:
                return Answer(reading.move)
            return _line(refusal.said(self._wording))
        if reading.could_be:
            return _line(self._ambiguous(text, reading.could_be, reading.number))
        if len(commands) == 1:
            return self._command(commands[0], "", view, legal)
        if commands:
            return _line(f"{text}: {' or '.join(commands)}?")
        return _line(self._no_move(text))

    def _ambiguous(self, text: str, moves: Sequence[int], number: int) -> str:
        names = [self._game_rules.move_name(move) for move in moves]
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
        game = self._game_rules
        names = [game.move_name(move) for move in legal]
        width = max(map(len, names), default=0)
        lines = []
        for number, (move, name) in enumerate(zip(legal, names, strict=True), 1):
            what = self._drawing.describe(view, self._seat, move, self._wording)
            if self._wording.spoken:
                lines.append(sentence(f"{number}, {name}: {what}"))
            else:
                lines.append(f"{number:>3}  {name:<{width}}  {what}")
        return tuple(lines)

    # -- commands

    def _command(self, word: str, rest: str, view: State, legal: list[int]) -> Answer:
        if word == "quit":
            return Answer(Quit())
        if word == "resign":
            return Answer(Resign(self._seat))
        if word == "show":
            return Answer(show=True)
        if word == "moves":
            return Answer(lines=self.list_lines(view, legal), listing=True)
        if word == "undo":
            return self._undo()
        if word == "hint":
            return self._hint(view, legal)
        if word == "save":
            return _line(self._save(Path(rest).expanduser()) if rest else "save what? save FILE")
        lines = {"help": self._help, "rules": self._rules, "history": self._history, "score": self._score}[word](rest)
        return Answer(lines=tuple(lines))

    def _undo(self) -> Answer:
        count = self._game.own_moves_back()
        if not count:
            return _line("undo: you have not moved yet")
        if not self._series.saved.practice and self._game.has_shown(count):
            return _line("undo: a hidden card has been seen since your last move; that goes only with --practice")
        return Answer(TakeBack(count))

    def _hint(self, view: State, legal: list[int]) -> Answer:
        """What the strongest player chooses, seeing what the person sees."""
        name = first_that_plays(STRONGEST, self._game_rules.name)
        player = make_player(name, self._game_rules.name, Random(len(self._game.moves)))
        millis = _HURRIED_HINT_MS if self._game.setup.clock.kind == "wall" else None
        move = player.choose(Turn(self._seat, legal, lambda: self._game.state.view(self._seat), millis))
        what = self._drawing.describe(view, self._seat, move, self._wording)
        return _line(f"hint: {self._game_rules.move_name(move)}, {what}")

    def _save(self, path: Path) -> str:
        try:
            return f"saved; to go on: {self._series.save(path, self._game.moves)}"
        except SavedGameError:
            return f"{path} is there and is no saved game; take another name"
        except OSError as error:
            return f"{path}: {error.strerror}; not saved"

    def _help(self, _rest: str) -> list[str]:
        lines = [self._drawing.typed.how_to_move, ""]
        if self._wording.spoken:
            return [*lines, *(f"{command}: {what}" for command, what in COMMANDS.items())]
        return [*lines, *(f"  {command:<8}  {what}" for command, what in COMMANDS.items())]

    def _rules(self, rest: str) -> list[str]:
        book = self._game_rules.rulebook()
        if not rest:
            return book.rstrip().splitlines()
        try:
            return find_clause(book, rest).splitlines()
        except ClauseError as error:
            return [str(error)]

    def _history(self, rest: str) -> list[str]:
        lines = [
            f"{number:>4}  {self.sentence_of(event)}" if place == 0 else f"      {self.sentence_of(event)}"
            for number, events in enumerate(self._game.happened, 1)
            for place, event in enumerate(events)
        ]
        if not lines:
            return ["nothing has happened yet"]
        if not rest:
            return lines
        if not (rest.isascii() and rest.isdigit() and int(rest[:9])):
            return [f"history {rest[:20]}: a number was expected, as in history 20"]
        return lines[-int(rest[:9]) :]

    def _score(self, _rest: str) -> list[str]:
        """The series, then this game as the person sees it."""
        view = self._game.state.view(self._seat)
        lines = [*self._series.standing(), *self._drawing.standing(view, self._seat, self._wording)]
        return list(map(self._wording.sentence, lines))


def _line(text: str) -> Answer:
    return Answer(lines=(text,))
