"""What a bot may take: what the system holds it to, and what is watched. Control groups in a folder that is made up."""

import os
import resource
import sys
from pathlib import Path

import pytest

from cardgames.bots.child import BotProcess
from cardgames.bots.isolation.descendants import Member
from cardgames.bots.isolation.resources import (
    ControlGroup,
    excess,
    next_look_s,
    parent_of_groups,
    used_bytes,
)
from cardgames.bots.limits import MIB, Limits
from cardgames.bots.program_seat import ProgramSeat
from cardgames.bots.seat import PlayerSeat
from cardgames.bots.spec import BotSpec
from cardgames.table.referee import play_game
from tests.bots.bad_bots import LIMITS, PATIENT, bad_bot
from tests.table.fakes import setup_of

NONE = Limits(memory_bytes=0, processes=0, open_files=0, file_bytes=0)
GONE = 2**22 + 1
"""A number that no process has: what it uses cannot be looked up more closely."""


def member(size: int, *, zombie: bool = False) -> Member:
    return Member(GONE, 1, zombie, size)


@pytest.mark.parametrize(
    ("limits", "members", "kind"),
    [
        (NONE, [member(10**12)] * 1000, None),
        (NONE._replace(memory_bytes=100 * MIB), [member(60 * MIB), member(40 * MIB)], None),
        (NONE._replace(memory_bytes=100 * MIB), [member(60 * MIB), member(41 * MIB)], "memory"),
        (NONE._replace(processes=3), [member(0, zombie=True)] * 3, None),
        (NONE._replace(processes=3), [member(0, zombie=True)] * 4, "crash"),
    ],
)
def test_the_family_is_held_to_its_limits(limits: Limits, members: list[Member], kind: str | None) -> None:
    found = excess(limits, members, used_bytes(limits, members))
    assert (None if found is None else found.kind) == kind


def test_pages_that_are_shared_count_once() -> None:
    """Three processes with one memory between them: counted three times they would be too many."""
    own = Member(os.getpid(), 1, False, 10_000 * MIB)
    limits = NONE._replace(memory_bytes=20_000 * MIB)
    assert excess(limits, [own] * 3, used_bytes(limits, [own] * 3)) is None


def test_it_is_looked_at_the_more_often_the_nearer_the_limit_is() -> None:
    limits = NONE._replace(memory_bytes=2048 * MIB)
    looks = [next_look_s(limits, used * MIB) for used in (0, 1024, 1900, 2047, 5000)]
    assert looks == sorted(looks, reverse=True)
    assert (looks[0], looks[-1]) == (0.5, 0.02)
    assert next_look_s(NONE, 10**15) == 0.5


LISTING = f"""
import resource as r, os
print(*[r.getrlimit(kind)[0] for kind in (r.RLIMIT_NOFILE, r.RLIMIT_FSIZE, r.RLIMIT_CPU, r.RLIMIT_CORE)])
print(sorted(os.sched_getaffinity(0)) if {hasattr(os, "sched_getaffinity")} else "")
"""


def test_the_system_holds_it_to_what_it_can() -> None:
    cpus = (min(os.sched_getaffinity(0)),) if hasattr(os, "sched_getaffinity") else ()
    limits = LIMITS._replace(open_files=77, file_bytes=5 * MIB, cpu_seconds=55, cpus=cpus)
    child = BotProcess(BotSpec("x", (sys.executable, "-c", LISTING)), limits)
    try:
        assert child.await_exit(20_000)
        told = os.read(child.stdout, 1000).decode().splitlines()
    finally:
        child.kill()
    assert told == [f"77 {5 * MIB} 55 0", str(list(cpus)) if cpus else ""]
    assert resource.getrlimit(resource.RLIMIT_CPU)[0] != 55


def test_a_limit_above_what_the_runner_may_itself_is_what_it_may() -> None:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    child = BotProcess(BotSpec("x", ("sh", "-c", "ulimit -n")), LIMITS._replace(open_files=10**9))
    try:
        assert child.await_exit(20_000)
        assert int(os.read(child.stdout, 100)) == (10**9 if most == resource.RLIM_INFINITY else most)
    finally:
        child.kill()


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("fills_the_disk", f"{MIB} bytes, then File too large"),
        ("opens_sockets", "sockets, then Too many open files"),
    ],
)
def test_what_does_not_cost_the_game_is_refused_all_the_same(name: str, told: str) -> None:
    seat = ProgramSeat.start(bad_bot(name), LIMITS._replace(file_bytes=MIB, open_files=64))
    other = PlayerSeat(bad_bot("other")._replace(command=(), player="random"))
    try:
        assert not play_game([seat, other], setup_of("kroket", clock=PATIENT["kroket"])).faults
        assert told in seat.log.text()
    finally:
        seat.close()


def cgroup_tree(tmp_path: Path, *granted: str) -> tuple[str, str]:
    """/sys/fs/cgroup and /proc/self/cgroup of a process in /a/b, with `granted` what gives memory and pids on."""
    root = tmp_path / "cgroup"
    (root / "a" / "b").mkdir(parents=True)
    for folder in (root, root / "a", root / "a" / "b"):
        name = "/" if folder == root else f"/{folder.relative_to(root)}"
        (folder / "cgroup.subtree_control").write_text("cpu memory pids\n" if name in granted else "cpu\n")
        (folder / "cgroup.procs").write_text("")
    own = tmp_path / "self"
    own.write_text("4:memory:/x\n0::/a/b\n")
    return str(root), str(own)


def test_a_control_group_is_made_under_the_nearest_that_can_have_some(tmp_path: Path) -> None:
    root, own = cgroup_tree(tmp_path, "/", "/a")
    assert parent_of_groups(root, own) == f"{root}/a"


def test_there_may_be_no_place_for_a_control_group(tmp_path: Path) -> None:
    root, own = cgroup_tree(tmp_path)
    assert parent_of_groups(root, own) is None
    assert parent_of_groups(root, str(tmp_path / "nothing")) is None
    (tmp_path / "v1").write_text("4:memory:/x\n")
    assert parent_of_groups(root, str(tmp_path / "v1")) is None
    assert ControlGroup.make(None, "x", NONE) is None
    # No kernel makes the files of a group here, so that it is given up again.
    assert ControlGroup.make(f"{root}/a", "x", NONE._replace(memory_bytes=MIB)) is None
    assert not (Path(root) / "a" / "x").exists()


def test_what_a_control_group_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "group"
    folder.mkdir()
    for name in ("memory.max", "pids.max", "memory.oom.group", "cgroup.procs", "cgroup.kill"):
        (folder / name).write_text("")
    (folder / "memory.events").write_text("low 0\nhigh 0\nmax 12\noom 1\noom_kill 0\n")
    group = ControlGroup(str(folder))
    group.limit(NONE._replace(memory_bytes=MIB, processes=7))
    assert group.enter()
    seen = [group.out_of_memory]
    (folder / "memory.events").write_text("max 12\noom 1\noom_kill 1\noom_group_kill 1\n")
    assert [*seen, group.out_of_memory] == [False, True]
    group.kill()
    told = {path.name: path.read_text() for path in folder.iterdir() if path.name != "memory.events"}
    assert told == {
        "memory.max": str(MIB),
        "pids.max": "2055",
        "memory.oom.group": "1",
        "cgroup.procs": "0",
        "cgroup.kill": "1",
    }
    group.remove()
    assert folder.exists()
