"""The clock that settings ask for, from a file or a command line."""

import pytest

from cardgames.games.registry import GAMES
from cardgames.table.clock_settings import ClockSettings
from cardgames.tournament.config.clock_settings import make_clock_settings, read_time
from cardgames.tournament.config.config import write_time
from cardgames.tournament.config.kinds import ConfigError, Given
from cardgames.tournament.config.settings import settings_of


def clock(game: str, **settings: object) -> ClockSettings:
    given: dict[str, Given] = {}
    for name, value in settings.items():
        typed = Given(value, f"--{name}")
        given[name] = typed._replace(value=settings_of("clock")[name].kind.read(typed))
    return make_clock_settings(GAMES[game], given)


@pytest.mark.parametrize(
    ("text", "millis"),
    [
        ("60", (60_000, 0)),
        ("10+0.1", (10_000, 100)),
        (" 0.5+0 ", (500, 0)),
        ("0.001", (1, 0)),
        ("1.25+0.025", (1250, 25)),
        ("123456.789+999999", (123_456_789, 999_999_000)),
    ],
)
def test_seconds_and_a_gain(text: str, millis: tuple[int, int]) -> None:
    assert read_time(Given(text, "--time")) == millis
    assert read_time(Given(write_time(*millis), "time")) == millis


@pytest.mark.parametrize("text", ["", "0", "0+1", "-1", "1+", "+1", "1,5", "1+2+3", "1e3", "1.0005", "9999999", "١"])
def test_what_is_no_time(text: str) -> None:
    with pytest.raises(ConfigError, match=r"^club\.toml:4: time "):
        read_time(Given(text, "time", "club.toml:4: "))


@pytest.mark.parametrize("game", ["crapette", "kroket"])
def test_games_with_turns(game: str) -> None:
    assert clock(game) == clock(game, kind="turns") == ClockSettings.turns()
    assert clock(game, movetime=5) == ClockSettings.turns(5)
    assert clock(game, time="2+1") == ClockSettings.timed(2000, 1000)
    assert clock(game, time=2.5, margin=0) == ClockSettings.timed(2500)._replace(margin_ms=0)


def test_spit() -> None:
    assert clock("spit") == clock("spit", kind="virtual") == ClockSettings.virtual()
    assert clock("spit", think=1, hand=0, movetime=7) == ClockSettings.virtual(think=1, hand=0, movetime_ms=7)
    assert clock("spit", jitter=9).jitter == (9, 9)
    assert clock("spit", kind="wall") == ClockSettings.wall()
    assert clock("spit", kind="wall", think=5, stall=90, tie=0) == ClockSettings.wall(think=5, stall=90, tie=0)


@pytest.mark.parametrize(
    ("game", "settings", "error"),
    [
        ("spit", {"kind": "wall", "stall": 50}, "--stall 50: a card lands after 50 ms (think + jitter + hand)"),
        ("spit", {"kind": "wall", "hand": 9000, "think": 1}, "--hand 9000: a card lands after 9001 ms"),
        ("kroket", {"think": 5}, "--think 5: kroket is played in turns, its clock is turns; movetime, time, margin"),
        ("kroket", {"kind": "wall"}, "--kind wall: kroket is played in turns; turns was expected"),
        ("spit", {"kind": "turns"}, "--kind turns: spit has no turns; virtual or wall was expected"),
        ("spit", {"time": "5"}, "--time 5: spit has no turns, its clock is virtual; think, jitter, hand, movetime"),
        ("spit", {"stall": 5}, "--stall 5: spit has no turns, its clock is virtual"),
        ("spit", {"kind": "wall", "movetime": 5}, "--movetime 5: spit has no turns, its clock is wall; think"),
        ("crapette", {"movetime": 5, "time": "5"}, "--movetime 5 and --time 5: one of the two was expected"),
        ("spit", {"think": -1}, "--think -1: a whole number 0 to 60000 was expected"),
        ("spit", {"kind": "wal"}, "--kind wal: turns, virtual or wall was expected; did you mean wall?"),
    ],
)
def test_what_no_clock_has(game: str, settings: dict[str, object], error: str) -> None:
    with pytest.raises(ConfigError) as caught:
        clock(game, **settings)
    assert str(caught.value).startswith(error)
