"""Whoever tells a person in words what lies on the table and what happens there."""

from collections.abc import Sequence

from cardgames.cards import CARD, RANK, SUIT, UNKNOWN
from cardgames.drawing.symbols import CARD_SIGNS

YOU = "you"
"""The name by which somebody who is alone at the keyboard is called."""

_RANK_WORDS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")
_SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")
_HIDDEN = "hidden"
_OTHER_FORMS = {"has": "have", "is": "are", "passes": "pass", "does": "do"}


class Wording:
    """Names seats and cards.

    Attributes:
        names: what each seat is called.
        spoken: cards as `7 of hearts`, for ears, instead of the signs of a layout.
    """

    def __init__(self, names: Sequence[str], *, spoken: bool = False) -> None:
        self.names = names
        self.spoken = spoken

    def does(self, seat: int, verb: str) -> str:
        """`greedy takes`, `you take`."""
        name = self.names[seat]
        if name == YOU:
            verb = _OTHER_FORMS.get(verb, verb.removesuffix("s"))
        return f"{name} {verb}"

    def seat(self, seat: int) -> str:
        """`greedy`, `you`."""
        return self.names[seat]

    def own(self, pile: str) -> str:
        """A pile of the person who is spoken to: `your reserve`."""
        return f"your {pile}"

    def whose(self, seat: int) -> str:
        """`greedy's`, `your`."""
        name = self.names[seat]
        return "your" if name == YOU else f"{name}'s"

    def card(self, entry: int) -> str:
        """One card, `card | seats << KNOWN` or bare."""
        card = entry & CARD
        if not self.spoken:
            return CARD_SIGNS[card]
        return _HIDDEN if card == UNKNOWN else f"{_RANK_WORDS[RANK[card]]} of {_SUIT_WORDS[SUIT[card]]}"

    def the(self, entry: int) -> str:
        """`the 7h`; `a card` for one that is hidden."""
        return "a card" if entry & CARD == UNKNOWN else f"the {self.card(entry)}"

    def cards(self, pile: Sequence[int]) -> str:
        """Cards in their order, joined by commas."""
        return ", ".join(map(self.card, pile))

    def count(self, number: int, what: str = "card") -> str:
        """`1 card`, `2 cards`."""
        return f"{number} {what}" if number == 1 else f"{number} {what}s"

    def sentence(self, text: str) -> str:
        """The text with a full stop, and a capital unless it begins with somebody's name."""
        name = next((name for name in self.names if name != YOU and text.startswith(name)), "")
        return _ended(text) if name else sentence(text)


def suit_word(suit: int) -> str:
    """`clubs`, `diamonds`, `hearts`, `spades`."""
    return _SUIT_WORDS[suit]


def sentence(text: str) -> str:
    """The text with a capital at its beginning and a full stop at its end, the rest as it is."""
    return _ended(f"{text[:1].upper()}{text[1:]}")


def _ended(text: str) -> str:
    return text if text.endswith((".", "!")) else f"{text}."
