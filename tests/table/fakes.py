"""Scripted bots on wires without pipes, and a clock that moves only when somebody waits."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import count

from cardgames.bots.faults import Termination
from cardgames.bots.limits import Limits
from cardgames.bots.seat import Seat
from cardgames.bots.spec import BotSpec
from cardgames.bots.wires import MILLI, Arrival, WireFault, Wires
from cardgames.games.registry import find_game
from cardgames.protocol.messages import Go
from cardgames.rules import Game, Rules
from cardgames.table.clock_settings import ClockSettings
from cardgames.table.game_setup import GameSetup, default_clock
from cardgames.table.referee import GameReport, play_game

Reply = tuple[float, str | WireFault]
"""After how many ms, and what."""

_Coming = tuple[int, tuple[int, int], int, str | WireFault]
"""When, in which order at the same time, to which seat, what."""

ENDED = WireFault(Termination.CRASH, "its output ended")


class ScriptedBot:
    """A bot in a test: says `readyok` at once, and answers each `go` as its script has it."""

    def __init__(self, script: Callable[[Go], Iterable[Reply]]) -> None:
        self.script = script
        self.lines: list[str] = []
        self.ready_after: float | None = 0

    def hear(self, line: str) -> Iterable[Reply]:
        self.lines.append(line)
        if line == "isready":
            return [] if self.ready_after is None else [(self.ready_after, "readyok")]
        return self.script(Go.parse(line)) if line.startswith("go ") else []

    def heard(self, command: str) -> list[str]:
        """The lines of one command that it got."""
        return [line for line in self.lines if line.split()[0] == command]


def always(*moves: str, after: float = 1) -> ScriptedBot:
    """Answers with the first of `moves` that is legal, else with the first legal move."""

    def script(go: Go) -> Iterable[Reply]:
        move = next((move for move in moves if move in go.moves), go.moves[0])
        return [(after, f"bestmove {move} {go.ident}")]

    return ScriptedBot(script)


def in_turn(*replies: Callable[[Go], Iterable[Reply]] | Iterable[Reply], after: float = 1) -> ScriptedBot:
    """Answers each `go` as the next of `replies` says, and with the first legal move once they are used up."""
    rest: Iterator[Callable[[Go], Iterable[Reply]] | Iterable[Reply]] = iter(replies)

    def script(go: Go) -> Iterable[Reply]:
        reply = next(rest, None)
        if reply is None:
            return [(after, f"bestmove {go.moves[0]} {go.ident}")]
        return reply(go) if callable(reply) else reply

    return ScriptedBot(script)


class ScriptedSeat(Seat):
    """The seat of a scripted bot."""

    def __init__(self, bot: ScriptedBot, name: str = "scripted") -> None:
        super().__init__(BotSpec(name, command=("scripted",)), Limits())
        self.bot = bot
        self.dropped = 0
        self.info: list[str] = []

    def ready(self, game: Game) -> None:
        pass

    def take_info(self, line: str) -> None:
        self.info.append(line)

    def last_words(self) -> str:
        return "exit status 3"

    def drop(self) -> None:
        self.dropped += 1

    def close(self) -> None:
        pass


class FakeWires(Wires):
    """Carries lines to scripted bots and back. Time passes in `wait` alone."""

    def __init__(self, bots: Sequence[ScriptedBot | None]) -> None:
        self.bots = bots
        self.time = 1_000_000 * MILLI
        self.time_worked = 0
        self.sent = 0
        self._numbers = count()
        self._coming: list[_Coming] = []

    def now(self) -> int:
        return self.time

    def worked(self) -> int:
        return self.time_worked

    def send(self, seat: int, text: str) -> None:
        bot = self.bots[seat]
        assert bot is not None
        assert text.endswith("\n")
        self.sent += 1
        for line in text[:-1].split("\n"):
            for delay, reply in bot.hear(line):
                order = len(self._coming), next(self._numbers)
                self._coming.append((self.time + int(delay * MILLI), order, seat, reply))

    def wait(self, until: int, seats: int) -> list[Arrival]:
        due = sorted(item for item in self._coming if seats >> item[2] & 1 and item[0] <= until)
        if not due:
            self.time = max(self.time, until)
            return []
        self.time = max(self.time, due[0][0])
        now = [item for item in due if item[0] <= self.time]
        self._drop(now)
        return [(seat, what, self.time) for _, _, seat, what in now]

    def discard(self, seat: int) -> None:
        self._drop([item for item in self._coming if item[2] == seat and item[0] <= self.time])

    def _drop(self, items: list[_Coming]) -> None:
        dropped = {order for _, order, _, _ in items}
        self._coming = [item for item in self._coming if item[1] not in dropped]


def setup_of(
    game: str, seed: str = "a seed", clock: ClockSettings | None = None, rules: Sequence[str] = ()
) -> GameSetup:
    """A game to be played."""
    found = find_game(game)
    return GameSetup(found, found.rules(rules), sha256(seed.encode()).digest(), clock or default_clock(found))


def play(
    setup: GameSetup, *bots: ScriptedBot, seats: Sequence[Seat] | None = None
) -> tuple[GameReport, FakeWires, Sequence[Seat]]:
    """Plays a game between scripted bots."""
    wires = FakeWires(bots)
    chairs: Sequence[Seat] = seats or [ScriptedSeat(bot, f"bot {seat}") for seat, bot in enumerate(bots)]
    return play_game(chairs, setup, wires), wires, chairs


def rules_of(game: str, *given: str) -> Rules:
    """The rules of a game."""
    return find_game(game).rules(given)


__all__ = [
    "ENDED",
    "FakeWires",
    "Reply",
    "ScriptedBot",
    "ScriptedSeat",
    "always",
    "in_turn",
    "play",
    "rules_of",
    "setup_of",
]
