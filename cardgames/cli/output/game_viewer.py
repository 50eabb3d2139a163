"""A recorded game shown move by move, at its own pace if that is asked for."""

from collections.abc import Callable
from importlib import import_module
from time import monotonic, sleep

from cardgames.cards import Dealer
from cardgames.games.registry import find_game
from cardgames.rules import GameError, State
from cardgames.table.record import GameRecord
from cardgames.text import harmless


class Pace:
    """Lets each move come when it came, as many times faster as is asked for."""

    def __init__(
        self, speed: float, pause: Callable[[float], None] = sleep, now: Callable[[], float] = monotonic
    ) -> None:
        """A pace that begins now; `speed` 1 is that of the game, 2 twice as fast."""
        self._speed = speed
        self._pause = pause
        self._now = now
        self._began = now()

    def await_move(self, at: int | None) -> None:
        """Waits until it is time for a move that landed `at` ms from the beginning; whatever else took time counts."""
        if at is None:
            return
        left = self._began + at / 1000 / self._speed - self._now()
        if left > 0:
            self._pause(left)


def has_times(record: GameRecord) -> bool:
    """Whether it is recorded when the moves were made."""
    return any(move.at is not None for move in record.moves)


def show_game(record: GameRecord, pace: Pace | None = None) -> None:
    """Prints every table of a game whose deal can be read, hidden cards as well; up to a move that cannot be made."""
    tags = record.tags
    try:
        game = find_game(tags["Game"])
        state = game.deal(game.rules(tags["Rules"].split()), Dealer(bytes.fromhex(tags["Seed"])))
    except ValueError:
        # Told as what is wrong with the record.
        return
    draw: Callable[[State, int | None], str] = import_module(f"cardgames.games.{game.name}.drawing.table").draw
    for name, value in tags.items():
        print(harmless(f"{name}: {value}"))
    print(f"\n{draw(state, None)}", flush=True)
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
        print(f"{number}. seat {made.seat}: {made.move}{at}\n\n{draw(state, None)}", flush=pace is not None)
    for fault in record.faults:
        print(harmless(f"forfeited: {fault.text()}"))
