"""`cardgames replay`: do the records hold? And one game, move by move."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardgames.cli import options
from cardgames.cli.errors import FailureError, UsageError
from cardgames.cli.main import DONE, FAILED, harmless

if TYPE_CHECKING:
    from cardgames.table.record import GameRecord
    from cardgames.tournament.audit import Check


def replay(
    source: Annotated[
        Path,
        typer.Argument(
            metavar="FILE|DIR", help="A file of records, or the folder of a tournament.", show_default=False
        ),
    ],
    game: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Only the N-th game of the file; in a folder, the tournament's game N."),
    ] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Verify the records; it is always done.")] = False,  # noqa: ARG001
    show: Annotated[bool, typer.Option("--show", help="With --game: draw the table after each move.")] = False,
    speed: Annotated[
        float | None,
        typer.Option(
            metavar="X",
            help="With --show: a game of Spit at its own pace, X times as fast. Default: all of it at once.",
        ),
    ] = None,
    json: options.Json = False,
) -> int:
    """Verify records by the rules: the deal by seed and commitment, each move, the result.

    In the folder of a tournament also: every game that was counted has one record, with the players, result and faults
    that were counted, and its deal follows from the tournament's secret. Status 1 if one does not hold.
    """
    if show and (game is None or json):
        raise UsageError("--show: --game N was expected with it, and no --json")
    if speed is not None and not show:
        raise UsageError(f"--speed {speed:g}: --show was expected with it")
    if speed is not None and not 0.001 <= speed <= 1000:
        raise UsageError(f"--speed {speed:g}: a number 0.001 to 1000 was expected; 1 is the pace of the game")
    if not source.exists():
        raise UsageError(f"there is no file or folder {source}")
    count = 0
    failed: list[Check] = []
    for check in checks_of(source, game):
        count += 1
        if show and check.record is not None:
            _show(check.record, speed)
        if check.problems:
            failed.append(check)
            if not json:
                _tell(check)
    if not count:
        raise nothing_in(source, game)
    if json:
        _print_object(count, failed)
    else:
        games = "1 game" if count == 1 else f"{count} games"
        print(f"{len(failed)} of {games} failed" if failed else f"{games}: all hold")
    return FAILED if failed else DONE


def checks_of(source: Path, wanted: int | None) -> Iterator["Check"]:
    """Every game, or the wanted one, verified; never more than one is held."""
    from cardgames.tournament.audit import check_file, check_folder
    from cardgames.tournament.folder import DATABASE, GAMES

    if source.is_dir() and not (source / DATABASE).exists():
        file = source / GAMES
        hint = f"; {file} is a file of records" if file.exists() else ""
        raise UsageError(f"{source} is a folder without {DATABASE}: no tournament is kept there{hint}")
    return check_folder(source, wanted) if source.is_dir() else check_file(source, wanted)


def nothing_in(source: Path, wanted: int | None) -> Exception:
    """Why there was no game to look at."""
    if source.is_dir():
        if wanted is None:
            return FailureError(f"{source}: no game has been played yet")
        hint = f"'cardgames games-list {source}' has those that were"
        return UsageError(f"--game {wanted}: that game has not been played; {hint}")
    from cardgames.table.record import read_blocks

    with source.open(encoding="utf-8", errors="replace") as lines:
        count = sum(1 for _ in read_blocks(lines))
    if not count:
        return FailureError(f"{source}: there is no game in it")
    return UsageError(f"--game {wanted}: a number 1-{count} was expected, {source} has no more games")


def _tell(check: "Check") -> None:
    for problem in check.problems:
        print(harmless(f"game {check.number}, {problem}"))


def _show(record: "GameRecord", speed: float | None) -> None:
    # Imported here: only a game that is looked at needs it.
    from cardgames.cli.showing import Pace, has_times, show_game

    if speed is not None and not has_times(record):
        raise UsageError(f"--speed {speed:g}: {record.tags['Game']} has turns, its records have no times")
    show_game(record, None if speed is None else Pace(speed))


def _print_object(count: int, failed: list["Check"]) -> None:
    import json

    problems = [{"game": check.number, "problem": problem} for check in failed for problem in check.problems]
    print(json.dumps({"games": count, "failed": len(failed), "problems": problems}))
