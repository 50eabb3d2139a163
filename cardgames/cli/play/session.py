"""All games of one call of `cardgames play`: one after another, the result of each written down at its end."""

import shlex
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from cardgames.bots.limits import Limits
from cardgames.bots.open_seat import open_seat
from cardgames.bots.seat import Seat
from cardgames.casual.console_wires import ConsoleWires, PausableTime
from cardgames.casual.game import RESIGNED, CasualGame
from cardgames.casual.saved_game import SavedGame, SavedGameError
from cardgames.cli.errors import FailureError
from cardgames.cli.exit_status import DONE, FAILED
from cardgames.cli.play.console import GameConsole
from cardgames.cli.play.saves import Saves
from cardgames.cli.play.scorebook import DRAWN, LOST, WON, ScoreEntry, add_score
from cardgames.cli.play.screen import PlayerLeft, Screen
from cardgames.cli.play.series import OngoingSeries, complain
from cardgames.cli.play.waiting_console import WaitingConsole
from cardgames.files import append_whole
from cardgames.rules import Outcome


class Places(NamedTuple):
    """Where things of the person's lie."""

    folder: Path
    """The data folder."""
    records: Path | None
    """The file that each finished game is added to; None for none."""
    environ: Mapping[str, str]


class Session:
    """All games of one call of `cardgames play`."""

    def __init__(
        self,
        saved: SavedGame,
        screen: Screen,
        places: Places,
        limits: Limits,
        *,
        begins: bool = True,
        countdown_s: int = 0,
    ) -> None:
        """A session that begins, or goes on, as `saved` says.

        Args:
            saved: what is played.
            screen: where the person reads and types.
            places: where things lie.
            limits: what a bot may take.
            begins: it is a new game; else one that was left.
            countdown_s: Spit in real time: the seconds before each spit.
        """
        self._series = OngoingSeries(saved, Saves(places.folder), places.environ)
        self._begins = begins
        self._screen = screen
        self._countdown_s = countdown_s
        self._places = places
        self._limits = limits

    def run(self) -> int:
        """Plays until the series is over or the person leaves. Returns the status to exit with.

        Raises:
            StartupError: a bot that does not start.
            FailureError: a saved game that cannot be gone on with.
            KeyboardInterrupt: Ctrl-C, or an end from outside; the game is kept.
        """
        with ExitStack() as stack:
            stack.enter_context(_ended_as_by_ctrl_c())
            programs = [self._open(at, stack) for at in range(len(self._series.names))]
            if self._begins:
                self._series.set_aside()
            try:
                return self._play_all(programs)
            except PlayerLeft:
                self._series.say_how_to_go_on()
                return DONE
            except FailureError:
                raise
            except BaseException:
                self._series.say_how_to_go_on()
                raise

    def _open(self, at: int, stack: ExitStack) -> Seat | None:
        spec = self._series.saved.seats[at]
        if not spec.command:
            return None
        seat = open_seat(spec, self._limits)
        stack.callback(seat.close)
        seat.ready(self._series.saved.game)
        return seat

    def _play_all(self, programs: Sequence[Seat | None]) -> int:
        series = self._series
        while True:
            game, outcome = self._play_one(programs)
            if game.faults:
                # It is kept as it was before the fault.
                series.say_how_to_go_on()
                return FAILED
            self._write_down(game, outcome)
            series.add(outcome)
            if series.is_over:
                series.drop()
                self._say_result()
                return DONE
            series.keep(())
            self._screen.say(*series.standing())
            self._screen.pause(f"Enter for {series.which_game()}")

    def _play_one(self, programs: Sequence[Seat | None]) -> tuple[CasualGame, Outcome]:
        """One game to its end. Raises PlayerLeft."""
        time = PausableTime()
        try:
            game = CasualGame.load(self._series.saved, programs, lambda channels: ConsoleWires(channels, time))
        except SavedGameError as error:
            raise FailureError(f"the saved game cannot be gone on with: {error}") from None
        console = self._console(game, time)
        with console.at_terminal():
            outcome = game.play(console)
            if outcome is None:
                raise PlayerLeft
        return game, outcome

    def _console(self, game: CasualGame, time: PausableTime) -> GameConsole:
        if game.setup.clock.kind != "wall":
            return WaitingConsole(game, self._series, self._screen)
        # Imported here: only Spit is played in real time.
        from cardgames.cli.play.live_console import LiveConsole

        return LiveConsole(game, self._series, self._screen, time, self._countdown_s)

    def _write_down(self, game: CasualGame, outcome: Outcome) -> None:
        """The record and the score of a game that has ended by its rules, or was given up."""
        try:
            if self._places.records is not None and outcome.reason != RESIGNED:
                append_whole(self._places.records, game.record())
            if len(game.people) == 1 and not self._series.saved.practice:
                add_score(self._places.folder, self._score(game.people[0], outcome))
        except OSError as error:
            complain(f"{error.filename or self._places.folder}: {error.strerror}; the result is not written down")

    def _score(self, seat: int, outcome: Outcome) -> ScoreEntry:
        names = self._series.names
        others = [each for each in range(len(names)) if each != seat]
        result = WON if outcome.winners == (seat,) else DRAWN if seat in outcome.winners else LOST
        return ScoreEntry(
            datetime.now().astimezone().strftime("%Y-%m-%d"),
            self._series.saved.game.name,
            ", ".join(names[each] for each in others),
            result,
            tuple(outcome.scores[each] for each in (seat, *others)),
            outcome.reason,
        )

    def _say_result(self) -> None:
        saved = self._series.saved
        if saved.series.is_long:
            self._screen.say(*self._series.standing(), self._series.winners())
        else:
            self._screen.say(f"The same deal again: --seed {shlex.quote(saved.seed)}")


@contextmanager
def _ended_as_by_ctrl_c() -> Iterator[None]:
    """An end from outside (SIGTERM, a terminal that goes) leaves the terminal as it was, too."""
    numbers = [number for number in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(number) != signal.SIG_IGN]
    before = {number: signal.signal(number, signal.default_int_handler) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
