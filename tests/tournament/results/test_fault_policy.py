"""What faults come to: forfeit, void or the end of the run; and who is at fault again and again."""

from datetime import datetime
from pathlib import Path

import pytest

from cardgames.bots.faults import Fault, Termination
from cardgames.rules import Outcome
from cardgames.table.record import parse_record, read_blocks
from cardgames.table.referee import GameReport
from cardgames.table.verify import verify
from cardgames.tournament.formats.schedule import ScheduledGame
from cardgames.tournament.job import Job
from cardgames.tournament.played import Played
from cardgames.tournament.results.fault_policy import Streaks, is_void, result_of_game, unplayed
from cardgames.tournament.results.result import Result
from cardgames.tournament.results.result_object import result_object
from cardgames.tournament.results.result_text import notes, summary_line, taken_out
from cardgames.tournament.run.runner import Run
from cardgames.tournament.storage.recount import read_result, standings_of
from cardgames.tournament.storage.store import Store
from tests.tournament.run.pools import config, plan
from tests.tournament.run.test_runner import Club

CRASH = Termination.CRASH


def played(number: int, *guilty: int, players: tuple[int, ...] = (0, 1), kind: Termination = CRASH) -> Played:
    """A game between these players, ended by the faults of these seats, or by its rules."""
    faults = tuple(Fault(seat, kind, "exit status 3") for seat in guilty)
    winners = tuple(seat for seat in range(len(players)) if seat not in guilty) or tuple(range(len(players)))
    report = GameReport(Outcome(winners, (0,) * len(players), str(kind) if guilty else "knock"), faults, 1, 1, "")
    return Played(ScheduledGame(number, number, 1, players), report)


def test_the_same_fault_in_a_row_takes_a_bot_out_and_a_game_without_one_begins_anew() -> None:
    streaks = Streaks(3, 3)
    told = [streaks.add(played(1, 0)), streaks.add(played(2, 0)), streaks.add(played(3, 1)), streaks.add(played(4, 0))]
    assert told == [[], [], [], []]
    # Another fault begins a new row.
    assert streaks.add(played(5, 1, players=(1, 0), kind=Termination.TIME)) == []
    assert streaks.add(played(6, 0, players=(0, 2), kind=Termination.TIME)) == []
    assert streaks.add(played(6, 0, players=(0, 2), kind=Termination.TIME)) == [0]
    assert streaks.out == {0: Termination.TIME}
    # Those that it does not play any more are no faults of the others, nor of its own.
    assert streaks.add(played(7, 0, players=(0, 2), kind=Termination.WITHDRAWN)) == []
    assert streaks.out == {0: Termination.TIME}


def test_who_was_taken_out_stays_out_when_the_games_are_counted_by_number() -> None:
    """Game 1 ended last, without a fault: in the order of the numbers it stands between the faults."""
    live, again = Streaks(2, 3), Streaks(2, 3)
    games = [played(1, 0), played(2), played(3, 0), played(4, 0), played(5, 0, kind=Termination.WITHDRAWN)]
    for number in (1, 3, 4, 2, 5):
        live.add(games[number - 1])
    assert [again.add(game) for game in games] == [[]] * 5
    assert live.out == again.out == {0: CRASH}


def test_no_limit_takes_nobody_out() -> None:
    streaks = Streaks(2, 0)
    assert [streaks.add(played(number, 0)) for number in range(1, 50)] == [[]] * 49
    assert streaks.out == {}


@pytest.mark.parametrize(("on_fault", "void"), [("forfeit", False), ("stop", False), ("void", True)])
def test_a_game_with_a_fault_may_be_void(on_fault: str, void: bool) -> None:
    settings = config("ann", "bob")._replace(on_fault=on_fault)
    assert result_of_game(settings, played(1, 0)).void == is_void(settings, played(1, 0)) == void
    assert not result_of_game(settings, played(1)).void


def test_a_game_that_is_not_played_has_a_record_that_holds() -> None:
    settings = config("ann", "bob", "cid")
    job = Job(ScheduledGame(7, 7, 1, (2, 0)), bytes(32), "2026.01.31")
    game = unplayed(settings, job, {0})
    assert game.report.outcome.result == "1-0"
    assert game.report.outcome.reason == "withdrawn"
    (block,) = read_blocks(game.report.record.splitlines(keepends=True))
    record = parse_record(block)
    assert verify(record) == []
    assert record.tags["Seat1"] == "ann"
    assert "not played: taken out after the same fault 5 times in a row (--max-faults)" in record.faults[0].detail
    both = unplayed(settings, job, {0, 2})
    assert (both.report.outcome.result, len(both.report.faults)) == ("1/2-1/2", 2)


class Guilty(Club):
    """Plays one game at a time; one player is at fault in each of its games."""

    def __init__(self, player: int) -> None:
        super().__init__(at_a_time=1)
        self.player = player

    def _end(self, job: Job) -> Played:
        super()._end(job)
        seats = [seat for seat, player in enumerate(job.scheduled.players) if player == self.player]
        return played(job.scheduled.number, *seats, players=job.scheduled.players)


def go(club: Club, **settings: object) -> tuple[Run, Result]:
    """Plays nine pairings of three bots, the first of them at fault in each of its games."""
    made = plan("ann", "bob", "cid", games=6)
    made = made._replace(config=made.config._replace(**settings))  # type: ignore[arg-type]
    standings = standings_of(made)

    today = datetime(2026, 1, 31)  # noqa: DTZ001
    run = Run(made, standings, club, club, club, wall_s=lambda: 0.0, today=lambda: today)
    run.go(lambda: False)
    return run, Result(made, standings, made.schedule.complete, 1.0)


def test_who_is_taken_out_forfeits_what_is_left_and_that_is_told() -> None:
    club = Guilty(0)
    run, result = go(club, max_faults=3)
    assert result.complete
    assert run.stopped_by is None
    ann = result.standings.scores[0]
    assert (ann.faults[CRASH], ann.faults[Termination.WITHDRAWN], ann.games) == (3, 9, 12)
    assert len([job for job in club.jobs if 0 in job.scheduled.players]) == 3
    assert sorted(game.number for game in club.counted) == list(range(1, 19))
    line = "ann: taken out after crash 3 times in a row (--max-faults); 9 games forfeited without being played"
    assert taken_out(result, 0) == line
    assert line in notes(result)
    players = result_object(result)["players"]
    assert isinstance(players, list)
    assert [player["out"] for player in players] == [True, False, False]
    assert players[0]["faults"]["crash"] == 3


class Overtaken(Guilty):
    """Plays several at a time; the guilty one's games end before those in which it does nothing wrong."""

    def __init__(self, good: set[int]) -> None:
        super().__init__(0)
        self.at_a_time = 12
        self.good = good

    def collect(self, timeout_s: float) -> list[Played]:
        return [self._end(min(self.running, key=lambda job: (job.scheduled.number in self.good, job.scheduled.number)))]

    def _end(self, job: Job) -> Played:
        if job.scheduled.number in self.good:
            self.running.remove(job)
            return played(job.scheduled.number, players=job.scheduled.players)
        return super()._end(job)


def test_who_is_taken_out_is_out_when_the_games_are_counted_again(tmp_path: Path) -> None:
    """Three faults in a row as games ended; by number there is a good game between them."""
    made = plan("ann", "bob", games=12)
    made = made._replace(config=made.config._replace(max_faults=3))
    club, standings = Overtaken(good={2, 4, 6, 8, 10, 12}), standings_of(made)
    with Store.create(tmp_path / "x", made.config.to_toml(), made.secret, ["ann", "bob"]) as store:
        store.begin_run("now")
        today = datetime(2026, 1, 31)  # noqa: DTZ001
        run = Run(made, standings, club, store, club, wall_s=lambda: 1.0, today=lambda: today)
        run.go(lambda: False)
        store.finish(1.0)
    assert standings.streaks.out == {0: CRASH}
    again = read_result(tmp_path / "x")
    assert again.standings.streaks.out == standings.streaks.out
    result = Result(made, standings, made.schedule.complete, 1.0)
    assert result_object(again) == result_object(result)
    assert notes(again) == notes(result)


def test_void_games_count_for_nobody_but_their_faults_are_told() -> None:
    _, result = go(Guilty(0), max_faults=0, on_fault="void")
    scores = result.standings.scores
    assert result.complete
    assert [score.games for score in scores] == [0, 6, 6]
    assert scores[0].faults[CRASH] == 12
    assert result_object(result)["voided"] == 12
    assert "12 games with a fault: recorded, counted for nobody (--on-fault void)" in notes(result)


def test_a_fault_may_end_the_run() -> None:
    club = Guilty(0)
    run, result = go(club, on_fault="stop")
    assert run.stopped_by is not None
    assert run.stopped_by.number == 1
    assert not result.complete
    assert club.log[-1] == "stop"
    assert summary_line(result).startswith("broken off: 1 of 18 games")
