"""System calls that the C library has no function for, by ctypes. Linux only; each raises OSError."""

import ctypes
import os
import sys
from functools import cache
from typing import NamedTuple


class Abi(NamedTuple):
    """The numbers of some system calls, as one kind of program gives them to the kernel (its `asm/unistd.h`)."""

    audit: int
    """Which kind of program, as a seccomp filter is told (`AUDIT_ARCH_` of `linux/audit.h`)."""
    keyctl: int
    keys: tuple[int, ...]
    """`add_key` and `request_key`."""
    ipc: tuple[int, ...]
    """What makes memory, semaphores and queues of System V, or finds them."""
    tracing: tuple[int, ...]
    """`ptrace`, `process_vm_readv` and `process_vm_writev`."""
    clone: int
    unshare: int
    clone3: int = 435


_X86_64 = Abi(0xC000003E, 250, (248, 249), (29, 64, 68), (101, 310, 311), 56, 272)
_I386 = Abi(0x40000003, 288, (286, 287), (117, 393, 395, 399), (26, 347, 348), 120, 310)
_AARCH64 = Abi(0xC00000B7, 219, (217, 218), (186, 190, 194), (117, 270, 271), 220, 97)
_ARM = Abi(0x40000028, 311, (309, 310), (299, 303, 307), (26, 376, 377), 120, 337)
_RISCV64 = _AARCH64._replace(audit=0xC00000F3)
_ABIS = {"x86_64": (_X86_64, _I386), "aarch64": (_AARCH64, _ARM), "riscv64": (_RISCV64,)}
_LARGEST_32 = (1 << 32) - 1
_OPEN_TREE, _MOVE_MOUNT, _MOUNT_SETATTR = 428, 429, 442
"""The same on all machines but a few that bubblewrap is hardly built for."""
_AT_FDCWD, _AT_EMPTY_PATH, _AT_RECURSIVE = -100, 0x1000, 0x8000
_OPEN_TREE_CLONE, _OPEN_TREE_CLOEXEC = 1, os.O_CLOEXEC
_MOVE_MOUNT_F_EMPTY_PATH = 4
_KEYCTL_JOIN_SESSION_KEYRING = 1
CLONE_NEWNS = 0x00020000
CLONE_NEWUSER = 0x10000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 1, 2, 4, 32, 4096, 16384, 1 << 18
_MOUNT_ATTR_IDMAP = 0x00100000


def abis() -> tuple[Abi, ...]:
    """Of the programs that run on this machine, the machine's own first; empty if they are not known."""
    return _ABIS.get(os.uname().machine, ()) if sys.maxsize > _LARGEST_32 else ()


@cache
def libc() -> ctypes.CDLL:
    """The C library of this process."""
    return ctypes.CDLL(None, use_errno=True)


def _checked(result: int) -> int:
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def _syscall(number: int, *arguments: int | bytes) -> int:
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    call = libc().syscall
    call.restype = ctypes.c_long
    return _checked(call(ctypes.c_long(number), *words))


def unshare(flags: int) -> None:
    """Gives this process namespaces of its own."""
    _checked(libc().unshare(ctypes.c_int(flags)))


def mount(source: str, target: str, kind: str, flags: int, data: str = "") -> None:
    """The system call of that name."""
    words = [os.fsencode(word) for word in (source, target, kind)]
    _checked(libc().mount(*words, ctypes.c_ulong(flags), os.fsencode(data)))


def copy_mount(descriptor: int) -> int:
    """A copy of what is mounted at an open folder or file and below it, that is mounted nowhere. Linux 5.2."""
    flags = _OPEN_TREE_CLONE | _OPEN_TREE_CLOEXEC | _AT_EMPTY_PATH | _AT_RECURSIVE
    return _syscall(_OPEN_TREE, descriptor, b"", flags)


def protect_mount(tree: int, users: int) -> None:
    """Makes a copy read-only, with owners as the user namespace `users` maps them. Linux 5.12, most file systems."""
    attributes = (ctypes.c_uint64 * 4)(MS_RDONLY | MS_NOSUID | MS_NODEV | _MOUNT_ATTR_IDMAP, 0, 0, users)
    _syscall(_MOUNT_SETATTR, tree, b"", _AT_EMPTY_PATH | _AT_RECURSIVE, bytes(attributes), ctypes.sizeof(attributes))


def place_mount(tree: int, target: str) -> None:
    """Mounts a copy."""
    _syscall(_MOVE_MOUNT, tree, b"", _AT_FDCWD, os.fsencode(target), _MOVE_MOUNT_F_EMPTY_PATH)


def join_new_keyring() -> None:
    """Gives this process a session keyring of its own, which ends with the last process that has it."""
    if known := abis():
        _syscall(known[0].keyctl, _KEYCTL_JOIN_SESSION_KEYRING, 0)
