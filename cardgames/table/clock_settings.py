"""What a game's clock is set to. Nothing but values: a command's help reads the defaults."""

from typing import NamedTuple


class ClockSettings(NamedTuple):
    """The clock of a game (PROTOCOL.md, "Time"). All times are whole milliseconds.

    `turns`, `timed`, `virtual` and `wall` make one with that kind's defaults.
    """

    kind: str = "turns"
    """`turns` for games with turns; `virtual` or `wall` for Spit."""
    movetime_ms: int | None = 1000
    """For each move; with `time_ms` it is not used. None for no limit (`turns` only)."""
    time_ms: int | None = None
    """For the whole game, each seat its own; None for `movetime_ms`."""
    inc_ms: int = 0
    """What a seat's clock gains by each of its moves."""
    margin_ms: int = 20
    """What is forgiven beyond the time that a bot is told."""
    think: tuple[int, ...] = (0, 0)
    """Seat by seat, Spit: from `go` until a hand may start."""
    jitter: tuple[int, ...] = (0, 0)
    """Seat by seat, Spit: the most that chance adds."""
    hand: tuple[int, ...] = (0, 0)
    """Seat by seat, Spit: how long a card is on its way."""
    tie: int = 2
    """Wall clock: landings closer than this are settled by a coin."""
    stall: int = 5000
    """Wall clock: this long without a landing counts as both declining."""

    @classmethod
    def turns(cls, movetime_ms: int | None = 1000) -> "ClockSettings":
        """So much time for each move, None for no limit."""
        return cls("turns", movetime_ms)

    @classmethod
    def timed(cls, time_ms: int, inc_ms: int = 0) -> "ClockSettings":
        """So much time for the whole game and a gain by each move."""
        return cls("turns", None, time_ms, inc_ms)

    @classmethod
    def virtual(cls, think: int = 200, jitter: int = 50, hand: int = 200, movetime_ms: int = 1000) -> "ClockSettings":
        """Spit in simulated time, both seats alike; `_replace` for a handicap."""
        return cls("virtual", movetime_ms, think=(think,) * 2, jitter=(jitter,) * 2, hand=(hand,) * 2)

    @classmethod
    def wall(cls, think: int = 0, jitter: int = 0, hand: int = 50, tie: int = 2, stall: int = 5000) -> "ClockSettings":
        """Spit in real time, both seats alike."""
        return cls("wall", None, None, 0, 20, (think,) * 2, (jitter,) * 2, (hand,) * 2, tie, stall)

    def text(self) -> str:
        """The kind and what goes with it as `K=V`: `turns movetime=1000`, as in `newgame … clock` and the record."""
        if self.kind == "turns":
            if self.time_ms is not None:
                return f"turns time={self.time_ms} inc={self.inc_ms}"
            return "turns" if self.movetime_ms is None else f"turns movetime={self.movetime_ms}"
        seats = " ".join(
            f"{name}={','.join(map(str, values))}"
            for name, values in (("think", self.think), ("jitter", self.jitter), ("hand", self.hand))
        )
        if self.kind == "virtual":
            return f"virtual movetime={self.movetime_ms} {seats}"
        return f"{self.kind} {seats} tie={self.tie} stall={self.stall}"
