"""What `cardgames.tournament` offers to programs, and that whoever needs one module of it does not load them all."""

import subprocess
import sys

import pytest

import cardgames.tournament as library
from cardgames.tournament import make_config
from cardgames.tournament.config.kinds import ConfigError


def test_every_name_is_there() -> None:
    assert [name for name in library.__all__ if getattr(library, name).__name__ != name] == []
    listed = [name for names in library._MODULES.values() for name in names]
    assert sorted(listed) == sorted(library.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'run_match'"):
        library.run_match  # noqa: B018


def test_the_package_itself_loads_nothing() -> None:
    program = "import sys, cardgames.tournament; print(*sorted(m for m in sys.modules if m.startswith('cardgames')))"
    loaded = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    assert loaded.split() == ["cardgames", "cardgames.tournament"]


def test_settings_as_in_a_file_and_bots_as_on_a_command_line() -> None:
    fox = {"player": "greedy", "name": "fox", "think": 200}
    clock = {"kind": "virtual", "think": 300}
    config = make_config("spit", ["random", fox], games=6, max_plies=50, rules={"maxrounds": 1}, clock=clock)
    assert [bot.name for bot in config.bots] == ["random", "fox"]
    assert (config.games, config.max_plies, config.rules["maxrounds"], config.entrants[1].handicap.think) == (
        *(6, 50, 1),
        200,
    )


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"games": 3}, "games 3: an even number was expected"),
        ({"gmaes": 4}, "no setting gmaes; did you mean games?"),
        ({"clock": {"thnk": 3}}, "no setting clock.thnk; did you mean think?"),
        ({"clock": 3}, "clock 3: a table was expected"),
        ({"seed": ""}, "seed '': a word or a number was expected"),
        ({"max_plies": "x"}, "max-plies x: a whole number was expected"),
        ({"rules": {"deals": 0}}, "rule deals=0: a whole number 1-1000 was expected"),
    ],
)
def test_what_cannot_be_is_told_in_a_line_without_a_place(settings: dict[str, object], complaint: str) -> None:
    with pytest.raises(ConfigError) as caught:
        make_config("kroket", ["greedy", "random"], **settings)
    assert str(caught.value).startswith(complaint)
    assert "\n" not in str(caught.value)
