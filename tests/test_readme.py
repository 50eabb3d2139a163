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
TOOLS = {"cc": "cc ", "node": "node "}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder as a newcomer has it, but with the cardgames that is being tested."""
    shutil.copytree(ROOT / "scripts" / "bots", tmp_path / "scripts" / "bots")
    command = tmp_path / "scripts" / "cardgames"
    command.write_text(f"#!/bin/sh\nexec '{sys.executable}' -c 'from cardgames.cli.main import main; main()' \"$@\"\n")
    command.chmod(0o755)
    (program,) = [text for kind, text in BLOCKS if kind == "python"]
    (tmp_path / "my_bot.py").write_text(program)
    return tmp_path


def run(script: str, folder: Path) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run(
        ["/bin/sh", "-euc", script],
        cwd=folder,
        env=environment,
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


def test_the_picture_is_what_the_engine_draws(checkout: Path) -> None:
    (script,) = [text for text in COMMANDS if "show" in text]
    pictures = [text for kind, text in BLOCKS if kind == "text"]
    assert run(script, checkout) in pictures


def test_the_first_bot_is_as_short_as_it_says() -> None:
    (program,) = [text for kind, text in BLOCKS if kind == "python"]
    assert len([line for line in program.splitlines() if line]) <= 10
