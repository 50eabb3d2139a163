"""What the other seat makes of a turn of Crapette: hidden cards are imagined, and both seats play on until it has
replied.
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
"""So many ways to end the search are compared at most,"""
CLOSE = 0.3
"""all of them worth at most so much less than the best, as the logarithm of the odds."""
DOUBT = 8.0
"""What was thought of a way before counts as much as the replies on so many deals."""
_PATIENCE = 8
"""How many nodes without a better end a seat thinks ahead while it plays on."""
_LEAST_SHARE = 1e-6


def weigh_replies(
    view: CrapetteState, search: Search, weights: CrapetteWeights, budget: Budget, rng: Random, most_deals: int
) -> None:
    """Corrects what the best ends of a search are worth by what comes after them, with what is left of the budget.

    Only where the best is to end the turn: before a flip too much is still to come for a few deals to tell. The ends
    are compared on the same imagined deals, and only the differences between them are corrected: the others, of which
    nothing new is known, keep their distance.

    Args:
        view: the table that the search started from, as its seat sees it.
        search: one that has run.
        weights: for the evaluation.
        budget: a node of it is a node of the search with which a seat finds its moves.
        rng: imagines the cards.
        most_deals: how often at most.
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
    """A whole table that the seat on turn may have before it, any as likely as any other by what it sees.

    Of a card that is hidden twice each seat has one: a pack has each card once.
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
    """The share of the win for the seat on turn if it goes this way, once the other seat has replied."""
    seat = table.mover
    last = table.turns + 2
    _play_line(table, line)
    while table.phase != OVER and table.turns < last and not budget.over:
        knowledge = CrapetteKnowledge(table.view(table.mover))
        search = Search(knowledge, CrapetteEvaluation(knowledge, weights))
        search.run(budget, _PATIENCE)
        _play_line(table, search.lines()[0])
    return expected_share(table.view(table.mover), seat, weights)


def expected_share(view: CrapetteState, seat: int, weights: CrapetteWeights) -> float:
    """The share of the win that `seat` can expect, without a search."""
    if view.outcome is not None:
        return (seat in view.outcome.winners) / len(view.outcome.winners)
    knowledge = CrapetteKnowledge(view)
    share = win_share(CrapetteEvaluation(knowledge, weights).going_on(knowledge.start))
    return share if view.mover == seat else 1 - share


def _play_line(table: CrapetteState, line: Line) -> None:
    """Makes the moves of a way, up to the first card that comes up unknown."""
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
    """What the ways are worth by what was thought of them and what was found on so many deals."""
    thought = [win_share(line.worth) for line in lines]
    trust = deals / (deals + DOUBT)
    level = (sum(thought) - sum(found)) / len(lines)
    mixed = [old + trust * (new + level - old) for old, new in zip(thought, found, strict=True)]
    return [log(share / (1 - share)) for share in (min(max(m, _LEAST_SHARE), 1 - _LEAST_SHARE) for m in mixed)]
