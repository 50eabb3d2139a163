"""The engine as a rules engine: the commands by which a program or a person drives a table (PROTOCOL.md)."""

from collections.abc import Callable
from importlib import import_module
from time import perf_counter

from cardgames.engine.session import CommandError, EngineSession, read_seat
from cardgames.games.players import PlayerError
from cardgames.protocol.tokens import is_number
from cardgames.rules import GameError, State

_DEEPEST = 99
_MOST_GAMES = 10_000_000


class RulesCommands:
    """Answers `legal`, `move`, `state`, `view`, `show`, `undo`, `result`, `perft` and `play` for a board."""

    def __init__(self, board: EngineSession, write: Callable[[str], None]) -> None:
        self._board = board
        self._write = write
        self._played = 0
        """Games played since the last `newgame`: each has a deal of its own."""
        self.default_player = "random"
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "legal": self._legal,
            "move": self._move,
            "state": self._state,
            "view": self._view,
            "show": self._show,
            "undo": self._undo,
            "result": self._result,
            "perft": self._perft,
            "play": self._play,
        }
        """Each takes the tokens after its name and raises CommandError."""

    def new_game(self) -> None:
        """Tells that a `newgame` has been carried out: `play` counts its deals anew."""
        self._played = 0

    def _legal(self, tokens: list[str]) -> None:
        state = self._board.table("legal")
        if state.game.has_turns:
            if tokens and tokens[0].isdigit():
                raise CommandError(f"seat {tokens[0][:20]}, none was expected in a game of turns", "legal")
            seats = state.actors()
        else:
            seats = (_told_seat(state, tokens, "legal"),)
        moves = [state.game.move_name(move) for seat in seats for move in state.legal(seat)]
        self._write(" ".join(["legal", *moves]))

    def _move(self, tokens: list[str]) -> None:
        state = self._board.table("move")
        told = None if state.game.has_turns else _told_seat(state, tokens, "move")
        names = tokens if told is None else tokens[1:]
        if not names:
            raise CommandError("a move was expected, legal lists them", "move")
        for name in names:
            _make(state, told, name)
            self._board.made += 1

    def _state(self, _tokens: list[str]) -> None:
        self._write(self._board.table("state").text())

    def _view(self, tokens: list[str]) -> None:
        state = self._board.seen("view")
        self._write(state.text(_told_seat(state, tokens, "view")))

    def _show(self, tokens: list[str]) -> None:
        state = self._board.table("show")
        seat = _told_seat(state, tokens, "show") if tokens else (state.actors() or (0,))[0]
        # Imported here: a match never draws a table.
        drawing = import_module(f"cardgames.games.{state.game.name}.drawing.table")
        picture: str = drawing.draw(state.view(seat), seat)
        for line in picture.splitlines():
            self._write(line)

    def _undo(self, _tokens: list[str]) -> None:
        state = self._board.table("undo")
        if not self._board.made:
            raise CommandError("no move has been made since newgame or position", "undo")
        state.undo()
        self._board.made -= 1

    def _result(self, _tokens: list[str]) -> None:
        outcome = self._board.table("result").outcome
        self._write("result *" if outcome is None else f"result {outcome.text()}")

    def _perft(self, tokens: list[str]) -> None:
        state = self._board.table("perft")
        depth = _told_number(tokens, 0, _DEEPEST, "perft")
        # Imported here: a match never counts.
        from cardgames.rules.perft import perft

        start = perf_counter()
        count = perft(state.copy(), depth)
        seconds = perf_counter() - start
        self._write(f"perft {depth} {count} {int(count / max(seconds, 1e-6))}")

    def _play(self, tokens: list[str]) -> None:
        setup = self._board.setup
        if setup is None:
            raise CommandError("no newgame yet, it was expected first", "play")
        count = _told_number(tokens, 1, _MOST_GAMES, "play")
        names = tokens[1:] or [self.default_player]
        seats = setup.rules.players
        if len(names) > seats:
            raise CommandError(f"{len(names)} players came, at most {seats} were expected", "play")
        in_seats = [names[seat % len(names)].lower() for seat in range(seats)]
        numbers = range(self._played + 1, self._played + count + 1)
        # Imported here: a match never plays by itself.
        from cardgames.engine.self_play import self_play

        try:
            tally = self_play(setup.game, setup.rules, in_seats, setup.seed, numbers)
        except PlayerError as error:
            raise CommandError(str(error), "play") from None
        self._played += count
        self._write(tally.text())


def _make(state: State, told: int | None, name: str) -> None:
    """Makes one move for the seat that was told or has the turn. Raises CommandError, and nothing has changed."""
    where = f"move {name}"
    actors = state.actors()
    if not actors:
        raise CommandError("the game is over, no move was expected", where)
    seat = actors[0] if told is None else told
    try:
        move = state.game.parse_move(name)
    except GameError as error:
        raise CommandError(str(error), where) from None
    refusal = state.refusal(seat, move)
    if refusal is not None:
        raise CommandError(refusal.text(), where)
    state.play(seat, move)


def _told_seat(state: State, tokens: list[str], command: str) -> int:
    return read_seat(tokens[0] if tokens else "", state.rules.players, command)


def _told_number(tokens: list[str], low: int, high: int, command: str) -> int:
    text = tokens[0] if tokens else ""
    if is_number(text) and low <= int(text) <= high:
        return int(text)
    raise CommandError(f"a whole number {low} to {high} was expected, not {text[:20] or 'nothing'}", command)
