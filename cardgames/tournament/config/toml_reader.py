"""A tournament's settings from a TOML file.

    game = "spit"
    games = 20                      # for each pairing
    seed = "1"

    [rules]
    scoring = "points"

    [clock]
    think = 300

    [[bots]]
    player = "greedy"

    [[bots]]
    name = "fox"
    command = "node fox.js"
    cwd = "bots/fox"                # relative to the folder of this file, which is the default
    env = { LANG = "C" }
    options = { Level = 3 }
    think = 200                     # a handicap
    restart = "fresh"

The file is read in plain Python: an error has to tell the line, the key, and what may have been meant, and what the
settings are worth together only the games and formats know.
"""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardgames.text import near_file, near_miss
from cardgames.tournament.config.config import Config
from cardgames.tournament.config.kinds import SCALAR, ConfigError, Given
from cardgames.tournament.config.raw_config import RawBot, RawConfig
from cardgames.tournament.config.resolve import resolve
from cardgames.tournament.config.settings import settings_of
from cardgames.tournament.config.toml_lines import KeyPath, key_lines

_SYNTAX = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)
_HINTS = {
    "Invalid value": '; a text needs quotes, as in game = "spit"',
    "Cannot overwrite a value": "; the key is there twice",
    "Expected '=' after a key": "; KEY = VALUE was expected",
    "Cannot declare": "; the table is there twice",
}
"""What helps with the errors of `tomllib`, by how they begin."""
_ANY_HINT = "; see 'cardgames tournament spit greedy random --dry-run' for a file as it should be"


def load_config(path: Path, *, runnable: bool = True) -> Config:
    """The config that a file describes.

    Args:
        path: the file.
        runnable: whether the bots' programs and folders have to be there.

    Raises:
        ConfigError: what is wrong, with the file and the line.
    """
    return resolve(read_raw_config(path), runnable=runnable)


def read_config(text: str, name: str) -> Config:
    """The config of a tournament that has begun; the bots need not be there any more.

    Args:
        text: what `Config.to_toml` wrote.
        name: what to call it in an error.

    Raises:
        ConfigError: what is wrong, with the line.
    """
    return resolve(parse_raw_config(text, name), runnable=False)


def read_raw_config(path: Path) -> RawConfig:
    """What a file gives. Raises ConfigError, also if it cannot be read."""
    if path.is_dir():
        raise ConfigError(f"{path} is a folder, a tournament file was expected")
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise ConfigError(f"there is no file {path}{near_file(path)}") from None
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}") from None
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{path}:{line}: byte {data[error.start]:#x} is no UTF-8; save the file as UTF-8") from None
    return parse_raw_config(text, str(path), str(path.parent))


def parse_raw_config(text: str, name: str, folder: str | None = None) -> RawConfig:
    """What a text gives.

    Args:
        text: TOML.
        name: what to call it in an error.
        folder: what the bots' folders are relative to.

    Raises:
        ConfigError: no TOML, an unknown key, a value of another kind than was expected.
    """
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(str(error), name, text) from None
    return TablesReader(name, key_lines(text.replace("\r\n", "\n"))).raw_config(tables, folder)


class TablesReader:
    """Reads the tables that `tomllib` made, and knows the line of each key."""

    def __init__(self, name: str, lines: Mapping[KeyPath, int]) -> None:
        self._name = name
        self._lines = lines

    def raw_config(self, tables: Mapping[str, Any], folder: str | None) -> RawConfig:
        """The settings that the tables give. Raises ConfigError."""
        raw = RawConfig(folder, f"{self._name}: ")
        for key, value in tables.items():
            if key == "bots":
                raw.bots_place = self._place((key,))
                self._bots(raw.bots, value)
            elif key == "rules":
                rules = self._named((key,), value).items()
                raw.rules = {name: given._replace(value=f"{name}={given.value}") for name, given in rules}
            elif key in raw.tables and key:
                for name, each in self._mapping((key,), value).items():
                    self._put(raw, key, (key, name), each)
            else:
                self._put(raw, "", (key,), value)
        return raw

    def _put(self, raw: RawConfig, table: str, path: KeyPath, value: object) -> None:
        known = settings_of(table)
        plain = [name for name, setting in known.items() if not setting.is_table]
        if path[-1] not in plain:
            raise self._unknown(path, plain if table else [*plain, *filter(None, raw.tables), "rules", "bots"])
        raw.put(known[str(path[-1])], self._given(path, value))

    def _bots(self, into: list[RawBot], value: object) -> None:
        if not isinstance(value, list):
            raise self._given(("bots",), value).wrong('a list was expected: [[bots]], or bots = ["greedy", "random"]')
        for at, each in enumerate(value):
            path: KeyPath = ("bots", at)
            bot = RawBot(self._place(path))
            if isinstance(each, str):
                bot.settings["bot"] = self._given(path, each)
            else:
                self._bot(bot, path, each)
            into.append(bot)

    def _bot(self, bot: RawBot, path: KeyPath, value: object) -> None:
        known = settings_of("bots")
        for key, each in self._mapping(path, value).items():
            if key in bot.named:
                bot.named[key] = self._named((*path, key), each)
            elif key in known:
                given = self._given((*path, key), each)
                bot.settings[key] = given._replace(value=known[key].kind.read(given))
            else:
                plain = [name for name in known if name not in bot.named]
                raise self._unknown((*path, key), [*plain, *bot.named])

    def _named(self, path: KeyPath, value: object) -> dict[str, Given]:
        """A table whose names are not the tournament's own."""
        found = {}
        for name, each in self._mapping(path, value).items():
            given = self._given((*path, name), each)
            found[name] = given._replace(value=SCALAR.read(given))
        return found

    def _mapping(self, path: KeyPath, value: object) -> Mapping[str, Any]:
        if not isinstance(value, Mapping):
            key = path[-1]
            example = (
                'bots = [{ player = "greedy" }, "random"]' if isinstance(key, int) else f"{key} = {{ KEY = VALUE }}"
            )
            raise self._given(path, value).wrong(f"a table was expected, as in {example}")
        return value

    def _given(self, path: KeyPath, value: object) -> Given:
        return Given(value, _dotted(path), self._place(path))

    def _unknown(self, path: KeyPath, known: list[str]) -> ConfigError:
        return ConfigError(f"{self._place(path)}no setting {_dotted(path)}{near_miss(str(path[-1]), known)}")

    def _place(self, path: KeyPath) -> str:
        return f"{self._name}:{self._lines[path]}: "


def _dotted(path: KeyPath) -> str:
    """A key as an error has it: `clock.think`, `bots.think`; the line tells which bot's."""
    return ".".join(part for part in path if isinstance(part, str))


def _syntax_error(message: str, name: str, text: str) -> ConfigError:
    match = _SYNTAX.fullmatch(message)
    what, line, column = match.groups() if match else (message, None, None)
    hint = next((hint for start, hint in _HINTS.items() if what.startswith(start)), _ANY_HINT)
    at = f"{name}:{line}: column {column}" if line else f"{name}:{text.rstrip().count(chr(10)) + 1}: at the end"
    return ConfigError(f"{at}: {what[:1].lower()}{what[1:]}{hint}")
