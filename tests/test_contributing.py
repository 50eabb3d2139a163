"""CONTRIBUTING.md says the truth: the files, names and options that it mentions are there."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from cardgames.games.registry import GAMES

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
CODE = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL))
PATHS = sorted({text for text in CODE if "/" in text and " " not in text and not text.startswith("CGP")})
NAMES = sorted({text for text in CODE if re.fullmatch(r"[A-Z][a-zA-Z]+|[A-Z_]{2,}|[a-z]+_[a-z]+", text)})
FILES = [path for folder in ("cardgames", "tests") for path in sorted((ROOT / folder).rglob("*.py"))]
SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in FILES)


@pytest.mark.parametrize("path", PATHS)
def test_a_path_is_there(path: str) -> None:
    """From the top or from cardgames/; for NAME, the name of each game."""
    games = tuple(GAMES) if "NAME" in path else ("",)
    for game in games:
        place = path.replace("NAME", game)
        found = [room / place for room in (ROOT, ROOT / "cardgames") if (room / place).exists()]
        assert found, place
        assert found[0].is_dir() == path.endswith("/")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_defined(name: str) -> None:
    assert re.search(rf"^\s*(class|def) {name}\b|^{name}\b.*=", SOURCE, re.MULTILINE)


def test_files_of_a_wing_are_in_every_game() -> None:
    for game in GAMES:
        for wing, files in {
            "rules": ("game.py", "moves.py", "state.py", "position.py", "refusals.py", "rules.md"),
            "drawing": ("table.py", "words.py"),
        }.items():
            for file in files:
                assert f"`{file}`" in PAGE
                assert (ROOT / "cardgames" / "games" / game / wing / file).exists()


def test_every_folder_is_listed() -> None:
    for folder in sorted((ROOT / "cardgames").iterdir()):
        if (folder / "__init__.py").exists():
            assert f"| `{folder.name}/`" in PAGE or f"` `{folder.name}/`" in PAGE


def test_commands_name_what_is_there() -> None:
    words = [word for block in BLOCKS for line in block.splitlines() for word in line.partition("#")[0].split()]
    paths = [
        word.removeprefix("../before/") for word in words if re.match(r"(\.\./before/)?(scripts|tests|\.ci)/", word)
    ]
    assert len(paths) > 5
    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("line", sorted(text for text in CODE if text.startswith("python -m ")))
def test_long_runs_have_these_options(line: str) -> None:
    module, *options = line.removeprefix("python -m ").split()
    assert find_spec(module)
    told = subprocess.run(
        [sys.executable, "-m", module, "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for option in options:
        assert not option.startswith("--") or option in told.stdout
