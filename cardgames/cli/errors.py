"""Errors as a person reads them: one line, and the status to exit with."""

from errno import EMFILE, ENFILE, ENOMEM
from typing import Any

import typer

from cardgames.cli.exit_status import FAILED, USAGE

_OF_THE_MACHINE = (EMFILE, ENFILE, ENOMEM)
"""What nothing that is written to can refuse."""


class UsageError(Exception):
    """Something on the command line that cannot be: what came, what was expected, what to try."""


class FailureError(Exception):
    """Something that was tried and failed."""


def explain(error: Exception) -> tuple[tuple[str, ...], int] | None:
    """The lines, as a rule one, and the status for an error that a user can cause; None for one that only we can."""
    if isinstance(error, typer.TyperException):
        return (_of_typer(error),), error.exit_code
    if isinstance(error, UsageError):
        return (str(error),), USAGE
    if isinstance(error, FailureError):
        return (str(error),), FAILED
    if isinstance(error, MemoryError):
        return ("the machine has no more memory for this; end other programs",), FAILED
    if isinstance(error, OSError) and error.errno in _OF_THE_MACHINE:
        return (f"the machine refused: {error.strerror}; end other programs, or look at 'ulimit -a'",), FAILED
    if isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
        where = "standard output" if error.filename is None else error.filename
        return (f"{where}: {error.strerror}",), FAILED
    return _of_modules(error)


def _of_modules(error: Exception) -> tuple[tuple[str, ...], int] | None:
    # Imported here: only an error needs to know them all.
    from cardgames.bots.faults import StartupError
    from cardgames.bots.isolation.machine_refusals import RefusalError
    from cardgames.bots.isolation.sandbox import SandboxError
    from cardgames.games.players import PlayerError
    from cardgames.rules import GameError
    from cardgames.table.record_lines import RecordError
    from cardgames.tournament.config.bot_arguments import BotError
    from cardgames.tournament.config.kinds import ConfigError
    from cardgames.tournament.formats.schedule import ScheduleError
    from cardgames.tournament.run.worker_pool import StartupFailuresError
    from cardgames.tournament.run.worker_process import WorkerError
    from cardgames.tournament.seeds import SeedError
    from cardgames.tournament.storage.folder import OtherTournamentError, StoreError

    if isinstance(error, StartupFailuresError):
        return error.lines, FAILED
    usage = (ConfigError, GameError, PlayerError, BotError, ScheduleError, SeedError, OtherTournamentError)
    if isinstance(error, usage):
        return (str(error),), USAGE
    if isinstance(error, (RecordError, RefusalError, SandboxError, StartupError, StoreError, WorkerError)):
        return (str(error),), FAILED
    return None


def _of_typer(error: typer.TyperException) -> str:
    """Typer's message in the form of all others, with the command whose help says more."""
    # Typer keeps the classes of these to itself; what they carry is read by name.
    context: Any = getattr(error, "ctx", None)
    name = getattr(error, "option_name", None)
    near = getattr(error, "possibilities", None)
    if name is not None and near:
        return f"no option {name}; did you mean {near[0]}?"
    message = error.format_message().rstrip(".")
    if "id you mean" in message:
        return message
    where = context.command_path if context is not None else "cardgames"
    return f"{message}; see '{where} --help'"
