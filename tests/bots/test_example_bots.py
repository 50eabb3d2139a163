"""The bots in scripts/bots: what their headers promise, line by line, and whole games at a real table."""

import re
import select
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from cardgames.bots.limits import Limits
from cardgames.bots.open_seat import open_seat
from cardgames.bots.seat import PlayerSeat
from cardgames.bots.spec import BotSpec
from cardgames.games.registry import find_game
from cardgames.table.clock_settings import ClockSettings
from cardgames.table.game_setup import GameSetup
from cardgames.table.record import parse_record, read_blocks
from cardgames.table.referee import play_game
from cardgames.table.verify import verify

BOTS = Path(__file__).parents[2] / "scripts" / "bots"
NAMES = ("random_bot.py", "random_bot.c", "random_bot.js", "random_bot.sh", "instant.c")
SECONDS = 60


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the compiled bots go."""
    return tmp_path_factory.mktemp("bots")


def command_of(name: str, built: Path) -> tuple[str, ...]:
    """How a bot is started; skips where the compiler or the interpreter is missing."""
    path = BOTS / name
    interpreters = {".py": sys.executable, ".js": "node", ".sh": "sh"}
    tool = interpreters.get(path.suffix, "cc")
    if shutil.which(tool) is None:
        pytest.skip(f"there is no {tool} on this machine")
    if path.suffix != ".c":
        return (tool, str(path))
    program = built / path.stem
    if not program.exists():
        flags = ["-O2", "-Wall", "-Wextra", "-Werror"]
        subprocess.run([tool, *flags, "-o", f"{program}.new", str(path)], check=True)
        Path(f"{program}.new").rename(program)
    return (str(program),)


class Talk:
    """A bot that is spoken to one line at a time, each answer awaited before the next line."""

    def __init__(self, command: Sequence[str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, env={"PATH": "/usr/bin:/bin"}
        )
        self._got = b""

    def say(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode())

    def hear(self) -> str:
        """The next line, its end included."""
        assert self.process.stdout is not None
        while b"\n" not in self._got:
            assert select.select([self.process.stdout], [], [], SECONDS)[0], f"no answer, only {self._got!r}"
            data = self.process.stdout.read(4096)
            assert data, f"the bot has ended after {self._got!r}"
            self._got += data
        line, _, self._got = self._got.partition(b"\n")
        return line.decode()

    def ask(self, line: str) -> str:
        self.say(f"{line}\n")
        return self.hear()

    def close(self) -> int:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        code = self.process.wait(SECONDS)
        assert self.process.stdout.read() == b""
        self.process.stdout.close()
        return code


@pytest.fixture(params=NAMES)
def talk(request: pytest.FixtureRequest, built: Path) -> Iterator[Talk]:
    made = Talk(command_of(request.param, built))
    yield made
    if made.process.poll() is None:
        made.process.kill()
    made.process.wait()
    for pipe in (made.process.stdin, made.process.stdout):
        if pipe is not None:
            pipe.close()


def greet(talk: Talk) -> list[str]:
    talk.say("cgp 1\n")
    lines = [talk.hear()]
    while not lines[-1].startswith("cgpok"):
        lines.append(talk.hear())
    return lines


def test_every_command_is_answered_at_once_or_passed_over(talk: Talk) -> None:
    lines = greet(talk)
    assert lines[-1] == "cgpok 1"
    assert "games crapette spit kroket" in lines
    assert any(line.startswith("id name ") for line in lines)
    assert talk.ask("isready") == "readyok"
    for ignored in ("", "   ", "hello * ?? %s", "setoption name Seed value 3", "stop", "event 1 0 R-3 7h ??"):
        talk.say(f"{ignored}\n")
    talk.say("newgame spit seat 1 players 2 commit 0123456789abcdef rules a=b clock virtual movetime=1000\n")
    assert talk.ask("isready") == "readyok"
    talk.say("position spit phase=play stocks0=??7h,-,*,?,?? L=9s R=-\n")
    assert talk.ask("go 7 movetime 1000 moves 3>1") == "bestmove 3>1 7"
    assert talk.ask("  go   8 time0 5 time1 6 inc0 0 inc1 0   moves   slap:L  ") == "bestmove slap:L 8"
    assert talk.ask("ping 12") == "pong 12"
    assert talk.ask("go 9 moves R-OW\r").rstrip("\r") == "bestmove R-OW 9"
    talk.say("rejected 9 R-OW S5: too late\ngameover 1-0 3,2 out reveal 00\n")
    assert talk.ask("isready\r").rstrip("\r") == "readyok"
    talk.say("quit\n")
    assert talk.close() == 0


def test_the_end_of_its_input_ends_it(talk: Talk) -> None:
    greet(talk)
    assert talk.close() == 0


def test_two_lines_in_one_write_and_one_line_in_two(talk: Talk) -> None:
    greet(talk)
    talk.say("isready\ngo 1 moves a\nping 3\ngo 2 mo")
    assert [talk.hear() for _ in range(3)] == ["readyok", "bestmove a 1", "pong 3"]
    talk.say("ves b\n")
    assert talk.hear() == "bestmove b 2"


def test_a_line_as_long_as_a_line_can_be(talk: Talk) -> None:
    greet(talk)
    talk.say(f"position kroket {'x' * 65_000}\n")
    assert talk.ask("go 1 moves a") == "bestmove a 1"


def test_any_legal_move_is_played_and_the_same_ones_for_the_same_game(talk: Talk) -> None:
    """Not the one that is there to be fast, which plays the first."""
    names = greet(talk)
    runs = []
    for commit in ("11aa22bb33cc", "11aa22bb33cc", "deadbeefcafe"):
        talk.say(f"newgame kroket seat 0 players 2 commit {commit} clock turns movetime=1000\n")
        runs.append([talk.ask(f"go {ident} moves a b c d e").split()[1] for ident in range(1, 60)])
    if "id name instant" in names:
        assert set(runs[0]) == {"a"}
    else:
        assert set(runs[0]) == set("abcde")
        assert runs[0] != runs[2]
    assert runs[0] == runs[1]


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_is_short_and_tells_how_to_run_it(name: str) -> None:
    text = (BOTS / name).read_text()
    assert text.isascii() or "…" in text
    assert len(text.splitlines()) < 60
    assert re.search(r"Build: .*\n(.*\n)?.*Run: ", text)
    assert "import cardgames" not in text
    assert "from cardgames" not in text


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("game", "rules"), [("kroket", ["players=2"]), ("crapette", ["maxturns=40"]), ("spit", ["maxrounds=3"])]
)
def test_a_whole_game_without_a_fault(name: str, game: str, rules: Sequence[str], built: Path) -> None:
    found = find_game(game)
    clock = ClockSettings.virtual(movetime_ms=60_000) if game == "spit" else ClockSettings.turns(60_000)
    setup = GameSetup(found, found.rules(rules), bytes(range(32)), clock)
    seats = [
        open_seat(BotSpec(name, command_of(name, built)), Limits(startup_ms=60_000)),
        PlayerSeat(BotSpec("random", player="random")),
    ]
    try:
        report = play_game(seats, setup)
    finally:
        for seat in seats:
            seat.close()
    assert not report.faults
    (block,) = read_blocks(report.record.splitlines(keepends=True))
    assert verify(parse_record(block)) == []
