"""Where a bot of another user finds its program and its files, if this is root."""

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cardgames.bots.isolation.privileges import out_of_reach
from tests.bots.bad_bots import FOLDER


@contextmanager
def open_folder(*names: str) -> Iterator[Path]:
    """A folder that everybody may read, with these bad bots in it."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        place.chmod(0o755)
        for name in ("bot", *names):
            shutil.copy(FOLDER / f"{name}.py", place)
        yield place


def python_for_all() -> str | None:
    """A Python that everybody may run, None if there is none."""
    for found in (sys.executable, "/usr/bin/python3", "/usr/local/bin/python3"):
        if Path(found).exists() and out_of_reach((found, str(Path(found).resolve()))) is None:
            return found
    return None
