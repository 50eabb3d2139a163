"""Memory that lies in files is found wherever a process holds it, and counts once."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cardgames.bots.isolation.descendants import read_member
from cardgames.bots.isolation.memory_files import held_in_files, mapped_bytes
from cardgames.bots.isolation.os_calls import ON_LINUX
from cardgames.bots.isolation.resources import used_bytes
from cardgames.bots.limits import MIB, Limits

pytestmark = pytest.mark.skipif(not ON_LINUX, reason="only Linux has memfds and tells of them in /proc")
SIZE = 24 * MIB


@contextmanager
def holder(script: str, *, descriptors: tuple[int, ...] = ()) -> Iterator[int]:
    """A process that runs a script, and then waits."""
    program = (
        f"import os, mmap, sys\nfd = {descriptors[0] if descriptors else -1}\n{script}\nprint(flush=True)\ninput()"
    )
    command = (sys.executable, "-S", "-c", program)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=descriptors) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"\n"
        yield process.pid
        process.kill()


MEMFD = f"m = os.memfd_create('x')\nos.write(m, bytes({SIZE}))\n"


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("", 0),
        (MEMFD, SIZE),
        (f"m = os.memfd_create('x')\nos.truncate(m, {1 << 40})", 0),
        (f"m = os.memfd_create('x')\nos.posix_fallocate(m, 0, {SIZE})", SIZE),
        (MEMFD * 3, 3 * SIZE),
        (MEMFD + "os.close(m)\n" + MEMFD, SIZE),
        (MEMFD + "n = os.dup(m)\nmap = mmap.mmap(m, 0)\nmap[:]", SIZE),
    ],
    ids=["nothing", "a memfd", "a hole", "allocated", "three", "one after another", "twice and mapped"],
)
def test_what_is_open_counts_once(script: str, expected: int) -> None:
    with holder(script) as pid:
        assert sum(held_in_files([pid]).values()) == expected


def test_processes_that_share_a_file_hold_it_once() -> None:
    shared = os.memfd_create("shared")
    try:
        os.write(shared, bytes(SIZE))
        mapped = "m = mmap.mmap(fd, 0)\nm[:]"
        with holder("", descriptors=(shared,)) as one, holder(mapped, descriptors=(shared,)) as two:
            files = held_in_files([one, two])
            assert sum(files.values()) == SIZE
            assert mapped_bytes(one, files) == 0
            assert mapped_bytes(two, files) == SIZE
            members = [member for pid in (one, two) if (member := read_member(pid)) is not None]
            # Over the limit it is counted exactly: what is mapped is no more than it is.
            exact = used_bytes(Limits(memory_bytes=1), members)
            alone = used_bytes(Limits(memory_bytes=1), members[:1])
            assert SIZE < alone < exact < 2 * SIZE + alone
            assert exact < 2 * alone
    finally:
        os.close(shared)


@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="there is no /dev/shm here")
def test_a_file_of_shared_memory_counts_while_it_is_open() -> None:
    name = f"/dev/shm/cardgames-test-{os.getpid()}"
    script = f"m = os.open({name!r}, os.O_RDWR | os.O_CREAT)\nos.unlink({name!r})\nos.write(m, bytes({SIZE}))"
    with holder(script) as pid:
        assert sum(held_in_files([pid]).values()) == SIZE


def test_a_file_system_that_only_the_bot_sees_counts_as_a_whole(tmp_path: Path) -> None:
    script = f"mount -t tmpfs none {tmp_path} && head -c {SIZE} /dev/zero >{tmp_path}/x && echo up && cat"
    command = ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        if process.stdout.readline() != b"up\n":
            pytest.skip("this system gives nobody a namespace of his own")
        assert SIZE <= sum(held_in_files([process.pid]).values()) < SIZE + MIB
        process.kill()


def test_a_process_that_is_gone_holds_nothing() -> None:
    assert held_in_files([2**22 + 1]) == {}
    assert mapped_bytes(2**22 + 1, {(1, 1): 1}) == 0
