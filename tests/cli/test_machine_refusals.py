"""What the machine refuses costs no bot a game: the run waits, tries again, and then stops with one line."""

import json
import os
import re
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bots.isolation.test_scratch import mounted
from tests.cli.shell import PROGRAM, Answer, environment, program
from tests.cli.test_leftovers import BUSY, typed
from tests.cli.test_survival import PATIENCE_S, counted, rows, wait_for

HASTY = """
import cardgames.tournament.run.retries as retries
retries.PAUSES_S = {pauses}
from cardgames.cli.main import main
main()
"""


def hasty(*args: str, pauses: tuple[float, ...] = (0.1, 0.1), **more: str) -> "subprocess.Popen[str]":
    """A run that does not wait for long."""
    command = [sys.executable, "-c", HASTY.format(pauses=pauses), *args]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(**more))


def no_blame(out: str) -> bool:
    return not any(any(player["faults"].values()) for player in json.loads(out.splitlines()[-1])["players"])


def texts(folder: Path) -> list[str]:
    return sorted(re.sub(r"\[Date .*\]", "", (folder / "games.cgn").read_text()).split("[Game "))


@pytest.mark.slow
@pytest.mark.parametrize("concurrency", ["1", "2"])
def test_a_run_that_is_refused_stops_and_goes_on_later_as_if_nothing_had_been(concurrency: str, tmp_path: Path) -> None:
    """No folder can be made for a bot any more, from the middle of the run on."""
    folders, out = tmp_path / "folders", tmp_path / "out"
    folders.mkdir(mode=0o755)
    line = ["tournament", "kroket", typed("good"), "random", "greedy", "--games", "40", "--seed", "3"]
    line += ["--movetime", "60000", "--startup", "60", "--sandbox", "off", "--restart", "fresh", "--json"]
    line += ["--concurrency", concurrency]
    with hasty(*line, "--out", str(out), TMPDIR=str(folders)) as runner:
        wait_for(lambda: rows(out) >= 20, runner)
        folders.rename(tmp_path / "gone")
        told, err = runner.communicate(timeout=PATIENCE_S)
    assert runner.returncode == 1, err
    (complaint,) = [text for text in err.splitlines() if re.match("cardgames: (?!warning)", text)]
    assert re.search(r"no folder could be made for it in .*/folders: No such file or directory \(tried 3 ", complaint)
    assert f"to go on: cardgames resume {out}" in err
    assert "trying again in 0.1 s" in err
    assert "Traceback" not in err
    found = json.loads(told.splitlines()[-1])
    assert not found["complete"]
    assert no_blame(told), err
    assert 20 <= found["games"] == rows(out) < 120
    (tmp_path / "gone").rename(folders)
    resumed = program("resume", str(out), "--json", TMPDIR=str(folders))
    assert resumed.status == 0, resumed.err
    reference = program(*line, "--out", str(tmp_path / "whole"), TMPDIR=str(folders))
    assert counted(resumed.out) == counted(reference.out)
    assert no_blame(resumed.out)
    assert texts(out) == texts(tmp_path / "whole")


def wait_for_line(runner: "subprocess.Popen[str]", words: str) -> None:
    assert runner.stderr is not None
    assert any(words in line for line in runner.stderr), f"no line with {words!r}"


@pytest.mark.parametrize("interrupted", [False, True])
def test_what_is_refused_for_a_while_is_had_later(interrupted: bool, tmp_path: Path) -> None:
    """Or the run is interrupted, however long it would wait."""
    folders, out = tmp_path / "folders", tmp_path / "out"
    folders.mkdir(mode=0o755)
    line = ["match", "kroket", typed("good"), "random", "--games", "30", "--restart", "fresh", "--json", *BUSY]
    pauses = (600.0,) if interrupted else (0.2,) * 600
    with hasty(*line, "--out", str(out), pauses=pauses, TMPDIR=str(folders)) as runner:
        wait_for(lambda: rows(out) >= 4, runner)
        folders.rename(tmp_path / "gone")
        wait_for_line(runner, "trying again")
        (tmp_path / "gone").rename(folders)
        if interrupted:
            runner.terminate()
        told, err = runner.communicate(timeout=PATIENCE_S)
    assert runner.returncode == (130 if interrupted else 0), err
    assert json.loads(told.splitlines()[-1])["complete"] is not interrupted
    assert no_blame(told), err


def test_a_bot_that_uses_up_the_inodes_harms_nobody_but_itself(tmp_path: Path) -> None:
    """Its folder is taken away, and there is room again."""
    place = tmp_path / "fs"
    if not mounted(place, "-o", "nr_inodes=60,mode=1777"):
        pytest.skip("no file system can be mounted here")
    bots = ["good=" + typed("good").partition("=")[2], "other=" + typed("good").partition("=")[2]]
    try:
        answer = program(
            *("tournament", "kroket", typed("uses_up_inodes"), *bots, "--games", "4", "--json", *BUSY),
            TMPDIR=str(place),
        )
    finally:
        subprocess.run(["umount", str(place)], check=True)
    assert answer.status == 0, answer.err
    assert json.loads(answer.out.splitlines()[-1])["complete"]
    assert no_blame(answer.out)


def limited(limit: Callable[[], object], *args: str, **more: str) -> Answer:
    """A command line in a process that is limited."""
    done = subprocess.run(
        [*PROGRAM, *args],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=environment(**more),
        preexec_fn=limit,
    )
    return Answer(done.returncode, done.stdout, done.stderr)


def descriptors(soft: int, hard: int) -> Callable[[], object]:
    return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


LINE = ("match", "kroket", "random", "greedy", "--games", "40", "--concurrency", "12", "--json")


def test_a_soft_limit_of_descriptors_is_raised() -> None:
    answer = limited(descriptors(30, 1024), *LINE)
    assert answer.status == 0, answer.err
    assert json.loads(answer.out)["complete"]


def test_what_cannot_be_had_is_said_before_the_first_game(tmp_path: Path) -> None:
    answer = limited(descriptors(64, 64), *LINE, "--out", str(tmp_path / "out"))
    assert answer.status == 1
    assert re.fullmatch(
        r"cardgames: \d+ descriptors are needed, 64 can be had; raise 'ulimit -Hn' to \d+.*", answer.complaint
    )
    assert answer.out == ""
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root is not held to a number of processes")
def test_too_few_processes_are_said_before_the_first_game() -> None:
    answer = limited(lambda: resource.setrlimit(resource.RLIMIT_NPROC, (3, 3)), *LINE)
    assert answer.status == 1
    assert "processes are needed" in answer.complaint


@pytest.mark.parametrize("command", ["match", "match with --out", "check", "play"])
def test_without_descriptors_there_is_one_line_and_no_blame(command: str, tmp_path: Path) -> None:
    lines = {
        "match": ("match", "kroket", typed("good"), "random", "--sandbox", "off"),
        "match with --out": ("match", "kroket", typed("good"), "random", "--sandbox", "off", "--out", "out"),
        "check": ("check", typed("good"), "--sandbox", "off"),
        "play": ("play", "kroket", "--against", typed("good"), "--sandbox", "off"),
    }
    answer = limited(descriptors(11, 11), *lines[command], XDG_DATA_HOME=str(tmp_path))
    assert answer.status == 1, answer
    (complaint,) = [line for line in answer.err.splitlines() if re.match("cardgames: (?!warning)", line)]
    assert "Too many open files" in complaint or "11 can be had; raise 'ulimit -Hn'" in complaint
    assert "Traceback" not in answer.err
    assert "FAILED" not in answer.out
    assert not Path("out").exists()


@pytest.mark.parametrize("command", ["match", "check"])
def test_without_a_folder_for_temporary_files_there_is_one_line(command: str, tmp_path: Path) -> None:
    line = ("match", "kroket", typed("good"), "random") if command == "match" else ("check", typed("good"))
    answer = program(*line, "--sandbox", "off", TMPDIR=str(tmp_path / "none"))
    assert answer.status == 1
    (complaint,) = [line for line in answer.err.splitlines() if re.match("cardgames: (?!warning)", line)]
    assert "no folder could be made for " in complaint
    assert complaint.endswith(f"in {tmp_path}/none: No such file or directory")
    assert answer.out == ""
