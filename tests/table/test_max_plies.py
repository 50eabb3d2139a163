"""A game that is longer than the organiser wants is drawn, and its record says so and holds."""

import pytest

from cardgames.rules import Outcome
from cardgames.table.record import parse_record, read_blocks
from cardgames.table.verify import verify
from tests.table.fakes import always, play, setup_of


def problems(record: str) -> list[str]:
    (block,) = read_blocks(record.splitlines())
    return verify(parse_record(block))


@pytest.mark.parametrize(("game", "moves"), [("kroket", ("draw", "take")), ("spit", ()), ("crapette", ())])
def test_it_is_drawn_after_so_many_moves(game: str, moves: tuple[str, ...]) -> None:
    setup = setup_of(game)._replace(max_plies=5, tags=(("MaxPlies", "5"),))
    bots = (always(*moves), always(*moves))
    report, _, _ = play(setup, *bots)
    assert report.outcome == Outcome((0, 1), (0, 0), "max-plies")
    assert not report.faults
    assert problems(report.record) == []
    for bot in bots:
        assert bot.lines[-1].startswith("gameover 1/2-1/2 0,0 max-plies")


def test_a_game_that_ends_before_or_with_its_last_move_ends_by_its_rules() -> None:
    for most in (1, 2):
        setup = setup_of("kroket")._replace(max_plies=most, tags=(("MaxPlies", str(most)),))
        report, _, _ = play(setup, always("knock"), always("knock"))
        assert report.outcome.reason == "knock"
        assert problems(report.record) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('[MaxPlies "5"]', '[MaxPlies "6"]'),
        ('[MaxPlies "5"]\n', ""),
        ('[Scores "0,0"]', '[Scores "1,0"]'),
        ('[Result "1/2-1/2"]', '[Result "1-0"]'),
    ],
)
def test_a_record_that_only_says_so_does_not_hold(old: str, new: str) -> None:
    setup = setup_of("kroket")._replace(max_plies=5, tags=(("MaxPlies", "5"),))
    report, _, _ = play(setup, always("draw", "take"), always("draw", "take"))
    text = report.record.replace(old, new)
    assert text != report.record
    if "Result" in old:
        text = text.replace("\n1/2-1/2\n", "\n1-0\n")
    assert problems(text)
