"""`cardgames replay --show --speed X`: a game of Spit at its pace, with a clock that moves when somebody waits."""

from pathlib import Path

import pytest

from cardgames.cli.output.game_viewer import Pace, show_game
from cardgames.table.clock_settings import ClockSettings
from cardgames.table.record import Block, GameRecord, parse_record
from tests.cli.shell import Shell
from tests.table.fakes import always, play, setup_of


def recorded(game: str, clock: ClockSettings | None = None) -> str:
    rules = ["maxrounds=1"] if game == "spit" else []
    return play(setup_of(game, clock=clock, rules=rules), always(), always())[0].record


def parsed(record: str) -> GameRecord:
    return parse_record(Block(1, tuple(record.splitlines())))


class Waiting:
    """Somebody who waits, and what it takes to draw a table."""

    def __init__(self, drawing: float = 0.0) -> None:
        self.time = 100.0
        self.pauses: list[float] = []
        self._drawing = drawing

    def now(self) -> float:
        self.time += self._drawing
        return self.time

    def pause(self, seconds: float) -> None:
        assert seconds > 0
        self.pauses.append(seconds)
        self.time += seconds


@pytest.mark.parametrize("clock", [ClockSettings.wall(), ClockSettings.virtual()])
@pytest.mark.parametrize("speed", [0.5, 1, 20])
def test_each_move_comes_when_it_came(clock: ClockSettings, speed: float, capsys: pytest.CaptureFixture[str]) -> None:
    record = parsed(recorded("spit", clock))
    waiting = Waiting()
    show_game(record, Pace(speed, waiting.pause, waiting.now))
    times = [move.at or 0 for move in record.moves]
    assert waiting.time - 100 == pytest.approx(times[-1] / 1000 / speed)
    # Two at the same moment need no pause.
    assert len(waiting.pauses) == len({*times} - {0})
    assert capsys.readouterr().out.count(" ms\n\n") == len(times)


def test_time_that_drawing_takes_is_made_up_for(capsys: pytest.CaptureFixture[str]) -> None:
    record = parsed(recorded("spit", ClockSettings.wall()))
    waiting = Waiting(drawing=0.001)
    show_game(record, Pace(1, waiting.pause, waiting.now))
    assert waiting.time - 100 == pytest.approx((record.moves[-1].at or 0) / 1000, abs=0.01)


@pytest.mark.parametrize(
    ("game", "options", "complaint"),
    [
        ("kroket", ["--game", "1", "--show", "--speed", "1"], "--speed 1: kroket has turns, its records have no times"),
        ("spit", ["--game", "1", "--speed", "1"], "--speed 1: --show was expected with it"),
        ("spit", ["--game", "1", "--show", "--speed", "0"], "--speed 0: a number 0.001 to 1000 was expected"),
        ("spit", ["--game", "1", "--show", "--speed", "nan"], "--speed nan: a number 0.001 to 1000 was expected"),
        ("spit", ["--game", "1", "--show", "--speed", "-2"], "--speed -2: a number 0.001 to 1000 was expected"),
    ],
)
def test_a_pace_that_cannot_be(game: str, options: list[str], complaint: str, shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "games.cgn"
    file.write_text(recorded(game))
    answer = shell("replay", str(file), *options)
    assert answer.status == 2
    assert complaint in answer.complaint


def test_a_fast_pace_shows_what_no_pace_shows(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "games.cgn"
    file.write_text(recorded("spit", ClockSettings.wall(hand=0)))
    at_once = shell("replay", str(file), "--game", "1", "--show")
    assert at_once.status == 0
    assert shell("replay", str(file), "--game", "1", "--show", "--speed", "1000").out == at_once.out
