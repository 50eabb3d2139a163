"""How a person has done so far: one line of JSON for each game that has ended, in the user's data folder."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cardgames.files import append_whole

FILE_NAME = "scores.jsonl"
WON, DRAWN, LOST = "won", "drawn", "lost"


class ScoreEntry(NamedTuple):
    """One game."""

    date: str
    """`2026-01-31`."""
    game: str
    against: str
    """The names of the others, joined by a comma and a blank."""
    result: str
    """`won`, `drawn` (a share of the first place) or `lost`."""
    points: tuple[int, ...]
    """The person's, then the others'."""
    reason: str


class ScoreTotals(NamedTuple):
    """All games of one kind against the same others."""

    game: str
    against: str
    played: int
    won: int
    drawn: int
    lost: int
    points: int
    """In all, the person's."""
    best_streak: int
    """The most wins in a row."""
    streak: str
    """What the last games were: `3 won`, `1 lost`."""


def add_score(folder: Path, score: ScoreEntry) -> None:
    """Adds a game to the file, whole and one at a time whoever else does so. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    append_whole(folder / FILE_NAME, json.dumps(score._asdict()) + "\n")


def read_scores(folder: Path) -> tuple[list[ScoreEntry], list[int]]:
    """The games of the file in their order, and the numbers of the lines that are none. Raises OSError."""
    try:
        lines = (folder / FILE_NAME).read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return [], []
    scores: list[ScoreEntry] = []
    bad: list[int] = []
    for number, line in enumerate(lines, 1):
        try:
            scores.append(_read(json.loads(line)))
        except (ValueError, KeyError, TypeError):
            bad.append(number)
    return scores, bad


def _read(fields: dict[str, Any]) -> ScoreEntry:
    if fields["result"] not in (WON, DRAWN, LOST):
        raise ValueError(fields["result"])
    points = tuple(int(value) for value in fields["points"])
    date, game, against, result, reason = (
        str(fields[name]) for name in ("date", "game", "against", "result", "reason")
    )
    return ScoreEntry(date, game, against, result, points, reason)


def tallies(scores: Iterable[ScoreEntry]) -> list[ScoreTotals]:
    """The games counted by game and by the others, the ones played last first."""
    groups: dict[tuple[str, str], list[ScoreEntry]] = {}
    for score in scores:
        groups.setdefault((score.game, score.against), []).append(score)
        groups[score.game, score.against] = groups.pop((score.game, score.against))
    return [_tally(group) for group in reversed(groups.values())]


def _tally(group: Sequence[ScoreEntry]) -> ScoreTotals:
    results = [score.result for score in group]
    best = run = 0
    for result in results:
        run = run + 1 if result == WON else 0
        best = max(best, run)
    last = 0
    while last < len(results) and results[-1 - last] == results[-1]:
        last += 1
    return ScoreTotals(
        group[0].game,
        group[0].against,
        len(group),
        results.count(WON),
        results.count(DRAWN),
        results.count(LOST),
        sum(score.points[0] for score in group),
        best,
        f"{last} {results[-1]}",
    )
