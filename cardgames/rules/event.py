"""What happened at a table, as a value; its text is made only for whoever reads text."""

from typing import Final, NamedTuple

from cardgames.cards import CARD, CARD_NAMES, KNOWN, UNKNOWN

GAME_ITSELF: Final = -1
"""`Event.who` of what the game does by itself: a spit, a new round, a new deal."""

MOVE: Final = "move"
"""The kind of a seat's move. Each game names the further kinds that it has."""
NEW_DEAL: Final = "deal"
NEW_ROUND: Final = "round"
"""The kinds after which other cards lie on the table than before; the number says which deal or round begins."""


class Event(NamedTuple):
    """One thing that happened at the table, with all that any seat may learn from it (PROTOCOL.md, Events).

    A card is `card | seats << KNOWN`.
    """

    kind: str
    """`MOVE`, `NEW_DEAL`, `NEW_ROUND`, or the game's own word for what else there is."""
    who: int
    """The seat, or `GAME_ITSELF`."""
    move: int = -1
    """The move that was made or announced; -1 for none."""
    name: str = ""
    """That move as its game writes it; empty for none."""
    moved: tuple[int, ...] = ()
    """Cards shown to those seats, `??` to the others; `NOTHING` where one could be and none is."""
    learned: tuple[int, ...] = ()
    """Cards shown to those seats only, in order of happening."""
    number: int = 0
    """Which deal or round begins, from 1; 0 for neither."""

    def text(self, seat: int) -> str:
        """`WHO MOVE [CARD …]` as `seat` may see it."""
        bit = 1 << seat + KNOWN
        kind, who, _, name, moved, learned, number = self
        text = name if kind == MOVE else f"{kind} {name or number or ''}".rstrip()
        text = f"{'-' if who == GAME_ITSELF else who} {text}"
        for entry in moved:
            text += f" {CARD_NAMES[entry & CARD] if entry & bit else '??'}"
        for entry in learned:
            if entry & bit:
                text += f" {CARD_NAMES[entry & CARD]}"
        return text

    def view(self, seat: int) -> "Event":
        """The event as `seat` sees it: a card that it may not know is `UNKNOWN`, or is not there."""
        bit = 1 << seat + KNOWN
        hidden = UNKNOWN | bit
        moved = tuple([entry if entry & bit else hidden for entry in self.moved])
        return self._replace(moved=moved, learned=tuple([entry for entry in self.learned if entry & bit]))

    @property
    def clears_table(self) -> bool:
        """Whether other cards lie on the table from now on: a new deal or a new round."""
        return self.kind in (NEW_DEAL, NEW_ROUND)
