"""Takes 600 MB where no process's account tells of it: in memfds, or in open files of /dev/shm that have no name."""

import os
import sys

from bot import hold_on, run

MIB = 1 << 20


def memory(number: int) -> int:
    if sys.argv[1] == "memfd":
        return os.memfd_create(f"part{number}")
    name = f"/dev/shm/part-{os.getpid()}-{number}"
    descriptor = os.open(name, os.O_RDWR | os.O_CREAT, 0o600)
    os.unlink(name)
    return descriptor


def go(_: str) -> None:
    kept = [memory(number) for number in range(60)]
    for descriptor in kept * 10:
        os.write(descriptor, bytes(MIB))
    hold_on()


run(go=go)
