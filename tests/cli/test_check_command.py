"""`cardgames check` with real programs: good ones pass, a bad one fails where it should."""

import json
import sys
from pathlib import Path

import pytest

from tests.cli.shell import Shell

ROOT = Path(__file__).parent.parent.parent
PATIENT = ("--movetime", "60000", "--startup", "60")


@pytest.mark.parametrize("bot", [f"{sys.executable} {ROOT}/scripts/bots/random_bot.py", "random"])
def test_a_good_bot_passes(bot: str, shell: Shell) -> None:
    answer = shell("check", bot, *PATIENT)
    assert (answer.status, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert [line[:8].strip() for line in lines[:-1]] == ["ok"] * 8
    assert lines[-1].endswith(": passed")


def test_one_game_alone(shell: Shell) -> None:
    answer = shell("check", "random", "spit", *PATIENT, "--json")
    told = json.loads(answer.out)
    assert (answer.status, told["bot"], told["passed"]) == (0, "random", True)
    names = [step["name"] for step in told["steps"]]
    assert names == ["handshake", "isready", "spit: legal answers", "unknown command", "ping", "quit"]


BAD = """
while read -r word id rest; do case $word in
    cgp) echo 'id name bad'; echo 'games kroket'; echo 'cgpok 1' ;;
    isready) echo readyok ;;
    go) echo 'cannot think' >&2; exit 4 ;;
esac; done
"""


def test_a_bad_bot_fails_with_what_came_and_what_was_expected(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "bad.sh").write_text(BAD)
    answer = shell("check", f"sh {tmp_path}/bad.sh", *PATIENT)
    assert answer.status == 1
    failed = answer.out.splitlines()[2:]
    assert failed[0].startswith("FAILED  kroket: legal answers: crash")
    assert "exit status 4; stderr: cannot think" in failed[0]
    assert failed[1].split()[:3] == ["sent", "go", "1"]
    assert failed[2].split()[:2] == ["expected", "bestmove"]
    assert failed[3].split() == ["came", "nothing", "more"]
    assert failed[4] == "bad: 1 of 3 steps failed"


def test_a_program_that_does_not_speak(shell: Shell) -> None:
    answer = shell("check", "cat", "--startup", "2", "--json")
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
    answer = shell("check", str(tmp_path / "bot"))
    assert answer.status == 1
    assert "#!" in answer.complaint
