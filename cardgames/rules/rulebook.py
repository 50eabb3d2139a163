"""The clauses of a rulebook: `C10`, `S7`, `K5`."""

import re

from cardgames.rules.game import GameError
from cardgames.text import near_miss


class ClauseError(GameError):
    """A clause that a rulebook does not have."""


def find_clause(book: str, name: str) -> str:
    """The text of one clause of a rulebook. Raises ClauseError where there is none of that name."""
    clauses = _clauses(book)
    text = clauses.get(name.upper())
    if text is None:
        raise ClauseError(f"no clause {name!r}{near_miss(name.upper(), clauses)}")
    return text


def clause_names(book: str) -> list[str]:
    """The names of all clauses, in the order of the book."""
    return list(_clauses(book))


def _clauses(book: str) -> dict[str, str]:
    """Every clause by its name, in the order of the book: the line with its name, and the indented ones after it."""
    clauses: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in book.splitlines():
        start = re.match(r"(?:[-*] +)?([A-Z]\d+)\. ", line)
        if start is not None:
            lines = clauses.setdefault(start[1], [])
        elif line and not line[0].isspace():
            lines = []
        lines.append(line)
    return {name: "\n".join(text).rstrip() for name, text in clauses.items()}
