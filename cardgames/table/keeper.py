"""The keeper: a small shell that kills the bots' process groups if the runner is gone.

A runner that is killed with SIGKILL cannot clean up. The keeper holds the other end of a pipe: it reads which
groups are alive, and when the pipe ends without their being taken back, it kills them. It lives in a session
of its own, so that no Ctrl-C reaches it, and only as long as there is a bot.
"""

import os
import subprocess

_SCRIPT = """
groups=' '
while read -r sign group; do
    case $sign in
        +) groups="$groups$group " ;;
        -) groups="${groups%% $group *} ${groups#* $group }" ;;
    esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
"""


class Keeper:
    """The keeper of this process's bots, started with the first and ended with the last."""

    def __init__(self) -> None:
        self._shell: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._groups: set[int] = set()

    def watch(self, group: int) -> None:
        """From now on `group` dies with this process."""
        if self._owner != os.getpid():
            self._forget_parents()
        self._groups.add(group)
        self._tell(f"+ {group}\n")

    def release(self, group: int) -> None:
        """`group` has ended; its number may become another's. To be called before its leader is reaped."""
        if group not in self._groups or self._owner != os.getpid():
            return
        self._groups.remove(group)
        self._tell(f"- {group}\n")
        if not self._groups:
            self._end()

    def _tell(self, line: str) -> None:
        if self._shell is not None:
            try:
                self._write(line)
            except BrokenPipeError:
                # Somebody killed the keeper: a new one is told everything.
                self._end()
            else:
                return
        self._start()
        self._write("".join(f"+ {group}\n" for group in sorted(self._groups)))

    def _start(self) -> None:
        self._shell = subprocess.Popen(
            ["/bin/sh", "-c", _SCRIPT],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd="/",
            env={},
            start_new_session=True,
        )

    def _write(self, text: str) -> None:
        assert self._shell is not None
        assert self._shell.stdin is not None
        self._shell.stdin.write(text.encode("ascii"))

    def _end(self) -> None:
        assert self._shell is not None
        assert self._shell.stdin is not None
        self._shell.stdin.close()
        self._shell.wait()
        self._shell = None

    def _forget_parents(self) -> None:
        """After a fork: the keeper and the bots are the parent's."""
        if self._shell is not None:
            assert self._shell.stdin is not None
            self._shell.stdin.close()
            # It is no child of this process: nothing to wait for.
            self._shell.returncode = 0
        self._shell = None
        self._groups.clear()
        self._owner = os.getpid()


KEEPER = Keeper()
