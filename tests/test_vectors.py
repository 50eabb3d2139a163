"""Conformance vectors: games played elsewhere, replayed on the product and on the naive reference.

The files in `data/vectors` hold one record a line, in order. `game GAME K=V …` starts a game, the next `position` is
its first. After `game`, `deal` and `round-ends` a position is a fresh deal to load, everywhere else it is what the last
`move` led to. `legal` lists all moves in order (in Spit with the seat first, as `move`), `view SEAT position …` is what
a seat sees. `round-ends blocked=yes|no seat0=… seat1=…` tells what each seat has after a Spit round (with points: its
cards left). A game ends with `result …`, `over REASON` or, unfinished, with `cut`.
"""

from collections.abc import Callable
from typing import Protocol

import pytest

from cardgames.cards import Dealer
from cardgames.games.registry import GAMES
from cardgames.rules import State
from tests.reference import TABLES, Table
from tests.reference.table import Due
from tests.reference.text import read_pile
from tests.reference.vectors import FOLDER, Record, games_of, rules_of

FILES = sorted(FOLDER.glob("*.txt"))
GAMES_PLAYED = {f"{path.stem}:{game[0].line}": game for path in FILES for game in games_of(path)}


class Replayed(Protocol):
    """What a replay needs of a table, the product's or the reference's."""

    def load(self, position: str) -> None: ...
    def text(self) -> str: ...
    def view(self, seat: int) -> str: ...
    def actors(self) -> list[int]: ...
    def legal(self, seat: int) -> list[str]: ...
    def play(self, seat: int, move: str) -> None: ...
    def ending(self) -> tuple[str, str, str] | None: ...


class ReplayedProduct:
    """The product's rules module."""

    def __init__(self, name: str, options: list[str]) -> None:
        self.game = GAMES[name]
        self.rules = self.game.rules(options)
        self.state: State = self.game.deal(self.rules, Dealer.of_text("any"))

    def load(self, position: str) -> None:
        self.state = self.game.read(position, self.rules)

    def text(self) -> str:
        return self.state.text()

    def view(self, seat: int) -> str:
        assert self.state.view(seat).text() == self.state.text(seat)
        return self.state.text(seat)

    def actors(self) -> list[int]:
        return list(self.state.actors())

    def legal(self, seat: int) -> list[str]:
        return [self.game.move_name(move) for move in self.state.legal(seat)]

    def play(self, seat: int, move: str) -> None:
        number = self.game.parse_move(move)
        assert self.state.refusal(seat, number) is None
        self.state.play(seat, number)

    def ending(self) -> tuple[str, str, str] | None:
        outcome = self.state.outcome
        return outcome and (outcome.result, ",".join(map(str, outcome.scores)), outcome.reason)


class ReplayedReference:
    """The naive implementation; every fresh deal of the vectors is held against what it says is due."""

    def __init__(self, name: str, options: list[str]) -> None:
        self.kind = TABLES[name]
        self.options = dict(option.split("=") for option in options)
        self.table: Table = self.kind(self.options)
        self.began = False

    def load(self, position: str) -> None:
        due: Due | None = self.table.due
        assert due is not None or not self.began
        assert self.table.fresh_faults(position, due) == []
        self.table = self.kind.load(position, self.options)
        self.began = True

    def text(self) -> str:
        return self.table.text()

    def view(self, seat: int) -> str:
        return self.table.view(seat)

    def actors(self) -> list[int]:
        return self.table.actors()

    def legal(self, seat: int) -> list[str]:
        return self.table.legal(seat)

    def play(self, seat: int, move: str) -> None:
        self.table.play(seat, move)

    def ending(self) -> tuple[str, str, str] | None:
        end = self.table.outcome()
        return end and (end.result, ",".join(map(str, end.scores)), end.reason)


def replay(table: Replayed, records: list[Record], ends_round: Callable[[str, str], None]) -> int:
    """Follows the records of one game; returns how many moves were made."""
    fresh, moves = True, 0
    seats: list[str]
    for record in records[1:]:
        words = record.rest.split()
        if record.kind == "position":
            if fresh:
                table.load(record.rest)
            assert table.text() == record.rest, record.line
            fresh = False
        elif record.kind == "legal":
            seats, listed = split_seat(words, table)
            assert table.legal(int(seats[0])) == listed, record.line
        elif record.kind == "view":
            assert table.view(int(words[0])) == " ".join(words[1:]), record.line
        elif record.kind == "move":
            seats, (move,) = split_seat(words, table)
            before = table.text()
            table.play(int(seats[0]), move)
            moves += 1
        elif record.kind == "round-ends":
            ends_round(before, record.rest)
            fresh = True
        elif record.kind == "deal":
            fresh = True
        elif record.kind in ("result", "over"):
            ending = table.ending()
            assert ending is not None
            assert tuple(words) in (ending, ("scores", *ending[1:]), ending[2:]), record.line
        else:
            assert record.kind == "cut", record.line
    return moves


def split_seat(words: list[str], table: Replayed) -> tuple[list[str], list[str]]:
    """In Spit the seat comes first, elsewhere it is the one on turn."""
    if table.text().startswith("position spit "):
        return words[:1], words[1:]
    return [str(table.actors()[0])], words


def spit_fields(text: str) -> dict[str, str]:
    return dict(token.split("=") for token in text.split()[2:])


def cards_of(fields: dict[str, str], seat: int) -> str:
    """All cards of a seat in a newly laid out round, sorted by name: stocks, spit cards and its own pile."""
    texts = [*fields[f"stocks{seat}"].split(","), fields[f"spit{seat}"], fields["LR"[seat]]]
    return "".join(sorted(card for text in texts for card, _ in read_pile(text, 2))) or "-"


@pytest.mark.parametrize("records", GAMES_PLAYED.values(), ids=GAMES_PLAYED.keys())
def test_the_reference_agrees(records: list[Record]) -> None:
    name, options = rules_of(records[0])
    reference = ReplayedReference(name, options)

    def ends_round(before: str, told: str) -> None:
        due = reference.table.due
        if due is not None:
            cards = ["".join(hand) or "-" for hand in due.cards]
            assert f"blocked={'yes' if due.blocked else 'no'} seat0={cards[0]} seat1={cards[1]}" == told

    assert replay(reference, records, ends_round) > 0


@pytest.mark.parametrize("records", GAMES_PLAYED.values(), ids=GAMES_PLAYED.keys())
def test_the_product_agrees(records: list[Record]) -> None:
    name, options = rules_of(records[0])
    product = ReplayedProduct(name, options)

    def ends_round(before: str, told: str) -> None:
        now, then = spit_fields(product.text()), spit_fields(before)
        told_cards = [part.partition("=")[2] for part in told.split()[1:]]
        counts = [len(cards.replace("-", "")) // 2 for cards in told_cards]
        if product.rules.word("scoring") == "points":
            scored = [
                int(after) - int(sooner)
                for after, sooner in zip(now["points"].split(","), then["points"].split(","), strict=True)
            ]
            assert scored == counts
        elif now["phase"] == "over":
            assert product.state.outcome is not None
            assert sorted(product.state.outcome.scores) == [0, max(counts)]
        else:
            assert [cards_of(now, seat) for seat in (0, 1)] == told_cards

    assert replay(product, records, ends_round) > 0


def test_every_game_has_vectors() -> None:
    assert {rules_of(game[0])[0] for game in GAMES_PLAYED.values()} == set(GAMES)
