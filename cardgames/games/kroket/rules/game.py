"""Kroket, for two seats with one pack, three or four with two: its name, its options, the deal, reading a position."""

from __future__ import annotations

from cardgames.cards import Dealer
from cardgames.games.kroket.rules import refusals
from cardgames.games.kroket.rules.moves import MOVE_NAMES, parse_move
from cardgames.games.kroket.rules.position import read
from cardgames.games.kroket.rules.state import KroketState
from cardgames.rules.game import Game, Option, Rules, State
from cardgames.rules.refusal import Refusal


class Kroket(Game):
    """Two to four seats; the most points on the table and in the hand win."""

    name = "kroket"
    players = (2, 3, 4)
    options = (
        Option("lay", "seen", "whether a seat sees the card it lays (K7)", choices=("seen", "blind")),
        Option("lastturn", "off", "whether the others have a last turn after a knock (K8)", choices=("off", "on")),
        Option("minrounds", 0, "turns that every seat has before anyone may knock (K8)", high=100),
        Option("allpictures", "0", "the lowest number of a hand of pictures (K12)", choices=("0", "10", "rank")),
        Option("takelimit", 4, "turns by take in a row, times seats, that end a deal (K10)", low=1, high=1000),
        Option("deals", 1, "deals in a game, their totals added (K14)", low=1, high=1000),
    )
    series_rules = ("deals={}",)

    def deal(self, rules: Rules, dealer: Dealer) -> KroketState:
        """A freshly dealt table; the first dealer is drawn by lot before the pack is shuffled (K4)."""
        state = KroketState(rules, dealer)
        state.clear()
        state.dealer_seat = dealer.below(rules.players)
        state.deal()
        return state

    def read(self, text: str, rules: Rules | None = None) -> KroketState:
        """The table that a position line writes; its later deals follow from its own text."""
        rules = rules or self.rules()
        position, is_view = read(text, rules)
        state = KroketState(rules, Dealer(bytes(32)), -1 if is_view else None)
        state.put(position)
        if not is_view:
            state.dealer = Dealer.of_text(state.text())
        return state

    def why_not(self, state: State, seat: int, move: int) -> Refusal | None:
        """Why `move` is not in the list of `seat`, with the clause."""
        assert isinstance(state, KroketState)
        return refusals.why_not(state, seat, move)

    def move_name(self, move: int) -> str:
        """`take`, `draw`, `lay`, `knock`, a card or a place."""
        return MOVE_NAMES[move]

    def parse_move(self, text: str) -> int:
        """The move that `text` names, read in any case."""
        return parse_move(text)


KROKET = Kroket()
KroketState.game = KROKET
