"""Spit in real time against a person: the table is drawn at each landing, whatever is being typed."""

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic, monotonic_ns
from types import FrameType

from cardgames.bots.seat import Seat
from cardgames.bots.spec import BotSpec
from cardgames.bots.wires import Channel, Wires
from cardgames.cards import UNKNOWN
from cardgames.casual.live_seat import LivePersonSeat, PausableWires, PersonChannel
from cardgames.casual.saved_game import SavedGame
from cardgames.cli.play.dialogue import Answer, Resigned, TakeBack
from cardgames.cli.play.game_loop import Evening, Sitting, how_it_broke_off
from cardgames.cli.play.line_editor import Keyboard, TypedLine
from cardgames.cli.play.live_view import Frames, RedrawnFrames, ScrolledFrames
from cardgames.cli.play.screen import Left, Screen
from cardgames.games.spit.drawing.table import before_spit
from cardgames.games.spit.rules.history import SPAT
from cardgames.games.spit.rules.moves import WAIT
from cardgames.games.spit.rules.state import SpitState
from cardgames.protocol.messages import Go, MessageError, Rejected
from cardgames.rules import GAME_ITSELF, Event, Outcome, State

_MANY_LINES = 5
"""From so many on an answer is read in peace, the clock standing still."""


class LiveSitting(Sitting):
    """One game of Spit in real time, with one person."""

    def __init__(
        self,
        saved: SavedGame,
        programs: Sequence[Seat | None],
        screen: Screen,
        evening: Evening,
        countdown_s: int,
        keyboard: Keyboard,
    ) -> None:
        """Seats everybody.

        Args:
            saved: what is played.
            programs: the bots that are programs.
            screen: where the person looks.
            evening: the series around it.
            countdown_s: the seconds before each spit.
            keyboard: where keys come from.
        """
        self._keyboard = keyboard
        self._channel = PersonChannel(keyboard.descriptor, self._press, self._hear)
        self._wires: PausableWires | None = None
        self._go: int | None = None
        """The ID of the `go` that is open: without one there is nothing to be chosen."""
        self._notice: tuple[str, ...] = ()
        self._listing = False
        """The list of moves stands there, and is kept up to date."""
        self._early: list[str] = []
        """Lines that came while nothing could be answered."""
        self._shown: State | None = None
        self._drawing_now = self._stale = False
        super().__init__(saved, programs, screen, evening, self._make_wires)
        (self._seat,) = self.people
        self._line = TypedLine(self._words)
        drawn_over = screen.drawn_over
        self._frames: Frames = (RedrawnFrames if drawn_over else ScrolledFrames)(screen, self._line)
        self._countdown_s = countdown_s

    def _person_seat(self, spec: BotSpec) -> Seat:
        return LivePersonSeat(spec, self._channel)

    def _make_wires(self, channels: Sequence[Channel | None]) -> Wires:
        self._wires = PausableWires(channels)
        return self._wires

    def play(self) -> Outcome:
        """Plays to the end."""
        with self._at_the_keyboard():
            outcome = self._play()
        self.screen.say("", *self._ending(outcome))
        self.friendly.close()
        return outcome

    def _play(self) -> Outcome:
        self._begin()
        while (outcome := self.friendly.outcome) is None:
            try:
                landing = self.friendly.step()
            except TakeBack as wanted:
                self.friendly.take_back(wanted.count)
                self._notice = ("taken back",)
                self._evening.keep(self.friendly.moves)
                self._begin()
                continue
            except Resigned as resigned:
                self.friendly.resign(resigned.seat)
                continue
            if landing is not None:
                self._landed()
        self._draw()
        self._frames.ended()
        return outcome

    def _ending(self, outcome: Outcome) -> list[str]:
        if self.friendly.state.outcome is None:
            return [how_it_broke_off(self.friendly, outcome, self._names)]
        return []

    # -- the game goes on

    def _begin(self) -> None:
        """The first spit, or the first moment of a game that is gone on with."""
        view = self.friendly.state.view(self._seat)
        assert isinstance(view, SpitState)
        if self.friendly.moves:
            self._count_down(view, "it goes on")
        else:
            # Every card of the piles has been spat by the deal.
            spit = Event(SPAT, GAME_ITSELF, moved=(UNKNOWN, UNKNOWN))
            self._count_down(before_spit(view, [spit] * len(view.piles[0])), "spit")
        self._show(view)

    def _landed(self) -> None:
        """A move has been made: news, a countdown if a spit followed, the table."""
        self._spread_news()
        self._evening.keep(self.friendly.moves)
        view = self.friendly.state.view(self._seat)
        assert isinstance(view, SpitState)
        before = before_spit(view, self.friendly.happened[-1])
        if before is not None and self.friendly.outcome is None:
            self._count_down(before, "spit")
        self._show(view)

    def _count_down(self, view: State | None, what: str) -> None:
        """Time to look up. What is typed meanwhile is answered when it is over."""
        for left in range(self._countdown_s, 0, -1):
            if view is not None:
                self._shown = view
            self._notice = (f"{what} in {left} ..",)
            self._draw()
            until = monotonic() + 1
            while (keys := self._keyboard.wait(until)) is not None:
                self._early += self._take(keys)
        self._notice = ()

    def _show(self, view: State) -> None:
        self._looks[self._seat].remember()
        self._shown = view
        if self._listing and self.friendly.outcome is None:
            legal = self.friendly.state.legal(self._seat)
            self._notice = self._dialogues[self._seat].list_lines(view, legal)
        elif self.friendly.moves and self.friendly.moves[-1][0] == self._seat:
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

    # -- what the table says

    def _hear(self, line: str) -> None:
        word = line.split(" ", 1)[0]
        if word == "position":
            self._go = None
        elif word == "go":
            self._go = _ident_of(line)
            early, self._early = self._early, []
            for typed in early:
                self._answer(typed)
        elif word == "rejected":
            rejected = Rejected.parse(line)
            reason = rejected.reason.partition("; event ")[0]
            refusal = self.friendly.state.refusal(self._seat, self.game.parse_move(rejected.move))
            if refusal is not None and refusal.text() == reason:
                # Else it is the clock's own reason, which names no seat and no card.
                reason = refusal.said(self._voice(self._seat))
            self._notice = (f"{rejected.move} came too late. {reason}",)
            self._draw()

    # -- what the person says

    def _press(self) -> None:
        """There are keys: takes them, and answers each line."""
        for line in self._take(self._keyboard.read()):
            self._answer(line)

    def _take(self, keys: bytes) -> list[str]:
        """Keys into the line; the lines that are complete. Raises Left if the person has gone."""
        before = self._line.text
        lines = self._line.feed(keys)
        if not keys or self._line.ended:
            raise Left
        if lines or self._line.redraw:
            self._line.redraw = False
            self._draw()
        else:
            self._frames.typed(before)
        return lines

    def _answer(self, line: str) -> None:
        state = self.friendly.state
        legal = state.legal(self._seat)
        self._listing = False
        answer = self._dialogues[self._seat].hear(line, state.view(self._seat), legal)
        if answer.move is not None:
            self._move(answer.move)
        elif len(answer.lines) >= _MANY_LINES and not answer.listing:
            self._read_in_peace(answer)
        else:
            self._notice = answer.lines
            self._listing = answer.listing
            self._draw()

    def _move(self, move: int) -> None:
        name = self.game.move_name(move)
        if self._go is None:
            self._notice = ("there is nothing to choose just now",)
            self._draw()
            return
        if move == WAIT:
            self._notice = ("you wait; both spit when the other does too",)
            self._draw()
        self._channel.answer(f"bestmove {name} {self._go}")

    def _read_in_peace(self, answer: Answer) -> None:
        """Many lines: the clock stands still until they have been read."""
        begun = monotonic_ns()
        self._keyboard.give_back()
        self._frames.ended()
        self.screen.page(answer.lines)
        self.screen.pause("The clock stands still. Enter to go on")
        self._keyboard.take()
        self._stood_still(begun)

    def _stood_still(self, begun: int) -> None:
        if self._wires is not None:
            self._wires.stand_still(monotonic_ns() - begun)
        self._notice = ()
        self._draw()

    def _words(self) -> Sequence[str]:
        return self._dialogues[self._seat].words(self.friendly.state.legal(self._seat))

    # -- the terminal

    @contextmanager
    def _at_the_keyboard(self) -> Iterator[None]:
        """Takes the keys, follows a resize and Ctrl-Z; puts all of it back."""
        handlers: dict[int, Callable[[int, FrameType | None], None]] = {
            signal.SIGWINCH: self._resized,
            signal.SIGTSTP: self._put_aside,
        }
        before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
        self._keyboard.take()
        try:
            yield
        except BaseException:
            self._frames.ended()
            raise
        finally:
            self._keyboard.give_back()
            for number, handler in before.items():
                signal.signal(number, handler)

    def _resized(self, _number: int, _frame: FrameType | None) -> None:
        self._draw()

    def _put_aside(self, _number: int, _frame: FrameType | None) -> None:
        """Ctrl-Z: the shell has the terminal until `fg`, and nothing is played meanwhile."""
        begun = monotonic_ns()
        taken = self._keyboard.give_back()
        handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTSTP)
        # Here again after `fg`.
        signal.signal(signal.SIGTSTP, handler)
        if taken:
            self._keyboard.take()
            self._stood_still(begun)


def _ident_of(line: str) -> int | None:
    try:
        return Go.parse(line).ident
    except MessageError:
        return None
