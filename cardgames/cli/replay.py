"""`cardgames replay FILE`: do the records hold? And one game, move by move."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from cardgames.cli import options
from cardgames.cli.errors import FailureError, UsageError
from cardgames.cli.main import DONE, FAILED, harmless

if TYPE_CHECKING:
    from cardgames.table.record import GameRecord


class Check(NamedTuple):
    """One game of a file."""

    number: int
    """1 and up."""
    record: "GameRecord | None"
    """None if it cannot be read."""
    problems: list[str]
    """What is wrong with it, each `line N: …`."""


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of records, as DIR/games.cgn.")],
    game: Annotated[int | None, typer.Option(metavar="N", min=1, help="Only the N-th game of the file.")] = None,
    show: Annotated[bool, typer.Option("--show", help="With --game: draw the table after each move.")] = False,
    json: options.Json = False,
) -> int:
    """Verify records by the rules alone: the deal by seed and commitment, each move, the result.

    Status 1 if one does not hold.
    """
    if show and (game is None or json):
        raise UsageError("--show: --game N was expected with it, and no --json")
    if file.is_dir():
        raise UsageError(f"{file} is a folder, a file of records was expected, as {file / 'games.cgn'}")
    if not file.exists():
        raise UsageError(f"there is no file {file}")
    count = 0
    failed: list[Check] = []
    for check in _checks(file, game):
        count += 1
        if show and check.record is not None:
            _show(check.record)
        if check.problems:
            failed.append(check)
            if not json:
                _tell(check)
    if not count:
        raise _nothing(file, game)
    if json:
        _print_object(count, failed)
    else:
        games = "1 game" if count == 1 else f"{count} games"
        print(f"{len(failed)} of {games} failed" if failed else f"{games}: all hold")
    return FAILED if failed else DONE


def _checks(file: Path, wanted: int | None) -> Iterator[Check]:
    """Every game of the file, or the wanted one, verified; never more than one is held."""
    from cardgames.table.record import RecordError, parse_record, read_blocks
    from cardgames.table.verify import verify

    with file.open(encoding="utf-8", errors="replace") as lines:
        for number, block in enumerate(read_blocks(lines), start=1):
            if wanted not in (None, number):
                continue
            try:
                record = parse_record(block)
            except RecordError as error:
                yield Check(number, None, [str(error)])
            else:
                yield Check(number, record, verify(record))


def _nothing(file: Path, wanted: int | None) -> Exception:
    from cardgames.table.record import read_blocks

    with file.open(encoding="utf-8", errors="replace") as lines:
        count = sum(1 for _ in read_blocks(lines))
    if not count:
        return FailureError(f"{file}: there is no game in it")
    return UsageError(f"--game {wanted}: a number 1-{count} was expected, {file} has no more games")


def _tell(check: Check) -> None:
    for problem in check.problems:
        print(harmless(f"game {check.number}, {problem}"))


def _show(record: "GameRecord") -> None:
    """Every table of a game whose deal can be read, the hidden cards as well; up to the first move that cannot be."""
    from importlib import import_module

    from cardgames.cards import Dealer
    from cardgames.games import GameError, find_game

    tags = record.tags
    try:
        game = find_game(tags["Game"])
        state = game.deal(game.rules(tags["Rules"].split()), Dealer(bytes.fromhex(tags["Seed"])))
    except ValueError:
        # Told as what is wrong with the record.
        return
    draw = import_module(f"cardgames.drawing.{game.name}").draw
    for name, value in tags.items():
        print(harmless(f"{name}: {value}"))
    print(f"\n{draw(state, None)}")
    for number, made in enumerate(record.moves, start=1):
        try:
            move = game.parse_move(made.move)
        except GameError:
            return
        if state.outcome is not None or state.refusal(made.seat, move) is not None:
            return
        state.play(made.seat, move)
        at = "" if made.at is None else f" at {made.at} ms"
        print(f"{number}. seat {made.seat}: {made.move}{at}\n\n{draw(state, None)}")
    for fault in record.faults:
        print(harmless(f"forfeited: {fault.text()}"))


def _print_object(count: int, failed: list[Check]) -> None:
    import json

    problems = [{"game": check.number, "problem": problem} for check in failed for problem in check.problems]
    print(json.dumps({"games": count, "failed": len(failed), "problems": problems}))
