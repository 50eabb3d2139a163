"""What a bot's command line means, although the bot does not run in the folder in which it was typed.

A bot whose folder is not given starts in a new, empty one. So that `python3 bots/fox.py --book open.bin` still means
what it meant, words that name files are made absolute.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cardgames.bots.isolation.machine_refusals import is_refusal
from cardgames.bots.spec import BotSpec

_LISTS = ("-cp", "-classpath", "--class-path", "--classpath")
"""Options of java's after which paths are listed, bare names of folders among them."""


class Launch(NamedTuple):
    """How to start a bot."""

    command: tuple[str, ...]
    cwd: str | None
    """Its working directory; None for a new, empty one."""
    files: tuple[Path, ...]
    """The files and folders that its command line names."""


def read_launch(spec: BotSpec, here: Path) -> Launch:
    """Reads the command as it was meant.

    Args:
        spec: the bot.
        here: the folder in which the command was typed.
    """
    if spec.cwd is not None:
        folder = here / spec.cwd
        words = [folder / word for word in spec.command[1:] if "/" in word and not word.startswith("-")]
        return Launch(spec.command, str(folder), tuple(filter(Path.exists, words)))
    if not spec.command:
        return Launch((), None, ())
    program = spec.command[0]
    command = [str(_absolute(here, program)) if "/" in program else program]
    for before, word in zip(spec.command, spec.command[1:], strict=False):
        command.append(_meant(here, word, in_list=before in _LISTS))
    files = [Path(part) for word in command[1:] for part in word.partition("=")[2].split(":") + word.split(":")]
    return Launch(tuple(command), None, tuple(path for path in files if path.is_absolute() and path.exists()))


def program_of(launch: Launch, path: str | None) -> Path | None:
    """Where the program lies; None if it is not found in the folders of `path`."""
    program = launch.command[0]
    if "/" in program:
        return Path(launch.cwd or "/") / program
    found = shutil.which(program, path=path)
    return None if found is None else Path(found)


def program_chain(program: Path) -> Iterator[Path]:
    """The program, what it is a link to, and so on; then the interpreter that its first line names, likewise."""
    seen: set[Path] = set()
    while program not in seen and program.exists():
        seen.add(program)
        yield program
        following = _link(program) or _interpreter(program)
        if following is None:
            return
        program = following


def _link(path: Path) -> Path | None:
    return Path(os.path.normpath(path.parent / path.readlink())) if path.is_symlink() else None


def _interpreter(path: Path) -> Path | None:
    try:
        with path.open("rb") as file:
            first = file.readline(256)
    except OSError as error:
        if is_refusal(error.errno):
            raise
        return None
    words = first[2:].decode("utf-8", "replace").split() if first.startswith(b"#!") else []
    if not words:
        return None
    if Path(words[0]).name != "env":
        return Path(words[0])
    name = next((word for word in words[1:] if not word.startswith("-") and "=" not in word), "")
    found = shutil.which(name)
    return None if found is None else Path(found)


def _meant(here: Path, word: str, *, in_list: bool) -> str:
    """The word with what it says of files made absolute: a path, `--name=PATH`, or `PATH:PATH`."""
    name, equals, value = word.partition("=")
    if equals and name.startswith("-") and _is_path(here, value):
        return f"{name}={_absolute(here, value)}"
    parts = word.split(":")
    if in_list or len(parts) > 1:
        if all((here / part).exists() for part in parts):
            return ":".join(str(_absolute(here, part)) for part in parts)
        return word
    return str(_absolute(here, word)) if _is_path(here, word) else word


def _is_path(here: Path, word: str) -> bool:
    """A bare word is one only if a file has that name: a folder's may be any word."""
    try:
        return bool(word) and ((here / word).exists() if "/" in word else (here / word).is_file())
    except (OSError, ValueError):
        return False


def _absolute(here: Path, word: str) -> Path:
    return Path(os.path.normpath(here / word))
