"""Plays, and keeps notes for its next start wherever a process may leave something: tells what it finds and leaves.

Its argument is a number for the names of its notes.

`FOUND place` is a note of a former process, `KEPT place` one that it has left itself, `REFUSED place` one it could not.
"""

import ctypes
import os
import platform
import sys
from collections.abc import Callable

from bot import complain, run, say

ADD_KEY, KEYCTL = {"x86_64": (248, 250), "aarch64": (217, 219), "riscv64": (217, 219)}.get(platform.machine(), (-1, -1))
RINGS = {"thread keyring": -1, "session keyring": -3, "user keyring": -4, "user session keyring": -5}
KEYCTL_SEARCH, IPC_CREAT, KEY = 10, 0o1000, 0x40000000 + int(sys.argv[1])
MARK = f"cardgames-test-note-{sys.argv[1]}".encode()
FILES = [f"{folder}/{MARK.decode()}" for folder in ("/dev/shm", "/tmp", "/var/tmp", os.environ.get("TMPDIR", "/tmp"))]
libc = ctypes.CDLL(None, use_errno=True)


def call(function: str, *arguments: object) -> int:
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    result = int(getattr(libc, function)(*words))
    if result == -1:
        raise OSError(ctypes.get_errno(), function)
    return result


def find_key(ring: int) -> int:
    return call("syscall", KEYCTL, KEYCTL_SEARCH, ring, b"user", MARK, 0)


def add_key(ring: int) -> int:
    return call("syscall", ADD_KEY, b"user", MARK, b"x", 1, ring)


def open_queue(flags: int) -> int:
    return call("mq_open", b"/" + MARK, flags, 0o600, None)


def write(path: str) -> None:
    with open(path, "w") as file:
        file.write("note")


PLACES: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
    "shared memory": (lambda: call("shmget", KEY, 1, 0), lambda: call("shmget", KEY, 1, IPC_CREAT | 0o600)),
    "semaphores": (lambda: call("semget", KEY, 1, 0), lambda: call("semget", KEY, 1, IPC_CREAT | 0o600)),
    "messages": (lambda: call("msgget", KEY, 0), lambda: call("msgget", KEY, IPC_CREAT | 0o600)),
    "queue": (lambda: open_queue(os.O_RDONLY), lambda: open_queue(os.O_RDWR | os.O_CREAT)),
}
if KEYCTL > 0:
    for ring_name, number in RINGS.items():
        PLACES[ring_name] = (lambda at=number: find_key(at), lambda at=number: add_key(at))  # type: ignore[misc]
for name in FILES:
    PLACES[name] = (lambda at=name: os.stat(at), lambda at=name: write(at))  # type: ignore[misc]


def look_around() -> None:
    for place, (find, keep) in PLACES.items():
        try:
            find()
            complain(f"FOUND {place}\n")
        except OSError:
            pass
        try:
            keep()
            complain(f"KEPT {place}\n")
        except OSError:
            complain(f"REFUSED {place}\n")


def go(answer: str) -> None:
    if not DONE:
        look_around()
        DONE.append(True)
    say(answer)


DONE: list[bool] = []
run(go=go)
