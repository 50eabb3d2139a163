"""A log of all lines between a table and its programs, with their times."""

from collections.abc import Callable

from cardgames.bots.wires import Arrival, Wires
from cardgames.text import printable

_MICRO = 1000


class LoggedWires(Wires):
    """Wires that log what goes over them.

    A line of the log is `SECONDS > SEAT LINE` for what is written to a program, `<` for what came from it, `!` for a
    fault of the wire. The seconds, with six digits behind the point, are those since the first line.
    """

    def __init__(self, wires: Wires, write: Callable[[str], object]) -> None:
        """Logs `wires`, each line through `write`."""
        self._wires = wires
        self._write = write
        self._began: int | None = None

    def now(self) -> int:
        """As without a log."""
        return self._wires.now()

    def worked(self) -> int:
        """As without a log."""
        return self._wires.worked()

    def send(self, seat: int, text: str) -> None:
        """As without a log; then logs it."""
        at = self._wires.now()
        self._wires.send(seat, text)
        for line in text.splitlines():
            self._note(at, ">", seat, line)

    def wait(self, until: int, seats: int) -> list[Arrival]:
        """As without a log; then logs what came with its time of arrival."""
        arrivals = self._wires.wait(until, seats)
        for seat, what, at in arrivals:
            if isinstance(what, str):
                self._note(at, "<", seat, what)
            else:
                self._note(at, "!", seat, f"{what.kind}: {what.detail}")
        return arrivals

    def discard(self, seat: int) -> None:
        """As without a log: what is discarded is not logged."""
        self._wires.discard(seat)

    def _note(self, at: int, sign: str, seat: int, line: str) -> None:
        if self._began is None:
            self._began = at
        micros = (at - self._began) // _MICRO
        self._write(f"{micros // 1_000_000}.{micros % 1_000_000:06} {sign} {seat} {printable(line)}\n")
