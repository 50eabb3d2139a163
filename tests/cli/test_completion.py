"""What the shell completes, and what it is told to."""

from pathlib import Path

import pytest

from tests.cli.shell import program

COMMANDS = [
    *("play", "scores", "match", "tournament", "replay", "analyse", "ladder", "check"),
    *("games", "bots", "rules", "protocol", "engine"),
]


def completed(line: str, **more: str) -> list[str]:
    """What bash is offered at the end of a line."""
    words = line.split(" ")
    answer = program(_CARDGAMES_COMPLETE="complete_bash", COMP_WORDS=line, COMP_CWORD=str(len(words) - 1), **more)
    assert answer.err == ""
    return answer.out.split()


def test_commands() -> None:
    assert set(COMMANDS) <= set(completed("cardgames "))
    assert completed("cardgames pl") == ["play"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("cardgames play ", ["crapette", "spit", "kroket"]),
        ("cardgames rules cr", ["crapette"]),
        ("cardgames rules spit S1", ["S1", *(f"S{number}" for number in range(10, 19))]),
        ("cardgames rules kroket K14", ["K14"]),
        ("cardgames match spit gr", ["greedy"]),
        ("cardgames play kroket --against hu", ["human"]),
        ("cardgames play kroket --rule la", ["lay=seen", "lay=blind", "lastturn=off", "lastturn=on"]),
        ("cardgames match crapette --rule preset", ["preset=seed", "preset=pagat"]),
        ("cardgames play kroket --rule players=", ["players=2", "players=3", "players=4"]),
        ("cardgames play spit --level ", ["easy", "normal", "hard", "insane"]),
        ("cardgames check random kr", ["kroket"]),
        ("cardgames ladder kr", ["kroket"]),
        ("cardgames analyse games.cgn --player ex", ["expert"]),
        ("cardgames scores sp", ["spit"]),
        ("cardgames play --prac", ["--practice"]),
    ],
)
def test_arguments(line: str, words: list[str]) -> None:
    assert completed(line) == words


def test_games_that_were_left(tmp_path: Path) -> None:
    program("play", "kroket", "--seed", "7", XDG_DATA_HOME=str(tmp_path))
    (name,) = completed("cardgames play --load kr", XDG_DATA_HOME=str(tmp_path))
    assert program("play", "--load", name, XDG_DATA_HOME=str(tmp_path)).status == 0


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell(shell: str) -> None:
    answer = program(_CARDGAMES_COMPLETE=f"source_{shell}")
    assert answer.status == 0
    assert "_CARDGAMES_COMPLETE" in answer.out


def test_the_help_has_an_example_for_every_command() -> None:
    listed = program("--help").out
    assert "--install-completion" in listed
    for name in COMMANDS:
        assert f"\n  {name} " in listed
        text = program(name, "--help").out
        assert "Example" in text
        assert f"    cardgames {name}" in text or f"| cardgames {name}" in text
