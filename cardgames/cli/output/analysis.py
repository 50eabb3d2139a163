"""The analysis of a position or of a recorded game, printed for a person or for a program."""

import textwrap
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from cardgames.analysis.evaluator import Evaluation, Evaluator
from cardgames.analysis.game_review import LEAST_LOSS, Decision, Review, mean, spaced
from cardgames.cli.output.json_line import print_json
from cardgames.cli.tables import plain_lines, print_table
from cardgames.players.expert.base import RankedMove
from cardgames.rules import Game, State
from cardgames.text import counted, harmless

_WIDTH = 80
_MOVES = 10
"""How many moves of a position are printed by default."""
_TURNING_POINTS = 5
_CURVE_LINES = 20
_BAR = 36
_LEAST_LINE = 10
_NAME = 16
"""How many characters of a player's name a table has room for."""


class PositionAnalysis(NamedTuple):
    """A position and how its moves were evaluated."""

    state: State
    evaluator: Evaluator
    evaluations: Sequence[Evaluation]
    """One for each seat that was asked about."""
    complete: bool
    """Whether no search was interrupted."""


class GameAnalysis(NamedTuple):
    """A recorded game and its review."""

    source: str
    number: int
    review: Review
    evaluator: Evaluator


# -- a position


def print_position(report: PositionAnalysis, most: int | None, *, as_json: bool) -> None:
    """Prints the `most` best moves of each seat that was asked about: by default `_MOVES`, in JSON all."""
    if as_json:
        print_json(_position_object(report, most))
        return
    state, name = report.state, report.state.game.name
    if state.outcome is not None:
        print(f"{name}: the game is over, {state.outcome.text()}")
        return
    for evaluation in report.evaluations:
        nodes = counted(evaluation.nodes, "node")
        print(f"{name}, seat {evaluation.seat} to move: {report.evaluator.choice.label}, {nodes}\n")
        shown = evaluation.ranked[: most or _MOVES]
        print_table(*_ranking(state.game, shown))
        left = len(evaluation.ranked) - len(shown)
        notes = [f"{counted(left, 'move')} more, --moves N tells them"] if left else []
        unseen = len(evaluation.legal) - len(evaluation.ranked)
        notes += [f"{counted(unseen, 'legal move')} not looked at, or the same as another"] if unseen > 0 else []
        if any(one.value < other.value for one, other in pairwise(shown)):
            notes.append("in the player's order: it is less sure of a value that stands too low")
        print("".join(f"{note}\n" for note in notes))
    if not report.complete:
        print("broken off: this is what was known by then")


def _ranking(game: Game, ranked: Sequence[RankedMove]) -> tuple[Sequence[str], list[tuple[str, ...]]]:
    rows = [
        (
            str(place),
            game.move_name(one.move),
            percent(one.value),
            str(one.depth),
            " ".join(map(game.move_name, one.line)),
        )
        for place, one in enumerate(ranked, start=1)
    ]
    return _fitted(("#", "move", "value", "depth", "then"), rows)


def _position_object(report: PositionAnalysis, most: int | None) -> dict[str, object]:
    state = report.state
    name = state.game.move_name
    return {
        "game": state.game.name,
        "rules": {"players": state.rules.players, **state.rules},
        "position": state.text(),
        **_player_fields(report.evaluator),
        "over": None if state.outcome is None else state.outcome.text(),
        "complete": report.complete,
        "seats": [
            {
                "seat": evaluation.seat,
                "nodes": evaluation.nodes,
                "legal": list(map(name, evaluation.legal)),
                "moves": [
                    {
                        "move": name(one.move),
                        "value": round(one.value, 4),
                        "depth": one.depth,
                        "pv": [name(move) for move in (one.move, *one.line)],
                    }
                    for one in evaluation.ranked[:most]
                ],
            }
            for evaluation in report.evaluations
        ],
    }


# -- a game


def print_game(report: GameAnalysis, most: int | None, *, as_json: bool) -> None:
    """Prints how a game stood, its `most` costliest moves, and the move that lost it."""
    if as_json:
        print_json(_game_object(report, most))
        return
    review, tags = report.review, report.review.record.tags
    names = _names(review)
    seats = ", ".join(f"{name} (seat {seat})" for seat, name in enumerate(names))
    _print_wrapped(f"{tags['Game']}, game {report.number} of {harmless(report.source)}: {seats}")
    _print_wrapped(f"{tags['Result']}, {tags['Scores']}, {tags['Reason']}, after {counted(review.plies, 'move')}")
    _print_wrapped(f"valued by {report.evaluator.choice.label}, each seat by what it saw itself\n")
    for line in curve_lines(review, names):
        print(line)
    print()
    points = review.turning_points(most or _TURNING_POINTS)
    if points:
        print_table(*_turning_points(points, names))
        left = len(review.turning_points()) - len(points)
        print(f"{counted(left, 'turning point')} more, --moves N tells them\n" if left else "")
    for line in _verdict(review, names):
        _print_wrapped(line)


def curve_lines(review: Review, names: Sequence[str]) -> list[str]:
    """Each seat's share of the win, every so many moves, one line each; with two seats also a bar for the first
    seat.
    """
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
    """What each seat's choices cost, and which move lost the game."""
    lines = []
    for seat, name in enumerate(names):
        losses = review.losses(seat)
        lines.append(f"{name}: {counted(len(losses), 'choice')}, each cost {percent(mean(losses))} on average")
    lost, faults = review.lost_at(), review.record.faults
    lines += [f"lost by forfeit after move {review.plies}: {harmless(fault.text())}" for fault in faults]
    if not review.complete:
        lines.append(f"broken off after move {review.reached} of {review.plies}")
        return [*lines, f"where most was given away so far: {_move_text(lost, names)}"]
    if faults:
        return [*lines, f"where most was given away before: {_move_text(lost, names)}"]
    if min(review.result) > 0:
        return [*lines, f"nobody lost; where most was given away: {_move_text(lost, names)}"]
    if lost is not None and lost.loss < LEAST_LOSS:
        return [*lines, f"where it was lost: by no single move; the dearest is {_move_text(lost, names)}"]
    return [*lines, f"where it was lost: {_move_text(lost, names)}"]


def _move_text(lost: Decision | None, names: Sequence[str]) -> str:
    if lost is None:
        return "no move cost anything"
    at = "" if lost.at is None else f" at {lost.at} ms"
    return (
        f"move {lost.ply}{at}, {names[lost.seat]} plays {lost.move} ({percent(lost.value)}), better is "
        f"{lost.better} ({percent(lost.best)})"
    )


def _names(review: Review) -> list[str]:
    """The players' names, short enough for a table and safe to print: a record may hold anything."""
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
        **_player_fields(report.evaluator),
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
    """A share as `61.3 %`."""
    return f"{100 * share:.1f} %"


def _player_fields(evaluator: Evaluator) -> dict[str, object]:
    return {"player": evaluator.choice.name, "options": dict(evaluator.choice.options), "seed": evaluator.seed}


def _fitted(header: Sequence[str], rows: Sequence[tuple[str, ...]]) -> tuple[Sequence[str], list[tuple[str, ...]]]:
    """A table whose last column gets the width that the others leave; without that column if it is empty or too
    narrow.
    """
    if not any(row[-1] for row in rows):
        return header[:-1], [row[:-1] for row in rows]
    taken = sum(max(map(len, column)) + 2 for column in list(zip(header, *rows, strict=True))[:-1])
    if _WIDTH - taken < _LEAST_LINE:
        return header[:-1], [row[:-1] for row in rows]
    return header, [(*row[:-1], textwrap.shorten(row[-1], _WIDTH - taken, placeholder=" …")) for row in rows]


def _print_wrapped(line: str) -> None:
    print(textwrap.fill(line.rstrip("\n"), _WIDTH, subsequent_indent="  ") + ("\n" if line.endswith("\n") else ""))
