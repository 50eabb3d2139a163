"""`cardgames games-list DIR`: the games of a tournament by bot, result and reason; the records and logs of those."""

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardgames.cli import options
from cardgames.cli.errors import UsageError
from cardgames.cli.exit_status import DONE, FAILED
from cardgames.cli.output.json_line import print_json
from cardgames.text import disarmed, harmless

if TYPE_CHECKING:
    from cardgames.tournament.storage.game_list import Filter, ListedGame

_Source = Annotated[
    Path,
    typer.Argument(
        readable=False,
        metavar="DIR",
        help="A folder of results, or a file of records as DIR/games.cgn.",
        show_default=False,
    ),
]
_Bots = Annotated[
    list[str] | None, typer.Option("--bot", metavar="NAME", help="Games of this bot; twice: of both together.")
]
_Results = Annotated[
    list[str] | None,
    typer.Option("--result", metavar="RESULT", help="win, draw or loss of --bot NAME; or as in the record, 1-0."),
]
_Reasons = Annotated[
    list[str] | None, typer.Option("--reason", metavar="REASON", help="out, knock, time, crash …; may be repeated.")
]
_Numbers = Annotated[list[int] | None, typer.Option("--game", metavar="N", help="Only this game; may be repeated.")]
_Records = Annotated[bool, typer.Option("--records", help="Print the records instead, as a .cgn file.")]
_Logs = Annotated[bool, typer.Option("--logs", help="Print what was logged of each game as well.")]


def games_list(
    source: _Source,
    bot: _Bots = None,
    result: _Results = None,
    reason: _Reasons = None,
    game: _Numbers = None,
    records: _Records = False,
    logs: _Logs = False,
    json: options.Json = False,
) -> int:
    """List the games of a tournament, or those that match: number, round, players, result, scores, reason.

    Where some do not count it says so: void by a fault, waiting for a game before them under --sprt, or left out, for
    they are beyond its verdict.
    """
    if records + logs + json > 1:
        raise UsageError("--records, --logs and --json: one of them was expected")
    from cardgames.tournament.storage.game_list import RESULTS, Filter

    for each in result or ():
        if each not in RESULTS and not re.fullmatch(r"[0-9/]+(-[0-9/]+)+", each):
            raise UsageError(f"--result {each}: {', '.join(RESULTS)} or as in the record (1-0) was expected")
    wanted = Filter(tuple(bot or ()), tuple(result or ()), tuple(reason or ()), tuple(game or ()))
    if source.is_dir():
        _of_folder(source, wanted, records=records, logs=logs, as_json=json)
    elif not source.exists():
        raise UsageError(f"there is no folder or file {source}")
    elif logs:
        raise UsageError(f"{source}: the folder that it is in was expected with --logs")
    else:
        return _of_file(source, wanted, records=records, as_json=json)
    return DONE


def _of_folder(folder: Path, wanted: "Filter", *, records: bool, logs: bool, as_json: bool) -> None:
    from cardgames.tournament.storage.game_list import listed_games, records_of
    from cardgames.tournament.storage.recount import counting_of
    from cardgames.tournament.storage.results import Results

    with Results.open(folder) as results, results.held_still():
        _check_names(wanted, results.names)
        listed = listed_games(results.played(), results.names, counting_of(results))
        games = (each for each in listed if wanted.accepts(each))
        if records:
            for record in records_of(results, {each.number for each in games}):
                _print_record(record)
        elif logs:
            for each in games:
                _print_logs(folder, each)
        else:
            _print_games(games, as_json)


def _of_file(path: Path, wanted: "Filter", *, records: bool, as_json: bool) -> int:
    from cardgames.tournament.storage.game_list import listed_records

    unread = 0

    def report(problem: str) -> None:
        nonlocal unread
        unread += 1
        print(harmless(problem), file=sys.stderr)

    games = ((each, record) for each, record in listed_records(path, report) if wanted.accepts(each))
    if records:
        for _, record in games:
            _print_record(record)
    else:
        _print_games((each for each, _ in games), as_json)
    return FAILED if unread else DONE


def _check_names(wanted: "Filter", names: tuple[str, ...]) -> None:
    from cardgames.text import near_miss

    for name in wanted.bots:
        if name not in names:
            raise UsageError(f"--bot {name}: no bot of that name plays here{near_miss(name, names)}")


def _print_games(games: Iterable["ListedGame"], as_json: bool) -> None:
    from cardgames.cli.tables import print_table
    from cardgames.tournament.results.counting import Counts
    from cardgames.tournament.storage.game_list import COUNTS, HEADER

    if as_json:
        print_json({"games": [each.as_object() for each in games]})
        return
    rows: list[tuple[str, ...]] = []
    counts: list[Counts | None] = []
    faults: list[str] = []
    for each in games:
        rows.append(each.row())
        counts.append(each.counts)
        faults += (f"game {each.number}, {each.players[fault.seat]}, {fault.text()}" for fault in each.faults)
    if {Counts.YES, None}.issuperset(counts):
        print_table(HEADER, rows)
    else:
        print_table((*HEADER, COUNTS), [(*row, str(each)) for row, each in zip(rows, counts, strict=True)])
    for line in faults:
        print(harmless(line))


def _print_record(record: str) -> None:
    """A record as it stands in its file; one that was not written here may have anything in it."""
    for line in record.split("\n"):
        print(disarmed(line))


def _print_logs(folder: Path, game: "ListedGame") -> None:
    print(harmless("  ".join(game.row())))
    paths = list(_log_files(folder, game.number, len(game.players)))
    for path in paths:
        print(f"-- {path}")
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            print(disarmed(line))
    if not paths:
        print("-- nothing was logged; --log-traffic logs all that is said")


def _log_files(folder: Path, number: int, seats: int) -> Iterator[Path]:
    from cardgames.tournament.run.logs import fault_path, traffic_path
    from cardgames.tournament.storage.folder import LOGS

    logs = folder / LOGS
    paths = [*(fault_path(logs, number, seat) for seat in range(seats)), traffic_path(logs, number)]
    return (path for path in paths if path.exists())
