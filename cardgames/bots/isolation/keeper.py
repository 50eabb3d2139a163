"""The keeper of one bot: a small process between runner and bot, which no process of the bot outlives.

It starts the bot, adopts its orphans, watches what it uses of the machine, and kills all of its processes when the
bot ends, when the runner says so, or when the runner is gone, in whatever way: then the socket between them ends.
The bot's three pipes lead directly to the runner.

What is said between them is in keeper_messages. It is forked from a fork server, so that it has nothing of the
runner's memory, and shares with the others what they have in common.
"""

import os
import select
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from errno import EACCES, ENOMEM
from fcntl import F_DUPFD_CLOEXEC, fcntl

from cardgames.bots.isolation.descendants import Reaper, descendants_of, kill_all
from cardgames.bots.isolation.keeper_messages import (
    FILTER_INSIDE,
    KILL,
    STDOUT_INSIDE,
    Cleaned,
    Ended,
    Message,
    NotStarted,
    Refused,
    Started,
    StartOrder,
    decode_order,
    encode,
)
from cardgames.bots.isolation.leftovers import Leftovers
from cardgames.bots.isolation.mapped_mounts import OutOfReachError, check, lay_out
from cardgames.bots.isolation.os_calls import (
    adopt_orphans,
    die_with_parent,
    signal_group,
    signal_process,
    wake_up_on,
)
from cardgames.bots.isolation.privileges import give_up_privileges, user_of_bot
from cardgames.bots.isolation.resources import (
    ControlGroup,
    Excess,
    apply,
    excess,
    next_look_s,
    parent_of_groups,
    used_bytes,
)
from cardgames.bots.isolation.scratch import new_folder, remove_folder
from cardgames.bots.isolation.seccomp import (
    install,
    join_new_keyring,
    keyring_filter,
    sandbox_filter,
    unsandboxed_filter,
)

_SANDBOX_PROCESSES = 2
"""Bubblewrap outside, and as the first process inside."""
_PATIENCE_S = 1.5
_LOOKS = 5
_LOOK_S = 0.02
_SIGNALS_BACK = (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD)


def keep(_: object, descriptors: list[int]) -> int:
    """Keeps one bot. The order comes over a socket, the only descriptor; the bot's pipes are 0, 1 and 2.

    Returns:
        The exit status: 0 if nothing of the bot is left.
    """
    (control,) = descriptors
    os.set_inheritable(control, False)
    try:
        # A signal that ends the keeper ends the bot too.
        wake = wake_up_on(signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
        order = _read_order(control)
        if order is None:
            return 0
        adopt_orphans()
        return _Keeper(order, control, wake).run()
    except (OSError, MemoryError) as error:
        _tell(control, _refused(error))
        return 1


def _read_order(control: int) -> StartOrder | None:
    line = b""
    while not line.endswith(b"\n"):
        data = os.read(control, 65536)
        if not data:
            return None
        line += data
    return decode_order(line)


class _Keeper:
    def __init__(self, order: StartOrder, control: int, wake: int) -> None:
        self._order = order
        self._control = control
        self._wake = wake
        self._limits = order.limits
        self._user = user_of_bot(os.getpid()) if order.demoted else None
        self._descendants = descendants_of(os.getpid())
        self._group = ControlGroup.make(parent_of_groups(), f"cardgames-{os.getpid()}", self._limits)
        self._excess: Excess | None = None

    def run(self) -> int:
        """From the start of the bot to the report of its end. Returns 1 if something of it is left, else 0."""
        parent, scratch = self._order.env.get("TMPDIR", "/tmp"), None  # noqa: S108
        leftovers = None if self._order.confined else Leftovers(self._user, parent)
        try:
            if self._order.cwd is None:
                scratch = new_folder(parent, self._user)
                # It is there from now on, whatever becomes of its path.
                folder: int | str = os.open(scratch, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
                # So that its temporary files go with it.
                self._order.env["TMPDIR"] = scratch
            else:
                folder = self._order.cwd
        except OSError as error:
            _tell(self._control, NotStarted(error.errno or 0, parent))
            return 0
        else:
            last = self._serve(folder, scratch)
            _tell(self._control, last)
            return int(isinstance(last, Refused) or (isinstance(last, Ended) and last.unkilled > 0))
        finally:
            if self._group is not None:
                self._group.remove()
            # Last, because it may take a while and the runner knows by now how the bot ended.
            notes = []
            if scratch is not None and (why := remove_folder(scratch)) is not None:
                notes.append(f"its folder {scratch} could not be removed: {why}")
            if leftovers is not None:
                notes += leftovers.clear(scratch)
            if notes:
                _tell(self._control, Cleaned(notes))

    def _serve(self, folder: int | str, scratch: str | None) -> NotStarted | Ended | Refused:
        pid = self._start(folder)
        if isinstance(pid, NotStarted):
            return pid
        reaper = Reaper(pid)
        _tell(self._control, Started(pid, scratch))
        try:
            self._keep(reaper)
        except (OSError, MemoryError) as error:
            # A bot that cannot be watched is killed, even without a list of its processes.
            signal_group(pid, signal.SIGKILL)
            self._end(reaper)
            return _refused(error)
        return self._end(reaper)

    # -- the beginning

    def _start(self, cwd: int | str) -> int | NotStarted:
        """Starts the bot. Returns the number of its process."""
        keeper = os.getpid()
        # Opened before the bot starts, because nothing may fail after that.
        null = os.open(os.devnull, os.O_RDWR)
        failure, failed = os.pipe()
        pid = os.fork()
        if pid == 0:
            _become_bot(lambda: self._confine(keeper, cwd), self._order, failed)
        os.close(failed)
        for descriptor in (0, 1, 2):
            # The bot's pipes end with the bot.
            os.dup2(null, descriptor)
        os.close(null)
        told = os.read(failure, 8192).decode("utf-8", "surrogateescape")
        os.close(failure)
        if not told:
            return pid
        os.waitpid(pid, 0)
        number, _, unreadable = told.partition(" ")
        return NotStarted(int(number), unreadable=unreadable)

    def _confine(self, keeper: int, cwd: int | str) -> None:
        os.setsid()
        if self._group is not None:
            self._group.enter()
        apply(self._limits, self._user)
        if self._user is not None and self._order.binds is not None:
            lay_out(self._order.binds, self._user)
        os.chdir(cwd)
        give_up_privileges(self._user)
        # A change of user would take it back.
        die_with_parent(keeper)
        if self._user is not None:
            check(self._order.binds or ())
        with suppress(OSError):
            # There are kernels without keyrings, and without filters.
            join_new_keyring()
            if program := keyring_filter() if self._order.confined else unsandboxed_filter():
                install(program)

    # -- the time between

    def _keep(self, reaper: Reaper) -> None:
        """Watches the bot until it has ended or has to be killed."""
        waiting = select.poll()
        for descriptor in (self._control, self._wake):
            waiting.register(descriptor, select.POLLIN)
        look_at = time.monotonic()
        while reaper.code is None and self._excess is None:
            ready = waiting.poll(max(0, round(1000 * (look_at - time.monotonic()))))
            if any(descriptor == self._control for descriptor, _ in ready):
                if not (letters := self._letters()) or KILL in letters:
                    return
                self._terminate()
            if any(descriptor == self._wake for descriptor, _ in ready) and _asked_to_end(self._wake):
                return
            reaper.reap()
            if time.monotonic() >= look_at:
                look_at = time.monotonic() + self._look()

    def _letters(self) -> bytes:
        try:
            return os.read(self._control, 16)
        except ConnectionResetError:
            return b""

    def _look(self) -> float:
        members = self._descendants.members()
        used = used_bytes(self._limits, members)
        self._excess = excess(self._limits, members, used, _SANDBOX_PROCESSES if self._order.confined else 0)
        return next_look_s(self._limits, used)

    def _terminate(self) -> None:
        for member in self._descendants.members():
            signal_process(member.pid, signal.SIGTERM)

    # -- the end

    def _end(self, reaper: Reaper) -> Ended:
        orphans = 0 if reaper.code is None else self._orphans()
        if self._group is not None:
            if self._excess is None and self._group.out_of_memory:
                self._excess = Excess("memory", f"more than the {self._limits.memory_bytes} bytes of memory allowed")
            self._group.kill()
        gone = kill_all(self._descendants, reaper.reap, _PATIENCE_S)
        found = self._excess or Excess("", "")
        return Ended(reaper.code, found.kind, found.detail, 0 if gone else len(self._descendants.members()), orphans)

    def _orphans(self) -> int:
        """How many processes run on without the bot, and not only for a last moment."""
        for _ in range(_LOOKS):
            self._descendants.forget()
            found = sum(not member.zombie for member in self._descendants.members())
            if not found or self._order.confined:
                return 0
            time.sleep(_LOOK_S)
        return found


def _tell(control: int, message: Message) -> None:
    try:
        os.write(control, encode(message))
    except (BrokenPipeError, ConnectionResetError):
        # The runner is gone; the end of the socket shows that.
        return


def _refused(error: OSError | MemoryError) -> Refused:
    return Refused(error.errno or 0 if isinstance(error, OSError) else ENOMEM)


def _become_bot(confine: Callable[[], None], order: StartOrder, failed: int) -> None:
    """In the child: becomes the bot, or writes to `failed` why it cannot."""
    try:
        failed = fcntl(failed, F_DUPFD_CLOEXEC, FILTER_INSIDE + 1)
        if order.confined:
            os.dup2(1, STDOUT_INSIDE)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            os.dup2(_readable(sandbox_filter()), FILTER_INSIDE)
            # It may have been that descriptor already.
            os.set_inheritable(FILTER_INSIDE, True)
        for number in _SIGNALS_BACK:
            signal.signal(number, signal.SIG_DFL)
        confine()
        os.execvpe(order.command[0], order.command, order.env)  # noqa: S606
    except OSError as error:
        os.write(failed, str(error.errno or 0).encode())
    except MemoryError:
        # The machine's fault and not the bot's.
        os.write(failed, str(ENOMEM).encode())
    except OutOfReachError as error:
        os.write(failed, f"{EACCES} {error.user} {error.path}".encode("utf-8", "surrogateescape"))
    finally:
        os._exit(127)


def _readable(data: bytes) -> int:
    """A descriptor from which `data` can be read. It must fit into a pipe."""
    reading, writing = os.pipe()
    os.write(writing, data)
    os.close(writing)
    return reading


def _asked_to_end(wake: int) -> bool:
    return any(number != signal.SIGCHLD for number in os.read(wake, 4096))
