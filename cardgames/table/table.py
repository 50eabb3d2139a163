"""A table: one game, its seats, and the messages between them. The clock decides who moves when."""

from collections.abc import Sequence

from cardgames.bots.faults import Fault, Termination
from cardgames.bots.seat import Seat
from cardgames.bots.wires import MILLI, Arrival, WireFault, Wires
from cardgames.cards.derived_seeds import stream
from cardgames.players.player import Turn
from cardgames.protocol.lines import quoted
from cardgames.protocol.messages import (
    IS_READY,
    READY,
    STOP,
    BestMove,
    GameOver,
    MessageError,
    NewGame,
    Rejected,
    event_line,
    go_line,
)
from cardgames.rules import Event, MoveTextError, Outcome, State
from cardgames.table.game_setup import GameSetup

_QUOTED = 60

Landing = tuple[int, int, int | None]
"""A seat, its move, and in Spit the time of its landing, in ms from the first layout; else None."""


class OpenGo:
    """A `go` that a program has not answered yet."""

    __slots__ = ("ident", "legal", "names")

    def __init__(self, ident: int, legal: list[int], names: list[str]) -> None:
        self.ident = ident
        self.legal = legal
        self.names = names


class Table:
    """One game being played.

    A built-in player answers at once when it is asked; a program answers over the wires.

    Attributes:
        state: the game's state.
        wires: where a clock waits.
        landings: the moves that were made.
        open_go: each seat's open `go`.
        programs: the seats whose answers come over the wires.
        last_events: the events of the last move; always empty without programs.
        events: the number of the last event, which is how many there have been.
        plies: how many `go` were answered.
        answered_at: when the last of them was answered, in ns.
    """

    def __init__(self, seats: Sequence[Seat], setup: GameSetup, state: State, wires: Wires) -> None:
        game = setup.game
        self.state = state
        self.wires = wires
        self.landings: list[Landing] = []
        self.open_go: list[OpenGo | None] = [None] * len(seats)
        self.plies = 0
        self.answered_at = 0
        self._seats = seats
        self._setup = setup
        self._move_name = game.move_name
        self._players = [seat.player(game, stream(setup.chance, f"player {at}")) for at, seat in enumerate(seats)]
        self._unsent_events: list[list[str]] = [[] for _ in seats]
        self.programs = [at for at, player in enumerate(self._players) if player is None]
        self.last_events: list[Event] = []
        self.events = 0
        self._without_ident = 0
        self._deferred_faults: dict[int, Fault] = {}

    # -- before and after

    def start_game(self) -> tuple[Fault, ...]:
        """Tells every program that a game begins, and waits until all are ready.

        Late output of the last game is discarded: it comes before `readyok`.

        Returns:
            The faults of those that are not ready in time.
        """
        expected = 0
        for seat in self.programs:
            self.wires.send(seat, f"{self._new_game(seat)}\n{IS_READY}\n")
            expected |= 1 << seat
        limit_ms = max((self._seats[seat].limits.startup_ms for seat in self.programs), default=0)
        until = self.wires.now() + limit_ms * MILLI
        faults: dict[int, Fault] = {}
        while expected and self.wires.now() < until:
            for seat, what, _ in self.wires.wait(until, expected):
                if isinstance(what, WireFault):
                    if seat not in faults:
                        faults[seat] = self.wire_fault(seat, what)
                    expected &= ~(1 << seat)
                elif what.strip() == READY:
                    expected &= ~(1 << seat)
        for seat in self.programs:
            if expected >> seat & 1:
                faults[seat] = Fault(seat, Termination.TIME, f"no readyok within {limit_ms} ms after newgame")
        return tuple(sorted(faults.values()))

    def announce_result(self, outcome: Outcome) -> None:
        """Tells every program the events that it does not know yet, and how the game ended."""
        reveal = self._setup.seed.hex() if self._setup.reveal else None
        line = GameOver(outcome.result, outcome.scores, outcome.reason, reveal).text()
        for seat in self.programs:
            self.wires.send(seat, f"{self._take_events(seat)}{line}\n")

    def _new_game(self, seat: int) -> str:
        setup = self._setup
        rules, clock = tuple(setup.rules.text().split()), tuple(setup.clock.text().split())
        return NewGame(setup.game.name, seat, setup.rules.players, None, setup.commit, rules, clock).text()

    # -- questions

    def send_position(self, seat: int) -> None:
        """Sends new events and the position to a seat that has no choice."""
        if self._players[seat] is None:
            self.wires.send(seat, f"{self._take_events(seat)}{self.state.text(seat)}\n")

    def ask(self, seat: int, legal: list[int], clock: str, millis: int | None) -> int | Fault | None:
        """Asks a seat for its move; a program gets new events, the position and a `go` with a new ID.

        Args:
            seat: the seat to be asked.
            legal: the moves to choose from.
            clock: the clock tokens, or nothing.
            millis: how long a built-in player may think, in ms; None for no limit.

        Returns:
            A built-in player's move, or its fault; None if the answer comes over the wires.
        """
        player = self._players[seat]
        if player is not None:
            move = player.choose(Turn(seat, legal, lambda: self.state.view(seat), millis))
            return move if move in legal else self._illegal(seat, move, str(move))
        if seat in self._deferred_faults:
            return self._deferred_faults[seat]
        if self._without_ident >> seat & 1:
            # A second answer without an ID would answer this `go`.
            self.wires.discard(seat)
        self.send_go(seat, legal, clock)
        return None

    def send_go(self, seat: int, legal: list[int], clock: str) -> None:
        """Sends new events, the position and a `go` with a new ID to a program."""
        names = list(map(self._move_name, legal))
        self._seats[seat].last_ident += 1
        ident = self._seats[seat].last_ident
        self.open_go[seat] = OpenGo(ident, legal, names)
        self.wires.send(seat, f"{self._take_events(seat)}{self.state.text(seat)}\n{go_line(ident, clock, names)}\n")

    def answered(self, at: int) -> None:
        """Counts a `go` that was answered at this time, in ns."""
        self.plies += 1
        self.answered_at = at

    def ident(self, seat: int) -> int:
        """The ID of the last `go` of a seat; 0 before the first, and for a built-in player."""
        return self._seats[seat].last_ident

    def is_person(self, seat: int) -> bool:
        """Whether a person sits there, who may say nothing for any time."""
        return self._seats[seat].is_person

    def output_limit(self, seat: int) -> int:
        """How many bytes a program may write until its answer."""
        return self._seats[seat].limits.move_bytes

    def stop(self, seat: int) -> None:
        """Closes the open `go`: a later answer to it is ignored."""
        self.open_go[seat] = None
        self.wires.send(seat, f"{STOP}\n")

    def reject(self, seat: int, ident: int, move: int, why: str, *, at_once: bool = False) -> None:
        """Tells a program that its move came too late: at once, or before the next message."""
        if self._players[seat] is not None:
            return
        line = f"{Rejected(ident, self._move_name(move), why).text()}\n"
        if at_once:
            self.wires.send(seat, line)
        else:
            self._unsent_events[seat].insert(0, line)

    def _take_events(self, seat: int) -> str:
        told = self._unsent_events[seat]
        if not told:
            return ""
        text = "".join(told)
        told.clear()
        return text

    # -- answers

    def answer(self, arrival: Arrival) -> int | Fault | None:
        """Takes an arrival as an answer to the open `go` of its seat.

        Returns:
            The move, which the rules accept; then the `go` is closed. Or a fault, or None if it was no answer.
        """
        seat = arrival[0]
        best = self.read(arrival)
        if not isinstance(best, BestMove):
            return best
        text, ident = best
        go = self.open_go[seat]
        if go is None or ident not in (None, go.ident):
            return None
        if ident is None:
            self._without_ident |= 1 << seat
        move = go.legal[go.names.index(text)] if text in go.names else self._unlisted(seat, text)
        if isinstance(move, int):
            self.open_go[seat] = None
        return move

    def read(self, arrival: Arrival) -> BestMove | Fault | None:
        """Reads an arrival as an answer to any `go`. Returns a fault if it has one, None if it is no answer."""
        seat, what, _ = arrival
        if not isinstance(what, str):
            return self.wire_fault(seat, what)
        if what.split(None, 1)[:1] != ["bestmove"]:
            self._seats[seat].take_info(what)
            return None
        try:
            return BestMove.parse(what)
        except MessageError as error:
            return Fault(seat, Termination.PROTOCOL, str(error))

    def move_of(self, seat: int, text: str) -> int | Fault:
        """The move that a text names, legal or not; a fault if there is no such move."""
        try:
            return self._setup.game.parse_move(text)
        except MoveTextError as error:
            return Fault(seat, Termination.PROTOCOL, str(error))

    def defer(self, arrivals: Sequence[Arrival]) -> None:
        """Takes what came after an answer. A fault in it counts when its seat is asked next.

        So it makes no difference whether it came together with the answer or a moment later.
        """
        for seat, what, _ in arrivals:
            if isinstance(what, WireFault):
                self._deferred_faults[seat] = self.wire_fault(seat, what)
            else:
                self.answer((seat, what, 0))

    def _unlisted(self, seat: int, text: str) -> int | Fault:
        move = self.move_of(seat, text)
        if isinstance(move, Fault):
            return move
        return move if self.state.refusal(seat, move) is None else self._illegal(seat, move, text)

    def _illegal(self, seat: int, move: int, text: str) -> Fault:
        refusal = self.state.refusal(seat, move)
        why = "it is not in the list" if refusal is None else refusal.text()
        return Fault(seat, Termination.ILLEGAL, f"{quoted(text, _QUOTED)}; {why}")

    def wire_fault(self, seat: int, fault: WireFault) -> Fault:
        """A fault of the wire as one of the seat, with the last words of its process."""
        words = self._seats[seat].last_words() if fault.kind == Termination.CRASH else ""
        kind = self._seats[seat].limit_fault or fault.kind
        return Fault(seat, kind, f"{fault.detail}: {words}" if words else fault.detail)

    def time_fault(self, seat: int, allowed_ms: int) -> Fault:
        """The fault of a seat that has not answered in time."""
        channel = self._seats[seat].channel
        half = channel.half_line if channel is not None else 0
        hint = f"; {half} bytes came without the end of their line" if half else ""
        return Fault(seat, Termination.TIME, f"no answer within {allowed_ms} ms{hint}")

    # -- moves

    def land(self, landing: Landing) -> None:
        """Makes a move that the rules accept, and collects its events for every program as it may see them."""
        self.state.play(landing[0], landing[1])
        self.landings.append(landing)
        if not self.programs:
            return
        self.last_events = events = self.state.events()
        for number, event in enumerate(events, self.events + 1):
            for seat in self.programs:
                self._unsent_events[seat].append(f"{event_line(number, event.text(seat))}\n")
        self.events += len(events)
