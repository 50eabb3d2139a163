"""Spit in real time: an event loop, in which nobody waits for anybody (PROTOCOL.md, "Time").

Whoever is asked answers when it likes. A card that is tried takes its time to land, and is judged a moment later, so
that a coin can decide between two that land together. No seat is better off for being the first to be written to or
to be read from.
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
    """The cards land when they are played. All times are in ns of the table's wires, recorded ones in ms."""

    chunk = 1024
    """Few: whoever talks much does not hold up the other one's line."""

    def __init__(self, setup: GameSetup) -> None:
        settings = setup.clock
        self._tie = settings.tie * MILLI
        self._tie_ms = settings.tie
        self._stall = settings.stall * MILLI
        self._coin = Dealer(derive(setup.chance, "clock"))
        self._sides = tuple(WallSeat(setup, seat) for seat in SEATS)
        self._changes = TableHistory()
        self._idents: dict[int, int] = {}
        self._began: int | None = None
        """When the first layout was told."""
        self._at = 0
        """All that came before this time has been taken."""
        self._since = 0
        """When the last change was told."""
        self._last_ms = 0
        self._made: Made | None = None
        """What changed the table and has not been told."""
        self._told = False
        self._owed: int | None = None
        """The seat that a coin has put off, and that goes next."""
        self._second: Landing | None = None
        """The wait that follows the one just made."""

    def next(self, table: Table) -> Landing | Forfeit:
        """The next landing that counts, when it has been judged."""
        if self._second is not None:
            second, self._second = self._second, None
            return self._make(second)
        if not self._told:
            faults = self._tell(table)
            if faults:
                return Forfeit(faults)
        while True:
            following = self._due(table)
            if following is not None:
                return following
            until = self._next_time(table)
            arrivals = table.wires.wait(until, self._open_ears(table))
            # Without arrivals it is `until`, unless the wires' time has stood still.
            self._at = max(self._at, arrivals[-1][2] if arrivals else min(until, table.wires.now()))
            faults = self._take(table, arrivals)
            if faults:
                return Forfeit(faults)

    # -- a change is told

    def _tell(self, table: Table) -> tuple[Fault, ...]:
        """Events and position for both, and a `go` for whoever has a choice; in an order that is drawn by lot."""
        state = table.state
        assert isinstance(state, SpitState)
        lists = [state.legal(seat) for seat in SEATS]
        if self._began is None:
            self._begin(table)
        change = self._changes.add(state.round, self._made, lists, table.last_events, table.events)
        self._clear_hands(table, change)
        first = self._coin.below(2)
        for seat in (first, 1 - first):
            if seat in table.programs:
                self._write(table, seat, lists[seat], change)
        self._since = table.wires.now()
        for side, seat in zip(self._sides, SEATS, strict=True):
            change.ready[seat] = side.asked(self._since, change.asks(seat))
        self._told = True
        # Built-in players answer here and now: after the programs have got theirs, and as if it took no time.
        return self._ask_players(table, lists, change)

    def _begin(self, table: Table) -> None:
        self._began = self._at = table.wires.now()
        self._idents = {seat: table.ident(seat) for seat in SEATS}

    def _clear_hands(self, table: Table, change: TableChange) -> None:
        """With a new layout no card of the last round is on its way any more."""
        for side in self._sides:
            for card in side.hand.cleared(but=change.round):
                table.reject(side.seat, card.ident, card.move, late(_ROUND_ENDED, change.first))
                self._owed = None

    def _write(self, table: Table, seat: int, legal: list[int], change: TableChange) -> None:
        if change.asks(seat):
            table.send_go(seat, legal, "")
            self._changes.asked(seat, table.ident(seat))
        else:
            table.tell(seat)

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
                table.answered(self._since)
                self._want(table, seat, move, 0, change, self._since)
        return tuple(faults)

    # -- answers

    def _open_ears(self, table: Table) -> int:
        """The seats that are listened to: those that have not talked more than they may."""
        return sum(1 << seat for seat in table.programs if self._sides[seat].may_talk(self._at))

    def _take(self, table: Table, arrivals: Sequence[Arrival]) -> tuple[Fault, ...]:
        """Takes what came in one wake-up, the seats in an order drawn by lot."""
        if not arrivals:
            return ()
        faults: list[Fault] = []
        first = self._coin.below(2)
        for seat in (first, 1 - first):
            for arrival in arrivals:
                if arrival[0] == seat:
                    fault = self._hear(table, arrival)
                    if fault is not None:
                        faults.append(fault)
                        break
        return tuple(sorted(faults))

    def _hear(self, table: Table, arrival: Arrival) -> Fault | None:
        seat, what, at = arrival
        side = self._sides[seat]
        if isinstance(what, str):
            side.talked(at, len(what) + 1)
            if side.said > table.most_talk(seat):
                return Fault(
                    seat, Termination.FLOOD, f"{side.said} bytes came and no answer, {COST_OF_LINE} for each line"
                )
            if what.lstrip().startswith("bestmove") and not side.may_try(at):
                return None
        best = table.read(arrival)
        if not isinstance(best, BestMove):
            return best
        move = table.move_of(seat, best.move)
        if isinstance(move, Fault):
            return move
        change = self._named(table, seat, move, best)
        if isinstance(change, Fault):
            return change
        if change is not None:
            ident = table.ident(seat) if best.ident is None else best.ident
            if side.answers(ident):
                table.answered(at)
            self._want(table, seat, move, ident, change, at)
        return None

    def _named(self, table: Table, seat: int, move: int, best: BestMove) -> TableChange | Fault | None:
        """The change whose `go` an attempt names; or its fault; or nothing, for a `go` that there never was."""
        if best.ident is None:
            change = self._changes.naming(seat, move)
            return change or self._illegal(table, seat, move, "it was in no list of this round")
        if not self._idents[seat] < best.ident <= table.ident(seat):
            return None
        change = self._changes.of_go(seat, best.ident)
        if change.lists_move(seat, move):
            return change
        return self._illegal(table, seat, move, f"it was not in the list of go {best.ident}")

    def _illegal(self, table: Table, seat: int, move: int, why: str) -> Fault:
        refusal = table.state.refusal(seat, move)
        told = f"{table.state.game.move_name(move)}; {why}" + ("" if refusal is None else f"; {refusal.text()}")
        return Fault(seat, Termination.ILLEGAL, told)

    def _want(self, table: Table, seat: int, move: int, ident: int, change: TableChange, at: int) -> None:
        """What a seat wants now, instead of what it wanted and has not begun."""
        side, newest = self._sides[seat], self._changes.last
        if move == WAIT:
            side.decline(at, newest.ready[seat], fresh=change is newest)
            return
        if change.round != newest.round:
            self._reject(table, seat, ident, move, _ROUND_ENDED, self._changes.round_began)
            return
        played = self._changes.played_since(seat, move, change)
        if played is not None:
            self._reject(table, seat, ident, move, _PLAYED, played)
            return
        seen = self._changes.seen_since(seat, move, change)
        side.attempt(move, ident, change, at, earliest=max(at, seen.ready[seat]))

    # -- what is due

    def _due(self, table: Table) -> Landing | Forfeit | None:
        """What happens by now: a landing that counts, or both decline. Landings that do not count are refused."""
        for side in self._sides:
            side.hand.catch_up(self._at)
        while (seat := self._next_judged()) is not None:
            landing = self._judge(table, seat)
            if landing is not None:
                return self._make(landing)
        if self._since + self._stall <= self._at:
            return self._stalled(table)
        if self._both_decline(table) <= self._at:
            return self._make(self._decline())
        return None

    def _next_judged(self) -> int | None:
        """The seat whose card is to be judged now: `tie` after it landed, and if another is near, by a coin."""
        if self._owed is not None:
            seat, self._owed = self._owed, None
            return seat
        lands = [_landing_of(side.hand.first) for side in self._sides]
        seat = 0 if lands[0] <= lands[1] else 1
        if lands[seat] + self._tie > self._at:
            return None
        other = 1 - seat
        apart = lands[other] - lands[seat]
        if (apart < self._tie or apart == 0) and self._coin.below(2):
            self._owed = seat
            return other
        return seat

    def _judge(self, table: Table, seat: int) -> Landing | None:
        """Holds a card against the table as it is now."""
        card = self._sides[seat].hand.landed()
        refusal = table.state.refusal(seat, card.move)
        if refusal is None:
            self._sides[seat].silent = 0
            return seat, card.move, self._millis(card.lands)
        event = self._changes.event_against(seat, card.move, card.change)
        self._reject(table, seat, card.ident, card.move, refusal.text(), event)
        return None

    def _reject(self, table: Table, seat: int, ident: int, move: int, reason: str, event: int) -> None:
        table.reject(seat, ident, move, late(reason, event), at_once=True)

    def _make(self, landing: Landing) -> Landing:
        """Notes that a move is about to be made."""
        self._made = landing[:2]
        self._told = self._second is not None
        return landing

    def _both_decline(self, table: Table) -> int:
        """When both decline, in ns; far away if one does not."""
        state = table.state
        assert isinstance(state, SpitState)
        if state.phase == SLAP:
            return NEVER
        return max(side.declines(self._since, asked=self._changes.last.asks(side.seat)) for side in self._sides)

    def _decline(self) -> Landing:
        """Both wait, as if neither could play (S10)."""
        millis = self._millis(self._at)
        self._second = (1, WAIT, millis)
        return 0, WAIT, millis

    def _stalled(self, table: Table) -> Landing | Forfeit:
        """Nothing has landed for long: both count as declining; whoever says nothing three times is at fault."""
        state = table.state
        assert isinstance(state, SpitState)
        faults: list[Fault] = []
        for side in self._sides:
            if side.seat in table.programs and side.holds_up(self._changes.last):
                side.silent += 1
                if side.silent >= STALLED and not table.patient_with(side.seat):
                    detail = f"{STALLED} times nobody played for {self._stall // MILLI} ms, and it had a move"
                    faults.append(Fault(side.seat, Termination.STALL, detail))
        if faults:
            return Forfeit(tuple(faults))
        if state.phase != SLAP:
            return self._make(self._decline())
        return self._make((*neglected_slap(state, self._coin), self._millis(self._at)))

    def _next_time(self, table: Table) -> int:
        """When something is due, if nothing comes before."""
        times = [self._since + self._stall, self._both_decline(table)]
        times += [_landing_of(side.hand.first) + self._tie for side in self._sides]
        times += [side.talks_again for side in self._sides if not side.may_talk(self._at)]
        return min(times)

    def _millis(self, nanos: int) -> int:
        """A time as it is recorded: from the first layout, in ms. It does not go back where a coin has decided."""
        self._last_ms = max(self._last_ms, (nanos - (self._began or 0)) // MILLI)
        return self._last_ms


def _landing_of(card: Attempt | None) -> int:
    return NEVER if card is None else card.lands
