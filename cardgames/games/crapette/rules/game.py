"""Crapette (Russian Bank): what it is called, its options, the deal, and reading a position."""

from cardgames.cards import DECK, NOTHING, Dealer
from cardgames.games.crapette.rules import refusals
from cardgames.games.crapette.rules.moves import HEIGHT, MOVE_NAMES, parse_move
from cardgames.games.crapette.rules.position import CHALLENGE, EVERYONE, MOST_SHIFTS, PLAY, Position, read
from cardgames.games.crapette.rules.state import DUTIES, STOPS, CrapetteState
from cardgames.rules.game import Game, Option, PositionError, Rules, State
from cardgames.rules.refusal import Refusal


class Crapette(Game):
    """Two seats with a pack each; the first without reserve, hand and waste wins."""

    name = "crapette"
    players = (2,)
    options = (
        Option("duty", "foundation", "what must be played before anything else (C10)", choices=DUTIES),
        Option("handcard", "must", "whether a hand card with a play may go to the waste (C9)", choices=("must", "may")),
        Option(
            "maxshifts",
            16,
            "house-to-house moves in a row before something else must come (C11)",
            low=0,
            high=MOST_SHIFTS,
        ),
        Option("maxturns", 500, "turns after which the game is drawn (C14)", low=1, high=100_000),
        Option("stop", "off", "illegal moves refused, or announced and open to stop! (C16-C19)", choices=STOPS),
    )
    presets = {"seed": {}, "pagat": {"duty": "full", "handcard": "may"}}  # noqa: RUF012 - a Mapping, never changed

    def deal(self, rules: Rules, dealer: Dealer) -> CrapetteState:
        """C1 and C2. Seat 0's pack is shuffled first, then seat 1's, each from 2c to As by suits c d h s.

        Of a shuffled pack the first 13 cards are the reserve, bottom to top, the next 4 the houses, the rest
        the hand, bottom to top.
        """
        packs = []
        for _ in range(2):
            pack = list(DECK)
            dealer.shuffle(pack)
            packs.append(pack)
        reserves = [bytearray(pack[:13]) for pack in packs]
        for reserve in reserves:
            reserve[-1] |= EVERYONE
        position = Position(
            turn=_starter(packs, dealer),
            phase=PLAY,
            hands=[bytearray(pack[17:]) for pack in packs],
            wastes=[bytearray(), bytearray()],
            reserves=reserves,
            up=NOTHING,
            houses=[bytearray([card]) for pack in packs for card in pack[13:17]],
            foundations=[NOTHING] * 8,
        )
        state = CrapetteState(rules, dealer)
        state.put(position)
        return state

    def read(self, text: str, rules: Rules | None = None) -> CrapetteState:
        """The table that `position crapette K=V …` writes: full, or a view if it has a `??`.

        Raises:
            PositionError: what is wrong, and where.
        """
        position, is_view = read(text)
        rules = rules or self.rules()
        state = CrapetteState(rules, Dealer(bytes(32)), -1 if is_view else None)
        state.put(position)
        _check(state)
        state.dealer = Dealer.of_text(state.text())
        return state

    def why_not(self, state: State, seat: int, move: int) -> Refusal | None:
        """Why `move` is not in the list of `seat`, with the clause."""
        assert isinstance(state, CrapetteState)
        return refusals.why_not(state, seat, move)

    def move_name(self, move: int) -> str:
        """`R-3`, `H-W`, `5-OW`, `flip`, `pass`, `stop`."""
        return MOVE_NAMES[move]

    def parse_move(self, text: str) -> int:
        """The move that `text` names, read in any case. Raises MoveTextError."""
        return parse_move(text)


def _check(state: CrapetteState) -> None:
    """Refuses what would lead to positions that are refused. Raises PositionError."""
    if state.phase == CHALLENGE and state.shifts == MOST_SHIFTS and state.asked not in state.fitting():
        told = f"a touch with {MOST_SHIFTS} shifts, none is accepted after so many (C19)"
        raise PositionError(f"{told}: asked={MOVE_NAMES[state.asked]}")


def _starter(packs: list[list[int]], dealer: Dealer) -> int:
    """C2: the seat with the lower card on its reserve, else in the first pair of houses that differs, else by lot."""
    for place in range(12, 17):
        mine, yours = HEIGHT[packs[0][place]], HEIGHT[packs[1][place]]
        if mine != yours:
            return 0 if mine < yours else 1
    return dealer.below(2)


CRAPETTE = Crapette()
CrapetteState.game = CRAPETTE
