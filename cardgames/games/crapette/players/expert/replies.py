"""What the other seat replies to a turn of Crapette: the hidden cards are sampled (determinization), and both seats
play on until the other seat has had its turn.
"""

from collections.abc import Sequence
from math import log
from random import Random

from cardgames.cards import CARD, DECK, UNKNOWN
from cardgames.games.crapette.players.expert.evaluation import CrapetteEvaluation, win_share
from cardgames.games.crapette.players.expert.knowledge import BIT, CrapetteKnowledge
from cardgames.games.crapette.players.expert.search import Line, Search
from cardgames.games.crapette.players.expert.turn_moves import move_of
from cardgames.games.crapette.players.expert.weights import CrapetteWeights
from cardgames.games.crapette.rules.moves import FLIP, NO_MOVE, PASS, RESERVE
from cardgames.games.crapette.rules.position import CHALLENGE, EVERYONE, OVER, PLAY
from cardgames.games.crapette.rules.state import CrapetteState
from cardgames.players.expert.budget import Budget

CANDIDATES = 4
"""At most so many lines that end the search are compared,"""
CLOSE = 0.3
"""and only lines whose log odds are at most so much below the best."""
DOUBT = 8.0
"""The value before the replies counts as much as the replies in so many sampled deals."""
_PATIENCE = 8
"""How many nodes without a better end a seat searches while the turns are played out."""
_LEAST_SHARE = 1e-6


def weigh_replies(
    view: CrapetteState, search: Search, weights: CrapetteWeights, budget: Budget, rng: Random, most_deals: int
) -> None:
    """Corrects the values of the best ends of a search by what comes after them, with what is left of the budget.

    Only if the best one ends the turn: before a flip too much is still to come for a few deals to show. The ends are
    compared on the same sampled deals, and only the differences between them are corrected. So their distance to the
    other ends, of which nothing new is known, stays the same.

    Args:
        view: the table from which the search started, as its seat sees it.
        search: the search, which has run.
        weights: the weights of the evaluation.
        budget: the budget; one node is one node of the searches by which the seats find their moves.
        rng: the random source for the sampled cards.
        most_deals: how many deals to sample at most.
    """
    lines = search.best_ends(CANDIDATES, CLOSE)
    if len(lines) < 2 or lines[0].end == FLIP:
        return
    sums = [0.0] * len(lines)
    deals = 0
    while deals < most_deals:
        deal = determinized(view, rng)
        shares = [_share_after(deal.copy(), line, weights, budget) for line in lines]
        if budget.over:
            break
        deals += 1
        sums = [before + share for before, share in zip(sums, shares, strict=True)]
    if deals:
        search.correct(_blended(lines, [found / deals for found in sums], deals))


def determinized(view: CrapetteState, rng: Random) -> CrapetteState:
    """A whole table that is possible by what the seat on turn sees, all equally likely: hidden cards are sampled.

    If both copies of a card are hidden, each seat has one: a pack has each card once.
    """
    knowledge = CrapetteKnowledge(view)
    both = [card for card in DECK if BIT[card] & knowledge.both_unseen]
    one = [card for card in DECK if BIT[card] & knowledge.one_unseen]
    rng.shuffle(one)
    hidden = both + one + both
    packs = [hidden[: knowledge.own.hidden], hidden[knowledge.own.hidden :]]
    table = view.copy()
    table.viewer = None
    for seat, pack in zip((view.mover, 1 - view.mover), packs, strict=True):
        rng.shuffle(pack)
        for pile in (table.hands[seat], table.reserves[seat]):
            for place, entry in enumerate(pile):
                if entry & CARD == UNKNOWN:
                    pile[place] = pack.pop()
    return table


def _share_after(table: CrapetteState, line: Line, weights: CrapetteWeights, budget: Budget) -> float:
    """The seat's share of the win if it plays this line, once the other seat has replied."""
    seat = table.mover
    last = table.turns + 2
    _play_line(table, line)
    while table.phase != OVER and table.turns < last and not budget.over:
        knowledge = CrapetteKnowledge(table.view(table.mover))
        search = Search(knowledge, CrapetteEvaluation(knowledge, weights))
        search.run(budget, _PATIENCE)
        _play_line(table, search.best_lines()[0])
    return expected_share(table.view(table.mover), seat, weights)


def expected_share(view: CrapetteState, seat: int, weights: CrapetteWeights) -> float:
    """The share of the win that `seat` can expect, without a search."""
    if view.outcome is not None:
        return (seat in view.outcome.winners) / len(view.outcome.winners)
    knowledge = CrapetteKnowledge(view)
    share = win_share(CrapetteEvaluation(knowledge, weights).going_on(knowledge.start))
    return share if view.mover == seat else 1 - share


def _play_line(table: CrapetteState, line: Line) -> None:
    """Makes the moves of a line, up to the first card that turns up unknown."""
    for step in line.steps:
        reserve = table.reserves[table.mover]
        reveals = step[0] == RESERVE and len(reserve) > 1 and reserve[-2] < EVERYONE
        _play_move(table, move_of(table, step))
        if reveals or table.phase != PLAY:
            return
    if line.end != NO_MOVE:
        _play_move(table, line.end)


def _play_move(table: CrapetteState, move: int) -> None:
    seat = table.mover
    table.play(seat, move)
    if table.phase == CHALLENGE:
        table.play(1 - seat, PASS)


def _blended(lines: Sequence[Line], found: Sequence[float], deals: int) -> list[float]:
    """The lines' log odds, from their values before (`Line.log_odds`) and the mean shares found in so many deals."""
    before = [win_share(line.log_odds) for line in lines]
    trust = deals / (deals + DOUBT)
    level = (sum(before) - sum(found)) / len(lines)
    mixed = [old + trust * (new + level - old) for old, new in zip(before, found, strict=True)]
    return [log(share / (1 - share)) for share in (min(max(m, _LEAST_SHARE), 1 - _LEAST_SHARE) for m in mixed)]
