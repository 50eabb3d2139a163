"""One game of Spit being played: rounds, spits, slaps, and how it ends."""

from cardgames.cards import CARD, Dealer
from cardgames.games.spit.rules.history import Record, Round, events_of
from cardgames.games.spit.rules.moves import (
    ONLY_WAIT,
    PILES,
    SLAP_LEFT,
    SLAP_RIGHT,
    TARGETS,
    WAIT,
    Moves,
    face,
    heads,
    moves_of,
    stock_codes,
)
from cardgames.games.spit.rules.position import Position, seen_slaps, write_full, write_seen, write_unseen
from cardgames.games.spit.rules.table import (
    FULL_LAYOUT,
    NONE,
    OPEN,
    OUT,
    OVER,
    PACK,
    PLAY,
    POINTS,
    ROUND_LIMIT,
    SEATS,
    SLAP,
    Pair,
    hidden_view,
    lay_out,
    stock_view,
)
from cardgames.rules.event import GAME_ITSELF, Event
from cardgames.rules.game import Outcome, Rules, State


class SpitState(State):
    """The table of one game of Spit.

    Attributes:
        stocks: seat, place 0-4: a stock.
        spit: seat: its spit cards.
        piles: L, R: the spit piles.
        cards: each seat's cards at the start of the round.
        points: each seat's points (S17).
        round: the number of the round, from 1.
        phase: PLAY, SLAP or OVER.
        waited: the seat that waits for the other to wait too (S10), or NONE.
        slaps: the pile slapped by each seat, NONE for none yet; once both have slapped, the pile taken.
        reason: why the game ended; empty before.
        unseen: nobody knows any card that lies face down: so it is in every game from a deal.
    """

    __slots__ = (
        "_faces",
        "_moves",
        "_seen",
        "_undo",
        "cards",
        "phase",
        "piles",
        "points",
        "reason",
        "round",
        "slaps",
        "spit",
        "stocks",
        "unseen",
        "waited",
    )

    def __init__(self, rules: Rules, dealer: Dealer, viewer: int | None = None) -> None:
        """A bare table, for `put` or `dealt`."""
        self.rules = rules
        self.dealer = dealer
        self.viewer = viewer
        self.stocks: list[list[list[int]]] = [[], []]
        self.spit: list[list[int]] = [[], []]
        self.piles: list[list[int]] = [[], []]
        self.cards: Pair = (26, 26)
        self.points: Pair = (0, 0)
        self.round = 0
        self.phase = PLAY
        self.waited = NONE
        self.slaps: Pair = (NONE, NONE)
        self.reason = ""
        self._faces: list[list[int]] = [[], []]
        self._moves: tuple[Moves, Moves] = ((), ())
        self._undo: list[Record] = []
        self._seen = ""
        self.unseen = False

    @classmethod
    def dealt(cls, rules: Rules, dealer: Dealer) -> "SpitState":
        """A new game at its first round, the first spit made (S1, S4)."""
        state = cls(rules, dealer)
        state.unseen = True
        state._lay_out(*state._halves())
        state._undo.clear()
        return state

    def put(self, position: Position) -> None:
        """Puts a position on the table, with piles of its own."""
        self.phase = position.phase
        self.round = position.round
        self.stocks = [[stock[:] for stock in stocks] for stocks in position.stocks]
        self.spit = [spit[:] for spit in position.spit]
        self.piles = [pile[:] for pile in position.piles]
        self.cards = position.cards
        self.points = position.points
        self.waited = position.waited
        self.slaps = position.slaps
        self.reason = position.reason
        self._survey()

    def _survey(self) -> None:
        """Looks at the whole table anew."""
        self._faces = [[face(stock) for stock in stocks] for stocks in self.stocks]
        self._look()

    # What may be done

    def actors(self) -> tuple[int, ...]:
        """Both seats in phase PLAY (S10), in SLAP those that have not slapped, none at the end."""
        if self.phase == PLAY:
            return SEATS
        if self.phase == SLAP:
            return tuple(seat for seat in SEATS if self.slaps[seat] == NONE)
        return ()

    def legal(self, seat: int) -> list[int]:
        """The moves of `seat` now, ascending."""
        if self.phase == PLAY:
            return list(self._moves[seat])
        if self.phase == SLAP and self.slaps[seat] == NONE:
            return [SLAP_LEFT, SLAP_RIGHT]
        return []

    # Play

    def play(self, seat: int, move: int) -> None:
        """Makes a legal move, and the spits, slaps and layouts that follow from it."""
        self._undo.append((seat, move, self.waited, self._moves, None))
        self._seen = ""
        if move < WAIT:
            self._move_card(seat, move)
        elif move == WAIT:
            self._wait(seat)
        else:
            self._slap(seat, move)

    def _move_card(self, seat: int, move: int) -> None:
        source = move // TARGETS
        target = move % TARGETS
        stocks = self.stocks[seat]
        faces = self._faces[seat]
        stock = stocks[source]
        if target < PILES:
            self.piles[target].append(stock.pop())  # S5
        else:
            place = stocks[target - PILES]
            place.append(stock.pop())  # S7
            faces[target - PILES] = face(place)
        faces[source] = face(stock)  # S6
        self.waited = NONE
        self._look()
        if not stock and not any(stocks):
            self._end_round()  # S11: no stock cards left
        else:
            self._spit_while_stuck()

    def _look(self) -> None:
        """Works out what both seats can do now."""
        first, second, third, fourth, fifth = stock_codes(heads(*self.piles))
        a, b, c, d, e = self._faces[0]
        f, g, h, i, j = self._faces[1]
        self._moves = (
            moves_of(first[a] + second[b] + third[c] + fourth[d] + fifth[e]),
            moves_of(first[f] + second[g] + third[h] + fourth[i] + fifth[j]),
        )

    def _wait(self, seat: int) -> None:
        if self.waited != 1 - seat:
            self.waited = seat
        else:  # S10: both wait, as if neither could play
            self._spit_or_end()
            self._spit_while_stuck()

    def _spit_while_stuck(self) -> None:
        """Both spit again when neither can play or move, as often as it falls due (S9)."""
        while self._moves[0] is ONLY_WAIT and self._moves[1] is ONLY_WAIT and self.phase == PLAY:
            self._spit_or_end()

    def _may_spit(self, seat: int) -> bool:
        """Whether a seat has spit cards to turn up; at a table put together by hand also one without a pile (S2)."""
        return bool(self.spit[seat]) and self.cards[seat] > FULL_LAYOUT

    def _spit_or_end(self) -> None:
        if self._may_spit(0) or self._may_spit(1):
            self._spit()
        else:
            self._end_round()  # S11: blocked

    def _spit(self) -> None:
        """Each seat that has spit cards turns its top one on its own pile (S3)."""
        turned = 0
        for seat in SEATS:
            if self._may_spit(seat):
                self.piles[seat].append(self.spit[seat].pop())
                turned |= 1 << seat
        self._undo.append((GAME_ITSELF, turned, self.waited, self._moves, None))
        self.waited = NONE
        self._look()

    # A round's end

    def _end_round(self) -> None:
        self.waited = NONE
        if self.one_pile or self.for_points:
            self._settle(self.slaps)  # S14, S17: no slap
        else:
            self.phase = SLAP  # S12

    def _slap(self, seat: int, move: int) -> None:
        pile = move - SLAP_LEFT
        other = self.slaps[1 - seat]
        self.slaps = (pile, other) if seat == 0 else (other, pile)
        if other != NONE:
            mine = pile if pile != other else 1 - pile  # S12: the first has it
            self._settle((mine, other) if seat == 0 else (other, mine))

    def _settle(self, taken: Pair) -> None:
        """Ends the game, or gathers the cards and begins the next round (S13 to S17)."""
        self._undo.append((GAME_ITSELF, 0, self.waited, self._moves, self._round_now()))
        self.slaps = taken
        if self.for_points:
            self.points = (self.points[0] + self._left(0), self.points[1] + self._left(1))
        self.reason = self._ending()
        if self.reason:
            self.phase = OVER
            return
        hands = self._halves() if self.for_points else (self._gathered(0), self._gathered(1))
        self._lay_out(*hands)

    def _round_now(self) -> Round:
        return Round(
            self.round,
            self.stocks,
            self._faces,
            self.spit,
            self.piles,
            self.cards,
            self.points,
            self.slaps,
            self.dealer.drawn,
        )

    def _ending(self) -> str:
        """The reason for which the game ends with this round, empty if it goes on."""
        if self.for_points:
            target = self.rules.number("target")
            if max(self.points) >= target and self.points[0] != self.points[1]:  # S17: equal, one more round
                return POINTS
        elif 0 in self._cards_after():  # S15
            return OUT
        return ROUND_LIMIT if self.round >= self.rules.number("maxrounds") else ""  # S16

    def _gathered(self, seat: int) -> list[int]:
        """A seat's cards after a round, shuffled (S13)."""
        taken = self._taken()[seat]
        lists = [*self.stocks[seat], self.spit[seat]]
        if taken != NONE:
            lists.append(self.piles[taken])
        cards = [entry & CARD for pile in lists for entry in pile]
        self.dealer.shuffle(cards)
        return cards

    def _halves(self) -> tuple[list[int], list[int]]:
        """The whole pack shuffled, 26 cards for each seat (S1)."""
        pack = list(PACK)
        self.dealer.shuffle(pack)
        return pack[:26], pack[26:]

    def _lay_out(self, first: list[int], second: list[int]) -> None:
        """Begins a round: both layouts, and the first spit (S1 to S4)."""
        layouts = (lay_out(first), lay_out(second))
        self.stocks = [stocks for stocks, _ in layouts]
        self.spit = [spit for _, spit in layouts]
        self.piles = [[], []]
        self.cards = (len(first), len(second))
        self.round += 1
        self.phase = PLAY
        self.slaps = (NONE, NONE)
        self._survey()
        self._spit()
        self._spit_while_stuck()

    # What a round leaves

    @property
    def one_pile(self) -> bool:
        """Whether this round has one spit pile, a seat having had no spit cards at its start (S2)."""
        return min(self.cards) <= FULL_LAYOUT

    @property
    def for_points(self) -> bool:
        """Whether rounds are scored (S17) and not gathered."""
        return self.rules["scoring"] == POINTS

    def stock_cards(self, seat: int) -> int:
        """How many cards lie in a seat's stocks."""
        return sum(map(len, self.stocks[seat]))

    def _left(self, seat: int) -> int:
        return self.stock_cards(seat) + len(self.spit[seat])

    def _taken(self) -> Pair:
        """The pile that each seat takes after the round, or NONE (S12, S14)."""
        if not self.one_pile:
            return self.slaps
        short = 0 if self.cards[0] <= FULL_LAYOUT else 1
        stocks = [self.stock_cards(seat) for seat in SEATS]
        rid = short if stocks[0] == stocks[1] else stocks.index(min(stocks))
        pile = 1 - short
        return (NONE, pile) if rid == 0 else (pile, NONE)

    def _cards_after(self) -> Pair:
        """How many cards each seat has after the round."""
        counts = []
        for seat, pile in zip(SEATS, self._taken(), strict=True):
            counts.append(self._left(seat) + (len(self.piles[pile]) if pile != NONE else 0))
        return counts[0], counts[1]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None: who has fewer cards or points left, and the score (S15 to S18)."""
        if self.phase != OVER:
            return None
        by_points = self.for_points or self.reason == POINTS
        counts = self.points if by_points else self._cards_after()
        winners = tuple(seat for seat in SEATS if counts[seat] == min(counts))
        if by_points:
            scores = counts  # S18
        elif len(winners) == 2:
            scores = (0, 0)
        else:
            scores = (counts[1], 0) if winners == (0,) else (0, counts[0])
        return Outcome(winners, scores, self.reason)

    # Back, and what happened

    def undo(self) -> None:
        """Takes the last move back, with all that followed from it and the place in the dealer's stream."""
        who, what, waited, moves, settled = self._undo.pop()
        self._seen = ""
        while who == GAME_ITSELF:
            if settled is None:
                self._take_back_spit(what)
            else:
                self._take_back_round(settled)
            who, what, waited, moves, settled = self._undo.pop()
        if what < WAIT:
            self._take_back_card(who, what)
        elif what > WAIT:
            self.slaps = (NONE, self.slaps[1]) if who == 0 else (self.slaps[0], NONE)
        self.phase = SLAP if what > WAIT else PLAY
        self.waited = waited
        self._moves = moves

    def _take_back_spit(self, turned: int) -> None:
        for seat in SEATS:
            if turned & 1 << seat:
                self.spit[seat].append(self.piles[seat].pop())

    def _take_back_round(self, settled: Round) -> None:
        (
            self.round,
            self.stocks,
            self._faces,
            self.spit,
            self.piles,
            self.cards,
            self.points,
            self.slaps,
            self.dealer.drawn,
        ) = settled
        self.reason = ""

    def _take_back_card(self, seat: int, move: int) -> None:
        source, target = divmod(move, TARGETS)
        stocks = self.stocks[seat]
        faces = self._faces[seat]
        if target < PILES:
            stocks[source].append(self.piles[target].pop())
        else:
            place = stocks[target - PILES]
            stocks[source].append(place.pop())
            faces[target - PILES] = face(place)
        faces[source] = face(stocks[source])

    def events(self) -> list[Event]:
        """What the last `play` did, in order of happening."""
        return events_of(self._undo, self._round_now())

    # Texts and views

    def copy(self) -> "SpitState":
        """The same table, apart from this one, without its past."""
        other = SpitState(self.rules, self.dealer.copy(), self.viewer)
        other.stocks = [[stock[:] for stock in stocks] for stocks in self.stocks]
        other.spit = [spit[:] for spit in self.spit]
        other.piles = [pile[:] for pile in self.piles]
        other._faces = [faces[:] for faces in self._faces]
        other._moves = self._moves
        other.unseen = self.unseen
        self._copy_plain(other)
        return other

    def _copy_plain(self, other: "SpitState") -> None:
        other.cards = self.cards
        other.points = self.points
        other.round = self.round
        other.phase = self.phase
        other.waited = self.waited
        other.slaps = self.slaps
        other.reason = self.reason

    def view(self, seat: int) -> "SpitState":
        """The table as `seat` sees it: cards lying face down unknown, a slap of the other seat hidden (S12)."""
        other = SpitState(self.rules, Dealer(bytes(32)), seat)
        other.stocks = [[stock_view(stock, seat) for stock in stocks] for stocks in self.stocks]
        other.spit = [hidden_view(spit, seat) for spit in self.spit]
        other.piles = [[entry | OPEN for entry in pile] for pile in self.piles]
        other._faces = [faces[:] for faces in self._faces]
        other._moves = self._moves
        self._copy_plain(other)
        other.slaps = seen_slaps(seat, self.phase, self.slaps)
        return other

    def text(self, seat: int | None = None) -> str:
        """`position spit …`, full or as `seat` may know it."""
        if seat is None:
            return write_full(self.position())
        if not self.unseen or self.phase != PLAY:
            return write_seen(seat, self.position())
        # Both seats see the same: written once, for whoever asks first.
        self._seen = self._seen or write_unseen(self.position())
        return self._seen

    def position(self) -> Position:
        """All that the position says; the piles are the game's own, not copies."""
        return Position(
            self.phase,
            self.round,
            self.stocks,
            self.spit,
            self.piles,
            self.cards,
            self.points,
            self.waited,
            self.slaps,
            self.reason,
        )
