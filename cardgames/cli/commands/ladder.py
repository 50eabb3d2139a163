"""`cardgames ladder [GAME...]`: the levels of the built-in players against each other."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardgames.cli import completion, options
from cardgames.cli.errors import UsageError
from cardgames.cli.exit_status import DONE, FAILED

if TYPE_CHECKING:
    from cardgames.tournament.ladder import Ladder, Level
    from cardgames.tournament.results.result import Result


def ladder(
    games_named: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME...]",
            help="crapette, spit, kroket; all by default.",
            show_default=False,
            autocompletion=completion.games,
        ),
    ] = None,
    levels: Annotated[
        str | None,
        typer.Option(
            metavar="LEVEL,...",
            help="random, greedy, and a number for the expert of that skill, or an expert with its options, as "
            "expert:Skill=5,Nodes=7. Default: random,greedy,0,5,10,15,20.",
        ),
    ] = None,
    games: options.Games = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            max=1_000_000_000,
            help="Nodes for each move of an expert that has no Nodes or Time of its own: the same games every time, if "
            "the clock ends no thought before. Default: as many as are enough for a good move; with --movetime no "
            "limit.",
        ),
    ] = None,
    movetime: options.Movetime = None,
    seed: options.Seed = None,
    rule: options.RuleTexts = None,
    sprt: Annotated[
        str | None,
        options.setting_option(
            "sprt",
            "Plays each step as a match of its own, until the test tells two strengths apart: "
            "elo0=0,elo1=20,alpha=0.05,beta=0.05.",
        ),
    ] = None,
    concurrency: options.Concurrency = None,
    out: Annotated[
        Path | None,
        typer.Option(
            readable=False,
            metavar="DIR",
            help="Keeps the games there, of several games or matches in a folder for each; the same command goes on "
            "there. Default: one under results, with --sprt nothing is kept.",
        ),
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Status 1 if a step does not go up.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the table in Markdown.")] = False,
    json: options.Json = False,
) -> int:
    """Play the levels of the built-in players against each other, and tell whether each is above the one before.

    A round robin, kept like any tournament: 'cardgames resume DIR' and 'cardgames standings DIR' know it. Elo is
    counted from random, or from the first of --levels.
    """
    if json and markdown:
        raise UsageError("--json and --markdown: one of the two was expected")
    from cardgames.cli.output.json_line import print_json
    from cardgames.cli.output.ladder import ladder_object, print_ladder
    from cardgames.games.registry import GAMES, find_game
    from cardgames.tournament.ladder import all_levels, default_nodes, read_levels

    wanted = list(dict.fromkeys(find_game(name).name for name in games_named or GAMES))
    chosen = all_levels() if levels is None else read_levels(levels)
    if len(chosen) == 1:
        raise UsageError(f"--levels {levels}: two levels or more were expected, as random,greedy,5")
    given = {"games": games, "movetime": movetime, "seed": seed, "rule": rule, "concurrency": concurrency, "sprt": sprt}
    made: list[Ladder] = []
    objects: list[dict[str, object]] = []
    status = DONE
    for game in wanted:
        limit = default_nodes(game) if nodes is None and movetime is None else nodes
        folder = out / game if out is not None and len(wanted) > 1 else out
        run = _Run(game, chosen, limit, given, folder, quiet=json)
        climbed, status = run.all_steps() if sprt is not None else run.round_robin()
        made.append(climbed)
        objects.append({**ladder_object(climbed), **run.facts()})
        if not json:
            print_ladder(climbed, run.settings(), markdown=markdown)
        if status != DONE:
            break
    if json:
        print_json({"complete": status == DONE, "ladders": objects})
    if status == DONE and check and not all(climbed.monotone for climbed in made):
        return FAILED
    return status


class _Run:
    """The games of one ladder."""

    def __init__(
        self,
        game: str,
        levels: "list[Level]",
        nodes: int | None,
        given: dict[str, Any],
        folder: Path | None,
        *,
        quiet: bool,
    ) -> None:
        self._game = game
        self._levels = levels
        self._searches = any(level.wants_limit for level in levels)
        self._nodes = nodes if self._searches else None
        self._given = given
        self._folder = folder
        self._quiet = quiet
        self._results: list[Result] = []

    def settings(self) -> str:
        """What has to be known to read the table: `840 games, experts of 32 nodes a move, seed 1`."""
        parts = [f"{self._games} games"]
        if self._searches:
            parts.append("experts by time" if self._nodes is None else f"experts of {self._nodes} nodes a move")
        if self._given["movetime"] is not None:
            parts.append(f"{self._given['movetime']} ms a move")
        parts += self._given["rule"] or []
        return ", ".join(parts if self._seed is None else [*parts, f"seed {self._seed}"])

    def facts(self) -> dict[str, object]:
        """The same for a program."""
        rules = self._results[-1].plan.rules
        return {
            "games": self._games,
            "nodes": self._nodes,
            "seed": self._seed,
            "rules": {"players": rules.players, **rules},
        }

    @property
    def _games(self) -> int:
        """How many have been played."""
        return sum(result.standings.games for result in self._results)

    @property
    def _seed(self) -> str | None:
        """What the deals follow from; None as long as it is a secret, or if it was another one for each step."""
        seeds = {result.seed for result in self._results}
        return seeds.pop() if len(seeds) == 1 else None

    def round_robin(self) -> "tuple[Ladder, int]":
        """All levels against each other. What came of it, and the status."""
        from cardgames.tournament.ladder import ladder_of_all

        status = self._play(self._levels, self._folder, f"ladder of {self._game}", match=False)
        return ladder_of_all(self._game, self._levels, self._results[-1]), status

    def all_steps(self) -> "tuple[Ladder, int]":
        """A match for each step, ended by the test. What came of it, and the status."""
        from cardgames.tournament.ladder import ladder_of_matches, steps_of

        matches = {}
        status = DONE
        for lower, upper in steps_of(self._levels):
            pair = [self._levels[upper], self._levels[lower]]
            name = f"{pair[0].name}-{pair[1].name}"
            folder = None if self._folder is None else self._folder / name
            status = self._play(pair, folder, f"ladder of {self._game}: {name}", match=True)
            matches[lower, upper] = self._results[-1]
            if status != DONE:
                break
        return ladder_of_matches(self._game, self._levels, matches), status

    def _play(self, levels: "list[Level]", folder: Path | None, event: str, *, match: bool) -> int:
        from cardgames.cli.config_from_args import plan_from_args
        from cardgames.cli.tournament_run import play_series

        bots = [level.typed(self._nodes) for level in levels]
        plan = plan_from_args(self._game, bots, {**self._given, "event": event}, match=match)
        keep = not match
        return play_series(plan.config, out=folder, as_json=self._quiet, keep=keep, show=self._results.append)
