"""Spit in simulated time: discrete events, and a barrier at which every answer is waited for.

Nothing here depends on the speed of the machine or of a bot that answers within `movetime`: the same deal and the
same deterministic bots give the same record.
"""

from typing import NamedTuple

from cardgames.bots.faults import Fault, Forfeit, Termination
from cardgames.bots.wires import MILLI
from cardgames.cards import Dealer
from cardgames.cards.derived_seeds import derive
from cardgames.games.spit.rules.moves import WAIT
from cardgames.games.spit.rules.state import SpitState
from cardgames.games.spit.rules.table import SEATS, SLAP
from cardgames.table.clocks.base import Clock
from cardgames.table.clocks.spit_common import STALLED, late, neglected_slap
from cardgames.table.clocks.table_history import event_against
from cardgames.table.game_setup import GameSetup
from cardgames.table.table import Landing, Table

_NO_LIMIT = 10**9


class Intention(NamedTuple):
    """A card on its way."""

    move: int
    lands: int
    """When it lands, in virtual ms."""
    ident: int
    """The last `go` that was answered with it."""


class VirtualClock(Clock):
    """At every change both seats are asked; then the card that lands first is played (PROTOCOL.md, "Time").

    A change is a landing, a spit, a new layout or the start of the slap phase. A new intention lands at
    now + think + jitter + hand of its seat; one that is kept keeps its time.
    """

    def __init__(self, setup: GameSetup) -> None:
        settings = setup.clock
        self._think = settings.think
        self._jitter = settings.jitter
        self._hand = settings.hand
        self._millis = settings.movetime_ms
        self._movetime = _NO_LIMIT if settings.movetime_ms is None else settings.movetime_ms
        self._tokens = "" if settings.movetime_ms is None else f"movetime {settings.movetime_ms}"
        self._now = 0
        self._intentions: list[Intention | None] = [None, None]
        self._unanswered = [0, 0]
        self._chance = [Dealer(derive(setup.chance, f"jitter {seat}")) for seat in SEATS]
        self._coin = Dealer(derive(setup.chance, "clock"))
        self._declined: Landing | None = None

    def next(self, table: Table) -> Landing | Forfeit:
        """The earliest landing, once both seats have answered."""
        if self._declined is not None:
            # The wait of seat 0 was no change: nobody is asked.
            second_wait, self._declined = self._declined, None
            return second_wait
        assert isinstance(table.state, SpitState)
        self._reject(table)
        faults = self._ask_seats(table)
        if faults:
            return Forfeit(faults)
        flying = [seat for seat in SEATS if self._intentions[seat] is not None]
        if flying:
            return self._land(self._earliest(flying))
        self._now += max(self._think)
        if table.state.phase != SLAP:
            return self._decline()
        return *neglected_slap(table.state, self._coin), self._now

    def _reject(self, table: Table) -> None:
        """Takes back each card on its way that could not be played any more where it is going."""
        for seat in SEATS:
            intention = self._intentions[seat]
            if intention is None:
                continue
            refusal = table.state.refusal(seat, intention.move)
            if refusal is not None:
                event = event_against(intention.move, table.last_events, table.events)
                table.reject(seat, intention.ident, intention.move, late(refusal.text(), event))
                self._intentions[seat] = None

    # -- the barrier

    def _ask_seats(self, table: Table) -> tuple[Fault, ...]:
        """Asks each seat that has a choice, and waits for all answers."""
        answers: dict[int, int | Fault] = {}
        awaited = 0
        for seat in SEATS:
            legal = table.state.legal(seat)
            if not legal or legal == [WAIT]:
                table.send_position(seat)
                continue
            answer = table.ask(seat, legal, self._tokens, self._millis)
            if answer is None:
                awaited |= 1 << seat
            else:
                answers[seat] = answer
                table.answered(table.wires.now())
        if awaited:
            awaited = self._await(table, awaited, answers)
        faults: list[Fault] = []
        for seat in SEATS:
            if awaited >> seat & 1:
                answers[seat] = self._without_answer(table, seat)
            elif seat in answers:
                self._unanswered[seat] = 0
            else:
                continue
            answer = answers[seat]
            if isinstance(answer, Fault):
                faults.append(answer)
            else:
                self._intend(table, seat, answer)
        return tuple(faults)

    def _await(self, table: Table, awaited: int, answers: dict[int, int | Fault]) -> int:
        """Puts the programs' answers into `answers`. Returns the seats that gave none in time."""
        until = table.wires.now() + self._movetime * MILLI
        while awaited:
            arrivals = table.wires.wait(until, awaited)
            for arrival in arrivals:
                seat = arrival[0]
                if not awaited >> seat & 1 or arrival[2] > until:
                    table.defer([arrival])
                    continue
                answer = table.answer(arrival)
                if answer is not None:
                    answers[seat] = answer
                    awaited &= ~(1 << seat)
                    table.answered(arrival[2])
            if (arrivals[-1][2] if arrivals else table.wires.now()) >= until:
                break
        return awaited

    def _without_answer(self, table: Table, seat: int) -> int | Fault:
        """Counts a missing answer as `wait`; the third in a row is a fault."""
        self._unanswered[seat] += 1
        table.stop(seat)
        if self._unanswered[seat] < STALLED:
            return WAIT
        detail = f"{STALLED} go in a row without an answer within {self._movetime} ms each"
        return Fault(seat, Termination.STALL, detail)

    def _intend(self, table: Table, seat: int, move: int) -> None:
        intention = self._intentions[seat]
        if move == WAIT:
            self._intentions[seat] = None
            return
        if intention is not None and intention.move == move:
            lands = intention.lands
        else:
            lands = self._now + self._think[seat] + self._hand[seat] + self._chance[seat].below(self._jitter[seat] + 1)
        self._intentions[seat] = Intention(move, lands, table.ident(seat))

    # -- what happens next

    def _earliest(self, flying: list[int]) -> int:
        if len(flying) == 1:
            return flying[0]
        first, second = self._intentions
        assert first is not None
        assert second is not None
        if first.lands == second.lands:
            return self._coin.below(2)
        return 0 if first.lands < second.lands else 1

    def _land(self, seat: int) -> Landing:
        intention = self._intentions[seat]
        assert intention is not None
        self._intentions[seat] = None
        self._now = intention.lands
        return seat, intention.move, self._now

    def _decline(self) -> Landing:
        """Neither plays: both wait (S10)."""
        self._declined = (1, WAIT, self._now)
        return 0, WAIT, self._now
