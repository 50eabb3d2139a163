"""Medians, spreads and signatures of a benchmark."""

import random

import pytest

from cardgames.bench.figures import Figure, Signature, quantile, short, signature_problems
from cardgames.bots.open_seat import open_seat
from cardgames.bots.spec import BotSpec
from cardgames.cards.dealer import seed_of_text
from cardgames.games.registry import find_game
from cardgames.table.game_setup import GameSetup, default_clock
from cardgames.table.referee import GameReport, play_game


@pytest.mark.parametrize(
    ("values", "low", "median", "high"),
    [
        ([7.0], 7, 7, 7),
        ([1.0, 2.0], 1.25, 1.5, 1.75),
        ([1.0, 2.0, 3.0, 4.0, 100.0], 2, 3, 4),
    ],
)
def test_a_figure_is_a_median_and_its_quartiles(values: list[float], low: float, median: float, high: float) -> None:
    random.Random(1).shuffle(values)
    assert Figure.of(values) == (median, low, high, len(values))
    assert Figure.of(values).as_object() == {"median": median, "low": low, "high": high, "samples": len(values)}


def test_quantiles_reach_from_the_least_to_the_most() -> None:
    assert quantile([3, 5, 9], 0) == 3
    assert quantile([3, 5, 9], 1) == 9
    assert quantile([3, 5, 9], 0.75) == 7


@pytest.mark.parametrize(
    ("value", "text"), [(0.0, "0.00"), (4.708, "4.71"), (28.34, "28.3"), (240.2, "240"), (1698764.3, "1698764")]
)
def test_numbers_have_the_digits_that_are_worth_reading(value: float, text: str) -> None:
    assert short(value) == text


def test_a_figure_as_cells_of_a_table() -> None:
    assert Figure.of([4.0, 5.0, 6.0, 30.0, 200.0]).cells() == ("6.00", "5.00-30.0")


def signature_of(*pieces: tuple[object, ...]) -> str:
    signature = Signature()
    for piece in pieces:
        signature.add(*piece)
    return signature.text()


def test_a_signature_is_that_of_the_same_work_in_the_same_order() -> None:
    assert signature_of((3, "position a"), (4, "position b")) == signature_of((3, "position a"), (4, "position b"))
    others = {
        signature_of((3, "position a"), (4, "position b")),
        signature_of((4, "position b"), (3, "position a")),
        signature_of((3, "position a")),
        signature_of((3, "position a"), (5, "position b")),
        signature_of(),
    }
    assert len(others) == 5
    assert all(len(text) == 16 for text in others)


def played(seed: str, event: str) -> GameReport:
    game = find_game("kroket")
    seats = [open_seat(BotSpec(f"{event} {seat}", player="random")) for seat in (0, 1)]
    return play_game(seats, GameSetup(game, game.rules(), seed_of_text(seed), default_clock(game), (("Event", event),)))


def test_a_game_is_signed_by_its_deal_and_its_moves_alone() -> None:
    texts = []
    for seed, event in (("1", "spring"), ("1", "autumn"), ("2", "spring")):
        signature = Signature()
        signature.add_game(played(seed, event))
        texts.append(signature.text())
    assert texts[0] == texts[1]
    assert texts[0] != texts[2]


def test_what_is_wrong_with_a_signature_is_told() -> None:
    assert signature_problems("spit", ["abc", "abc"], "abc") == []
    (problem,) = signature_problems("spit", ["abc", "xyz", "xyz"], "abc")
    assert problem == "spit: the signature is xyz, abc was expected: this was not the same work"
