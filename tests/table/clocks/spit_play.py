"""Games of Spit from a position that a test gives, one step of a clock after another."""

from collections.abc import Sequence
from hashlib import sha256

from cardgames.bots.faults import Forfeit
from cardgames.bots.seat import Seat
from cardgames.bots.wires import MILLI, WireFault
from cardgames.cards import NAMES
from cardgames.games.spit.rules.game import SPIT
from cardgames.table.clock_settings import ClockSettings
from cardgames.table.clocks.factory import make_clock
from cardgames.table.game_setup import GameSetup
from cardgames.table.table import Landing, Table
from tests.table.fakes import FakeWires, ScriptedBot, ScriptedSeat

EVEN = ClockSettings.virtual(think=200, jitter=0, hand=200)
WALL = ClockSettings.wall()


def position(stocks0: str, stocks1: str, left: str, right: str, **keys: str) -> str:
    """A table with these stocks, five a seat, joined by commas; all other cards are spit cards, half each."""
    shown = "".join(text.replace(",", "").replace("-", "") for text in (stocks0, stocks1, left, right))
    used = {shown[at : at + 2] for at in range(0, len(shown), 2)}
    rest = [name for name in NAMES[:52] if name not in used]
    spit = ["".join(rest[: len(rest) // 2]), "".join(rest[len(rest) // 2 :])]
    fields = {"phase": "play", "round": "1", "stocks0": stocks0, "spit0": f"({spit[0]})0", "stocks1": stocks1}
    fields |= {"spit1": f"({spit[1]})0", "L": left, "R": right, "cards": "26,26", "points": "0,0"}
    fields |= {"waited": "-", "slaps": "-,-"} | keys
    return "position spit " + " ".join(f"{key}={value}" for key, value in fields.items())


# Seat 0 can play 6c on L and 9c on R, seat 1 6d on L and 3d nowhere.
RACE = position("6c,9c,Kc,-,-", "6d,3d,-,-,-", "5h", "Th")


class Play:
    """A game of Spit from a position, one step of the clock after another."""

    def __init__(
        self,
        text: str,
        *bots: ScriptedBot,
        clock: ClockSettings = EVEN,
        seed: str = "spit",
        seats: Sequence[Seat] = (),
    ) -> None:
        self.bots = bots
        self.setup = GameSetup(SPIT, SPIT.rules(), sha256(seed.encode()).digest(), clock)
        self.wires = FakeWires(bots)
        self.state = SPIT.read(text)
        self.began = self.wires.now()
        self.table = Table(seats or [ScriptedSeat(bot) for bot in bots], self.setup, self.state, self.wires)
        self.clock = make_clock(self.setup)

    def step(self) -> str:
        """The next landing as `SEAT MOVE @MS`, or the faults."""
        following = self.clock.next(self.table)
        if isinstance(following, Forfeit):
            return " ".join(f"{fault.seat} {fault.kind}" for fault in following.faults)
        self.table.land(following)
        return text_of(following)

    def steps(self, count: int) -> list[str]:
        """The next landings; less than `count` if the game ends by a fault."""
        taken: list[str] = []
        while len(taken) < count and (not taken or "@" in taken[-1]):
            taken.append(self.step())
        return taken

    @property
    def millis(self) -> float:
        """How much time has passed."""
        return (self.wires.now() - self.began) / MILLI


def text_of(landing: Landing) -> str:
    """`SEAT MOVE @MS`."""
    seat, move, at = landing
    return f"{seat} {SPIT.move_name(move)} @{at}"


def once(*replies: tuple[float, str | WireFault]) -> ScriptedBot:
    """Says all this, each so many ms after the first `go`, whatever happens; to later ones it says nothing."""
    rest = [list(replies)]
    return ScriptedBot(lambda go: rest.pop() if rest else [])
