"""The series that is being played: kept on disk after every move, and how it stands."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from cardgames.casual.saved_game import SavedGame
from cardgames.casual.seats import HUMAN
from cardgames.cli.play.saves import Saves, line_to_go_on, resume_name
from cardgames.drawing.wording import YOU, Wording, sentence
from cardgames.rules import Outcome
from cardgames.table.table import Landing
from cardgames.text import counted, harmless


class OngoingSeries:
    """One game or more, of the same people by the same rules.

    Attributes:
        saved: the game played now, as it is kept.
        names: what each seat is called.
    """

    def __init__(self, saved: SavedGame, saves: Saves, environ: Mapping[str, str]) -> None:
        self.saved = saved
        self.names = [spec.name for spec in saved.seats]
        self._saves = saves
        self._environ = environ
        self._keeping = True

    def add(self, outcome: Outcome) -> None:
        """A game has ended."""
        series = self.saved.series
        self.saved = self.saved._replace(series=series._replace(results=(*series.results, outcome)), moves=())

    @property
    def is_over(self) -> bool:
        """Whether no more game follows."""
        return self.saved.series.is_over(len(self.names))

    # -- on disk

    def set_aside(self) -> None:
        """It begins anew: a game that was left under the same name is kept beside."""
        try:
            self._saves.set_aside(self.saved)
        except OSError as error:
            complain(f"{error.filename}: {error.strerror}")

    def keep(self, moves: Sequence[Landing]) -> None:
        """Keeps the game with these moves, in case that the terminal goes."""
        self.saved = self.saved._replace(moves=tuple(moves))
        if not self._keeping:
            return
        try:
            self._saves.keep(self.saved)
        except OSError as error:
            self._keeping = False
            complain(f"{error.filename or self._saves.folder}: {error.strerror}; the game is not kept")

    def save(self, path: Path, moves: Sequence[Landing]) -> str:
        """Writes the game with these moves to a file of the person's. Returns the line that goes on with it.

        Raises:
            SavedGameError: the file is there and is no saved game.
            OSError: it cannot be written.
        """
        if path.exists():
            SavedGame.load(path)
        self.saved._replace(moves=tuple(moves)).save(path, durable=True)
        return line_to_go_on(str(path), self._environ)

    def drop(self) -> None:
        """It is over: nothing is kept any more."""
        try:
            self._saves.drop(self.saved)
        except OSError as error:
            complain(f"{error.filename}: {error.strerror}")

    def say_how_to_go_on(self) -> None:
        """The game is kept, and this is how."""
        self.keep(self.saved.moves)
        if self._keeping:
            line = line_to_go_on(resume_name(self._saves.path_of(self.saved)), self._environ)
            # In one piece whatever the width: it is to be copied.
            print(f"The game is kept. To go on: {line}")

    # -- in words

    def greeting(self) -> list[str]:
        """What is said before the first move."""
        saved = self.saved
        people = [at for at, spec in enumerate(saved.seats) if spec.player == HUMAN]
        others = [name for at, name in enumerate(self.names) if at not in people]
        seats = " and ".join(f"{self.names[at]} (seat {at})" for at in people)
        against = f" against {' and '.join(others)}" if others else ""
        made = f", going on after {len(saved.moves)} moves" if saved.moves else ""
        practice = ", for practice" if saved.practice else ""
        game = f", {self.which_game()}" if saved.series.is_long else ""
        return [
            f"{saved.game.name.capitalize()}{game}: {seats}{against}{practice}{made}.",
            "? lists your moves, help tells the rest, quit leaves and keeps the game.",
            *self.standing(),
        ]

    def which_game(self) -> str:
        """`game 2 of 3`, `game 2 to 100`."""
        series = self.saved.series
        return (
            f"game {series.number} to {series.target}" if series.target else f"game {series.number} of {series.games}"
        )

    def standing(self) -> list[str]:
        """How the series stands; nothing before the end of its first game."""
        series, players = self.saved.series, len(self.names)
        if not series.is_long or not series.results:
            return []
        wins = ", ".join(f"{name} {won}" for name, won in zip(self.names, series.wins(players), strict=True))
        points = ", ".join(f"{name} {total}" for name, total in zip(self.names, series.totals(players), strict=True))
        return [sentence(f"after {counted(len(series.results), 'game')}: won {wins}; points {points}")]

    def winners(self) -> str:
        """Who has won the series."""
        series, players = self.saved.series, len(self.names)
        wins, totals = series.wins(players), series.totals(players)
        marks = list(zip(totals, wins, strict=True) if series.target else zip(wins, totals, strict=True))
        first = [name for name, mark in zip(self.names, marks, strict=True) if mark == max(marks)]
        verb = "share" if len(first) > 1 else "win" if first[0] == YOU else "wins"
        return Wording(self.names).sentence(f"{' and '.join(first)} {verb} the series")


def complain(message: str) -> None:
    """Tells on stderr what does not stop the game."""
    print(f"cardgames: {harmless(message)}", file=sys.stderr)
