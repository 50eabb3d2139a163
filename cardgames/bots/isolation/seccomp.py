"""System calls that a bot is refused (seccomp filters of the kernel's).

What outlives the processes that made it could keep a bot's notes: keyrings, and objects of System V. In the sandbox a
user namespace of its own would give a bot file systems whose memory is not counted, and the sandbox's own process is
none of its business.
"""

import ctypes
import errno
import struct
from collections.abc import Callable, Iterator

from cardgames.bots.isolation.syscalls import CLONE_NEWUSER, Abi, abis, libc

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _KIND, _ARGUMENT = 0, 4, 16
"""Where `struct seccomp_data` has the call, the kind of program, and the low half of the first argument."""
_ALLOW = 0x7FFF0000
_REFUSE = 0x00050000
_X32 = 0x40000000
_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 22, 2


def keyring_filter() -> bytes:
    """The filter without keyrings: to a program it is a kernel that has none. Empty if the machine is not known."""
    return _filter(_without_keyrings)


def unsandboxed_filter() -> bytes:
    """The same for a bot without a sandbox, where objects of System V would not end with it. Likewise."""
    return _filter(_without_ipc)


def sandbox_filter() -> bytes:
    """The filter without user namespaces and without other processes' memory, for bubblewrap to set. Likewise."""
    return _filter(_on_its_own)


def install(program: bytes) -> None:
    """Holds this process, which has given up new privileges, and all that it starts, to a filter. Raises OSError."""
    code = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("@HP", len(program) // 8, ctypes.addressof(code))
    unused = ctypes.c_ulong(0)
    mode = ctypes.c_ulong(_SECCOMP_MODE_FILTER)
    if libc().prctl(_PR_SET_SECCOMP, mode, ctypes.create_string_buffer(header, len(header)), unused, unused):
        raise OSError(ctypes.get_errno(), "the filter of system calls could not be set (PR_SET_SECCOMP)")


def _filter(rules: Callable[[Abi], Iterator[bytes]]) -> bytes:
    known = abis()
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


def _without_keyrings(abi: Abi) -> Iterator[bytes]:
    for number in (abi.keyctl, *abi.keys):
        yield from (_line(_EQUAL, number, 0, 1), _refuse(errno.ENOSYS))


def _without_ipc(abi: Abi) -> Iterator[bytes]:
    yield from _without_keyrings(abi)
    for number in abi.ipc:
        yield from (_line(_EQUAL, number, 0, 1), _refuse(errno.ENOSYS))


def _on_its_own(abi: Abi) -> Iterator[bytes]:
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
