"""Whole games in a terminal: typed, drawn, edited, resized, left, gone on with."""

import json
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.play.terminal import CTRL_C, CTRL_D, CTRL_U, Terminal

Start = Callable[..., Terminal]
STONE = "kroket --against random --seed stone"
ASKED = "(move|discard|place)> $"


def play(at: Terminal, *lines: str) -> None:
    """Types lines, each when it is asked for."""
    for line in lines:
        at.type(line)
        at.see(ASKED)


def moves_kept(home: Path, name: str) -> int:
    moves = json.loads((home / "saves" / f"{name}.save").read_text())["moves"]
    return len(moves.split(", ")) if moves else 0


def test_a_game_of_kroket(terminal: Start, home: Path) -> None:
    at = terminal(STONE)
    at.see(ASKED)
    assert at.screen.lines[0] == "Kroket, turn 1, random dealt"
    assert "> you             1 7♠  2 9♣  3 3♠   hand 9♦ J♥ 4♠ 5♠ T♠" in at.screen.lines
    play(at, "?", "knok", "7h")
    assert "  1  take   the K♦ into the hand, then discard" in at.screen.lines
    assert any("no move and no command" in line for line in at.screen.lines)
    assert "K6: 7♥ can be discarded only after take or draw" in at.screen.lines
    play(at, "t", "kd", "undo", "hint", "take", "4s", "undo")
    assert any(line.startswith("undo: a hidden card has been seen") for line in at.screen.lines)
    assert "hint: " in at.printed
    assert at.screen.lines[0] == "Kroket, turn 3, random dealt"
    file = home.parent / "my.save"
    play(at, f"save {file}", "take")
    at.press(CTRL_D)
    assert at.end() == 0
    assert moves_kept(home, at.kept()) == 5
    assert any("*J♦" in line for line in at.screen.lines)

    again = terminal(f"--load {file}")
    again.see(ASKED)
    assert any("going on after 4 moves" in line for line in again.screen.lines)
    play(again, "take", "5s", "lay", "1")
    again.type("knock")
    assert again.end() == 0
    assert "over (knock): you win" in again.screen.lines
    assert "*" not in "".join(again.screen.lines)


def test_a_game_of_crapette(terminal: Start, home: Path) -> None:
    at = terminal("crapette --seed 3 --rule maxturns=2 --practice")
    at.see(ASKED)
    assert any(line.startswith("> you          reserve 13 [3♥]") for line in at.screen.lines)
    play(at, "flip", "1f")
    assert "C10: house 1's A♥ fits a foundation, it must go first (1-F)" in at.printed.replace("\x1b[31m", "").replace(
        "\x1b[0m", ""
    )
    assert "You play the A♥ from house 1 to a foundation." in at.screen.lines
    assert any("*A♥" in line for line in at.screen.lines)
    play(at, "r1", "undo", "R-1", "hint", "rf", "rules c5", "history", "score")
    assert any(line.startswith("C5. In a house") for line in at.screen.lines)
    at.press(CTRL_C)
    assert at.end() == 130
    name = at.kept()
    assert moves_kept(home, name) == 3

    again = terminal(f"--load {name}")
    again.see(ASKED)
    for _ in range(80):
        again.type("#1")
        if again.see("(move> $|over \\()") == "over (":
            break
    assert again.end() == 0
    assert "over (turn-limit): drawn" in again.screen.lines


def test_the_line_is_edited_and_completed(terminal: Start) -> None:
    at = terminal(STONE)
    at.see(ASKED)
    at.press("drawx\x7f\x01\x0b")
    at.press("hist\t")
    at.see("history")
    at.press("\r")
    at.see("nothing has happened yet")
    at.see(ASKED)
    at.press("tak\t\r")
    at.see("discard> $")
    assert any(line.startswith("You take the K♦") for line in at.screen.lines)
    at.press("\x1b[A")
    at.see("take")


def test_a_resize_to_60_columns(terminal: Start) -> None:
    at = terminal(STONE)
    at.see(ASKED)
    at.resize(30, 60)
    at.type("take")
    at.until(lambda screen: any(line.startswith("you: discard a hand card") for line in screen.lines))
    assert max(map(len, at.screen.lines)) <= 60
    assert any(line.startswith("> you             1 7♠  2 9♣  3 3♠   hand 9♦*K♦") for line in at.screen.lines)
    at.resize(40, 40)
    at.type("show")
    at.until(lambda screen: "  1 7♠  2 9♣  3 3♠" in screen.lines)
    assert max(map(len, at.screen.lines)) <= 40


def test_two_people_see_their_own_cards_only(terminal: Start) -> None:
    at = terminal("kroket --seed 3 --against bob=human --name ann")
    at.see("ann, move> $")
    play(at, "draw")
    drawn = at.printed.split("draws the ")[1].replace("\x1b[31m", "")[:2]
    mine = [line for line in at.screen.lines if line.startswith("> ann")]
    at.type("#1")
    at.see("bob, Enter when nobody else looks> $")
    assert [line for line in at.screen.lines if line] == ["bob, Enter when nobody else looks>"]
    assert "\x1b[3J" in at.printed
    at.type("")
    at.see("bob, move> $")
    shown = "\n".join(at.screen.lines)
    assert mine
    assert mine[0].split("hand")[1].split()[1] not in shown
    assert drawn not in shown.replace(f"discards the {drawn}", "").replace(f"[{drawn}]", "")
    at.press("\x1b[A")  # nothing that ann typed comes back
    at.type("")
    at.see("bob, move> $")
    assert "bob, move> #1" not in at.printed
    assert "bob, move> draw" not in at.printed


def test_a_series_waits_between_its_games(terminal: Start) -> None:
    at = terminal("crapette --seed 3 --series 2")
    at.see(ASKED)
    at.type("resign")
    at.see("Enter for game 2 of 2> $")
    assert "After 1 game: won you 0, greedy 1; points you 0, greedy 0." in at.screen.lines
    at.type("")
    at.see(ASKED)
    at.type("resign")
    assert at.end() == 0
    assert "greedy wins the series." in at.screen.lines


# Ctrl-C and Ctrl-D at every kind of prompt

PROMPTS = {
    "a move": (STONE, (), r"move> $", 0),
    "a discard": (STONE, ("take",), r"discard> $", 1),
    "a place": (STONE, ("lay",), r"place> $", 1),
    "more to read": (f"{STONE} --practice", ("rules",), r"Enter for more, q to stop> $", 0),
    "the next deal": (f"{STONE} --series 2", ("knock",), r"Enter for the next deal> $", 1),
    "the next game": ("crapette --seed 3 --series 2", ("resign",), r"Enter for game 2 of 2> $", 0),
    "a challenge": (
        "crapette --seed 3 --rule stop=on --against bob=human --name ann", ("1f",), r"bob, pass or stop> $", 1,
    ),
    "somebody else": ("kroket --seed 3 --against bob=human --name ann", ("draw", "#1"), r"nobody else looks> $", 2),
    "Spit that waits": ("spit --seed 3 --clock virtual", ("4r",), r"move> $", 1),
    "a pile to slap": (
        "spit --seed 3 --clock virtual --think 0", ("w",) * 60, r"slap> $", None,
    ),
}  # fmt: skip


@pytest.mark.parametrize("key", [CTRL_C, CTRL_D], ids=["ctrl-c", "ctrl-d"])
@pytest.mark.parametrize("name", PROMPTS)
def test_leaving_at_any_prompt_loses_nothing(name: str, key: str, terminal: Start, home: Path) -> None:
    args, lines, prompt, moves = PROMPTS[name]
    at = terminal(args)
    at.see("move> $")
    for line in lines:
        at.type(line)
        if "slap" in prompt and at.see(r"(move|slap)> $") == "slap> ":
            break
    else:
        if lines:
            at.see(prompt)
    at.press(key)
    assert at.end() == (130 if key == CTRL_C else 0)
    kept = at.kept()
    assert moves is None or moves_kept(home, kept) >= moves

    again = terminal(f"--load {kept}")
    again.see(r"(move|discard|place|pass or stop|slap)> $")
    again.press(CTRL_D)
    assert again.end() == 0
    assert again.kept() == kept


def test_ctrl_c_with_half_a_line(terminal: Start) -> None:
    at = terminal(STONE)
    at.see(ASKED)
    at.press(f"kno{CTRL_D}")  # no end: there is something on the line
    at.press(f"{CTRL_U}take{CTRL_C}")
    assert at.end() == 130
    at.kept()


def test_ctrl_c_takes_no_key_from_readline(terminal: Start) -> None:
    """Else readline waits for a key that it has seen and that is gone, and hears Ctrl-C only at the next one."""
    at = terminal(STONE)
    at.see(ASKED)
    assert at.keeps_keys
    at.press(f"kno{CTRL_C}")
    assert at.end() == 130
    at.kept()


DEAF = """
import signal, threading
def take():
    signal.sigwait([signal.SIGUSR1])
    signal.pthread_kill(threading.get_ident(), signal.SIGINT)
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
threading.Thread(target=take, daemon=True).start()
"""
"""At SIGUSR1 there is a SIGINT that does not end the wait for a key, as if readline had been busy when it came."""


def test_ctrl_c_while_readline_is_busy_with_a_key(terminal: Start) -> None:
    at = terminal(STONE, first=DEAF)
    at.see(ASKED)
    at.press("k")
    at.see("k")
    at.signal(signal.SIGUSR1)
    assert at.end() == 130
    at.kept()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("game", [STONE, "spit --seed 3"])
def test_an_end_from_outside_is_one_by_ctrl_c(game: str, number: int, terminal: Start) -> None:
    at = terminal(game)
    at.see("> $")
    at.signal(number)
    assert at.end() == 130
    at.kept()
    assert at.echoes


# Other terminals


@pytest.mark.parametrize(
    ("variables", "sign", "colour"),
    [
        ({}, "K♦", True),
        ({"NO_COLOR": "1"}, "K♦", False),
        ({"LANG": "C"}, "Kd", True),
        ({"LANG": "C", "NO_COLOR": "1"}, "Kd", False),
        ({"LANG": "", "LC_ALL": "C.UTF-8"}, "K♦", True),
        ({"TERM": "dumb"}, "K♦", False),
    ],
)
def test_what_the_terminal_can_show(
    variables: dict[str, str], sign: str, colour: bool, terminal: Start, home: Path
) -> None:
    at = terminal(STONE, **variables)
    at.see(ASKED)
    play(at, "take", "4s")
    at.type("quit")
    assert at.end() == 0
    plain = at.printed.replace("\x1b[31m", "").replace("\x1b[0m", "")
    assert f"You take the {sign}." in plain
    assert ("\x1b[31m" in at.printed) is colour
    if variables.get("TERM") == "dumb":
        assert "\x1b" not in at.printed
    at.kept()


def test_ascii_and_symbols_can_be_chosen(terminal: Start) -> None:
    assert "[Kd]" in seen_first(terminal(STONE, "--ascii"))
    assert "[K♦]" in seen_first(terminal(STONE, "--symbols", LANG="C"))


def seen_first(at: Terminal) -> str:
    at.see(ASKED)
    return "\n".join(at.screen.lines)


def test_a_terminal_of_40_columns(terminal: Start) -> None:
    at = terminal("crapette --seed 3", columns=40, rows=40)
    at.see(ASKED)
    play(at, "help", "1f", "?", "r1")
    assert max(map(len, at.screen.lines)) <= 40
    assert " 1 *3♥" in at.screen.lines


def test_a_terminal_of_few_lines_scrolls(terminal: Start) -> None:
    at = terminal(STONE, rows=10)
    at.see(ASKED)
    play(at, "take")
    assert "J" not in at.screen.sequences
    assert at.screen.lines[-1] == "discard>"


def test_plain_words_are_not_drawn_over(terminal: Start) -> None:
    at = terminal(STONE, "--plain")
    at.see(ASKED)
    play(at, "take")
    assert "\x1b[H" not in at.printed
    assert "\x1b[31m" not in at.printed
    assert "Your place 1: 7 of spades." in at.printed
