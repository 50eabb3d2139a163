"""`cardgames check` with real programs: good ones pass, a bad one fails where it should."""

import json
import shlex
import sys
from pathlib import Path
from shlex import quote

import pytest

from tests.bots.bad_bots import bad_bot
from tests.cli.shell import Shell

ROOT = Path(__file__).parents[3]
PATIENT = ("--movetime", "60000", "--startup", "60")


@pytest.mark.parametrize("bot", [shlex.join((sys.executable, f"{ROOT}/scripts/bots/random_bot.py")), "random"])
def test_a_good_bot_passes(bot: str, shell: Shell) -> None:
    answer = shell("check", bot, *PATIENT)
    assert (answer.status, answer.err) == (0, ""), answer.out
    lines = answer.out.splitlines()
    assert [line[:8].strip() for line in lines[:-1]] == ["ok"] * 20
    assert lines[-1].endswith(": passed")


def test_one_game_alone(shell: Shell) -> None:
    answer = shell("check", "random", "spit", *PATIENT, "--json")
    told = json.loads(answer.out)
    assert (answer.status, told["bot"], told["passed"]) == (0, "random", True)
    names = [step["name"] for step in told["steps"]]
    assert names[:6] == ["handshake", "options", "isready", "ping", "unknown commands", "carriage returns"]
    assert names[6:9] == ["spit: legal answers", "spit: clocks", "spit: rejected"]
    assert names[9:] == [
        *("isready while thinking", "stop", "newgame twice"),
        *("clean stdout", "quit", "no process left", "end of input"),
    ]


BAD = r"""
cr=$(printf '\r')
while read -r word id rest; do word=${word%$cr} id=${id%$cr}; case $word in
    cgp) echo 'id name bad'; echo 'games kroket'; echo 'cgpok 1' ;;
    isready) echo readyok ;;
    ping) echo "pong $id" ;;
    quit) exit 0 ;;
    go) echo 'cannot think' >&2; exit 4 ;;
esac; done
"""


def test_a_bad_bot_fails_with_what_came_and_what_was_expected(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "bad.sh").write_text(BAD)
    answer = shell("check", f"sh {quote(str(tmp_path))}/bad.sh", *PATIENT)
    assert answer.status == 1
    failed = answer.out.splitlines()[6:]
    assert failed[0].startswith("FAILED  kroket: legal answers: crash")
    assert "exit status 4; stderr: cannot think" in failed[0]
    assert failed[1].split()[:3] == ["sent", "go", "1"]
    assert failed[2].split()[:2] == ["expected", "bestmove"]
    assert failed[3].split() == ["came", "nothing", "more"]
    assert "FAILED  stop: crash" in answer.out
    assert answer.out.splitlines()[-1] == "bad: 5 of 15 steps failed"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "step", "words"),
    [
        ("silent", "handshake", ["no answer in time"]),
        ("does_not_flush", "handshake", ["stdout is not flushed"]),
        ("half_a_greeting", "handshake", ["no answer in time"]),
        ("exits_at_once", "handshake", ["exit status 5", "weights.bin"]),
        ("not_ready", "isready", ["no answer in time"]),
        ("exits", "kroket: legal answers", ["exit status 3; stderr: first words | last words"]),
        ("hangs", "kroket: legal answers", ["no answer in time"]),
        ("chats", "kroket: legal answers", ["no answer in time"]),
        ("floods_a_line", "kroket: legal answers", ["flood"]),
        ("illegal", "kroket: legal answers", ["the move is not legal: K7"]),
        ("garbage", "kroket: legal answers", ["a byte that is not ASCII"]),
        ("old_id", "kroket: legal answers", ["no answer in time"]),
        ("exits_after_game", "kroket: legal answers", ["exit status 0"]),
        ("eats_memory", "kroket: legal answers", ["100 MiB are allowed (--memory)"]),
        ("never_quits", "quit", ["goes on running"]),
        ("double_forks", "no process left", ["it leaves processes behind"]),
    ],
)
def test_each_bad_bot_fails_at_its_step(name: str, step: str, words: list[str], shell: Shell) -> None:
    seconds = "2" if name in ("silent", "does_not_flush", "half_a_greeting", "not_ready") else "20"
    millis = "60000" if name in ("never_quits", "double_forks", "eats_memory") else "200"
    limits = ("--startup", seconds, "--movetime", millis, "--memory", "100M", "--sandbox", "off")
    answer = shell("check", shlex.join(bad_bot(name).command), "kroket", *limits, "--json")
    told = json.loads(answer.out)
    assert (answer.status, told["passed"]) == (1, False)
    failed = next(each for each in told["steps"] if not each["passed"])
    assert failed["name"] == step
    for word in words:
        assert word in failed["detail"]


def test_a_program_that_does_not_speak(shell: Shell) -> None:
    answer = shell("check", "cat", "--startup", "2", "--sandbox", "off", "--json")
    told = json.loads(answer.out)
    assert (answer.status, told["passed"]) == (1, False)
    assert told["steps"][0] == {
        "name": "handshake",
        "passed": False,
        "detail": "no answer in time; is stdout flushed after each line?",
        "sent": "cgp 1",
        "came": "cgp 1",
        "expected": "cgpok 1",
    }


def test_a_program_without_a_first_line(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "bot").write_text("print(1)\n")
    (tmp_path / "bot").chmod(0o755)
    answer = shell("check", quote(str(tmp_path / "bot")))
    assert answer.status == 1
    assert "#!" in answer.complaint
