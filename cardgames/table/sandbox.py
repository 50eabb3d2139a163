"""The sandbox: a bot sees the system's programs, its own files, no other process and no network (bubblewrap).

Its files are there to be read only; what it writes goes to a small file system in memory that ends with it.
"""

import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import cardgames
from cardgames.table.keeper import STDOUT_INSIDE
from cardgames.table.launch import Launch, hops, program_of

MODES = ("auto", "require", "off")
_PROBE_S = 10
_ROOM = str(64 << 20)
"""Bytes in each file system in memory."""
_COVER = ("--size", "4096", "--tmpfs")
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store")
_SETTINGS = (
    *("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "nsswitch.conf", "os-release"),
    *("passwd", "group", "ssl/openssl.cnf", "fonts"),
)
_PROGRAMS = ("bin", "shims")
_TAKE_STDOUT = f'exec "$@" >&{STDOUT_INSIDE} {STDOUT_INSIDE}>&-'
_PREFIX_SIGNS = ("pyvenv.cfg", "lib", "libexec", "release")
"""What the folder above one of `_PROGRAMS` has if it is that of an installation."""


class SandboxError(Exception):
    """There is no sandbox, and it was required."""


class Sandbox(NamedTuple):
    """What was found."""

    program: str
    """For `Limits.sandbox`; empty if bots run without."""
    note: str
    """One line that says so; empty if there is nothing to say."""

    @property
    def tag(self) -> str:
        """As it stands in records."""
        return "bubblewrap" if self.program else "off"


def find_sandbox(mode: str) -> Sandbox:
    """Looks once whether there is a sandbox and whether it works.

    Args:
        mode: one of `MODES`.

    Raises:
        SandboxError: `require`, and there is none.
    """
    if mode == "off":
        return Sandbox("", "")
    program, why = _probe()
    if program:
        return Sandbox(program, "")
    if mode == "require":
        raise SandboxError(f"--sandbox require: {why}; install bubblewrap, or allow --sandbox auto")
    return Sandbox("", f"bots run without a sandbox: {why} (--sandbox off does not look for one)")


@cache
def _probe() -> tuple[str, str]:
    """The program, or nothing and why not."""
    program = shutil.which("bwrap")
    if program is None:
        return "", "there is no program bwrap"
    command = [program, "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
    try:
        done = subprocess.run([*command, "true"], capture_output=True, timeout=_PROBE_S, check=False)
    except subprocess.TimeoutExpired:
        return "", f"{program} did not end within {_PROBE_S} s"
    if done.returncode == 0:
        return program, ""
    words = done.stderr.decode("utf-8", "replace").split()
    return "", f"{program} does not work here: {' '.join(words)[:200] or f'exit status {done.returncode}'}"


def sandboxed(program: str, launch: Launch, environment: dict[str, str], hidden: Iterable[str] = ()) -> tuple[str, ...]:
    """The command that runs the bot inside.

    Args:
        program: from `find_sandbox`.
        launch: how the bot is to be started.
        environment: its variables; `HOME` and `TMPDIR` are to be `HOME_INSIDE`.
        hidden: folders that it does not see, wherever they lie.
    """
    concealed = tuple(Path(os.path.realpath(path)) for path in hidden)
    words = [program, "--unshare-all", "--die-with-parent", "--new-session", "--hostname", "table"]
    for folder in _SYSTEM:
        words += ["--ro-bind-try", folder, folder]
    for name in (*_SETTINGS, *_java_settings()):
        words += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
    words += ["--proc", "/proc", "--dev", "/dev", "--size", _ROOM, "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]  # noqa: S108
    words += ["--size", _ROOM, "--tmpfs", HOME_INSIDE]
    covered = [str(path) for path in _inside([Path(folder) for folder in _SYSTEM], concealed)]
    for path in covered:
        words += [*_COVER, path]
    own = list(_outermost(_own_files(launch, environment, concealed), concealed))
    for path in map(str, own):
        words += ["--ro-bind", path, path]
    for path in map(str, _inside(own, concealed)):
        words += [*_COVER, path]
        covered.append(path)
    for path in covered:
        words += ["--remount-ro", path]
    words += ["--remount-ro", "/", "--chdir", launch.cwd or HOME_INSIDE, "--"]
    return (*words, "/bin/sh", "-c", _TAKE_STDOUT, "sh", *launch.command)


HOME_INSIDE = "/tmp"  # noqa: S108
"""The folder in which a bot may write, which is all its own."""


def _java_settings() -> Iterator[str]:
    return (path.name for path in Path("/etc").glob("java*"))


def _own_files(launch: Launch, environment: dict[str, str], concealed: Sequence[Path]) -> Iterator[Path]:
    """The bot's folder, its program with the installation that it belongs to, and this package with its kit."""
    yield Path(cardgames.__file__).parent
    program = program_of(launch, environment.get("PATH"))
    for path in hops(program) if program is not None else ():
        prefix = path.parent.parent
        if path.parent.name in _PROGRAMS and _is_prefix(prefix) and not _too_wide(prefix, concealed):
            yield prefix
        else:
            yield path if _too_wide(path.parent, concealed) else path.parent
    if launch.cwd is not None:
        yield Path(launch.cwd)
    for path in launch.files:
        folder = path if path.is_dir() else path.parent
        if not _too_wide(folder, concealed):
            yield folder
        elif path.is_file():
            yield path


def _inside(shown: Sequence[Path], concealed: Sequence[Path]) -> Iterator[Path]:
    """Where the concealed folders can be seen in those that are shown."""
    for folder in shown:
        real = Path(os.path.realpath(folder))
        yield from (folder / path.relative_to(real) for path in concealed if real in path.parents and path.is_dir())


def _is_prefix(folder: Path) -> bool:
    return any((folder / name).exists() for name in _PREFIX_SIGNS)


def _too_wide(folder: Path, concealed: Sequence[Path]) -> bool:
    """Whether a folder holds more than one bot's files: a home, the place for temporary files, the results."""
    home = Path(os.path.expanduser("~"))  # noqa: PTH111
    wide = {Path("/"), Path("/home"), Path("/tmp"), Path("/var/tmp"), home, *home.parents}  # noqa: S108
    return Path(os.path.realpath(folder)) in wide or _is_in(folder, concealed)


def _outermost(paths: Iterable[Path], concealed: Sequence[Path]) -> Iterator[Path]:
    """Without those inside others, and without those of the system, which are there already unless they are covered."""
    known = {Path(os.path.normpath(path)) for path in paths}
    system = [Path(folder) for folder in _SYSTEM]
    for path in sorted(known):
        above = set(path.parents)
        there = any(folder == path or folder in above for folder in system) and not _is_in(path, concealed)
        if not above & known and not there:
            yield path


def _is_in(path: Path, folders: Sequence[Path]) -> bool:
    real = Path(os.path.realpath(path))
    return any(real == folder or folder in real.parents for folder in folders)
