"""No answer of the engine is longer than a line may be, nor has a character in it that is not printable ASCII."""

import random

import pytest

from cardgames.protocol.lines import MAX_LINE
from cardgames.protocol.messages import Ping, Pong
from tests.engine.engines import GAME_NAMES, KROKET_VIEW, Talk
from tests.engine.test_fuzz import VALID, check_alive, check_answers, mutations

FILLINGS = ("\0", "\x1b[2J", "\x7f", "9", "0", "A", "-", "(7h)0", "??", "?", "a=b,", "=", ":", "expert:Skill=1,", '"\\')
TABLES = {game: (f"newgame {game} seed 1",) for game in GAME_NAMES} | {"none": (), "view": (KROKET_VIEW,)}


def filled(line: str, filling: str) -> str:
    """The line with as much of the filling behind it as there is room for."""
    room = MAX_LINE - len(line)
    return line + (filling * (room // len(filling) + 1))[:room]


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_lines_as_long_as_they_can_be(table: str) -> None:
    """What is long stands behind the command, in place of each of its words, and as a word of its own."""
    talk = Talk()
    beginnings = {""}
    for command in (*VALID, "setoption name x value ", "position kroket turn=", "position crapette asked=", "perft x"):
        words = command.split(" ")
        beginnings |= {" ".join([*words[:count], ""]) for count in range(1, len(words) + 1)} | {command}
    for beginning in sorted(beginnings):
        for filling in FILLINGS:
            if (beginning.split() or [""])[0] in ("play", "perft") and filling.isdigit() and beginning[-1].isdigit():
                continue  # a number of games or of plies that there would be
            talk.ask(*TABLES[table])
            check_answers(talk.ask(filled(beginning, filling)))
    check_alive(talk)


@pytest.mark.parametrize("number", ["7", "007", "1" * 40, "one"])
def test_ping_is_answered_with_its_number(number: str) -> None:
    assert Talk().ask(f"ping {number} and more") == [f"pong {number}"]


@pytest.mark.parametrize("number", ["\0" * 65_000, "1" * 41, "7\x1b[2J", "\x7f"])
def test_ping_with_no_number(number: str) -> None:
    assert Talk().error(f"ping {number}").endswith("a number of at most 40 printable characters was expected: ping")


def test_the_messages_of_a_ping() -> None:
    assert Talk().ask(Ping(10**18 - 1).text()) == [Pong(10**18 - 1).text()]


def test_a_move_that_cannot_be_printed_is_not_chosen() -> None:
    talk = Talk(KROKET_VIEW)
    assert talk.ask("go 1 moves \x1b[2J xyzzy \0") == ["bestmove xyzzy 1"]
    talk.error("go 1 moves \x1b[2J \0\0")


def garbled(rng: random.Random, lines: list[str]) -> str:
    """One of the lines with some characters and words changed."""
    line = rng.choice(lines)
    if rng.random() < 0.7:
        line = mutations(line, rng)
    signs = list(line)
    for _ in range(rng.choice((0, 0, 1, 2, 8))):
        at = rng.randrange(len(signs) + 1)
        signs[at : at + rng.choice((0, 1, 3))] = rng.choice(
            (chr(rng.randrange(128)), "\x1b]0;x\x07", " ", "??", "(", "9" * 20, "\0" * 300)
        )
    return "".join(signs).replace("\n", " ")


def garble(seed: str, lines: int) -> None:
    """Has an engine answer so many lines with something wrong in them, at tables of all games."""
    rng = random.Random(f"garbled {seed}")
    talk = Talk()
    known = list(VALID)
    for number in range(lines):
        if number % 40 == 0:
            talk.ask(f"newgame {rng.choice(GAME_NAMES)} seed {number}")
        if rng.random() < 0.3:
            seat = rng.choice(("0", "1", ""))
            for answer in talk.ask(rng.choice(("state", f"view {seat}", f"legal {seat}", f"show {seat}"))):
                if answer.startswith("position"):
                    known[len(VALID) :] = [answer, *known[len(VALID) : len(VALID) + 6]]
                check_answers([answer])
        line = garbled(rng, known)
        word = line.split()[:1]
        if word not in (["quit"], ["play"], ["perft"]):
            check_answers(talk.ask(line))
    check_alive(talk)


@pytest.mark.parametrize("seed", range(3))
def test_garbled_lines(seed: int, run_seed: int) -> None:
    garble(f"{run_seed} {seed}", 1500)
