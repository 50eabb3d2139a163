"""Plays well, and leaves in its folder what is hard to remove: all of it, and as much of it as its argument says."""

import os
import socket
import sys

from bot import run

DEPTH = int(sys.argv[1])


def go_down(depth: int, name: str) -> None:
    for _ in range(depth):
        os.mkdir(name)
        os.chdir(name)


def leave() -> None:
    top = os.getcwd()
    go_down(DEPTH, "d")
    os.chdir(top)
    go_down(40, "n" * 255)
    os.chdir(top)
    os.makedirs(b"\xff\xfe/a\nb")
    os.symlink("/", "root")
    os.symlink("itself", "itself")
    os.mkfifo("fifo")
    socket.socket(socket.AF_UNIX).bind("socket")
    os.makedirs("closed/inside")
    open("closed/inside/file", "w").close()
    for place in ("closed/inside/file", "closed/inside", "closed", "."):
        os.chmod(place, 0)


def game_over() -> None:
    if not os.path.exists("root"):
        leave()


run(game_over=game_over)
