"""PROTOCOL.md: every message to text and back, tolerant of what a later version may add."""

from typing import Protocol

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgames.protocol.messages import (
    GAME_ITSELF,
    BestMove,
    BotId,
    EventLine,
    GameOver,
    Go,
    Info,
    MessageError,
    NewGame,
    Ping,
    Pong,
    Rejected,
    SetOption,
    go_line,
)


class Message(Protocol):
    def text(self) -> str: ...


class Reader(Protocol):
    def __call__(self, line: str, /) -> Message: ...


WRITTEN: list[tuple[Reader, str, Message]] = [
    (SetOption.parse, "setoption name Clear Hash", SetOption("Clear Hash")),
    (SetOption.parse, "setoption name Book File value my book.txt", SetOption("Book File", "my book.txt")),
    (SetOption.parse, "setoption name Book value", SetOption("Book", "")),
    (NewGame.parse, "newgame spit", NewGame("spit")),
    (
        NewGame.parse,
        "newgame kroket seat 2 players 3 seed 7 commit ab12 rules lay=blind deals=2 clock turns movetime=100",
        NewGame("kroket", 2, 3, "7", "ab12", ("lay=blind", "deals=2"), ("turns", "movetime=100")),
    ),
    (EventLine.parse, "event 7 0 R-3 7h 9c", EventLine(7, 0, ("R-3", "7h", "9c"))),
    (EventLine.parse, "event 8 - spit 7h -", EventLine(8, GAME_ITSELF, ("spit", "7h", "-"))),
    (Go.parse, "go 3 movetime 100 moves take draw", Go(3, ("take", "draw"), 100)),
    (Go.parse, "go moves wait", Go(None, ("wait",))),
    (Go.parse, "go", Go(None)),
    (
        Go.parse,
        "go 4 time0 900 time1 800 inc0 10 inc1 20 moves pass",
        Go(4, ("pass",), None, (900, 800), (10, 20)),
    ),
    (Rejected.parse, "rejected 9 3L a 6 lies there now", Rejected(9, "3L", "a 6 lies there now")),
    (GameOver.parse, "gameover 1-0 43,0 out", GameOver("1-0", (43, 0), "out")),
    (GameOver.parse, "gameover 0-0 0,0 time reveal 00ff", GameOver("0-0", (0, 0), "time", "00ff")),
    (Ping.parse, "ping 12", Ping(12)),
    (BotId.parse, "id author A. U. Thor", BotId("author", "A. U. Thor")),
    (BestMove.parse, "bestmove 3>1 17", BestMove("3>1", 17)),
    (BestMove.parse, "bestmove R-OW", BestMove("R-OW")),
    (BestMove.parse, "bestmove take 2", BestMove("take", 2)),
    (Pong.parse, "pong 12", Pong(12)),
    (Info.parse, "info", Info()),
    (
        Info.parse,
        "info depth 3 nodes 90 nps 4000 time 22 score cp 35 pv R-F 3-F string depth of thought",
        Info(3, 90, 4000, 22, "cp 35", ("R-F", "3-F"), "depth of thought"),
    ),
]


@pytest.mark.parametrize(("parse", "line", "message"), WRITTEN)
def test_a_message_is_read_and_written_as_it_stands(parse: Reader, line: str, message: Message) -> None:
    assert parse(line) == message
    assert message.text() == line


@pytest.mark.parametrize(("parse", "line", "message"), WRITTEN)
def test_extra_blanks_do_not_matter(parse: Reader, line: str, message: Message) -> None:
    assert parse("  " + line.replace(" ", "   ") + " \t") == message


@pytest.mark.parametrize(
    ("parse", "line", "message"),
    [
        (
            NewGame.parse,
            "newgame kroket players 2 variant x rules deals=2",
            NewGame("kroket", None, 2, rules=("deals=2",)),
        ),
        (NewGame.parse, "newgame kroket rules deals=2 players 2 seat 1", NewGame("kroket", 1, 2, rules=("deals=2",))),
        (Go.parse, "go 5 ponder depth 9 movetime 50 moves a b", Go(5, ("a", "b"), 50)),
        (Go.parse, "go movetime x time0 moves a", Go(None, ("a",))),
        (Go.parse, "go infinite", Go(None)),
        (Go.parse, "go 6 time1 70 inc1 5 moves a", Go(6, ("a",), None, (0, 70), (0, 5))),
        (GameOver.parse, "gameover 1-0 3,0 knock reveal ab more", GameOver("1-0", (3, 0), "knock", "ab")),
        (GameOver.parse, "gameover 1-0 3,0 knock reveal", GameOver("1-0", (3, 0), "knock")),
        (BestMove.parse, "bestmove take 4 ponder draw", BestMove("take", 4)),
        (BestMove.parse, "bestmove take ponder draw", BestMove("take")),
        (BestMove.parse, "bestmove take -4", BestMove("take")),
        (Info.parse, "info depth x nodes 5 wdl 1 2 3 hashfull 3", Info(nodes=5)),
        (Pong.parse, "pong 4 late", Pong(4)),
    ],
)
def test_what_a_later_version_adds_is_passed_over(parse: Reader, line: str, message: Message) -> None:
    assert parse(line) == message


@pytest.mark.parametrize(
    ("parse", "line"),
    [
        (SetOption.parse, "setoption"),
        (SetOption.parse, "setoption Player greedy"),
        (SetOption.parse, "setoption name value 3"),
        (NewGame.parse, "newgame"),
        (NewGame.parse, "newgame kroket players"),
        (NewGame.parse, "newgame kroket players two"),
        (NewGame.parse, "newgame kroket seat -1"),
        (NewGame.parse, "newgame kroket seat 1 seat 1"),
        (NewGame.parse, "newgame kroket rules a=b rules c=d"),
        (NewGame.parse, "newgame kroket seat " + "9" * 5000),
        (EventLine.parse, "event 1 0"),
        (EventLine.parse, "event x 0 take"),
        (EventLine.parse, "event 1 game take"),
        (Rejected.parse, "rejected 3L"),
        (Rejected.parse, "rejected x 3L late"),
        (GameOver.parse, "gameover 1-0 3,0"),
        (GameOver.parse, "gameover 1-0 3,x out"),
        (Ping.parse, "ping"),
        (Pong.parse, "pong x"),
        (BotId.parse, "id name"),
        (BestMove.parse, "bestmove"),
        (BestMove.parse, "move take"),
        (BestMove.parse, ""),
        (Go.parse, "goal"),
    ],
)
def test_a_malformed_message_says_what_and_where(parse: Reader, line: str) -> None:
    with pytest.raises(MessageError, match=r".+: .*") as caught:
        parse(line)
    assert len(str(caught.value)) < 200


def test_a_go_from_pieces() -> None:
    assert go_line(3, "movetime 100", ("take", "draw")) == Go(3, ("take", "draw"), 100).text()
    assert go_line(3, "", ("take", "draw")) == Go(3, ("take", "draw")).text()


@pytest.mark.parametrize(
    ("line", "seat", "millis"),
    [
        ("go 1 movetime 250 moves a", 0, 250),
        ("go 1 moves a", 0, None),
        ("go 1 time0 60000 time1 20000 inc0 0 inc1 1000 moves a", 0, 3000),
        ("go 1 time0 60000 time1 20000 inc0 0 inc1 1000 moves a", 1, 1750),
        ("go 1 time0 100 time1 0 inc0 5000 inc1 0 moves a", 0, 50),
        ("go 1 time0 100 time1 0 inc0 5000 inc1 0 moves a", 1, 1),
        ("go 1 time0 100 inc0 0 moves a", 3, None),
    ],
)
def test_how_long_a_seat_should_think(line: str, seat: int, millis: int | None) -> None:
    assert Go.parse(line).millis(seat) == millis


READERS: list[Reader] = [
    SetOption.parse,
    NewGame.parse,
    EventLine.parse,
    Go.parse,
    Rejected.parse,
    GameOver.parse,
    Ping.parse,
    BotId.parse,
    BestMove.parse,
    Info.parse,
    Pong.parse,
]
WORDS = sorted({word for _, line, _ in WRITTEN for word in line.split()})


@given(st.sampled_from(READERS), st.lists(st.sampled_from(WORDS) | st.text(max_size=5), max_size=12))
def test_no_line_breaks_a_reader(parse: Reader, words: list[str]) -> None:
    line = " ".join(words)
    try:
        message = parse(line)
    except MessageError:
        return
    again = message.text()
    assert parse(again).text() == again
