"""The sandbox: a bot sees the system's programs, its own files, no other process and no network (bubblewrap).

Its files are there to be read only; what it writes goes to a small file system in memory that ends with it.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import cardgames
from cardgames.bots.isolation.keeper_messages import FILTER_INSIDE, STDOUT_INSIDE
from cardgames.bots.isolation.launch import Launch, program_chain, program_of, read_launch
from cardgames.bots.isolation.mapped_mounts import lay_out, staged
from cardgames.bots.isolation.privileges import give_up_privileges, out_of_reach, user_of_bot
from cardgames.bots.isolation.seccomp import sandbox_filter
from cardgames.bots.spec import BotSpec

MODES = ("auto", "require", "off")
_PROBE_S = 10
_ROOM = str(64 << 20)
"""Bytes in each file system in memory."""
_COVER = ("--size", "4096", "--tmpfs")
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store")
_SETTINGS = (
    *("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "nsswitch.conf", "os-release"),
    *("passwd", "group", "ssl/openssl.cnf", "fonts"),
)
_PROGRAMS = ("bin", "shims")
_PYTHON = Path("bin/python")
_NAMESPACES = "/proc/sys/user/max_user_namespaces"
_TAKE_STDOUT = f'exec "$@" >&{STDOUT_INSIDE} {STDOUT_INSIDE}>&-'
PATHS = re.compile(r"/[^\s'\"`$<>|;&(){}=:,\0]+")
_PREFIX_SIGNS = ("pyvenv.cfg", "lib", "libexec", "release")
"""What the folder above one of `_PROGRAMS` has if it is that of an installation."""


class SandboxError(Exception):
    """A sandbox was required, and there is none."""


class Sandbox(NamedTuple):
    """The sandbox that was found, or none."""

    program: str
    """For `Limits.sandbox`; empty if bots run without."""
    note: str
    """One line that says so; empty if there is nothing to say."""

    @property
    def tag(self) -> str:
        """Its name in records."""
        return "bubblewrap" if self.program else "off"


def find_sandbox(mode: str, bots: Iterable[BotSpec] = ()) -> Sandbox:
    """Checks once whether there is a sandbox and whether it works.

    Args:
        mode: one of `MODES`.
        bots: those that are going to run, for the note.

    Raises:
        SandboxError: `require`, and there is none.
    """
    if mode == "off":
        return Sandbox("", _as_root(bots))
    program, why = _probe()
    if program:
        return Sandbox(program, "")
    if mode == "require":
        raise SandboxError(f"--sandbox require: {why}; install bubblewrap, or allow --sandbox auto")
    notes = (f"bots run without a sandbox: {why} (--sandbox off does not look for one)", _as_root(bots))
    return Sandbox("", "; ".join(filter(None, notes)))


def _as_root(bots: Iterable[BotSpec]) -> str:
    """The note if root runs bots without a sandbox."""
    programs = [bot for bot in bots if bot.command]
    if os.geteuid() != 0 or not programs:
        return ""
    barred = {
        bot.name: found
        for bot in programs
        if (found := out_of_reach_of(read_launch(bot, Path.cwd()), dict(os.environ) | dict(bot.env))) is not None
    }
    if not barred:
        return "warning: you are root; without a sandbox each bot runs as a user of its own, not as root"
    path = next(iter(barred.values()))
    return (
        f"warning: you are root, and so are the bots without a sandbox: {', '.join(barred)} (another user cannot read "
        f"{path}); run cardgames as an ordinary user, or with --sandbox require"
    )


def out_of_reach_of(launch: Launch, environment: Mapping[str, str]) -> str | None:
    """A file that a bot without a sandbox needs and could read only as root; None if there is none."""
    if user_of_bot(os.getpid()) is None:
        return "/"
    program = program_of(launch, environment.get("PATH"))
    paths = [*(program_chain(program) if program is not None else ()), *launch.files, *_mentioned(launch.command[1:])]
    paths += [path for env in _environments(program) for path in program_chain(env / _PYTHON)]
    folder = launch.cwd or environment.get("TMPDIR", HOME_INSIDE)
    return out_of_reach((*map(str, paths), folder))


@cache
def _probe() -> tuple[str, str]:
    """The program, or nothing and why not."""
    found = shutil.which("bwrap")
    if found is None:
        return "", "there is no program bwrap"
    program = str(Path(found).absolute())
    user = user_of_bot(os.getpid())
    started = program if user is None else staged(0)
    command = [started, *_alone(program), "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]

    def become_bot() -> None:
        if user is not None:
            lay_out((program,), user)
        give_up_privileges(user)

    try:
        done = subprocess.run(
            [*command, "true"],
            capture_output=True,
            timeout=_PROBE_S,
            check=False,
            cwd="/",
            preexec_fn=become_bot,
        )
    except subprocess.TimeoutExpired:
        return "", f"{program} did not end within {_PROBE_S} s"
    except OSError as error:
        return "", f"{program} could not be started: {error.strerror}"
    except subprocess.SubprocessError:
        return "", "root may not make mounts or change its user here (CAP_SYS_ADMIN, CAP_SETUID)"
    if done.returncode == 0:
        return program, ""
    words = done.stderr.decode("utf-8", "replace").split()
    return "", f"{program} does not work here: {' '.join(words)[:200] or f'exit status {done.returncode}'}"


def _mentioned(words: Iterable[str]) -> Iterator[Path]:
    """The paths that the arguments name anywhere, as in a line for a shell; if one is missing, its folder."""
    for name in PATHS.findall("\n".join(words)):
        path = Path(name)
        with suppress(OSError):
            if (found := path if path.exists() else path.parent).exists():
                yield found


def _alone(program: str) -> list[str]:
    """Its first arguments: namespaces of its own, no privilege, and no way to get one."""
    words = ["--unshare-user", "--unshare-all", "--cap-drop", "ALL", "--die-with-parent"]
    return words + (["--disable-userns"] if _can_disable_namespaces(program) else [])


@cache
def _can_disable_namespaces(program: str) -> bool:
    """Whether it is new enough (0.8), and may set it."""
    try:
        told = subprocess.run([program, "--help"], capture_output=True, timeout=_PROBE_S, check=False).stdout
        settings = os.statvfs(_NAMESPACES).f_flag
    except (OSError, subprocess.TimeoutExpired):
        return False
    return b"--disable-userns" in told and not settings & os.ST_RDONLY


class SandboxedCommand(NamedTuple):
    """The command that starts a bot inside."""

    command: tuple[str, ...]
    files: tuple[str, ...]
    """The files and folders outside the system's that it sees."""


def sandboxed(
    program: str,
    launch: Launch,
    environment: dict[str, str],
    hidden: Iterable[str] = (),
    *,
    laid_out: bool = False,
) -> SandboxedCommand:
    """The command that runs the bot inside.

    Args:
        program: from `find_sandbox`.
        launch: how the bot is to be started.
        environment: its variables; `HOME` and `TMPDIR` are to be `HOME_INSIDE`.
        hidden: folders that it does not see, wherever they lie.
        laid_out: its files, and after them the program, are found where `mapped_mounts.lay_out` has put them.
    """
    concealed = tuple(Path(os.path.realpath(path)) for path in hidden)
    words = [*_alone(program), "--new-session", "--hostname", "table"]
    if sandbox_filter():
        words += ["--seccomp", str(FILTER_INSIDE)]
    for folder in SYSTEM:
        words += ["--ro-bind-try", folder, folder]
    for name in (*_SETTINGS, *_java_settings()):
        words += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
    words += ["--proc", "/proc", "--dev", "/dev", "--size", _ROOM, "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]  # noqa: S108
    words += ["--size", _ROOM, "--tmpfs", HOME_INSIDE]
    covered = [str(path) for path in _inside([Path(folder) for folder in SYSTEM], concealed)]
    for path in covered:
        words += [*_COVER, path]
    own = list(_outermost(_own_files(launch, environment, concealed), concealed))
    files = tuple(map(str, own))
    for index, path in enumerate(files):
        words += ["--ro-bind", staged(index) if laid_out else path, path]
    for path in map(str, _inside(own, concealed)):
        words += [*_COVER, path]
        covered.append(path)
    for path in covered:
        words += ["--remount-ro", path]
    words += ["--remount-ro", "/", "--chdir", launch.cwd or HOME_INSIDE, "--"]
    started = staged(len(files)) if laid_out else program
    return SandboxedCommand((started, *words, "/bin/sh", "-c", _TAKE_STDOUT, "sh", *launch.command), files)


HOME_INSIDE = "/tmp"  # noqa: S108
"""The folder in which a bot may write, which is all its own."""


def _java_settings() -> Iterator[str]:
    return (path.name for path in Path("/etc").glob("java*"))


def _own_files(launch: Launch, environment: dict[str, str], concealed: Sequence[Path]) -> Iterator[Path]:
    """The bot's folder, its program with the installation that it belongs to, and this package with its kit."""
    yield Path(cardgames.__file__).parent
    program = program_of(launch, environment.get("PATH"))
    environments = list(_environments(program))
    yield from environments
    for path in chain(
        *(program_chain(start) for start in (program, *(env / _PYTHON for env in environments)) if start)
    ):
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


def _environments(program: Path | None) -> Iterator[Path]:
    """Where a script has its Python packages by custom: in a `.venv` beside it or in the folder above."""
    folder = Path("/") if program is None else program.parent
    yield from (env for env in (folder / ".venv", folder.parent / ".venv") if (env / "pyvenv.cfg").is_file())


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
    system = [Path(folder) for folder in SYSTEM]
    for path in sorted(known):
        above = set(path.parents)
        there = any(folder == path or folder in above for folder in system) and not _is_in(path, concealed)
        if not above & known and not there:
            yield path


def _is_in(path: Path, folders: Sequence[Path]) -> bool:
    real = Path(os.path.realpath(path))
    return any(real == folder or folder in real.parents for folder in folders)
