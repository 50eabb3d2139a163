"""The kit for Python bots: one function, a whole bot."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardgames.cards import Dealer
from cardgames.games.registry import find_game
from cardgames.kit import Question, cards, run
from cardgames.protocol.messages import BotOption, GameOver, Handshake

GAME = find_game("kroket")
TABLE = GAME.deal(GAME.rules(["lay=blind"]), Dealer.of_text("1"))
SEAT = TABLE.actors()[0]
VIEW = TABLE.text(SEAT)


def session(folder: Path, lines: list[str], choose: Callable[[Question], str], **kit: Any) -> list[str]:
    """What a bot of the kit answers to these lines."""
    said, answered = folder / "said", folder / "answered"
    said.write_text("".join(f"{line}\n" for line in lines))
    with said.open("rb") as source, answered.open("wb") as sink:
        assert run(choose, name="Fox", source=source.fileno(), sink=sink.fileno(), **kit) == 0
    return answered.read_text("ascii").splitlines()


def test_the_handshake_of_a_bot(tmp_path: Path) -> None:
    option = BotOption("Depth", "spin", "3", 1, 9)
    answers = session(tmp_path, ["cgp 1", "quit", "isready"], str, author="A", games=("spit",), options=(option,))
    shake = Handshake()
    assert [shake.take(line) for line in answers][-1]
    assert (shake.name, shake.author, shake.version, shake.games) == ("Fox", "A", "", ("spit",))
    assert shake.options == {"depth": option}
    assert shake.problems == []


def test_a_question_has_all_that_the_seat_knows(tmp_path: Path) -> None:
    asked: list[Question] = []

    def choose(question: Question) -> str:
        asked.append(question)
        return question.moves[-1]

    over: list[GameOver] = []
    answers = session(
        tmp_path,
        [
            "setoption name depth value 5",
            f"newgame kroket seat {SEAT} players 2 commit 00 rules lay=blind clock turns movetime=70",
            "isready",
            "event 1 0 draw ??",
            VIEW,
            "go 4 movetime 70 moves take draw lay knock",
            "ping 3",
            "stop",
            "rejected 4 knock late",
            "no such command",
            "go 5 moves take",
            "gameover 1-0 9,3 knock",
        ],
        choose,
        options=(BotOption("Depth", "spin", "3", 1, 9),),
        game_over=over.append,
    )
    assert answers == ["readyok", "bestmove knock 4", "pong 3", "bestmove take 5"]
    first, second = asked
    assert (first.game, first.seat, first.players, first.rules) == ("kroket", SEAT, 2, {"lay": "blind"})
    assert first.moves == ("take", "draw", "lay", "knock")
    assert (first.millis, second.millis) == (70, None)
    assert first.line == VIEW
    assert first.position["phase"] == "choose"
    assert cards(first.position[f"table{SEAT}"])[3:] == ["??"] * 3
    assert [event.words for event in first.events] == [("draw", "??")]
    assert second.events == ()
    assert first.options == {"Depth": "5"}
    assert [first.state.game.move_name(move) for move in first.state.legal(SEAT)] == list(first.moves)
    assert first.state.rules.word("lay") == "blind"
    assert first.state.text() == VIEW
    assert over == [GameOver("1-0", (9, 3), "knock")]


def test_what_a_bot_cannot_use_is_passed_over_with_a_word_on_stderr(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["", "go", "event", "newgame", "gameover 1-0", "setoption name Depth value 3", "x" * 70_000, "isready"]
    assert session(tmp_path, lines, str, game_over=print) == ["readyok"]
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("a line was passed over: ") == 6


def test_a_move_that_is_not_listed_is_sent_and_told_to_the_author(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert session(tmp_path, ["go 1 moves take draw"], lambda _: "swim") == ["bestmove swim 1"]
    assert capsys.readouterr().err == "choose gave 'swim', one of these was expected: take draw\n"


@pytest.mark.parametrize(
    ("pile", "names"), [("-", []), ("7h", ["7h"]), ("7h??Kd", ["7h", "??", "Kd"]), ("????", ["??", "??"])]
)
def test_the_cards_of_a_pile(pile: str, names: list[str]) -> None:
    assert cards(pile) == names


def test_a_bot_in_three_lines_is_a_program() -> None:
    code = "from cardgames.kit import run\nrun(lambda question: question.moves[0], name='first')\n"
    data = b"cgp 1\ngo 1 moves take draw\nquit\n"
    answer = subprocess.run([sys.executable, "-c", code], input=data, capture_output=True, timeout=60, check=True)
    assert answer.stdout == b"id name first\ngames crapette spit kroket\ncgpok 1\nbestmove take 1\n"
    assert answer.stderr == b""
