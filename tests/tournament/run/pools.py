"""Tournaments of built-in players, workers without processes, and seats without bots."""

from collections.abc import Iterator

from cardgames.bots.faults import StartupError
from cardgames.bots.limits import Limits
from cardgames.bots.seat import Seat
from cardgames.bots.spec import BotSpec
from cardgames.games.registry import find_game
from cardgames.rules import Game, Outcome
from cardgames.table.clock_settings import ClockSettings
from cardgames.table.referee import GameReport
from cardgames.tournament.config.config import Config, Entrant
from cardgames.tournament.config.settings import KEEP
from cardgames.tournament.job import Job
from cardgames.tournament.plan import Plan, make_plan
from cardgames.tournament.run.messages import Message
from cardgames.tournament.run.worker import Inbox

KROKET = find_game("kroket")
OUTCOME = Outcome((0,), (1, 0), "knock")


def config(
    *names: str,
    games: int = 2,
    programs: tuple[str, ...] = (),
    restart: str = KEEP,
    players: int = 2,
    seed: str | None = "1",
) -> Config:
    """A round robin of Kroket.

    Args:
        names: the bots; built-in players but for those that are among `programs`.
    """
    entrants = tuple(
        Entrant(BotSpec(name, command=("bot", name)) if name in programs else BotSpec(name, player="random"))._replace(
            restart=restart
        )
        for name in names
    )
    return Config(KROKET, KROKET.rules(players=players), entrants, ClockSettings.turns(), games, seed=seed)


def plan(*names: str, games: int = 2, players: int = 2, seed: str | None = "1") -> Plan:
    """The same as a plan."""
    return make_plan(config(*names, games=games, players=players, seed=seed))


def jobs(plan: Plan) -> Iterator[Job]:
    """All its games, as far as they can be given out."""
    while (game := plan.schedule.next()) is not None:
        yield Job(game, bytes([game.deal % 256]) * 32, "2026.01.31")


class FakeSeat(Seat):
    """A bot that is none; notes in `log` what is done with it. One called `bad…` does not start."""

    def __init__(self, spec: BotSpec, limits: Limits, log: list[str]) -> None:
        super().__init__(spec, limits)
        self._log = log
        log.append(f"make {spec.name}")

    def ready(self, game: Game) -> None:
        if self.spec.name.startswith("bad"):
            raise StartupError(f"bot {self.spec.name}: exit status 3")
        self._log.append(f"ready {self.spec.name}")

    def drop(self) -> None:
        self._log.append(f"drop {self.spec.name}")

    def close(self) -> None:
        self._log.append(f"close {self.spec.name}")


def report_of(number: int) -> GameReport:
    """How a game went that nobody played."""
    return GameReport(OUTCOME, (), 3, 30, f"record {number}")


class ListedInbox(Inbox):
    """A runner that says all it has to say at once."""

    def __init__(self, *messages: Message) -> None:
        self._messages = list(messages)

    def __iter__(self) -> Iterator[Message]:
        while self._messages:
            yield self._messages.pop(0)

    @property
    def waiting(self) -> bool:
        """Whether there is more."""
        return bool(self._messages)
