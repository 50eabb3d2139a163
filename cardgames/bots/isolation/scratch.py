"""A bot's own folder: made before its start, removed at its end with all that it has left there.

The bot decides what lies there: folders of any depth, without permissions, with names that are no text, or growing
while they are removed. So nothing here recurses, follows a link, or goes on without end.
"""

import os
import stat
from collections.abc import Callable
from time import monotonic

PATIENCE_S = 20.0
"""How long to remove what one bot has left; the rest stays."""
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_OWNED = 0o700
FOLDER_PREFIX = "cardgames-"
"""How their names begin; the number of the process that has made the folder follows."""


def new_folder(parent: str, user: int | None = None) -> str:
    """A new, empty folder in `parent` for this user, or another of that id, alone. Raises OSError."""
    folder = f"{parent}/{FOLDER_PREFIX}{os.getpid()}-{os.urandom(4).hex()}"
    os.mkdir(folder, _OWNED)
    if user is not None:
        try:
            os.chown(folder, user, user)
        except OSError:
            os.rmdir(folder)
            raise
    return folder


def remove_folder(folder: str, patience_s: float = PATIENCE_S, now: Callable[[], float] = monotonic) -> str | None:
    """Removes a folder with all that is in it.

    Args:
        folder: its path; whatever was put in its place is removed, and a link is not followed.
        patience_s: how long it may take.
        now: a clock that never goes back, in seconds.

    Returns:
        None if it is gone, else why it is not.
    """
    try:
        _remove(folder, now() + patience_s, now)
    except FileNotFoundError:
        return None
    except TimeoutError:
        return f"more is left in it than can be removed in {patience_s:g} s"
    except OSError as error:
        return os.strerror(error.errno or 0)
    return None


def _remove(folder: str, until: float, now: Callable[[], float]) -> None:
    try:
        # Most bots leave nothing behind.
        return os.rmdir(folder)
    except OSError:
        if not stat.S_ISDIR(os.lstat(folder).st_mode):
            return os.unlink(folder)
    top = _open_folder(folder, None)
    try:
        _Emptying(top, until, now).run()
    finally:
        os.close(top)
    return os.rmdir(folder)


class _Emptying:
    """Empties a folder: the content of its folders is moved up into it first.

    So no path is longer than one name, and three descriptors are enough for any depth.
    """

    def __init__(self, top: int, until: float, now: Callable[[], float]) -> None:
        self._top = top
        self._device = os.fstat(top).st_dev
        self._until = until
        self._now = now
        self._prefix = os.urandom(4).hex()
        self._done = 0
        """Removals and moves; what somebody else removed meanwhile counts."""
        self._trouble: OSError | None = None

    def run(self) -> None:
        """Empties it. Raises TimeoutError, or the first OSError if something could not be removed."""
        before = -1
        while self._done > before:
            before, self._trouble = self._done, None
            self._each(self._top, self._take)
        if self._trouble is not None:
            raise self._trouble

    def _each(self, folder: int, do: Callable[[int, "os.DirEntry[str]"], object]) -> None:
        with os.scandir(folder) as entries:
            for entry in entries:
                if self._now() > self._until:
                    raise TimeoutError
                try:
                    do(folder, entry)
                    self._done += 1
                except FileNotFoundError:
                    self._done += 1
                except OSError as error:
                    self._trouble = self._trouble or error

    def _take(self, top: int, entry: "os.DirEntry[str]") -> None:
        if not entry.is_dir(follow_symlinks=False):
            return os.unlink(entry.name, dir_fd=top)
        try:
            return os.rmdir(entry.name, dir_fd=top)
        except OSError:
            self._empty(entry.name)
        return os.rmdir(entry.name, dir_fd=top)

    def _empty(self, name: str) -> None:
        """Removes the files of a folder and moves its folders up."""
        folder = _open_folder(name, self._top)
        try:
            # What was mounted there is not the bot's.
            if os.fstat(folder).st_dev == self._device:
                self._each(folder, self._bring_up)
        finally:
            os.close(folder)

    def _bring_up(self, folder: int, entry: "os.DirEntry[str]") -> None:
        if not entry.is_dir(follow_symlinks=False):
            return os.unlink(entry.name, dir_fd=folder)
        place = f"{self._prefix}-{self._done}"
        try:
            return os.rename(entry.name, place, src_dir_fd=folder, dst_dir_fd=self._top)
        except PermissionError:
            # Whoever is not root may move only folders in which he may write.
            _take_over(entry.name, folder)
        return os.rename(entry.name, place, src_dir_fd=folder, dst_dir_fd=self._top)


def _open_folder(name: str, parent: int | None) -> int:
    """A descriptor of a folder, whose owner gets all permissions. Raises OSError, also for a link."""
    try:
        descriptor = os.open(name, _FOLDER, dir_fd=parent)
    except PermissionError:
        _take_over(name, parent)
        descriptor = os.open(name, _FOLDER, dir_fd=parent)
    if os.fstat(descriptor).st_mode & _OWNED != _OWNED:
        try:
            os.fchmod(descriptor, _OWNED)
        except OSError:
            os.close(descriptor)
            raise
    return descriptor


def _take_over(name: str, parent: int | None) -> None:
    """Gives the owner all permissions of a folder; a link in its place is not followed."""
    if os.chmod in os.supports_follow_symlinks:
        return os.chmod(name, _OWNED, dir_fd=parent, follow_symlinks=False)
    # Linux: a descriptor that stands for the folder without opening it needs no permission.
    handle = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=parent)
    try:
        return os.chmod(f"/proc/self/fd/{handle}", _OWNED)
    finally:
        os.close(handle)
