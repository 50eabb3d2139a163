"""Files that are whole, whatever happens to the program or the disk while they are written."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


def append_whole(path: Path, text: str) -> None:
    """Adds text to a file, whole or not at all, and one at a time whoever else does so.

    Raises:
        OSError: it could not be written; the file is as before.
    """
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        size = os.fstat(descriptor).st_size
        rest = text.encode()
        try:
            while rest:
                rest = rest[os.write(descriptor, rest) :]
        except OSError:
            os.ftruncate(descriptor, size)
            raise
    finally:
        os.close(descriptor)


@contextmanager
def replacement(path: Path, *, mode: int = 0o666, durable: bool = False, shared: bool = False) -> Iterator[BinaryIO]:
    """A file to be written, which takes the place of `path` at the end of the block.

    Args:
        path: is as before if the block raises, or the program ends in it.
        mode: of the new file; the umask takes away from it.
        durable: waits until it is on the disk, so that not even a power cut loses it.
        shared: other processes may do the same at the same time. If not, a draft that was left by one that was killed
            is written over.

    Raises:
        OSError: it could not be written.
    """
    draft = path.with_name(f".{path.name}.{os.getpid() if shared else 'new'}")
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
