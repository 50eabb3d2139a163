"""What a run needs of the machine is had before its first game, or refused in one line."""

import os
import resource
from pathlib import Path

import pytest

from cardgames.bots.isolation.machine_refusals import RefusalError
from cardgames.tournament.run import machine_needs as resources
from cardgames.tournament.run.machine_needs import claim
from tests.tournament.run.pools import config

BUILT_IN = config("ann", "bob")
PROGRAMS = config("ann", "bob", programs=("ann", "bob"))


def test_the_soft_limit_is_raised_to_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resources, "_open_descriptors", lambda: 10)
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: asked.append(limits))
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (256, 4096) if kind == resource.RLIMIT_NOFILE else (-1, -1))
    claim(BUILT_IN, 10, 6)
    assert asked == []
    claim(BUILT_IN, 100, 2)
    ((soft, hard),) = asked
    assert 300 < soft < 400
    assert hard == 4096
    with pytest.raises(RefusalError, match=r"^60\d\d descriptors are needed, 4096 can be had; .*--concurrency 13\d\d$"):
        claim(BUILT_IN, 2000, 2)


def test_processes_are_counted_against_every_limit_that_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "_CONTROL_GROUPS", str(tmp_path))
    lines = Path("/proc/self/cgroup")
    if not lines.exists() or "0::" not in lines.read_text():
        pytest.skip("no control groups (v2) are told of here")
    claim(PROGRAMS, 2, 64)
    (tmp_path / "pids.max").write_text("max\n")
    claim(PROGRAMS, 2, 64)
    (tmp_path / "pids.max").write_text("100\n")
    (tmp_path / "pids.current").write_text("95\n")
    with pytest.raises(
        RefusalError, match=r"^10 processes are needed, 5 more can be had \(.*pids.max\); .*ncurrency 1$"
    ):
        claim(PROGRAMS, 2, 64)
    (tmp_path / "pids.current").write_text("50\n")
    claim(PROGRAMS, 2, 64)


def test_room_for_the_folders_of_bots_is_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", f"{tmp_path}/none")
    claim(BUILT_IN, 1, 64)
    with pytest.raises(RefusalError, match=r"in .*/none: No such file or directory$"):
        claim(PROGRAMS, 1, 64)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    claim(PROGRAMS, 1, 64)
    full = os.statvfs_result((4096, 4096, 100, 100, 100, 1000, 1, 1, 0, 255))
    monkeypatch.setattr(os, "statvfs", lambda _: full)
    with pytest.raises(RefusalError, match="4 are needed, 1 more are possible: No space left on device"):
        claim(PROGRAMS, 2, 64)
    assert list(tmp_path.iterdir()) == []
