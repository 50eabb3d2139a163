"""The console of Spit in real time, for one person: the table is drawn at each landing, whatever is being typed."""

import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from types import FrameType

from cardgames.cards import UNKNOWN
from cardgames.casual.console import Quit, Reply
from cardgames.casual.console_wires import PausableTime
from cardgames.casual.game import CasualGame
from cardgames.cli.play.console import GameConsole
from cardgames.cli.play.dialogue import Answer
from cardgames.cli.play.line_editor import Keyboard, TypedLine
from cardgames.cli.play.live_view import Frames, RedrawnFrames, ScrolledFrames
from cardgames.cli.play.screen import PlayerLeft, Screen
from cardgames.cli.play.series import OngoingSeries
from cardgames.games.spit.drawing.table import before_spit
from cardgames.games.spit.rules.history import SPAT
from cardgames.games.spit.rules.moves import WAIT
from cardgames.games.spit.rules.state import SpitState
from cardgames.rules import GAME_ITSELF, Event, Outcome, State

_MANY_LINES = 5
"""From so many on an answer is read in peace, the clock standing still."""


class LiveConsole(GameConsole):
    """Takes keys one by one; each line is answered as it ends, whether a move is awaited or not."""

    def __init__(
        self, game: CasualGame, series: OngoingSeries, screen: Screen, time: PausableTime, countdown_s: int
    ) -> None:
        """A console.

        Args:
            game: what is played.
            series: the series around it.
            screen: where the person looks.
            time: the time of the game.
            countdown_s: the seconds before each spit.
        """
        super().__init__(game, series, screen)
        (self._seat,) = game.people
        self._time = time
        self._countdown_s = countdown_s
        self._keys = Keyboard(sys.stdin.fileno())
        self.keyboard = self._keys.descriptor
        self._line = TypedLine(self._words)
        self._frames: Frames = (RedrawnFrames if screen.drawn_over else ScrolledFrames)(screen, self._line)
        self._notice: tuple[str, ...] = ()
        """What the person was answered last."""
        self._listing = False
        """The list of moves stands there, and is kept up to date."""
        self._early: list[str] = []
        """Lines that came while nothing could be answered."""
        self._shown: State | None = None
        self._drawing_now = self._stale = False

    # -- the game goes on

    def begin(self) -> None:
        """The first spit, or the first moment of a game that is gone on with."""
        view = self._view()
        if self._game.moves:
            self._count_down(view, "it goes on")
        else:
            # Every card of the piles has been spat by the deal.
            spit = Event(SPAT, GAME_ITSELF, moved=(UNKNOWN, UNKNOWN))
            self._count_down(before_spit(view, [spit] * len(view.piles[0])), "spit")
        self._show(view)

    def _show_move(self) -> None:
        """The table; before it a countdown, if a spit followed."""
        view = self._view()
        before = before_spit(view, self._game.happened[-1])
        if before is not None and self._game.outcome is None:
            self._count_down(before, "spit")
        self._show(view)

    def _show_taken_back(self) -> None:
        self._notice = ("taken back",)
        self.begin()

    def end(self, outcome: Outcome) -> None:
        """The table as it is at the end."""
        self._draw()
        self._frames.ended()
        self._screen.say("", *self._how_it_broke_off(outcome))

    def _view(self) -> SpitState:
        view = self._game.state.view(self._seat)
        assert isinstance(view, SpitState)
        return view

    def _count_down(self, view: State | None, what: str) -> None:
        """Time to look up. What is typed meanwhile is answered when it is over."""
        for left in range(self._countdown_s, 0, -1):
            if view is not None:
                self._shown = view
            self._notify(f"{what} in {left} ..")
            until = monotonic() + 1
            while (keys := self._keys.wait(until)) is not None:
                self._early += self._take(keys)
        self._notice = ()

    def _show(self, view: State) -> None:
        self._viewers[self._seat].remember()
        self._shown = view
        if self._listing and self._game.outcome is None:
            legal = self._game.state.legal(self._seat)
            self._notice = self._dialogues[self._seat].list_lines(view, legal)
        elif self._game.moves and self._game.moves[-1][0] == self._seat:
            self._notice = ()
        self._draw()

    def _draw(self) -> None:
        self._stale = True
        if self._shown is None or self._drawing_now:
            return
        self._drawing_now = True
        try:
            while self._stale:
                # A resize may come in the middle of it.
                self._stale = False
                news = self._take_news(self._seat)
                self._frames.show(self._picture(self._shown, self._seat), news, self._notice)
        finally:
            self._drawing_now = False

    # -- what the person says

    def rejected(self, seat: int, move: str, reason: str) -> None:  # noqa: ARG002 - there is one person
        """Says why, without the number of the event that came first."""
        reason = reason.partition("; event ")[0]
        refusal = self._game.state.refusal(self._seat, self._game.setup.game.parse_move(move))
        if refusal is not None and refusal.text() == reason:
            # Else it is the clock's own reason, which names no seat and no card.
            reason = refusal.said(self._wording)
        self._notify(f"{move} came too late. {reason}")

    def ask(self, seat: int) -> Iterable[Reply]:  # noqa: ARG002 - there is one person
        """Answers what was typed during a countdown."""
        early, self._early = self._early, []
        return self._replies(early, asked=True)

    def hear(self, seat: int, *, asked: bool) -> Iterable[Reply]:  # noqa: ARG002 - there is one person
        """Takes the keys, and answers each line that they end."""
        try:
            lines = self._take(self._keys.read())
        except PlayerLeft:
            return [Quit()]
        return self._replies(lines, asked=asked)

    def _replies(self, lines: Sequence[str], *, asked: bool) -> Iterator[Reply]:
        try:
            for line in lines:
                reply = self._answer(line, asked=asked)
                if reply is not None:
                    yield reply
        except PlayerLeft:
            yield Quit()

    def _take(self, keys: bytes) -> list[str]:
        """Keys into the line; the lines that are complete. Raises PlayerLeft."""
        before = self._line.text
        lines = self._line.feed(keys)
        if not keys or self._line.ended:
            raise PlayerLeft
        if lines or self._line.redraw:
            self._line.redraw = False
            self._draw()
        else:
            self._frames.typed(before)
        return lines

    def _answer(self, line: str, *, asked: bool) -> Reply | None:
        state = self._game.state
        legal = state.legal(self._seat)
        self._listing = False
        answer = self._dialogues[self._seat].hear(line, state.view(self._seat), legal)
        if isinstance(answer.reply, int):
            return self._move(answer.reply, asked=asked)
        if answer.reply is not None:
            return answer.reply
        if len(answer.lines) >= _MANY_LINES and not answer.listing:
            self._read_in_peace(answer)
        else:
            self._listing = answer.listing
            self._notify(*answer.lines)
        return None

    def _move(self, move: int, *, asked: bool) -> int | None:
        if not asked:
            self._notify("there is nothing to choose just now")
            return None
        if move == WAIT:
            self._notify("you wait; both spit when the other does too")
        return move

    def _read_in_peace(self, answer: Answer) -> None:
        """Many lines: the clock stands still until they have been read."""
        with self._time.paused():
            self._keys.give_back()
            self._frames.ended()
            self._screen.page(answer.lines)
            self._screen.pause("The clock stands still. Enter to go on")
            self._keys.take()
        self._notify()

    def _notify(self, *lines: str) -> None:
        """Shows this below the table, in place of what stood there."""
        self._notice = lines
        self._draw()

    def _words(self) -> Sequence[str]:
        return self._dialogues[self._seat].words(self._game.state.legal(self._seat))

    # -- the terminal

    @contextmanager
    def at_terminal(self) -> Iterator[None]:
        """Takes the keys, follows a resize and Ctrl-Z; puts all of it back."""
        handlers: dict[int, Callable[[int, FrameType | None], None]] = {
            signal.SIGWINCH: self._resized,
            signal.SIGTSTP: self._put_aside,
        }
        before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
        self._keys.take()
        try:
            yield
        except BaseException:
            self._frames.ended()
            raise
        finally:
            self._keys.give_back()
            for number, handler in before.items():
                signal.signal(number, handler)

    def _resized(self, _number: int, _frame: FrameType | None) -> None:
        self._draw()

    def _put_aside(self, _number: int, _frame: FrameType | None) -> None:
        """Ctrl-Z: the shell has the terminal until `fg`, and nothing is played meanwhile."""
        with self._time.paused():
            taken = self._keys.give_back()
            handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            signal.raise_signal(signal.SIGTSTP)
            # Here again after `fg`.
            signal.signal(signal.SIGTSTP, handler)
            if taken:
                self._keys.take()
        if taken:
            self._notify()
