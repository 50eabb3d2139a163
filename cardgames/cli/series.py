"""What match and tournament have in common: the clock from its options, the run, and the telling of its result."""

import json
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path

from cardgames.cli.errors import FailureError
from cardgames.cli.main import DONE
from cardgames.cli.progress import Progress
from cardgames.cli.tables import print_table
from cardgames.table.record import append_record
from cardgames.table.referee import play_game
from cardgames.table.seat import open_seat
from cardgames.table.settings import Limits
from cardgames.tournament.plan import Plan
from cardgames.tournament.report import HEADER, Result, as_object, notes, pair_lines, summary_line, table_rows
from cardgames.tournament.runner import Played, run_games
from cardgames.tournament.standings import Standings

GAMES_FILE = "games.cgn"

_FAULTS_TOLD = 10
"""Faults of one bot told as they happen."""
_PAIRS_SHOWN = 10
"""Pairs told one by one below the table; more are for `--json`."""


def play_series(plan: Plan, *, out: Path | None, startup: float, as_json: bool) -> int:
    """Plays the plan and tells the result, also of one that is interrupted. The status to exit with.

    Args:
        plan: what to play.
        out: the folder whose games.cgn gets the records; None for no records.
        startup: how long a bot may take for the handshake, in seconds.
        as_json: print one JSON object instead of the table.
    """
    standings = Standings(len(plan.bots))
    started = time.perf_counter()
    broken_off: FailureError | KeyboardInterrupt | None = None
    try:
        _play(plan, standings, None if out is None else _games_file(out), startup)
    except (FailureError, KeyboardInterrupt) as error:
        broken_off = error
    result = Result(plan, standings, broken_off is None, time.perf_counter() - started)
    if as_json:
        print(json.dumps(as_object(result), allow_nan=False))
    else:
        _tell(result)
    if broken_off is not None:
        raise broken_off
    return DONE


def _play(plan: Plan, standings: Standings, records: Path | None, startup: float) -> None:
    """Plays all games. Raises FailureError if a record cannot be written, KeyboardInterrupt."""
    progress = Progress(len(plan.schedule))

    def on_game(played: Played) -> None:
        scheduled, report = played
        with _uninterrupted():
            if records is not None:
                # On the disk before it is counted.
                _append(records, report.record)
            standings.add(scheduled.players, report.outcome, report.faults, report.plies, report.micros)
        for line in _fault_lines(plan, standings, played):
            progress.say(line)
        progress.show(standings.games)

    limits = Limits(startup_ms=round(startup * 1000))
    date = datetime.now().astimezone().strftime("%Y.%m.%d")
    try:
        run_games(plan, date=date, open_seat=partial(open_seat, limits=limits), play=play_game, on_game=on_game)
    finally:
        progress.clear()


def _games_file(folder: Path) -> Path:
    """The file in the folder, made if need be: whether it can be written is known before the first game."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / GAMES_FILE
    path.open("a").close()
    return path


def _append(path: Path, record: str) -> None:
    try:
        append_record(path, record)
    except OSError as error:
        raise FailureError(f"{path}: {error.strerror}; the games before this one are in it") from None


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Keeps an interrupt waiting, so that a game is recorded and counted or neither."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _fault_lines(plan: Plan, standings: Standings, played: Played) -> list[str]:
    """What to say of a game's faults: of one bot's not more than the first few, the others are counted only."""
    scheduled, report = played
    lines: list[str] = []
    for fault in report.faults:
        player = scheduled.players[fault.seat]
        name, times = plan.bots[player].name, standings.scores[player].faults.total()
        if times <= _FAULTS_TOLD:
            lines.append(f"game {scheduled.number}: {name} (seat {fault.seat}) forfeits, {fault.kind}: {fault.detail}")
        if times == _FAULTS_TOLD:
            lines.append(f"more faults of {name} are counted in the table, and told in the records (--out DIR)")
    return lines


def _tell(result: Result) -> None:
    print_table(HEADER, table_rows(result))
    lines = pair_lines(result)
    if len(lines) <= _PAIRS_SHOWN:
        for line in lines:
            print(line)
    for line in notes(result):
        print(line)
    print(summary_line(result))
