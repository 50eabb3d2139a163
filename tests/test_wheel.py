"""What is installed: pure Python, whatever else can be built."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from zipfile import ZipFile

import pytest
from hatchling.build import build_wheel

from cardgames.games.registry import GAMES

ROOT = Path(__file__).parents[1]


def test_the_wheel_fits_every_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.delenv("CARDGAMES_COMPILE", raising=False)
    name = build_wheel(str(tmp_path))
    assert name.endswith("-py3-none-any.whl")
    files = ZipFile(tmp_path / name).namelist()
    assert not [file for file in files if file.endswith((".so", ".c", ".pyd")) and not file.endswith("instant.c")]
    # Beside the modules: what `rules`, `protocol` and `bench referee` read.
    rulebooks = [f"games/{game}/rules/rules.md" for game in GAMES]
    for file in (*rulebooks, "protocol/PROTOCOL.md", "py.typed"):
        assert f"cardgames/{file}" in files
    assert "cardgames/bench/instant.c" in files


def test_what_can_be_compiled_is_rules_and_protocol() -> None:
    """Whatever a wheel with machine code would have it for: each pattern of the hook names modules that are there."""
    spec = spec_from_file_location("build_hook", ROOT / "scripts" / "build_hook.py")
    assert spec is not None
    assert spec.loader is not None
    hook = module_from_spec(spec)
    spec.loader.exec_module(hook)
    assert all(list(ROOT.glob(pattern)) for pattern in hook.COMPILED)
    paths = [str(path.relative_to(ROOT)) for path in hook.sources(ROOT)]
    assert {path.split("/")[1] for path in paths} == {"cards", "games", "protocol", "rules"}
    assert {path.split("/")[3] for path in paths if path.count("/") > 3} == {"rules"}
    assert {"cardgames/games/crapette/rules/state.py", "cardgames/cards/pile.py"} <= set(paths)
    assert "cardgames/cards/dealer.py" not in paths
