"""How well the clocks of Spit keep time: `cardgames bench clock`."""

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from hashlib import sha256
from typing import Any, NamedTuple

from cardgames.bench.figures import Figure, quantile
from cardgames.bench.load import BOT_COMMAND, Pipe, busy_processes, raw_pipe
from cardgames.bench.report import BenchReport, BenchSettings
from cardgames.bots.open_seat import open_seat
from cardgames.bots.seat import Seat
from cardgames.bots.spec import BotSpec
from cardgames.bots.wires import Arrival, Channel, PipeWires
from cardgames.cards.dealer import seed_of_text
from cardgames.games.spit.rules.game import SPIT
from cardgames.table.clock_settings import ClockSettings
from cardgames.table.clocks.wall import WallClock
from cardgames.table.game_setup import GameSetup
from cardgames.table.referee import GameReport, play_game

GAMES = 100
"""On each clock, with and without busy processes: one round each."""
QUICK_GAMES = 2
BUSY_PROCESSES = 4
HAND_MS = 1
"""On the wall clock: as close a race as there is."""

_DEVIATIONS = 3


class Share(NamedTuple):
    """How two twins did against each other."""

    games: int
    wins: float
    """Of seat 0; half for each drawn game."""

    @property
    def part(self) -> float:
        """Seat 0's part of the wins."""
        return self.wins / self.games

    @property
    def tolerance(self) -> float:
        """Three standard deviations of it."""
        return _DEVIATIONS * 0.5 / float(self.games**0.5)


class ClockFindings(NamedTuple):
    """What was measured under one load."""

    pipe: Pipe
    latencies: list[int]
    """From the bot's write to the stamp, in ns."""
    plies_per_s: Figure
    """On the virtual clock, between two programs: game by game."""
    virtual: Share
    wall: Share
    signature: str
    """Of the games on the virtual clock."""


class StampedWires(PipeWires):
    """Wires that note how old an answer of the bench's bot is when it gets its time."""

    def __init__(self, channels: Sequence[Channel | None], chunk: int, latencies: list[int]) -> None:
        super().__init__(channels, chunk)
        self._latencies = latencies

    def wait(self, until: int, seats: int) -> list[Arrival]:
        """As ever."""
        arrivals = super().wait(until, seats)
        for _, what, at in arrivals:
            if isinstance(what, str) and " at " in what:
                self._latencies.append(at - int(what.rpartition(" ")[2]))
        return arrivals


def bench_clock(settings: BenchSettings) -> BenchReport:
    """Measures both clocks, alone and with four busy processes beside."""
    games = settings.games or (QUICK_GAMES if settings.quick else GAMES)
    found: dict[str, ClockFindings] = {}
    for load, busy in (("idle", 0), ("busy", BUSY_PROCESSES)):
        settings.say(f"clock: {games} games on each clock, {busy} busy processes beside")
        with busy_processes(busy):
            found[load] = _measure(games)
    problems = []
    if len({findings.signature for findings in found.values()}) > 1:
        problems.append("clock: the same games on the virtual clock came out otherwise with busy processes beside")
    header = ("figure", "idle", f"{BUSY_PROCESSES} busy")
    columns = [_column(findings) for findings in found.values()]
    rows = tuple((name, *(column[name] for column in columns)) for name in columns[0])
    figures = {load: _figures(findings) for load, findings in found.items()}
    return BenchReport(header, rows, figures, problems, legend=_legend(games))


def _legend(games: int) -> tuple[str, ...]:
    return (
        f"{games} games on each clock between equal bots. {BUSY_PROCESSES} busy: as many processes compute",
        "beside them. Medians; in brackets the 99th percentile and the most, for plies the",
        f"quartiles, for seat 0 what chance allows: {_DEVIATIONS} standard deviations about one half.",
    )


def _measure(games: int) -> ClockFindings:
    pipe = raw_pipe()
    with ExitStack() as stack:
        seats: list[Seat] = []
        for number in range(2):
            seats.append(open_seat(BotSpec(f"twin {number}", command=BOT_COMMAND)))
            stack.callback(seats[-1].close)
        virtual = [play_game(seats, setup) for setup in _setups(games, ClockSettings.virtual())]
        latencies: list[int] = []
        wall = [_on_the_wall(seats, setup, latencies) for setup in _setups(games, ClockSettings.wall(hand=HAND_MS))]
    plies_per_s = Figure.of(report.plies * 1_000_000 / report.micros for report in virtual)
    signature = sha256("".join(report.record for report in virtual).encode()).hexdigest()[:16]
    return ClockFindings(pipe, latencies, plies_per_s, _share(virtual), _share(wall), signature)


def _on_the_wall(seats: Sequence[Seat], setup: GameSetup, latencies: list[int]) -> GameReport:
    return play_game(seats, setup, StampedWires([seat.channel for seat in seats], WallClock.chunk, latencies))


def _setups(games: int, clock: ClockSettings) -> Iterable[GameSetup]:
    rules = SPIT.rules(["maxrounds=1"])
    for number in range(games):
        yield GameSetup(SPIT, rules, seed_of_text(f"bench {number}"), clock)


def _share(reports: Sequence[GameReport]) -> Share:
    return Share(len(reports), sum((0 in report.outcome.winners) / len(report.outcome.winners) for report in reports))


def _column(findings: ClockFindings) -> dict[str, str]:
    """The figures as a person reads them."""
    p50, p99, most = (nanos / 1000 for nanos in _latencies(findings))
    return {
        "bare pipe: us a round trip": f"{findings.pipe.micros:.0f} (p99 {findings.pipe.p99_micros:.0f})",
        "wall: us from write to stamp": f"{p50:.0f} (p99 {p99:.0f}, max {most:.0f})",
        "wall: seat 0 has won": _share_text(findings.wall),
        "virtual: seat 0 has won": _share_text(findings.virtual),
        "virtual: plies a second": "{} ({})".format(*findings.plies_per_s.cells()),
        "virtual: signature": findings.signature,
    }


def _share_text(share: Share) -> str:
    return f"{share.part:.3f} ({max(0, 0.5 - share.tolerance):.3f}-{min(1, 0.5 + share.tolerance):.3f})"


def _figures(findings: ClockFindings) -> dict[str, Any]:
    p50, p99, most = _latencies(findings)
    return {
        "pipe_us": findings.pipe.micros,
        "pipe_p99_us": findings.pipe.p99_micros,
        "stamp_us": {"p50": p50 / 1000, "p99": p99 / 1000, "max": most / 1000, "answers": len(findings.latencies)},
        "wall_share": _share_figures(findings.wall),
        "virtual_share": _share_figures(findings.virtual),
        "virtual_plies_per_s": findings.plies_per_s.as_object(),
        "virtual_signature": findings.signature,
    }


def _share_figures(share: Share) -> dict[str, Any]:
    return {"games": share.games, "seat0": share.part, "tolerance": share.tolerance}


def _latencies(findings: ClockFindings) -> tuple[float, float, int]:
    ordered = sorted(findings.latencies)
    return quantile(ordered, 0.5), quantile(ordered, 0.99), ordered[-1]
