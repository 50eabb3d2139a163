"""Spit in real time, in a terminal."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.play.terminal import CTRL_C, CTRL_D, Terminal
from tests.cli.play.terminal_emulator import TerminalEmulator

Start = Callable[..., Terminal]
ALONE = "spit --seed 3 --countdown 0 --think 60000"
"""The other side takes so long that a test is by itself."""
FAST = "spit --seed 3 --countdown 0 --think 0 --hand 0"
STILL = r"The clock stands still\. Enter to go on> $"


def shows(text: str) -> Callable[[TerminalEmulator], bool]:
    return lambda screen: any(text in line for line in screen.lines)


def ask(at: Terminal, line: str, answer: str) -> None:
    """Types a line and waits until the answer stands there."""
    at.type(line)
    at.until(lambda screen: shows(answer)(screen) and screen.line == ">")


def begun(at: Terminal) -> Terminal:
    at.until(lambda screen: shows("L [T♥] 1 card")(screen) and screen.line == ">")
    return at


def test_moves_and_commands(terminal: Start, home: Path) -> None:
    at = begun(terminal(ALONE))
    assert any(line.startswith("  you            [3♦]  [Q♥]  [K♣]  [Q♠]  [2♠]") for line in at.screen.lines)
    ask(at, "1l", "S5: a 3 does not go on a T; a J or a 9 would")
    ask(at, "?", "  1  2R    the Q♥ on the J♣")
    ask(at, "2R", "You play the Q♥ on R; the 4♥ turns up.")
    assert not shows("the Q♥ on the J♣")(at.screen)
    ask(at, "undo", "undo: a hidden card has been seen")
    ask(at, "hint", "hint: 3R, the K♣ on the Q♥")
    ask(at, "3", "You play the K♣ on R")
    ask(at, "rules s8", "S8. Cards move one at a time")
    ask(at, "fly", "'fly' is no move and no command")
    at.type("help")
    at.see(STILL)
    at.type("")
    at.until(lambda screen: shows("[K♣] 3 cards")(screen) and screen.line == ">")
    file = home.parent / "my.save"
    ask(at, f"save {file}", "saved; to go on: ")
    at.press(CTRL_D)
    assert at.end() == 0
    kept = home / "saves" / f"{at.kept()}.save"
    moves = [" ".join(move.split()[:2]) for move in json.loads(kept.read_text())["moves"].split(", ")]
    assert moves == ["0 2R", "0 3R"]
    assert json.loads(file.read_text()) == json.loads(kept.read_text())

    again = terminal(f"--load {file} --countdown 0")
    again.until(shows("[K♣] 3 cards"))
    ask(again, "score", "Your cards: ")
    again.type("resign")
    assert again.end() == 0
    assert shows("You resigned.")(again.screen)


def test_a_whole_game(terminal: Start, home: Path) -> None:
    at = terminal(f"{FAST} --rule maxrounds=1")
    at.until(lambda screen: screen.line == ">")
    while not shows("over (")(at.screen):
        at.type("l" if shows("slap a pile")(at.screen) else "w")
        at.read()
    assert at.end() == 0
    assert shows("over (round-limit): ")(at.screen)
    (score,) = (home / "scores.jsonl").read_text().splitlines()
    assert json.loads(score)["game"] == "spit"


def test_a_landing_leaves_the_line_that_is_being_typed(terminal: Start) -> None:
    at = terminal("spit --seed 3 --countdown 0 --think 1500")
    at.until(lambda screen: screen.line == ">")
    at.press("4l and more")
    at.until(lambda screen: screen.line == "> 4l and more")
    before = at.printed.count("greedy plays")
    while at.printed.count("greedy plays") == before or not at.screen.line.endswith("e"):
        at.read()
    assert at.screen.line == "> 4l and more"
    at.press("\x17\x17" + "\x7f")
    at.until(lambda screen: screen.line == "> 4")


def test_a_landing_is_marked(terminal: Start) -> None:
    at = terminal("spit --seed 3 --countdown 0 --think 50")
    at.until(lambda screen: shows("greedy plays the ")(screen) and screen.line == ">")
    assert "*" in "".join(at.screen.lines[:9])


def test_a_countdown_before_the_spit(terminal: Start) -> None:
    at = terminal("spit --seed 3 --countdown 1 --think 60000")
    at.until(lambda screen: shows("spit in 1 ..")(screen) and screen.line == ">")
    assert shows("L [  ]              R [  ]")(at.screen)
    at.type("4r")  # taken, and answered when it is over
    at.until(shows("You play the Q♠ on R"))
    assert not shows("spit in")(at.screen)


def test_a_resize_is_followed_at_once(terminal: Start) -> None:
    at = begun(terminal(ALONE))
    at.press("4l")
    at.until(lambda screen: screen.line == "> 4l")
    at.resize(30, 60)
    at.until(lambda screen: shows("[2♠]")(screen) and screen.line == "> 4l")
    assert max(map(len, at.screen.lines)) <= 60
    at.resize(30, 40)
    at.until(lambda screen: shows("  you      [3♦] [Q♥] [K♣] [Q♠] [2♠]")(screen) and screen.line == "> 4l")
    at.resize(12, 40)
    at.until(lambda screen: shows("[2♠]")(screen) and screen.line == "> 4l")


@pytest.mark.parametrize(("key", "status"), [(CTRL_C, 130), (CTRL_D, 0)], ids=["ctrl-c", "ctrl-d"])
@pytest.mark.parametrize("where", ["prompt", "countdown", "pause"])
def test_leaving_loses_nothing(where: str, key: str, status: int, terminal: Start) -> None:
    at = terminal("spit --seed 3 --think 60000 --countdown 60" if where == "countdown" else ALONE)
    at.until(lambda screen: screen.line == ">")
    if where == "pause":
        at.type("history", "rules")
        at.see(r"Enter for more, q to stop> $")
    at.press(key)
    assert at.end() == status
    again = terminal(f"--load {at.kept()} --countdown 0")
    begun(again)


def test_a_half_typed_line_is_no_end(terminal: Start) -> None:
    at = begun(terminal(ALONE))
    at.press(f"4{CTRL_D}")
    at.until(lambda screen: screen.line == "> 4")
    at.press("r\r")
    at.until(shows("You play the Q♠ on R"))
    at.press(CTRL_C)
    assert at.end() == 130


def test_a_terminal_that_can_only_print(terminal: Start) -> None:
    at = terminal(ALONE, TERM="dumb")
    at.see("> $")
    at.press("4")
    at.see("4$")
    at.press("x\x7fr\r")
    at.see("You play the Q♠ on R")
    at.see("R\\*\\[Q♠\\] 2 cards")
    at.type("quit")
    assert at.end() == 0
    assert "\x1b" not in at.printed


def test_words_for_a_screen_reader(terminal: Start) -> None:
    at = terminal(ALONE, "--plain")
    at.see("> $")
    at.type("show")
    at.see("Your stock 4: queen of spades, 3 cards below.")
    at.type("4r")
    at.see("You play the queen of spades on R; the ")
    at.press(CTRL_C)
    assert at.end() == 130
    assert "\x1b" not in at.printed
