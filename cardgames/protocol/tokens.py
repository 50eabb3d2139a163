"""Tokens, which all messages consist of. `MessageError` is the one error of this folder."""

from collections.abc import Collection, Sequence

_LONGEST_NUMBER = 18


class MessageError(ValueError):
    """A message that is malformed: what is wrong and what was expected, then `: ` and where."""


def arguments(line: str, command: str) -> list[str]:
    """The tokens after the command's name. Raises MessageError if `line` is another command."""
    tokens = line.split()
    if not tokens or tokens[0] != command:
        raise MessageError(f"{command} was expected: {line[:20]}")
    return tokens[1:]


def is_number(text: str) -> bool:
    """Whether `text` is a whole number without a sign, of a length that a counter can have."""
    return text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER


def number(text: str, what: str, where: str) -> int:
    """The whole number that `text` writes. Raises MessageError."""
    if not is_number(text):
        raise MessageError(f"{what} {text[:20]}, a whole number was expected: {where}")
    return int(text)


def sections(tokens: Sequence[str], keywords: Collection[str]) -> dict[str, list[str]]:
    """Splits `depth 3 pv a b` into `{"depth": ["3"], "pv": ["a", "b"]}`.

    Tokens before the first keyword stand under `""`. A keyword that comes again starts anew.
    """
    found: dict[str, list[str]] = {}
    current = found.setdefault("", [])
    for token in tokens:
        if token in keywords:
            current = found[token] = []
        else:
            current.append(token)
    return found


def first_number(values: Sequence[str] | None) -> int | None:
    """The first token if it is a whole number, else None: for what a reader tolerates."""
    return int(values[0]) if values and is_number(values[0]) else None
