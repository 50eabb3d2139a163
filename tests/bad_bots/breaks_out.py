"""Plays, and tries every way out of its sandbox that it knows.

Its arguments are folders of which it would like to see the files, written backwards so that it does not find itself.
Each way is told on stderr: `REFUSED way` or `DONE way`, and `SAW path` for what it was not to see.
"""

import ctypes
import os
import platform
import sys
from collections.abc import Callable

from bot import complain, run, say

MS_REMOUNT_BIND, MNT_DETACH = 32 | 4096, 2
PTRACE_ATTACH = 16
CLONE_NEWUSER, CLONE_NEWNS = 0x10000000, 0x20000
KEYS = {"x86_64": (248, 250), "aarch64": (217, 219), "riscv64": (217, 219)}
libc = ctypes.CDLL(None, use_errno=True)
WANTED = [word[::-1] for word in sys.argv[1:]]
OWN = os.path.dirname(os.path.abspath(__file__))
FOLDERS = [OWN, os.path.dirname(os.path.realpath(sys.executable)), os.path.dirname(os.__file__), "/usr", "/etc", "/"]


def call(function: str, *arguments: object) -> None:
    words = [ctypes.c_ulong(word) if isinstance(word, int) else word for word in arguments]
    if getattr(libc, function)(*words) == -1:
        raise OSError(ctypes.get_errno(), function)


def tried(way: str, attempt: Callable[[], object]) -> None:
    try:
        attempt()
    except OSError:
        complain(f"REFUSED {way}\n")
    else:
        complain(f"DONE {way}\n")


def in_child(attempt: Callable[[], object]) -> None:
    """What changes the process itself."""
    pid = os.fork()
    if pid == 0:
        try:
            attempt()
        except OSError as error:
            os._exit(error.errno or 1)
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if code:
        raise OSError(code, "in a child")


def trace(pid: int) -> None:
    call("ptrace", PTRACE_ATTACH, pid, 0, 0)


def write_to(path: str) -> None:
    os.close(os.open(path, os.O_WRONLY))


def make_in(folder: str) -> None:
    path = f"{folder}/left-by-a-bad-bot"
    with open(path, "w"):
        os.remove(path)


def keep_a_note() -> None:
    add_key, _ = KEYS[platform.machine()]
    for ring in (-3, -4, -5):
        call("syscall", add_key, b"user", b"note", b"x", 1, ring)


def join_a_keyring() -> None:
    call("syscall", KEYS[platform.machine()][1], 1, 0)


def mount_points() -> list[str]:
    with open("/proc/self/mounts") as file:
        return [line.split()[1] for line in file]


def privileges() -> None:
    with open("/proc/self/status") as file:
        status = dict(line.rstrip("\n").split(":\t", 1) for line in file)
    for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
        complain(f"{'DONE' if int(status[name], 16) else 'REFUSED'} {name}\n")
    complain(f"{'REFUSED' if status['NoNewPrivs'] == '1' else 'DONE'} new privileges\n")
    complain(f"{'DONE' if os.getuid() == 0 else 'REFUSED'} to be root\n")


def others() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit() and int(name) not in (1, os.getpid())]


def look_around() -> None:
    privileges()
    for point in [*mount_points(), OWN, *WANTED]:
        tried(f"umount2 {point}", lambda point=point: call("umount2", point.encode(), MNT_DETACH))  # type: ignore[misc]
        tried(
            f"mount {point}",
            lambda point=point: call("mount", None, point.encode(), None, MS_REMOUNT_BIND, None),  # type: ignore[misc]
        )
    tried("tmpfs", lambda: call("mount", b"x", b"/tmp", b"tmpfs", 0, None))
    for path in ("/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/proc/sysrq-trigger"):
        tried(f"write {path}", lambda path=path: write_to(path))  # type: ignore[misc]
    for folder in FOLDERS:
        tried(f"write into {folder}", lambda folder=folder: make_in(folder))  # type: ignore[misc]
    tried("chmod of its own file", lambda: os.chmod(os.path.abspath(__file__), 0o777))
    if platform.machine() in KEYS:
        tried("ptrace of its parent", lambda: trace(os.getppid()))
    for pid in others():
        complain(f"SAW process {pid}\n")
    tried("setuid", lambda: in_child(lambda: os.setuid(0)))
    tried("setgroups", lambda: in_child(lambda: os.setgroups([0])))
    for flags in (CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWUSER | CLONE_NEWNS):
        tried(f"unshare {flags:#x}", lambda flags=flags: in_child(lambda: call("unshare", flags)))  # type: ignore[misc]
    tried("chroot", lambda: in_child(lambda: os.chroot("/tmp")))
    tried("mknod", lambda: os.mknod("/tmp/disk", 0o60666, os.makedev(254, 0)))
    if platform.machine() in KEYS:
        tried("note in a keyring", keep_a_note)
        tried("session keyring", join_a_keyring)
    for folder in WANTED:
        for name in os.listdir(folder) if os.path.isdir(folder) else ():
            complain(f"SAW {folder}/{name}\n")


def go(answer: str) -> None:
    if not DONE:
        look_around()
        DONE.append(True)
    say(answer)


DONE: list[bool] = []
run(go=go)
