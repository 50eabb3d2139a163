"""The engine: one process that is a player and a rules engine, over CGP/1 on standard input and output.

As a player it takes part in a match as any bot does; as a rules engine it deals, lists, makes and takes back
moves for whoever drives it. Both see the same board.
"""

import os
import signal
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from random import Random
from typing import NoReturn

from cardgames import __version__
from cardgames.engine.commands import RulesCommands
from cardgames.engine.interrupt import Overhear, Thinking
from cardgames.engine.session import CommandError, EngineSession
from cardgames.engine.stdio import Stdio
from cardgames.games.players import PLAYERS, PlayerError, make_player
from cardgames.games.registry import GAMES
from cardgames.players.expert.base import EXPERT_OPTIONS
from cardgames.players.player import Player, Turn
from cardgames.protocol.lines import LineFault, quoted
from cardgames.protocol.messages import (
    HELLO_ANSWERED,
    READY,
    BestMove,
    BotId,
    BotOption,
    Go,
    Info,
    MessageError,
    NewGame,
    SetOption,
)
from cardgames.rules import MoveTextError, State

_LONGEST_ERROR = 400
_LONGEST_PING = 40

HELP = (
    ("cgp 1", "who this is, its options and games, then cgpok 1"),
    ("setoption name N value V", "sets an option: Player (who answers go), Seed (all its chance), Skill, Nodes, Time"),
    ("isready", "readyok, once all that came before is done; at once if only a go is not"),
    ("newgame GAME [players N] [seed S] [rules K=V ...]", "deals a table; prints nothing"),
    ("newgame GAME seat S [players N] [commit HEX] [rules K=V ...]", "plays that seat; positions follow"),
    ("position GAME K=V ...", "puts that table; with ?? in it, for go and view only"),
    ("go [ID] [movetime MS | time0 MS ...] [moves M ...]", "bestmove M [ID], chosen by the player"),
    ("stop", "bestmove M [ID] at once, if a go is being thought about"),
    ("event, rejected, gameover", "taken without an answer"),
    ("ping N", "pong N"),
    ("legal [SEAT]", "the legal moves; SEAT in spit, and only there"),
    ("move [SEAT] M [M ...]", "makes moves up to the first that is refused; SEAT in spit, and only there"),
    ("state", "the full position"),
    ("view SEAT", "the position as that seat sees it"),
    ("show [SEAT]", "the table drawn as that seat, or the one on turn, sees it"),
    ("undo", "takes the last move back"),
    ("result", "result *, or result RESULT SCORES REASON"),
    ("perft N", "perft N COUNT NODES/S: sequences of N legal moves; cannot be interrupted but by SIGINT"),
    ("play N [PLAYER ...]", "N games from fresh deals by the last newgame; cannot be interrupted but by SIGINT"),
    ("help", "this"),
    ("quit", "ends the engine"),
)


class Engine:
    """Takes lines, writes lines. It never raises for what a line says: errors are answered, `error WHAT: WHERE`."""

    def __init__(self, write: Callable[[str], None], overhear: Overhear | None = None) -> None:
        """The engine as it is after its start.

        Args:
            write: takes each line of the answers, without its end.
            overhear: shows the lines that come while it thinks (`Stdio.overhear`); None if none can.
        """
        self._write = write
        self._overhear = overhear
        self._thinking = Thinking(write)
        self._board = EngineSession()
        self._desk = RulesCommands(self._board, write)
        self._options = {name: option.default for name, option in _OPTIONS.items()}
        self._order: NewGame | None = None
        self._rng: Random | None = None
        self._player: Player | None = None
        self._player_game = ""
        self._handlers: dict[str, Callable[[str], None]] = {
            "cgp": self._hello,
            "setoption": self._set_option,
            "isready": lambda _line: write(READY),
            "newgame": self._new_game,
            "position": self._board.position,
            "go": self._go,
            "ping": self._ping,
            "help": self._help,
        }
        self._handlers |= {name: partial(_with_tokens, command) for name, command in self._desk.commands.items()}

    def handle(self, line: str) -> bool:
        """Carries out one line, given without its end. False after `quit`."""
        tokens = line.split(None, 1)
        command = tokens[0] if tokens else ""
        if command == "quit":
            return False
        handler = self._handlers.get(command)
        if handler is not None:
            try:
                handler(line)
            except (CommandError, MessageError) as error:
                self.answer_error(str(error))
        return not self._thinking.quitting

    def complain(self, fault: LineFault) -> None:
        """Answers what was no line."""
        self.answer_error(f"{fault.text()}: input")

    def answer_error(self, text: str) -> None:
        """Writes `error TEXT`, as one line of ASCII whatever was quoted, its end kept if it is too long."""
        self._write(f"error {quoted(text, _LONGEST_ERROR)}")

    def _hello(self, _line: str) -> None:
        for key, value in (("name", "cardgames"), ("author", "the cardgames authors"), ("version", __version__)):
            self._write(BotId(key, value).text())
        for option in _OPTIONS.values():
            self._write(option.text())
        self._write(" ".join(["games", *GAMES]))
        self._write(HELLO_ANSWERED)

    def _ping(self, line: str) -> None:
        asked = line.split()[1:2]
        for number in asked:
            if len(number) > _LONGEST_PING or not number.isprintable():
                raise CommandError(
                    f"{number}, a number of at most {_LONGEST_PING} printable characters was expected", "ping"
                )
        self._write(" ".join(["pong", *asked]))

    def _help(self, _line: str) -> None:
        for usage, meaning in HELP:
            self._write(f"{usage} - {meaning}")

    def _set_option(self, line: str) -> None:
        order = SetOption.parse(line)
        option = _OPTIONS.get(order.name.lower())
        if option is None:
            known = ", ".join(option.name for option in _OPTIONS.values())
            raise CommandError(f"no option {order.name}, there are {known}", "setoption")
        self._options[order.name.lower()] = option.read(order.value)
        self._desk.default_player = self._player_word()
        self._forget_player()

    def _player_word(self) -> str:
        """Player and what else is set for it, as `play` reads it."""
        name = self._options["player"]
        set_otherwise = [
            f"{option.name}={self._options[option.name.lower()]}"
            for option in PLAYERS[name].options
            if self._options[option.name.lower()] != option.default
        ]
        return f"{name}:{','.join(set_otherwise)}" if set_otherwise else name

    def _new_game(self, line: str) -> None:
        order = NewGame.parse(line)
        self._board.new_game(order)
        self._desk.new_game()
        self._order = order
        self._forget_player()
        if order.seat is not None:
            self._load_player(order.game.lower())

    def _forget_player(self) -> None:
        self._player = None
        self._rng = None

    def _go(self, line: str) -> None:
        go = Go.parse(line)
        self._thinking.begin(self._order)
        state = self._board.state
        move = None if state is None else self._choose(state, go)
        if move is None:
            # A seat that is asked and cannot tell why still does better by any listed move than by silence.
            listed = list(filter(str.isprintable, go.moves))
            if not listed:
                raise CommandError(_why_no_move(self._board.seen("go")), "go")
            move = self._chance().choice(listed)
        self._write(BestMove(move, go.ident).text())

    def _choose(self, state: State, go: Go) -> str | None:
        """The player's move as text; None if nobody may move, or no listed move is a legal one."""
        listed = _moves_of(state, go.moves)
        seat = self._asked_seat(state, listed)
        if seat is None:
            return None
        view = state if state.viewer is not None else state.view(seat)
        legal = view.legal(seat)
        if go.moves:
            legal = [move for move in legal if move in listed]
        if not legal:
            return None
        turn = Turn(seat, legal, lambda: view, go.millis(seat))
        return state.game.move_name(self._ready_player(state).choose(turn))

    def _asked_seat(self, state: State, listed: set[int]) -> int | None:
        """The seat to choose for: the one we play, else the one on turn, else the one that the list fits."""
        actors = state.actors()
        setup = self._board.setup
        if setup is not None and setup.game is state.game and setup.seat in actors:
            return setup.seat
        for seat in actors:
            if listed.issubset(state.legal(seat)):
                return seat
        return actors[0] if actors else None

    def _ready_player(self, state: State) -> Player:
        game = state.game.name
        if self._player is None or self._player_game != game:
            self._player = self._new_player(game)
            self._player_game = game
        return self._player

    def _load_player(self, game: str) -> None:
        """Loads the player's code before `readyok`: the first `go` has no time for it."""
        with suppress(PlayerError):  # that it does not play this game is told by `go`
            PLAYERS[self._options["player"]].of_game(game)

    def _new_player(self, game: str) -> Player:
        name = self._options["player"]
        options = [(option.name, self._options[option.name.lower()]) for option in PLAYERS[name].options]
        try:
            player = make_player(name, game, self._chance(), options)
        except PlayerError as error:
            raise CommandError(str(error), "go") from None
        player.report = self._report
        if self._overhear is not None:
            player.should_stop = partial(self._thinking.is_over, self._overhear)
        return player

    def _report(self, info: Info) -> None:
        self._write(info.text())

    def _chance(self) -> Random:
        """The stream of all our chance in this game, the same whenever option Seed or the game's own seed is."""
        if self._rng is None:
            source = _chance_source(self._options["seed"], self._order)
            self._rng = Random(source) if source else Random()
        return self._rng


_OPTIONS = {
    option.name.lower(): option
    for option in (
        BotOption("Player", "combo", default="random", choices=tuple(PLAYERS)),
        BotOption("Seed", "string"),
        *EXPERT_OPTIONS,
    )
}


def _with_tokens(command: Callable[[list[str]], None], line: str) -> None:
    command(line.split()[1:])


def _chance_source(seed: str, order: NewGame | None) -> str:
    """What the choices of a game are drawn from: option Seed, the game's commitment and our seat.

    Empty, for chance that nobody can repeat, where neither a Seed nor a seed of the game is known.
    """
    known = [seed] if order is None else [seed, order.commit or "", order.seed or ""]
    if not any(known):
        return ""
    return " ".join([*known, "" if order is None else str(order.seat)])


def _moves_of(state: State, names: Iterable[str]) -> set[int]:
    """The moves that are listed; a name of a later version is passed over."""
    moves = set()
    for name in names:
        try:
            moves.add(state.game.parse_move(name))
        except MoveTextError:
            continue
    return moves


def _why_no_move(state: State) -> str:
    seats = state.actors()
    if not seats:
        return "nobody has a move, the game is over"
    return f"the hand of seat {seats[0]} is hidden, its own view or a list of moves was expected"


def unbreakable(engine: Engine) -> Callable[[str], bool]:
    """`engine.handle`, but a fault of this program's own is answered as an error too, with where it arose."""

    def handle(line: str) -> bool:
        try:
            return engine.handle(line)
        except Exception as fault:  # noqa: BLE001 -- a fault of ours must not end somebody's game: it is told
            engine.answer_error(f"{_place(fault)}: {line.split(None, 1)[0]}")
            return True

    return handle


def main() -> NoReturn:
    """`cardgames-engine`: speaks CGP/1 on standard input and output, and ends the process with its exit status."""
    # A job in the background of a script inherits SIGINT ignored, and could not be interrupted.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    wire = Stdio()
    engine = Engine(wire.write, wire.overhear)
    # At once: to take apart all that a long thought has met takes longer than a `quit` may.
    os._exit(wire.serve(unbreakable(engine), engine.complain))


def _place(fault: Exception) -> str:
    """An error of this program's own, with where it arose: for a report to its authors."""
    trace = fault.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    at = f"{trace.tb_frame.f_code.co_name} line {trace.tb_lineno}" if trace is not None else "?"
    return f"internal fault, please report it, {type(fault).__name__} in {at}"


if __name__ == "__main__":
    main()
