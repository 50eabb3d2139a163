"""What a bot's command line stands for once it runs elsewhere."""

from pathlib import Path

import pytest

from cardgames.bots.isolation.launch import program_chain, program_of, read_launch
from cardgames.bots.spec import BotSpec


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A folder as an author has it."""
    for name in ("bots/fox.py", "bots/book.bin", "bots/build/Fox.class", "fox.js", "lib/a.jar", "lib/b.jar", "run"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    return tmp_path


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("python3 bots/fox.py", "python3 {}/bots/fox.py"),
        ("node fox.js --fast", "node {}/fox.js --fast"),
        ("./run", "{}/run"),
        ("bots/../run 7", "{}/run 7"),
        ("python3 bots/fox.py --book bots/book.bin", "python3 {}/bots/fox.py --book {}/bots/book.bin"),
        ("python3 bots/fox.py --book=bots/book.bin", "python3 {}/bots/fox.py --book={}/bots/book.bin"),
        ("python3 bots/fox.py level=bots/book.bin", "python3 {}/bots/fox.py level=bots/book.bin"),
        ("java -cp lib Fox", "java -cp {}/lib Fox"),
        ("java -cp lib/a.jar:lib/b.jar Fox", "java -cp {}/lib/a.jar:{}/lib/b.jar Fox"),
        ("java -cp lib/a.jar:no/such.jar Fox", "java -cp lib/a.jar:no/such.jar Fox"),
        ("java -jar lib/a.jar", "java -jar {}/lib/a.jar"),
        # A word that happens to be a folder's name is no path, and one that names nothing stays as it is.
        ("python3 bots/fox.py lib", "python3 {}/bots/fox.py lib"),
        ("python3 no/such.py", "python3 no/such.py"),
        ("sh -c true", "sh -c true"),
        ("/bin/echo /etc/passwd", "/bin/echo /etc/passwd"),
    ],
)
def test_words_that_name_files_are_made_absolute(here: Path, typed: str, meant: str) -> None:
    launch = read_launch(BotSpec("x", tuple(typed.split())), here)
    assert " ".join(launch.command) == meant.replace("{}", str(here))
    assert launch.cwd is None


def test_a_word_too_long_to_be_a_path(here: Path) -> None:
    words = ("python3", "x" * 10_000, "a\0b", "")
    assert read_launch(BotSpec("x", words), here).command == words


def test_a_bot_with_a_folder_runs_there_and_its_words_stay(here: Path) -> None:
    launch = read_launch(BotSpec("x", ("python3", "fox.py", "build/Fox.class"), cwd="bots"), here)
    assert launch.command == ("python3", "fox.py", "build/Fox.class")
    assert launch.cwd == str(here / "bots")
    assert launch.files == (here / "bots" / "build" / "Fox.class",)


def test_what_it_consists_of(here: Path) -> None:
    launch = read_launch(BotSpec("x", ("java", "-cp", "lib/a.jar:lib/b.jar", "--book=bots/book.bin")), here)
    assert set(launch.files) == {here / "lib/a.jar", here / "lib/b.jar", here / "bots/book.bin"}


def test_its_program_is_followed_to_its_interpreter(here: Path) -> None:
    (here / "second").write_text("#!/bin/sh\n")
    (here / "link").symlink_to("second")
    launch = read_launch(BotSpec("x", ("./link",)), here)
    program = program_of(launch, None)
    assert program == here / "link"
    found = list(program_chain(here / "link"))
    assert found[:3] == [here / "link", here / "second", Path("/bin/sh")]
    assert list(program_chain(here / "nothing")) == []
    (here / "env").write_text("#!/usr/bin/env -S A=1 sh\n")
    assert [path.name for path in program_chain(here / "env")][:2] == ["env", "sh"]
    (here / "loop").symlink_to("loop")
    assert list(program_chain(here / "loop")) == []


def test_a_program_of_path(tmp_path: Path) -> None:
    (tmp_path / "fox").write_text("#!/bin/sh\n")
    (tmp_path / "fox").chmod(0o755)
    launch = read_launch(BotSpec("x", ("fox",)), tmp_path)
    assert program_of(launch, str(tmp_path)) == tmp_path / "fox"
    assert program_of(launch, "/nowhere") is None
