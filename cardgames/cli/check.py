"""`cardgames check BOT [GAME...]`: is this bot a good CGP/1 citizen?"""

from typing import TYPE_CHECKING, Annotated

import typer

from cardgames.cli import options
from cardgames.cli.main import DONE, FAILED

if TYPE_CHECKING:
    from cardgames.tournament.compliance import Step


def check(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="A built-in player or [NAME=]COMMAND LINE.")],
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME...]", help="Default: all that the bot says it plays.")
    ] = None,
    movetime: options.Movetime = None,
    startup: options.Startup = 10.0,
    seed: Annotated[str, typer.Option(metavar="S", help="Other positions for another seed.")] = "1",
    json: options.Json = False,
) -> int:
    """Try a bot step by step: handshake, isready, legal answers in each game, ping, quit.

    Status 0 if every step passed, else 1.
    """
    from random import Random

    from cardgames.games import find_game
    from cardgames.tournament.bots import read_bot
    from cardgames.tournament.compliance import Budget, Examination
    from cardgames.tournament.examinee import as_program, started

    spec = as_program(read_bot(bot))
    wanted = [find_game(name) for name in games or ()]
    budget = Budget(startup=round(startup * 1000), move=movetime or Budget().move)
    steps: list[Step] = []
    with started(spec) as program:
        examination = Examination(
            program.wires, program, Random(seed), games=wanted, options=spec.options, budget=budget
        )
        for step in examination.steps():
            steps.append(step)
            if not json:
                _tell(step)
    passed = all(step.passed for step in steps)
    if json:
        _print_object(spec.name, passed, steps)
    else:
        failures = sum(not step.passed for step in steps)
        print(f"{spec.name}: passed" if passed else f"{spec.name}: {failures} of {len(steps)} steps failed")
    return DONE if passed else FAILED


def _tell(step: "Step") -> None:
    print(f"{'ok' if step.passed else 'FAILED':<8}{step.name}: {step.detail}")
    if not step.passed:
        for title in ("sent", "expected", "came"):
            print(f"{'':8}{title:<10}{getattr(step, title)}")


def _print_object(name: str, passed: bool, steps: list["Step"]) -> None:
    import json

    print(json.dumps({"bot": name, "passed": passed, "steps": [step._asdict() for step in steps]}))
