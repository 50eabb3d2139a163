"""What was found out about a position or a game, printed: for a person, for a program."""

import textwrap
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from cardgames.analysis.evaluator import Evaluation, Evaluator
from cardgames.analysis.game_review import LEAST_LOSS, Decision, Review, mean, spaced
from cardgames.cli.output.json_line import print_json
from cardgames.cli.tables import plain_lines, print_table
from cardgames.players.expert.base import Judged
from cardgames.rules import Game, State
from cardgames.text import harmless

_WIDTH = 80
_MOVES = 10
"""Moves of a position that are told if nothing else is asked for."""
_TURNING_POINTS = 5
_CURVE_LINES = 20
_BAR = 36
_LEAST_LINE = 10
_NAME = 16
"""The longest name that a table has room for."""


class PositionAnalysis(NamedTuple):
    """A position, and what is thought of it."""

    state: State
    judge: Evaluator
    opinions: Sequence[Evaluation]
    """Of each seat that was asked about."""
    complete: bool
    """Whether each search came to its own end."""


class GameAnalysis(NamedTuple):
    """A recorded game that was gone through."""

    source: str
    number: int
    review: Review
    judge: Evaluator


# -- a position


def print_position(report: PositionAnalysis, most: int | None, *, as_json: bool) -> None:
    """Prints the best moves of each seat that was asked about, `most` of them; in JSON all if None."""
    if as_json:
        print_json(_position_object(report, most))
        return
    state, name = report.state, report.state.game.name
    if state.outcome is not None:
        print(f"{name}: the game is over, {state.outcome.text()}")
        return
    for opinion in report.opinions:
        print(f"{name}, seat {opinion.seat} to move: {report.judge.choice.label}, {_counted(opinion.nodes, 'node')}\n")
        shown = opinion.judged[: most or _MOVES]
        print_table(*_ranking(state.game, shown))
        left = len(opinion.judged) - len(shown)
        notes = [f"{_counted(left, 'move')} more, --moves N tells them"] if left else []
        unseen = len(opinion.legal) - len(opinion.judged)
        notes += [f"{_counted(unseen, 'legal move')} not looked at, or the same as another"] if unseen > 0 else []
        if any(one.value < other.value for one, other in pairwise(shown)):
            notes.append("in the player's order: it is less sure of a value that stands too low")
        print("".join(f"{note}\n" for note in notes))
    if not report.complete:
        print("broken off: this is what was known by then")


def _ranking(game: Game, judged: Sequence[Judged]) -> tuple[Sequence[str], list[tuple[str, ...]]]:
    rows = [
        (
            str(place),
            game.move_name(one.move),
            percent(one.value),
            str(one.depth),
            " ".join(map(game.move_name, one.line)),
        )
        for place, one in enumerate(judged, start=1)
    ]
    return _fitted(("#", "move", "value", "depth", "then"), rows)


def _position_object(report: PositionAnalysis, most: int | None) -> dict[str, object]:
    state = report.state
    name = state.game.move_name
    return {
        "game": state.game.name,
        "rules": {"players": state.rules.players, **state.rules},
        "position": state.text(),
        **_asked(report.judge),
        "over": None if state.outcome is None else state.outcome.text(),
        "complete": report.complete,
        "seats": [
            {
                "seat": opinion.seat,
                "nodes": opinion.nodes,
                "legal": list(map(name, opinion.legal)),
                "moves": [
                    {
                        "move": name(one.move),
                        "value": round(one.value, 4),
                        "depth": one.depth,
                        "pv": [name(move) for move in (one.move, *one.line)],
                    }
                    for one in opinion.judged[:most]
                ],
            }
            for opinion in report.opinions
        ],
    }


# -- a game


def print_game(report: GameAnalysis, most: int | None, *, as_json: bool) -> None:
    """Prints how a game stood, its turning points, `most` of them, and where it was lost."""
    if as_json:
        print_json(_game_object(report, most))
        return
    review, tags = report.review, report.review.record.tags
    names = _names(review)
    seats = ", ".join(f"{name} (seat {seat})" for seat, name in enumerate(names))
    _tell(f"{tags['Game']}, game {report.number} of {harmless(report.source)}: {seats}")
    _tell(f"{tags['Result']}, {tags['Scores']}, {tags['Reason']}, after {_counted(review.plies, 'move')}")
    _tell(f"valued by {report.judge.choice.label}, each seat by what it saw itself\n")
    for line in curve_lines(review, names):
        print(line)
    print()
    points = review.turning_points(most or _TURNING_POINTS)
    if points:
        print_table(*_turning_points(points, names))
        left = len(review.turning_points()) - len(points)
        print(f"{_counted(left, 'turning point')} more, --moves N tells them\n" if left else "")
    for line in _verdict(review, names):
        _tell(line)


def curve_lines(review: Review, names: Sequence[str]) -> list[str]:
    """The shares of the win, every so many moves, a line each; with two seats a bar of the first one's as well."""
    rows = [(str(ply), shares) for ply, shares in review.curve(spaced(review.plies, _CURVE_LINES))]
    if review.complete:
        rows.append(("end", review.result))
    lines = plain_lines(["ply", *names], [[ply, *map(percent, shares)] for ply, shares in rows])
    if review.players > 2:
        return lines
    width = max(map(len, lines))
    return [
        lines[0],
        *(f"{line:<{width}}  {_bar(shares[0])}" for line, (_, shares) in zip(lines[1:], rows, strict=True)),
    ]


def _bar(share: float) -> str:
    filled = round(share * _BAR)
    return "#" * filled + "." * (_BAR - filled)


def _turning_points(points: Sequence[Decision], names: Sequence[str]) -> tuple[Sequence[str], list[tuple[str, ...]]]:
    timed = any(point.at is not None for point in points)
    header = ("ply", *(("ms",) if timed else ()), "player", "move", "value", "better", "value", "cost", "then")
    rows = [
        (
            str(point.ply),
            *((str(point.at),) if timed else ()),
            names[point.seat],
            point.move,
            percent(point.value),
            point.better,
            percent(point.best),
            percent(point.loss),
            " ".join(point.line),
        )
        for point in points
    ]
    return _fitted(header, rows)


def _verdict(review: Review, names: Sequence[str]) -> list[str]:
    """How each seat chose, and where the game was lost."""
    lines = []
    for seat, name in enumerate(names):
        losses = review.losses(seat)
        lines.append(f"{name}: {_counted(len(losses), 'choice')}, each cost {percent(mean(losses))} on average")
    lost, faults = review.lost_at(), review.record.faults
    lines += [f"lost by forfeit after move {review.plies}: {harmless(fault.text())}" for fault in faults]
    if not review.complete:
        lines.append(f"broken off after move {review.reached} of {review.plies}")
        return [*lines, f"where most was given away so far: {_told(lost, names)}"]
    if faults:
        return [*lines, f"where most was given away before: {_told(lost, names)}"]
    if min(review.result) > 0:
        return [*lines, f"nobody lost; where most was given away: {_told(lost, names)}"]
    if lost is not None and lost.loss < LEAST_LOSS:
        return [*lines, f"where it was lost: by no single move; the dearest is {_told(lost, names)}"]
    return [*lines, f"where it was lost: {_told(lost, names)}"]


def _told(lost: Decision | None, names: Sequence[str]) -> str:
    if lost is None:
        return "no move cost anything"
    at = "" if lost.at is None else f" at {lost.at} ms"
    return (
        f"move {lost.ply}{at}, {names[lost.seat]} plays {lost.move} ({percent(lost.value)}), better is "
        f"{lost.better} ({percent(lost.best)})"
    )


def _names(review: Review) -> list[str]:
    """The players' as a table has room for them; a record may hold anything."""
    names = [harmless(review.record.tags[f"Seat{seat}"]) or "?" for seat in range(review.players)]
    short = [name if len(name) <= _NAME else f"{name[: _NAME - 1]}…" for name in names]
    if len(set(short)) == len(short):
        return short
    return [f"{name[: _NAME - 4]} ({seat})" for seat, name in enumerate(short)]


def _game_object(report: GameAnalysis, most: int | None) -> dict[str, object]:
    review, tags = report.review, report.review.record.tags
    lost = review.lost_at()
    step = spaced(review.plies, _CURVE_LINES)
    return {
        "source": report.source,
        "number": report.number,
        "game": tags["Game"],
        "rules": {"players": review.players, **review.rules},
        **_asked(report.judge),
        "result": tags["Result"],
        "scores": [int(score) for score in tags["Scores"].split(",")],
        "reason": tags["Reason"],
        "faults": [
            {"seat": fault.seat, "kind": str(fault.kind), "detail": fault.detail} for fault in review.record.faults
        ],
        "plies": review.plies,
        "reached": review.reached,
        "complete": review.complete,
        "seats": [
            {
                "seat": seat,
                "name": tags[f"Seat{seat}"],
                "choices": len(review.losses(seat)),
                "mean_cost": round(mean(review.losses(seat)), 4),
            }
            for seat in range(review.players)
        ],
        "turning_points": [_decision_object(one) for one in review.turning_points(most)],
        "lost": None if lost is None else _decision_object(lost),
        "curve": [{"ply": ply, "shares": [round(share, 4) for share in shares]} for ply, shares in review.curve(step)],
        "decisions": [
            {
                "ply": one.ply,
                "seat": one.seat,
                "move": one.move,
                "value": round(one.value, 4),
                "best": round(one.best, 4),
            }
            for one in review.decisions
        ],
    }


def _decision_object(decision: Decision) -> dict[str, object]:
    return {
        "ply": decision.ply,
        "seat": decision.seat,
        "at": decision.at,
        "move": decision.move,
        "value": round(decision.value, 4),
        "better": decision.better,
        "better_value": round(decision.best, 4),
        "cost": round(decision.loss, 4),
        "depth": decision.depth,
        "pv": [decision.better, *decision.line],
    }


# -- common


def percent(share: float) -> str:
    """`61.3 %`."""
    return f"{100 * share:.1f} %"


def _asked(judge: Evaluator) -> dict[str, object]:
    return {"player": judge.choice.name, "options": dict(judge.choice.options), "seed": judge.seed}


def _fitted(header: Sequence[str], rows: Sequence[tuple[str, ...]]) -> tuple[Sequence[str], list[tuple[str, ...]]]:
    """A table whose last column takes what the others leave; without it if it is empty, or that too little."""
    if not any(row[-1] for row in rows):
        return header[:-1], [row[:-1] for row in rows]
    taken = sum(max(map(len, column)) + 2 for column in list(zip(header, *rows, strict=True))[:-1])
    if _WIDTH - taken < _LEAST_LINE:
        return header[:-1], [row[:-1] for row in rows]
    return header, [(*row[:-1], textwrap.shorten(row[-1], _WIDTH - taken, placeholder=" …")) for row in rows]


def _tell(line: str) -> None:
    print(textwrap.fill(line.rstrip("\n"), _WIDTH, subsequent_indent="  ") + ("\n" if line.endswith("\n") else ""))


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
