"""Shows a recorded game move by move, on request at its own pace."""

from collections.abc import Callable
from time import monotonic, sleep

from cardgames.cards import Dealer
from cardgames.games.drawings import drawing_of
from cardgames.games.registry import find_game
from cardgames.rules import GameError
from cardgames.table.record import GameRecord
from cardgames.text import harmless


class Pace:
    """Waits before each move as long as the game did, or so many times shorter."""

    def __init__(
        self, speed: float, pause: Callable[[float], None] = sleep, now: Callable[[], float] = monotonic
    ) -> None:
        """A pace that begins now: `speed` 1 is the pace of the game, 2 is twice as fast."""
        self._speed = speed
        self._pause = pause
        self._now = now
        self._began = now()

    def await_move(self, at: int | None) -> None:
        """Waits until a move is due that landed `at` ms after the beginning; time spent otherwise counts as waited."""
        if at is None:
            return
        left = self._began + at / 1000 / self._speed - self._now()
        if left > 0:
            self._pause(left)


def has_times(record: GameRecord) -> bool:
    """Whether the record says when its moves were made."""
    return any(move.at is not None for move in record.moves)


def show_game(record: GameRecord, pace: Pace | None = None) -> None:
    """Prints the table after each move, hidden cards included, up to a move that cannot be made.

    Prints nothing if the deal cannot be read.
    """
    tags = record.tags
    try:
        game = find_game(tags["Game"])
        state = game.deal(game.rules(tags["Rules"].split()), Dealer(bytes.fromhex(tags["Seed"])))
    except ValueError:
        # Verification says what is wrong with the record.
        return
    draw = drawing_of(game.name).draw
    for name, value in tags.items():
        print(harmless(f"{name}: {value}"))
    print(f"\n{draw(state, None, None)}", flush=True)
    for number, made in enumerate(record.moves, start=1):
        try:
            move = game.parse_move(made.move)
        except GameError:
            return
        if state.outcome is not None or state.refusal(made.seat, move) is not None:
            return
        if pace is not None:
            pace.await_move(made.at)
        state.play(made.seat, move)
        at = "" if made.at is None else f" at {made.at} ms"
        print(f"{number}. seat {made.seat}: {made.move}{at}\n\n{draw(state, None, None)}", flush=pace is not None)
    for fault in record.faults:
        print(harmless(f"forfeited: {fault.text()}"))
