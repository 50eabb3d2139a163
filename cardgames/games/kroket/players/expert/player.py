"""The expert of Kroket: the mean value of each choice over the cards that it does not see, and when to knock."""

from collections.abc import Callable, Sequence
from math import prod
from typing import ClassVar

from cardgames.cards import CARD, RANK, UNKNOWN
from cardgames.games.kroket.players.expert.evaluation import KroketEvaluation
from cardgames.games.kroket.players.expert.knowledge import TABLE_POINTS, KroketKnowledge
from cardgames.games.kroket.players.expert.weights import KroketWeights
from cardgames.games.kroket.players.unseen import NUMBERS, RANKS
from cardgames.games.kroket.rules.moves import DRAW, FIRST_CARD, FIRST_PLACE, KNOCK, LAY, TAKE
from cardgames.games.kroket.rules.position import NO_CARD
from cardgames.games.kroket.rules.state import KroketState
from cardgames.players.expert.base import Expert, RankedMove
from cardgames.players.expert.budget import Budget
from cardgames.players.player import Turn
from cardgames.rules import State


class ExpertKroket(Expert):
    """Ranks its choices by the probability to be first, averaged exactly over every card that may come.

    If the deal ends now, the probability is counted and corrected by what is known of the opponents
    (`KroketEvaluation`), so it knows when to knock. If the deal goes on, the probability is learnt (`KroketWeights`):
    what a hand and a table may still become, and that the others may knock too. It has been learnt against strong and
    weak opponents: between two experts it is some percentage points too high.
    """

    default_nodes: ClassVar[int] = 6
    """A node is one move that is looked at: no choice has more moves."""
    min_nodes: ClassVar[int] = 6
    weights: KroketWeights = KroketWeights()

    def knows_enough(self, view: State, seat: int) -> bool:
        """Whether the seat's own hand is visible: in Kroket only the seat itself knows it."""
        assert isinstance(view, KroketState)
        return all(entry & CARD != UNKNOWN for entry in view.hands[seat])

    def rank(self, turn: Turn, budget: Budget) -> Sequence[RankedMove]:
        """The moves, the best first: all of them, unless the budget ends before."""
        view = turn.view
        assert isinstance(view, KroketState)
        knowledge = KroketKnowledge(view, turn.seat)
        ranker = _MoveRanker(knowledge, self.weights, budget)
        if turn.legal[0] >= FIRST_PLACE:
            ranked = ranker.places(turn.legal)
        elif turn.legal[0] >= FIRST_CARD:
            ranked = ranker.discards(turn.legal)
        else:
            ranked = ranker.turns(turn.legal)
        threshold = self.knock_threshold(knowledge)
        return sorted(
            ranked, key=lambda one: one.value if one.move != KNOCK or one.value >= threshold else -1, reverse=True
        )

    def knock_threshold(self, knowledge: KroketKnowledge) -> float:
        """The probability to be first from which on it knocks."""
        first, rise, most = self.weights.sure
        patience = [
            min(most, first + rise * opponent.turns) for opponent in knowledge.opponents if not opponent.low_cards
        ]
        return prod(patience) * self.weights.sure_if_weak ** (len(knowledge.opponents) - len(patience))


class _MoveRanker:
    """Ranks the moves of one choice."""

    def __init__(self, knowledge: KroketKnowledge, weights: KroketWeights, budget: Budget) -> None:
        self._knowledge = knowledge
        self._weights = weights
        self._budget = budget

    # -- the moves that begin a turn

    def turns(self, legal: Sequence[int]) -> list[RankedMove]:
        """Ranks the moves that begin a turn: `draw`, `take`, `knock`, `lay`."""
        by_move = {DRAW: self._draw, TAKE: self._take, KNOCK: self._knock, LAY: self._lay}
        return self._within_budget(
            [move for move in by_move if move in legal], lambda move: by_move[move](self._evaluation(move))
        )

    def _within_budget(self, moves: Sequence[int], value: Callable[[int], float]) -> list[RankedMove]:
        """The values of the moves that there is time for."""
        ranked = []
        for move in moves:
            ranked.append(RankedMove(move, value(move)))
            if not self._budget.spend():
                break
        return ranked

    def _evaluation(self, move: int) -> KroketEvaluation:
        return KroketEvaluation(self._knowledge, self._weights, move)

    def _knock(self, evaluation: KroketEvaluation) -> float:
        return evaluation.win_chance(tuple(self._knowledge.hand), self._table(evaluation), self._knowledge.top)

    def _take(self, evaluation: KroketEvaluation) -> float:
        return self._with_card(evaluation, self._table(evaluation), self._knowledge.top, taken=True)

    def _draw(self, evaluation: KroketEvaluation) -> float:
        table = self._table(evaluation)
        return self._mean(range(RANKS), lambda rank: self._with_card(evaluation, table, rank, taken=False))

    def _lay(self, evaluation: KroketEvaluation) -> float:
        places = range(len(self._knowledge.places))
        if not self._knowledge.view.rule_values.lay_seen:
            return max(self._laid(evaluation, at, None) for at in places)
        # All numbers score the same on a table.
        ranks = range(NUMBERS - 1, RANKS)
        return self._mean(ranks, lambda rank: max(self._laid(evaluation, at, rank) for at in places))

    def _mean(self, ranks: range, value: Callable[[int], float]) -> float:
        """The mean value over the cards that may come; the first of `ranks` also stands for the ranks below it."""
        chances = self._knowledge.chances
        first = sum(chances[: ranks[0] + 1])
        likely = [(first, ranks[0]), *((chances[rank], rank) for rank in ranks[1:])]
        return sum([chance * value(rank) for chance, rank in likely if chance])

    def _with_card(self, evaluation: KroketEvaluation, table: tuple[float, float], drawn: int, *, taken: bool) -> float:
        """The value with one more card in the hand, after the best discard. A card that was taken may not be
        discarded again.
        """
        hand = self._knowledge.hand
        six = sorted([*hand, drawn])
        best = 0.0
        for at, rank in enumerate(six):
            again = at and rank == six[at - 1]
            if not again and not (taken and rank == drawn and drawn not in hand):
                best = max(best, evaluation.win_chance(tuple(six[:at] + six[at + 1 :]), table, rank))
        return best

    def _table(self, evaluation: KroketEvaluation) -> tuple[float, float]:
        return evaluation.table(self._knowledge.places)

    def _laid(self, evaluation: KroketEvaluation, at: int, rank: int | None) -> float:
        """The value with a card of this rank laid at a place; None for a card that is not seen."""
        knowledge = self._knowledge
        places = knowledge.places[:]
        places[at] = knowledge.unseen_mean if rank is None else TABLE_POINTS[rank]
        return evaluation.win_chance(tuple(knowledge.hand), evaluation.table(places), knowledge.ranks[at])

    # -- the moves that end it

    def discards(self, legal: Sequence[int]) -> list[RankedMove]:
        """Ranks the hand cards to discard."""
        evaluation = self._evaluation(DRAW if self._knowledge.view.taken == NO_CARD else TAKE)
        table = self._table(evaluation)

        def value(move: int) -> float:
            rest = self._knowledge.hand[:]
            rest.remove(RANK[move - FIRST_CARD])
            return evaluation.win_chance(tuple(rest), table, RANK[move - FIRST_CARD])

        return self._within_budget(legal, value)

    def places(self, legal: Sequence[int]) -> list[RankedMove]:
        """Ranks the places for the card that is laid."""
        evaluation = self._evaluation(LAY)
        card = self._knowledge.view.drawn & CARD
        rank = None if card == UNKNOWN else RANK[card]
        return self._within_budget(legal, lambda move: self._laid(evaluation, move - FIRST_PLACE, rank))
