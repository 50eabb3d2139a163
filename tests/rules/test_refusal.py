"""A refusal is a value: the same one is said to a program and to a person."""

import pytest

from cardgames.cards import parse_card
from cardgames.drawing.symbols import Symbols
from cardgames.drawing.wording import Wording
from cardgames.rules import Refusal

SEVEN = parse_card("7h")
WORDS = Wording(("you", "fox"))
SPOKEN = Wording(("you", "fox"), spoken=True)


@pytest.mark.parametrize(
    ("refusal", "text", "said"),
    [
        (Refusal("K5", "{card:card} is not in the hand", card=SEVEN), "K5: 7h is not in the hand", "7♥"),
        (Refusal("S12", "{seat:has} slapped", seat=0), "S12: seat 0 has slapped", "you have slapped"),
        (Refusal("S12", "{seat:has} slapped", seat=1), "S12: seat 1 has slapped", "fox has slapped"),
        (Refusal("C3", "{turn:is} to move", turn=0), "C3: seat 0 is to move", "you are to move"),
        (Refusal("K4", "it is the turn of {turn:seat}", turn=1), "K4: it is the turn of seat 1", "the turn of fox"),
        (
            Refusal("C6", "{other:whose} {pile} is empty", other=1, pile="waste"),
            "C6: seat 1's waste is empty",
            "fox's w",
        ),
        (Refusal("C3", "{pile:own} has no card", pile="hand"), "C3: the hand has no card", "your hand has no card"),
        (Refusal("S5", "{a:rank} does not go on {b:rank}", a=6, b=12), "S5: an 8 does not go on an A", "an 8 does"),
        (Refusal("C11", "{shifts} moves in a row", shifts=16), "C11: 16 moves in a row", "16 moves"),
        (Refusal("", "there is no move {move}", move=-3), "there is no move -3", "there is no move -3"),
    ],
)
def test_a_refusal_is_said(refusal: Refusal, text: str, said: str) -> None:
    assert refusal.text() == text
    assert said in Symbols(symbols=True).line(refusal.said(WORDS))


def test_a_refusal_for_ears_names_the_card_in_words() -> None:
    assert (
        Refusal("K5", "{card:card} is not in the hand", card=SEVEN).said(SPOKEN) == "K5: 7 of hearts is not in the hand"
    )


def test_refusals_are_equal_by_what_they_say() -> None:
    refusal = Refusal("K5", "{card:card} is not in the hand", card=SEVEN)
    assert refusal == Refusal("K5", "{card:card} is not in the hand", card=SEVEN)
    assert refusal != Refusal("K5", "{card:card} is not in the hand", card=SEVEN + 1)
    assert refusal != Refusal("K6", "{card:card} is not in the hand", card=SEVEN)
