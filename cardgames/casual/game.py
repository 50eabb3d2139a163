"""One game with people in it: nobody counts their time, moves can be taken back, and it can be gone on with later."""

from collections.abc import Callable, Iterable, Sequence

from cardgames.bots.faults import Fault, Forfeit
from cardgames.bots.seat import Seat
from cardgames.bots.spec import BotSpec
from cardgames.bots.wires import Channel, Wires
from cardgames.cards import Dealer
from cardgames.casual.console import Console, Quit, Request, Resign, TakeBack
from cardgames.casual.console_wires import ConsoleWires, PersonChannel
from cardgames.casual.saved_game import SavedGame, SavedGameError
from cardgames.casual.seats import HUMAN, PersonSeat, SteadySeat
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
        faults: what ended the game, if a bot did.
    """

    def __init__(
        self,
        setup: GameSetup,
        seats: Sequence[Seat],
        make_wires: Callable[[Sequence[Channel | None]], Wires] = ConsoleWires,
    ) -> None:
        self.setup = setup
        self.seats = seats
        self.people = tuple(at for at, seat in enumerate(seats) if seat.is_person)
        self.state = setup.game.deal(setup.rules, Dealer(setup.seed))
        self.moves: list[Landing] = []
        self.happened: list[list[Event]] = []
        self.faults: tuple[Fault, ...] = ()
        self._first_position = self.state.text()
        self._make_wires = make_wires
        self._table: Table | None = None
        self._clock: Clock | None = None
        self._channels: list[PersonChannel] = []
        self._began_at = 0
        """When the table was laid out, in ms of the game."""
        self._given_up: Outcome | None = None

    @classmethod
    def load(
        cls,
        saved: SavedGame,
        programs: Sequence[Seat | None],
        make_wires: Callable[[Sequence[Channel | None]], Wires] = ConsoleWires,
    ) -> "CasualGame":
        """The game as it was saved.

        Args:
            saved: what is played, with the moves made before.
            programs: seat by seat, the bots that are programs and have been started.
            make_wires: how the table hears its seats.

        Raises:
            SavedGameError: a move made before is refused by the rules.
        """
        setup = GameSetup(saved.game, saved.rules, saved.game_seed, saved.clock)
        hurried = saved.clock.kind == "wall"

        def seat_of(spec: BotSpec) -> Seat:
            if spec.player == HUMAN:
                return PersonSeat(spec)
            return SteadySeat(spec, setup.seed, lambda: len(game.moves), hurried=hurried)

        seats = [program or seat_of(spec) for spec, program in zip(saved.seats, programs, strict=True)]
        game = cls(setup, seats, make_wires)
        refused = game.replay(saved.moves)
        if refused is not None:
            raise SavedGameError(refused)
        return game

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, be it by its rules, by a fault of a bot, or because a person gave up."""
        return self._given_up or self.state.outcome

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

    def play(self, console: Console) -> Outcome | None:
        """Plays to the end. Returns None if somebody leaves, and then the game is as it was.

        Raises:
            StartupError: a bot that cannot be started again.
            KeyboardInterrupt: Ctrl-C, or whatever else the console raises; the game is as it was.
        """
        console.begin()
        while (outcome := self.outcome) is None:
            match self.step(console):
                case TakeBack(moves):
                    self.take_back(moves)
                    console.taken_back()
                case Resign(seat):
                    self.resign(seat)
                case Quit():
                    return None
                case tuple():
                    console.observe()
        console.end(outcome)
        self.close()
        return outcome

    def step(self, console: Console) -> Landing | Request | None:
        """Waits for the next move and makes it; what a person wants instead is left to the caller.

        Returns:
            The move, or the request, or None if a fault has ended the game.
        """
        table, clock = self._open_table(console)
        if table is None or clock is None:
            return None
        following = clock.next(table)
        for channel in self._channels:
            if channel.request is not None:
                return channel.request
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

    def _open_table(self, console: Console) -> tuple[Table | None, Clock | None]:
        """The table as it is; a new one after moves were taken back: to the bots it is another game."""
        if self._table is None:
            game = self.setup.game
            for seat in self.seats:
                seat.ready(game)
            people = {at: PersonChannel(console, game, at) for at in self.people}
            wires = self._make_wires([people.get(at, seat.channel) for at, seat in enumerate(self.seats)])
            self._channels = list(people.values())
            self._table = Table(self.seats, self.setup, self.state, wires)
            self._clock = make_clock(self.setup)
            self._began_at = self.moves[-1][2] or 0 if self.moves else 0
            faults = self._table.start_game()
            if faults:
                self._forfeit(faults)
        return self._table, self._clock

    def _leave_table(self) -> None:
        self._table = self._clock = None

    def _forfeit(self, faults: tuple[Fault, ...]) -> None:
        self.faults = faults
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
        return write_record(self.setup, names, self._first_position, self.moves, self.outcome, self.faults)
