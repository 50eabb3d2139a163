"""`games`, `bots`, `rules`, `protocol`: what there is, told."""

import pytest

from cardgames.games.players import PLAYERS
from cardgames.games.registry import GAMES
from cardgames.rules.rulebook import find_clause
from cardgames.text import either
from tests.cli.shell import Shell

CLAUSES = {"crapette": ("C", 19), "spit": ("S", 18), "kroket": ("K", 14)}


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_can_be_looked_up(game: str) -> None:
    letter, count = CLAUSES[game]
    book = GAMES[game].rulebook()
    for number in range(1, count + 1):
        text = find_clause(book, f"{letter.lower()}{number}")
        assert text.startswith(f"{letter}{number}. ")
        assert f"\n{letter}{number + 1}. " not in text


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_have_the_book_and_every_option_with_its_default(game: str, shell: Shell) -> None:
    answer = shell("rules", game)
    assert answer.status == 0
    assert answer.out.startswith(GAMES[game].rulebook().rstrip())
    options = answer.out.split("## Options (--rule K=V)")[1]
    for option in GAMES[game].options:
        (line,) = [line for line in options.splitlines() if line.strip().startswith(f"{option.name}=")]
        assert line.endswith(f"; default {option.default}")
    assert "[house]" in answer.out


def test_a_clause_ends_where_the_next_begins() -> None:
    book = "# A\n\nText.\n\nX1. One\n    more\n\n    and more\n\nX2. Two\n\n## B\n\n    code\n"
    assert find_clause(book, "X1") == "X1. One\n    more\n\n    and more"
    assert find_clause(book, "x2") == "X2. Two"


def test_games(shell: Shell) -> None:
    out = shell("games").out
    for game in GAMES.values():
        assert f"{game.name}: " in out
        for option in game.options:
            assert f"{option.name}=" in out


def test_bots(shell: Shell) -> None:
    lines = shell("bots").out.splitlines()
    assert [line.split()[0] for line in lines if line and not line.startswith(" ")][: len(PLAYERS)] == list(PLAYERS)
    for kind in PLAYERS.values():
        for option in kind.options:
            assert f"{option.name}: {option.low} to {option.high}" in "".join(lines)


def test_protocol(shell: Shell) -> None:
    answer = shell("protocol")
    assert answer.status == 0
    for message in ("cgp 1", "cgpok 1", "isready", "bestmove", "gameover"):
        assert message in answer.out


@pytest.mark.parametrize(("numbers", "text"), [([2], "2"), ([2, 3], "2 or 3"), ([2, 3, 4], "2, 3 or 4")])
def test_numbers_to_choose_from(numbers: list[int], text: str) -> None:
    assert either(numbers) == text
