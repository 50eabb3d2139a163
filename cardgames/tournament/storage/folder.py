"""The folder of a tournament: what its files are called, who may read them, and that one runner at most is at work."""

import fcntl
import os
from itertools import count
from pathlib import Path

from cardgames.files import replacement

DATABASE = "results.db"
GAMES = "games.cgn"
CONFIG = "config.toml"
LOGS = "logs"

PRIVATE = 0o600
"""For files that tell a deal, which may be to be played once more, or the secret that all deals follow from."""


class StoreError(Exception):
    """A folder of results that cannot be used: what is wrong with it and what to try."""


class OtherTournamentError(StoreError):
    """A folder that belongs to another tournament than the one that was asked for."""


class FolderLock:
    """A runner's lock on its folder. It ends with the process, however that ends, and needs no file of its own."""

    def __init__(self, folder: Path) -> None:
        """Locks it. Raises StoreError if another process has it, OSError if there is no such folder."""
        self._descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._descriptor)
            if not isinstance(error, BlockingIOError):
                raise
            reason = "another runner is at work in this folder; wait for its end, or stop it with Ctrl-C there"
            raise StoreError(f"{folder}: {reason}") from None

    def release(self) -> None:
        """Releases the folder."""
        os.close(self._descriptor)


def private_file(path: Path) -> None:
    """Makes a file that only its owner can read, unless there is one already."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, PRIVATE))


def write_private(path: Path, text: str) -> None:
    """Writes a file that only its owner can read, whole or not at all."""
    with replacement(path, mode=PRIVATE) as file:
        file.write(text.encode())


def free_name(folder: Path) -> Path:
    """The folder's name, or the first of `NAME-2`, `NAME-3`, … that is not taken."""
    names = (folder if number == 1 else folder.with_name(f"{folder.name}-{number}") for number in count(1))
    return next(name for name in names if not name.exists())
