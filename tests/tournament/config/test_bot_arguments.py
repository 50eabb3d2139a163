"""What a person may type for a bot, and what is answered to what is none."""

from pathlib import Path

import pytest

from cardgames.bots.spec import BotSpec
from cardgames.tournament.config.bot_arguments import BotError, read_bot, read_bots


def test_a_built_in_player() -> None:
    assert read_bot("random") == BotSpec("random", player="random")
    assert read_bot("lucky=random") == BotSpec("lucky", player="random")
    assert read_bot(" Greedy ") == BotSpec("greedy", player="greedy")


def test_a_built_in_player_with_options() -> None:
    options = (("Skill", "5"), ("Nodes", "200"))
    assert read_bot("expert:skill=5,Nodes=200") == BotSpec("expert-skill5-nodes200", player="expert", options=options)
    assert read_bot("weak=Expert:Skill=5") == BotSpec("weak", player="expert", options=options[:1])
    assert [bot.name for bot in read_bots(["expert", "expert:Skill=5", "expert"])] == [
        "expert",
        "expert-skill5",
        "expert#2",
    ]


@pytest.mark.parametrize(
    ("text", "name", "command"),
    [
        ("fox=sh fox.sh --fast", "fox", ("sh", "fox.sh", "--fast")),
        ("sh fox.sh --fast", "fox", ("sh", "fox.sh", "--fast")),
        ("sh -c 'echo a=b'", "sh", ("sh", "-c", "echo a=b")),
        ("sh 'my bot.sh'", "my_bot", ("sh", "my bot.sh")),
        ("./run --depth=3", "run", ("./run", "--depth=3")),
        ("a.b+c-d_1=./run", "a.b+c-d_1", ("./run",)),
        ("env A=1 ./run", "run", ("env", "A=1", "./run")),
    ],
)
def test_a_command_line(
    text: str, name: str, command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file in ("fox.sh", "my bot.sh", "run"):
        (tmp_path / file).write_text("#!/bin/sh\n")
    (tmp_path / "run").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    assert read_bot(text) == BotSpec(name, command)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("greddy", ["'greddy'", "did you mean greedy?"]),
        ("a=greddy", ["'a=greddy'", "did you mean greedy?"]),
        ("exprt:Skill=5", ["'exprt:Skill=5'", "did you mean expert?"]),
        ("expert:Skil=5", ["'expert:Skil=5'", "did you mean Skill?"]),
        ("a=expert:Skill=50", ["'a=expert:Skill=50'", "value 50", "0 to 20"]),
        ("greedy:Skill=5", ["greedy has no option 'Skill'"]),
        ("nosuchprogram", ["no player and no program", "nosuchprogram", "random, greedy"]),
        ("nosuchprogram --greedy", ["no player and no program", "nosuchprogram"]),
        ("", ["COMMAND LINE was expected"]),
        ("   ", ["COMMAND LINE was expected"]),
        ("fox=", ["'fox='", "COMMAND LINE was expected"]),
        ("fox=''", ["COMMAND LINE was expected"]),
        ("sh 'fox.sh", ["no closing quotation"]),
        ("sh \0", ["NUL"]),
        ("./fax.sh", ["there is no file fax.sh", "did you mean fox.sh?"]),
        ("nowhere/fox.sh", ["there is no file nowhere/fox.sh", "folder nowhere"]),
        ("./fox.sh", ["fox.sh may not be run", "chmod +x", "python3 fox.sh"]),
        ("fox.sh", ["no player and no program", "./fox.sh", "chmod +x"]),
        ("run", ["did you mean ./run?"]),
        ("a b#2=random", ["no program", "'a'"]),
        ("fox#2=random", ["in the name 'fox#2'"]),
        ("./folder", ["folder", "a program was expected"]),
    ],
)
def test_what_is_no_bot(text: str, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fox.sh").write_text("#!/bin/sh\n")
    (tmp_path / "run").write_text("#!/bin/sh\n")
    (tmp_path / "run").chmod(0o755)
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BotError) as caught:
        read_bot(text)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    ("texts", "names"),
    [
        (["greedy", "greedy", "random", "greedy"], ["greedy", "greedy#2", "random", "greedy#3"]),
        # A name that was typed stays; the others make room.
        (["greedy", "greedy=random", "greedy"], ["greedy#2", "greedy", "greedy#3"]),
        (["sh a", "sh b"], ["sh", "sh#2"]),
    ],
)
def test_twins_are_numbered(texts: list[str], names: list[str]) -> None:
    assert [bot.name for bot in read_bots(texts)] == names


def test_a_name_typed_twice_is_refused() -> None:
    with pytest.raises(BotError, match="'a': given twice"):
        read_bots(["a=greedy", "a=random"])
