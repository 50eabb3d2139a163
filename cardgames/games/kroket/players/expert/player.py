"""Expert at Kroket: what each choice is worth on average over the cards that it does not see, and when to knock."""

from collections.abc import Callable, Sequence
from math import prod
from typing import ClassVar

from cardgames.cards import CARD, RANK, UNKNOWN
from cardgames.games.kroket.players.expert.evaluation import KroketEvaluation
from cardgames.games.kroket.players.expert.knowledge import NUMBERS, RANKS, WORTH, KroketKnowledge
from cardgames.games.kroket.players.expert.weights import KroketWeights
from cardgames.games.kroket.rules.moves import DRAW, FIRST_CARD, FIRST_PLACE, KNOCK, LAY, TAKE
from cardgames.games.kroket.rules.state import NO_CARD, KroketState
from cardgames.players.expert.base import Expert, Judged
from cardgames.players.expert.budget import Budget
from cardgames.players.player import Turn


class ExpertKroket(Expert):
    """Weighs the odds of being first after each choice, exactly over every card that may come.

    Where the deal ends now the odds are counted (expert_kroket_count.py) and corrected by what tells of the rivals, so
    it knows when to knock. Where it goes on they are learnt (expert_kroket_weights.py): what a hand and a table may
    still become, and that the others may knock as well. They are odds against such rivals as it has learnt from,
    weaker ones among them: between two experts they are some points too high.
    """

    plenty: ClassVar[int] = 6
    """A node is one move that is looked at: no choice has more."""
    least: ClassVar[int] = 6
    weights: KroketWeights = KroketWeights()

    def rank(self, turn: Turn, budget: Budget) -> Sequence[Judged]:
        """The moves, the best first: all of them, unless the budget ends before."""
        view = turn.view
        assert isinstance(view, KroketState)
        sight = KroketKnowledge(view, turn.seat)
        choice = _Choice(sight, self.weights, budget)
        if turn.legal[0] >= FIRST_PLACE:
            judged = choice.places(turn.legal)
        elif turn.legal[0] >= FIRST_CARD:
            judged = choice.discards(turn.legal)
        else:
            judged = choice.turns(turn.legal)
        sure = self.sure(sight)
        return sorted(judged, key=lambda one: one.value if one.move != KNOCK or one.value >= sure else -1, reverse=True)

    def sure(self, sight: KroketKnowledge) -> float:
        """How good its chance has to be for a knock."""
        first, rise, most = self.weights.sure
        patience = [min(most, first + rise * rival.turns) for rival in sight.rivals if not rival.junk]
        return prod(patience) * self.weights.sure_if_weak ** (len(sight.rivals) - len(patience))


class _Choice:
    """One choice of one seat."""

    def __init__(self, sight: KroketKnowledge, weights: KroketWeights, budget: Budget) -> None:
        self._sight = sight
        self._weights = weights
        self._budget = budget

    # -- the beginning of a turn

    def turns(self, legal: Sequence[int]) -> list[Judged]:
        """`draw`, `take`, `knock`, `lay`."""
        ways = {DRAW: self._draw, TAKE: self._take, KNOCK: self._knock, LAY: self._lay}
        return self._judged([move for move in ways if move in legal], lambda move: ways[move](self._odds(move)))

    def _judged(self, moves: Sequence[int], value: Callable[[int], float]) -> list[Judged]:
        """Those of the moves that there is time for."""
        judged = []
        for move in moves:
            judged.append(Judged(move, value(move)))
            if not self._budget.spend():
                break
        return judged

    def _odds(self, move: int) -> KroketEvaluation:
        return KroketEvaluation(self._sight, self._weights, move)

    def _knock(self, odds: KroketEvaluation) -> float:
        return odds.of(tuple(self._sight.hand), self._table(odds), self._sight.top)

    def _take(self, odds: KroketEvaluation) -> float:
        return self._with_card(odds, self._table(odds), self._sight.top, kept=True)

    def _draw(self, odds: KroketEvaluation) -> float:
        table = self._table(odds)
        return self._mean(range(RANKS), lambda rank: self._with_card(odds, table, rank, kept=False))

    def _lay(self, odds: KroketEvaluation) -> float:
        places = range(len(self._sight.places))
        if not self._sight.view.terms.lay_seen:
            return max(self._laid(odds, at, None) for at in places)
        # All numbers are worth the same on a table.
        ranks = range(NUMBERS - 1, RANKS)
        return self._mean(ranks, lambda rank: max(self._laid(odds, at, rank) for at in places))

    def _mean(self, ranks: range, value: Callable[[int], float]) -> float:
        """The value on average over the cards that may come; the first of the ranks stands for those below it too."""
        chances = self._sight.chances
        first = sum(chances[: ranks[0] + 1])
        likely = [(first, ranks[0]), *((chances[rank], rank) for rank in ranks[1:])]
        return sum([chance * value(rank) for chance, rank in likely if chance])

    def _with_card(self, odds: KroketEvaluation, table: tuple[float, float], brought: int, *, kept: bool) -> float:
        """The value with one more card in the hand, after the best discard; a card that is kept may not be it."""
        hand = self._sight.hand
        six = sorted([*hand, brought])
        best = 0.0
        for at, rank in enumerate(six):
            again = at and rank == six[at - 1]
            if not again and not (kept and rank == brought and brought not in hand):
                best = max(best, odds.of(tuple(six[:at] + six[at + 1 :]), table, rank))
        return best

    def _table(self, odds: KroketEvaluation) -> tuple[float, float]:
        return odds.table(self._sight.places)

    def _laid(self, odds: KroketEvaluation, at: int, rank: int | None) -> float:
        """The value with a card of this rank, or one that is not seen, laid at a place."""
        sight = self._sight
        places = sight.places[:]
        places[at] = sight.worth if rank is None else WORTH[rank]
        return odds.of(tuple(sight.hand), odds.table(places), sight.ranks[at])

    # -- its end

    def discards(self, legal: Sequence[int]) -> list[Judged]:
        """A hand card to discard."""
        odds = self._odds(DRAW if self._sight.view.taken == NO_CARD else TAKE)
        table = self._table(odds)

        def value(move: int) -> float:
            rest = self._sight.hand[:]
            rest.remove(RANK[move - FIRST_CARD])
            return odds.of(tuple(rest), table, RANK[move - FIRST_CARD])

        return self._judged(legal, value)

    def places(self, legal: Sequence[int]) -> list[Judged]:
        """A place for the card that is laid."""
        odds = self._odds(LAY)
        card = self._sight.view.drawn & CARD
        rank = None if card == UNKNOWN else RANK[card]
        return self._judged(legal, lambda move: self._laid(odds, move - FIRST_PLACE, rank))
