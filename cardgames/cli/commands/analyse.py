"""`cardgames analyse`: the best moves of a position, and where a recorded game was lost."""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from io import TextIOWrapper
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from cardgames.cli import completion, options
from cardgames.cli.errors import FailureError, UsageError
from cardgames.cli.exit_status import DONE, INTERRUPTED

if TYPE_CHECKING:
    from cardgames.analysis.evaluator import Evaluator
    from cardgames.games.players import PlayerChoice
    from cardgames.rules import State
    from cardgames.table.record import Block
    from cardgames.tournament.run.interrupts import Interrupts
    from cardgames.tournament.storage.audit import Check

_STDIN = "-"
_MOST = 64 * 1024 * 1024
"""So many characters are read at most of an input that can be read only once: thousands of games."""
_MOST_OF_POSITION = 64 * 1024
_QUOTED = 60
_TICKER_WIDTH = 40
_SEAT_KEY = re.compile(r"\b[a-z]+([0-9])=")


def analyse(
    what: Annotated[
        list[str],
        typer.Argument(
            metavar="POSITION|FILE|DIR",
            help="A position as text, full or a seat's view; a file with one; a file of records, or the folder of a "
            "tournament; - reads stdin.",
            show_default=False,
        ),
    ],
    game: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="Of records: the N-th game of the file, the folder's game N. Default: the last."
        ),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="Of a position: whose moves. Default: who is to move; in Spit both."),
    ] = None,
    moves: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Tells so many moves, or turning points. Default: 10 moves, 5 turning points; with --json all.",
        ),
    ] = None,
    movetime: Annotated[int | None, options.setting_option("movetime", "Milliseconds for each choice.")] = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            max=1_000_000_000,
            help="Nodes for each choice: the same every time, if --movetime does not end it before. Default: as many "
            "as are enough for a good move.",
        ),
    ] = None,
    seed: Annotated[str, typer.Option(metavar="S", help="Of the player's chance.")] = "0",
    rule: options.RuleTexts = None,
    player: Annotated[
        str,
        typer.Option(metavar="PLAYER", help="A built-in player that ranks its moves.", autocompletion=completion.bots),
    ] = "expert",
    json: options.Json = False,
) -> int:
    """Tell the best moves of a position, or where a game was lost.

    A value is the share of the win that a seat can expect, by what it sees itself, as the player at its full strength
    takes it. In a record each choice is valued: how the game stood, the moves that cost much, with a better one, and
    the one that lost it.

    Not in a value: in Kroket with deals=N the scores so far, before the last deal; in Spit maxrounds, before the last
    round.
    """
    from cardgames.games.players import check_options, read_player
    from cardgames.tournament.run.interrupts import Interrupts

    choice = read_player(player)
    if nodes is not None:
        others = [(name, value) for name, value in choice.options if name != "Nodes"]
        choice = check_options(choice.name, [*others, ("Nodes", str(nodes))])
    source = _read(what, game)
    with Interrupts() as interrupts:
        ask = _Question(choice, seed, movetime, interrupts, moves, json)
        if source.position:
            if game is not None:
                raise UsageError(f"--game {game}: it is for records, and a position came")
            return _analyse_position(source.position, rule or [], seat, ask)
        for name, given in (("--seat", seat), ("--rule", rule)):
            if given is not None:
                raise UsageError(f"{name}: it is for a position; a record has its own rules and seats")
        return _analyse_game(source, game, ask)


class _Question(NamedTuple):
    """What is asked about a position or a game."""

    choice: "PlayerChoice"
    seed: str
    millis: int | None
    interrupts: "Interrupts"
    most: int | None
    as_json: bool

    def evaluator(self, game: str) -> "Evaluator":
        """The evaluator of a game's positions. Raises PlayerError."""
        from cardgames.analysis.evaluator import Evaluator
        from cardgames.games.registry import find_game

        return Evaluator(find_game(game), self.choice, seed=self.seed, millis=self.millis, should_stop=self.stop)

    def stop(self) -> bool:
        """Whether the user has asked to stop."""
        return self.interrupts.asked


# -- the input


class _Source(NamedTuple):
    """Where a position or a record comes from."""

    name: str
    position: str = ""
    """The position; empty if there are records."""
    block: "tuple[int, Block] | None" = None
    """The number and the lines of the game asked for, if the records are a file or can be read only once."""
    path: Path = Path()
    """The folder of a tournament."""


def _read(words: Sequence[str], game: int | None) -> _Source:
    from cardgames.table.record_lines import open_lines, read_lines

    text = " ".join(words)
    if text == _STDIN:
        with TextIOWrapper(sys.stdin.buffer, "utf-8-sig", "surrogateescape") as stream:
            return _of_lines("standard input", _at_most("standard input", read_lines(stream, has_end=False)), game)
    if len(words) == 1 and text and "\0" not in text and _exists(text):
        path = Path(text)
        if path.is_dir():
            return _Source(text, path=path)
        with open_lines(path) as lines:
            return _of_lines(text, lines if path.is_file() else _at_most(text, lines), game)
    if _begins_position(text):
        return _Source("position", text)
    if len(words) > 1:
        raise UsageError(f"{len(words)} arguments came: one position, one file, one folder or - was expected")
    shown = text if len(text) <= _QUOTED else f"{text[:_QUOTED]}..."
    raise UsageError(f"there is no file or folder {shown!r}, and a position begins with 'position GAME'")


def _of_lines(name: str, lines: Iterator[str], game: int | None) -> _Source:
    from cardgames.cli.commands.replay import no_such_game
    from cardgames.tournament.storage.audit import NoSuchGameError, pick_block

    first = next((line for line in lines if line.strip()), "")
    if not first:
        raise FailureError(f"{name}: there is nothing in it; a position or records were expected")
    if _begins_position(first):
        return _Source(name, _position_of(name, chain([first], lines)))
    try:
        return _Source(name, block=pick_block(chain([first], lines), game))
    except NoSuchGameError as error:
        raise no_such_game(name, game, error.count) from None


def _at_most(name: str, lines: Iterator[str]) -> Iterator[str]:
    """The lines of an input that can be read only once, and may never end. Raises FailureError if they are too many."""
    size = 0
    for line in lines:
        size += len(line)
        if size > _MOST:
            raise FailureError(f"{name}: more than {_MOST >> 20} MiB came; save it as a file, which may be of any size")
        yield line


def _exists(text: str) -> bool:
    try:
        return Path(text).exists()
    except OSError:
        # A name that is too long for a file.
        return False


def _position_of(name: str, lines: Iterable[str]) -> str:
    filled: list[str] = []
    size = 0
    for line in lines:
        if not line.strip():
            continue
        if filled and _begins_position(line):
            raise UsageError(f"{name}: a second position begins with {line[:_QUOTED].strip()!r}, one was expected")
        filled.append(line)
        size += len(line)
        if size > _MOST_OF_POSITION:
            raise FailureError(f"{name}: a position of more than {_MOST_OF_POSITION} characters; that is none")
    return " ".join(filled)


def _begins_position(text: str) -> bool:
    from cardgames.games.registry import GAMES

    return text.lower().split(None, 1)[:1] in [[word] for word in ("position", *GAMES)]


# -- a position


def _analyse_position(text: str, rules: Sequence[str], seat: int | None, ask: _Question) -> int:
    from cardgames.cli.output.analysis import PositionAnalysis, print_position

    state = _table(text, rules)
    evaluator = ask.evaluator(state.game.name)
    seats = _seats(state, seat)
    evaluations = []
    for asked in seats:
        if ask.stop():
            break
        evaluations.append(evaluator.evaluate(state, asked))
    broken_off = ask.stop()
    print_position(PositionAnalysis(state, evaluator, evaluations, not broken_off), ask.most, as_json=ask.as_json)
    return INTERRUPTED if broken_off else DONE


def _table(text: str, given: Sequence[str]) -> "State":
    """The table of a position. Raises GameError."""
    from cardgames.games.registry import find_game
    from cardgames.rules import PositionError

    tokens = text.split()
    if tokens[0].lower() == "position":
        tokens = tokens[1:]
    if not tokens:
        raise PositionError("position: the name of a game was expected after it")
    game = find_game(tokens[0])
    seats = max((int(number) + 1 for number in _SEAT_KEY.findall(" ".join(tokens))), default=0)
    given_players = any(text.startswith("players=") for text in given)
    rules = game.rules(given, None if given_players or seats not in game.players else seats)
    return game.read(" ".join(["position", game.name, *tokens[1:]]), rules)


def _seats(state: "State", seat: int | None) -> Sequence[int]:
    """The seats whose moves are asked for."""
    actors = state.actors()
    if seat is None or not actors:
        return actors
    if seat not in actors:
        to_move = f"seat {actors[0]} is" if len(actors) == 1 else f"seats {' and '.join(map(str, actors))} are"
        raise UsageError(f"--seat {seat}: {to_move} to move")
    return [seat]


# -- a game


def _analyse_game(source: _Source, number: int | None, ask: _Question) -> int:
    from cardgames.analysis.game_review import Review
    from cardgames.cli.commands.replay import quoted
    from cardgames.cli.output.analysis import GameAnalysis, print_game

    check = _pick(source, number)
    if check.record is None or check.problems:
        raise FailureError(f"{source.name}: game {check.number}, {quoted(check.problems[0])}")
    evaluator = ask.evaluator(check.record.tags["Game"])
    review = Review(check.record)
    ticker = _Ticker(review.plies)
    review.run(evaluator, ask.stop, ticker)
    ticker.clear()
    print_game(GameAnalysis(source.name, check.number, review, evaluator), ask.most, as_json=ask.as_json)
    return DONE if review.complete else INTERRUPTED


def _pick(source: _Source, wanted: int | None) -> "Check":
    """The game that is asked for, verified."""
    from cardgames.cli.commands.replay import checks_of, nothing_in
    from cardgames.tournament.storage.audit import check_block

    if source.block is not None:
        return check_block(*source.block)
    if wanted is None:
        wanted = _last_number(source.path)
    check = next(checks_of(source.path, wanted), None)
    if check is None:
        raise nothing_in(source.path, wanted or None)
    return check


def _last_number(folder: Path) -> int:
    """The number of the last game; 0 if there is none."""
    from cardgames.tournament.storage.folder import DATABASE
    from cardgames.tournament.storage.results import Results

    if not (folder / DATABASE).exists():
        return 0
    with Results.open(folder) as results:
        return max(results.numbers(), default=0)


class _Ticker:
    """Shows on a terminal how far the analysis has come."""

    def __init__(self, plies: int) -> None:
        self._plies = plies
        self._shown = sys.stderr.isatty()

    def __call__(self, ply: int) -> None:
        self._write(f"move {ply} of {self._plies}")

    def clear(self) -> None:
        """Removes what was shown."""
        self._write("")

    def _write(self, text: str) -> None:
        if self._shown:
            print(f"\r{text:<{_TICKER_WIDTH}}\r", end="", file=sys.stderr, flush=True)
