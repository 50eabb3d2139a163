"""A result for a program: one object, as `--json` prints it, and rows for a spreadsheet."""

from cardgames.bots.faults import Termination
from cardgames.text import rounded
from cardgames.tournament.rating.statistics import draw_rate
from cardgames.tournament.results.result import Result
from cardgames.tournament.results.standings import Strength, Versus, reversed_versus

CSV_HEADER = (
    *("place", "player", "games", "wins", "draws", "losses", "points", "score", "draw_rate"),
    *("margin", "margin_error", "elo", "elo_error", "elo_error_single"),
    *map(str, Termination),
)


def result_object(result: Result) -> dict[str, object]:
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
            "margin": rounded(score.margin.mean),
            "margin_error": rounded(score.margin.error),
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
        "draw_rate": rounded(draw_rate(meeting), 6),
        "pentanomial": list(versus.pairs.counts) if versus.pairs.pairs else None,
        **_elo(versus.strength),
        "los": round(versus.superiority, 4),
    }


def _elo(strength: Strength | None) -> dict[str, object]:
    return {
        "elo": rounded(strength.elo if strength else None),
        "elo_error": rounded(strength.error if strength else None),
        "elo_error_single": rounded(strength.single_error if strength else None),
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


def _rounded_all(values: dict[str, float | None]) -> dict[str, float | None]:
    return {name: rounded(value, 6) for name, value in values.items()}


def csv_rows(result: Result) -> list[tuple[object, ...]]:
    """A row under `CSV_HEADER` for each player, the best first; what is not known is empty."""
    players = _players(result)
    rows: list[tuple[object, ...]] = []
    for place, player in enumerate(result.ranking(), start=1):
        fields = {"place": place, "player": result.plan.bots[player].name, **players[player]}
        faults = fields["faults"]
        assert isinstance(faults, dict)
        values = [fields[name] for name in CSV_HEADER if name not in faults] + list(faults.values())
        rows.append(tuple("" if value is None else value for value in values))
    return rows
