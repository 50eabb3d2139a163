"""Does something else wrong in each game: the game's commitment and the seat decide what."""

import os
import signal
import sys

from bot import complain, hold_on, run, say

WRONG = {"kroket": "1", "spit": "slap:L", "crapette": "stop"}
game = ["", "0", "0"]
KINDS = 12


def new_game(line: str) -> None:
    words = line.split()
    game[:] = [words[1], words[words.index("commit") + 1], words[words.index("seat") + 1]]


def flood(text: str) -> None:
    while True:
        say(text)


def go(answer: str) -> None:
    mood = (int(game[1][:8], 16) + int(game[2])) % KINDS
    _, move, ident = answer.split()
    if mood == 0:
        complain("no more\n")
        sys.exit(3)
    elif mood == 1:
        os.kill(os.getpid(), signal.SIGSEGV)
    elif mood == 2:
        hold_on()
    elif mood == 3:
        flood("x" * 4096)
    elif mood == 4:
        flood("info string x\n" * 256)
    elif mood == 5:
        say(f"bestmove {WRONG[game[0]]} {ident}\n")
    elif mood == 6:
        say(f"bestmove xyzzy {ident}\n")
    elif mood == 7:
        say("bestmove \xff\xfe\n")
    elif mood == 8:
        say("bestmove\n")
    elif mood == 9:
        os.close(1)
    elif mood == 10:
        say(f"bestmove {move} {ident}\nbestmove {move} {ident}\n\xff\n")
    else:
        say(answer)
        os._exit(0)


run(go=go, new_game=new_game)
