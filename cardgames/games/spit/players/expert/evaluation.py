"""The value of a round of Spit to a seat, its share of the win: when the round has ended, and while it lasts."""

from math import exp
from typing import Final

from cardgames.cards import DECK
from cardgames.games.spit.players.expert.simulation import FITS, SimulatedRound
from cardgames.games.spit.players.expert.weights import SpitWeights
from cardgames.games.spit.rules.state import SpitState
from cardgames.games.spit.rules.table import FULL_LAYOUT, NO_RANK, PLACES

_PACK: Final = len(DECK)
_HALF: Final = _PACK // 2
_LAST_ROUND: Final = (*[1.0] * _HALF, 0.5)
_HOPELESS: Final = 500.0
"""Larger log odds make no difference: the points may lie far apart."""
_REACH: Final = 16
"""How many cards around an expected result are averaged over."""
_ALL_FIT: Final = tuple(FITS[rank * (NO_RANK + 1) + NO_RANK] for rank in range(NO_RANK + 1))
"""By the rank on top of a pile, the bits of all tops that go on it. It goes on the same tops."""
_STAGE_ENDS: Final = (2, 3, 4, 5, 7, 9, 12, 15, 20)
STAGES: Final = tuple(sum(cards > end for end in _STAGE_ENDS) for cards in range(_PACK + 1))
"""By the number of stock cards that both seats have together, how far a round has come: 0 for the last cards."""
FEATURES: Final = 11


class Unseen:
    """The cards that lie face down, and how many of them could be put on one of a seat's tops."""

    __slots__ = ("_known", "_shares")

    def __init__(self, ranks: bytes) -> None:
        """Takes the ranks of all of them."""
        each = NO_RANK / max(len(ranks), 1)
        self._shares = [ranks.count(rank) * each for rank in range(NO_RANK)]
        self._known: dict[int, float] = {}

    def takers(self, bits: int) -> float:
        """How many of thirteen unseen cards have, on average, a rank among `bits` (as in `FITS`)."""
        known = self._known.get(bits)
        if known is None:
            known = sum([share for rank, share in enumerate(self._shares) if bits >> PLACES * rank & 1])
            self._known[bits] = known
        return known


def features(simulation: SimulatedRound, unseen: Unseen) -> tuple[float, ...]:
    """The features of a round that is still played. Each compares the seats, and is larger the better the own seat
    stands.

    In this order: 1; how many fewer stock cards than the other seat; the difference of their reciprocals; unseen cards
    that could be put on a top; no play for the own seat; no play for the other seat; plays; tops that go on another top
    of the same seat; stocks; how much sooner the own card lands; spit cards.
    """
    own, other = simulation.own, simulation.other
    fits = FITS[simulation.heads]
    plays = (own.bits & fits).bit_count()
    others = (other.bits & fits).bit_count()
    a, b, c, d, e = own.tops
    near = _ALL_FIT[a] | _ALL_FIT[b] | _ALL_FIT[c] | _ALL_FIT[d] | _ALL_FIT[e]
    a, b, c, d, e = other.tops
    far = _ALL_FIT[a] | _ALL_FIT[b] | _ALL_FIT[c] | _ALL_FIT[d] | _ALL_FIT[e]
    return (
        1.0,
        other.left - own.left,
        1 / own.left - 1 / other.left,
        unseen.takers(near) - unseen.takers(far),
        not plays,
        not others,
        plays - others,
        (own.bits & near).bit_count() - (other.bits & far).bit_count(),
        other.tops.count(NO_RANK) - own.tops.count(NO_RANK),
        simulation.tempo() if plays and others else 0.0,
        other.spit - own.spit,
    )


class SpitEvaluation:
    """The value of a round to one seat, by the rules of the game and by what it had at the round's beginning."""

    __slots__ = ("_cards", "_known", "_last", "_points", "_short", "_target", "_unseen", "_weights", "one_pile")

    def __init__(self, view: SpitState, seat: int, weights: SpitWeights, unseen: bytes = b"") -> None:
        """The evaluation for one choice.

        Args:
            view: the table as the seat sees it.
            seat: the seat.
            weights: what has been learnt.
            unseen: the ranks of the cards that lie face down.
        """
        self._weights = weights
        self._last = view.round >= view.rules.number("maxrounds")  # S16
        self._target = view.rules.number("target")
        self._cards = _LAST_ROUND if self._last else weights.cards
        self._known: dict[int, float] = {}
        self._unseen = Unseen(unseen)
        self._points: tuple[int, int] | None = None
        if view.for_points:
            self._points = (view.points[seat], view.points[1 - seat])
        self.one_pile = view.one_pile
        self._short = view.cards[seat] <= FULL_LAYOUT

    # -- at the end

    def ended(self, simulation: SimulatedRound) -> float:
        """The share of the win if the round has ended."""
        own, other = simulation.own, simulation.other
        if self._points is not None:
            return self._scored(own.left + own.spit, other.left + other.spit)
        if not self.one_pile:
            kept = own.left + own.spit
            return (
                self.begins_with(kept + simulation.sizes[0]) + self.begins_with(kept + simulation.sizes[1])
            ) / 2  # S12, S13
        first = self._short if own.left == other.left else own.left < other.left  # S14
        return self.begins_with(own.left + own.spit) if first else 1 - self.begins_with(other.left + other.spit)

    def begins_with(self, cards: int) -> float:
        """The share of the win of a seat that begins the next round with so many cards; with 0 it has won the game
        (S15).
        """
        return self._cards[cards] if cards <= _HALF else 1 - self._cards[_PACK - cards]

    # -- before

    def ahead(self, simulation: SimulatedRound) -> float:
        """The share of the win that can be expected while the round lasts."""
        own, other = simulation.own, simulation.other
        together = own.left + other.left
        if self._points is not None:
            return self._by_points(self._lead(simulation))
        if self.one_pile:
            first = self._first(simulation)
            turned = self._weights.turned * together
            if self._short:
                return first + (1 - first) * (1 - self._between(0, max(other.spit - turned, 0.0)))
            return first * self._between(0, max(own.spit - turned, 0.0))
        cards = _HALF - self._lead(simulation) / 2
        apart = abs(simulation.sizes[0] - simulation.sizes[1]) / 2
        return (self._between(together, cards - apart) + self._between(together, cards + apart)) / 2

    def _lead(self, simulation: SimulatedRound) -> float:
        """With two piles: how many more cards in stocks and spit the other seat is expected to have at the round's
        end.
        """
        return self._sum_of(self._weights.lead, simulation)

    def _first(self, simulation: SimulatedRound) -> float:
        """With one pile: the probability to be the first without stock cards."""
        return _share(self._sum_of(self._weights.first, simulation))

    def _sum_of(self, weights: tuple[float, ...], simulation: SimulatedRound) -> float:
        start = STAGES[simulation.own.left + simulation.other.left] * FEATURES
        total = 0.0
        for weight, feature in zip(weights[start : start + FEATURES], features(simulation, self._unseen), strict=True):
            total += weight * feature
        return total

    def _scored(self, own: int, other: int) -> float:
        """The value of so many points for each seat (S17)."""
        assert self._points is not None
        totals = (self._points[0] + own, self._points[1] + other)
        if self._last or max(totals) >= self._target:
            return (1 + (totals[0] < totals[1]) - (totals[0] > totals[1])) / 2
        return self._by_points(other - own)

    def _by_points(self, lead: float) -> float:
        assert self._points is not None
        return _share((self._points[1] - self._points[0] + lead) / self._weights.points)

    def _between(self, stocks: int, cards: float) -> float:
        """The value of about so many cards at the round's end, with so many stock cards still to play."""
        cards = min(max(cards, 0.0), float(_PACK))
        whole = min(int(cards), _PACK - 1)
        part = cards - whole
        return (1 - part) * self._about(stocks, whole) + part * self._about(stocks, whole + 1)

    def _about(self, stocks: int, cards: int) -> float:
        key = stocks * (_PACK + 1) + cards
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._mean(stocks, cards)
        return known

    def _mean(self, stocks: int, cards: int) -> float:
        """The mean value over the results near `cards`, normally distributed."""
        base, each = self._weights.spread
        variance = base + each * stocks
        total = weight = 0.0
        for off in range(-_REACH, _REACH + 1):
            part = exp(-off * off / (2 * variance))
            total += part * self.begins_with(min(max(cards + off, 1), _PACK - 1))
            weight += part
        return total / weight


def _share(log_odds: float) -> float:
    return 1 / (1 + exp(min(max(-log_odds, -_HOPELESS), _HOPELESS)))
