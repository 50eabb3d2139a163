"""Spit in real time: an event loop, in which no seat waits for another (PROTOCOL.md, "Time").

A seat answers when it likes. A card needs some time to land, and is judged a moment later, so that a coin can decide
between two that land together. No seat gains anything by being written to or read from first.
"""

from collections.abc import Sequence

from cardgames.bots.faults import Fault, Forfeit, Termination
from cardgames.bots.wires import COST_OF_LINE, MILLI, Arrival
from cardgames.cards import Dealer
from cardgames.cards.derived_seeds import derive
from cardgames.games.spit.rules.moves import WAIT
from cardgames.games.spit.rules.state import SpitState
from cardgames.games.spit.rules.table import SEATS, SLAP
from cardgames.protocol.messages import BestMove
from cardgames.table.clocks.base import Clock
from cardgames.table.clocks.moves_in_flight import Attempt
from cardgames.table.clocks.spit_common import STALLED, late, neglected_slap
from cardgames.table.clocks.table_history import Made, TableChange, TableHistory
from cardgames.table.clocks.wall_seat import NEVER, WallSeat
from cardgames.table.game_setup import GameSetup
from cardgames.table.table import Landing, Table

_ROUND_ENDED = "S11: that round has ended"
_PLAYED = "S8: that card has been played"


class WallClock(Clock):
    """Cards land in real time. All times are in ns on the clock of the table's wires, recorded times in ms."""

    chunk = 1024
    """Few, so that a seat that writes much does not delay the other's lines."""

    def __init__(self, setup: GameSetup) -> None:
        settings = setup.clock
        self._tie = settings.tie * MILLI
        self._tie_ms = settings.tie
        self._stall = settings.stall * MILLI
        self._coin = Dealer(derive(setup.chance, "clock"))
        self._wall_seats = tuple(WallSeat(setup, seat) for seat in SEATS)
        self._history = TableHistory()
        self._idents: dict[int, int] = {}
        self._began: int | None = None
        """When the first layout was told."""
        self._at = 0
        """Everything that arrived before this time has been handled."""
        self._told_at = 0
        """When the last change was told."""
        self._last_ms = 0
        self._to_tell: Made | None = None
        """The move that changed the table last."""
        self._is_told = False
        self._put_off: int | None = None
        """The seat whose landing a coin has put behind the other's."""
        self._second_wait: Landing | None = None
        """The `wait` of seat 1 that follows that of seat 0."""

    def next(self, table: Table) -> Landing | Forfeit:
        """The next landing that counts, as soon as it has been judged."""
        if self._second_wait is not None:
            second_wait, self._second_wait = self._second_wait, None
            return self._make(second_wait)
        if not self._is_told:
            faults = self._tell(table)
            if faults:
                return Forfeit(faults)
        while True:
            following = self._due(table)
            if following is not None:
                return following
            until = self._next_time(table)
            arrivals = table.wires.wait(until, self._read_from(table))
            # Without arrivals it is `until`, unless the wires' time has stood still.
            self._at = max(self._at, arrivals[-1][2] if arrivals else min(until, table.wires.now()))
            faults = self._take(table, arrivals)
            if faults:
                return Forfeit(faults)

    # -- a change is told

    def _tell(self, table: Table) -> tuple[Fault, ...]:
        """Sends events and position to both, and a `go` to each that has a choice, in an order drawn by lot."""
        state = table.state
        assert isinstance(state, SpitState)
        lists = [state.legal(seat) for seat in SEATS]
        if self._began is None:
            self._begin(table)
        change = self._history.add(state.round, self._to_tell, lists, table.last_events, table.events)
        self._clear_moves_in_flight(table, change)
        first = self._coin.below(2)
        for seat in (first, 1 - first):
            if seat in table.programs:
                self._write(table, seat, lists[seat], change)
        self._told_at = table.wires.now()
        for wall_seat, seat in zip(self._wall_seats, SEATS, strict=True):
            change.ready[seat] = wall_seat.asked(self._told_at, change.asks(seat))
        self._is_told = True
        # Built-in players answer now, after the programs were written to, and as if it took no time.
        return self._ask_players(table, lists, change)

    def _begin(self, table: Table) -> None:
        self._began = self._at = table.wires.now()
        self._idents = {seat: table.ident(seat) for seat in SEATS}

    def _clear_moves_in_flight(self, table: Table, change: TableChange) -> None:
        """Takes back what is on its way when a new round begins."""
        for wall_seat in self._wall_seats:
            for card in wall_seat.in_flight.clear_other_rounds(change.round):
                table.reject(wall_seat.seat, card.ident, card.move, late(_ROUND_ENDED, change.first))
                self._put_off = None

    def _write(self, table: Table, seat: int, legal: list[int], change: TableChange) -> None:
        if change.asks(seat):
            table.send_go(seat, legal, "")
            self._history.asked(seat, table.ident(seat))
        else:
            table.send_position(seat)

    def _ask_players(self, table: Table, lists: Sequence[list[int]], change: TableChange) -> tuple[Fault, ...]:
        faults: list[Fault] = []
        for seat in SEATS:
            if seat in table.programs or not change.asks(seat):
                continue
            # Nobody is heard meanwhile, so it may take as long as a coin makes good.
            move = table.ask(seat, lists[seat], "", max(1, self._tie_ms))
            assert move is not None
            if isinstance(move, Fault):
                faults.append(move)
            else:
                table.answered(self._told_at)
                self._attempt(table, seat, move, 0, change, self._told_at)
        return tuple(faults)

    # -- answers

    def _read_from(self, table: Table) -> int:
        """The seats to read from, as a mask: those that have not written more than they may."""
        return sum(1 << seat for seat in table.programs if self._wall_seats[seat].may_write(self._at))

    def _take(self, table: Table, arrivals: Sequence[Arrival]) -> tuple[Fault, ...]:
        """Handles what came in one wake-up, the seats in an order drawn by lot."""
        if not arrivals:
            return ()
        faults: list[Fault] = []
        first = self._coin.below(2)
        for seat in (first, 1 - first):
            for arrival in arrivals:
                if arrival[0] == seat:
                    fault = self._take_arrival(table, arrival)
                    if fault is not None:
                        faults.append(fault)
                        break
        return tuple(sorted(faults))

    def _take_arrival(self, table: Table, arrival: Arrival) -> Fault | None:
        seat, what, at = arrival
        wall_seat = self._wall_seats[seat]
        if isinstance(what, str):
            wall_seat.wrote(at, len(what) + 1)
            if wall_seat.unanswered_bytes > table.output_limit(seat):
                detail = f"{wall_seat.unanswered_bytes} bytes came and no answer, {COST_OF_LINE} for each line"
                return Fault(seat, Termination.FLOOD, detail)
            if what.lstrip().startswith("bestmove") and not wall_seat.take_answer(at):
                return None
        best = table.read(arrival)
        if not isinstance(best, BestMove):
            return best
        move = table.move_of(seat, best.move)
        if isinstance(move, Fault):
            return move
        change = self._change_answered(table, seat, move, best)
        if isinstance(change, Fault):
            return change
        if change is not None:
            ident = table.ident(seat) if best.ident is None else best.ident
            if wall_seat.is_first_answer(ident):
                table.answered(at)
            self._attempt(table, seat, move, ident, change, at)
        return None

    def _change_answered(self, table: Table, seat: int, move: int, best: BestMove) -> TableChange | Fault | None:
        """The change whose `go` an answer names; a fault; or None for a `go` that was never sent."""
        if best.ident is None:
            change = self._history.naming(seat, move)
            return change or self._illegal(table, seat, move, "it was in no list of this round")
        if not self._idents[seat] < best.ident <= table.ident(seat):
            return None
        change = self._history.of_go(seat, best.ident)
        if change.lists_move(seat, move):
            return change
        return self._illegal(table, seat, move, f"it was not in the list of go {best.ident}")

    def _illegal(self, table: Table, seat: int, move: int, why: str) -> Fault:
        refusal = table.state.refusal(seat, move)
        told = f"{table.state.game.move_name(move)}; {why}" + ("" if refusal is None else f"; {refusal.text()}")
        return Fault(seat, Termination.ILLEGAL, told)

    def _attempt(self, table: Table, seat: int, move: int, ident: int, change: TableChange, at: int) -> None:
        """Takes a seat's move, in place of one that has not set out yet."""
        wall_seat, newest = self._wall_seats[seat], self._history.last
        if move == WAIT:
            wall_seat.decline(at, newest.ready[seat], fresh=change is newest)
            return
        if change.round != newest.round:
            self._reject(table, seat, ident, move, _ROUND_ENDED, self._history.round_began)
            return
        played = self._history.played_since(seat, move, change)
        if played is not None:
            self._reject(table, seat, ident, move, _PLAYED, played)
            return
        seen = self._history.seen_since(seat, move, change)
        wall_seat.attempt(move, ident, change, at, earliest=max(at, seen.ready[seat]))

    # -- what is due

    def _due(self, table: Table) -> Landing | Forfeit | None:
        """What has happened by now: a landing that counts, or both decline. Landings that do not count are rejected."""
        for wall_seat in self._wall_seats:
            wall_seat.in_flight.advance(self._at)
        while (seat := self._next_judged()) is not None:
            landing = self._judge(table, seat)
            if landing is not None:
                return self._make(landing)
        if self._told_at + self._stall <= self._at:
            return self._stalled(table)
        if self._both_decline(table) <= self._at:
            return self._make(self._decline())
        return None

    def _next_judged(self) -> int | None:
        """The seat whose card is to be judged now, `tie` after its landing; a coin decides between close ones."""
        if self._put_off is not None:
            seat, self._put_off = self._put_off, None
            return seat
        lands = [_landing_of(wall_seat.in_flight.first) for wall_seat in self._wall_seats]
        seat = 0 if lands[0] <= lands[1] else 1
        if lands[seat] + self._tie > self._at:
            return None
        other = 1 - seat
        apart = lands[other] - lands[seat]
        if (apart < self._tie or apart == 0) and self._coin.below(2):
            self._put_off = seat
            return other
        return seat

    def _judge(self, table: Table, seat: int) -> Landing | None:
        """Judges a card by the table as it is now."""
        card = self._wall_seats[seat].in_flight.pop_landed()
        refusal = table.state.refusal(seat, card.move)
        if refusal is None:
            self._wall_seats[seat].stalls = 0
            return seat, card.move, self._millis(card.lands)
        event = self._history.event_against(seat, card.move, card.change)
        self._reject(table, seat, card.ident, card.move, refusal.text(), event)
        return None

    def _reject(self, table: Table, seat: int, ident: int, move: int, reason: str, event: int) -> None:
        table.reject(seat, ident, move, late(reason, event), at_once=True)

    def _make(self, landing: Landing) -> Landing:
        """Notes that a move is about to be made."""
        self._to_tell = landing[:2]
        self._is_told = self._second_wait is not None
        return landing

    def _both_decline(self, table: Table) -> int:
        """When both decline, in ns; `NEVER` if one does not."""
        state = table.state
        assert isinstance(state, SpitState)
        if state.phase == SLAP:
            return NEVER
        return max(
            wall_seat.declines_at(self._told_at, asked=self._history.last.asks(wall_seat.seat))
            for wall_seat in self._wall_seats
        )

    def _decline(self) -> Landing:
        """Both wait, as if neither could play (S10)."""
        millis = self._millis(self._at)
        self._second_wait = (1, WAIT, millis)
        return 0, WAIT, millis

    def _stalled(self, table: Table) -> Landing | Forfeit:
        """Nothing has landed for long: both count as declining; a seat silent for the third time is at fault."""
        state = table.state
        assert isinstance(state, SpitState)
        faults: list[Fault] = []
        for wall_seat in self._wall_seats:
            if wall_seat.seat in table.programs and wall_seat.holds_up(self._history.last):
                wall_seat.stalls += 1
                if wall_seat.stalls >= STALLED and not table.is_person(wall_seat.seat):
                    detail = f"{STALLED} times nobody played for {self._stall // MILLI} ms, and it had a move"
                    faults.append(Fault(wall_seat.seat, Termination.STALL, detail))
        if faults:
            return Forfeit(tuple(faults))
        if state.phase != SLAP:
            return self._make(self._decline())
        return self._make((*neglected_slap(state, self._coin), self._millis(self._at)))

    def _next_time(self, table: Table) -> int:
        """When something is due if nothing arrives before, in ns."""
        times = [self._told_at + self._stall, self._both_decline(table)]
        times += [_landing_of(wall_seat.in_flight.first) + self._tie for wall_seat in self._wall_seats]
        times += [wall_seat.may_write_at for wall_seat in self._wall_seats if not wall_seat.may_write(self._at)]
        return min(times)

    def _millis(self, nanos: int) -> int:
        """A time as it is recorded, in ms from the first layout. It never goes back, even where a coin has decided."""
        self._last_ms = max(self._last_ms, (nanos - (self._began or 0)) // MILLI)
        return self._last_ms


def _landing_of(card: Attempt | None) -> int:
    return NEVER if card is None else card.lands
