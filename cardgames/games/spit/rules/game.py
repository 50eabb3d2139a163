"""Spit (Cracher, Speed, Slam), two seats, one pack, no turns: its name, its options, the deal, reading a position."""

from cardgames.cards import Dealer
from cardgames.games.spit.rules import refusals
from cardgames.games.spit.rules.moves import MOVE_NAMES, ONLY_WAIT, WAIT, parse_move
from cardgames.games.spit.rules.position import read
from cardgames.games.spit.rules.state import SpitState
from cardgames.games.spit.rules.table import PLAY, POINTS, SEATS, STANDARD
from cardgames.rules.game import VIRTUAL, WALL, Game, Option, PositionError, Rules, State
from cardgames.rules.refusal import Refusal


class Spit(Game):
    """Two seats, each trying to be rid of its cards first, both at once."""

    name = "spit"
    players = (2,)
    options = (
        Option("scoring", STANDARD, "how the game is won (S15, S17)", choices=(STANDARD, POINTS)),
        Option("maxrounds", 200, "rounds after which the game ends (S16)", low=1, high=100_000),
        Option("target", 100, "points that end a game with scoring=points (S17)", low=1, high=10_000),
    )
    clocks = (VIRTUAL, WALL)
    passive = frozenset({WAIT})
    target_rules = (f"scoring={POINTS}", "target={}")

    def deal(self, rules: Rules, dealer: Dealer) -> SpitState:
        """A freshly dealt table, the first spit made (S1 to S4)."""
        return SpitState.dealt(rules, dealer)

    def read(self, text: str, rules: Rules | None = None) -> SpitState:
        """The table that a position writes, full or a view; its later shuffles follow from its own text."""
        position, is_view = read(text)
        state = SpitState(rules or self.rules(), Dealer(bytes(32)), -1 if is_view else None)
        state.put(position)
        _check(state)
        if not is_view:
            state.dealer = Dealer.of_text(state.text())
        return state

    def why_not(self, state: State, seat: int, move: int) -> Refusal | None:
        """Why `move` is not in the list of `seat`, with the clause."""
        assert isinstance(state, SpitState)
        return refusals.why_not(state, seat, move)

    def move_name(self, move: int) -> str:
        """`3L`, `3R`, `3>1`, `wait`, `slap:L`, `slap:R`."""
        return MOVE_NAMES[move]

    def parse_move(self, text: str) -> int:
        """The move that `text` names, read in any case."""
        return parse_move(text)


def _check(state: SpitState) -> None:
    """Refuses a table at which a spit would have followed. Raises PositionError."""
    if state.phase == PLAY and all(state.legal(seat) == list(ONLY_WAIT) for seat in SEATS):
        raise PositionError("neither seat can play or move, a spit is due (S9): position")


SPIT = Spit()
SpitState.game = SPIT
