"""A tournament's settings as they were given: in a file, on a command line, or in both.

Each value has been checked by itself and keeps its place; resolve.py checks what they mean together.
"""

from typing import Any, NamedTuple

from cardgames.tournament.config.kinds import Given
from cardgames.tournament.config.settings import Setting


class RawBot:
    """A bot as it was given."""

    def __init__(self, place: str = "") -> None:
        self.place = place
        self.settings: dict[str, Given] = {}
        """By their names in the table `bots`, or `bot` for one that was given as on a command line."""
        self.named: dict[str, dict[str, Given]] = {"env": {}, "options": {}}
        """Its tables, whose names are the bot's own."""


class OwnSetting(NamedTuple):
    """A value for one bot, given by the bot's name and not with the bot itself."""

    bot: str
    """Empty for all bots."""
    table: str
    """`env` or `options`; empty for what stands before them."""
    key: str
    given: Given


class RawConfig:
    """All that was given."""

    def __init__(self, folder: str | None = None, place: str = "") -> None:
        self.folder = folder
        """What the bots' folders are relative to; None for the runner's own."""
        self.place = place
        """Stands before an error that belongs to no line."""
        self.bots_place = place
        """The same for one that belongs to all bots together."""
        self.match = False
        """Whether all bots sit at one table."""
        self.tables: dict[str, dict[str, Given]] = {"": {}, "clock": {}, "limits": {}}
        """By the tables of a file, the empty name for what stands before them."""
        self.rules: dict[str, Given] = {}
        self.bots: list[RawBot] = []
        self.own: list[OwnSetting] = []

    @property
    def settings(self) -> dict[str, Given]:
        """Those of the tournament as a whole."""
        return self.tables[""]

    def get(self, name: str, default: Any = None) -> Any:
        """The value of one of `settings`."""
        given = self.settings.get(name)
        return default if given is None else given.value

    def put(self, setting: Setting, given: Given) -> None:
        """Checks a value and adds it, or replaces the one that was there. Raises ConfigError."""
        self.tables[setting.table][setting.name] = given._replace(value=setting.kind.read(given))

    def place_of(self, name: str) -> str:
        """What stands before an error of one of `settings`."""
        given = self.settings.get(name)
        if given is None:
            return self.bots_place if name == "bots" else self.place
        return given.place
