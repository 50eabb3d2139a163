"""What a program may take of time and of the machine. Nothing but values: a command's help reads the defaults."""

from typing import NamedTuple

KIB = 1024
MIB = 1024 * KIB


class Limits(NamedTuple):
    """What a program may take, in time and in bytes."""

    startup_ms: int = 10_000
    """From its start to `cgpok`, and from `isready` to `readyok`."""
    quit_ms: int = 2_000
    """From `quit` to SIGTERM."""
    fault_ms: int = 250
    """The same after a fault."""
    term_ms: int = 500
    """From SIGTERM to SIGKILL."""
    move_bytes: int = MIB
    """Of output for each move."""
    log_bytes: int = 64 * KIB
    """Of stderr that are kept, from its beginning and from its end."""
    cpus: tuple[int, ...] = ()
    """The processors that it may run on; empty for all."""
    memory_bytes: int = 2048 * MIB
    """Of memory in RAM, with all that it starts; this and the next four 0 for no limit."""
    processes: int = 256
    """That may be there at a time, those that have ended and were not waited for included."""
    open_files: int = 1024
    """In each process."""
    file_bytes: int = 256 * MIB
    """The size of a file that it writes."""
    cpu_seconds: int = 0
    """Of computing in each process, from its start to its end."""
    sandbox: str = ""
    """The program that locks it in (`sandbox.find_sandbox`); empty for none."""
    hidden: tuple[str, ...] = ()
    """Folders of the runner's that it does not see in the sandbox."""
