"""What both consoles of a game have in common: pictures of the table, news for each person, a game that is kept."""

from abc import abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

from cardgames.casual.console import Console
from cardgames.casual.game import CasualGame
from cardgames.cli.play.dialogue import Dialogue
from cardgames.cli.play.screen import Screen
from cardgames.cli.play.series import OngoingSeries
from cardgames.drawing.viewer import Viewer
from cardgames.drawing.wording import Wording
from cardgames.games.drawings import drawing_of
from cardgames.rules import Outcome, State


class GameConsole(Console):
    """Shows one game to its people and keeps it after every move."""

    def __init__(self, game: CasualGame, series: OngoingSeries, screen: Screen) -> None:
        """A console.

        Args:
            game: what is played.
            series: the series around it.
            screen: where the people look.
        """
        self._game = game
        self._series = series
        self._screen = screen
        self._drawing = drawing_of(game.setup.game.name)
        self._wording = Wording(series.names, spoken=screen.spoken)
        self._viewers = {seat: Viewer(seat, series.names, symbols=screen.symbols) for seat in game.people}
        self._dialogues = {seat: Dialogue(game, seat, series, self._drawing, self._wording) for seat in game.people}
        self._news = {seat: series.greeting() for seat in game.people}

    def at_terminal(self) -> AbstractContextManager[None]:
        """Sets the terminal up for the game, and afterwards as it was."""
        return nullcontext()

    def observe(self) -> None:
        """Tells every person what the last move did, and keeps the game."""
        events = self._game.happened[-1]
        anew = any(event.clears_table for event in events)
        for seat in self._game.people:
            if anew:
                self._viewers[seat].forget()
            self._news[seat] += [self._dialogues[seat].sentence_of(event) for event in events]
        self._series.keep(self._game.moves)
        self._show_move()

    def taken_back(self) -> None:
        """Keeps the game as it is now."""
        self._series.keep(self._game.moves)
        self._show_taken_back()

    @abstractmethod
    def _show_move(self) -> None:
        """Shows the last move."""

    @abstractmethod
    def _show_taken_back(self) -> None:
        """Shows that moves have been taken back."""

    def _picture(self, view: State, seat: int) -> str:
        viewer = self._viewers[seat]
        viewer.width = self._screen.width
        if self._screen.spoken:
            return viewer.symbols.lines(self._drawing.facts(view, self._wording, viewer))
        return self._drawing.draw(view, seat, viewer)

    def _take_news(self, seat: int) -> list[str]:
        news, self._news[seat] = self._news[seat], []
        return news

    def _how_it_broke_off(self, outcome: Outcome) -> list[str]:
        """What to say of a game that did not end by its rules."""
        if self._game.state.outcome is not None:
            return []
        names: Sequence[str] = self._series.names
        if self._game.faults:
            fault = self._game.faults[0]
            return [f"{names[fault.seat]} cannot go on ({fault.kind}): {fault.detail}"]
        losers = [name for seat, name in enumerate(names) if seat not in outcome.winners]
        return [self._wording.sentence(f"{' and '.join(losers)} resigned")]
