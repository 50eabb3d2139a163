"""A bot's own options, as in UCI: `option name Hash type spin default 16 min 1 max 1024`."""

from typing import NamedTuple

from cardgames.protocol.tokens import MessageError, arguments, is_number, sections

KINDS = ("check", "spin", "combo", "string", "button")
EMPTY = "<empty>"
"""How an empty string is written as a default or a value."""

_KEYWORDS = ("default", "min", "max", "var")
_FALSE_TRUE = ("false", "true")


class BotOption(NamedTuple):
    """One option that a bot offers."""

    name: str
    """May have blanks; compared without regard to case."""
    kind: str
    """One of `KINDS`."""
    default: str = ""
    low: int = 0
    high: int = 0
    """The range of a spin."""
    choices: tuple[str, ...] = ()
    """The values of a combo; each may have blanks."""

    def text(self) -> str:
        """The line that tells of it."""
        line = f"option name {self.name} type {self.kind}"
        if self.kind == "button":
            return line
        line += f" default {self.default or EMPTY}"
        if self.kind == "spin":
            line += f" min {self.low} max {self.high}"
        return line + "".join(f" var {choice}" for choice in self.choices)

    @classmethod
    def parse(cls, line: str) -> "BotOption":
        """Reads an `option` line.

        Raises:
            MessageError: no name, no such type, a spin without its range, a combo without values; a control character,
                which could not be shown and not be written in a file of settings.
        """
        tokens = arguments(line, "option")
        if not "".join(tokens).isprintable():
            raise MessageError(f"a control character, printable text was expected: option {' '.join(tokens)[:40]}")
        cut = _type_at(tokens)
        name, kind = " ".join(tokens[1:cut]), tokens[cut + 1]
        default, low, high, choices = "", 0, 0, tuple[str, ...]()
        if kind == "string":
            # All that stands behind `default` is the value, also a word that is a keyword elsewhere.
            default = " ".join(tokens[cut + 3 :]) if tokens[cut + 2 : cut + 3] == ["default"] else ""
        else:
            default = " ".join(sections(tokens[cut + 2 :], _KEYWORDS).get("default", ()))
            choices = _choices(tokens[cut + 2 :])
        if kind == "spin":
            low, high = _range(tokens[cut + 2 :], name)
        if kind == "combo" and not choices:
            raise MessageError(f"a combo without a single var: option {name}")
        return cls(name, kind, "" if default == EMPTY else default, low, high, choices)

    def read(self, value: str | None) -> str:
        """The value to set for one as given, in the spelling that the bot told.

        Raises:
            MessageError: a value that this option cannot have.
        """
        where = f"option {self.name}"
        if self.kind == "button":
            if value:
                raise MessageError(f"value {value[:40]}, a button has none: {where}")
            return ""
        text = "" if value is None or value == EMPTY else value
        if self.kind == "spin":
            plain = text.removeprefix("-")
            if not is_number(plain) or not self.low <= int(text) <= self.high:
                raise MessageError(f"value {text[:40]}, a whole number {self.low} to {self.high} was expected: {where}")
        if self.kind in ("check", "combo"):
            allowed = _FALSE_TRUE if self.kind == "check" else self.choices
            for choice in allowed:
                if choice.lower() == text.lower():
                    return choice
            raise MessageError(f"value {text[:40]}, one of {', '.join(allowed)} was expected: {where}")
        return text


def _type_at(tokens: list[str]) -> int:
    """Where `type KIND` stands: a name may have the word `type` in it, if no kind follows."""
    if tokens[:1] == ["name"]:
        for at in range(2, len(tokens) - 1):
            if tokens[at] == "type" and tokens[at + 1] in KINDS:
                return at
    raise MessageError(f"name NAME type {'|'.join(KINDS)} was expected: option {' '.join(tokens)[:40]}")


def _choices(tokens: list[str]) -> tuple[str, ...]:
    choices: list[list[str]] = []
    reading = False
    for token in tokens:
        if token in _KEYWORDS:
            reading = token == "var"  # noqa: S105 -- a keyword, no password
            if reading:
                choices.append([])
        elif reading:
            choices[-1].append(token)
    return tuple(" ".join(words) for words in choices if words)


def _range(tokens: list[str], name: str) -> tuple[int, int]:
    found = sections(tokens, _KEYWORDS)
    bounds = [" ".join(found.get(keyword, ())) for keyword in ("min", "max")]
    if not all(is_number(bound.removeprefix("-")) for bound in bounds):
        raise MessageError(f"min NUMBER max NUMBER was expected of a spin: option {name}")
    return int(bounds[0]), int(bounds[1])
