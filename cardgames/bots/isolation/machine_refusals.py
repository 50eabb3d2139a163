"""What the machine refuses: processes, memory, descriptors, room. No bot is to blame for it, and no game is lost by it.

Beside a result and a fault this is the third way in which a game ends: it was not played.
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
    """Something that the machine refused: one line with what, why, and what to try."""


def is_refusal(number: int | None) -> bool:
    """Whether an error (`OSError.errno`) tells of the machine, whatever was asked of it."""
    return number in _ADVICE


def refusal(what: str, number: int | None) -> RefusalError:
    """The error for something of ours that could not be done, whatever the reason."""
    why = os.strerror(number) if number else "no reason was given"
    advice = _ADVICE.get(number or 0)
    return RefusalError(f"{what}: {why}; {advice}" if advice else f"{what}: {why}")


def refusal_of(error: Exception, what: str) -> RefusalError | None:
    """The same for an error that came; None if it does not tell of the machine."""
    if isinstance(error, RefusalError):
        return error
    if isinstance(error, MemoryError):
        return refusal(what, errno.ENOMEM)
    if isinstance(error, OSError) and is_refusal(error.errno):
        return refusal(what, error.errno)
    return None


@contextmanager
def needed(what: str) -> Iterator[None]:
    """Where each OSError and MemoryError is a refusal: what is done is ours and has nothing to do with a bot."""
    try:
        yield
    except MemoryError:
        raise refusal(what, errno.ENOMEM) from None
    except OSError as error:
        raise refusal(what, error.errno) from None
