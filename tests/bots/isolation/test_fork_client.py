"""The fork server as seen by its client: whatever happens to it, no answer is lost and nobody is taken for a stray."""

import json
import os
import signal
import socket
import subprocess
import sys

import pytest

from cardgames.bots.isolation import fork_client
from cardgames.bots.isolation.fork_client import ForkServer
from cardgames.bots.isolation.os_calls import ON_LINUX

KILLED = """
import os, signal, socket, time
from cardgames.bots.child import KEEPERS
from cardgames.bots.isolation import fork_client as forks
from cardgames.bots.isolation.descendants import children_of, read_member

forks.adopt()
server = forks.server_for(KEEPERS)
worker = forks.ForkServer.shared(server.pid, server.share().detach())
ours, theirs = socket.socketpair()
null = os.open(os.devnull, os.O_RDWR)
keeper = worker.run(f"{KEEPERS}:keep", None, [null, null, null, theirs.fileno()], "", signal.SIGTERM)
os.kill(server.pid, signal.SIGKILL)
while keeper not in (children_of(os.getpid()) or {keeper}):
    time.sleep(0.001)
forks.sweep()
member = read_member(keeper)
print(member is not None and not member.zombie)
"""


@pytest.mark.skipif(not ON_LINUX, reason="only Linux lets a process adopt the orphans below it")
def test_who_was_forked_for_a_worker_outlives_its_server_before_that_is_seen_to_be_gone() -> None:
    done = subprocess.run([sys.executable, "-c", KILLED], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "True\n"


def test_an_answer_that_comes_while_the_server_is_looked_at_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    near, far = socket.socketpair()
    with subprocess.Popen(["sleep", "60"]) as stand_in, far:

        def answers_meanwhile(_pid: int, _options: int) -> tuple[int, int]:
            number, *_ = json.loads(far.recv(4096))
            far.sendall(b"[0, 7]\n" + json.dumps([number, -1]).encode() + b"\n")
            return 0, 0

        server = ForkServer(stand_in.pid, near)
        monkeypatch.setattr(fork_client, "_PATIENCE_S", 0.0)
        with monkeypatch.context() as patched:
            patched.setattr(os, "waitpid", answers_meanwhile)
            with pytest.raises(OSError, match=os.strerror(1)):
                server.run("any:thing", None, [], "", signal.SIGTERM)
        assert server.others == {7}
        assert not server.lost
        stand_in.kill()
        near.close()


def test_after_a_fork_what_the_server_tells_is_left_to_the_parent() -> None:
    near, far = socket.socketpair()
    server = ForkServer(0, near, own=False)
    far.sendall(b"[0, 7]\n")
    pid = os.fork()
    if pid == 0:
        server.release()
        os._exit(0)
    os.waitpid(pid, 0)
    server.listen()
    assert server.others == {7}
    near.close()
    far.close()
