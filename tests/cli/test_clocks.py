"""The clock that the options of a command line ask for."""

import pytest

from cardgames.cli.clocks import read_clock, read_time
from cardgames.cli.errors import UsageError
from cardgames.games import GAMES
from cardgames.table.settings import ClockSettings


@pytest.mark.parametrize(
    ("text", "millis"),
    [
        ("60", (60_000, 0)),
        ("10+0.1", (10_000, 100)),
        (" 0.5+0 ", (500, 0)),
        ("0.001", (1, 0)),
        ("1.25+0.025", (1250, 25)),
    ],
)
def test_seconds_and_a_gain(text: str, millis: tuple[int, int]) -> None:
    assert read_time(text) == millis


@pytest.mark.parametrize("text", ["", "0", "0+1", "-1", "1+", "+1", "1,5", "1+2+3", "1e3", "1.0005", "9999999", "١"])
def test_what_is_no_time(text: str) -> None:
    with pytest.raises(UsageError, match="--time"):
        read_time(text)


@pytest.mark.parametrize("game", ["crapette", "kroket"])
def test_games_with_turns(game: str) -> None:
    assert read_clock(GAMES[game]) == ClockSettings.turns()
    assert read_clock(GAMES[game], movetime=5) == ClockSettings.turns(5)
    assert read_clock(GAMES[game], time="2+1") == ClockSettings.timed(2000, 1000)


def test_spit() -> None:
    assert read_clock(GAMES["spit"]) == ClockSettings.virtual()
    assert read_clock(GAMES["spit"], think=1, hand=0, movetime=7) == ClockSettings.virtual(
        think=1, hand=0, movetime_ms=7
    )
    assert read_clock(GAMES["spit"], jitter=9).jitter == (9, 9)
