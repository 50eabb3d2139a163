"""A tournament's settings from the arguments of a Python function."""

from collections.abc import Mapping, Sequence
from typing import Any

from cardgames.tournament.config.config import Config
from cardgames.tournament.config.resolve import resolve
from cardgames.tournament.config.toml_lines import KeyPath
from cardgames.tournament.config.toml_reader import TablesReader


def make_config(game: str, bots: Sequence[str | Mapping[str, Any]], **settings: Any) -> Config:
    """The config of a tournament, with defaults for what is not given.

    >>> make_config("kroket", ["greedy", "fox=node fox.js"], games=20, seed="1", clock={"movetime": 100})

    Args:
        game: its name.
        bots: two or more, each as on a command line (`greedy`, `NAME=COMMAND LINE`), or with its settings as in a
            tournament file (`{"name": "fox", "command": ["node", "fox.js"], "cwd": "bots"}`).
        settings: those of a tournament file by their names there, with _ for -: `games`, `seed`, `max_plies`, …; its
            tables `rules`, `clock` and `limits` as mappings.

    Raises:
        ConfigError: something that cannot be; one line with what came and what was expected.
    """
    named = {name.replace("_", "-"): value for name, value in settings.items()}
    raw = _ArgumentsReader("", {}).raw_config({"game": game, "bots": list(bots), **named}, None)
    raw.place = raw.bots_place = ""
    return resolve(raw)


class _ArgumentsReader(TablesReader):
    """Reads tables that have no lines to be told in an error."""

    def _place(self, path: KeyPath) -> str:  # noqa: ARG002
        return ""
