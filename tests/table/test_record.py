"""Records: written, read back, and held against the rules."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgames.bots.seat import PlayerSeat
from cardgames.bots.spec import BotSpec
from cardgames.files import append_whole
from cardgames.table.record import (
    Block,
    GameRecord,
    parse_record,
    read_blocks,
    read_records,
)
from cardgames.table.record_lines import RecordError
from cardgames.table.referee import GameReport
from cardgames.table.verify import verify
from tests.table.fakes import always, in_turn, play, setup_of

RANDOM = BotSpec("random", player="random")


def played(game: str, *rules: str, seed: str = "record", players: int = 2) -> GameReport:
    """A game between built-in players."""
    return play(setup_of(game, seed=seed, rules=rules), seats=[PlayerSeat(RANDOM) for _ in range(players)])[0]


def read(text: str) -> GameRecord:
    (block,) = read_blocks(text.splitlines(keepends=True))
    return parse_record(block)


@pytest.mark.parametrize(
    ("game", "rules", "players"),
    [
        ("kroket", ["deals=3"], 2),
        ("kroket", ["players=4", "lay=blind"], 4),
        ("crapette", [], 2),
        ("crapette", ["stop=on"], 2),
        ("spit", [], 2),
        ("spit", ["scoring=points", "target=30"], 2),
    ],
)
def test_what_was_played_holds(game: str, rules: Sequence[str], players: int) -> None:
    report = played(game, *rules, players=players)
    record = read(report.record)
    assert verify(record) == []
    assert record.tags["Game"] == game
    assert record.tags["Scores"] == ",".join(map(str, report.outcome.scores))
    assert not record.faults
    assert all((move.at is not None) == (game == "spit") for move in record.moves)


def test_the_shape_of_a_record() -> None:
    setup = setup_of("kroket")._replace(tags=(("Round", "3"), ("Event", 'a "cup"\nin \\May'), ("Note", "x")))
    report, _, _ = play(setup, always("draw"), always("knock"))
    lines = report.record.split("\n")
    names = [line[1:].split()[0] for line in lines if line.startswith("[")]
    expected = "Game Event Round Date Seat0 Seat1 Rules Clock Seed Commit Position Result Scores Reason Note"
    assert names == expected.split()
    assert lines[1] == '[Event "a \\"cup\\" in \\\\May"]'
    assert lines[-3:] == [report.outcome.result, "", ""]
    assert lines[16].startswith("1. 0 draw 2. 0 ")
    assert read(report.record).tags["Event"] == 'a "cup" in \\May'
    assert max(map(len, lines[16:])) <= 100


def test_a_forfeit_holds_and_names_the_fault() -> None:
    report, _, _ = play(setup_of("kroket"), in_turn([(1, "bestmove {3}")]), always())
    record = read(report.record)
    assert verify(record) == []
    assert record.faults == report.faults
    assert record.tags["Reason"] == "protocol"


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('[Seed "8', '[Seed "9', "Position is not the deal of Seed"),
        ('[Commit "', '[Commit "0', "Commit is not the SHA-256 of Seed"),
        ("reserve=(", "reserve=(As", "Position is not the deal of Seed by these rules: position kroket turn="),
        ('Seed "', 'Seed "x', "64 hex digits were expected"),
        ('Seed "', 'Seed "00', "64 hex digits were expected"),
        ("minrounds=0", "minrounds=3", "move 3, seat 1 knock: K8"),
        ("lay=seen", "lay=none", "rule lay=none"),
        ("lay=seen", "late=seen", "rule late: kroket has no such rule"),
        ("players=2", "players=3", "Position is not the deal"),
        ('Game "kroket"', 'Game "krocket"', "no game 'krocket'; did you mean kroket?"),
        ("1. 0 draw", "1. 1 draw", "move 1, seat 1 draw: K4"),
        ("1. 0 draw", "1. 7 draw", "move 1, seat 7 draw: there are 2 seats"),
        ("1. 0 draw", "1. 0 dwar", "move 1, seat 0 dwar: "),
        ("1. 0 draw", "1. 0 3", "move 1, seat 0 3: K7"),
        ("1. 0 draw", "1. 0 draw @400", "it has a time of landing, in a game with turns"),
        ('Scores "9', 'Scores "8', "8,18 knock, 0-1 9,18 knock was expected"),
        ('Result "0-1"', 'Result "1-0"', "was expected"),
        ('Reason "knock"', 'Reason "reserve-out"', "was expected"),
        ('Reason "knock"', 'Reason "time"', "was expected"),
    ],
)
def test_a_changed_record_is_caught(old: str, new: str, problem: str) -> None:
    report, _, _ = play(setup_of("kroket"), always("draw"), always("knock"))
    assert verify(read(report.record)) == []
    text = changed(report.record, old, new)
    if old.startswith("Result"):
        text = text.replace("\n0-1\n", "\n1-0\n")
    problems = verify(read(text))
    assert problems
    assert any(problem in each for each in problems), problems
    assert all(each.startswith("line ") and "\n" not in each for each in problems)


def test_a_record_of_more_or_fewer_moves_than_the_game_had() -> None:
    text = play(setup_of("kroket"), always("draw"), always("knock"))[0].record
    last = text.rstrip().split("\n")[-2].split(" ")
    number = int(last[-3].rstrip("."))
    more = changed(text, " ".join(last[-3:]), f"{' '.join(last[-3:])} {number + 1}. 0 take")
    fewer = changed(text, " ".join(last[-3:]), "")
    assert "the game was over (knock)" in verify(read(more))[0]
    assert "the game was not over" in verify(read(fewer))[0]


def test_a_forfeit_without_its_fault_or_after_the_end() -> None:
    forfeit = play(setup_of("kroket"), in_turn([]), always())[0].record
    without = "\n".join(line for line in forfeit.split("\n") if not line.startswith("{"))
    assert "without the fault of a seat in braces" in verify(read(without))[0]
    nobody = changed(forfeit, "{seat 0", "{seat 5")
    assert "without the fault of a seat in braces" in verify(read(nobody))[0]
    other = changed(forfeit, "{seat 0", "{seat 1")
    assert "1-0 0,0 time was expected" in verify(read(other))[0]
    whole = play(setup_of("kroket"), always("knock"), always())[0].record
    blamed = changed(whole, "\n\n1. 0 knock\n", "\n\n1. 0 knock\n{seat 1, time: late}\n")
    assert "a fault in a game that ended by its rules" in verify(read(blamed))[0]


def test_a_landing_before_the_one_before_it() -> None:
    text = played("spit", "maxrounds=1").record
    record = read(text)
    at = record.moves[-1].at
    assert "before the move that came before it" in verify(read(changed(text, f" @{at}", " @7")))[0]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("\n0-1\n", "\n", "line 17: the record ends without its result 0-1; was it cut off?"),
        ("\n0-1\n", "\n1-0\n", "line 17: NUMBER. SEAT MOVE or the result was expected: 1-0"),
        ("\n0-1\n", "\n0-1\nmore\n", "line 18: the record was closed by 0-1, nothing was expected: more"),
        ('[Seed "', '[Sod "', "line 1: a record without its tag Seed"),
        ('[Seed "', "[Seed ", 'line 9: [Name "value"] was expected: [Seed 8f4'),
        ('[Round "?"]', '[Event "?"]', "line 3: tag Event came twice"),
        ("1. 0 draw 2.", "1. 0 draw 3.", "line 16: move 3, number 2 was expected"),
        ("1. 0 draw 2.", "1. 0 draw, 2.", None),
        ("1. 0 draw", "draw", "line 16: NUMBER. SEAT MOVE or the result was expected: draw"),
        ("\n0-1\n", "\n{who knows}\n0-1\n", "line 17: {seat N, FAULT: text} was expected: {who knows}"),
        ("\n0-1\n", '\n[Late "x"]\n0-1\n', "line 17: tag Late came after a move"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(old: str, new: str, message: str | None) -> None:
    text = changed(play(setup_of("kroket"), always("draw"), always("knock"))[0].record, old, new)
    if message is None:
        assert "no move 'draw,'" in verify(read(text))[0]
        return
    with pytest.raises(RecordError) as error:
        read(text)
    assert message in str(error.value)


def test_a_file_of_many_games_is_read_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "games.cgn"
    records = [played("kroket", seed=str(number)).record for number in range(5)]
    for record in records:
        append_whole(path, record)
    assert path.read_text() == "".join(records)
    found = list(read_records(path))
    assert [record.tags["Seed"] for record in found] == [read(record).tags["Seed"] for record in records]
    starts = [number for number, line in enumerate(path.read_text().split("\n"), 1) if line.startswith("[Game")]
    assert [record.line for record in found] == starts
    broken = path.read_text().replace("[Position", "[Opposition", 3).replace("[Opposition", "[Position", 2)
    path.write_text(broken)
    reading = read_records(path)
    assert [next(reading).line, next(reading).line] == starts[:2]
    with pytest.raises(RecordError, match=f"line {starts[2]}: a record without its tag Position"):
        next(reading)


def test_reading_is_lazy() -> None:
    def lines() -> Iterator[str]:
        yield from ['[Game "kroket"]\n', "\n", '[Game "spit"]\n']
        raise AssertionError("more was read than was asked for")

    assert next(read_blocks(lines())) == Block(1, ('[Game "kroket"]', ""))


@given(
    st.text(st.characters(codec="utf-8", exclude_characters="\r\n\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), max_size=30)
)
def test_any_name_comes_back(name: str) -> None:
    setup = setup_of("kroket")._replace(tags=(("Event", name),))
    report, _, _ = play(setup, always("knock"), always())
    assert read(report.record).tags["Event"] == " ".join(name.splitlines())
