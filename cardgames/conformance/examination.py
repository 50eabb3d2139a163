"""Is a program a good CGP/1 bot? It is put through the protocol step by step, as the referee would, and told apart.

Each step passes or fails with what was sent, what came and what was expected, so that its author can mend it. After a
step that fails the program is started anew, so that one fault does not hide another.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import NamedTuple

from cardgames.bots.faults import StartupError
from cardgames.bots.wires import MILLI
from cardgames.conformance import protocol_steps as talking
from cardgames.conformance.dialogue import BotDialogue, FailedError, quote
from cardgames.conformance.practice_game import Idents, Practice, margin_ms
from cardgames.conformance.program import Patient
from cardgames.games.registry import GAMES
from cardgames.protocol.from_bot import READY, Handshake
from cardgames.protocol.lines import quoted
from cardgames.protocol.to_bot import IS_READY, STOP, Rejected, SetOption
from cardgames.rules import Game
from cardgames.table.clock_settings import ClockSettings

ANSWERS = 300
"""Answers that are asked for in each game, as far as they come in `StepTimes.game`."""
_MOST_IN_ONE = 40
"""Answers in one deal, so that all seats and numbers of players have their turn."""
_A_FEW = 5


class ExamStep(NamedTuple):
    """One step and how it went."""

    name: str
    passed: bool
    detail: str
    """In words: what was found where it passed, what was wrong where not."""
    sent: str = ""
    """The last line that was sent; this and the next two only where it failed."""
    came: str = ""
    expected: str = ""


class StepTimes(NamedTuple):
    """How long a bot may take, in ms."""

    startup: int = 10_000
    """For the handshake, and for each `isready` and `ping`."""
    move: int = 1000
    """For each answer; as in a match 20 ms more are forgiven in games of turns."""
    hasty: int = 300
    """For an answer where little time is given, to see whether it keeps to it."""
    game: int = 20_000
    """For all answers in one game: a bot that thinks long is asked less often."""
    quit: int = 2000


class Examination:
    """The examination of one bot."""

    def __init__(
        self,
        start: Callable[[], Patient],
        rng: Random,
        *,
        games: Sequence[Game] = (),
        options: Sequence[tuple[str, str]] = (),
        budget: StepTimes | None = None,
        answers: int = ANSWERS,
    ) -> None:
        """An examination that has not begun.

        Args:
            start: starts the program, for the first time or anew. Raises StartupError.
            rng: where deals and the other seats' moves come from.
            games: what to examine; all that the bot says it plays if empty.
            options: set after the handshake, name and value.
            budget: how long it may take.
            answers: how many are asked for in each game.
        """
        self._start = start
        self._rng = rng
        self._games = tuple(games)
        self._options = options
        self._budget = budget or StepTimes()
        self._answers = answers
        self._patient = start()
        self._talk = BotDialogue(self._patient.wires)
        self._idents = Idents()
        self._strange: list[str] = []
        self._hand = Handshake()

    def steps(self) -> Iterator[ExamStep]:
        """Takes one step after another; ends early where the program does not get through its handshake."""
        first = self._try("handshake", self._shake_hands)
        yield first
        if not first.passed:
            return
        for name, take in [*self._manners(), *self._skills(), *self._farewell()]:
            step = self._try(name, take)
            yield step
            if not step.passed and not self._begin_anew():
                yield self._try("start once more", self._shake_hands)
                return

    def close(self) -> None:
        """Ends the program."""
        self._patient.kill()

    # -- the steps

    def _manners(self) -> list[tuple[str, Callable[[], str]]]:
        startup = self._budget.startup
        return [
            ("options", lambda: talking.set_options(self._talk, self._hand, startup)),
            ("isready", lambda: talking.ask_ready(self._talk, startup)),
            ("ping", lambda: talking.ping(self._talk, startup)),
            ("unknown commands", lambda: talking.puzzle(self._talk, startup)),
            ("carriage returns", lambda: talking.odd_lines(self._talk, startup)),
        ]

    def _skills(self) -> Iterator[tuple[str, Callable[[], str]]]:
        for game in self._games:
            yield f"{game.name}: legal answers", partial(self._play, game)
            yield f"{game.name}: clocks", partial(self._keep_time, game)
            if not game.has_turns:
                yield f"{game.name}: rejected", partial(self._reject, game)
        game = self._games[0]
        yield "isready while thinking", partial(self._disturb, game)
        yield "stop", partial(self._stop, game)
        yield "newgame twice", partial(self._begin_twice, game)

    def _farewell(self) -> list[tuple[str, Callable[[], str]]]:
        return [
            ("clean stdout", self._be_clean),
            ("quit", lambda: talking.leave(self._talk, self._patient, self._budget.quit)),
            ("no process left", lambda: talking.leave_nobody(self._patient)),
            ("end of input", self._end_input),
        ]

    def _try(self, name: str, take: Callable[[], str]) -> ExamStep:
        try:
            return ExamStep(name, passed=True, detail=quoted(take()))
        except FailedError as failure:
            detail = failure.detail
            if self._talk.broken:
                detail = f"{detail}: {self._patient.last_words()}"
            return ExamStep(name, False, quoted(detail), quote(self._talk.sent), failure.came, failure.expected)
        except StartupError as error:
            return ExamStep(name, False, quoted(str(error)), "", "", "a program that starts again")

    # -- the program

    def _begin_anew(self) -> bool:
        """Starts the program again. Returns whether it is as far as it was."""
        self._patient.kill()
        self._strange += self._talk.strange
        try:
            self._patient = self._start()
            self._talk = BotDialogue(self._patient.wires)
            self._idents = Idents()
            self._shake_hands()
        except (FailedError, StartupError):
            return False
        return True

    def _shake_hands(self) -> str:
        hand = self._hand = talking.shake_hands(self._talk, self._budget.startup, self._patient)
        self._choose_games(hand.games)
        for name, value in self._options:
            self._talk.tell(SetOption(name, value).text())
        return f"{hand.name or 'without a name'}, plays {' '.join(hand.games)}"

    def _choose_games(self, named: Sequence[str]) -> None:
        told, wanted = f"games {' '.join(named)}", "games " + " ".join(GAMES)
        if not named:
            raise FailedError("the bot names no game", wanted, "no games line before cgpok")
        for game in self._games:
            if game.name not in named:
                raise FailedError(f"the bot does not play {game.name}", f"games … {game.name}", told)
        self._games = self._games or tuple(GAMES[name] for name in named if name in GAMES)
        if not self._games:
            raise FailedError("the bot plays no game that there is", wanted, told)

    def _be_clean(self) -> str:
        self._talk.strange = self._strange + self._talk.strange
        return talking.be_clean(self._talk)

    def _end_input(self) -> str:
        self._patient.kill()
        self._patient = self._start()
        self._talk = BotDialogue(self._patient.wires)
        self._shake_hands()
        practice = self._practice(self._games[0], 0)
        if practice.reach():
            practice.ask(f"movetime {self._budget.move}")
        return talking.end_of_input(self._patient, self._budget.quit)

    # -- the games

    def _practice(self, game: Game, number: int, clock: ClockSettings | None = None) -> Practice:
        """A game with the bot in one seat after another, and with every number of players, as `number` grows."""
        round_number, which = divmod(number, len(game.players))
        rules = game.rules(players=game.players[which])
        practice = Practice(self._talk, self._idents, self._rng, game, rules, round_number % rules.players)
        usual = ClockSettings.turns(self._budget.move) if game.has_turns else ClockSettings.virtual()
        practice.begin(clock or usual, self._budget.startup)
        return practice

    def _play(self, game: Game) -> str:
        """Games with the bot in one seat after another, the other seats played at random."""
        count = deals = slowest = 0
        until = self._talk.now() + self._budget.game * MILLI
        while count < self._answers and self._talk.now() < until:
            practice = self._practice(game, deals)
            enough = min(self._answers, count + _MOST_IN_ONE)
            while count < enough and practice.reach():
                question = practice.ask(f"movetime {self._budget.move}")
                move, nanos = practice.answer(question, self._budget.move)
                practice.play(move)
                count, slowest = count + 1, max(slowest, nanos)
            practice.end()
            deals += 1
        return f"{count} in {deals} deals, the slowest after {slowest / MILLI:.1f} ms"

    def _keep_time(self, game: Game) -> str:
        """Little time, on each of the game's two clocks."""
        hasty = self._budget.hasty
        if not game.has_turns:
            virtual, wall = ClockSettings.virtual(movetime_ms=hasty), ClockSettings.wall()
            slowest = self._hurry(game, virtual, lambda _: f"movetime {hasty}", hasty)
            slowest = max(slowest, self._hurry(game, wall, lambda _: "", self._budget.move))
            return f"virtual and wall, the slowest after {slowest / MILLI:.1f} ms"
        slowest = self._hurry(game, ClockSettings.turns(hasty), lambda _: f"movetime {hasty}", hasty)
        gain = hasty // 10

        def tokens(left: int) -> str:
            return f"time0 {left} time1 {left} inc0 {gain} inc1 {gain}"

        slowest = max(slowest, self._hurry(game, ClockSettings.timed(_A_FEW * hasty, gain), tokens, _A_FEW * hasty))
        return f"movetime and time, the slowest after {slowest / MILLI:.1f} ms"

    def _hurry(self, game: Game, clock: ClockSettings, tokens: Callable[[int], str], allowed_ms: int) -> int:
        """A few answers on a clock, `allowed_ms` for each, or for all of them. The slowest, in ns."""
        practice = self._practice(game, 0, clock)
        slowest = used = 0
        for count in range(_A_FEW):
            if not practice.reach():
                break
            left = allowed_ms
            if clock.time_ms is not None:
                left = max(0, allowed_ms - used // MILLI) + count * clock.inc_ms
            move, nanos = practice.answer(practice.ask(tokens(left)), left)
            used += nanos
            slowest = max(slowest, nanos)
            practice.play(move)
        practice.end()
        return slowest

    def _reject(self, game: Game) -> str:
        """A card that came too late: no fault, nothing to answer, and the next `go` comes as ever."""
        practice = self._practice(game, 0)
        if practice.reach():
            question = practice.ask(f"movetime {self._budget.move}")
            move, _ = practice.answer(question, self._budget.move)
            name = question.names[question.legal.index(move)]
            self._talk.tell(Rejected(question.ident, name, "S8: the pile has changed; event 9 came first").text())
            practice.answer(practice.ask(f"movetime {self._budget.move}"), self._budget.move)
        practice.end()
        talking.ask_ready(self._talk, self._budget.startup)
        return "passed over, and the next go answered"

    def _disturb(self, game: Game) -> str:
        """`isready` in the middle of a `go`, which stays open."""
        practice = self._practice(game, 0)
        if practice.reach():
            question = practice.ask(f"movetime {self._budget.move}")
            until = self._talk.tell(IS_READY, within=2 * self._budget.move + margin_ms(game))
            expected = f"{READY}, and {question.expected}"
            missing = {READY, "bestmove"}
            while missing:
                line, _ = self._talk.hear(until, expected)
                word = line.split(None, 1)[0] if line.strip() else ""
                if word == READY or (word == "bestmove" and practice.read(question, line) is not None):
                    missing.discard(word)
                else:
                    self._talk.pass_over(line)
        practice.end()
        return "both answered"

    def _stop(self, game: Game) -> str:
        """`stop` in a `go` without a limit, and once more when none is open."""
        practice = self._practice(game, 0, ClockSettings.turns(None) if game.has_turns else None)
        if practice.reach():
            question = practice.ask("")
            self._talk.tell(STOP)
            practice.answer(question, self._budget.move)
        self._talk.tell(STOP)
        talking.ask_ready(self._talk, self._budget.startup)
        practice.end()
        return "answered"

    def _begin_twice(self, game: Game) -> str:
        """A game that is broken off without a word: what the bot remembers of it is void."""
        for number in range(2):
            practice = self._practice(game, number)
            if practice.reach():
                question = practice.ask(f"movetime {self._budget.move}")
                practice.answer(question, self._budget.move)
        practice.end()
        return "the second game is played"
