"""Greedy at Crapette: makes each lawful move on its view, weighs the table after it, and takes the best."""

from typing import ClassVar

from cardgames.cards import CARD, DECK, NOTHING, UNKNOWN
from cardgames.games.crapette.rules.moves import (
    EMPTY_HOUSE,
    FIRST_HOUSE,
    FLIP,
    FOUNDATION,
    HAND,
    HAND_TO_WASTE,
    KIND,
    LOADERS,
    NEED,
    OTHER_RESERVE,
    PASS,
    RESERVE,
    SOURCE,
    STOP,
    TARGET,
)
from cardgames.games.crapette.rules.position import CHALLENGE
from cardgames.games.crapette.rules.state import CrapetteState
from cardgames.players.player import Player, Turn

# What a thing is worth, counted in cards of the own hand and waste: by common sense, then tried against `random`.
_RESERVE_CARD = 6.0
_OTHER_RESERVE_CARD = 3.0
_OTHER_HAND_CARD = 0.5
_EMPTY_ROOM = 3.5
_RESERVE_GOES = 3.0
"""The reserve's top could go somewhere without taking an empty house."""
_UP_GOES = 1.0
"""The same of the hand card that is up."""
_CARD_GOES = 0.6
"""The same of a card in the hand or the waste; of a hidden one as much of it as is likely."""
_BURIED = 0.7
"""For each card in a house that lies on one that a foundation waits for."""
_LEAST_GAIN = 0.05
"""What a house-to-house move has to gain. Each then makes the table worth more, so they never go to and fro."""
_TURN = 5.0
"""What is given up with a turn that is ended: more than any place for the hand card costs."""

_CARDS_ON = tuple(tuple(card for card in DECK if NEED[card] == kind) for kind in range(EMPTY_HOUSE + 1))
"""By the kind of a house, the cards that go on its card (C5)."""


class GreedyCrapette(Player):
    """Looks one move ahead, sees only its view, keeps the rules, and says `stop` to a seat that does not (C16)."""

    name: ClassVar[str] = "greedy"

    def choose(self, turn: Turn) -> int:
        """The lawful move of `turn.legal` after which the table is worth most; one of equals by chance."""
        view = turn.view
        assert isinstance(view, CrapetteState)
        if view.phase == CHALLENGE:
            answer = PASS if view.asked in view.lawful() else STOP
            return answer if answer in turn.legal else turn.legal[0]
        listed = set(turn.legal)
        moves = [move for move in view.lawful() if move in listed] or turn.legal
        if len(moves) == 1:
            return moves[0]
        now = _worth(view, turn.seat)
        worths = {move: _worth_after(view, turn.seat, move, now) for move in moves}
        best = max(worths.values())
        return self.rng.choice([move for move, worth in worths.items() if worth == best])


def _worth_after(view: CrapetteState, seat: int, move: int, now: float) -> float:
    """What the table is worth once `move` has been made; for a move that leads nowhere less than any other."""
    if move == FLIP:
        return now
    if move in (PASS, HAND_TO_WASTE):
        return now - _TURN
    view.play(seat, move)
    announced = view.phase == CHALLENGE
    if announced:
        view.play(1 - seat, PASS)
    worth = _worth(view, seat)
    view.undo()
    if announced:
        view.undo()
    if SOURCE[move] >= FIRST_HOUSE and FOUNDATION < TARGET[move] < OTHER_RESERVE and worth < now + _LEAST_GAIN:
        return float("-inf")
    return worth


def _worth(view: CrapetteState, seat: int) -> float:
    """The table as `seat`, on turn, sees it: few own cards, many of the other's, room, and somewhere to go."""
    other = 1 - seat
    reserve, up = view.available[RESERVE], view.available[HAND]
    own = [entry & CARD for entry in view.hands[seat] + view.wastes[seat]]
    goes = _what_goes(view, other)
    likely = (52 - goes[:52].count(0)) / 52
    worth = -_RESERVE_CARD * len(view.reserves[seat]) - len(own) - (up != NOTHING)
    worth += _OTHER_RESERVE_CARD * len(view.reserves[other])
    worth += _OTHER_HAND_CARD * (len(view.hands[other]) + len(view.wastes[other]))
    worth += _EMPTY_ROOM * view.houses.count(bytearray())
    worth += _RESERVE_GOES * (likely if reserve == UNKNOWN else goes[reserve] > 0)
    worth += _UP_GOES * (likely if up == UNKNOWN else goes[up] > 0)
    worth += _CARD_GOES * (len([card for card in own if goes[card]]) + own.count(UNKNOWN) * likely)
    return worth - _BURIED * _cards_in_the_way(view)


def _what_goes(view: CrapetteState, other: int) -> bytearray:
    """By card, above 0 if it fits a foundation, a house's card or a pile of the other seat (C4 to C6)."""
    goes = view.wanted[:]
    for kind in view.available[FIRST_HOUSE:].translate(KIND):
        for card in _CARDS_ON[kind]:
            goes[card] = 1
    for pile in (view.reserves[other], view.wastes[other]):
        for card in LOADERS[pile[-1] & CARD] if pile else ():
            goes[card] = 1
    return goes


def _cards_in_the_way(view: CrapetteState) -> int:
    wanted = view.wanted
    return sum([len(house) - place for house in view.houses for place, card in enumerate(house, 1) if wanted[card]])
