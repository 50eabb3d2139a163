"""The run of a tournament, with workers and a store that are made up."""

from collections.abc import Callable, Sequence
from datetime import datetime

import pytest

from cardgames.bots.isolation.machine_refusals import RefusalError
from cardgames.rules import Outcome
from cardgames.table.referee import GameReport
from cardgames.tournament.formats.schedule import GameResult
from cardgames.tournament.job import Job, setup_of
from cardgames.tournament.plan import Plan, make_plan
from cardgames.tournament.played import Played
from cardgames.tournament.rating.sprt import read_sprt
from cardgames.tournament.results.standings import Standings
from cardgames.tournament.run.observer import Observer
from cardgames.tournament.run.runner import Run
from cardgames.tournament.run.worker_process import WorkerError
from cardgames.tournament.storage.folder import StoreError
from cardgames.tournament.storage.recount import standings_of
from tests.tournament.run.pools import OUTCOME, config, plan


class Club(Observer):
    """Plays so many games at a time, of which the last given ends first; keeps them; notes what happens."""

    def __init__(self, at_a_time: int = 3, ends_first: int = -1) -> None:
        self.at_a_time = at_a_time
        self.ends_first = ends_first
        self.log: list[str] = []
        self.jobs: list[Job] = []
        self.counted: list[Played] = []
        self.running: list[Job] = []
        self.ticks = 0
        self.outcome: Callable[[Job], Outcome] = lambda _: OUTCOME
        self.full_after: int | None = None
        self.last_words: list[int] = []

    # -- as workers

    def fill(self, next_job: Callable[[], Job | None], left: int) -> None:
        self.left = left
        while len(self.running) < self.at_a_time and (job := next_job()) is not None:
            self.running.append(job)
            self.jobs.append(job)

    @property
    def lowest(self) -> int | None:
        return min((job.scheduled.number for job in self.running), default=None)

    def collect(self, timeout_s: float) -> list[Played]:
        return [self._end(self.running[self.ends_first])]

    def finish(self) -> None:
        self.log.append("finish")

    def stop(self) -> list[Played]:
        self.log.append("stop")
        ended = [self._end(job) for job in list(self.running) if job.scheduled.number in self.last_words]
        self.running.clear()
        return ended

    def _end(self, job: Job) -> Played:
        self.running.remove(job)
        return Played(job.scheduled, GameReport(self.outcome(job), (), 3, 30, f"record {job.scheduled.number}"))

    # -- as a store

    def commit(self, games: Sequence[Played], wall_s: float) -> None:
        if self.full_after is not None and len(self.counted) >= self.full_after:
            raise StoreError("games.cgn: No space left on device")
        self.log.append(f"commit {','.join(str(game.number) for game in games)}")

    def publish(self, before: int | None = None) -> None:
        self.log.append(f"publish {before}")

    # -- as its audience

    def game_ended(self, game: Played) -> None:
        self.log.append(f"count {game.number}")
        self.counted.append(game)

    def ticked(self) -> None:
        self.ticks += 1

    def run(self, plan: Plan, *, kept: bool = True, stop_after: int | None = None) -> None:
        today = datetime(2026, 1, 31)  # noqa: DTZ001
        standings = standings_of(plan)
        run = Run(plan, standings, self, self if kept else None, self, wall_s=lambda: 0.0, today=lambda: today)
        run.go(lambda: stop_after is not None and len(self.counted) >= stop_after)


def test_a_game_is_kept_before_it_is_counted_and_written_out_after() -> None:
    club = Club(at_a_time=2)
    club.run(plan("ann", "bob", games=4))
    assert club.log == [
        *("commit 2", "count 2", "publish 1"),
        *("commit 3", "count 3", "publish 1"),
        *("commit 4", "count 4", "publish 1"),
        *("commit 1", "count 1", "publish None"),
        "finish",
    ]
    assert club.ticks == 4
    assert club.left == 1


def test_without_a_store_games_are_counted() -> None:
    club = Club()
    club.run(plan("ann", "bob", games=4), kept=False)
    assert {line.split()[0] for line in club.log} == {"count", "finish"}
    assert len(club.counted) == 4


def test_each_game_is_given_once_with_the_seed_of_its_deal() -> None:
    club = Club()
    settings = plan("ann", "bob", "cid", games=4)
    club.run(settings)
    assert [job.scheduled.number for job in club.jobs] == list(range(1, 13))
    seeds = {job.scheduled.deal: job.seed for job in club.jobs}
    assert len(set(seeds.values())) == 6
    assert all(seeds[job.scheduled.deal] == job.seed for job in club.jobs)
    assert {job.date for job in club.jobs} == {"2026.01.31"}
    assert dict(setup_of(settings.config, club.jobs[4]).tags)["Round"] == "1.5"


def test_the_seed_decides_the_deals() -> None:
    seeds = []
    for seed in ("1", "1", "2", None):
        club = Club()
        club.run(plan("ann", "bob", seed=seed))
        seeds.append(club.jobs[0].seed)
    assert seeds[0] == seeds[1]
    assert len(set(seeds)) == 3


def test_one_after_another_the_last_of_a_deal_may_tell_its_seed() -> None:
    club = Club(at_a_time=1)
    club.run(plan("ann", "bob", games=4))
    assert [job.scheduled.last for job in club.jobs] == [False, True, False, True]


def test_what_was_played_before_is_not_played_again() -> None:
    settings = plan("ann", "bob", games=6)
    for number in (2, 3, 6):
        settings.schedule.add(number, GameResult((0, 1), OUTCOME))
    club = Club()
    club.run(settings)
    assert [job.scheduled.number for job in club.jobs] == [1, 4, 5]
    assert settings.schedule.complete


def test_an_interrupt_drops_what_is_being_played() -> None:
    club = Club()
    settings = plan("ann", "bob", games=100)
    club.last_words = [5]
    club.run(settings, stop_after=4)
    assert "stop" in club.log
    assert "finish" not in club.log
    # What had ended when the workers were stopped is kept and counted as well.
    assert club.log[-3:] == ["commit 5", "count 5", "publish None"] or len(club.counted) == 4
    assert len({game.number for game in club.counted}) == len(club.counted)
    assert settings.schedule.played == len(club.counted)


def test_a_store_that_is_full_ends_it_without_counting() -> None:
    club = Club()
    club.full_after = 3
    with pytest.raises(StoreError, match="No space left"):
        club.run(plan("ann", "bob", games=100))
    assert len(club.counted) == 3
    assert sum(line.startswith("commit") for line in club.log) == 3


@pytest.mark.parametrize("error", [RefusalError("no room"), WorkerError("a worker has died 3 times")])
def test_workers_that_cannot_go_on_end_it_and_what_has_ended_is_kept(error: Exception) -> None:
    club = Club()
    club.last_words = [4, 5]
    collect = club.collect

    def fail(timeout_s: float) -> list[Played]:
        if len(club.counted) == 2:
            raise error
        return collect(timeout_s)

    club.collect = fail  # type: ignore[method-assign]
    made = plan("ann", "bob", games=100)
    with pytest.raises(type(error)):
        club.run(made)
    assert club.log.count("stop") == 1
    assert "finish" not in club.log
    assert len(club.counted) == made.schedule.played == 2 + len({4, 5} - {game.number for game in club.counted[:2]})


def test_a_verdict_ends_it_before_all_is_played() -> None:
    settings = config("ann", "bob", games=1000)._replace(sprt=read_sprt("elo0=0,elo1=200,alpha=0.05,beta=0.05"))
    settings_plan = make_plan(settings)
    club = Club(at_a_time=4, ends_first=0)
    club.outcome = lambda job: Outcome((job.scheduled.players.index(0),), (1, 0), "knock")
    club.run(settings_plan)
    assert settings_plan.schedule.complete
    assert 4 < len(club.counted) < 200
    assert club.log[-1] == "stop"
    standings = Standings(2, 2, settings.sprt)
    for game in club.counted:
        standings.add(game)
    assert standings.counting.sprt is not None
    assert str(standings.counting.sprt.verdict) == "accept H1"
