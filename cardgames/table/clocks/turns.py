"""The clock of games with turns (PROTOCOL.md, "Time")."""

from cardgames.bots.faults import Fault, Forfeit
from cardgames.bots.wires import MILLI
from cardgames.protocol.messages import share_of_clock
from cardgames.table.clock_settings import ClockSettings
from cardgames.table.clocks.base import Clock
from cardgames.table.table import Landing, Table

_NO_LIMIT = 10**9 * MILLI


class TurnClock(Clock):
    """A time for each move, or for the whole game with a gain by each move.

    A seat's time runs from the writing of `go` to the arrival of the answer's last byte. Its end is fixed when `go`
    is written; nothing else that a bot writes moves it. For a built-in player CPU time counts: it shares the runner's
    process, which may have to wait for a processor when the machine is busy.
    """

    def __init__(self, settings: ClockSettings, players: int) -> None:
        self._timed = settings.time_ms is not None
        self._margin = settings.margin_ms * MILLI
        self._gain = settings.inc_ms * MILLI
        limit = settings.time_ms if settings.time_ms is not None else settings.movetime_ms
        self._left = [_NO_LIMIT if limit is None else limit * MILLI] * players
        self._gains = " ".join(f"inc{seat} {settings.inc_ms}" for seat in range(players))
        self._tokens = "" if limit is None else f"movetime {limit}"

    def next(self, table: Table) -> Landing | Forfeit:
        """Asks the seat on turn and waits for it."""
        state = table.state
        seat = state.actors()[0]
        allowed = self._left[seat]
        tokens = self._times() if self._timed else self._tokens
        wires = table.wires
        # A program's CPU time is not needed, and to read that clock takes a system call.
        worked = 0 if seat in table.programs else wires.worked()
        started = wires.now()
        until = started + allowed + self._margin
        answer = table.ask(seat, state.legal(seat), tokens, self._millis(allowed))
        if answer is None:
            answer = self._await(table, seat, until)
            taken = table.answered_at - started
        else:
            table.answered_at = wires.now()
            taken = wires.worked() - worked
        if answer is None or taken > allowed + self._margin:
            answer = table.time_fault(seat, allowed // MILLI)
        if isinstance(answer, Fault):
            return Forfeit((answer,))
        table.plies += 1
        if self._timed:
            self._left[seat] = max(0, allowed - taken) + self._gain
        return seat, answer, None

    def _await(self, table: Table, seat: int, until: int) -> int | Fault | None:
        wires = table.wires
        while True:
            arrivals = wires.wait(until, 1 << seat)
            for index, arrival in enumerate(arrivals, 1):
                if arrival[2] > until:
                    return None
                answer = table.answer(arrival)
                if answer is not None:
                    table.answered_at = arrival[2]
                    table.defer(arrivals[index:])
                    return answer
            if wires.now() >= until:
                return None

    def _millis(self, allowed: int) -> int | None:
        """How long a built-in player may think, in ms; a share of what is left if the time is for the whole game."""
        if allowed == _NO_LIMIT:
            return None
        return share_of_clock(allowed // MILLI, self._gain // MILLI) if self._timed else allowed // MILLI

    def _times(self) -> str:
        times = " ".join(f"time{seat} {left // MILLI}" for seat, left in enumerate(self._left))
        return f"{times} {self._gains}"
