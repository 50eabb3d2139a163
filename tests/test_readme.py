"""What the README tells a newcomer to type does what it says."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8"))
# scripts/test is the command that runs this very test.
COMMANDS = [text for kind, text in BLOCKS if kind == "sh" and text.strip() != "scripts/test"]
(BOT,) = [text for kind, text in BLOCKS if kind == "python" and "sys.stdin" in text]
(FROM_PYTHON,) = [text for kind, text in BLOCKS if kind == "python" and "cardgames.tournament" in text]
TOOLS = {"cc": "cc ", "node": "node "}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder as a newcomer has it, but with the cardgames that is being tested."""
    shutil.copytree(ROOT / "scripts" / "bots", tmp_path / "scripts" / "bots")
    command = tmp_path / "scripts" / "cardgames"
    command.write_text(f"#!/bin/sh\nexec '{sys.executable}' -c 'from cardgames.cli.main import main; main()' \"$@\"\n")
    command.chmod(0o755)
    (tmp_path / "my_bot.py").write_text(BOT)
    return tmp_path


def run(script: str, folder: Path) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    environment["XDG_DATA_HOME"] = str(folder)
    done = subprocess.run(
        ["/bin/sh", "-euc", script],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_readme_has_commands() -> None:
    assert len(COMMANDS) >= 4
    assert any(text.strip() == "scripts/test" for _, text in BLOCKS)
    for name in ("cardgames", "test"):
        assert os.access(ROOT / "scripts" / name, os.X_OK)


@pytest.mark.parametrize("script", COMMANDS)
def test_a_command_of_the_readme_runs(script: str, checkout: Path) -> None:
    for tool, word in TOOLS.items():
        if word in script and shutil.which(tool) is None:
            pytest.skip(f"{tool} is missing on this machine")
    assert run(script, checkout).strip()


def test_every_picture_is_what_a_command_draws(checkout: Path) -> None:
    drawn = "".join(
        run(text, checkout) for text in COMMANDS if "show" in text or "seed stone" in text or "seed 7" in text
    )
    pictures = [text for kind, text in BLOCKS if kind == "text"]
    assert len(pictures) == 3
    for picture in pictures:
        assert picture in drawn


def test_the_first_game_is_won(checkout: Path) -> None:
    (script,) = [text for text in COMMANDS if "seed stone" in text]
    assert "over (knock): you win\n" in run(script, checkout)


def test_the_first_bot_is_as_short_as_it_says() -> None:
    assert len([line for line in BOT.splitlines() if line]) <= 10


def test_from_python_a_match_comes_out_as_on_the_command_line(checkout: Path) -> None:
    (checkout / "from_python.py").write_text(FROM_PYTHON)
    moves, *match = run(f"'{sys.executable}' from_python.py", checkout).splitlines()
    assert re.fullmatch(r"\[('[^']+'(, )?)*\] position kroket .*\?\?.*", moves)
    assert match[:-1] == run(COMMANDS[0], checkout).splitlines()[:-1]
    assert [line.split()[1] for line in match[1:3]] == ["greedy", "random"]
