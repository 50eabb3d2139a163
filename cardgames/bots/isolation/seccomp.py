"""System calls that a bot is refused (seccomp filters of the kernel's), and a keyring of its own.

Keyrings and objects of System V outlive the processes that made them, so a bot could keep notes there. In the sandbox a
bot with a user namespace of its own could mount file systems whose memory is not counted, and it must not read or
change the sandbox's own process.
"""

import ctypes
import errno
import os
import struct
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

from cardgames.bots.isolation.os_calls import CLONE_NEWUSER, ON_LINUX, libc, system_call


class _Abi(NamedTuple):
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


_X86_64 = _Abi(0xC000003E, 250, (248, 249), (29, 64, 68), (101, 310, 311), 56, 272)
_I386 = _Abi(0x40000003, 288, (286, 287), (117, 393, 395, 399), (26, 347, 348), 120, 310)
_AARCH64 = _Abi(0xC00000B7, 219, (217, 218), (186, 190, 194), (117, 270, 271), 220, 97)
_ARM = _Abi(0x40000028, 311, (309, 310), (299, 303, 307), (26, 376, 377), 120, 337)
_RISCV64 = _AARCH64._replace(audit=0xC00000F3)
_ABIS = {"x86_64": (_X86_64, _I386), "aarch64": (_AARCH64, _ARM), "riscv64": (_RISCV64,)}

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _KIND, _ARGUMENT = 0, 4, 16
"""Where `struct seccomp_data` has the call, the kind of program, and the low half of the first argument."""
_ALLOW = 0x7FFF0000
_REFUSE = 0x00050000
_X32 = 0x40000000
_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 22, 2
_KEYCTL_JOIN_SESSION_KEYRING = 1
_LARGEST_32 = (1 << 32) - 1


def join_new_keyring() -> None:
    """Gives this process a session keyring of its own, which ends with the last process that has it."""
    if known := _abis():
        system_call(known[0].keyctl, _KEYCTL_JOIN_SESSION_KEYRING, 0)


def keyring_filter() -> bytes:
    """A filter without keyrings: as if the kernel had none. Empty if the machine is not known."""
    return _filter(_without_keyrings)


def unsandboxed_filter() -> bytes:
    """The same without objects of System V too, for a bot without a sandbox."""
    return _filter(_without_ipc)


def sandbox_filter() -> bytes:
    """A filter without user namespaces and other processes' memory, which bubblewrap sets. Empty likewise."""
    return _filter(_on_its_own)


def install(program: bytes) -> None:
    """Sets a filter for this process, which has given up new privileges, and all that it starts. Raises OSError."""
    code = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("@HP", len(program) // 8, ctypes.addressof(code))
    unused = ctypes.c_ulong(0)
    mode = ctypes.c_ulong(_SECCOMP_MODE_FILTER)
    if libc().prctl(_PR_SET_SECCOMP, mode, ctypes.create_string_buffer(header, len(header)), unused, unused):
        raise OSError(ctypes.get_errno(), "the filter of system calls could not be set (PR_SET_SECCOMP)")


def _filter(rules: Callable[[_Abi], Iterator[bytes]]) -> bytes:
    known = _abis()
    if not known:
        return b""
    lines = [_line(_LOAD, _KIND)]
    for abi in known:
        section = [*_begin(), *rules(abi), _line(_RETURN, _ALLOW)]
        lines += [_line(_EQUAL, abi.audit, 0, len(section)), *section]
    return b"".join([*lines, _refuse(errno.ENOSYS)])


def _begin() -> Iterator[bytes]:
    yield _line(_LOAD, _NUMBER)
    # A third kind of program on x86-64, which has numbers of its own and says it is of the first.
    yield from (_line(_AT_LEAST, _X32, 0, 1), _refuse(errno.ENOSYS))


def _without_keyrings(abi: _Abi) -> Iterator[bytes]:
    for number in (abi.keyctl, *abi.keys):
        yield from (_line(_EQUAL, number, 0, 1), _refuse(errno.ENOSYS))


def _without_ipc(abi: _Abi) -> Iterator[bytes]:
    yield from _without_keyrings(abi)
    for number in abi.ipc:
        yield from (_line(_EQUAL, number, 0, 1), _refuse(errno.ENOSYS))


def _on_its_own(abi: _Abi) -> Iterator[bytes]:
    for number in abi.tracing:
        yield from (_line(_EQUAL, number, 0, 1), _refuse(errno.EPERM))
    # Its flags lie in memory, where a filter cannot look; C libraries then use the older call.
    yield from (_line(_EQUAL, abi.clone3, 0, 1), _refuse(errno.ENOSYS))
    for number in (abi.clone, abi.unshare):
        yield _line(_EQUAL, number, 0, 4)
        yield from (_line(_LOAD, _ARGUMENT), _line(_ANY_BIT, CLONE_NEWUSER, 0, 1), _refuse(errno.EPERM))
        yield _line(_RETURN, _ALLOW)


def _refuse(number: int) -> bytes:
    return _line(_RETURN, _REFUSE | number)


def _line(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    """One `struct sock_filter`; the last two say how many lines to pass over."""
    return struct.pack("=HBBI", code, if_true, if_false, value)


def _abis() -> tuple[_Abi, ...]:
    """Of the programs that run on this machine, the machine's own first; empty if they are not known.

    The numbers are Linux's: an Intel Mac is an x86_64 too, and means other calls by them.
    """
    return _ABIS.get(os.uname().machine, ()) if ON_LINUX and sys.maxsize > _LARGEST_32 else ()
