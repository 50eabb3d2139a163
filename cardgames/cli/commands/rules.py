"""`cardgames rules GAME [CLAUSE]`: a game's rulebook, or one clause of it."""

import re
from typing import Annotated

import typer

from cardgames.cli import completion
from cardgames.cli.options import GameName


def rules(
    game: GameName,
    clause: Annotated[
        str | None,
        typer.Argument(metavar="CLAUSE", help="One clause only, as C10, S7 or K5.", autocompletion=completion.clauses),
    ] = None,
) -> None:
    """Print the rules of a game by clause, [house] rules marked, and the options with their defaults."""
    from cardgames.cli.rule_options import option_lines
    from cardgames.games.registry import find_game

    found = find_game(game)
    if clause is not None:
        print(find_clause(found.rulebook(), clause))
        return
    print(found.rulebook().rstrip())
    print("\n## Options (--rule K=V)\n")
    for line in option_lines(found):
        print(f"    {line}")


def find_clause(book: str, name: str) -> str:
    """The text of one clause of a rulebook. Raises UsageError where there is none of that name."""
    clauses = _clauses(book)
    text = clauses.get(name.upper())
    if text is None:
        from cardgames.cli.errors import UsageError
        from cardgames.rules.game import near_miss

        raise UsageError(f"no clause {name!r}{near_miss(name.upper(), clauses)}")
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
