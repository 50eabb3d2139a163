"""Files are whole, or as they were before."""

import os
from pathlib import Path

import pytest

from cardgames.files import append_whole, replacement


def test_a_text_is_appended_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.cgn"
    append_whole(path, "first\n")
    calls = []

    def full_disk(descriptor: int, data: bytes) -> int:
        calls.append(len(data))
        if len(calls) == 2:
            raise OSError(28, "No space left on device")
        return real_write(descriptor, data[:3])

    real_write = os.write
    monkeypatch.setattr("cardgames.files.os.write", full_disk)
    with pytest.raises(OSError, match="No space left"):
        append_whole(path, "second\n")
    assert calls == [7, 4]
    assert path.read_text() == "first\n"


@pytest.mark.parametrize("shared", [False, True])
def test_a_file_is_replaced_at_the_end_of_the_block(tmp_path: Path, shared: bool) -> None:
    path = tmp_path / "config.toml"
    path.write_text("before")
    with replacement(path, mode=0o600, durable=True, shared=shared) as file:
        file.write(b"after")
        assert path.read_text() == "before"
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("after", 0o600)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_file_that_could_not_be_written_is_as_before(tmp_path: Path, error: BaseException) -> None:
    path = tmp_path / "config.toml"
    path.write_text("before")

    def write() -> None:
        with replacement(path) as file:
            file.write(b"half")
            raise error

    with pytest.raises(type(error)):
        write()
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_draft_that_was_left_is_written_over(tmp_path: Path) -> None:
    (tmp_path / ".config.toml.new").write_text("much more than half")
    with replacement(tmp_path / "config.toml") as file:
        file.write(b"whole")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("config.toml", "whole")]
