"""Deals played from both sides: the two games of a deal counted as one sample.

A deal that favours one side gives each player one win, which says nothing about them. Counted game by game that
looks like chance; counted by pairs it is what it is, an even result, and the error becomes smaller. The counts go
by the first player's points in the pair: 0 (LL), 1/2 (LD), 1 (DD or WL), 3/2 (DW), 2 (WW).
"""

from typing import NamedTuple

from cardgames.tournament.rating.bradley_terry import Meeting


class Pentanomial(NamedTuple):
    """How often each result of a pair of games came, as the first of two players sees it, in any order of the two."""

    ll: int = 0
    ld: int = 0
    dd: int = 0
    wl: int = 0
    dw: int = 0
    ww: int = 0

    @property
    def counts(self) -> tuple[int, int, int, int, int]:
        """LL, LD, DD and WL, DW, WW: the five counts of the statistics."""
        return self.ll, self.ld, self.dd + self.wl, self.dw, self.ww

    @property
    def pairs(self) -> int:
        """How many deals have been played from both sides."""
        return sum(self)

    @property
    def meeting(self) -> Meeting:
        """The games of these pairs, one by one."""
        return Meeting(
            wins=2 * self.ww + self.dw + self.wl,
            draws=2 * self.dd + self.ld + self.dw,
            losses=2 * self.ll + self.ld + self.wl,
        )

    @property
    def reversed(self) -> "Pentanomial":
        """The same pairs as the other player sees them."""
        return Pentanomial(ll=self.ww, ld=self.dw, dd=self.dd, wl=self.wl, dw=self.ld, ww=self.ll)

    def text(self) -> str:
        """The five counts as other runners print them: `[30, 6, 18, 0, 6]`."""
        return str(list(self.counts))


class PairTally:
    """Finds the two games of each deal as they come, in any order, and counts them once both have been played."""

    __slots__ = ("_counts", "_waiting")

    def __init__(self) -> None:
        self._waiting: dict[int, int] = {}
        """For each deal played from one side so far, the half-points of the first player."""
        self._counts = [0] * len(Pentanomial._fields)

    def add(self, deal: int, points: float) -> bool:
        """Counts a game; True if it completed its pair.

        Args:
            deal: the number that both games of the deal have in common.
            points: of the first of the two players: 0, 1/2 or 1, whichever side it had.
        """
        halves = int(2 * points)
        other = self._waiting.pop(deal, None)
        if other is None:
            self._waiting[deal] = halves
            return False
        self._counts[_PLACES[min(halves, other), max(halves, other)]] += 1
        return True

    @property
    def pairs(self) -> Pentanomial:
        """The complete pairs so far."""
        return Pentanomial(*self._counts)


_PLACES = {(0, 0): 0, (0, 1): 1, (1, 1): 2, (0, 2): 3, (1, 2): 4, (2, 2): 5}
"""Half-points of both games, the fewer first, to the field of `Pentanomial`."""
