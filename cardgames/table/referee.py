"""The referee: one loop for every game and every clock."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cardgames.bots.faults import Fault, Forfeit, StartupError
from cardgames.bots.seat import Seat
from cardgames.bots.wires import PipeWires, Wires
from cardgames.cards import Dealer
from cardgames.rules import Outcome
from cardgames.table.clocks.base import Clock
from cardgames.table.clocks.factory import make_clock
from cardgames.table.game_setup import GameSetup, cut_short
from cardgames.table.record import write_record
from cardgames.table.table import Landing, Table
from cardgames.table.traffic_log import LoggedWires


class GameReport(NamedTuple):
    """The result of one game."""

    outcome: Outcome
    faults: tuple[Fault, ...]
    """The faults that ended it; as a rule one, none if its rules ended it."""
    plies: int
    """How many `go` were answered."""
    micros: int
    """From the first `go` to the last answer, in µs."""
    record: str
    """The game as a block of a .cgn file."""


def play_game(
    seats: Sequence[Seat],
    setup: GameSetup,
    wires: Wires | None = None,
    traffic: Callable[[str], object] | None = None,
) -> GameReport:
    """Plays one game to its end by the rules or by a fault. A seat at fault is dropped: its process has ended.

    Args:
        seats: one bot for each player of the rules; each may have played before.
        setup: the game, its deal and its clock.
        wires: the seats' wires; None for those of their processes.
        traffic: takes each line of a log of what is said over the wires (`LoggedWires`); None for no log.

    Raises:
        ValueError: another number of seats; ClockError for a clock that does not suit the game.
    """
    if len(seats) != setup.rules.players:
        raise ValueError(f"{len(seats)} bots for {setup.rules.players} seats of {setup.game.name}")
    clock = make_clock(setup)
    state = setup.game.deal(setup.rules, Dealer(setup.seed))
    position = state.text()
    faults = _ready(seats, setup)
    if faults:
        return _report(seats, setup, position, (), Forfeit(faults).outcome(len(seats)), faults, 0, 0)
    wires = wires or PipeWires([seat.channel for seat in seats], clock.chunk)
    table = Table(seats, setup, state, wires if traffic is None else LoggedWires(wires, traffic))
    faults = table.start_game()
    started = table.answered_at = table.wires.now()
    if not faults:
        faults = _play(table, clock, setup.max_plies)
    outcome = Forfeit(faults).outcome(len(seats)) if faults else state.outcome or cut_short(len(seats))
    table.announce_result(outcome)
    micros = (table.answered_at - started) // 1000
    return _report(seats, setup, position, table.landings, outcome, faults, table.plies, micros)


def _play(table: Table, clock: Clock, most: int | None) -> tuple[Fault, ...]:
    """The loop. Returns the faults that ended the game, none if it ended by its rules, or after `most` moves."""
    state, landings = table.state, table.landings
    while state.outcome is None and len(landings) != most:
        following = clock.next(table)
        if isinstance(following, Forfeit):
            return following.faults
        table.land(following)
    return ()


def _ready(seats: Sequence[Seat], setup: GameSetup) -> tuple[Fault, ...]:
    faults: list[Fault] = []
    for at, seat in enumerate(seats):
        try:
            seat.ready(setup.game)
        except StartupError as error:
            faults.append(Fault(at, error.kind, str(error)))
    return tuple(faults)


def _report(
    seats: Sequence[Seat],
    setup: GameSetup,
    position: str,
    landings: Sequence[Landing],
    outcome: Outcome,
    faults: tuple[Fault, ...],
    plies: int,
    micros: int,
) -> GameReport:
    for fault in faults:
        seats[fault.seat].drop()
    names = [seat.spec.name for seat in seats]
    record = write_record(setup, names, position, landings, outcome, faults)
    return GameReport(outcome, faults, plies, micros, record)
