"""Settings from the command line's side: help tells the defaults that hold, and one entry is all that one takes."""

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from cardgames.cli.config_from_args import _value
from cardgames.conformance.examination import StepTimes
from cardgames.tournament.config import settings as table
from cardgames.tournament.config.kinds import TEXT, TRUTH, Given, seconds, whole
from cardgames.tournament.config.resolve import cores
from cardgames.tournament.config.settings import Form, Setting, option_setting
from tests.cli.shell import Shell
from tests.cli.test_completion import completed


def defaults_in_help(shell: Shell, command: str) -> dict[str, str]:
    """What the help tells as the default, by option."""
    entries = re.split(r"\n  --", shell(command, "--help").out)[1:]
    told = {entry.split()[0]: re.search(r"Default:\s+([^.]+)\.|\[default:([^;\]]+)", entry) for entry in entries}
    return {name: " ".join((match[1] or match[2]).split()) for name, match in told.items() if match}


def written(shell: Shell, line: str) -> dict[str, Any]:
    """What a dry run has for each setting, of the bots' the second's."""
    tables = tomllib.loads(shell(*line.split(), "--dry-run").out)
    clock = tables.pop("clock")
    return {**tables, **tables["limits"], **tables["bots"][1], **clock, "clock": clock["kind"]}


def as_typed(setting: Setting, text: str) -> object:
    """What is read if a default is typed as the help has it; ten deals are twenty games for two."""
    number = {"10 deals": 20, "no limit": 0}.get(text, text)
    return setting.kind.read(Given(setting.kind.typed(number), text))


ALL = "order restart startup sandbox on-fault max-faults memory processes open-files file-size cpu-seconds"
LINES = [
    ("match kroket greedy random", f"games movetime margin {ALL}"),
    ("match spit greedy random", f"games movetime clock think jitter hand {ALL}"),
    ("match spit greedy random --clock wall", "think jitter hand tie stall"),
    ("tournament kroket greedy random", f"format games movetime margin {ALL}"),
    ("tournament kroket greedy random --format gauntlet", "challengers"),
    ("tournament spit greedy random", f"games movetime clock think jitter hand {ALL}"),
    ("tournament spit greedy random --clock wall", "think jitter hand tie stall"),
]


@pytest.mark.parametrize(("line", "names"), LINES)
def test_help_tells_the_default_that_holds(line: str, names: str, shell: Shell) -> None:
    shown, held = defaults_in_help(shell, line.split(maxsplit=1)[0]), written(shell, line)
    for name in names.split():
        setting = option_setting(name)
        usual, _, on_wall = shown[name].partition(", wall clock ")
        told = on_wall if on_wall and "wall" in line else usual
        value = held["clock" if name == "clock" else setting.name]
        assert (name, setting.kind.read(Given(value, name))) == (name, as_typed(setting, told))


def test_help_tells_in_words_what_is_found_out_later(shell: Shell) -> None:
    words = {"cwd", "seed", "max-plies", "rounds", "concurrency", "out"}
    for command in ("match", "tournament"):
        compared = {name for line, names in LINES if line.startswith(command) for name in names.split()}
        assert set(defaults_in_help(shell, command)) - compared == words - ({"rounds"} if command == "match" else set())
    held = written(shell, "tournament kroket greedy random")
    assert not {"cwd", "seed", "max-plies", "rounds"} & held.keys()
    assert held["concurrency"] == cores()
    assert written(shell, "tournament kroket greedy random random random random --format swiss")["rounds"] == 3


def test_the_defaults_of_check(shell: Shell) -> None:
    shown = defaults_in_help(shell, "check")
    assert int(shown["movetime"]) == StepTimes().move
    assert float(shown["startup"]) * 1000 == StepTimes().startup
    assert shown["memory"] == "2G"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("cardgames match --sandbox ", ["auto", "require", "off"]),
        ("cardgames check --sandbox re", ["require"]),
        ("cardgames tournament --format ", ["round-robin", "gauntlet", "swiss", "knockout"]),
        ("cardgames match --on-fault ", ["forfeit", "void", "stop"]),
        ("cardgames match --order r", ["random"]),
    ],
)
def test_the_words_of_a_setting_are_completed(line: str, words: list[str]) -> None:
    assert completed(line) == words


# -- one entry


@pytest.fixture(params=["", "clock", "limits", "bots"])
def place(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The table of a file in which a new setting stands: one entry, `sample`, from 1 to 99."""
    where = str(request.param)
    form = Form.FOR_ALL_OR_ONE if where == "bots" else Form.ONCE
    sample = Setting("sample", whole(1, 99), "Is kept.", 7, table=where, form=form)
    monkeypatch.setattr(table, "SETTINGS", (*table.SETTINGS, sample))
    for command in sample.commands:
        # It is to be made anew, with the entry.
        monkeypatch.delitem(sys.modules, f"cardgames.cli.commands.{command}", raising=False)
    return where


def sample_of(toml: str, where: str) -> list[object]:
    """What a file has for it, of `bots` for each."""
    tables = tomllib.loads(toml)
    found = tables[where] if where else tables
    return [each.get("sample") for each in (found if isinstance(found, list) else [found])]


def file_with(sample: int, where: str) -> str:
    bots = f', {{ player = "random", sample = {sample} }}' if where == "bots" else ', "random"'
    rest = "" if where == "bots" else f"[{where}]\nsample = {sample}\n" if where else f"sample = {sample}\n"
    return f'game = "spit"\ngames = 2\nbots = ["greedy"{bots}]\n{rest}'


def test_an_entry_is_an_option_and_a_key(place: str, shell: Shell) -> None:
    one, both = ([7, 11], [9, 9]) if place == "bots" else ([11], [9])
    Path("club.toml").write_text(file_with(11, place))
    for command in ("match", "tournament"):
        assert re.search(r"\n  --sample \S+ +Is kept\. Default: 7\.\n", shell(command, "--help").out)
        line = (command, "spit", "greedy", "random", "--dry-run")
        assert set(sample_of(shell(*line).out, place)) == {7}
        assert sample_of(shell(*line, "--sample", "9").out, place) == both
        assert sample_of(shell(command, "club.toml", "--dry-run").out, place) == one
        assert sample_of(shell(command, "club.toml", "--sample", "9", "--dry-run").out, place) == both


def test_what_is_out_of_its_range_is_refused_with_its_place(place: str, shell: Shell) -> None:
    complaint = "a whole number 1 to 99 was expected"
    answer = shell("match", "spit", "greedy", "random", "--sample", "100")
    assert (answer.status, answer.complaint) == (2, f"cardgames: --sample 100: {complaint}")
    Path("club.toml").write_text(file_with(0, place))
    answer = shell("match", "club.toml")
    line, name = {"": (4, "sample"), "bots": (3, "bots.sample")}.get(place, (5, f"{place}.sample"))
    assert (answer.status, answer.complaint) == (2, f"cardgames: club.toml:{line}: {name} 0: {complaint}")


def test_a_folder_keeps_it(place: str, shell: Shell) -> None:
    line = ("match", "kroket", "greedy", "random", "--games", "2", "--seed", "1", "--out", "results")
    assert shell(*line, "--sample", "9").status == 0
    assert set(sample_of(Path("results/config.toml").read_text(), place)) == {9}
    assert shell("resume", "results").status == 0
    assert shell(*line, "--sample", "9").status == 0
    other = shell(*line, "--sample", "10")
    assert (other.status, f"with other {place or 'sample'};" in other.complaint) == (2, True)


def test_one_bot_can_have_its_own(shell: Shell, place: str) -> None:
    answer = shell("match", "spit", "greedy", "random", "--sample", "random=5", "--dry-run")
    if place == "bots":
        assert sample_of(answer.out, place) == [7, 5]
    else:
        assert (answer.status, "'random=5' is not a valid int" in answer.complaint) == (2, True)


def test_a_number_behind_a_bots_name_is_read_as_one_of_its_kind() -> None:
    for kind, text, value in (
        *((whole(0, 9), text, value) for text, value in (("7", 7), ("-7", -7), ("1_0", "1_0"), ("x", "x"), ("", ""))),
        *((seconds(0, 9), text, value) for text, value in (("2.5", 2.5), ("x", "x"))),
        *((TRUTH, text, value) for text, value in (("true", True), ("false", False), ("1", "1"))),
        (TEXT, "7", "7"),
    ):
        assert _value(kind, text) == value
