"""A script gives the same transcript every time, byte for byte; and what becomes of its output."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.shell import environment

SCRIPTS = {
    "kroket": ("--against random --against greedy", "take\n?\n#1\nlay\n3\nhint\nhistory\nscore\nnonsense\ndraw\n#2\n"),
    "crapette": ("", "?\nhint\n" + "#1\n" * 60 + "history\nrules C10\n"),
    "spit": ("", "?\n" + "#1\n" * 60 + "score\nhelp\n"),
}


def transcript(home: Path, game: str, seed: str, script: bytes, *args: str, **variables: str) -> bytes:
    done = subprocess.run(
        [sys.executable, "-c", "from cardgames.cli.main import main; main()", "play", game, "--seed", seed, *args],
        input=script,
        capture_output=True,
        timeout=240,
        check=False,
        env=environment(XDG_DATA_HOME=str(home), **variables),
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("game", SCRIPTS)
def test_transcripts_are_the_same_byte_for_byte(game: str, tmp_path: Path) -> None:
    args, script = SCRIPTS[game]
    run = [
        transcript(tmp_path / home, game, "7", script.encode(), *args.split(), **variables)
        for home, variables in {
            "one": {"PYTHONHASHSEED": "1", "TERM": "xterm", "LANG": "C.UTF-8"},
            "two": {"PYTHONHASHSEED": "2", "TERM": "dumb", "LANG": "C", "COLUMNS": "40", "NO_COLOR": "1"},
        }.items()
    ]
    assert run[0] == run[1]
    assert b"\x1b" not in run[0]
    assert run[0].isascii()
    assert b"The game is kept. To go on: " in run[0] or b"\nover (" in run[0]
    assert transcript(tmp_path / "one", game, "7", script.encode(), *args.split()) == run[0]
    assert transcript(tmp_path / "one", game, "8", script.encode(), *args.split()) != run[0]


def test_lines_may_end_as_on_other_systems(tmp_path: Path) -> None:
    plain = transcript(tmp_path, "kroket", "7", b"take\n#1\n")
    assert transcript(tmp_path, "kroket", "7", b"take\r\n#1\r\n") == plain
    assert transcript(tmp_path, "kroket", "7", b"take\n#1") == plain


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    assert b"is no move and no command" in transcript(tmp_path, "kroket", "7", b"\xff\xfe\n\x00\ntake\n")


@pytest.mark.parametrize(
    ("redirection", "status", "complaint"),
    [
        (">&-", 1, "cardgames: standard output is closed; send it to /dev/null to run without output\n"),
        (">/dev/full", 1, "cardgames: standard output: No space left on device\n"),
        ("<&-", 0, ""),
        ("| head -1 >/dev/null", 0, ""),
    ],
)
def test_streams_that_are_not_there(redirection: str, status: int, complaint: str, tmp_path: Path) -> None:
    script = f'echo take | "$@" play kroket --seed 7 {redirection}'
    if redirection.startswith("<"):
        script = f'"$@" play kroket --seed 7 {redirection} >/dev/null'
    done = subprocess.run(
        ["/bin/sh", "-c", script, "sh", sys.executable, "-c", "from cardgames.cli.main import main; main()"],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
        env=environment(XDG_DATA_HOME=str(tmp_path)),
        stdin=subprocess.DEVNULL,
    )
    assert (done.returncode, done.stderr) == (status, complaint)


def test_a_killed_game_is_kept(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-c", "from cardgames.cli.main import main; main()", "play", "kroket", "--seed", "stone"],
        stdin=reader,
        stdout=subprocess.PIPE,
        env=environment(XDG_DATA_HOME=str(tmp_path), PYTHONUNBUFFERED="1"),
    )
    os.close(reader)
    os.write(writer, b"take\n")
    assert process.stdout is not None
    for line in process.stdout:
        if b"You take the Kd" in line:
            break
    process.kill()
    process.wait()
    process.stdout.close()
    os.close(writer)
    (name,) = [path.stem for path in (tmp_path / "cardgames" / "saves").glob("*.save")]
    done = subprocess.run(
        [sys.executable, "-c", "from cardgames.cli.main import main; main()", "play", "--load", name],
        input=b"4s\n",
        capture_output=True,
        timeout=240,
        check=True,
        env=environment(XDG_DATA_HOME=str(tmp_path)),
    )
    assert b"You discard the 4s." in done.stdout
