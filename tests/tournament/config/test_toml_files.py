"""TOML: on which line each key stands, and text that `tomllib` reads back."""

import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgames.tournament.config.toml_lines import KeyPath, key_lines
from cardgames.tournament.config.toml_writer import write_toml

TEXT = '''# a comment = 1
game = "spit" # with = one
seed = """a
b = \\"1\\" \\"""
c = 2""""
"a.b"."c d" = {x=1, y=[{z=2}, # ] }
  [3, "]"], 4]}
'lit"eral' = '#'
raw = \'\'\'
k = 1\'\'\'
[rules]
k.l.m = 'v' # x
  [ "rules" . n ]
o = 1979-05-27T07:32:00Z
[[bots]]
name="a"
env={A="}"}
[[bots]]

name="b"
[bots.env]
Q=[
  1,

  2,
]
[[bots.list]]
x=1
[[bots.list]]
x=2
"tab\\tkey\\u00e9" = 1
'''

LINES: dict[KeyPath, int] = {
    ("game",): 2,
    ("seed",): 3,
    ("a.b",): 6,
    ("a.b", "c d"): 6,
    ("a.b", "c d", "x"): 6,
    ("a.b", "c d", "y"): 6,
    ("a.b", "c d", "y", 0): 6,
    ("a.b", "c d", "y", 0, "z"): 6,
    ("a.b", "c d", "y", 1): 7,
    ("a.b", "c d", "y", 1, 0): 7,
    ("a.b", "c d", "y", 1, 1): 7,
    ("a.b", "c d", "y", 2): 7,
    ('lit"eral',): 8,
    ("raw",): 9,
    ("rules",): 11,
    ("rules", "k"): 12,
    ("rules", "k", "l"): 12,
    ("rules", "k", "l", "m"): 12,
    ("rules", "n"): 13,
    ("rules", "n", "o"): 14,
    ("bots",): 15,
    ("bots", 0): 15,
    ("bots", 0, "name"): 16,
    ("bots", 0, "env"): 17,
    ("bots", 0, "env", "A"): 17,
    ("bots", 1): 18,
    ("bots", 1, "name"): 20,
    ("bots", 1, "env"): 21,
    ("bots", 1, "env", "Q"): 22,
    ("bots", 1, "env", "Q", 0): 23,
    ("bots", 1, "env", "Q", 1): 25,
    ("bots", 1, "list"): 27,
    ("bots", 1, "list", 0): 27,
    ("bots", 1, "list", 0, "x"): 28,
    ("bots", 1, "list", 1): 29,
    ("bots", 1, "list", 1, "x"): 30,
    ("bots", 1, "list", 1, "tab\tkeyé"): 31,
}


def paths(value: Any, path: KeyPath = ()) -> set[KeyPath]:
    """Every key and every place of what `tomllib` has read."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = {path} if path else set()
    for key, inner in items:
        found |= paths(inner, (*path, key))
    return found


def test_every_key_has_its_line() -> None:
    assert key_lines(TEXT) == LINES
    assert paths(tomllib.loads(TEXT)) == set(LINES)


KEYS = st.text(max_size=5)
SCALARS = st.text(max_size=10) | st.integers(-(10**9), 10**9) | st.booleans() | st.floats(allow_nan=False)
SHALLOW = st.lists(SCALARS, max_size=3) | st.dictionaries(KEYS, SCALARS, max_size=3)
TABLE = st.dictionaries(KEYS, SCALARS | SHALLOW, max_size=4)


@given(st.dictionaries(KEYS, SCALARS | st.lists(SCALARS, max_size=3) | TABLE | st.lists(TABLE, min_size=1, max_size=3)))
@settings(max_examples=200)
def test_what_is_written_is_read_back_and_every_key_is_found(tables: dict[str, object]) -> None:
    text = write_toml(tables)
    assert tomllib.loads(text) == tables
    assert set(key_lines(text)) == paths(tables)


@given(st.text(alphabet="ab.=[]{}\"'#,\n 1\\", max_size=40))
@settings(max_examples=500)
def test_whatever_tomllib_reads_has_its_lines(text: str) -> None:
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    assert set(key_lines(text)) == paths(tables)


def test_nothing_is_written_of_what_is_not_there() -> None:
    text = write_toml({"a": None, "b": 1, "c": {"d": None, "e": "x"}, "f": [{"g": None}]})
    assert text == 'b = 1\n\n[c]\ne = "x"\n\n[[f]]\n'


def test_only_settings_are_written() -> None:
    with pytest.raises(TypeError, match="object"):
        write_toml({"a": object()})
