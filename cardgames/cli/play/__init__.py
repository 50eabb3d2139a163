"""`cardgames play`: a person at the table."""

from cardgames.cli.play.command import play

__all__ = ["play"]
