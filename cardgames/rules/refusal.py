"""Why the rules refuse a move, as a value; said to a program as text, to a person with names and card signs."""

from typing import Final, Protocol

from cardgames.cards import CARD, NAMES, RANKS


class Speaker(Protocol):
    """How seats and cards are named to somebody."""

    def seat(self, seat: int) -> str:
        """`seat 1`, `greedy`."""

    def does(self, seat: int, verb: str) -> str:
        """`seat 1 has`, `you have`."""

    def whose(self, seat: int) -> str:
        """`seat 1's`, `greedy's`."""

    def own(self, pile: str) -> str:
        """A pile of the seat that tried the move: `the reserve`, `your reserve`."""

    def card(self, entry: int) -> str:
        """One card."""


class _Plain:
    """Names as programs read them."""

    def seat(self, seat: int) -> str:
        return f"seat {seat}"

    def does(self, seat: int, verb: str) -> str:
        return f"seat {seat} {verb}"

    def whose(self, seat: int) -> str:
        return f"seat {seat}'s"

    def own(self, pile: str) -> str:
        return f"the {pile}"

    def card(self, entry: int) -> str:
        return NAMES[entry & CARD]


_PLAIN: Final = _Plain()


class _Spoken:
    """A value that a format specification says in the words of a speaker."""

    __slots__ = ("_speaker", "_value")

    def __init__(self, value: int | str, speaker: Speaker) -> None:
        self._value = value
        self._speaker = speaker

    def __format__(self, how: str) -> str:
        value, speaker = self._value, self._speaker
        if isinstance(value, str):
            return speaker.own(value) if how == "own" else value
        if how == "card":
            return speaker.card(value)
        if how == "seat":
            return speaker.seat(value)
        if how == "whose":
            return speaker.whose(value)
        if how == "rank":
            return f"an {RANKS[value]}" if RANKS[value] in "A8" else f"a {RANKS[value]}"
        return speaker.does(value, how) if how else str(value)


class Refusal:
    """Why a move is refused.

    Attributes:
        clause: the clause of the rulebook, `K5`; empty where none speaks of it.
        template: the reason with its values in braces, each with how it is to be said: `{x:card}`, `{x:seat}`,
            `{x:whose}`, `{x:rank}` (`an 8`), `{x:own}` (a pile of the mover's), `{x:has}` (the seat with that verb);
            `{x}` as it stands.
        values: the values by name: seats, cards, ranks and numbers as ints, words as text.
    """

    __slots__ = ("clause", "template", "values")

    def __init__(self, clause: str, template: str, **values: int | str) -> None:
        self.clause = clause
        self.template = template
        self.values = values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and self._all() == other._all()

    def __hash__(self) -> int:
        return hash((self.clause, self.template))

    def __repr__(self) -> str:
        return f"Refusal({self.text()!r})"

    def text(self) -> str:
        """One line, the clause first: what a program and a record get."""
        return self.said(_PLAIN)

    def said(self, speaker: Speaker) -> str:
        """The same line in a speaker's words."""
        reason = self.template.format_map({name: _Spoken(value, speaker) for name, value in self.values.items()})
        return f"{self.clause}: {reason}" if self.clause else reason

    def _all(self) -> tuple[str, str, dict[str, int | str]]:
        return self.clause, self.template, self.values
