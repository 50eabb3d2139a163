"""The user's data folder: games that are going on, and the results of those that have ended."""

import shlex
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from cardgames.casual.saved_game import SavedGame, SavedGameError
from cardgames.cli.errors import FailureError, UsageError

_SUFFIX = ".save"


def data_folder(environ: Mapping[str, str]) -> Path:
    """`$XDG_DATA_HOME/cardgames`, or that below `~/.local/share`; it may not exist yet.

    Raises:
        FailureError: there is neither.
    """
    base = environ.get("XDG_DATA_HOME", "")
    if base.startswith("/"):
        return Path(base) / "cardgames"
    try:
        return Path.home() / ".local" / "share" / "cardgames"
    except RuntimeError:
        raise FailureError("no home folder; set XDG_DATA_HOME to a folder for saved games and scores") from None


class Saves:
    """The games that are going on, each a file that is written anew after every move."""

    def __init__(self, folder: Path) -> None:
        """Saves below the data folder `folder`."""
        self.folder = folder / "saves"

    def path_of(self, saved: SavedGame) -> Path:
        """Where a game is kept: the same file for the same game, seed and seats, so that scripts repeat themselves."""
        seats = [(spec.name, spec.player, *spec.command) for spec in saved.seats]
        digest = sha256(f"{saved.game.name} {saved.seed} {saved.rules.text()} {seats}".encode()).hexdigest()
        return self.folder / f"{saved.game.name}-{digest[:8]}{_SUFFIX}"

    def keep(self, saved: SavedGame) -> None:
        """Writes the file of a game. Raises OSError."""
        self.folder.mkdir(parents=True, exist_ok=True)
        saved.save(self.path_of(saved))

    def drop(self, saved: SavedGame) -> None:
        """The game has ended: its file goes."""
        self.path_of(saved).unlink(missing_ok=True)

    def set_aside(self, saved: SavedGame) -> None:
        """A game of this name begins anew: one that was left under it is kept beside, with a ~."""
        path = self.path_of(saved)
        if path.exists():
            path.replace(path.with_name(f"{path.name}~"))

    def names(self) -> list[str]:
        """What `--load` takes for the games that were left, the last one first."""
        try:
            paths = sorted(self.folder.glob(f"*{_SUFFIX}"), key=lambda path: -path.stat().st_mtime)
        except OSError:
            return []
        return [path.name.removesuffix(_SUFFIX) for path in paths]

    def find(self, name: str) -> Path:
        """The file that `--load` means: a file of that name, else a game that was left.

        Raises:
            UsageError: there is none, with those there are.
        """
        path = Path(name)
        if path.is_file():
            return path
        kept = self.folder / f"{name}{_SUFFIX}"
        if "/" not in name and kept.is_file():
            return kept
        names = self.names()
        there = f"; there are {', '.join(names[:5])}" if names else "; no game has been left"
        raise UsageError(f"--load {name}: no such file and no such game{there}")

    def load(self, name: str) -> SavedGame:
        """The game that `--load` means.

        Raises:
            UsageError: there is no such file.
            FailureError: it is no game that can be gone on with.
        """
        path = self.find(name)
        try:
            return SavedGame.load(path)
        except SavedGameError as error:
            raise FailureError(str(error)) from None


def line_to_go_on(name: str | Path, environ: Mapping[str, str]) -> str:
    """The command line that goes on with a game kept under `name`, or in a file."""
    command = environ.get("CARDGAMES_COMMAND", "cardgames")
    text = str(name)
    return f"{command} play --load {shlex.quote(text.removesuffix(_SUFFIX) if '/' not in text else text)}"


def resume_name(path: Path) -> str:
    """What `--load` takes for a game that is kept."""
    return path.name.removesuffix(_SUFFIX)
