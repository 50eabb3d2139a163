"""Is a program a good CGP/1 bot? It is led through the protocol step by step, as the referee does.

Each step passes, or fails with what was sent, what came and what was expected, so that the author can mend the bot.
After a failed step the program is started again, so that one fault does not hide another.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import NamedTuple

from cardgames.bots.faults import StartupError
from cardgames.bots.wires import MILLI
from cardgames.conformance import protocol_steps
from cardgames.conformance.dialogue import BotDialogue, FailedError, quote
from cardgames.conformance.practice_game import GoIdents, PracticeGame, margin_ms
from cardgames.conformance.program import ExaminedProgram
from cardgames.games.registry import GAMES
from cardgames.protocol.from_bot import READY, Handshake
from cardgames.protocol.lines import quoted
from cardgames.protocol.to_bot import IS_READY, STOP, Rejected, SetOption
from cardgames.rules import Game
from cardgames.table.clock_settings import ClockSettings

ANSWERS = 300
"""How many answers are asked for in each game, if there is time for them (`StepTimes.game`)."""
_MOST_IN_ONE = 40
"""How many answers in one deal, so that every seat and every number of players has its turn."""
_A_FEW = 5


class ExamStep(NamedTuple):
    """One step and its result."""

    name: str
    passed: bool
    detail: str
    """In words: what was found if it passed, what was wrong if it failed."""
    sent: str = ""
    """The last line that was sent; this and the next two only if it failed."""
    came: str = ""
    expected: str = ""


class StepTimes(NamedTuple):
    """How long a bot may take, in ms."""

    startup: int = 10_000
    """For the handshake, and for each `isready` and `ping`."""
    move: int = 1000
    """For each answer; in games with turns 20 ms more are forgiven, as in a match."""
    hasty: int = 300
    """For an answer with little time, to see whether the bot keeps to it."""
    game: int = 20_000
    """For all answers in one game: a slow bot is asked less often."""
    quit: int = 2000


class Examination:
    """The examination of one bot."""

    def __init__(
        self,
        start: Callable[[], ExaminedProgram],
        rng: Random,
        *,
        games: Sequence[Game] = (),
        options: Sequence[tuple[str, str]] = (),
        times: StepTimes | None = None,
        answers: int = ANSWERS,
    ) -> None:
        """An examination that has not begun.

        Args:
            start: starts the program, the first time and again. Raises StartupError.
            rng: the random source of the deals and of the other seats' moves.
            games: the games to examine; if empty, all that the bot says it plays.
            options: name and value of each option to set after the handshake.
            times: how long the bot may take.
            answers: how many answers are asked for in each game.
        """
        self._start = start
        self._rng = rng
        self._games = tuple(games)
        self._options = options
        self._times = times or StepTimes()
        self._answers = answers
        self._unknown_lines: list[str] = []
        self._handshake = Handshake()
        self._start_program()

    def steps(self) -> Iterator[ExamStep]:
        """Takes one step after another; ends early if the program does not get through its handshake."""
        first = self._try("handshake", self._do_handshake)
        yield first
        if not first.passed:
            return
        for name, take in [*self._protocol_steps(), *self._game_steps(), *self._last_steps()]:
            step = self._try(name, take)
            yield step
            if not step.passed and not self._restart():
                yield self._try("start once more", self._do_handshake)
                return

    def close(self) -> None:
        """Ends the program."""
        self._program.kill()

    # -- the steps

    def _protocol_steps(self) -> list[tuple[str, Callable[[], str]]]:
        startup = self._times.startup
        return [
            ("options", lambda: protocol_steps.set_options(self._dialogue, self._handshake, startup)),
            ("isready", lambda: protocol_steps.check_ready(self._dialogue, startup)),
            ("ping", lambda: protocol_steps.check_ping(self._dialogue, startup)),
            ("unknown commands", lambda: protocol_steps.send_unknown(self._dialogue, startup)),
            ("carriage returns", lambda: protocol_steps.send_odd_blanks(self._dialogue, startup)),
        ]

    def _game_steps(self) -> Iterator[tuple[str, Callable[[], str]]]:
        for game in self._games:
            yield f"{game.name}: legal answers", partial(self._play, game)
            yield f"{game.name}: clocks", partial(self._check_clocks, game)
            if not game.has_turns:
                yield f"{game.name}: rejected", partial(self._check_rejected, game)
        game = self._games[0]
        yield "isready while thinking", partial(self._check_isready, game)
        yield "stop", partial(self._check_stop, game)
        yield "newgame twice", partial(self._check_second_game, game)

    def _last_steps(self) -> list[tuple[str, Callable[[], str]]]:
        return [
            ("clean stdout", self._check_stdout),
            ("quit", lambda: protocol_steps.quit_program(self._dialogue, self._program, self._times.quit)),
            ("no process left", lambda: protocol_steps.check_processes(self._program)),
            ("end of input", self._check_end_of_input),
        ]

    def _try(self, name: str, take: Callable[[], str]) -> ExamStep:
        try:
            return ExamStep(name, passed=True, detail=quoted(take()))
        except FailedError as failure:
            detail = failure.detail
            if self._dialogue.broken:
                detail = f"{detail}: {self._program.last_words()}"
            return ExamStep(name, False, quoted(detail), quote(self._dialogue.sent), failure.came, failure.expected)
        except StartupError as error:
            return ExamStep(name, False, quoted(str(error)), "", "", "a program that starts again")

    # -- the program

    def _start_program(self) -> None:
        self._program = self._start()
        self._dialogue = BotDialogue(self._program.wires)
        self._idents = GoIdents()

    def _restart(self) -> bool:
        """Starts the program again. Returns whether it has got through its handshake."""
        self._program.kill()
        self._unknown_lines += self._dialogue.unknown_lines
        try:
            self._start_program()
            self._do_handshake()
        except (FailedError, StartupError):
            return False
        return True

    def _do_handshake(self) -> str:
        handshake = self._handshake = protocol_steps.do_handshake(self._dialogue, self._times.startup, self._program)
        self._choose_games(handshake.games)
        for name, value in self._options:
            self._dialogue.send(SetOption(name, value).text())
        return f"{handshake.name or 'without a name'}, plays {' '.join(handshake.games)}"

    def _choose_games(self, named: Sequence[str]) -> None:
        offered, wanted = f"games {' '.join(named)}", "games " + " ".join(GAMES)
        if not named:
            raise FailedError("the bot names no game", wanted, "no games line before cgpok")
        for game in self._games:
            if game.name not in named:
                raise FailedError(f"the bot does not play {game.name}", f"games … {game.name}", offered)
        self._games = self._games or tuple(GAMES[name] for name in named if name in GAMES)
        if not self._games:
            raise FailedError("the bot plays no game that there is", wanted, offered)

    def _check_stdout(self) -> str:
        self._dialogue.unknown_lines = self._unknown_lines + self._dialogue.unknown_lines
        return protocol_steps.check_stdout(self._dialogue)

    def _check_end_of_input(self) -> str:
        self._program.kill()
        self._start_program()
        self._do_handshake()
        practice = self._new_game(self._games[0], 0)
        if practice.play_to_bot():
            practice.ask(f"movetime {self._times.move}")
        return protocol_steps.check_end_of_input(self._program, self._times.quit)

    # -- the games

    def _new_game(self, game: Game, number: int, clock: ClockSettings | None = None) -> PracticeGame:
        """A game with the bot in one seat after another, and with every number of players, as `number` grows."""
        round_number, which = divmod(number, len(game.players))
        rules = game.rules(players=game.players[which])
        practice = PracticeGame(self._dialogue, self._idents, self._rng, game, rules, round_number % rules.players)
        usual = ClockSettings.turns(self._times.move) if game.has_turns else ClockSettings.virtual()
        practice.begin(clock or usual, self._times.startup)
        return practice

    def _play(self, game: Game) -> str:
        """Games with the bot in one seat after another; the other seats play at random."""
        count = deals = slowest = 0
        until = self._dialogue.now() + self._times.game * MILLI
        while count < self._answers and self._dialogue.now() < until:
            practice = self._new_game(game, deals)
            enough = min(self._answers, count + _MOST_IN_ONE)
            while count < enough and practice.play_to_bot():
                go = practice.ask(f"movetime {self._times.move}")
                move, nanos = practice.answer(go, self._times.move)
                practice.play(move)
                count, slowest = count + 1, max(slowest, nanos)
            practice.end()
            deals += 1
        return f"{count} in {deals} deals, the slowest after {slowest / MILLI:.1f} ms"

    def _check_clocks(self, game: Game) -> str:
        """Answers with little time, on each of the game's two clocks."""
        hasty = self._times.hasty
        if not game.has_turns:
            virtual, wall = ClockSettings.virtual(movetime_ms=hasty), ClockSettings.wall()
            slowest = self._slowest_answer(game, virtual, lambda _: f"movetime {hasty}", hasty)
            slowest = max(slowest, self._slowest_answer(game, wall, lambda _: "", self._times.move))
            return f"virtual and wall, the slowest after {slowest / MILLI:.1f} ms"
        slowest = self._slowest_answer(game, ClockSettings.turns(hasty), lambda _: f"movetime {hasty}", hasty)
        gain = hasty // 10

        def tokens(left: int) -> str:
            return f"time0 {left} time1 {left} inc0 {gain} inc1 {gain}"

        timed = ClockSettings.timed(_A_FEW * hasty, gain)
        slowest = max(slowest, self._slowest_answer(game, timed, tokens, _A_FEW * hasty))
        return f"movetime and time, the slowest after {slowest / MILLI:.1f} ms"

    def _slowest_answer(self, game: Game, clock: ClockSettings, tokens: Callable[[int], str], allowed_ms: int) -> int:
        """A few answers on a clock, `allowed_ms` for each of them or for all together. Returns the slowest one's
        time in ns.
        """
        practice = self._new_game(game, 0, clock)
        slowest = used = 0
        for count in range(_A_FEW):
            if not practice.play_to_bot():
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

    def _check_rejected(self, game: Game) -> str:
        """A card that came too late is no fault; it needs no answer, and the next `go` comes as always."""
        practice = self._new_game(game, 0)
        if practice.play_to_bot():
            go = practice.ask(f"movetime {self._times.move}")
            move, _ = practice.answer(go, self._times.move)
            name = go.names[go.legal.index(move)]
            self._dialogue.send(Rejected(go.ident, name, "S8: the pile has changed; event 9 came first").text())
            practice.answer(practice.ask(f"movetime {self._times.move}"), self._times.move)
        practice.end()
        protocol_steps.check_ready(self._dialogue, self._times.startup)
        return "passed over, and the next go answered"

    def _check_isready(self, game: Game) -> str:
        """`isready` during a `go`, which stays open."""
        practice = self._new_game(game, 0)
        if practice.play_to_bot():
            go = practice.ask(f"movetime {self._times.move}")
            until = self._dialogue.send(IS_READY, within=2 * self._times.move + margin_ms(game))
            expected = f"{READY}, and {go.expected}"
            missing = {READY, "bestmove"}
            while missing:
                line, _ = self._dialogue.receive(until, expected)
                word = line.split(None, 1)[0] if line.strip() else ""
                if word == READY or (word == "bestmove" and practice.read(go, line) is not None):
                    missing.discard(word)
                else:
                    self._dialogue.skip(line)
        practice.end()
        return "both answered"

    def _check_stop(self, game: Game) -> str:
        """`stop` during a `go` without a limit, and again when no `go` is open."""
        practice = self._new_game(game, 0, ClockSettings.turns(None) if game.has_turns else None)
        if practice.play_to_bot():
            go = practice.ask("")
            self._dialogue.send(STOP)
            practice.answer(go, self._times.move)
        self._dialogue.send(STOP)
        protocol_steps.check_ready(self._dialogue, self._times.startup)
        practice.end()
        return "answered"

    def _check_second_game(self, game: Game) -> str:
        """A game that is broken off without a message: what the bot remembers of it no longer counts."""
        for number in range(2):
            practice = self._new_game(game, number)
            if practice.play_to_bot():
                go = practice.ask(f"movetime {self._times.move}")
                practice.answer(go, self._times.move)
        practice.end()
        return "the second game is played"
