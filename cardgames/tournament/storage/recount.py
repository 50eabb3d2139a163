"""The standings of a tournament, counted again from what its folder holds."""

from functools import partial
from pathlib import Path

from cardgames.tournament.config.config import Config
from cardgames.tournament.config.toml_reader import read_config
from cardgames.tournament.plan import Plan, make_plan
from cardgames.tournament.results.counting import Counting
from cardgames.tournament.results.fault_policy import is_void, result_of_game
from cardgames.tournament.results.result import Result
from cardgames.tournament.results.standings import Standings
from cardgames.tournament.storage.folder import CONFIG
from cardgames.tournament.storage.results import Results


def stored_config(results: Results) -> Config:
    """The config of a folder. Raises ConfigError for one that this program cannot read."""
    return read_config(results.config, str(results.folder / CONFIG))


def stored_plan(results: Results) -> Plan:
    """The tournament that a folder is of. Raises ConfigError for a config that this program cannot read."""
    return make_plan(stored_config(results), results.secret)


def standings_of(plan: Plan) -> Standings:
    """Standings with nothing counted yet."""
    config = plan.config
    return Standings(
        len(plan.bots),
        plan.rules.players,
        config.sprt,
        max_faults=config.max_faults,
        void=partial(is_void, config),
    )


def recount(plan: Plan, results: Results) -> Standings:
    """Standings of the games of a folder, counted as the runner did: in the order in which they ended.

    The plan's schedule takes note of them as well.

    Raises:
        StoreError, ScheduleError: they cannot be read, or are not those of the plan.
    """
    standings = standings_of(plan)
    for game in results.played(as_ended=True):
        plan.schedule.add(game.number, result_of_game(plan.config, game))
        standings.add(game)
    return standings


def counting_of(results: Results) -> Counting:
    """Which of the games of a folder count. Raises ConfigError, StoreError."""
    config = stored_config(results)
    counting = Counting(config.sprt, partial(is_void, config))
    for game in results.played():
        counting.add(game)
    return counting


def read_result(folder: Path) -> Result:
    """What has been played in a folder, also while a runner is at work there.

    Raises:
        StoreError: there are no results that can be read.
        ConfigError, ScheduleError: they are not of a tournament that this program knows.
    """
    with Results.open(folder) as results:
        plan = stored_plan(results)
        standings = recount(plan, results)
        return Result(plan, standings, plan.schedule.complete, results.wall_s)
