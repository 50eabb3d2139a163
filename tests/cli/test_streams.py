"""What becomes of standard output and standard error: closed, full, given up by their reader, a terminal."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.shell import PROGRAM, environment, program


def sh(script: str) -> "subprocess.CompletedProcess[str]":
    """A script in which `$@` is cardgames."""
    return subprocess.run(
        ["/bin/sh", "-c", script, "sh", *PROGRAM],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=environment(),
    )


def test_without_a_command_the_help_is_printed() -> None:
    answer = program()
    assert answer.status == 2
    assert answer.out == program("--help").out
    assert "tournament" in answer.out


def test_a_reader_that_has_had_enough() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*PROGRAM, "games"],
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        timeout=120,
        check=False,
        env=environment(),
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, "")


def test_a_closed_standard_output() -> None:
    done = sh('"$@" games >&-')
    assert done.returncode == 1
    assert done.stderr == "cardgames: standard output is closed; send it to /dev/null to run without output\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_standard_output() -> None:
    done = sh('"$@" games >/dev/full')
    assert done.returncode == 1
    assert done.stderr == "cardgames: standard output: No space left on device\n"


@pytest.mark.parametrize("script", ['"$@" games <&-', '"$@" games 2>&-', '"$@" games <&- 2>&-'])
def test_closed_standard_input_and_error_do_no_harm(script: str) -> None:
    done = sh(script)
    assert done.returncode == 0
    assert done.stdout.startswith("crapette: 2 seats\n")


def test_everything_closed() -> None:
    assert sh('"$@" games <&- >&- 2>&-').returncode == 1
    assert sh('"$@" mach 2>&-').returncode == 2


def test_an_encoding_without_the_signs_of_the_rules() -> None:
    assert program("rules", "kroket", PYTHONIOENCODING="ascii").status == 0


def test_the_engine_is_reached_without_typer() -> None:
    """`cardgames engine` has to answer its first line at once."""
    script = (
        "import os, sys; sys.argv[1:] = ['engine']\n"
        "os._exit = lambda status: sys.exit(print(status, sorted({'typer', 'rich'} & set(sys.modules))))\n"
        "from cardgames.cli.main import main\n"
        "main()"
    )
    done = subprocess.run(
        [PROGRAM[0], "-c", script], input="ping 3\nquit\n", capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout == "pong 3\n0 []\n"


def test_the_help_needs_no_game() -> None:
    script = (
        "import sys\nfrom cardgames.cli.main import run\n"
        "assert run(['--help']) == 0\n"
        "print(sorted(name for name in sys.modules if name.startswith(('rich', 'cardgames.games', 'cardgames.table'))))"
    )
    done = subprocess.run([PROGRAM[0], "-c", script], capture_output=True, text=True, timeout=120, check=True)
    # The default of --stall is in the help.
    assert done.stdout.splitlines()[-1] == "['cardgames.table', 'cardgames.table.clock_settings']"


def test_version() -> None:
    from cardgames import __version__

    assert program("--version") == (0, f"cardgames {__version__}\n", "")
