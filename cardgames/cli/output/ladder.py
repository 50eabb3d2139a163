"""A ladder printed: for a person, for a README, for a program."""

import textwrap

from cardgames.cli.tables import print_table
from cardgames.text import rounded, signed
from cardgames.tournament.ladder import Ladder, Rung, Step

_HEADER = ("level", "games", "points", "score", "Elo", "± 95 %")
_STEPS_HEADER = ("step", "rise", "games", "score", "Elo", "± 95 %", "LOS")
"""`rise` by the games of all levels, what comes after it by the games between the two."""
_WIDTH = 80


def print_ladder(ladder: Ladder, settings: str, *, markdown: bool) -> None:
    """Prints the levels, the weakest first, and the steps between them.

    Args:
        ladder: what came of the games.
        settings: what has to be known to read it.
        markdown: as a table to be pasted.
    """
    if markdown:
        for line in markdown_lines(ladder, settings):
            print(line)
        return
    print(textwrap.fill(f"{ladder.game}: {settings}", _WIDTH) + "\n")
    print_table(_HEADER, [_cells(rung) for rung in ladder.rungs])
    print()
    tested = any(step.sprt is not None for step in ladder.steps)
    rows = [_step_cells(ladder, step, tested=tested) for step in ladder.steps]
    print_table((*_STEPS_HEADER, "test") if tested else _STEPS_HEADER, rows)
    if any(rung.elo is not None and rung.error is None for rung in ladder.rungs):
        print("± -: someone took nothing, or gave nothing: the results set no bound to the Elo")
    print(textwrap.fill(ladder.verdict(), _WIDTH, subsequent_indent="  ", break_on_hyphens=False) + "\n")


def markdown_lines(ladder: Ladder, settings: str) -> list[str]:
    """One table: the levels, and for each the likelihood that it is stronger than those it claims to be above."""
    over: dict[int, list[str]] = {}
    for step in ladder.steps:
        over.setdefault(step.upper, []).append(f"{ladder.name(step.lower)} {_los(step)}")
    rows = [[*_cells(rung), ", ".join(over.get(place, ["-"]))] for place, rung in enumerate(ladder.rungs)]
    header = [*_HEADER, "stronger than (LOS)"]
    rule = ["---", *("---:" for _ in _HEADER[1:]), "---"]
    return [f"{ladder.game}: {settings}.", "", *(f"| {' | '.join(row)} |" for row in (header, rule, *rows)), ""]


def ladder_object(ladder: Ladder) -> dict[str, object]:
    """A ladder as `--json` has it; what is not known is null."""
    return {
        "game": ladder.game,
        "monotone": ladder.monotone,
        "levels": [
            {
                "name": rung.level.name,
                "player": rung.level.choice.name,
                "skill": rung.level.skill,
                "games": rung.games,
                "points": rung.points,
                "elo": rounded(rung.elo),
                "elo_error": rounded(rung.error),
            }
            for rung in ladder.rungs
        ],
        "steps": [_step_object(ladder, step) for step in ladder.steps],
    }


def _step_object(ladder: Ladder, step: Step) -> dict[str, object]:
    versus = step.versus
    return {
        "lower": ladder.name(step.lower),
        "upper": ladder.name(step.upper),
        "rise": rounded(step.rise),
        "goes_up": step.goes_up,
        "games": 0 if versus is None else versus.meeting.games,
        "points": 0 if versus is None else versus.meeting.points,
        "elo": None if versus is None else rounded(versus.strength.elo),
        "elo_error": None if versus is None else rounded(versus.strength.error),
        "los": None if versus is None else round(versus.superiority, 4),
        "sprt": None if step.sprt is None else {"llr": round(step.sprt.llr, 4), "verdict": str(step.sprt.verdict)},
    }


def _cells(rung: Rung) -> tuple[str, ...]:
    score = f"{100 * rung.points / rung.games:.1f} %" if rung.games else "-"
    return rung.level.name, str(rung.games), f"{rung.points:g}", score, signed(rung.elo), _error(rung.error)


def _step_cells(ladder: Ladder, step: Step, *, tested: bool) -> tuple[str, ...]:
    name = f"{ladder.name(step.upper)} over {ladder.name(step.lower)}"
    if step.versus is None:
        cells = (name, signed(step.rise), "0", "-", "-", "-", "-")
    else:
        meeting, strength = step.versus.meeting, step.versus.strength
        score = f"{100 * meeting.points / meeting.games:.1f} %"
        cells = (
            name,
            signed(step.rise),
            str(meeting.games),
            score,
            signed(strength.elo),
            _error(strength.error),
            _los(step),
        )
    return (*cells, "-" if step.sprt is None else str(step.sprt.verdict).removeprefix("accept ")) if tested else cells


def _los(step: Step) -> str:
    return "-" if step.versus is None else f"{100 * step.versus.superiority:.1f} %"


def _error(error: float | None) -> str:
    return "-" if error is None else f"{error:.1f}"
