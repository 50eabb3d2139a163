"""One game of Kroket being played: what is legal, what a move does, how a deal ends, how a move is taken back."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Final, NamedTuple

from cardgames.cards import CARD, DECK, KNOWN, UNKNOWN, Dealer
from cardgames.games.kroket.rules.moves import (
    CHOICES,
    DRAW,
    FIRST_CARD,
    FIRST_PLACE,
    KNOCK,
    LAY,
    MOVE_NAMES,
    PLACES,
    TAKE,
)
from cardgames.games.kroket.rules.position import (
    CHOOSE,
    DISCARD,
    NO_CARD,
    NOBODY,
    OVER,
    PLACE,
    Position,
    packs,
    write_full,
    write_seen,
)
from cardgames.games.kroket.rules.rule_values import KroketRuleValues
from cardgames.games.kroket.rules.scoring import hand_score, table_score
from cardgames.rules.event import GAME_ITSELF, MOVE, NEW_DEAL, Event
from cardgames.rules.game import Outcome, Rules, State

if TYPE_CHECKING:
    from collections.abc import Iterable

_ONE_PACK: Final = list(DECK)
_TURN_OF: Final[tuple[tuple[int, ...], ...]] = tuple((seat,) for seat in range(4))
_DEAL_ENDED: Final = -1
"""In a record, where others have their move."""
_HAND_ORDER: Final[tuple[int, ...]] = tuple((entry & CARD) << 4 | entry >> KNOWN for entry in range(16 << KNOWN))
"""By `card | seats << KNOWN`: suits, then ranks, then the smaller mask. The key that hands are sorted by."""
_hand_order = _HAND_ORDER.__getitem__


class _Deal(NamedTuple):
    """What the end of a deal changes, kept for `undo`."""

    hands: list[list[int]]
    tables: list[list[int]]
    stock: tuple[int, ...]
    left: int
    discard: list[int]
    dealer_seat: int
    number: int
    scores: tuple[int, ...]
    turns: int
    takes: int
    knocked: int
    drawn_words: int
    reason: str


class KroketState(State):
    """One game of Kroket being played, or a seat's view of it.

    In a view the end of the deal is the end of the game, and cards that it hides count nothing.
    """

    __slots__ = (
        "_ended",
        "_fresh",
        "_records",
        "deal_number",
        "dealer_seat",
        "discard",
        "drawn",
        "hands",
        "knocked",
        "left",
        "phase",
        "reason",
        "reserve_is_hidden",
        "rule_values",
        "scores",
        "stock",
        "tables",
        "taken",
        "takes",
        "turn",
        "turns",
    )

    rule_values: KroketRuleValues
    turn: int
    """The seat whose turn it is; in phase `over` the one whose turn was the last."""
    dealer_seat: int
    """The seat that dealt."""
    phase: str
    """`choose`, `discard`, `place` or `over`."""
    hands: list[list[int]]
    """Each seat's hand as `card | seats << KNOWN`, always in the order in which it is written."""
    tables: list[list[int]]
    """Each seat's table in the same way, places 1 to 6."""
    discard: list[int]
    """Bare cards, known to all, the top last."""
    stock: tuple[int, ...]
    """The reserve as it was dealt, its top last; only the first `left` cards are still there."""
    left: int
    """How many cards the reserve has."""
    reserve_is_hidden: bool
    """No seat knows any card of the reserve: so it is in every game from a deal."""
    drawn: int
    """The card drawn for `lay` and not yet in its place, as in a pile, or `NO_CARD`."""
    taken: int
    """The bare card that `take` has just brought, or `NO_CARD`."""
    takes: int
    """Turns in a row completed by `take` (K10)."""
    turns: int
    """Turns completed in this deal."""
    knocked: int
    """The seat that knocked while the others have their last turns (K8), or `NOBODY`."""
    deal_number: int
    """Which deal of the series this is, from 1."""
    scores: tuple[int, ...]
    """The seats' totals of the deals that have ended (K14)."""
    reason: str
    """Why the last deal ended; empty before."""

    def __init__(
        self, rules: Rules, dealer: Dealer, viewer: int | None = None, rule_values: KroketRuleValues | None = None
    ) -> None:
        """A bare table, for `clear` or `put`; `rule_values` are those of `rules` where they are known."""
        self.rules = rules
        self.dealer = dealer
        self.viewer = viewer
        self.rule_values = KroketRuleValues.of(rules) if rule_values is None else rule_values
        self.forget_moves()

    def clear(self) -> None:
        """The beginning of a game, without cards: `deal` puts them there."""
        self.deal_number = 1
        self.scores = (0,) * self.rule_values.seats
        self.dealer_seat = 0
        self._clear_deal()

    def put(self, position: Position) -> None:
        """Puts a position on the table, with piles of its own."""
        self.turn = position.turn
        self.dealer_seat = position.dealer
        self.phase = position.phase
        self.hands = [hand[:] for hand in position.hands]
        self.tables = [table[:] for table in position.tables]
        self.drawn = position.drawn
        self.put_reserve(position.reserve)
        self.discard = position.discard[:]
        self.taken = position.taken
        self.takes = position.takes
        self.turns = position.turns
        self.knocked = position.knocked
        self.deal_number = position.deal
        self.scores = position.scores
        self.reason = position.reason

    def forget_moves(self) -> None:
        """From here nothing can be undone."""
        self._records: list[tuple[int, ...]] = []
        self._ended: list[_Deal] = []
        self._fresh = False

    def deal(self) -> None:
        """Shuffles and deals by K1 to K4; `dealer_seat` deals.

        The pack, two packs one on the other, lies in the order 2c to As before it is shuffled. Cards leave from
        the end of the shuffled list: to each seat in turn from the dealer's left, one at a time, six rounds to the
        tables, then five rounds to the hands; the next one starts the discard.
        """
        seats = self.rule_values.seats
        deck = _ONE_PACK * packs(seats)
        self.dealer.shuffle(deck)
        for seat in range(seats):
            own = 1 << seat + KNOWN
            top = len(deck) - 1 - (seat - self.dealer_seat - 1) % seats
            middle = top - 6 * seats
            table = deck[top:middle:-seats]
            self.tables[seat] = [table[0] | own, table[1] | own, table[2] | own, *table[3:]]  # K2
            self.hands[seat] = sorted([card | own for card in deck[middle : middle - 5 * seats : -seats]])
        first = len(deck) - 1 - 11 * seats
        self.discard = [deck[first]]  # K3
        self.put_reserve(deck[:first])
        self.turn = (self.dealer_seat + 1) % seats  # K4

    def put_reserve(self, cards: Iterable[int]) -> None:
        """Makes `cards`, each `card | seats << KNOWN`, the reserve, its top last."""
        self.stock = tuple(cards)
        self.left = len(self.stock)
        self.reserve_is_hidden = max(self.stock, default=0) <= CARD

    def actors(self) -> tuple[int, ...]:
        """The seat on turn; none in phase `over`."""
        return () if self.phase == OVER else _TURN_OF[self.turn]

    # -- the moves that are open -------------------------------------------------------------------------------

    def legal(self, seat: int) -> list[int]:
        """The moves of `seat`: the four choices, then a card to discard or a place (K5 to K8)."""
        if seat != self.turn:
            return []
        phase = self.phase
        if phase == CHOOSE:
            return CHOICES[:] if self.knocked < 0 and self.turns >= self.rule_values.knock_from else CHOICES[:KNOCK]
        if phase == DISCARD:
            return self._discards()
        return PLACES[:] if phase == PLACE else []

    def _discards(self) -> list[int]:
        moves = [FIRST_CARD + (entry & CARD) for entry in self.hands[self.turn]]
        if self.taken >= 0 and FIRST_CARD + self.taken in moves:
            moves.remove(FIRST_CARD + self.taken)  # K5: one card of that name, a second one may go
        if self.rule_values.seats > 2:
            moves = list(dict.fromkeys(moves))
        if self.viewer is not None:
            moves = [move for move in moves if move != FIRST_CARD + UNKNOWN]
        return moves

    # -- playing -------------------------------------------------------------------------------------------------

    def play(self, seat: int, move: int) -> None:
        """Makes a legal move, with the end of the deal and the next deal where they follow from it."""
        self._fresh = True
        if move >= FIRST_PLACE:
            self._replace(seat, move)
        elif move >= FIRST_CARD:
            self._discard_card(seat, move)
        elif move == DRAW:
            self._draw(seat)
        elif move == TAKE:
            self._take(seat)
        elif move == LAY:
            self._lay(seat)
        else:
            self._knock(seat)

    def _take(self, seat: int) -> None:  # K5
        card = self.discard.pop()
        at = self._to_hand(seat, card | self.rule_values.everyone)
        self.taken = card
        self.phase = DISCARD
        self._records.append((TAKE, seat, at, card))

    def _draw(self, seat: int) -> None:  # K6
        self.left -= 1
        card = self.stock[self.left] | 1 << seat + KNOWN
        at = self._to_hand(seat, card)
        self.phase = DISCARD
        self._records.append((DRAW, seat, at, card))

    def _to_hand(self, seat: int, entry: int) -> int:
        hand = self.hands[seat]
        at = bisect_left(hand, _HAND_ORDER[entry], key=_hand_order)
        hand.insert(at, entry)
        return at

    def _discard_card(self, seat: int, move: int) -> None:  # K5, K6
        taken = self.taken
        takes = self.takes
        card = move - FIRST_CARD
        at = self._which(seat, card)
        entry = self.hands[seat].pop(at)
        self.discard.append(card)
        self._records.append((move, seat, at, entry, taken, takes))
        self.taken = NO_CARD
        self._complete(seat, takes + 1 if taken >= 0 else 0)

    def _which(self, seat: int, card: int) -> int:
        """Where in the hand the card lies that goes, if `card` is discarded."""
        hand = self.hands[seat]
        at = 0
        while hand[at] & CARD != card:
            at += 1
        if self.rule_values.seats == 2 or at + 1 == len(hand) or hand[at + 1] & CARD != card:
            return at
        # Two of one name: the one that more seats know goes, and it is the one that `take` brought, known to all.
        second_is_public = (hand[at + 1] >> KNOWN).bit_count() >= (hand[at] >> KNOWN).bit_count()
        return at + 1 if second_is_public != (card == self.taken) else at

    def _lay(self, seat: int) -> None:  # K7
        self.left -= 1
        card = self.stock[self.left]
        self.drawn = card | 1 << seat + KNOWN if self.rule_values.lay_seen else card
        self.phase = PLACE
        self._records.append((LAY, seat))

    def _replace(self, seat: int, move: int) -> None:  # K7
        at = move - FIRST_PLACE
        table = self.tables[seat]
        replaced = table[at]
        drawn = self.drawn
        table[at] = drawn | 1 << seat + KNOWN if at < 3 else drawn
        self.discard.append(replaced & CARD)
        self._records.append((move, seat, at, replaced, drawn, self.takes))
        self.drawn = NO_CARD
        self._complete(seat, 0)

    def _knock(self, seat: int) -> None:  # K8
        self._records.append((KNOCK, seat, self.takes))
        if self.rule_values.lastturn:
            self.knocked = seat
            self._complete(seat, 0)
        else:
            self.turns += 1
            self.takes = 0
            self._end_deal("knock")

    def _complete(self, seat: int, takes: int) -> None:
        self.takes = takes
        self.turns += 1
        following = seat + 1 if seat + 1 < self.rule_values.seats else 0
        if following == self.knocked:
            self._end_deal("knock")  # K8
        elif not self.left:
            self._end_deal("reserve-out")  # K9
        elif takes >= self.rule_values.take_limit:
            self._end_deal("take-limit")  # K10
        else:
            self.turn = following
            self.phase = CHOOSE

    def _end_deal(self, reason: str) -> None:
        self._records.append((_DEAL_ENDED,))
        self._ended.append(self._deal_as_it_stands(reason))
        self.scores = tuple(map(int.__add__, self.scores, self.deal_scores()))
        if self.deal_number >= self.rule_values.deals or self.viewer is not None:
            self.phase = OVER
            self.reason = reason
        else:
            self._next_deal()

    def _next_deal(self) -> None:  # K14
        self.deal_number += 1
        self.dealer_seat = (self.dealer_seat + 1) % self.rule_values.seats
        self._clear_deal()
        self.deal()

    def _clear_deal(self) -> None:
        self.hands = [[] for _ in range(self.rule_values.seats)]
        self.tables = [[] for _ in range(self.rule_values.seats)]
        self.discard = []
        self.put_reserve(())
        self.turn = 0
        self.phase = CHOOSE
        self.drawn = NO_CARD
        self.taken = NO_CARD
        self.takes = 0
        self.turns = 0
        self.knocked = NOBODY
        self.reason = ""

    # -- taking back ---------------------------------------------------------------------------------------------

    def undo(self) -> None:
        """Takes the last move back. Raises IndexError if there is none."""
        record = self._records.pop()
        if record[0] == _DEAL_ENDED:
            self._deal_again(self._ended.pop())
            record = self._records.pop()
        self._fresh = False
        self.turn = record[1]
        if record[0] == KNOCK:
            self.turns -= 1
            self.takes = record[2]
            self.knocked = NOBODY
            self.phase = CHOOSE
        elif record[0] < FIRST_CARD:
            self._undo_choice(*record)
        else:
            self._undo_completion(*record)

    def _undo_choice(self, move: int, seat: int, at: int = 0, entry: int = 0) -> None:
        self.phase = CHOOSE
        if move == LAY:
            self.drawn = NO_CARD
        else:
            del self.hands[seat][at]
        if move == TAKE:
            self.taken = NO_CARD
            self.discard.append(entry)
        else:
            self.left += 1

    def _undo_completion(self, move: int, seat: int, at: int, entry: int, brought: int, takes: int) -> None:
        self.turns -= 1
        self.takes = takes
        self.discard.pop()
        if move >= FIRST_PLACE:
            self.tables[seat][at] = entry
            self.drawn = brought
            self.phase = PLACE
        else:
            self.hands[seat].insert(at, entry)
            self.taken = brought
            self.phase = DISCARD

    def _deal_as_it_stands(self, reason: str) -> _Deal:
        return _Deal(
            self.hands,
            self.tables,
            self.stock,
            self.left,
            self.discard,
            self.dealer_seat,
            self.deal_number,
            self.scores,
            self.turns,
            self.takes,
            self.knocked,
            self.dealer.drawn,
            reason,
        )

    def _deal_again(self, deal: _Deal) -> None:
        self.hands = deal.hands
        self.tables = deal.tables
        self.put_reserve(deal.stock)
        self.left = deal.left
        self.discard = deal.discard
        self.dealer_seat = deal.dealer_seat
        self.deal_number = deal.number
        self.scores = deal.scores
        self.turns = deal.turns
        self.takes = deal.takes
        self.knocked = deal.knocked
        self.dealer.drawn = deal.drawn_words
        self.reason = ""

    # -- what happened, and what is there ------------------------------------------------------------------------

    def events(self) -> list[Event]:
        """What the last move did: the move with its card, then a new deal if one followed."""
        if not self._fresh:
            return []
        if self._records[-1][0] != _DEAL_ENDED:
            return [self._event(self._records[-1])]
        happened = [self._event(self._records[-2])]
        if self.phase != OVER:
            happened.append(Event(NEW_DEAL, GAME_ITSELF, number=self.deal_number))
        return happened

    def ended_deal(self) -> KroketState | None:
        """The table at the end of the deal that the last move ended, told as the last deal of its series (K14)."""
        if not self._fresh or self._records[-1][0] != _DEAL_ENDED or self.phase == OVER:
            return None
        deal = self._ended[-1]
        rules = Rules(self.rules.game, self.rule_values.seats, {**self.rules, "deals": deal.number})
        table = KroketState(rules, self.dealer.copy())
        table.clear()
        table._deal_again(deal)
        table.turn = self._records[-2][1]
        table.scores = self.scores
        table.phase = OVER
        table.reason = deal.reason
        return table

    def _event(self, record: tuple[int, ...]) -> Event:
        move, seat = record[:2]
        name = MOVE_NAMES[move]
        if move == TAKE:
            return Event(MOVE, seat, move, name, (record[3] | self.rule_values.everyone,))
        if move == DRAW:
            return Event(MOVE, seat, move, name, (record[3],))
        if move == LAY:
            return Event(MOVE, seat, move, name, (self.drawn,))
        if move < FIRST_PLACE:
            return Event(MOVE, seat, move, name)
        replaced, laid = record[3], record[4]
        # K7: laid blind in the first row, its owner looks at it there.
        news = 1 << seat + KNOWN & ~laid if record[2] < 3 else 0
        learned = (laid & CARD | news,) if news else ()
        return Event(MOVE, seat, move, name, (replaced & CARD | self.rule_values.everyone,), learned)

    @property
    def reserve(self) -> list[int]:
        """The reserve as it lies, `card | seats << KNOWN`, its top last."""
        return list(self.stock[: self.left])

    def deal_scores(self) -> tuple[int, ...]:
        """What each seat would score in this deal if it ended now (K11, K12)."""
        allpictures = self.rule_values.allpictures
        seats = zip(self.tables, self.hands, strict=True)
        return tuple([table_score(table) + hand_score(hand, allpictures) for table, hand in seats])

    @property
    def outcome(self) -> Outcome | None:
        """The totals and who has the most (K13); None while the game lasts."""
        if self.phase != OVER:
            return None
        best = max(self.scores)
        winners = tuple(seat for seat, score in enumerate(self.scores) if score == best)
        return Outcome(winners, self.scores, self.reason)

    def text(self, seat: int | None = None) -> str:
        """The position line: full, or as `seat` may see it."""
        if seat is None or self.viewer is not None:
            return write_full(self.position())
        return write_seen(seat, self.position(), reserve_is_hidden=self.reserve_is_hidden)

    def position(self) -> Position:
        """All that the position says; the piles are the game's own, not copies."""
        return Position(
            self.turn,
            self.dealer_seat,
            self.phase,
            self.hands,
            self.tables,
            self.drawn,
            self.stock[: self.left],
            self.discard,
            self.taken,
            self.takes,
            self.turns,
            self.knocked,
            self.deal_number,
            self.scores,
            self.reason,
        )

    # -- other tables ----------------------------------------------------------------------------------------------

    def copy(self) -> KroketState:
        """The same table with its own piles; its moves cannot be undone."""
        other = self._same_numbers(self.dealer.copy(), self.viewer)
        other.hands = [hand[:] for hand in self.hands]
        other.tables = [table[:] for table in self.tables]
        other.stock = self.stock
        other.reserve_is_hidden = self.reserve_is_hidden
        other.drawn = self.drawn
        return other

    def view(self, seat: int) -> KroketState:
        """The table as `seat` sees it: each card known, or `UNKNOWN`."""
        bit = 0 if self.phase == OVER or self.viewer is not None else 1 << seat + KNOWN
        other = self._same_numbers(Dealer(bytes(32)), seat if self.viewer is None else self.viewer)
        other.hands = [sorted(self._seen(hand, bit)) for hand in self.hands]
        other.tables = [self._seen(table, bit) for table in self.tables]
        if bit and self.reserve_is_hidden:
            other.stock = (UNKNOWN | self.rule_values.everyone,) * self.left
        else:
            other.stock = tuple(self._seen(self.stock[: self.left], bit))
        other.reserve_is_hidden = False
        other.drawn = NO_CARD if self.drawn == NO_CARD else self._seen((self.drawn,), bit)[0]
        return other

    def _seen(self, pile: Iterable[int], bit: int) -> list[int]:
        everyone = self.rule_values.everyone
        if not bit:
            return [entry & CARD | everyone for entry in pile]
        hidden = UNKNOWN | everyone
        return [entry & CARD | everyone if entry & bit else hidden for entry in pile]

    def _same_numbers(self, dealer: Dealer, viewer: int | None) -> KroketState:
        other = KroketState(self.rules, dealer, viewer, self.rule_values)
        other.discard = self.discard[:]
        other.left = self.left
        other.turn = self.turn
        other.dealer_seat = self.dealer_seat
        other.phase = self.phase
        other.taken = self.taken
        other.takes = self.takes
        other.turns = self.turns
        other.knocked = self.knocked
        other.deal_number = self.deal_number
        other.scores = self.scores
        other.reason = self.reason
        return other
