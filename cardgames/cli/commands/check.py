"""`cardgames check BOT [GAME...]`: is this bot a good CGP/1 citizen?"""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from cardgames.cli import completion, options
from cardgames.cli.exit_status import DONE, FAILED
from cardgames.cli.output.json_line import print_json

if TYPE_CHECKING:
    from cardgames.bots.limits import Limits
    from cardgames.bots.spec import BotSpec
    from cardgames.conformance.examination import ExamStep, StepTimes


def check(
    bot: Annotated[
        str,
        typer.Argument(metavar="BOT", help="A built-in player or [NAME=]COMMAND LINE.", autocompletion=completion.bots),
    ],
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME...]", help="Default: all that the bot says it plays.", autocompletion=completion.games
        ),
    ] = None,
    movetime: options.Movetime = None,
    startup: options.Startup = options.STARTUP_S,
    seed: Annotated[str, typer.Option(metavar="S", help="Other positions for another seed.")] = "1",
    memory: options.Memory = None,
    sandbox: options.Sandbox = options.SANDBOX,
    json: options.Json = False,
) -> int:
    """Try a bot step by step: how it listens, answers, keeps time and leaves, in each game that it plays.

    Status 0 if every step passed, else 1.
    """
    from random import Random

    from cardgames.conformance.examination import Examination
    from cardgames.conformance.program import BotProgram, as_program
    from cardgames.games.registry import find_game
    from cardgames.tournament.config.bot_arguments import read_bot

    named = read_bot(bot)
    spec, limits = as_program(named), _limits(memory, sandbox if named.command else "off", named)
    wanted = [find_game(name) for name in games or ()]
    steps: list[ExamStep] = []
    examination = Examination(
        lambda: BotProgram(spec, limits),
        Random(seed),
        games=wanted,
        options=spec.options,
        times=_times(movetime, startup),
    )
    try:
        for step in examination.steps():
            steps.append(step)
            if not json:
                _print_step(step)
    finally:
        examination.close()
    passed = all(step.passed for step in steps)
    if json:
        print_json({"bot": spec.name, "passed": passed, "steps": [step._asdict() for step in steps]})
    else:
        failures = sum(not step.passed for step in steps)
        print(f"{spec.name}: passed" if passed else f"{spec.name}: {failures} of {len(steps)} steps failed")
    return DONE if passed else FAILED


def _times(movetime: int | None, startup: float) -> "StepTimes":
    from cardgames.conformance.examination import StepTimes

    usual = StepTimes(startup=round(startup * 1000))
    return usual if movetime is None else usual._replace(move=movetime, hasty=movetime)


def _limits(memory: str | None, sandbox: str, spec: "BotSpec") -> "Limits":
    from cardgames.bots.isolation import fork_client as forks
    from cardgames.bots.isolation.sandbox import find_sandbox
    from cardgames.bots.limits import Limits
    from cardgames.tournament.config.kinds import SIZE, Given

    forks.adopt()
    found = find_sandbox(sandbox, [spec])
    if found.note:
        print(found.note, file=sys.stderr)
    limits = Limits(sandbox=found.program)
    return limits if memory is None else limits._replace(memory_bytes=SIZE.read(Given(memory, "--memory")))


def _print_step(step: "ExamStep") -> None:
    print(f"{'ok' if step.passed else 'FAILED':<8}{step.name}: {step.detail}")
    if not step.passed:
        for title in ("sent", "expected", "came"):
            print(f"{'':8}{title:<10}{getattr(step, title)}")
