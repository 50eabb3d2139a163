"""A result for a person: the table, and what has to be said about it."""

from collections.abc import Sequence

from cardgames.bots.faults import Termination
from cardgames.text import aligned, counted, disarmed, signed
from cardgames.tournament.rating.bradley_terry import Meeting
from cardgames.tournament.results.result import Result
from cardgames.tournament.results.standings import Score

HEADER = ("#", "player", "games", "wins", "draws", "losses", "points", "score", "margin", "Elo", "± 95 %", "faults")
PLACE = "place"
"""One more column where the format has more to say than points per game."""

_PAIRS_SHOWN = 10
"""Pairs told one by one below the table; more are for the crosstable and `result_object`."""
_WORDS = frozenset({"player", "faults", PLACE})


def result_text(result: Result) -> str:
    """The table as plain text, the players in columns, the best first; then what has to be said about it."""
    header, rows = table(result)
    shown = [[disarmed(cell) for cell in row] for row in rows]
    return "\n".join([*aligned(header, shown, _WORDS), *lines_below(result)])


def lines_below(result: Result) -> list[str]:
    """What follows the table: the pairs if they are few, the notes, the summary."""
    pairs = pair_lines(result)
    return [*(pairs if len(pairs) <= _PAIRS_SHOWN else ()), *notes(result), summary_line(result)]


def table(result: Result) -> tuple[Sequence[str], list[tuple[str, ...]]]:
    """The header, and a row for each player, the best first."""
    places = result.plan.schedule.places()
    rows = table_rows(result)
    if places is None:
        return HEADER, rows
    return (*HEADER, PLACE), [(*row, place.note) for row, place in zip(rows, places, strict=True)]


def table_rows(result: Result) -> list[tuple[str, ...]]:
    """A row under `HEADER` for each player, the best first."""
    standings = result.standings
    strengths = standings.strengths()
    rows = []
    for place, player in enumerate(result.ranking(), start=1):
        score, strength = standings.scores[player], strengths[player]
        counts = (score.games, score.wins, score.draws, score.losses)
        rows.append(
            (
                str(place),
                result.plan.bots[player].name,
                *map(str, counts),
                _number(score.points),
                f"{100 * score.points / score.games:.1f} %" if score.games else "-",
                signed(score.margin.mean),
                signed(strength.elo) if strength else "-",
                f"{strength.error:.1f}" if strength and strength.error is not None else "-",
                _faults_text(score),
            )
        )
    return rows


def crosstable(result: Result) -> tuple[list[str], list[list[str]]]:
    """The header, and for each player, the best first, what it has of its games against each other: `12.5/20`.

    At tables of more than two a game is one against each of the others: who came out ahead.
    """
    order = result.ranking()
    cells = {pair: f"{_number(meeting.points)}/{meeting.games}" for pair, meeting in _both_ways(result).items()}
    header = ["#", "player", *(str(place) for place in range(1, len(order) + 1)), "points"]
    rows = [
        [
            str(place),
            result.plan.bots[player].name,
            *("" if other == player else cells.get((player, other), "-") for other in order),
            _number(result.standings.scores[player].points),
        ]
        for place, player in enumerate(order, start=1)
    ]
    return header, rows


def pair_lines(result: Result) -> list[str]:
    """A line for each pair that met, as the first of the two sees it.

    `greedy - random: +12 =2 -6, 65.0 %, Elo +107.5 ± 90.4, LOS 99.1 %, draws 10.0 %, pairs [1, 0, 3, 2, 4]`
    """
    names = result.names
    lines = []
    for (one, other), versus in result.standings.versus().items():
        meeting, strength = versus.meeting, versus.strength
        error = f" ± {strength.error:.1f}" if strength.error is not None else ""
        pairs = f", pairs {versus.pairs.text()}" if versus.pairs.pairs else ""
        lines.append(
            f"{names[one]} - {names[other]}: +{meeting.wins} ={meeting.draws} -{meeting.losses}, "
            f"{100 * meeting.points / meeting.games:.1f} %, Elo {signed(strength.elo)}{error}, "
            f"LOS {100 * versus.superiority:.1f} %, draws {100 * meeting.draws / meeting.games:.1f} %{pairs}"
        )
    return lines


def notes(result: Result) -> list[str]:
    """What has to be said about the table."""
    standings = result.standings
    lines = []
    shares = standings.seats()
    if shares:
        lines.append(
            "points by seat: "
            + ", ".join(
                f"seat {seat} {100 * share.share:.1f} %"
                + ("" if share.error is None else f" ± {100 * share.error:.1f}")
                for seat, share in enumerate(shares)
            )
        )
    counting = standings.counting
    if counting.sprt is not None and result.plan.config.sprt is not None:
        lines.append(f"sprt {result.plan.config.sprt.text()}: {counting.sprt.text()}")
    lines += [taken_out(result, player) for player in standings.streaks.out]
    if standings.voided:
        lines.append(
            f"{counted(standings.voided, 'game')} with a fault: recorded, counted for nobody (--on-fault void)"
        )
    if counting.waiting:
        waiting = counted(counting.waiting, "game")
        lines.append(f"{waiting} beyond game {counting.awaited}, which has not ended: recorded, counted in their turn")
    if counting.left_out:
        beyond = counted(counting.left_out, "game")
        lines.append(f"{beyond} beyond game {counting.decided_at}, the last of the test: recorded, not counted")
    if any(strength is not None and strength.error is None for strength in standings.strengths()):
        lines.append("± -: someone took nothing, or gave nothing, so that the results set no bound to the Elo")
    if result.ranked_by == "elo":
        lines.append("places by Elo: not everyone has met everyone equally often")
    return lines


def taken_out(result: Result, player: int) -> str:
    """That a bot is no longer played with, why, and how many games it has forfeited by that."""
    standings = result.standings
    kind, unplayed = standings.streaks.out[player], standings.scores[player].faults[Termination.WITHDRAWN]
    left = (
        f"{counted(unplayed, 'game')} forfeited without being played" if unplayed else "its further games are forfeited"
    )
    most = result.plan.config.max_faults
    return f"{result.plan.bots[player].name}: taken out after {kind} {most} times in a row (--max-faults); {left}"


def summary_line(result: Result) -> str:
    """How much was played, how fast, and how to play it again."""
    standings, schedule = result.standings, result.plan.schedule
    games = f"{standings.played} games"
    if not result.complete:
        most = "" if schedule.exact else "at most "
        games = f"broken off: {standings.played} of {most}{schedule.games} games"
    some = "" if standings.games == standings.played else f"{standings.games} counted, "
    speed = f", {standings.micros / standings.plies:.1f} µs per ply" if standings.plies else ""
    seed = "the seed is told at the end" if result.seed is None else f"seed {result.seed}"
    return f"{games} of {result.plan.game.name} in {result.wall_s:.1f} s, {some}{standings.plies} plies{speed}; {seed}"


def _both_ways(result: Result) -> dict[tuple[int, int], Meeting]:
    meetings = result.standings.meetings()
    return meetings | {
        (other, one): Meeting(meeting.losses, meeting.draws, meeting.wins) for (one, other), meeting in meetings.items()
    }


def _number(points: float) -> str:
    return f"{points:.2f}".rstrip("0").rstrip(".")


def _faults_text(score: Score) -> str:
    return ", ".join(f"{kind} {times}" for kind, times in sorted(score.faults.items())) or "-"
