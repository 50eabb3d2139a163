"""A bot's folder is taken away whatever lies in it, as root and as anybody, and what cannot be is told, not raised."""

import ctypes
import errno
import fcntl
import os
import socket
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from cardgames.bots.isolation.os_calls import ON_LINUX
from cardgames.bots.isolation.scratch import new_folder, remove_folder

NOBODY = 65534


def still() -> float:
    """A clock for disks and machines that are slow: no time goes by."""
    return 0.0


_FS_IOC_SETFLAGS = 0x40086602
_IMMUTABLE = 0x10


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """A bot's, new and empty."""
    return new_folder(str(tmp_path))


def go_down(depth: int, name: str = "d") -> None:
    """From the working directory, so that no path gets too long."""
    for _ in range(depth):
        os.mkdir(name)
        os.chdir(name)


def deep(depth: int) -> Callable[[], None]:
    return lambda: go_down(depth)


def wide() -> None:
    for number in range(300):
        os.makedirs(f"{number}/a/b")
        Path(f"{number}/a/c").touch()


def special_files() -> None:
    os.mkfifo("fifo")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket")
    os.symlink("/", "root")
    os.symlink("nowhere", "broken")
    os.symlink(".", "itself")
    os.link("broken", "twice", follow_symlinks=False)


def names_that_are_no_text() -> None:
    for name in (b"\xff\xfe", b"a\nb", b"\x1b[2J", b"-rf", b"x" * 255):
        os.makedirs(os.path.join(name, name))
        os.symlink(b"/", os.path.join(name, b"link\x80"))


def without_permissions() -> None:
    for mode in (0o000, 0o100, 0o300, 0o500):
        os.makedirs(f"{mode}/in/in")
        Path(f"{mode}/file").touch(0o000)
        Path(f"{mode}/in/in/file").touch(0o000)
        for place in (f"{mode}/in/in", f"{mode}/in", f"{mode}"):
            os.chmod(place, mode)
    os.chmod(".", 0o000)


KINDS = {
    "nothing": lambda: None,
    "1,100 folders deep": deep(1_100),
    "20,000 folders deep": deep(20_000),
    "long names": lambda: go_down(300, "n" * 255),
    "wide": wide,
    "special files": special_files,
    "no text": names_that_are_no_text,
    "no permissions": without_permissions,
}


def in_child(do: Callable[[], object], user: int | None = None, cwd: str = "/") -> int:
    """Does it in a process of its own, as another user if need be. Its exit status."""
    child = os.fork()
    if child == 0:
        status = 9
        try:
            os.chdir(cwd)
            if user is not None:
                os.setgroups([])
                os.setgid(user)
                os.setuid(user)
            do()
            status = 0
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def give_away(folder: str) -> str:
    """Makes another user the owner. The folder above, from where that user gets at it, whoever may pass further up."""
    top = str(Path(folder).parent)
    for path in (top, folder):
        os.chown(path, NOBODY, NOBODY)
    return top


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_whatever_a_bot_leaves_is_taken_away(kind: str, folder: str) -> None:
    assert in_child(KINDS[kind], cwd=folder) == 0
    assert remove_folder(folder, now=still) is None
    assert not os.path.lexists(folder)
    assert remove_folder(folder) is None


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user; as that the test above ran")
@pytest.mark.parametrize("kind", KINDS)
def test_as_an_ordinary_user_too(kind: str, folder: str) -> None:
    """Whom permissions hold up."""
    top = give_away(folder)
    assert in_child(KINDS[kind], NOBODY, folder) == 0

    def remove() -> None:
        assert remove_folder(Path(folder).name, now=still) is None

    assert in_child(remove, NOBODY, top) == 0
    assert not os.path.lexists(folder)


def test_no_link_is_followed(folder: str, tmp_path: Path) -> None:
    """Neither one in the folder nor one in its place; permissions behind it stay as they are."""
    outside = tmp_path / "outside"
    (outside / "in").mkdir(parents=True)
    (outside / "file").touch()
    outside.chmod(0o500)
    for name in ("a", "b/c"):
        Path(folder, name).parent.mkdir(exist_ok=True)
        Path(folder, name).symlink_to(outside)
    assert remove_folder(folder) is None
    Path(folder).symlink_to(outside)
    assert remove_folder(folder) is None
    assert not os.path.lexists(folder)
    assert stat.S_IMODE(outside.stat().st_mode) == 0o500
    assert sorted(path.name for path in outside.iterdir()) == ["file", "in"]
    outside.chmod(0o700)


def test_a_file_in_place_of_the_folder(folder: str) -> None:
    os.rmdir(folder)
    Path(folder).touch()
    assert remove_folder(folder) is None
    assert not os.path.lexists(folder)


def test_what_takes_too_long_stays(folder: str) -> None:
    wide_clock = count()
    assert in_child(wide, cwd=folder) == 0
    told = remove_folder(folder, 50, lambda: next(wide_clock))
    assert told == "more is left in it than can be removed in 50 s"
    assert 0 < len(os.listdir(folder)) <= 300
    assert remove_folder(folder) is None


@pytest.fixture
def growing(folder: str) -> Iterator[str]:
    """A folder in which a process makes others, as fast as it can."""
    script = """
import os, sys
os.chdir(sys.argv[1])
print("on", flush=True)
for number in range(10**9):
    try:
        os.makedirs(f"{number}/in", exist_ok=True)
    except OSError:
        continue
"""
    with subprocess.Popen([sys.executable, "-S", "-c", script, folder], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "on\n"
        yield folder
        process.kill()


def test_a_tree_that_grows_while_it_is_taken_away(growing: str) -> None:
    """It ends, either way: the folder is gone from under whoever fills it, or it is told."""
    told = remove_folder(growing, 0.5)
    assert told is None or told.startswith("more is left in it") or told == "Directory not empty"


def immutable(path: str, flags: int) -> bool:
    """Sets a file's flags, if this system and user can."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        fcntl.ioctl(descriptor, _FS_IOC_SETFLAGS, ctypes.c_long(flags))
    except OSError:
        return False
    finally:
        os.close(descriptor)
    return True


def test_what_may_not_be_removed_is_told_and_the_rest_goes(folder: str) -> None:
    assert in_child(wide, cwd=folder) == 0
    stays = f"{folder}/7/a/c"
    if not immutable(stays, _IMMUTABLE):
        pytest.skip("files cannot be made immutable here")
    try:
        assert remove_folder(folder) == "Operation not permitted"
        left = [path for path in Path(folder).rglob("*") if path.is_file()]
        assert len(left) == 1
        assert len(list(Path(folder).rglob("*"))) <= 3
    finally:
        for path in Path(folder).rglob("c"):
            assert immutable(str(path), 0)
    assert remove_folder(folder) is None


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to another user")
def test_what_is_another_users_is_told(folder: str) -> None:
    """A folder of root's with something in it, in the bot's."""
    top = give_away(folder)
    Path(folder, "roots").mkdir(0o755)
    Path(folder, "roots", "file").touch()
    Path(folder, "other").touch()

    def remove() -> None:
        assert remove_folder(Path(folder).name) in ("Operation not permitted", "Permission denied")

    assert in_child(remove, NOBODY, top) == 0
    assert os.listdir(folder) == ["roots"]


def mounted(place: Path, *options: str) -> bool:
    """A file system in memory at a place, if this system and user can have one."""
    place.mkdir(exist_ok=True)
    words = ["mount", "-t", "tmpfs", *options, "tmpfs", str(place)]
    return ON_LINUX and os.geteuid() == 0 and subprocess.run(words, capture_output=True, check=False).returncode == 0


def test_a_file_system_that_can_only_be_read_any_more(tmp_path: Path) -> None:
    place = tmp_path / "fs"
    if not mounted(place):
        pytest.skip("no file system can be mounted here")
    try:
        folder = new_folder(str(place))
        assert in_child(deep(3), cwd=folder) == 0
        subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
        assert remove_folder(folder) == "Read-only file system"
        subprocess.run(["mount", "-o", "remount,rw", str(place)], check=True)
        assert remove_folder(folder) is None
    finally:
        subprocess.run(["umount", str(place)], check=True)


def test_what_is_mounted_in_it_is_left_alone(folder: str) -> None:
    place = Path(folder) / "fs"
    if not mounted(place):
        pytest.skip("no file system can be mounted here")
    try:
        (place / "kept").touch()
        assert remove_folder(folder) == "Device or resource busy"
        assert (place / "kept").exists()
    finally:
        subprocess.run(["umount", str(place)], check=True)


def test_where_no_folder_can_be_made(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        new_folder(f"{tmp_path}/none")


def test_a_folder_that_cannot_be_given_to_its_user_does_not_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a file system without owners, or as a root that may not change them."""

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "chown", refuse)
    with pytest.raises(PermissionError):
        new_folder(str(tmp_path), NOBODY)
    assert list(tmp_path.iterdir()) == []
