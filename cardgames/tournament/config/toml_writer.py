"""TOML, written: as much of it as a tournament's settings need."""

import json
import re
from collections.abc import Mapping, Sequence

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def write_toml(tables: Mapping[str, object]) -> str:
    """The text that `tomllib` reads back.

    Args:
        tables: text, numbers, truth values and lists of them by their key; mappings become `[tables]`, lists of
            mappings `[[tables]]`; mappings deeper down stand in one line. What is None is left out.
    """
    plain = {key: value for key, value in tables.items() if not isinstance(value, Mapping) and not _is_tables(value)}
    parts = [_lines(plain)]
    for key, value in tables.items():
        if isinstance(value, Mapping):
            parts.append(f"\n[{_key(key)}]\n{_lines(value)}")
        elif _is_tables(value):
            assert isinstance(value, Sequence)
            parts += [f"\n[[{_key(key)}]]\n{_lines(each)}" for each in value]
    return "".join(parts).lstrip("\n")


def _is_tables(value: object) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)


def _lines(table: Mapping[str, object]) -> str:
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in table.items() if value is not None)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    raise TypeError(f"{type(value).__name__}: nothing that a tournament's settings have")


def _text(text: str) -> str:
    # JSON's escapes are TOML's, but that TOML wants DEL escaped as well.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")
