"""Tournaments on the disk, made by hand: games that were never played, and what a folder holds of them."""

import re
from collections.abc import Iterable
from pathlib import Path

from cardgames.bots.faults import Fault
from cardgames.rules import Outcome
from cardgames.table.referee import GameReport
from cardgames.tournament.formats.schedule import ScheduledGame
from cardgames.tournament.played import Played
from cardgames.tournament.storage.store import Store

CONFIG = 'game = "kroket"\n'
SECRET = bytes(range(32))
NAMES = ("ann", "bob", "cid")


def new_store(folder: Path) -> Store:
    """The folder of a tournament of which nothing has been played."""
    return Store.create(folder, CONFIG, SECRET, NAMES)


def game(number: int, *faults: Fault, length: int = 40) -> Played:
    """A game with a record that tells its number."""
    scheduled = ScheduledGame(number, number - (number + 1) % 2, (number + 1) // 2, (0, 1) if number % 2 else (1, 0))
    outcome = Outcome((number % 2,), (number, 7), "knock")
    return Played(scheduled, GameReport(outcome, faults, 3 * number, 1000 * number, record(number, length)))


def record(number: int, length: int = 40) -> str:
    """Something in the shape of a record, with a sign that takes two bytes."""
    tags = f'[Game "kroket"]\n[Event "é"]\n[Round "{(number + 1) // 2}.{number}"]\n[Result "1-0"]\n'
    return f"{tags}\n{'x' * length}\n1-0\n\n"


def in_file(folder: Path) -> list[int]:
    """The numbers of the games in games.cgn, in its order; every byte of it belongs to one of their records."""
    text = (folder / "games.cgn").read_text(encoding="utf-8")
    blocks = re.findall(r'\[Game "kroket"\].*?\n1-0\n\n', text, re.DOTALL)
    assert "".join(blocks) == text
    return [int(match[1]) for block in blocks if (match := re.search(r'\[Round "\d+\.(\d+)"\]', block))]


def numbers(games: Iterable[Played]) -> list[int]:
    """Of these games."""
    return [played.number for played in games]
