"""The way in: starts the command, and turns every error that a user can cause into one line and a status.

Status 0 done, 1 failed, 2 usage, 130 interrupted.
"""

import gc
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING

from cardgames.cli.exit_status import DONE, FAILED, INTERRUPTED, USAGE
from cardgames.cli.variables import COMPLETION
from cardgames.text import harmless

if TYPE_CHECKING:
    from typer import Typer


def main() -> None:
    """Runs the command of `sys.argv` and exits with its status."""
    # A job in the background of a script inherits SIGINT ignored, and could not be interrupted.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    args = sys.argv[1:]
    if args == ["engine"]:
        # Before Typer is imported: an engine has to answer its first line at once.
        from cardgames.engine.main import main as run_engine

        run_engine()
    # Nothing that is loaded for a command is garbage: to look through it takes a quarter of the time of a help.
    gc.disable()
    sys.exit(run(args))


def run(args: Sequence[str]) -> int:
    """Runs a command line (without the program's name). The status to exit with."""
    if not _open_streams():
        _complain("standard output is closed; send it to /dev/null to run without output")
        return FAILED
    try:
        # Without a command there is only the help to give, and something was missing all the same.
        status = _dispatch(args) if args or COMPLETION in os.environ else _dispatch(["--help"]) or USAGE
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BrokenPipeError:
        # Whoever read has had enough: there is nobody to tell.
        status = FAILED
        _drop_output()
    except OSError as error:
        status = FAILED
        _complain(f"standard output: {error.strerror}")
        _drop_output()
    return status


def _dispatch(args: Sequence[str]) -> int:
    try:
        status = _load(args)(list(args), prog_name="cardgames", standalone_mode=False)
    except Exception as error:
        from cardgames.cli.errors import explain

        explained = explain(error)
        if explained is None:
            raise
        lines, status = explained
        for line in lines:
            _complain(line)
        return status
    return status if isinstance(status, int) else DONE


def _load(args: Sequence[str]) -> "Typer":
    """The application; what is loaded by then is left out when the interpreter looks for garbage, also at its end."""
    # Imported here: `main` may not need it, and an interrupt while it loads is caught above.
    from cardgames.cli.app import build_app

    app = build_app(args)
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
    return app


def _complain(message: str) -> None:
    """One line on stderr, whatever the message holds."""
    # With stderr gone as well there is nobody left to tell.
    with suppress(OSError):
        print(f"cardgames: {harmless(message)}", file=sys.stderr)


def _open_streams() -> bool:
    """Whether there is a standard output; a closed stdin or stderr is opened on /dev/null.

    Otherwise the next pipe that is opened would take the place of the closed one, and be read or written as such.
    """
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY))
    if sys.stdout is None:
        return False
    if isinstance(sys.stdout, TextIOWrapper):
        # A terminal that has no … shows a ?.
        sys.stdout.reconfigure(errors="replace")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    return True


def _drop_output() -> None:
    """Sends what is still to be written to /dev/null, or Python would complain of it at exit."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    os.close(null)
