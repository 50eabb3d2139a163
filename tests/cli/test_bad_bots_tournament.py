"""A whole tournament of bad bots, from the command line: every reason in result, record and JSON, and nothing left.

And how the runner itself ends: interrupted, terminated, killed.
"""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from shlex import quote

import pytest

from cardgames.bots.isolation.sandbox import find_sandbox
from cardgames.table.record import read_records
from cardgames.table.verify import verify
from tests.bots.bad_bots import bad_bot
from tests.bots.processes import descendants, wait_until_all_gone
from tests.cli.shell import PROGRAM, environment, program

REASONS = {
    "exits": "crash",
    "segfaults": "crash",
    "holds_the_pipes": "crash",
    "exits_after_bestmove": "crash",
    "floods_a_line": "flood",
    "floods_lines": "flood",
    "illegal": "illegal",
    "garbage": "protocol",
    "nonsense": "protocol",
    "eats_memory": "memory",
    "hangs": "time",
    "ignores_sigterm": "time",
    "chats": "time",
}
FAULTLESS = ("floods_stderr", "double_forks", "never_quits")


def typed(name: str) -> str:
    return f"{name}={shlex.join(bad_bot(name).command)}"


@pytest.mark.slow
@pytest.mark.parametrize("game", ["kroket", "spit"])
def test_a_gauntlet_of_bad_bots(game: str, tmp_path: Path) -> None:
    """The good one has time enough on the busiest machine; the three that hang cost it once each game."""
    bots = [typed(name) for name in ("good", *REASONS, *FAULTLESS)]
    # Each is asked at least once, whatever the other one does.
    more = ("--movetime", "1500", "--rule", "minrounds=1") if game == "kroket" else ("--movetime", "700")
    answer = program(
        *("tournament", game, *bots, "--format", "gauntlet", "--games", "2", *more, "--memory", "150M"),
        *("--out", str(tmp_path / "out"), "--json", "--concurrency", "2", "--sandbox", "off"),
    )
    assert answer.status == 0, answer.err
    told = json.loads(answer.out.splitlines()[-1])
    assert told["complete"]
    found = {player["name"]: player["faults"] for player in told["players"]}
    for name, reason in REASONS.items():
        expected = "stall" if (game, reason) == ("spit", "time") else reason
        assert {kind: times for kind, times in found[name].items() if times} == {expected: 2}, name
    for name in ("good", *FAULTLESS):
        assert not any(found[name].values()), (name, answer.err)
    for record in read_records(tmp_path / "out" / "games.cgn"):
        assert verify(record) == []
        names = {record.tags["Seat0"], record.tags["Seat1"]} & set(REASONS)
        if names:
            (name,) = names
            assert record.faults[0].kind == record.tags["Reason"]
    assert "Traceback" not in answer.err
    assert not re.search(r"left|orphan", answer.err)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_survives_the_runner(number: signal.Signals, tmp_path: Path) -> None:
    """The bots fork daemons, ignore every signal and every word; the runner is ended in the middle of a game."""
    command = [*PROGRAM, "match", "kroket", typed("double_forks"), typed("ignores_sigterm"), "--games", "200"]
    command += ["--movetime", "600000", "--out", str(tmp_path / "out"), "--concurrency", "2", "--sandbox", "off"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment()) as runner:
        family: list[int] = []
        while len(family) < 10:
            assert runner.poll() is None
            family = [pid for pid in descendants(runner.pid) if pid != runner.pid]
        runner.send_signal(number)
        runner.wait(30)
        assert wait_until_all_gone(family)


def test_require_refuses_where_there_is_no_sandbox(tmp_path: Path) -> None:
    """Nothing is played, nothing is written."""
    (tmp_path / "bwrap").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "bwrap").chmod(0o755)
    arguments = ("match", "kroket", typed("good"), "random", "--games", "2", "--out", str(tmp_path / "out"))
    answer = program(*arguments, "--sandbox", "require", PATH=str(tmp_path))
    assert answer.status == 1
    assert answer.complaint.startswith("cardgames: --sandbox require: ")
    assert "does not work here" in answer.complaint
    assert not (tmp_path / "out").exists()
    answer = program(*arguments, PATH=str(tmp_path))
    assert answer.status == 0
    assert answer.err.splitlines()[0].startswith("bots run without a sandbox: ")
    assert '[Sandbox "off"]' in (tmp_path / "out" / "games.cgn").read_text()


@pytest.mark.skipif(not find_sandbox("auto").program, reason=find_sandbox("auto").note or "there is a sandbox")
def test_the_record_tells_of_the_sandbox(tmp_path: Path) -> None:
    arguments = ("match", "kroket", typed("good"), "random", "--games", "2", "--out", str(tmp_path / "out"))
    answer = program(*arguments, "--sandbox", "require")
    assert (answer.status, answer.err) == (0, "")
    assert (tmp_path / "out" / "games.cgn").read_text().count('[Sandbox "bubblewrap"]') == 2


@pytest.mark.skipif(not find_sandbox("auto").program, reason=find_sandbox("auto").note or "there is a sandbox")
def test_the_results_are_hidden_from_the_first_start_of_a_bot_on(tmp_path: Path) -> None:
    """They lie in the bot's own folder, which it sees, and were not there before the tournament."""
    (tmp_path / "spy.py").write_text(
        "import os, sys\nsys.path.insert(0, sys.argv[1])\nfrom bot import complain, run\n"
        "run(go=lambda _: (complain(f'seen: {sorted(os.listdir(sys.argv[2]))}'), sys.exit(3)))\n"
    )
    folder, out = bad_bot("good").command[-1].rpartition("/")[0], tmp_path / "deep" / "out"
    spy = "spy=" + shlex.join((sys.executable, f"{tmp_path}/spy.py", folder, str(out)))
    always_asked = ("--rule", "minrounds=1", "--concurrency", "1")
    answer = program("match", "kroket", spy, "random", "--games", "2", "--out", str(out), *always_asked)
    assert answer.status == 0, answer.err
    logs = [path.read_text().strip().splitlines()[-1] for path in sorted((out / "logs").iterdir())]
    assert logs == ["seen: []"] * 2


def test_a_bot_is_not_run_in_the_folder_of_the_results(tmp_path: Path) -> None:
    good = f"good={typed('good').partition('=')[2]}"
    answer = program("match", "kroket", good, "random", "--out", str(tmp_path), "--cwd", f"good={tmp_path}/.")
    assert answer.status == 2
    assert answer.complaint.endswith("bot good is run in this folder and would see the deals; take another")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--sandbox", "perhaps"), "--sandbox perhaps: auto, require or off was expected"),
        (("--on-fault", "retry"), "--on-fault retry: forfeit, void or stop was expected"),
        (("--max-faults", "-1"), "--max-faults -1: a whole number 0 to"),
        (("--memory", "much"), "--memory much: a size was expected, as in 512M or 2G"),
        (("--memory", "1K"), "--memory 1K: 1M or more was expected"),
        (("--processes", "-5"), "--processes -5: a whole number 0 to"),
    ],
)
def test_what_cannot_be_set(options: tuple[str, str], complaint: str) -> None:
    answer = program("match", "kroket", "random", "greedy", *options)
    assert answer.status == 2
    assert answer.complaint.startswith(f"cardgames: {complaint}")


def test_a_bot_that_does_not_start_is_told_before_the_first_game(tmp_path: Path) -> None:
    answer = program(
        "match", "kroket", typed("exits_at_once"), "random", "--out", str(tmp_path / "out"), "--games", "2"
    )
    assert answer.status == 1
    assert "exit status 5; stderr: no such file: weights.bin" in answer.complaint
    assert "name its files by their path" in answer.complaint
    assert not (tmp_path / "out").exists()


def test_a_bot_in_its_folder_and_one_by_its_path(tmp_path: Path) -> None:
    """What is typed is meant where it is typed; what a bot needs beside it lies in its folder."""
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "fox.py").write_text(
        "import sys\nsys.path.insert(0, sys.argv[1])\nassert open('name').read() == 'fox'\nfrom bot import run\nrun()\n"
    )
    (tmp_path / "bots" / "name").write_text("fox")
    folder = bad_bot("good").command[-1].rpartition("/")[0]
    fox = "fox=" + shlex.join((sys.executable, "fox.py", folder))
    by_path = "one=" + shlex.join((sys.executable, f"{folder}/good.py"))
    answer = program(
        *("match", "kroket", fox, by_path, "--cwd", f"fox={tmp_path}/bots"),
        *("--games", "2", "--json", "--movetime", "60000"),
    )
    assert answer.status == 0, answer.err
    assert json.loads(answer.out)["complete"]


def test_a_bot_gets_the_variables_that_it_needs_and_is_found_where_it_was_typed(tmp_path: Path) -> None:
    """In a worker as well: PATH, HOME, the language; nothing else of the runner's."""
    bot = tmp_path / "bot.sh"
    bot.write_text(f"env >&2\nexec {shlex.join(bad_bot('exits').command)}\n")
    out = tmp_path / "out"
    answer = program(
        *(
            "match",
            "kroket",
            f"bot=sh {quote(os.path.relpath(bot))}",
            "random",
            "--games",
            "2",
            "--out",
            str(out),
        ),
        *("--rule", "minrounds=1", "--movetime", "60000", "--sandbox", "off", "--restart", "fresh"),
        HOME="/some/home",
        LANG="C",
        SECRET="x",
    )
    assert answer.status == 0, answer.err
    (told, *_) = [path.read_text() for path in sorted((out / "logs").iterdir())]
    lines = told.splitlines()
    assert {"HOME=/some/home", "LANG=C", f"PATH={os.environ['PATH']}"} <= set(lines)
    assert "SECRET=x" not in lines
