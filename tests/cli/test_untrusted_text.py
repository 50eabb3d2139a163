"""Whatever a bot says of itself, in whatever field: no command prints it raw, nor at length, nor keeps it so."""

import io
import json
import shlex
import sqlite3
from pathlib import Path

import pytest

from tests.bots.bad_bots import bad_bot
from tests.cli.shell import Answer, Shell

REFUSED = ("early", "greeting", "half", "games", "ready")
"""What keeps a bot from its first game."""
FIELDS = (*REFUSED, "bare", "id", "option", "options", "exit", "move", "byte", "empty", "flood")
LIMITS = ("--startup", "20", "--movetime", "20000", "--sandbox", "off")
SOON = ("--startup", "2", "--movetime", "20000", "--sandbox", "off")
LONGEST_LINE = 1500


def foul(field: str) -> str:
    return f"foul={shlex.join(bad_bot('hostile_text').command)} {field}"


def limits(field: str) -> tuple[str, ...]:
    """Those that say nothing more are not waited for long."""
    return SOON if field in ("greeting", "ready") else LIMITS


def assert_clean(*texts: str) -> None:
    for text in texts:
        for line in text.split("\n"):
            assert line.isprintable(), line
            assert len(line) <= LONGEST_LINE, line


def assert_told(answer: Answer) -> None:
    assert_clean(answer.out, answer.err)
    assert "Traceback" not in answer.err


@pytest.mark.slow
@pytest.mark.parametrize("field", FIELDS)
def test_check(field: str, shell: Shell) -> None:
    answer = shell("check", foul(field), "kroket", *limits(field))
    assert_told(answer)
    assert r"\x1b" in answer.out


@pytest.mark.slow
@pytest.mark.parametrize("field", ["id", "exit", "move"])
def test_check_told_to_a_program(field: str, shell: Shell) -> None:
    answer = shell("check", foul(field), "kroket", *LIMITS, "--json")
    assert_clean(*(text for step in json.loads(answer.out)["steps"] for text in map(str, step.values())))


@pytest.mark.parametrize("field", REFUSED)
def test_a_bot_that_is_refused(field: str, shell: Shell) -> None:
    answer = shell("match", "kroket", "random", foul(field), "--games", "2", *limits(field))
    assert answer.status == 1
    assert_told(answer)
    assert "foul: " in answer.err


@pytest.mark.parametrize("field", ["option", "options"])
def test_an_option_that_there_is_not(field: str, shell: Shell) -> None:
    for given in ("foul=Depth=1", "foul=Size=c"):
        answer = shell("match", "kroket", "random", foul(field), "--games", "2", *LIMITS, "--option", given)
        assert answer.status == 1
        assert_told(answer)


@pytest.mark.parametrize("field", ["exit", "move", "byte", "empty", "flood", "id"])
def test_games_and_all_that_is_kept_of_them(field: str, shell: Shell, tmp_path: Path) -> None:
    out = tmp_path / "out"
    answer = shell(
        "match", "kroket", "random", foul(field), "--games", "2", *LIMITS, "--out", str(out), "--log-traffic"
    )
    assert answer.status == 0, answer.err
    assert_told(answer)
    for command in (
        ("standings", str(out)),
        ("games-list", str(out)),
        ("games-list", str(out), "--json"),
        ("games-list", str(out), "--records"),
        ("replay", str(out)),
        ("replay", str(out), "--game", "1", "--show"),
        ("replay", str(out / "games.cgn"), "--game", "2", "--show"),
    ):
        assert_told(shell(*command))
    assert_clean((out / "games.cgn").read_text())
    with sqlite3.connect(out / "results.db") as database:
        kept = list(database.iterdump())
    for line in kept:
        assert all(char.isprintable() or char == "\n" for char in line)
        assert len(line) <= 20_000
    logs = sorted((out / "logs").iterdir())
    assert len(logs) > (0 if field == "id" else 2)
    for log in logs:
        assert all(map(str.isprintable, log.read_text().split("\n")))
    listed = shell("games-list", str(out), "--logs")
    assert all(map(str.isprintable, listed.out.split("\n")))


@pytest.mark.parametrize("field", [*REFUSED, "exit", "move", "id"])
def test_at_a_table_with_a_person(field: str, shell: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("lay\n1\nlay\n2\nquit\n"))
    answer = shell("play", "kroket", "--against", foul(field), "--seed", "1", "--ascii", *limits(field))
    assert_told(answer)
    told = "foul cannot go on" in answer.out or "\ncardgames: bot foul: " in f"\n{answer.err}"
    assert told == (field != "id")


@pytest.mark.parametrize("where", ['[Seat0 "', '[Event "', '[Reason "', '[Clock "', '[Position "', "\n\n1. ", "{"])
def test_records_that_others_have_written(where: str, shell: Shell, tmp_path: Path) -> None:
    foul = tmp_path / "foul.cgn"
    shell("match", "kroket", "random", "greedy", "--games", "2", "--seed", "1", "--out", str(tmp_path / "out"))
    text = (tmp_path / "out" / "games.cgn").read_text().replace("\n0-1\n", "\n{seat 0, crash: }\n0-1\n")
    assert where in text
    foul.write_text(text.replace(where, f"{where}\x1b[2J\x1b]0;owned\x07\u202e\x9b31m\x7f"))
    for command in (
        ("games-list", str(foul)),
        ("games-list", str(foul), "--records"),
        ("games-list", str(foul), "--json"),
        ("replay", str(foul)),
        ("replay", str(foul), "--json"),
        ("replay", str(foul), "--game", "1", "--show"),
        ("analyse", str(foul), "--game", "1", "--nodes", "50"),
    ):
        answer = shell(*command)
        assert "Traceback" not in answer.err
        assert all(map(str.isprintable, f"{answer.out}\n{answer.err}".split("\n"))), command
