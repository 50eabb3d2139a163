"""Refusals of the machine: processes, memory, descriptors, disk. No bot is to blame, and no bot loses a game by one.

A game ends by a result, by a fault, or by a refusal: then it was not played.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager

_FEWER = "or try a lower --concurrency"
_ADVICE = {
    errno.EAGAIN: f"end other programs, raise 'ulimit -u', {_FEWER}",
    errno.ENOMEM: f"end other programs, {_FEWER}",
    errno.EMFILE: f"raise 'ulimit -n', {_FEWER}",
    errno.ENFILE: f"end other programs, {_FEWER}",
    errno.ENOBUFS: f"end other programs, {_FEWER}",
    errno.ENOSPC: "make room there (df, df -i), or set TMPDIR to another folder",
    errno.EDQUOT: "make room there (quota), or set TMPDIR to another folder",
    errno.EROFS: "set TMPDIR to another folder",
    errno.EIO: "look after the disk",
}


class RefusalError(Exception):
    """The machine refused something: one line with what, why, and what to try."""


def is_refusal(number: int | None) -> bool:
    """Whether an error (`OSError.errno`) is the machine's, whatever was asked of it."""
    return number in _ADVICE


def refusal(what: str, number: int | None) -> RefusalError:
    """The error for something of the runner's own that failed, for whatever reason."""
    why = os.strerror(number) if number else "no reason was given"
    advice = _ADVICE.get(number or 0)
    return RefusalError(f"{what}: {why}; {advice}" if advice else f"{what}: {why}")


def refusal_of(error: Exception, what: str) -> RefusalError | None:
    """The same for an error that was raised; None if it is not the machine's."""
    if isinstance(error, RefusalError):
        return error
    if isinstance(error, MemoryError):
        return refusal(what, errno.ENOMEM)
    if isinstance(error, OSError) and is_refusal(error.errno):
        return refusal(what, error.errno)
    return None


@contextmanager
def needed(what: str) -> Iterator[None]:
    """Turns each OSError and MemoryError into a refusal, where the runner works for itself and not for a bot."""
    try:
        yield
    except MemoryError:
        raise refusal(what, errno.ENOMEM) from None
    except OSError as error:
        raise refusal(what, error.errno) from None
