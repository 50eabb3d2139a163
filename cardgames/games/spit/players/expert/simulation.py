"""A round of Spit as a seat imagines it: both seats play on, each card takes its time, for some cards.

Everything is counted in ranks and small numbers; suits do not matter (S5). `SimulatedSeat` is what one seat has,
`SimulatedRound` plays on from given first moves to a horizon. Heads are the ranks on top of both piles as one number,
as `rules.moves.heads` makes it.
"""

from collections.abc import Sequence
from typing import Final

from cardgames.games.spit.rules.moves import PILES, TARGETS, WAIT, goes_on
from cardgames.games.spit.rules.table import NO_RANK, PLACES

JITTER: Final = 255
"""At most so many ticks a card may take longer than others: at the usual 50 ms of jitter a tick is about 0.2 ms."""
FLIGHT: Final = 8 * JITTER
"""How many ticks a new choice takes to land: the usual 200 ms each of `think` and `hand`."""
THINKS: Final = -1
"""In place of a move: the seat has not chosen yet."""

_HEADS: Final = NO_RANK + 1

Play = tuple[int, int]
"""A pile, L 0 or R 1, and the heads after a card has been played there."""


def _plays(heads: int) -> tuple[tuple[Play, ...], ...]:
    """By the rank of a card, the piles that it goes on and the heads after that (S5)."""
    left, right = divmod(heads, _HEADS)
    found = []
    for rank in range(_HEADS):
        plays = []
        if goes_on(rank, left):
            plays.append((0, rank * _HEADS + right))
        if goes_on(rank, right):
            plays.append((1, left * _HEADS + rank))
        found.append(tuple(plays))
    return tuple(found)


PLAYS: Final = tuple(_plays(heads) for heads in range(_HEADS * _HEADS))
BIT: Final = tuple(
    tuple(1 << PLACES * rank + place if rank != NO_RANK else 0 for rank in range(_HEADS)) for place in range(PLACES)
)
"""A bit for every place and rank, so that the five tops are one number."""
FITS: Final = tuple(sum(31 << PLACES * rank for rank in range(NO_RANK) if plays[rank]) for plays in PLAYS)
"""By heads, the bits of all tops that go on a pile."""


class SimulatedSeat:
    """What one seat has.

    Attributes:
        tops: by place, the rank on top; NO_RANK if there is no stock.
        depths: by place, how many cards lie below the top.
        bits: the tops as one number.
        left: how many stock cards it has.
        spit: how many spit cards it has.
        below: by place, where the cards below the top begin in the sampled order of the unseen cards.
    """

    __slots__ = ("below", "bits", "depths", "left", "spit", "tops")

    def __init__(self, tops: list[int], depths: list[int], below: list[int], counts: tuple[int, int, int]) -> None:
        """Takes the values; `counts` are `bits`, `left` and `spit`."""
        self.tops = tops
        self.depths = depths
        self.below = below
        self.bits, self.left, self.spit = counts

    @classmethod
    def seen(cls, tops: list[int], depths: list[int], spit: int, start: int) -> "SimulatedSeat":
        """A seat as it is seen; the cards below its stocks begin at `start` in the sampled order."""
        below = [start + sum(depths[:place]) for place in range(PLACES)]
        bits = sum(BIT[place][rank] for place, rank in enumerate(tops))
        left = sum(depths) + sum(rank != NO_RANK for rank in tops)
        return cls(tops, depths, below, (bits, left, spit))

    def copy(self) -> "SimulatedSeat":
        """A copy for a simulation of its own."""
        return SimulatedSeat(self.tops[:], self.depths[:], self.below, (self.bits, self.left, self.spit))

    def fill(self) -> int:
        """The move of the deepest stock's top to the first empty place (S7), or WAIT."""
        tops = self.tops
        if NO_RANK in tops:
            depths = self.depths
            deepest = max(depths)
            if deepest:
                return depths.index(deepest) * TARGETS + PILES + tops.index(NO_RANK)
        return WAIT

    def choice(self, other: "SimulatedSeat", heads: int) -> int:
        """The move of a player without foresight: the play that leaves it the most to play and the other seat the
        least.

        With no play it fills an empty place; if it cannot, it waits.
        """
        if not self.bits & FITS[heads]:
            return self.fill()
        plays = PLAYS[heads]
        move = WAIT
        best = -1000
        for place, rank in enumerate(self.tops):
            targets = plays[rank]
            if targets:
                rest = self.bits ^ BIT[place][rank]
                for target, after in targets:
                    fits = FITS[after]
                    score = 8 * ((rest & fits).bit_count() - (other.bits & fits).bit_count()) + self.depths[place]
                    if score > best:
                        best = score
                        move = place * TARGETS + target
        return move

    def careful_choice(self, other: "SimulatedSeat", heads: int) -> int:
        """The same, but while the other seat has no play it fills its places first: nobody can take its play away."""
        if not other.bits & FITS[heads]:
            move = self.fill()
            if move != WAIT:
                return move
        return self.choice(other, heads)

    def land(self, move: int, heads: int, unseen: Sequence[int]) -> int:
        """Makes a legal move of a card (S5 to S7). Returns the heads after it."""
        source, target = divmod(move, TARGETS)
        rank = self.tops[source]
        depth = self.depths[source]
        self.bits ^= BIT[source][rank]
        if depth:
            self.depths[source] = depth = depth - 1
            turned = unseen[self.below[source] + depth]
            self.bits |= BIT[source][turned]
            self.tops[source] = turned
        else:
            self.tops[source] = NO_RANK
        if target >= PILES:
            self.tops[target - PILES] = rank
            self.bits |= BIT[target - PILES][rank]
            return heads
        self.left -= 1
        return rank * _HEADS + heads % _HEADS if target == 0 else heads - heads % _HEADS + rank


class SimulatedRound:
    """A round from one moment on, as the searching seat sees it.

    Attributes:
        own: what the seat has.
        other: what the other seat has.
        heads: the ranks on top of both piles.
        sizes: how many cards are in the piles, L and R.
        ended: whether the round has ended (S11).
        now: the time in ticks.
        own_move: what the seat has chosen: a move, or THINKS.
        own_lands_at: when it lands, in ticks.
        other_move: what the other seat has chosen.
        other_lands_at: when it lands, in ticks.
    """

    __slots__ = (
        *("_own_pile", "_turned", "ended", "heads", "now", "other", "other_lands_at", "other_move", "own"),
        *("own_lands_at", "own_move", "sizes"),
    )

    def __init__(
        self, own: SimulatedSeat, other: SimulatedSeat, heads: int, sizes: Sequence[int], own_pile: int
    ) -> None:
        """A round as it stands.

        Args:
            own: what the seat has.
            other: what the other seat has.
            heads: the ranks on top of both piles.
            sizes: how many cards are in the piles.
            own_pile: the pile on which the seat spits (S3).
        """
        self.own = own
        self.other = other
        self.heads = heads
        self.sizes = list(sizes)
        self.ended = False
        self.now = 0
        self.own_move = self.other_move = THINKS
        self.own_lands_at = self.other_lands_at = 0
        self._own_pile = own_pile
        self._turned = sum(own.depths) + sum(other.depths)

    def copy(self) -> "SimulatedRound":
        """A copy with nothing in flight."""
        return SimulatedRound(self.own.copy(), self.other.copy(), self.heads, self.sizes, self._own_pile)

    def run(self, unseen: bytes, jitters: bytes, plies: int) -> None:
        """Plays on, on the virtual clock: the card that lands first is played, then both seats may choose again.

        The seat keeps to its choice as long as it can be played. The other seat is taken for a player without
        foresight, which always wants what looks best now. A seat that waits chooses again at the next change.

        Args:
            unseen: the ranks of the cards that lie face down: first those below the stocks, as `SimulatedSeat.below`
                places them, then the spit cards in the order in which they are turned.
            jitters: how many ticks more than FLIGHT each new choice takes: two values for each ply.
            plies: how many landings and spits to play.
        """
        own, other = self.own, self.other
        own_move, other_move = self.own_move, self.other_move
        for ply in range(plies):
            if own_move == THINKS:
                own_move = own.careful_choice(other, self.heads)
                self.own_lands_at = self.now + FLIGHT + jitters[2 * ply]
            best = other.choice(own, self.heads)
            if best != other_move:
                other_move = best
                self.other_lands_at = self.now + FLIGHT + jitters[2 * ply + 1]
            if own_move != WAIT and (other_move == WAIT or self.own_lands_at < self.other_lands_at):
                self.now = self.own_lands_at
                self._land(own, own_move, unseen)
                own_move = THINKS
            elif other_move != WAIT:
                self.now = self.other_lands_at
                self._land(other, other_move, unseen)
                other_move = THINKS
                if own_move == WAIT or (own_move % TARGETS < PILES and not self._goes(own_move)):
                    own_move = THINKS  # S8
            else:
                self.spit(unseen)
                own_move = THINKS
            if self.ended:
                break
        self.own_move, self.other_move = own_move, other_move

    def tempo(self) -> float:
        """By how many flights the seat's next card lands before the other's; a seat that is thinking chooses now."""
        own_move = self.now + FLIGHT if self.own_move == THINKS else self.own_lands_at
        other_move = self.now + FLIGHT if self.other_move == THINKS else self.other_lands_at
        return (other_move - own_move) / FLIGHT

    def _land(self, seat: SimulatedSeat, move: int, unseen: bytes) -> None:
        self.heads = seat.land(move, self.heads, unseen)
        target = move % TARGETS
        if target < PILES:
            self.sizes[target] += 1
            self.ended = not seat.left  # S11

    def _goes(self, move: int) -> bool:
        source, target = divmod(move, TARGETS)
        return any(target == play[0] for play in PLAYS[self.heads][self.own.tops[source]])

    def spit(self, unseen: bytes) -> None:
        """Both seats turn a spit card, or the one that has one (S3); if neither has one, the round is blocked (S11)."""
        self.ended = not self.own.spit and not self.other.spit
        for seat, pile in ((self.own, self._own_pile), (self.other, 1 - self._own_pile)):
            if seat.spit:
                seat.spit -= 1
                self.sizes[pile] += 1
                left, right = divmod(self.heads, _HEADS)
                rank = unseen[self._turned]
                self.heads = rank * _HEADS + right if pile == 0 else left * _HEADS + rank
                self._turned += 1
