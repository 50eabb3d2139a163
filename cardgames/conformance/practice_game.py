"""A game with the examined bot in one seat and random moves in all others."""

from random import Random
from typing import NamedTuple

from cardgames.bots.wires import MILLI
from cardgames.cards import Dealer
from cardgames.conformance.dialogue import BotDialogue, FailedError
from cardgames.protocol.from_bot import READY, BestMove
from cardgames.protocol.to_bot import IS_READY, GameOver, NewGame, go_line
from cardgames.protocol.tokens import MessageError
from cardgames.rules import Game, MoveTextError, Outcome, Rules
from cardgames.table.clock_settings import ClockSettings


def margin_ms(game: Game) -> int:
    """How many ms beyond a move's time are forgiven, as at a table: none in a game without turns."""
    return ClockSettings().margin_ms if game.has_turns else 0


class PracticeGo(NamedTuple):
    """A `go` that is not answered yet."""

    ident: int
    legal: list[int]
    names: list[str]
    asked_at: int
    """When it was sent, in ns."""

    @property
    def expected(self) -> str:
        """The answer to it, for a report."""
        return f"bestmove M {self.ident}, M one of {' '.join(self.names)}"


class GoIdents:
    """Numbers the `go` lines to one program: no number comes twice."""

    def __init__(self) -> None:
        self.last = 0

    def next(self) -> int:
        """The next number."""
        self.last += 1
        return self.last


class PracticeGame:
    """One game. `play_to_bot` plays on until it is the bot's turn, `ask` asks it, `answer` waits for its move."""

    def __init__(
        self, dialogue: BotDialogue, idents: GoIdents, rng: Random, game: Game, rules: Rules, seat: int
    ) -> None:
        self._dialogue = dialogue
        self._idents = idents
        self._rng = rng
        self._game = game
        self._rules = rules
        self._seat = seat
        self._state = game.deal(rules, Dealer(rng.randbytes(32)))
        self._new_events: list[str] = []
        self._events = 0

    def begin(self, clock: ClockSettings, startup_ms: int) -> None:
        """Sends `newgame`, and waits for at most `startup_ms` until the bot is ready."""
        given, kept = tuple(self._rules.text().split()), tuple(clock.text().split())
        line = NewGame(self._game.name, self._seat, self._rules.players, rules=given, clock=kept).text()
        until = self._dialogue.send(line, IS_READY, within=startup_ms)
        self._dialogue.receive_word(READY, until, READY)

    def play_to_bot(self) -> bool:
        """Plays at random until the bot has a choice to make. Returns False if the game ends before."""
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
        """Sends the events, the position and a `go` with these clock tokens."""
        legal = self._state.legal(self._seat)
        names = [self._game.move_name(move) for move in legal]
        ident = self._idents.next()
        line = go_line(ident, clock, names)
        asked_at = self._dialogue.send(*self._new_events, self._state.text(self._seat), line)
        self._new_events.clear()
        return PracticeGo(ident, legal, names, asked_at)

    def answer(self, go: PracticeGo, within_ms: int) -> tuple[int, int]:
        """Waits for the bot's move; an answer to another `go` is skipped, as the referee does.

        Args:
            go: the `go` to be answered.
            within_ms: the time for the answer, without what is forgiven.

        Returns:
            The move, and how long it took in ns.

        Raises:
            FailedError: no answer came in time, or it is no legal move.
        """
        until = go.asked_at + (within_ms + margin_ms(self._game)) * MILLI
        while True:
            line, at = self._dialogue.receive_word("bestmove", until, go.expected)
            move = self.read(go, line)
            if move is not None:
                return move, at - go.asked_at
            self._dialogue.skip(line)

    def read(self, go: PracticeGo, line: str) -> int | None:
        """The move of a `bestmove` line; None if it answers another `go`. Raises FailedError if the move is not
        legal.
        """
        try:
            answer = BestMove.parse(line)
            if answer.ident not in (None, go.ident):
                return None
            move = self._game.parse_move(answer.move)
        except (MessageError, MoveTextError) as error:
            raise FailedError(str(error), go.expected, line) from None
        if move not in go.legal:
            refusal = self._state.refusal(self._seat, move)
            why = "it is not in the list" if refusal is None else refusal.text()
            raise FailedError(f"the move is not legal: {why}", go.expected, line)
        return move

    def play(self, move: int, seat: int | None = None) -> None:
        """Makes a move, the bot's if no seat is given, and keeps the events that the bot may see."""
        self._state.play(self._seat if seat is None else seat, move)
        for event in self._state.events():
            self._events += 1
            self._new_events.append(f"event {self._events} {event.text(self._seat)}")

    def end(self) -> None:
        """Sends `gameover`. A game that is broken off ends in a draw."""
        players = self._rules.players
        outcome = self._state.outcome or Outcome(tuple(range(players)), (0,) * players, "broken-off")
        self._dialogue.send(*self._new_events, GameOver(outcome.result, outcome.scores, outcome.reason).text())
