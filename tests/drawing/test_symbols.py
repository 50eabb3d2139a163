"""Cards as letters, as symbols, in colour; what has changed marked; lines broken."""

import pytest

from cardgames.cards import DECK, NAMES
from cardgames.drawing.symbols import ASCII, CARD_SIGNS, MARK, Symbols, unsigned
from cardgames.drawing.viewer import Viewer, joined, wrapped

LAYOUT = f"a {CARD_SIGNS[0]}{MARK}{CARD_SIGNS[13]} {CARD_SIGNS[-1]}  "


@pytest.mark.parametrize(
    ("symbols", "line"),
    [
        (ASCII, "a 2c*2d ??"),
        (Symbols(symbols=True), "a 2♣*2♦ ??"),
        (Symbols(colour=True), "a 2c\x1b[1m*\x1b[0m\x1b[31m2d\x1b[0m ??"),
        (Symbols(symbols=True, colour=True), "a 2♣\x1b[1m*\x1b[0m\x1b[31m2♦\x1b[0m ??"),
    ],
)
def test_a_line(symbols: Symbols, line: str) -> None:
    assert symbols.line(LAYOUT) == line
    assert symbols.lines([LAYOUT, ""]) == f"{line}\n\n"


def test_every_card_is_two_columns_wide_in_either_script() -> None:
    for card in DECK:
        assert ASCII.line(CARD_SIGNS[card]) == NAMES[card]
        assert len(CARD_SIGNS[card]) == len(Symbols(symbols=True).line(CARD_SIGNS[card])) == 2


def test_only_red_suits_are_coloured() -> None:
    coloured = {card for card in DECK if "\x1b" in Symbols(colour=True).line(CARD_SIGNS[card])}
    assert coloured == {card for card in DECK if NAMES[card][1] in "dh"}


def test_symbols_can_be_typed() -> None:
    assert unsigned("7♥ T♣ 2♦ A♠ 7h") == "7h Tc 2d As 7h"


def test_what_has_changed_is_marked() -> None:
    look = Viewer(0)
    assert look.mark("pile", 1) + look.mark("hand", 2) == "  "  # nothing was there before
    assert look.mark("pile", 3) == " "  # nor is anything marked before it is remembered
    look.remember()
    assert look.mark("pile", 3) + look.mark("hand", 4) + look.mark("new", 5) == f" {MARK}{MARK}"
    assert look.mark("hand", 4) == MARK  # the same drawing once more
    look.remember()
    assert look.mark("hand", 4) + look.mark("pile", 9) == f" {MARK}"
    look.forget()
    assert look.mark("hand", 8) == " "
    look.forget()
    look.remember()
    assert look.mark("hand", 7) == " "


def test_lines_are_broken_at_blanks() -> None:
    assert wrapped("take the 7h, draw or lay", 10) == ["take the", "7h, draw", "or lay"]
    assert wrapped("incomprehensible word", 8) == ["incomprehensible", "word"]
    assert wrapped("", 8) == [""]
    assert joined(["one", "two", "three"], 10, " ") == [" one  two", " three"]


@pytest.mark.parametrize(
    ("names", "seat", "who"),
    [((), 1, "you"), ((), 0, "seat 0"), (("ann", "bob"), 1, "bob"), (("you", "fox"), 0, "you")],
)
def test_who_a_seat_is_in_a_sentence(names: tuple[str, ...], seat: int, who: str) -> None:
    assert Viewer(1, names).who(seat) == who
    assert Viewer(1, names).wins(seat) == f"{who} {'win' if who == 'you' else 'wins'}"
