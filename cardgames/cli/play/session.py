"""A person's evening: one game after another, each kept as it goes on, its result written down at the end."""

import shlex
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

from cardgames.bots.limits import Limits
from cardgames.bots.open_seat import open_seat
from cardgames.bots.seat import Seat
from cardgames.casual.game import RESIGNED
from cardgames.casual.saved_game import SavedGame, SavedGameError
from cardgames.casual.seats import HUMAN
from cardgames.cli.errors import FailureError
from cardgames.cli.exit_status import DONE, FAILED
from cardgames.cli.play.dialogue import Gone
from cardgames.cli.play.game_loop import Evening, Sitting, WaitingSitting
from cardgames.cli.play.saves import Saves, line_to_go_on, resume_name
from cardgames.cli.play.scorebook import DRAWN, LOST, WON, ScoreEntry, add_score
from cardgames.cli.play.screen import Left, Screen
from cardgames.drawing.wording import YOU, Wording, sentence
from cardgames.files import append_whole
from cardgames.rules import Outcome
from cardgames.table.table import Landing
from cardgames.text import counted, harmless


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
        self._saved = saved
        self._begins = begins
        self._screen = screen
        self._countdown_s = countdown_s
        self._places = places
        self._limits = limits
        self._saves = Saves(places.folder)
        self._names = [spec.name for spec in saved.seats]
        self._keeping = True

    def run(self) -> int:
        """Plays until the series is over or the person leaves. Returns the status to exit with.

        Raises:
            StartupError: a bot that does not start.
            FailureError: a saved game that cannot be gone on with.
            KeyboardInterrupt: Ctrl-C, or an end from outside; the game is kept.
        """
        with ExitStack() as stack:
            stack.enter_context(_ended_as_by_ctrl_c())
            programs = [self._open(at, stack) for at in range(len(self._saved.seats))]
            if self._begins:
                self._set_aside()
            try:
                return self._play_all(programs)
            except (Gone, Left):
                self._say_how_to_go_on()
                return DONE
            except FailureError:
                raise
            except BaseException:
                self._say_how_to_go_on()
                raise

    def _open(self, at: int, stack: ExitStack) -> Seat | None:
        spec = self._saved.seats[at]
        if not spec.command:
            return None
        seat = open_seat(spec, self._limits)
        stack.callback(seat.close)
        seat.ready(self._saved.game)
        return seat

    def _play_all(self, programs: Sequence[Seat | None]) -> int:
        while True:
            outcome = self._play_one(programs)
            if outcome is None:
                return FAILED
            series = self._saved.series
            self._saved = self._saved._replace(series=series._replace(results=(*series.results, outcome)), moves=())
            if self._saved.series.is_over(len(self._names)):
                self._drop()
                self._say_result()
                return DONE
            self._keep(())
            self._screen.say(*self._standing())
            self._screen.pause(f"Enter for {self._which_game()}")

    def _play_one(self, programs: Sequence[Seat | None]) -> Outcome | None:
        """One game. None if a bot could not go on: the game is kept as it was before its fault."""
        go_on = partial(line_to_go_on, environ=self._places.environ)
        evening = Evening(self._keep, self._save, self._standing, self._greeting, go_on)
        try:
            sitting = self._sit_down(programs, evening)
        except SavedGameError as error:
            raise FailureError(f"the saved game cannot be gone on with: {error}") from None
        outcome = sitting.play()
        if sitting.friendly.faults:
            self._say_how_to_go_on()
            return None
        self._write_down(sitting, outcome)
        return outcome

    def _sit_down(self, programs: Sequence[Seat | None], evening: Evening) -> Sitting:
        if self._saved.clock.kind == "wall":
            # Imported here: only Spit is played in real time.
            from cardgames.cli.play.line_editor import Keyboard
            from cardgames.cli.play.realtime_loop import LiveSitting

            keyboard = Keyboard(sys.stdin.fileno())
            return LiveSitting(self._saved, programs, self._screen, evening, self._countdown_s, keyboard)
        return WaitingSitting(self._saved, programs, self._screen, evening)

    # -- keeping

    def _keep(self, moves: Sequence[Landing]) -> None:
        self._saved = self._saved._replace(moves=tuple(moves))
        if not self._keeping:
            return
        try:
            self._saves.keep(self._saved)
        except OSError as error:
            self._keeping = False
            self._complain(f"{error.filename or self._saves.folder}: {error.strerror}; the game is not kept")

    def _save(self, moves: Sequence[Landing], path: Path) -> None:
        self._saved._replace(moves=tuple(moves)).save(path, durable=True)

    def _set_aside(self) -> None:
        try:
            self._saves.set_aside(self._saved)
        except OSError as error:
            self._complain(f"{error.filename}: {error.strerror}")

    def _drop(self) -> None:
        try:
            self._saves.drop(self._saved)
        except OSError as error:
            self._complain(f"{error.filename}: {error.strerror}")

    def _write_down(self, sitting: Sitting, outcome: Outcome) -> None:
        """The record and the score of a game that has ended by its rules, or was given up."""
        try:
            if self._places.records is not None and outcome.reason != RESIGNED:
                append_whole(self._places.records, sitting.friendly.record())
            if len(sitting.people) == 1 and not self._saved.practice:
                add_score(self._places.folder, self._score(sitting.people[0], outcome))
        except OSError as error:
            self._complain(f"{error.filename or self._places.folder}: {error.strerror}; the result is not written down")

    def _score(self, seat: int, outcome: Outcome) -> ScoreEntry:
        others = [each for each in range(len(self._names)) if each != seat]
        result = WON if outcome.winners == (seat,) else DRAWN if seat in outcome.winners else LOST
        return ScoreEntry(
            datetime.now().astimezone().strftime("%Y-%m-%d"),
            self._saved.game.name,
            ", ".join(self._names[each] for each in others),
            result,
            tuple(outcome.scores[each] for each in (seat, *others)),
            outcome.reason,
        )

    # -- saying

    def _greeting(self) -> list[str]:
        saved = self._saved
        people = [at for at, spec in enumerate(saved.seats) if spec.player == HUMAN]
        others = [name for at, name in enumerate(self._names) if at not in people]
        sides = " and ".join(f"{self._names[at]} (seat {at})" for at in people)
        against = f" against {' and '.join(others)}" if others else ""
        made = f", going on after {len(saved.moves)} moves" if saved.moves else ""
        practice = ", for practice" if saved.practice else ""
        game = f", {self._which_game()}" if saved.series.is_long else ""
        return [
            f"{saved.game.name.capitalize()}{game}: {sides}{against}{practice}{made}.",
            "? lists your moves, help tells the rest, quit leaves and keeps the game.",
            *self._standing(),
        ]

    def _which_game(self) -> str:
        series = self._saved.series
        return (
            f"game {series.number} to {series.target}" if series.target else f"game {series.number} of {series.games}"
        )

    def _standing(self) -> list[str]:
        series = self._saved.series
        if not series.is_long:
            return []
        players = len(self._names)
        wins = ", ".join(f"{name} {won}" for name, won in zip(self._names, series.wins(players), strict=True))
        points = ", ".join(f"{name} {total}" for name, total in zip(self._names, series.totals(players), strict=True))
        return (
            [sentence(f"after {counted(len(series.results), 'game')}: won {wins}; points {points}")]
            if series.results
            else []
        )

    def _say_result(self) -> None:
        series = self._saved.series
        if not series.is_long:
            self._screen.say(f"The same deal again: --seed {shlex.quote(self._saved.seed)}")
            return
        totals, wins = series.totals(len(self._names)), series.wins(len(self._names))
        marks = list(zip(totals, wins, strict=True)) if series.target else list(zip(wins, totals, strict=True))
        first = [self._names[seat] for seat, mark in enumerate(marks) if mark == max(marks)]
        verb = "win" if len(first) > 1 or first[0] == YOU else "wins"
        share = "share" if len(first) > 1 else verb
        self._screen.say(*self._standing(), Wording(self._names).sentence(f"{' and '.join(first)} {share} the series"))

    def _say_how_to_go_on(self) -> None:
        """The game is kept, and this is how."""
        self._keep(self._saved.moves)
        if self._keeping:
            line = line_to_go_on(resume_name(self._saves.path_of(self._saved)), self._places.environ)
            # In one piece whatever the width: it is to be copied.
            print(f"The game is kept. To go on: {line}")

    def _complain(self, message: str) -> None:
        print(f"cardgames: {harmless(message)}", file=sys.stderr)


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
