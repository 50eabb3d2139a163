"""`cardgames replay`: do the records hold? And one game, shown move by move."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardgames.cli import options
from cardgames.cli.errors import FailureError, UsageError
from cardgames.cli.exit_status import DONE, FAILED
from cardgames.text import counted, harmless

if TYPE_CHECKING:
    from cardgames.table.record import GameRecord
    from cardgames.tournament.storage.audit import Check

_MOST_SHOWN = 1000
"""So many characters of a problem are printed at most."""


def replay(
    source: Annotated[
        Path,
        typer.Argument(
            readable=False,
            metavar="FILE|DIR",
            help="A file of records, or the folder of a tournament.",
            show_default=False,
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

    In the folder of a tournament also: every game that was counted has one record, the one that was written when it
    ended, and its deal follows from the tournament's secret. What a file by itself does not tell is named. Status 1 if
    a record does not hold.
    """
    if show and (game is None or json):
        raise UsageError("--show: --game N was expected with it, and no --json")
    if speed is not None and not show:
        raise UsageError(f"--speed {speed:g}: --show was expected with it")
    if speed is not None and not 0.001 <= speed <= 1000:
        raise UsageError(f"--speed {speed:g}: a number 0.001 to 1000 was expected; 1 is the pace of the game")
    if not source.exists():
        raise UsageError(f"there is no file or folder {source}")
    tally = _JsonTally() if json else _Tally()
    for check in checks_of(source, game):
        if show and check.record is not None:
            _show(check.record, speed)
        tally.add(check)
    if not tally.games:
        raise nothing_in(source, game)
    tally.close(_not_covered(source, tally.unproved))
    return FAILED if tally.failed else DONE


class _Tally:
    """Counts the games and prints their problems as they are found: there may be millions."""

    def __init__(self) -> None:
        self.games = 0
        self.failed = 0
        self.unproved = 0

    def add(self, check: "Check") -> None:
        """Counts a game."""
        self.games += 1
        self.failed += bool(check.problems)
        self.unproved += not (check.problems or check.is_proved)
        for problem in check.problems:
            self._print_problem(check.number, quoted(problem))

    def close(self, not_covered: str) -> None:
        """Prints the sum."""
        if not_covered:
            print(f"not covered: {not_covered}")
        games = counted(self.games, "game")
        print(f"{self.failed} of {games} failed" if self.failed else f"{games}: all hold")

    def _print_problem(self, number: int, problem: str) -> None:
        print(f"game {number}, {problem}")


class _JsonTally(_Tally):
    """The same as one JSON object in one line, printed piece by piece."""

    _before = '{"problems": ['

    def close(self, not_covered: str) -> None:
        """Ends the object with the sum."""
        rest = {"games": self.games, "failed": self.failed, "not_covered": not_covered}
        print(f"{self._before if self._before != ', ' else ''}], {_dumps(rest)[1:]}")

    def _print_problem(self, number: int, problem: str) -> None:
        print(self._before, _dumps({"game": number, "problem": problem}), sep="", end="")
        self._before = ", "


def _dumps(value: object) -> str:
    # Imported here: only programs ask for it.
    import json

    return json.dumps(value)


def quoted(problem: str) -> str:
    """A problem of a record, short and safe to print, whatever the record holds."""
    text = harmless(problem[: 2 * _MOST_SHOWN])
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."


def _not_covered(source: Path, unproved: int) -> str:
    """What could not be verified; empty if each game has the digest that was kept when it ended."""
    from cardgames.table.verify import NOT_COVERED

    if not unproved:
        return ""
    if source.is_dir():
        games = counted(unproved, "game")
        return f"{games} kept by an earlier version, without digests: Date, times of landing, moves before a fault"
    return f"{NOT_COVERED} (in its tournament's folder they are)"


def checks_of(source: Path, wanted: int | None) -> Iterator["Check"]:
    """Every game, or the wanted one, verified; one at a time is held in memory. Raises UsageError for a game or a
    file that does not exist.
    """
    from cardgames.tournament.storage.audit import NoSuchGameError, check_file, check_folder
    from cardgames.tournament.storage.folder import DATABASE, GAMES

    if source.is_dir() and not (source / DATABASE).exists():
        file = source / GAMES
        hint = f"; {file} is a file of records" if file.exists() else ""
        raise UsageError(f"{source} is a folder without {DATABASE}: no tournament is kept there{hint}")
    try:
        yield from check_folder(source, wanted) if source.is_dir() else check_file(source, wanted)
    except NoSuchGameError as error:
        raise no_such_game(str(source), wanted, error.count) from None


def nothing_in(source: Path, wanted: int | None) -> Exception:
    """The error if there was no game to verify."""
    if not source.is_dir():
        return no_such_game(str(source), wanted, 0)
    if wanted is None:
        return FailureError(f"{source}: no game has been played yet")
    hint = f"'cardgames games-list {source}' has those that were"
    return UsageError(f"--game {wanted}: that game has not been played; {hint}")


def no_such_game(name: str, wanted: int | None, count: int) -> Exception:
    """The error if a file with `count` games does not have the wanted one."""
    if not count:
        return FailureError(f"{name}: there is no game in it")
    return UsageError(f"--game {wanted}: a number 1-{count} was expected, {name} has no more games")


def _show(record: "GameRecord", speed: float | None) -> None:
    # Imported here: only a game that is shown needs it.
    from cardgames.cli.output.game_viewer import Pace, has_times, show_game

    if speed is not None and not has_times(record):
        raise UsageError(f"--speed {speed:g}: {record.tags['Game']} has turns, its records have no times")
    show_game(record, None if speed is None else Pace(speed))
