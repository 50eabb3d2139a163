"""What is installed: pure Python, whatever else can be built."""

from pathlib import Path
from zipfile import ZipFile

import pytest
from hatchling.build import build_wheel

ROOT = Path(__file__).parents[1]


def test_the_wheel_fits_every_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.delenv("CARDGAMES_COMPILE", raising=False)
    name = build_wheel(str(tmp_path))
    assert name.endswith("-py3-none-any.whl")
    files = ZipFile(tmp_path / name).namelist()
    assert not [file for file in files if file.endswith((".so", ".c", ".pyd")) and not file.endswith("instant.c")]
    # Beside the modules: what `rules`, `protocol` and `bench referee` read.
    for file in ("games/crapette.md", "games/spit.md", "games/kroket.md", "protocol/PROTOCOL.md", "py.typed"):
        assert f"cardgames/{file}" in files
    assert "cardgames/tournament/instant.c" in files
