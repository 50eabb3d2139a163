"""Words and numbers as people read them: what many rooms share."""

from collections.abc import Container, Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def near_miss(name: str, names: Iterable[str]) -> str:
    """`; did you mean X?` for a near miss, else the list of what there is."""
    # Imported here: 5 ms that only an error needs.
    from difflib import get_close_matches

    known = list(names)
    near = get_close_matches(name, known, n=1)
    return f"; did you mean {near[0]}?" if near else f"; there are {', '.join(known)}"


def near_file(path: "Path") -> str:
    """`; did you mean DIR/X?` for a file that is not there if one of a like name is, else nothing."""
    from difflib import get_close_matches

    try:
        names = [entry.name for entry in path.parent.iterdir()]
    except OSError:
        return f", nor a folder {path.parent}"
    near = get_close_matches(path.name, names, n=1)
    return f"; did you mean {path.parent / near[0]}?" if near else ""


def either(choices: Iterable[object]) -> str:
    """`2`, `2 or 3`, `2, 3 or 4`."""
    *others, last = map(str, choices)
    return f"{', '.join(others)} or {last}" if others else last


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """`1 deal`, `3 deals`."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def signed(value: float | None) -> str:
    """`+12.3`, `-0.4`, `+0.0`; `-` for what is not known."""
    # Without the sign of what is nothing after rounding.
    return "-" if value is None else f"{round(value, 1) + 0.0:+.1f}"


def rounded(value: float | None, digits: int = 2) -> float | None:
    """A number for JSON: rounded, and 0.0 instead of -0.0."""
    return None if value is None else round(value, digits) + 0.0


def printable(text: str) -> str:
    """`text` fit to be quoted in a line: ASCII, control characters and all others written as escapes."""
    if text.isascii() and text.isprintable():
        return text
    quoted = text.replace("…", "...").encode("ascii", "backslashreplace").decode("ascii")
    return "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in quoted)


def harmless(text: str) -> str:
    """The text in one line, and without what would do something to a terminal."""
    return disarmed(" ".join(text.split()))


def disarmed(text: str) -> str:
    """The text without what would do something to a terminal; its blanks and tabs stay, so that columns do."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() or char == "\t" else "?" for char in text)


def aligned(header: Sequence[str], rows: Iterable[Sequence[str]], words: Container[str]) -> list[str]:
    """A table as lines of text: the columns whose titles are in `words` to the left, all others to the right."""
    lines = [header, *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if title in words else cell.rjust(width)
            for title, cell, width in zip(header, line, widths, strict=True)
        ).rstrip()
        for line in lines
    ]
