"""What is to be known of a bot before it is started."""

from typing import NamedTuple


class BotSpec(NamedTuple):
    """A bot: either a built-in player or a program that speaks CGP/1."""

    name: str
    """As it stands in tables and records."""
    command: tuple[str, ...] = ()
    """The program and its arguments; empty for a built-in player."""
    player: str = ""
    """The name of a built-in player; empty for a program."""
    cwd: str | None = None
    """The program's working directory, from which its command is meant; None for a new, empty one."""
    env: tuple[tuple[str, str], ...] = ()
    """Variables that the program gets beside the few of a clean environment."""
    options: tuple[tuple[str, str], ...] = ()
    """What `setoption` sets after the handshake, name and value."""
