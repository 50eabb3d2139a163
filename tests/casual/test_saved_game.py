"""Games that were broken off, as files."""

import json
import re
from pathlib import Path

import pytest

from cardgames.bots.spec import BotSpec
from cardgames.cards import Dealer
from cardgames.cards.dealer import seed_of_text
from cardgames.cards.derived_seeds import derive
from cardgames.casual.saved_game import SavedGame, SavedGameError, Series
from cardgames.games.registry import find_game
from cardgames.rules import Outcome
from cardgames.table.clock_settings import ClockSettings

KROKET, SPIT = find_game("kroket"), find_game("spit")
SEATS = (
    BotSpec("you", player="human"),
    BotSpec("fox", ("node", "fox.js", "a b"), cwd="/bots"),
    BotSpec("x", player="expert", options=(("Skill", "5"),)),
)
MOVES = tuple((seat, KROKET.parse_move(name), None) for seat, name in [(2, "take"), (2, "7h"), (0, "lay"), (0, "3")])
SERIES = Series(5, 0, (Outcome((0,), (20, 3, 4), "knock"), Outcome((1, 2), (0, 9, 9), "reserve-out")))
SAVED = SavedGame(
    KROKET, KROKET.rules(["lay=blind", "players=3"]), SEATS, ClockSettings.turns(500), "a seed", SERIES, MOVES, True
)
LIVE = SavedGame(
    SPIT,
    SPIT.rules(["scoring=points", "target=50"]),
    SEATS[:2],
    ClockSettings.wall(stall=99)._replace(think=(0, 1200), jitter=(0, 300), hand=(0, 200)),
    "7",
    Series(),
    ((0, SPIT.parse_move("3L"), 1234), (1, SPIT.parse_move("wait"), 2000)),
)


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("saved", [SAVED, LIVE], ids=["kroket", "spit"])
def test_what_is_saved_is_loaded(saved: SavedGame, tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    saved.save(path, durable=True)
    loaded = SavedGame.load(path)
    assert loaded._replace(rules=saved.rules) == saved
    assert (loaded.rules.text(), loaded.rules.players) == (saved.rules.text(), saved.rules.players)
    assert names_in(tmp_path) == ["game.save"]


def test_no_card_of_the_table_stands_in_the_file() -> None:
    state = KROKET.deal(SAVED.rules, Dealer(SAVED.game_seed))
    held = set(re.findall("[2-9TJQKA][cdhs]", state.text()))
    assert len(held) == 52
    told = set(re.findall('(?<=[" ])[2-9TJQKA][cdhs](?=[", ])', SAVED.text()))
    assert told == {"7h"}  # the discard, which all have seen


def test_the_seed_of_each_game_of_a_series() -> None:
    assert SAVED._replace(series=Series()).game_seed == seed_of_text("a seed")
    assert SAVED.game_seed == derive(seed_of_text("a seed"), "game 3")
    for series in (Series(5), Series(1, 300)):
        # What is revealed after the first game does not tell the second.
        assert SAVED._replace(series=series).game_seed == derive(seed_of_text("a seed"), "game 1")


def test_a_series() -> None:
    assert SERIES.number == 3
    assert SERIES.totals(3) == (20, 12, 13)
    assert SERIES.wins(3) == (1, 0, 0)
    assert not SERIES.is_over(3)
    assert SERIES._replace(games=2).is_over(3)
    assert Series(1, 20, SERIES.results).is_over(3)
    assert not Series(1, 21, SERIES.results).is_over(3)
    assert [series.is_long for series in (Series(), Series(2), Series(1, 300))] == [False, True, True]


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    LIVE.save(path)
    before = path.read_text()
    folder = tmp_path / "game.save.folder"
    folder.mkdir()
    with pytest.raises(OSError, match="folder"):
        SAVED.save(folder)
    assert names_in(tmp_path) == ["game.save", "game.save.folder"]
    assert path.read_text() == before


WRONG: dict[str, tuple[str | dict[str, object], str]] = {
    "no JSON": ("hello", "no saved game"),
    "a list": ("[]", "no saved game, or one of another version"),
    "another version": ({"format": "a game saved by cardgames, 9"}, "no saved game, or one of another version"),
    "no game": ({"game": "chess"}, "no game 'chess'"),
    "a wrong rule": ({"rules": "players=3 lay=open"}, "rule lay=open: one of seen, blind was expected"),
    "a wrong move": ({"moves": "0 fly"}, "no move 'fly'"),
    "half a move": ({"moves": "0"}, "SEAT MOVE was expected: 0"),
    "digits that are none": ({"moves": "٠ take"}, "SEAT MOVE was expected"),
    "a number with a sign for it": ({"moves": "0_0 take"}, "SEAT MOVE was expected"),
    "a seat of 5000 digits": ({"moves": f"{'1' * 5000} take"}, "SEAT MOVE was expected"),
    "a seat below 0": ({"moves": "-1 take"}, "SEAT MOVE was expected"),
    "more than a number": ('{"format": "a game saved by cardgames, 1", "game": ' + "9" * 5000 + "}", "no saved game"),
    "a deep list": ("[" * 100_000, "no saved game"),
    "a long file": (" " * (2**24 + 1), "more than 16 MiB"),
    "an endless series": (
        {"series": {"games": float("inf"), "target": 0, "results": []}},
        "a whole number 1-1000000000 was expected",
    ),
    "a clock of another game": ({"clock": {"kind": "wall"}}, "clock: turns was expected"),
    "no clock": ({"clock": {"kind": "sand"}}, "clock: turns was expected"),
    "a seed that cannot be printed": ({"seed": "\x1b[2J"}, "a line of printable text was expected"),
    "a name that cannot be printed": (
        {"seats": [{"name": "\x1b[2J", "player": "greedy"}] * 3},
        "a line of printable text was expected",
    ),
    "a fraction": ({"series": {"games": 1.5, "target": 0, "results": []}}, "a whole number 1-1000000000 was expected"),
    "a negative target": ({"series": {"games": 1, "target": -5, "results": []}}, "a whole number 0-1000000000"),
    "a winner who does not play": (
        {"series": {"games": 3, "target": 0, "results": [{"winners": [7], "scores": [1, 2, 3], "reason": "x"}]}},
        "winners and scores of 3 seats were expected",
    ),
    "scores of others": (
        {"series": {"games": 3, "target": 0, "results": [{"winners": [0], "scores": [1], "reason": "x"}]}},
        "winners and scores of 3 seats were expected",
    ),
    "a clock for one": ({"clock": {"kind": "turns", "think": [1]}}, "a number for each of 2 seats was expected"),
    "a clock of texts": ({"clock": {"kind": "turns", "movetime_ms": "9"}}, "a whole number 0-1000000000 was expected"),
    "a missing key": ({"seats": None}, "a saved game that was changed"),
    "too few seats": ({"seats": [{"name": "a", "player": "greedy"}]}, "1 seats, 3 were expected"),
    "a text for a number": ({"series": {"games": "many", "target": 0, "results": []}}, "a saved game that was changed"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_saved_game(name: str, tmp_path: Path) -> None:
    content, reason = WRONG[name]
    path = tmp_path / "game.save"
    if isinstance(content, dict):
        path.write_text(json.dumps({**json.loads(SAVED.text()), **content}))
    else:
        path.write_text(content)
    with pytest.raises(SavedGameError) as refused:
        SavedGame.load(path)
    assert reason in str(refused.value)
    assert str(refused.value).startswith(f"{path}: ")
    assert "\n" not in str(refused.value)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    (tmp_path / "game.save").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SavedGameError):
        SavedGame.load(tmp_path / "game.save")


def test_there_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        SavedGame.load(tmp_path / "game.save")
