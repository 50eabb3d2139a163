"""The greedy player of Crapette: tries each lawful move on its view, evaluates the table after it, and takes the
best.
"""

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

# Values in cards of the own hand and waste: chosen by common sense, then tried against `random`.
_RESERVE_CARD = 6.0
_OTHER_RESERVE_CARD = 3.0
_OTHER_HAND_CARD = 0.5
_EMPTY_ROOM = 3.5
_RESERVE_GOES = 3.0
"""The reserve's top can be moved without taking an empty house."""
_UP_GOES = 1.0
"""The same for the hand card that is face up."""
_CARD_GOES = 0.6
"""The same for a card in the hand or the waste; for a hidden card this is multiplied by how likely it is."""
_BURIED = 0.7
"""For each card in a house that lies on a card for which a foundation waits."""
_LEAST_GAIN = 0.05
"""What a house-to-house move has to gain at least. So each of them improves the table, and they never go to and fro."""
_TURN = 5.0
"""The cost of ending the turn: more than any place for the hand card can cost."""

_CARDS_ON = tuple(tuple(card for card in DECK if NEED[card] == kind) for kind in range(EMPTY_HOUSE + 1))
"""By the kind of a house's top card, the cards that may be put on it (C5)."""


class GreedyCrapette(Player):
    """Looks one move ahead, sees only its view, keeps the rules, and says `stop` to a seat that breaks them (C16)."""

    name: ClassVar[str] = "greedy"

    def choose(self, turn: Turn) -> int:
        """The lawful move of `turn.legal` after which the table is worth most; among equal moves a random one."""
        view = turn.view
        assert isinstance(view, CrapetteState)
        if view.phase == CHALLENGE:
            answer = PASS if view.asked in view.lawful() else STOP
            return answer if answer in turn.legal else turn.legal[0]
        listed = set(turn.legal)
        moves = [move for move in view.lawful() if move in listed] or turn.legal
        if len(moves) == 1:
            return moves[0]
        now = _value(view, turn.seat)
        values = {move: _value_after(view, turn.seat, move, now) for move in moves}
        best = max(values.values())
        return self.rng.choice([move for move, value in values.items() if value == best])


def _value_after(view: CrapetteState, seat: int, move: int, now: float) -> float:
    """The value of the table after `move`; minus infinity for a move that gains nothing."""
    if move == FLIP:
        return now
    if move in (PASS, HAND_TO_WASTE):
        return now - _TURN
    view.play(seat, move)
    announced = view.phase == CHALLENGE
    if announced:
        view.play(1 - seat, PASS)
    value = _value(view, seat)
    view.undo()
    if announced:
        view.undo()
    if SOURCE[move] >= FIRST_HOUSE and FOUNDATION < TARGET[move] < OTHER_RESERVE and value < now + _LEAST_GAIN:
        return float("-inf")
    return value


def _value(view: CrapetteState, seat: int) -> float:
    """The value of the table to `seat`, which is on turn: few own cards, many of the other seat's, room, and moves."""
    other = 1 - seat
    reserve, up = view.available[RESERVE], view.available[HAND]
    own = [entry & CARD for entry in view.hands[seat] + view.wastes[seat]]
    goes = _what_goes(view, other)
    likely = (52 - goes[:52].count(0)) / 52
    value = -_RESERVE_CARD * len(view.reserves[seat]) - len(own) - (up != NOTHING)
    value += _OTHER_RESERVE_CARD * len(view.reserves[other])
    value += _OTHER_HAND_CARD * (len(view.hands[other]) + len(view.wastes[other]))
    value += _EMPTY_ROOM * view.houses.count(bytearray())
    value += _RESERVE_GOES * (likely if reserve == UNKNOWN else goes[reserve] > 0)
    value += _UP_GOES * (likely if up == UNKNOWN else goes[up] > 0)
    value += _CARD_GOES * (len([card for card in own if goes[card]]) + own.count(UNKNOWN) * likely)
    return value - _BURIED * _cards_in_the_way(view)


def _what_goes(view: CrapetteState, other: int) -> bytearray:
    """By card, more than 0 if it can go to a foundation, on a house's card or on a pile of the other seat (C4 to
    C6).
    """
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
