"""Every game is built alike: its modules mean the same, and what it is, it says itself."""

import re
from importlib import import_module
from pathlib import Path

import pytest

import cardgames
from cardgames.cards import Dealer
from cardgames.games.registry import GAMES

PACKAGE = Path(cardgames.__file__).parent
RULES = ("game", "moves", "position", "state", "refusals")


@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_a_value_between_text_and_state(name: str) -> None:
    position = import_module(f"cardgames.games.{name}.rules.position")
    table = GAMES[name].deal(GAMES[name].rules(), Dealer.of_text("a value"))
    assert position.write_full(table.position()) == table.text()  # type: ignore[attr-defined]
    for seat in range(table.rules.players):
        assert position.write_seen(seat, table.position()) == table.text(seat)  # type: ignore[attr-defined]
    assert position.Position is type(table.position())  # type: ignore[attr-defined]
    again = type(table)(table.rules, Dealer(bytes(32)))  # type: ignore[call-arg]
    again.put(table.position())  # type: ignore[attr-defined]
    assert again.text() == table.text()
    source = (PACKAGE / "games" / name / "rules" / "position.py").read_text(encoding="utf-8")
    assert "rules.state" not in source


@pytest.mark.parametrize("name", GAMES)
def test_each_game_has_the_same_modules(name: str) -> None:
    folder = PACKAGE / "games" / name / "rules"
    assert (folder / "rules.md").is_file()
    for module in RULES:
        assert (folder / f"{module}.py").is_file()


def test_nobody_else_asks_what_a_game_is_called() -> None:
    asking = re.compile(rf"""[=!]= *["']({"|".join(GAMES)})["']|^ *["']({"|".join(GAMES)})["']: """, re.MULTILINE)
    outside = [path for path in PACKAGE.rglob("*.py") if "games" not in path.relative_to(PACKAGE).parts[:1]]
    assert [path.name for path in outside if asking.search(path.read_text(encoding="utf-8"))] == []
