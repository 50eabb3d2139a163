"""The standings told: as rows of a table for a person, and as one object for a program."""

from typing import NamedTuple

from cardgames.table.faults import Termination
from cardgames.tournament.plan import Plan
from cardgames.tournament.ratings import Meeting, likelihood_of_superiority, rate
from cardgames.tournament.standings import Score, Standings

HEADER = ("#", "player", "games", "wins", "draws", "losses", "points", "score", "Elo", "± 95 %", "faults")


class Result(NamedTuple):
    """A tournament as far as it was played."""

    plan: Plan
    standings: Standings
    complete: bool
    wall_s: float
    """Seconds from the start of the first bot to the end of the last game."""


def table_rows(result: Result) -> list[tuple[str, ...]]:
    """A row under `HEADER` for each player, the best first."""
    standings = result.standings
    ratings = standings.ratings()
    rows = []
    for place, player in enumerate(standings.ranking(), start=1):
        score, rating = standings.scores[player], ratings[player]
        counts = (score.games, score.wins, score.draws, score.losses)
        rows.append(
            (
                str(place),
                result.plan.bots[player].name,
                *map(str, counts),
                _number(score.points),
                f"{100 * score.points / score.games:.1f} %" if score.games else "-",
                f"{rating.elo:+.1f}" if rating else "-",
                f"{rating.error:.1f}" if rating and rating.error is not None else "-",
                _faults_text(score),
            )
        )
    return rows


def pair_lines(result: Result) -> list[str]:
    """A line for each pair that met: `greedy - random: +12 =2 -6, 65.0 %, Elo +107.5 ± 160.4, LOS 92.1 %`."""
    names = [bot.name for bot in result.plan.bots]
    lines = []
    for (one, other), meeting in result.standings.meetings().items():
        elo, error = elo_difference(meeting)
        margin = f" ± {error:.1f}" if error is not None else ""
        lines.append(
            f"{names[one]} - {names[other]}: +{meeting.wins} ={meeting.draws} -{meeting.losses}, "
            f"{100 * meeting.points / meeting.games:.1f} %, Elo {elo:+.1f}{margin}, "
            f"LOS {100 * likelihood_of_superiority(meeting):.1f} %"
        )
    return lines


def notes(result: Result) -> list[str]:
    """What has to be said about the table."""
    if any(rating is not None and rating.error is None for rating in result.standings.ratings()):
        return ["± -: someone took nothing, or gave nothing, so that the results set no bound to the Elo"]
    return []


def summary_line(result: Result) -> str:
    """How much was played, how fast, and how to play it again."""
    standings = result.standings
    games = f"{standings.games} games"
    if not result.complete:
        games = f"broken off: {standings.games} of {len(result.plan.schedule)} games"
    speed = f", {standings.micros / standings.plies:.1f} µs per ply" if standings.plies else ""
    return (
        f"{games} of {result.plan.game.name} in {result.wall_s:.1f} s, "
        f"{standings.plies} plies{speed}; seed {result.plan.seed}"
    )


def as_object(result: Result) -> dict[str, object]:
    """What `--json` prints, the players in the order they were named.

    Elo and its error are null where the results set none (see `ratings.rate`), `us_per_ply` before the first ply.
    """
    standings = result.standings
    return {
        "game": result.plan.game.name,
        "rules": {"players": result.plan.rules.players, **result.plan.rules},
        "seed": result.plan.seed,
        "games": standings.games,
        "scheduled": len(result.plan.schedule),
        "complete": result.complete,
        "players": _players(result),
        "pairs": _pairs(result),
        "wall_s": round(result.wall_s, 3),
        "plies": standings.plies,
        "us_per_ply": round(standings.micros / standings.plies, 2) if standings.plies else None,
    }


def elo_difference(meeting: Meeting) -> tuple[float, float | None]:
    """How far the first of a pair is above the other by their own games, and its 95 % error."""
    first, second = rate(2, {(0, 1): meeting})
    assert first is not None
    assert second is not None
    return first.elo - second.elo, None if first.error is None else 2 * first.error


def _players(result: Result) -> list[dict[str, object]]:
    ratings = result.standings.ratings()
    players: list[dict[str, object]] = []
    for player, (score, rating) in enumerate(zip(result.standings.scores, ratings, strict=True)):
        players.append(
            {
                "name": result.plan.bots[player].name,
                "games": score.games,
                "wins": score.wins,
                "draws": score.draws,
                "losses": score.losses,
                "points": round(score.points, 6),
                "elo": _rounded(rating.elo if rating else None),
                "elo_error": _rounded(rating.error if rating else None),
                "faults": {str(kind): score.faults[kind] for kind in Termination},
            }
        )
    return players


def _pairs(result: Result) -> dict[str, dict[str, dict[str, object]]]:
    """`pairs[A][B]` is what A did against B; each pair stands there both ways round."""
    names = [bot.name for bot in result.plan.bots]
    pairs: dict[str, dict[str, dict[str, object]]] = {name: {} for name in names}
    for one, other in result.standings.meetings():
        for player, opponent in ((one, other), (other, one)):
            meeting = result.standings.meeting(player, opponent)
            elo, error = elo_difference(meeting)
            pairs[names[player]][names[opponent]] = {
                "games": meeting.games,
                "wins": meeting.wins,
                "draws": meeting.draws,
                "losses": meeting.losses,
                "elo": _rounded(elo),
                "elo_error": _rounded(error),
                "los": round(likelihood_of_superiority(meeting), 4),
            }
    return pairs


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2)


def _number(points: float) -> str:
    return f"{points:.2f}".rstrip("0").rstrip(".")


def _faults_text(score: Score) -> str:
    return ", ".join(f"{kind} {times}" for kind, times in sorted(score.faults.items())) or "-"
