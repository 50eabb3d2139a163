"""Is a program a good CGP/1 bot? It is put through the protocol step by step, as the referee would, and told apart.

Each step passes or fails with what was sent, what came and what was expected, so that its author can mend it.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import NamedTuple, Protocol

from cardgames.cards import Dealer
from cardgames.games import GAMES, Game, MoveTextError, Outcome, Rules, State
from cardgames.protocol.answers import HELLO_ANSWERED, READY, Handshake, Pong, parse_bestmove
from cardgames.protocol.orders import HELLO, IS_READY, QUIT, GameOver, NewGame, Ping, SetOption, go_line
from cardgames.protocol.tokens import MessageError
from cardgames.table.settings import ClockSettings
from cardgames.table.wires import MILLI, Wires
from cardgames.tournament.dialogue import Dialogue, FailedError, quote

ANSWERS = 300
"""Answers that are asked for in each game."""
_MOST_IN_ONE = 40
"""Answers in one deal, so that all seats and numbers of players have their turn."""


class Step(NamedTuple):
    """One step and how it went."""

    name: str
    passed: bool
    detail: str
    """In words: what was found where it passed, what was wrong where not."""
    sent: str = ""
    """The last line that was sent; this and the next two only where it failed."""
    came: str = ""
    expected: str = ""


class Budget(NamedTuple):
    """How long a bot may take, in ms."""

    startup: int = 10_000
    """For the handshake, and for each `isready` and `ping`."""
    move: int = 1000
    """For each answer; a match forgives 20 ms beyond."""
    quit: int = 2000


class Process(Protocol):
    """What is to be known of the program behind the wires."""

    def await_exit(self, millis: int) -> bool:
        """Gives it time to end. Returns whether it has."""

    def last_words(self) -> str:
        """How it ended and the end of its stderr, in one line."""


class Examination:
    """The examination of one bot that has been started."""

    def __init__(
        self,
        wires: Wires,
        process: Process,
        rng: Random,
        *,
        games: Sequence[Game] = (),
        options: Sequence[tuple[str, str]] = (),
        budget: Budget | None = None,
        answers: int = ANSWERS,
    ) -> None:
        """An examination that has not begun.

        Args:
            wires: to the bot, as seat 0.
            process: the program itself.
            rng: where deals and the other seats' moves come from.
            games: what to examine; all that the bot says it plays if empty.
            options: set after the handshake, name and value.
            budget: how long it may take.
            answers: how many are asked for in each game.
        """
        self._talk = Dialogue(wires)
        self._process = process
        self._rng = rng
        self._games = tuple(games)
        self._options = options
        self._budget = budget or Budget()
        self._answers = answers
        self._ident = 0

    def steps(self) -> Iterator[Step]:
        """Takes one step after another; ends early where a failure leaves nothing to go on with."""
        first = self._try("handshake", self._shake_hands)
        yield first
        if not first.passed:
            return
        todo: list[tuple[str, Callable[[], str]]] = [("isready", self._ask_ready)]
        todo += [(f"{game.name}: legal answers", partial(self._play, game)) for game in self._games]
        todo += [("unknown command", self._puzzle), ("ping", self._ping), ("quit", self._quit)]
        for name, take in todo:
            step = self._try(name, take)
            yield step
            if self._talk.broken:
                return

    def _try(self, name: str, take: Callable[[], str]) -> Step:
        try:
            return Step(name, passed=True, detail=take())
        except FailedError as failure:
            detail = failure.detail
            if self._talk.broken:
                detail = f"{detail}: {self._process.last_words()}"
            return Step(name, False, detail, quote(self._talk.sent), failure.came, failure.expected)

    def _shake_hands(self) -> str:
        until = self._talk.tell(HELLO, within=self._budget.startup)
        hand = Handshake()
        while not hand.take(line := self._talk.hear(until, HELLO_ANSWERED)[0]):
            self._talk.pass_over(line)
        if hand.problems:
            raise FailedError(hand.problems[0], "well-formed id, option and games lines", hand.problems[0])
        self._choose_games(hand.games)
        for name, value in self._options:
            self._talk.tell(SetOption(name, value).text())
        return f"{hand.name or 'without a name'}, plays {' '.join(hand.games)}"

    def _choose_games(self, named: Sequence[str]) -> None:
        if not named:
            raise FailedError(
                "the bot names no game", "games " + " ".join(GAMES), f"no games line before {HELLO_ANSWERED}"
            )
        for game in self._games:
            if game.name not in named:
                raise FailedError(
                    f"the bot does not play {game.name}", f"games … {game.name}", f"games {' '.join(named)}"
                )
        self._games = self._games or tuple(GAMES[name] for name in named if name in GAMES)
        if not self._games:
            raise FailedError(
                "the bot plays no game that there is", "games " + " ".join(GAMES), f"games {' '.join(named)}"
            )

    def _ask_ready(self) -> str:
        until = self._talk.tell(IS_READY, within=self._budget.startup)
        self._talk.hear_word(READY, until, READY)
        return READY

    def _puzzle(self) -> str:
        """What is unknown is passed over, so that a bot goes on working with later versions of the protocol."""
        until = self._talk.tell("", "xyzzy 1 2", IS_READY, within=self._budget.startup)
        self._talk.hear_word(READY, until, f"{READY}, and no more")
        return "passed over"

    def _ping(self) -> str:
        for number in (7, 123456):
            expected = Pong(number).text()
            until = self._talk.tell(Ping(number).text(), within=self._budget.startup)
            line, _ = self._talk.hear_word("pong", until, expected)
            if line.split() != expected.split():
                raise FailedError("another number came back", expected, quote(line))
        return "answered"

    def _quit(self) -> str:
        self._talk.tell(QUIT)
        if not self._process.await_exit(self._budget.quit):
            raise FailedError("the program goes on running", f"its end within {self._budget.quit} ms", "no end")
        return "ended"

    def _play(self, game: Game) -> str:
        """Games with the bot in one seat after another, the other seats played at random."""
        told = _Answers(self._answers)
        while told.left:
            round_number, which = divmod(told.games, len(game.players))
            rules = game.rules(players=game.players[which])
            self._play_one(game, rules, round_number % rules.players, told)
            told.games += 1
        return f"{told.count} in {told.games} deals, the slowest after {told.slowest / MILLI:.1f} ms"

    def _play_one(self, game: Game, rules: Rules, seat: int, told: "_Answers") -> None:
        dealer = Dealer(self._rng.randbytes(32))
        clock = ClockSettings.virtual() if game.passive else ClockSettings.turns(self._budget.move)
        given = tuple(rules.text().split())
        self._talk.tell(NewGame(game.name, seat, rules.players, rules=given, clock=tuple(clock.text().split())).text())
        self._ask_ready()
        state = game.deal(rules, dealer)
        news: list[str] = []
        number = 0
        enough = told.count + _MOST_IN_ONE
        while (actors := state.actors()) and told.left and told.count < enough:
            actor = self._rng.choice(actors)
            legal = state.legal(actor)
            choices = [move for move in legal if move not in game.passive] or legal
            if actor == seat and choices[0] not in game.passive:
                move = self._ask_move(state, seat, legal, news, told)
                news.clear()
            else:
                move = self._rng.choice(choices)
            state.play(actor, move)
            for event in state.events():
                number += 1
                news.append(f"event {number} {event.text(seat)}")
        # A game that is broken off ends in a draw.
        outcome = state.outcome or Outcome(tuple(range(rules.players)), (0,) * rules.players, "broken-off")
        self._talk.tell(*news, GameOver(outcome.result, outcome.scores, outcome.reason).text())

    def _ask_move(self, state: State, seat: int, legal: list[int], news: list[str], told: "_Answers") -> int:
        self._ident += 1
        names = [state.game.move_name(move) for move in legal]
        go = go_line(self._ident, f"movetime {self._budget.move}", " ".join(names))
        start = self._talk.tell(*news, state.text(seat), go)
        until = start + (self._budget.move + ClockSettings().margin_ms) * MILLI
        expected = f"bestmove M {self._ident}, M one of {' '.join(names)}"
        line, text, at = self._open_answer(until, expected)
        told.add(at - start)
        try:
            move = state.game.parse_move(text)
        except MoveTextError as error:
            raise FailedError(str(error), expected, line) from None
        if move not in legal:
            why = state.refusal(seat, move) or "it is not in the list"
            raise FailedError(f"the move is not legal: {why}", expected, line)
        return move

    def _open_answer(self, until: int, expected: str) -> tuple[str, str, int]:
        """The line, its move and its time. An answer to another `go` is passed over, as the referee does."""
        while True:
            line, at = self._talk.hear_word("bestmove", until, expected)
            try:
                answer = parse_bestmove(line)
            except MessageError as error:
                raise FailedError(str(error), expected, line) from None
            if answer.ident in (None, self._ident):
                return line, answer.move, at
            self._talk.pass_over(line)


class _Answers:
    """How many answers have come, and how fast."""

    def __init__(self, wanted: int) -> None:
        self._wanted = wanted
        self.count = 0
        self.games = 0
        self.slowest = 0

    @property
    def left(self) -> int:
        """How many are still wanted."""
        return self._wanted - self.count

    def add(self, nanos: int) -> None:
        """Counts one."""
        self.count += 1
        self.slowest = max(self.slowest, nanos)
