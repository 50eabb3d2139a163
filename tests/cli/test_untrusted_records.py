"""Files of records that are none, or are made to hurt: one line for each that is wrong, and little memory."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cardgames.table.record import MAX_BLOCK, MAX_MOVES
from cardgames.table.record_lines import MAX_LINE
from tests.cli.shell import PROGRAM, Shell, environment

_MOST_MEMORY = 100 * 1024
"""KiB that a command may have in RAM."""


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("good")
    line = ["match", "kroket", "ann=random", "bob=random", "--games", "2", "--seed", "1", "--out", str(folder)]
    subprocess.run([*PROGRAM, *line], check=True, capture_output=True, env=environment())
    return (folder / "games.cgn").read_text()


def tags(good: str) -> str:
    return good.split("\n\n", maxsplit=1)[0]


BAD: dict[str, tuple[Callable[[str], str], str]] = {
    "a move of 5000 digits": (lambda text: text.replace("1. ", "1" * 5000 + ". ", 1), "NUMBER. SEAT MOVE"),
    "a seat of 5000 digits": (lambda text: text.replace("1. 0 ", f"1. {'0' * 5000} ", 1), "NUMBER. SEAT MOVE"),
    "a time of 5000 digits": (lambda text: text.replace(" 2. ", f" @{'9' * 5000} 2. ", 1), "NUMBER. SEAT MOVE"),
    "digits of another script": (lambda text: text.replace("1. 0 ", "1. ٠ ", 1), "NUMBER. SEAT MOVE"),
    "a number below 0": (lambda text: text.replace("1. 0 ", "-1. 0 ", 1), "NUMBER. SEAT MOVE"),
    "a line in a number": (lambda text: text.replace("1. 0 ", "0_1. 0 ", 1), "NUMBER. SEAT MOVE"),
    "a fault of 5000 digits": (
        lambda text: f"{tags(text)}\n\n{{seat {'1' * 5000}, time: x}}\n1-0\n\n",
        "{seat N, FAULT",
    ),
    "a long line": (lambda text: text.replace('[Event "', '[Event "' + "x" * (MAX_LINE + 9)), "a line of more than"),
    "a long value": (lambda text: text.replace('[Event "', '[Event "' + "x" * 20_000), "tag Event with 200"),
    "escapes without end": (lambda text: text.replace('"]\n[Round', "\\" * 401 + '"]\n[Round'), "was expected: [Event"),
    "many tags": (lambda text: text.replace("\n[", "".join(f'\n[T{n} "x"]' for n in range(300)) + "\n[", 1), "tags"),
    "many moves": (
        lambda text: f"{tags(text)}\n\n" + " ".join(f"{n}. 0 x" for n in range(1, MAX_MOVES + 5)) + "\n",
        "a line of more than",
    ),
    "many moves in lines": (
        lambda text: (
            f"{tags(text)}\n\n"
            + "".join(f"{n}. 0 x{' ' if n % 50 else chr(10)}" for n in range(1, MAX_MOVES + 5))
            + "\n"
        ),
        f"more than {MAX_MOVES} moves",
    ),
    "many lines": (lambda text: tags(text) + "\n\n" + "\n" * (MAX_BLOCK // 50), f"more than {MAX_BLOCK} characters"),
    "a NUL": (lambda text: text.replace("1. 0 ", "1. 0 \0", 1), "NUMBER. SEAT MOVE"),
    "no UTF-8": (lambda text: text.replace('[Event "', '[Event "\udcff'), "bytes that are no UTF-8"),
    "a long list of scores": (lambda text: text.replace('[Scores "', '[Scores "' + "1," * 5000), "..."),
    "a rule without end": (lambda text: text.replace('[Rules "', '[Rules "a=' + "x" * 9000 + " "), "rule a: "),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_record_is_one_line_and_the_next_is_read(name: str, good: str, tmp_path: Path, shell: Shell) -> None:
    change, words = BAD[name]
    first, _, rest = good.partition("\n\n[Game ")
    first, second = f"{first}\n\n", f"[Game {rest}"
    path = tmp_path / "games.cgn"
    bad = change(first)
    assert bad != first
    path.write_bytes((bad + second + bad).encode("utf-8", "surrogateescape"))
    answer = shell("replay", str(path))
    assert (answer.status, answer.err) == (1, "")
    one, three, _, end = answer.out.splitlines()
    assert one.startswith("game 1, line ")
    assert three.startswith("game 3, line ")
    assert words in one
    assert max(map(len, (one, three))) < 1300
    assert end == "2 of 3 games failed"
    assert shell("replay", str(path), "--game", "2").status == 0
    for command in (["games-list", str(path)], ["games-list", str(path), "--json"], ["analyse", str(path)]):
        answer = shell(*command)
        assert answer.status in (0, 1)
        assert max(map(len, answer.err.splitlines()), default=0) < 1300
    assert shell("analyse", str(path), "--game", "2", "--nodes", "1").status == 0


def measured(folder: Path, *args: str) -> tuple[int, str, str, int]:
    """A command as a program of its own: its status, output and errors, and the most memory that it had, in KiB."""
    out, err, memory = folder / "out", folder / "err", folder / "memory"
    # Started by a small process: what a large one had at the fork would count as the command's.
    small = (
        "import resource, subprocess, sys\n"
        "status = subprocess.call(sys.argv[2:])\n"
        "kib = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss\n"
        "with open(sys.argv[1], 'w') as file: print(kib, file=file)\n"
        "sys.exit(status)"
    )
    command = [sys.executable, "-S", "-c", small, str(memory), *PROGRAM, *args]
    with out.open("wb") as stdout, err.open("wb") as stderr:
        status = subprocess.call(command, stdout=stdout, stderr=stderr, env=environment())
    return status, out.read_text(), err.read_text(), int(memory.read_text())


BIG: dict[str, Callable[[str], list[str]]] = {
    "one tag": lambda _: ['[Game "kroket"]\n[Event "', *["x" * 2**20] * 30, '"]\n\n'],
    "escapes": lambda _: ['[Game "kroket"]\n[Event "', *["\\\\" * 2**19] * 30, '"]\n\n'],
    "bare tags": lambda _: ['[Game "x"]\n' * 10_000] * 5,
    "short lines": lambda _: ['[Game "kroket"]\n', *["ab\n" * 100_000] * 10],
    "tags": lambda good: [tags(good), "\n", *(f'[T{number} "x"]\n' for number in range(300_000))],
    "moves": lambda good: [tags(good), "\n\n", *(f"{number}. 0 x{number}\n" for number in range(1, 300_000))],
    "faults": lambda good: [tags(good), "\n\n", *["{seat 0, time: late}\n" * 1000] * 500],
    "signs of four bytes": lambda _: ['[Game "kroket"]\n', *["\U0001f600" * 1000 + "\n"] * 3000],
    "NULs": lambda _: ["\0" * 2**20] * 30,
}


@pytest.mark.parametrize("name", BIG)
def test_no_file_costs_much_memory(name: str, good: str, tmp_path: Path) -> None:
    path = tmp_path / "games.cgn"
    with path.open("w", encoding="utf-8") as file:
        file.writelines(BIG[name](good))
        file.write(good)
    status, out, err, memory = measured(tmp_path, "replay", str(path))
    assert (status, err) == (1, "")
    assert max(map(len, out.splitlines())) < 1300
    assert memory < _MOST_MEMORY
    _, _, err, memory = measured(tmp_path, "games-list", str(path))
    assert "Traceback" not in err
    assert memory < _MOST_MEMORY


@pytest.mark.slow
@pytest.mark.parametrize("command", ["replay", "analyse", "games-list"])
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom"])
def test_what_has_no_end_is_given_up(command: str, device: str, tmp_path: Path) -> None:
    status, out, err, memory = measured(tmp_path, command, device)
    assert (status, out) == (1, "")
    assert err.startswith(f"cardgames: {device}: ")
    assert "no game has come for 64 MiB" in err or "more than 64 MiB came" in err
    assert err.count("\n") == 1
    assert memory < _MOST_MEMORY


def test_a_pipe_is_read_once_and_a_game_of_it_found_without_its_end(good: str, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    line = [*PROGRAM, "replay", str(pipe), "--game", "2"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as process, pipe.open("w") as writer:
        assert process.stdout is not None
        writer.write(good * 2)
        writer.flush()
        assert process.stdout.read().endswith("1 game: all hold\n")
    assert process.returncode == 0


def test_what_is_wrong_is_told_as_json_piece_by_piece(good: str, tmp_path: Path, shell: Shell) -> None:
    import json

    path = tmp_path / "games.cgn"
    for text, failed in ((good, 0), ('[Game "x"]\n' * 3 + good, 3), ('[Game "x"]\n', 1)):
        path.write_text(text)
        told = json.loads(shell("replay", str(path), "--json").out)
        assert (told["failed"], len(told["problems"])) == (failed, failed)
        assert bool(told["not_covered"]) == (text != '[Game "x"]\n')


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads every file")
def test_a_file_that_must_not_be_read(tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "games.cgn"
    path.touch(mode=0)
    for command in ("replay", "analyse", "games-list"):
        answer = shell(command, str(path))
        assert answer.status == 1
        assert "Permission denied" in answer.complaint
