"""Files that a bot without a sandbox leaves outside its own folder, where everybody may make some.

It is certain whose they are only if the bot is a user of its own: then they are removed. New shared memory of the
runner's user may belong to any program of that user: it is named and stays. Temporary files of that user are not
even named.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress

from cardgames.bots.isolation.privileges import FIRST_USER
from cardgames.bots.isolation.scratch import remove_folder

SHARED = ("/dev/shm", "/dev/mqueue")  # noqa: S108
TEMPORARY = ("/tmp", "/var/tmp", "/run/lock")  # noqa: S108
_MOST_NAMES = 4


class Leftovers:
    """Remembers what is there before a bot starts, to find after its end what is new."""

    def __init__(
        self, user: int | None, temporary: str, shared: Sequence[str] = SHARED, others: Sequence[str] = TEMPORARY
    ) -> None:
        """Looks.

        Args:
            user: as whom the bot runs, None for this process's user.
            temporary: the folder for temporary files that its environment names.
            shared: where shared memory and queues have names.
            others: where else everybody may make files.
        """
        self._user = os.geteuid() if user is None else user
        self._certain = user is not None and user >= FIRST_USER
        places = (*shared, *others, temporary) if self._certain else shared
        self._places = sorted({os.path.realpath(place) for place in places})
        self._before = frozenset(() if self._certain else self._all())

    def clear(self, folder: str | None) -> list[str]:
        """Removes what is certainly the bot's; `folder` is its own folder. Returns notes, each of one line."""
        known = self._before | {folder and os.path.realpath(folder)}
        found = sorted(path for path in self._all() if path not in known and self._is_its_users(path))
        if found and not self._certain:
            return [f"new while it ran, and perhaps its own: {_listed(found)}; not removed"]
        stuck = [path for path in found if remove_folder(path) is not None]
        gone = [path for path in found if path not in stuck]
        notes = [f"it left {_listed(gone)} behind; removed"] if gone else []
        return notes + ([f"it left {_listed(stuck)} behind, which could not be removed"] if stuck else [])

    def _all(self) -> Iterator[str]:
        for place in self._places:
            with suppress(OSError):
                yield from [f"{place}/{name}" for name in os.listdir(place)]

    def _is_its_users(self, path: str) -> bool:
        with suppress(OSError):
            return os.lstat(path).st_uid == self._user
        return False


def _listed(paths: Sequence[str]) -> str:
    more = len(paths) - _MOST_NAMES
    return ", ".join(paths[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")
