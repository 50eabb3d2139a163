"""One game with people in it: nobody counts their time, moves can be taken back, and it can be gone on with later."""

from collections.abc import Callable, Iterable, Sequence

from cardgames.bots.faults import Fault, Forfeit
from cardgames.bots.seat import Seat
from cardgames.bots.wires import Channel, PipeWires, Wires
from cardgames.cards import Dealer
from cardgames.casual.seats import PersonSeat
from cardgames.players.player import Turn
from cardgames.rules import Event, Outcome
from cardgames.table.clocks.base import Clock
from cardgames.table.clocks.factory import make_clock
from cardgames.table.game_setup import GameSetup
from cardgames.table.record import write_record
from cardgames.table.table import Landing, Table

RESIGNED = "resigned"
"""The reason of a game that a person has given up."""

_HIDDEN = "??"


class CasualGame:
    """A game from its deal to its end.

    Attributes:
        setup: what is played.
        seats: who sits where.
        people: the seats where people sit.
        state: the whole table.
        moves: the moves made so far, times in ms as in a record.
        happened: for each of them what it did.
    """

    def __init__(
        self,
        setup: GameSetup,
        seats: Sequence[Seat],
        make_wires: Callable[[Sequence[Channel | None]], Wires] = PipeWires,
    ) -> None:
        self.setup = setup
        self.seats = seats
        self.people = tuple(at for at, seat in enumerate(seats) if seat.is_person)
        self.state = setup.game.deal(setup.rules, Dealer(setup.seed))
        self.moves: list[Landing] = []
        self.happened: list[list[Event]] = []
        self._first_position = self.state.text()
        self._make_wires = make_wires
        self._table: Table | None = None
        self._clock: Clock | None = None
        self._began_at = 0
        self._given_up: Outcome | None = None
        self._faults: tuple[Fault, ...] = ()

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, be it by its rules, by a fault of a bot, or because a person gave up."""
        return self._given_up or self.state.outcome

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What ended it, if it was a fault."""
        return self._faults

    # -- going on

    def replay(self, moves: Iterable[Landing]) -> str | None:
        """Makes moves made before. Returns what the rules have against one of them, None if they accept all."""
        for number, landing in enumerate(moves, len(self.moves) + 1):
            seat, move, _ = landing
            if seat not in self.state.actors():
                return f"move {number}: seat {seat} is not to move"
            refusal = self.state.refusal(seat, move)
            if refusal is not None:
                return f"move {number}, seat {seat} {self.setup.game.move_name(move)}: {refusal.text()}"
            self._make(landing)
        self._leave_table()
        return None

    def step(self) -> Landing | None:
        """Waits for the next move and makes it. None if a fault ended the game instead.

        Raises:
            StartupError: a bot that cannot be started again.
            Exception: whatever asking a person raises; the game is then as before.
        """
        table, clock = self._open_table()
        if self._faults or table is None or clock is None:
            return None
        following = clock.next(table)
        if isinstance(following, Forfeit):
            self._forfeit(following.faults)
            return None
        seat, move, at = following
        table.land(following)
        landing = (seat, move, None if at is None else self._began_at + at)
        self.moves.append(landing)
        self.happened.append(self.state.events())
        return landing

    def close(self) -> None:
        """Tells the bots how it ended, if it has; after a fault nobody, for then it may be gone on with."""
        if self._table is not None and self.outcome is not None:
            self._table.announce_result(self.outcome)
        self._leave_table()

    def _make(self, landing: Landing) -> None:
        self.state.play(landing[0], landing[1])
        self.moves.append(landing)
        self.happened.append(self.state.events())

    def _open_table(self) -> tuple[Table | None, Clock | None]:
        """The table as it is; a new one after moves were taken back: to the bots it is another game."""
        if self._table is None:
            for seat in self.seats:
                seat.ready(self.setup.game)
            wires = self._make_wires([seat.channel for seat in self.seats])
            self._table = Table(self.seats, self.setup, self.state, wires)
            self._clock = PatientClock(make_clock(self.setup), self.seats)
            self._began_at = self.moves[-1][2] or 0 if self.moves else 0
            faults = self._table.greet()
            if faults:
                self._forfeit(faults)
        return self._table, self._clock

    def _leave_table(self) -> None:
        self._table = self._clock = None

    def _forfeit(self, faults: tuple[Fault, ...]) -> None:
        self._faults = faults
        self._given_up = Forfeit(faults).outcome(len(self.seats))
        for fault in faults:
            self.seats[fault.seat].drop()
        # Nothing more is to be written to pipes that are closed.
        self._leave_table()

    # -- going back

    def own_moves_back(self) -> int:
        """How many moves have been made since a person was last asked and moved, that move included; 0 for none."""
        passive = self.setup.game.passive
        for count, (seat, move, _) in enumerate(reversed(self.moves), 1):
            if seat in self.people and move not in passive:
                return count
        return 0

    def has_shown(self, count: int) -> bool:
        """Whether the last `count` moves have shown a person a card that it did not know, or shuffled cards."""
        now = self._hidden()
        for _ in range(count):
            self.state.undo()
        before = self._hidden()
        for seat, move, _ in self.moves[len(self.moves) - count :]:
            self.state.play(seat, move)
        return now != before

    def take_back(self, count: int) -> None:
        """Takes the last `count` moves back."""
        for _ in range(count):
            self.state.undo()
            self.moves.pop()
            self.happened.pop()
        self._leave_table()

    def _hidden(self) -> tuple[int, ...]:
        """How many cards each person does not know, and how much chance there has been."""
        return (self.state.dealer.drawn, *(self.state.text(seat).count(_HIDDEN) for seat in self.people))

    # -- the end

    def resign(self, seat: int) -> None:
        """A person gives up: the others share the win."""
        others = tuple(each for each in range(len(self.seats)) if each != seat)
        self._given_up = Outcome(others, (0,) * len(self.seats), RESIGNED)

    def record(self) -> str:
        """The game as a block of a .cgn file. It has ended by its rules or by a fault."""
        assert self.outcome is not None
        names = [seat.spec.name for seat in self.seats]
        return write_record(self.setup, names, self._first_position, self.moves, self.outcome, self._faults)


class PatientClock(Clock):
    """Any clock, but whoever sits in this process is waited for, however long, where there are turns."""

    def __init__(self, inner: Clock, seats: Sequence[Seat]) -> None:
        self._inner = inner
        self._seats = seats

    def next(self, table: Table) -> Landing | Forfeit:
        """The move of a person or of a built-in player, else what the inner clock gives."""
        state = table.state
        if not state.game.has_turns:
            return self._inner.next(table)
        (actor,) = state.actors()
        seat = self._seats[actor]
        if isinstance(seat, PersonSeat):
            # Asked past the table: a touch (C19) is accepted though it is in no list.
            return actor, seat.ask(Turn(actor, state.legal(actor), lambda: state.view(actor))), None
        if seat.channel is not None or actor in table.programs:
            return self._inner.next(table)
        answer = table.ask(actor, state.legal(actor), "", None)
        assert answer is not None, "a player in this process answers at once"
        return Forfeit((answer,)) if isinstance(answer, Fault) else (actor, answer, None)
