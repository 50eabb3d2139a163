"""The options of one game of Kroket, in the form in which its rules ask for them."""

from __future__ import annotations

from typing import NamedTuple

from cardgames.cards import KNOWN
from cardgames.rules.game import Rules


class KroketRuleValues(NamedTuple):
    """What the rules of one game come down to."""

    seats: int
    everyone: int
    """The mask of all seats, in its place above the card."""
    lay_seen: bool
    lastturn: bool
    knock_from: int
    """Turns completed in a deal before anyone may knock."""
    take_limit: int
    """Turns by `take` in a row that end a deal."""
    allpictures: str
    deals: int

    @classmethod
    def of(cls, rules: Rules) -> KroketRuleValues:
        """The values that `rules` set."""
        seats = rules.players
        return cls(
            seats,
            rules.everyone << KNOWN,
            rules["lay"] == "seen",
            rules["lastturn"] == "on",
            rules.number("minrounds") * seats,
            rules.number("takelimit") * seats,
            rules.word("allpictures"),
            rules.number("deals"),
        )
