"""What a person types for a bot: the name of a built-in player, or [NAME=]COMMAND LINE."""

import re
import shlex
import shutil
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import count
from pathlib import Path
from typing import NamedTuple

from cardgames.bots.spec import BotSpec
from cardgames.games.players import PLAYERS, PlayerChoice, PlayerError, read_player
from cardgames.text import near_file

_NAMED = re.compile(r"([A-Za-z0-9][A-Za-z0-9_.+-]*)=(.*)", re.DOTALL)
_EXPECTED = "a built-in player or [NAME=]COMMAND LINE was expected"


class BotError(ValueError):
    """A text that names no bot that could be started: what came, and what to try."""


class NamedBot(NamedTuple):
    """A bot, and whether it was given its name or got it here."""

    spec: BotSpec
    chosen: bool


def read_bots(texts: Sequence[str]) -> tuple[BotSpec, ...]:
    """The bots that the arguments of a command name, in their order, no two of one name.

    Raises:
        BotError: an argument that is no bot, or a name typed twice.
    """
    bots = [read_named(text) for text in texts]
    for text, (spec, _) in zip(texts, bots, strict=True):
        if spec.command:
            check_program(text, spec.command)
    return with_unique_names(bots)


def read_bot(text: str) -> BotSpec:
    """One bot. Raises BotError."""
    return read_bots([text])[0]


def with_unique_names(bots: Sequence[NamedBot]) -> tuple[BotSpec, ...]:
    """The bots with no two of one name.

    A second bot of a name that was not chosen gets `#2`, a third `#3`, so that a bot can meet its twin.

    Raises:
        BotError: a name that was chosen twice.
    """
    taken: set[str] = set()
    for spec, chosen in bots:
        if chosen and spec.name in taken:
            raise BotError(f"bot name {spec.name!r}: given twice; give each its own, as in {spec.name}2=…")
        if chosen:
            taken.add(spec.name)
    apart = []
    for spec, chosen in bots:
        name = spec.name if chosen else _free(spec.name, taken)
        taken.add(name)
        apart.append(spec._replace(name=name))
    return tuple(apart)


def read_named(text: str) -> NamedBot:
    """The bot that one argument names; whether its program is there is not looked at. Raises BotError."""
    if not text.strip():
        raise BotError(f"bot {text!r}: {_EXPECTED}; there are {', '.join(PLAYERS)}")
    match = _NAMED.fullmatch(text)
    name, line = match.groups() if match else ("", text)
    if line.strip().partition(":")[0].lower() in PLAYERS:
        choice = _built_in(text, line)
        return NamedBot(BotSpec(name or choice.label, player=choice.name, options=choice.options), bool(name))
    command = split_command(text, line)
    return NamedBot(BotSpec(name or name_of(command), command), bool(name))


def _built_in(text: str, line: str) -> PlayerChoice:
    try:
        return read_player(line)
    except PlayerError as error:
        raise BotError(f"bot {text!r}: {error}") from None


def split_command(text: str, line: str) -> tuple[str, ...]:
    """The words of a command line, as a shell would split it.

    Args:
        text: what to call the bot in an error.
        line: the command line.

    Raises:
        BotError: there is none, or a quotation is not closed.
    """
    try:
        command = tuple(shlex.split(line))
    except ValueError as error:
        raise BotError(f"bot {text!r}: {str(error).lower()} in the command line") from None
    if not command or not command[0]:
        raise BotError(f"bot {text!r}: {_EXPECTED}")
    if "\0" in line:
        raise BotError(f"bot {text!r}: a NUL character in the command line")
    return command


def check_program(text: str, command: Sequence[str], folder: str = ".", path: str | None = None) -> None:
    """Refuses a command whose program cannot be run, with what is likely meant.

    Args:
        text: what to call the bot in an error.
        command: the program and its arguments.
        folder: where it is to be run.
        path: the folders in which programs are looked for; None for the runner's PATH.

    Raises:
        BotError: the program cannot be run.
    """
    program = command[0]
    here = Path(folder) / program
    bare = "/" not in program
    if shutil.which(program if bare else str(here.absolute()), path=path) is not None:
        return
    name, equals, _ = program.partition("=")
    if equals and "/" not in name and ":" not in name:
        raise BotError(f"bot {text!r}: letters, digits and _.+- were expected in the name {name!r}")
    if not bare:
        raise BotError(f"bot {text!r}: {_why_not_run(here)}")
    near = get_close_matches(program.partition(":")[0].lower(), PLAYERS, n=1)
    if here.is_file():
        hint = f"; the file of that name here is ./{program}: {_why_not_run(here)}"
        if shutil.which(str(here.absolute())) is not None:
            hint = f"; did you mean ./{program}?"
    elif near and len(command) == 1:
        hint = f"; did you mean {near[0]}?"
    else:
        hint = f"; built-in players are {', '.join(PLAYERS)}"
    raise BotError(f"bot {text!r}: no player and no program is called {program!r}{hint}")


def _why_not_run(path: Path) -> str:
    try:
        if path.is_dir():
            return f"{path} is a folder, a program was expected"
        if not path.exists():
            return f"there is no file {path}{near_file(path)}"
    except OSError as error:
        return f"{path}: {error.strerror}"
    return f"{path} may not be run; chmod +x it, or name its interpreter first, as in 'python3 {path}'"


def name_of(command: Sequence[str], folder: str = ".") -> str:
    """A short name for a command line: the file that its interpreter runs, else the program."""
    files = (word for word in command[1:] if not word.startswith("-") and (Path(folder) / word).is_file())
    stem = Path(next(files, command[0])).stem
    return re.sub(r"[^A-Za-z0-9_.+-]", "_", stem) or "bot"


def _free(name: str, taken: Iterable[str]) -> str:
    if name not in taken:
        return name
    return next(f"{name}#{number}" for number in count(2) if f"{name}#{number}" not in taken)
