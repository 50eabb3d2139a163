"""`cardgames protocol`: the specification of CGP/1."""

from pathlib import Path


def protocol() -> None:
    """Print the specification of CGP/1, the protocol between the runner and a bot."""
    import cardgames.protocol as room

    print(Path(room.__file__).with_name("PROTOCOL.md").read_text(encoding="utf-8").rstrip())
