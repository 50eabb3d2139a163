"""PROTOCOL.md lists every refusal of a position that there is: each `raise` of the code has its words there."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import cardgames

ROOM = Path(cardgames.__file__).parent
PAGE = " ".join((ROOM / "protocol" / "PROTOCOL.md").read_text(encoding="utf-8").split())
MODULES = (
    ROOM / "cards" / "pile.py",
    ROOM / "rules" / "position_fields.py",
    *sorted(ROOM.glob("games/*/rules/game.py")),
    *sorted(ROOM.glob("games/*/rules/position.py")),
)
VIEWS = "only of views"
FRAME = "what the others of a key are put into"

WORDS = {
    # Any game
    "'position {} ...' was expected: {}": "another game's name",
    "unknown key: {}": "missing, repeated or unknown key",
    "repeated key: {}": "missing, repeated or unknown key",
    "missing key: {}": "missing, repeated or unknown key",
    "missing key: reason (phase=over)": "`reason` missing in `over`",
    "reason outside phase over: reason={}": "or present elsewhere",
    "{}: one of {} was expected": "a word that is none of those that can stand there",
    "{}: {} parts, {} were expected": "a list with more or fewer parts",
    "{}: {}": "its piles",
    "{}: a whole number {}-{} was expected": "a number out of its range",
    "{}: {}={}": FRAME,
    "{} cards in all, {} were expected: position": "more or fewer than 52 cards, 104 in Crapette",
    "{} cards of one name, {} were expected: {}": "more cards of one name than there are",
    # Piles
    "an empty text, a pile or - was expected": "no card, or none at all",
    "a bracket in a view: {}": VIEWS,
    "a run without )M, M one hex digit: {}": "brackets without a hexadecimal digit behind them",
    "mask {} is out of range, {}": "the sum of all seats or more",
    "an empty run ()": "with no card",
    "two neighbouring runs of mask {}, one run was expected": "next to others of the same digit",
    "half a card in the run {}": "with half a card",
    "no card {}: a rank 2-9TJQKA and a suit cdhs were expected, as 7h or Td": "a text that is no card",
    # Crapette
    "{}: a hidden card in a waste, both seats know all of it": "a hidden card in a waste",
    "{}: a hidden card on top of a reserve, the top lies face up": "on top of a reserve",
    "up: {} cards up, one or - was expected": "two cards or more in `up`",
    "up: a hidden card up, both seats know it": "or in `up`",
    "houses: a hidden card in house {}, both seats know all of it": "in a house",
    "houses: {} on {} in house {}, {}": "a house that is not built by C5",
    "foundations: {} in place {}, a card of suit {} or - was expected": "a card of another suit",
    "foundations: {},{}, the higher comes first": "the lower of two first",
    "asked: a move is asked in phase {}, - was expected": "`asked` outside `challenge`",
    "asked: {}": "an `asked` that is no move",
    "asked: seat {} has no card for the move": "one for which the mover has no card",
    "{}: asked={}": "a touch after 1000 shifts (C19)",
    # Spit
    "slaps: L, R or - was expected for each seat": "a word that is none of those that can stand there",
    "stocks{}: the top of stock {} is hidden, it lies open": "a hidden card on top of a stock",
    "{}: a hidden card in a spit pile, all lie open": "or in a pile",
    "cards: {} cards in all, {} were expected": "`cards` that do not add up to 52",
    "{}: no pile {} was expected with cards={},{} (S2)": "a pile of a seat that began with 15 cards or fewer",
    "{}: a pile was expected with cards={},{} (S3)": "no pile of one that began with more",
    "slaps: both have slapped, one slap at most was expected in phase {} (S12)": "two slaps before `over`",
    "phase: no slap after a round with one spit pile (S14)": "`slap` in a round of one pile (S14)",
    "stocks{}: seat {} has no stock cards, the round would have ended (S11)": "no stock cards of a seat in `play`",
    "neither seat can play or move, a spit is due (S9): position": "a spit that is due in `play` (S9)",
    # Kroket
    "knocked: - was expected, these rules have lastturn=off (K8)": "`knocked` with `lastturn=off`",
    "{}: {} cards, {} were expected": "a hand or a table of a wrong size",
    "{}: empty in phase choose, a card was expected": "an empty reserve or discard in `choose`",
    "hand{}: seat {} does not know all of its hand (K2)": "a seat that does not know all of its hand (K2)",
    "discard: a hidden card in the discard, all lie open": VIEWS,
    "drawn: {} was expected": "`drawn` outside `place`, or missing there",
    "taken: a card or - was expected": "`taken` that is no card",
    "taken: - in phase {} was expected": "outside `discard`",
    "taken: not in hand{}, a card of that hand or - was expected": "not in the hand of the seat on turn",
}
"""By each refusal, {} for what is filled in, what PROTOCOL.md says of it."""


def template(value: ast.expr) -> str:
    """A text of the code, {} for what is filled in."""
    if isinstance(value, ast.Constant):
        return str(value.value)
    if isinstance(value, ast.JoinedStr):
        return "".join(map(template, value.values))
    return "{}"


def refusals(path: Path) -> Iterator[str]:
    """What a module refuses positions with."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if called in ("PositionError", "PileError", "error") and node.args:
                yield ": ".join(map(template, node.args))


def test_each_refusal_has_its_words() -> None:
    found = {each for module in MODULES for each in refusals(module)}
    assert found == set(WORDS)


@pytest.mark.parametrize("words", sorted(set(WORDS.values()) - {VIEWS, FRAME}))
def test_the_words_are_there(words: str) -> None:
    start = PAGE.index("| a full position | is refused for |")
    assert words in PAGE[start : PAGE.index("| number | range |")]


def test_what_is_due_is_settled() -> None:
    assert "by C12 with the next move that is made, also if the seat without a card is not the one on turn" in PAGE
