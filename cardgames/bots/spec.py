"""What describes a bot before it is started."""

from typing import NamedTuple


class BotSpec(NamedTuple):
    """A bot: either a built-in player or a program that speaks CGP/1."""

    name: str
    """Its name in tables and records."""
    command: tuple[str, ...] = ()
    """The program and its arguments; empty for a built-in player."""
    player: str = ""
    """The name of a built-in player; empty for a program."""
    cwd: str | None = None
    """The program's working directory, to which its command refers; None for a new, empty one."""
    env: tuple[tuple[str, str], ...] = ()
    """Environment variables in addition to the few of a clean environment."""
    options: tuple[tuple[str, str], ...] = ()
    """Name and value of each `setoption` after the handshake."""
