"""The engine as a process: pipes, ends, signals, and how little it loads before it answers."""

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

ENGINE = [sys.executable, "-m", "cardgames.engine.main"]
HEAVY = {"asyncio", "dataclasses", "decimal", "difflib", "email", "fractions", "hmac", "inspect", "json", "logging"}
HEAVY |= {"multiprocessing", "numpy", "rich", "selectors", "socket", "subprocess", "typer"}


def environment() -> dict[str, str]:
    """Without PYTHONUNBUFFERED, which would hide answers that are not flushed."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}


def talk(data: bytes) -> tuple[list[str], int]:
    run = subprocess.run(ENGINE, input=data, capture_output=True, timeout=120, env=environment(), check=False)
    assert run.stderr == b""
    return run.stdout.decode("ascii").splitlines(), run.returncode


@pytest.fixture
def engine() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as child:
        yield child
        child.kill()


@pytest.mark.parametrize(
    ("data", "answers"),
    [
        (b"", []),
        (b"isready\n", ["readyok"]),
        (b"ping 1\r\nping 2\r\n", ["pong 1", "pong 2"]),
        (b"isready", ["readyok"]),
        (b"quit\nisready\n", []),
        (b"isready\nquit\nisready\n", ["readyok"]),
        (b"\n\n \n\t\nisready\n", ["readyok"]),
        (b"\x00\x01\x02 \x1b[2J\nisready\n", ["readyok"]),
    ],
)
def test_it_answers_and_ends_with_status_0(data: bytes, answers: list[str]) -> None:
    assert talk(data) == (answers, 0)


@pytest.mark.parametrize(
    "noise", [b"x" * 10_000_000, bytes(range(128, 256)) * 1000, b"newgame \xff\xfe", b"position \x80" + b"y" * 70_000]
)
def test_what_is_no_line_is_one_error_and_the_next_command_works(noise: bytes) -> None:
    answers, status = talk(noise + b"\nisready\n")
    assert status == 0
    assert answers[0].startswith("error ")
    assert answers[0].endswith(": input")
    assert answers[1:] == ["readyok"]


def test_answers_come_while_the_input_is_open(engine: subprocess.Popen[bytes]) -> None:
    assert engine.stdin is not None
    assert engine.stdout is not None
    for number in (b"1", b"2"):
        engine.stdin.write(b"ping %s\n" % number)
        engine.stdin.flush()
        assert engine.stdout.readline() == b"pong %s\n" % number


def test_an_interrupt_ends_it_quietly_with_130(engine: subprocess.Popen[bytes]) -> None:
    assert engine.stdin is not None
    assert engine.stdout is not None
    engine.stdin.write(b"isready\n")
    engine.stdin.flush()
    engine.stdout.readline()
    engine.send_signal(signal.SIGINT)
    assert engine.communicate(timeout=60) == (b"", b"")
    assert engine.returncode == 130


def test_an_interrupt_ends_a_long_command(engine: subprocess.Popen[bytes]) -> None:
    assert engine.stdin is not None
    assert engine.stdout is not None
    engine.stdin.write(b"isready\n")
    engine.stdin.flush()
    engine.stdout.readline()
    engine.stdin.write(b"newgame crapette seed 1\nplay 1000000\n")
    engine.stdin.flush()
    engine.send_signal(signal.SIGINT)
    assert engine.communicate(timeout=60) == (b"", b"")
    assert engine.returncode == 130


def test_a_reader_that_has_gone_away_is_no_traceback(engine: subprocess.Popen[bytes]) -> None:
    assert engine.stdin is not None
    assert engine.stdout is not None
    assert engine.stderr is not None
    engine.stdout.close()
    engine.stdin.write(b"help\n" * 2000)
    engine.stdin.close()
    assert engine.stderr.read() == b""
    assert engine.wait(60) == 1


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_a_closed_standard_stream_is_one_line(closed: str) -> None:
    command = f"echo isready | {{ exec {shlex.join(ENGINE)} {closed}; }}"
    run = subprocess.run(["sh", "-c", command], capture_output=True, timeout=60, env=environment(), check=False)
    assert run.returncode == 1
    assert run.stdout == b""
    assert run.stderr == b"standard input or output cannot be used: Bad file descriptor\n"


def test_a_start_loads_little() -> None:
    """`cgpok` within 80 ms of CPU: no heavy module stands in the way."""
    code = (
        "import os, sys; from cardgames.engine.main import main; read, write = os.pipe()\n"
        "def told(status):\n"
        "    print(*{name.split('.')[0] for name in sys.modules}, file=sys.stderr); sys.exit(status)\n"
        "os.write(write, b'cgp 1\\nisready\\nquit\\n'); os.dup2(read, 0); os._exit = told; main()"
    )
    run = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{code}"],
        capture_output=True,
        text=True,
        timeout=60,
        env=environment(),
        check=True,
    )
    assert run.stdout.endswith("cgpok 1\nreadyok\n")
    assert HEAVY & set(run.stderr.split()) == set()
