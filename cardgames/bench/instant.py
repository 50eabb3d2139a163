"""The bots that answer at once, for measuring what is left when a bot costs nothing: built from C for the occasion."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

COMPILERS = ("cc", "gcc", "clang")
_PACKAGE = Path(__file__).resolve().parents[1]
_SOURCES = (_PACKAGE.parent / "scripts" / "bots" / "instant.c", _PACKAGE / "bench" / "instant.c")
"""In a checkout, and in an installed package."""


class NoCompilerError(Exception):
    """C programs cannot be built here: one line with the reason."""


@contextmanager
def instant_bot() -> Iterator[tuple[str, ...]]:
    """The command line of instant.c, a bot for every game that plays its first legal move.

    Raises:
        NoCompilerError: there is no compiler, no source, or it cannot be built.
    """
    source = next((source for source in _SOURCES if source.exists()), None)
    if source is None:
        raise NoCompilerError(f"{_SOURCES[0].name} is not there; it comes with the source as scripts/bots/instant.c")
    with built_from(source) as command:
        yield command


@contextmanager
def built_from(source: Path) -> Iterator[tuple[str, ...]]:
    """The command line of a program in one file of C, which is there as long as the block lasts.

    Raises:
        NoCompilerError: there is no compiler, or it cannot be built.
    """
    compiler = _compiler()
    with TemporaryDirectory(prefix="cardgames-bench-") as folder:
        program = Path(folder) / source.stem
        built = subprocess.run(
            (*compiler, "-O2", "-o", str(program), str(source)), capture_output=True, text=True, check=False
        )
        if built.returncode:
            why = next(iter(built.stderr.splitlines()), f"status {built.returncode}")
            raise NoCompilerError(f"{' '.join(compiler)} could not build {source.name}: {why}")
        yield (str(program),)


def _compiler() -> tuple[str, ...]:
    """The one that the variable CC names, else the first that there is."""
    named = os.environ.get("CC", "").split()
    for words in [named] if named else [[name] for name in COMPILERS]:
        if shutil.which(words[0]) is not None:
            return tuple(words)
    what = f"CC={' '.join(named)} is not there" if named else f"there is no C compiler ({', '.join(COMPILERS)})"
    raise NoCompilerError(what)
