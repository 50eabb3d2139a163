"""The greedy player of Spit: plays the card that leaves it the most to play and the other seat the least."""

from typing import ClassVar

from cardgames.games.spit.rules.moves import PILES, SLAP_LEFT, SLAP_RIGHT, TARGETS, WAIT, goes_on
from cardgames.games.spit.rules.state import SpitState
from cardgames.games.spit.rules.table import ENTRY_RANK, NO_RANK, PLACES, SLAP
from cardgames.players.player import Player, Turn


class GreedySpit(Player):
    """Looks one move ahead, at the open cards.

    It plays whenever it can: the card after which it has the most to play and the other seat the least; among equal
    ones the card of the higher stock. With nothing to play it fills an empty place from its deepest stock, to see one
    more card. If it can do neither, it waits. It slaps the smaller pile. Nothing in it is random: a player that wavers
    between equal moves loses time on both clocks.
    """

    name: ClassVar[str] = "greedy"

    def choose(self, turn: Turn) -> int:
        """Returns the move that looks best one step ahead."""
        table = turn.view
        assert isinstance(table, SpitState)
        if table.phase == SLAP:
            smaller = _smaller_pile(table)
            return smaller if smaller in turn.legal else turn.legal[0]
        plays = [move for move in turn.legal if move < WAIT and move % TARGETS < PILES]
        if plays:
            return max(plays, key=lambda move: _value(table, turn.seat, move))
        fills = [move for move in turn.legal if move < WAIT]
        if fills:
            return max(fills, key=lambda move: len(table.stocks[turn.seat][move // TARGETS]))
        return turn.legal[0]


def _smaller_pile(table: SpitState) -> int:
    left, right = map(len, table.piles)
    return SLAP_LEFT if left <= right else SLAP_RIGHT


def _value(table: SpitState, seat: int, move: int) -> tuple[int, int]:
    source, target = divmod(move, TARGETS)
    stocks = table.stocks[seat]
    tops = [ENTRY_RANK[pile[-1]] if pile else NO_RANK for pile in table.piles]
    tops[target] = ENTRY_RANK[stocks[source][-1]]
    own = _playable(stocks, tops, without=source)
    others = _playable(table.stocks[1 - seat], tops)
    return own - others, len(stocks[source])


def _playable(stocks: list[list[int]], tops: list[int], without: int = PLACES) -> int:
    """How many of a seat's tops can go on a pile. `without` is a stock that does not count: its next card is not
    known yet.
    """
    count = 0
    for place, stock in enumerate(stocks):
        if stock and place != without:
            rank = ENTRY_RANK[stock[-1]]
            count += any(goes_on(rank, top) for top in tops)
    return count
