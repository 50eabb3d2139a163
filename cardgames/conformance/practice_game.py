"""A game that is played with the bot that is examined in one seat and chance in all others."""

from random import Random
from typing import NamedTuple

from cardgames.bots.wires import MILLI
from cardgames.cards import Dealer
from cardgames.conformance.dialogue import BotDialogue, FailedError
from cardgames.protocol.from_bot import READY, parse_bestmove
from cardgames.protocol.to_bot import IS_READY, GameOver, NewGame, go_line
from cardgames.protocol.tokens import MessageError
from cardgames.rules import Game, MoveTextError, Outcome, Rules
from cardgames.table.clock_settings import ClockSettings


def margin_ms(game: Game) -> int:
    """What is forgiven beyond the time of a move, as at a table: nothing in Spit."""
    return ClockSettings().margin_ms if game.has_turns else 0


class PracticeGo(NamedTuple):
    """An open `go`."""

    ident: int
    legal: list[int]
    names: list[str]
    asked_at: int
    """When it was written, in ns."""

    @property
    def expected(self) -> str:
        """The answer to it."""
        return f"bestmove M {self.ident}, M one of {' '.join(self.names)}"


class Idents:
    """The numbers of `go` in the life of one program: none comes twice."""

    def __init__(self) -> None:
        self.last = 0

    def next(self) -> int:
        """A new one."""
        self.last += 1
        return self.last


class Practice:
    """One game. `reach` plays on until it is the bot's turn, `ask` asks it, `answer` waits for its move."""

    def __init__(self, talk: BotDialogue, idents: Idents, rng: Random, game: Game, rules: Rules, seat: int) -> None:
        self._talk = talk
        self._idents = idents
        self._rng = rng
        self._game = game
        self._rules = rules
        self._seat = seat
        self._state = game.deal(rules, Dealer(rng.randbytes(32)))
        self._news: list[str] = []
        self._events = 0

    def begin(self, clock: ClockSettings, startup_ms: int) -> None:
        """`newgame`, and waits until the bot is ready for it."""
        given, kept = tuple(self._rules.text().split()), tuple(clock.text().split())
        line = NewGame(self._game.name, self._seat, self._rules.players, rules=given, clock=kept).text()
        until = self._talk.tell(line, IS_READY, within=startup_ms)
        self._talk.hear_word(READY, until, READY)

    def reach(self) -> bool:
        """Plays at random up to where the bot has a choice to make. False if the game ends before."""
        game, state = self._game, self._state
        while actors := state.actors():
            actor = self._rng.choice(actors)
            legal = state.legal(actor)
            choices = [move for move in legal if move not in game.passive] or legal
            if actor == self._seat and choices[0] not in game.passive:
                return True
            self.play(self._rng.choice(choices), actor)
        return False

    def ask(self, clock: str) -> PracticeGo:
        """The news, the position and a `go`, with these clock tokens."""
        legal = self._state.legal(self._seat)
        names = [self._game.move_name(move) for move in legal]
        ident = self._idents.next()
        line = go_line(ident, clock, names)
        asked_at = self._talk.tell(*self._news, self._state.text(self._seat), line)
        self._news.clear()
        return PracticeGo(ident, legal, names, asked_at)

    def answer(self, question: PracticeGo, within_ms: int) -> tuple[int, int]:
        """The bot's move, and how long it took in ns; an answer to another `go` is passed over, as the referee does.

        Args:
            question: what is to be answered.
            within_ms: the time for it, without what is forgiven.

        Raises:
            FailedError: no answer in time, or one that is no legal move.
        """
        until = question.asked_at + (within_ms + margin_ms(self._game)) * MILLI
        while True:
            line, at = self._talk.hear_word("bestmove", until, question.expected)
            move = self.read(question, line)
            if move is not None:
                return move, at - question.asked_at
            self._talk.pass_over(line)

    def read(self, question: PracticeGo, line: str) -> int | None:
        """The move of a `bestmove` line, None if it answers another `go`. Raises FailedError if it is not legal."""
        try:
            answer = parse_bestmove(line)
            if answer.ident not in (None, question.ident):
                return None
            move = self._game.parse_move(answer.move)
        except (MessageError, MoveTextError) as error:
            raise FailedError(str(error), question.expected, line) from None
        if move not in question.legal:
            refusal = self._state.refusal(self._seat, move)
            why = "it is not in the list" if refusal is None else refusal.text()
            raise FailedError(f"the move is not legal: {why}", question.expected, line)
        return move

    def play(self, move: int, seat: int | None = None) -> None:
        """Makes a move, of the bot's where no seat is named, and notes what the bot may know of it."""
        self._state.play(self._seat if seat is None else seat, move)
        for event in self._state.events():
            self._events += 1
            self._news.append(f"event {self._events} {event.text(self._seat)}")

    def end(self) -> None:
        """`gameover`. A game that is broken off ends in a draw."""
        players = self._rules.players
        outcome = self._state.outcome or Outcome(tuple(range(players)), (0,) * players, "broken-off")
        self._talk.tell(*self._news, GameOver(outcome.result, outcome.scores, outcome.reason).text())
