"""The kit for a bot in Python: you write the choice, the kit speaks CGP/1.

    import random
    from cardgames.kit import run

    run(lambda question: random.choice(question.moves), name="dice")

A question has the legal moves as text, the position by key, what has happened since the last one, and, for
those who want the rules as well, `question.state`: the table as the seat sees it, with `legal`, `actors` and all.
Write to stderr, never to stdout: stdout belongs to the protocol.
"""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence

from cardgames.engine.stdio import Stdio
from cardgames.protocol.lines import LineFault
from cardgames.protocol.messages import (
    HELLO_ANSWERED,
    READY,
    BestMove,
    BotId,
    BotOption,
    EventLine,
    GameOver,
    Go,
    MessageError,
    NewGame,
    SetOption,
)

# Only a bot that asks for question.state pays for the rules.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from cardgames.rules import State

ALL_GAMES = ("crapette", "spit", "kroket")


class Question:
    """A choice to be made.

    Attributes:
        game: `crapette`, `spit` or `kroket`.
        seat: the seat that chooses, from 0.
        players: how many seats there are.
        rules: the game's rules as `newgame` told them; what is missing has its default.
        moves: the legal moves as text, never empty; return one of them.
        position: the position's values by key, as `{"turn": "0", "hand0": "7h??", …}`.
        line: the position as it came, `position GAME K=V …`.
        millis: how many milliseconds the answer should take at most, None for no limit.
        events: what has happened since the last question of this game.
        options: the values of the bot's own options, by name as the bot offers them.
    """

    __slots__ = ("events", "game", "line", "millis", "moves", "options", "players", "position", "rules", "seat")

    def __init__(
        self, order: NewGame, go: Go, line: str, events: Sequence[EventLine], options: Mapping[str, str]
    ) -> None:
        self.game = order.game
        self.seat = order.seat or 0
        self.players = order.players or 2
        self.rules = dict(rule.split("=", 1) for rule in order.rules if "=" in rule)
        self.moves = go.moves
        self.line = line
        self.position = dict(token.split("=", 1) for token in line.split() if "=" in token)
        self.millis = go.millis(self.seat)
        self.events = tuple(events)
        self.options = dict(options)

    @property
    def state(self) -> "State":
        """The table as the seat sees it, read anew at each call. Raises GameError for what cannot be a table."""
        from cardgames.games.registry import find_game

        game = find_game(self.game)
        return game.read(self.line, game.rules([f"{name}={value}" for name, value in self.rules.items()], self.players))


def cards(pile: str) -> list[str]:
    """The cards of a pile of a position, bottom to top: `7h??Kd` gives `["7h", "??", "Kd"]`, `-` gives `[]`."""
    return [] if pile == "-" else [pile[at : at + 2] for at in range(0, len(pile), 2)]


def run(
    choose: Callable[[Question], str],
    *,
    name: str,
    author: str = "",
    version: str = "",
    games: Iterable[str] = ALL_GAMES,
    options: Iterable[BotOption] = (),
    game_over: Callable[[GameOver], None] | None = None,
    source: int = 0,
    sink: int = 1,
) -> int:
    """Plays, on standard input and output, until the runner says `quit`.

    Args:
        choose: gives one of `question.moves`. What it raises ends the bot, which loses that game.
        name, author, version: told to the runner.
        games: those that `choose` can play.
        options: what a user may set; the values are in `question.options`.
        game_over: told how each game ended.
        source, sink: file descriptors to read from and to write to.

    Returns:
        The exit status: `sys.exit(run(…))`.
    """
    wire = Stdio(source, sink)
    names = (("name", name), ("author", author), ("version", version))
    greeting = [BotId(key, value).text() for key, value in names if value]
    bot = _Bot(choose, greeting, tuple(games), tuple(options), game_over, wire.write)
    return wire.serve(bot.handle, bot.complain)


class _Bot:
    """Between the lines of the protocol and one function."""

    def __init__(
        self,
        choose: Callable[[Question], str],
        greeting: list[str],
        games: tuple[str, ...],
        options: tuple[BotOption, ...],
        game_over: Callable[[GameOver], None] | None,
        write: Callable[[str], None],
    ) -> None:
        self._choose = choose
        self._greeting = [*greeting, *(option.text() for option in options), f"games {' '.join(games)}", HELLO_ANSWERED]
        self._offered = {option.name.lower(): option for option in options}
        self._options = {option.name: option.default for option in options}
        self._game_over = game_over
        self._write = write
        self._order = NewGame("")
        self._position = ""
        self._events: list[EventLine] = []

    def handle(self, line: str) -> bool:
        command = line.split(None, 1)[0] if line.strip() else ""
        if command == "quit":
            return False
        try:
            self._obey(command, line)
        except MessageError as error:
            sys.stderr.write(f"a line was passed over: {error}\n")
        return True

    def complain(self, fault: LineFault) -> None:
        sys.stderr.write(f"a line was passed over: {fault.text()}\n")

    def _obey(self, command: str, line: str) -> None:
        if command == "go":
            self._answer(Go.parse(line))
        elif command == "position":
            self._position = line
        elif command == "event":
            self._events.append(EventLine.parse(line))
        elif command == "isready":
            self._write(READY)
        elif command == "ping":
            self._write(" ".join(["pong", *line.split()[1:2]]))
        elif command == "newgame":
            self._order = NewGame.parse(line)
            self._position = ""
            self._events.clear()
        elif command == "gameover":
            if self._game_over is not None:
                self._game_over(GameOver.parse(line))
        elif command == "setoption":
            self._set(SetOption.parse(line))
        elif command == "cgp":
            for answer in self._greeting:
                self._write(answer)

    def _set(self, order: SetOption) -> None:
        option = self._offered.get(order.name.lower())
        if option is None:
            raise MessageError(f"no such option: setoption {order.name[:40]}")
        self._options[option.name] = option.read(order.value)

    def _answer(self, go: Go) -> None:
        if not go.moves:
            raise MessageError("a list of moves was expected: go")
        move = self._choose(Question(self._order, go, self._position, self._events, self._options))
        self._events.clear()
        if move not in go.moves:
            sys.stderr.write(f"choose gave {move!r}, one of these was expected: {' '.join(go.moves)}\n")
        self._write(BestMove(move, go.ident).text())
