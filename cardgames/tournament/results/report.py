"""The standings told: as rows of a table for a person, and as one object for a program."""

from collections.abc import Sequence
from typing import NamedTuple

from cardgames.bots.faults import Termination
from cardgames.text import counted
from cardgames.tournament.plan import Plan
from cardgames.tournament.played import Played
from cardgames.tournament.rating.bradley_terry import Meeting
from cardgames.tournament.rating.statistics import draw_rate
from cardgames.tournament.results.standings import Score, Standings, Strength, Versus, reversed_versus

HEADER = ("#", "player", "games", "wins", "draws", "losses", "points", "score", "margin", "Elo", "± 95 %", "faults")
PLACE = "place"
"""One more column where the format has more to say than points per game."""

CSV_HEADER = (
    *("place", "player", "games", "wins", "draws", "losses", "points", "score", "draw_rate"),
    *("margin", "margin_error", "elo", "elo_error", "elo_error_single"),
    *map(str, Termination),
)


class Result(NamedTuple):
    """A tournament as far as it was played."""

    plan: Plan
    """Its schedule knows of the games that are counted."""
    standings: Standings
    complete: bool
    wall_s: float
    """Seconds from the start of the first bot to the end of the last game."""
    stopped_by: Played | None = None
    """The game whose fault has ended the run, where a fault is to end it."""

    @property
    def names(self) -> list[str]:
        """The players'."""
        return [bot.name for bot in self.plan.bots]

    @property
    def seed(self) -> str | None:
        """What `--seed` has to be for the same deals; None as long as it is a secret that deals to come follow from."""
        return self.plan.seed if self.complete or self.plan.config.seed is not None else None

    def ranking(self) -> list[int]:
        """The players, the best first, as the format ranks them."""
        schedule = self.plan.schedule
        places = schedule.places()
        return self.standings.ranking(schedule.even) if places is None else [place.player for place in places]

    @property
    def ranked_by(self) -> str:
        """What `ranking` goes by: `format`, `points` (per game) or `elo`."""
        schedule = self.plan.schedule
        if schedule.places() is not None:
            return "format"
        return "points" if self.standings.goes_by_points(schedule.even) else "elo"


# -- tables


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
                "-" if score.margin.mean is None else _signed(score.margin.mean),
                _signed(strength.elo) if strength else "-",
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


def csv_rows(result: Result) -> list[tuple[object, ...]]:
    """A row under `CSV_HEADER` for each player, the best first; what is not known is empty."""
    players = _players(result)
    rows: list[tuple[object, ...]] = []
    for place, player in enumerate(result.ranking(), start=1):
        told = {"place": place, "player": result.plan.bots[player].name, **players[player]}
        faults = told["faults"]
        assert isinstance(faults, dict)
        values = [told[name] for name in CSV_HEADER if name not in faults] + list(faults.values())
        rows.append(tuple("" if value is None else value for value in values))
    return rows


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
            f"{100 * meeting.points / meeting.games:.1f} %, Elo {_signed(strength.elo)}{error}, "
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


# -- for programs


def as_object(result: Result) -> dict[str, object]:
    """What `--json` prints, the players in the order they were named.

    Elo and its errors are null where the results set none (see `ratings.rate`), `us_per_ply` before the first ply, the
    seed as long as it is a secret. `games` are those that count: with `voided`, and with `waiting` and `left_out` of
    `sprt`, they make up `played`.
    """
    plan, standings = result.plan, result.standings
    return {
        "game": plan.game.name,
        "rules": {"players": plan.rules.players, **plan.rules},
        "event": plan.event,
        "format": plan.config.format,
        "seed": result.seed,
        "games": standings.games,
        "played": standings.played,
        "scheduled": plan.schedule.games,
        "complete": result.complete,
        "voided": standings.voided,
        "ranked_by": result.ranked_by,
        "players": _players(result),
        "pairs": _pairs(result),
        "seats": [{"seat": seat, **_rounded_all(share._asdict())} for seat, share in enumerate(standings.seats())],
        "sprt": _sprt(result),
        "wall_s": round(result.wall_s, 3),
        "plies": standings.plies,
        "us_per_ply": round(standings.micros / standings.plies, 2) if standings.plies else None,
    }


def _players(result: Result) -> list[dict[str, object]]:
    strengths = result.standings.strengths()
    place = {player: at for at, player in enumerate(result.ranking(), start=1)}
    return [
        {
            "name": result.plan.bots[player].name,
            "place": place[player],
            "games": score.games,
            "wins": score.wins,
            "draws": score.draws,
            "losses": score.losses,
            "points": round(score.points, 6),
            "score": round(score.points / score.games, 6) if score.games else None,
            "draw_rate": round(score.draws / score.games, 6) if score.games else None,
            "margin": _rounded(score.margin.mean),
            "margin_error": _rounded(score.margin.error),
            **_elo(strengths[player]),
            "faults": {str(kind): score.faults[kind] for kind in Termination},
            "out": player in result.standings.streaks.out,
        }
        for player, score in enumerate(result.standings.scores)
    ]


def _pairs(result: Result) -> dict[str, dict[str, dict[str, object]]]:
    """`pairs[A][B]` is what A did against B; each pair stands there both ways round."""
    names = result.names
    pairs: dict[str, dict[str, dict[str, object]]] = {name: {} for name in names}
    for (one, other), versus in result.standings.versus().items():
        pairs[names[one]][names[other]] = _pair(versus)
        pairs[names[other]][names[one]] = _pair(reversed_versus(versus))
    return pairs


def _pair(versus: Versus) -> dict[str, object]:
    meeting = versus.meeting
    return {
        "games": meeting.games,
        "wins": meeting.wins,
        "draws": meeting.draws,
        "losses": meeting.losses,
        "draw_rate": _rounded(draw_rate(meeting), 6),
        "pentanomial": list(versus.pairs.counts) if versus.pairs.pairs else None,
        **_elo(versus.strength),
        "los": round(versus.superiority, 4),
    }


def _elo(strength: Strength | None) -> dict[str, object]:
    return {
        "elo": _rounded(strength.elo if strength else None),
        "elo_error": _rounded(strength.error if strength else None),
        "elo_error_single": _rounded(strength.single_error if strength else None),
    }


def _sprt(result: Result) -> dict[str, object] | None:
    sprt, counting = result.plan.config.sprt, result.standings.counting
    state = counting.sprt
    if sprt is None or state is None:
        return None
    return {
        **sprt._asdict(),
        "llr": round(state.llr, 4),
        "lower": round(state.lower, 4),
        "upper": round(state.upper, 4),
        "verdict": str(state.verdict),
        "decided_at": counting.decided_at,
        "waiting": counting.waiting,
        "left_out": counting.left_out,
    }


def _both_ways(result: Result) -> dict[tuple[int, int], Meeting]:
    meetings = result.standings.meetings()
    return meetings | {
        (other, one): Meeting(meeting.losses, meeting.draws, meeting.wins) for (one, other), meeting in meetings.items()
    }


def _rounded(value: float | None, digits: int = 2) -> float | None:
    return None if value is None else round(value, digits) + 0.0


def _rounded_all(values: dict[str, float | None]) -> dict[str, float | None]:
    return {name: _rounded(value, 6) for name, value in values.items()}


def _number(points: float) -> str:
    return f"{points:.2f}".rstrip("0").rstrip(".")


def _signed(value: float) -> str:
    # Without the sign of what is nothing after rounding.
    return f"{round(value, 1) + 0.0:+.1f}"


def _faults_text(score: Score) -> str:
    return ", ".join(f"{kind} {times}" for kind, times in sorted(score.faults.items())) or "-"
