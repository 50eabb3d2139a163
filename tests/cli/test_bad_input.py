"""Whatever a user types wrong: one line that says what came and what to try, the right status, no traceback."""

from pathlib import Path
from shlex import quote

import pytest

from tests.cli.shell import Shell

USAGE = [
    ("mach", ["No such command 'mach'", "Did you mean 'match'"]),
    ("xyz", ["No such command 'xyz'", "cardgames --help"]),
    ("--vesion", ["no option --vesion", "did you mean --version?"]),
    ("match", ["Missing argument 'GAME'", "cardgames match --help"]),
    ("match kroket", ["Missing argument 'BOT...'", "cardgames match --help"]),
    ("match krokt greedy random", ["no game 'krokt'", "did you mean kroket?"]),
    ("match chess greedy random", ["no game 'chess'", "crapette, spit, kroket"]),
    ("match kroket greedy randon", ["'randon'", "did you mean random?"]),
    ("match kroket greedy ./nothing.py", ["there is no file nothing.py"]),
    ("match kroket greedy a=random a=greedy", ["name 'a'", "twice"]),
    ("match kroket greedy", ["1 bot:", "2, 3, 4 was expected"]),
    ("match spit greedy greedy greedy", ["3 bots:", "2 was expected for a match of spit", "tournament spit"]),
    ("match kroket greedy random --gmaes 2", ["no option --gmaes", "did you mean --games?"]),
    ("match kroket greedy random --games 3", ["games 3", "even", "try 4"]),
    ("match kroket greedy random --games 0", ["games 0", "even"]),
    ("match kroket greedy random --games many", ["--games", "many"]),
    ("match kroket greedy random --games 100000000000000000000", ["--games", "10000000"]),
    ("match kroket greedy random --startup nan", ["--startup", "a number was expected"]),
    ("match kroket greedy random --startup 0", ["--startup", "0.1"]),
    ("match kroket greedy random --seed \udcff", ["seed", "a word or a number"]),
    ("match kroket greedy \udcff", ["no player and no program"]),
    ("match kroket greedy u=sh --env u=A=\udcff", ["bot u: '\\udcff'", "UTF-8 was expected"]),
    ("match kroket greedy random --games", ["--games", "requires an argument"]),
    ("match kroket a=random b=random c=random --games 4", ["games 4", "multiple of 3"]),
    ("match kroket greedy random --rule", ["--rule", "requires an argument"]),
    ("match kroket greedy random --rule lay", ["rule 'lay'", "NAME=VALUE"]),
    ("match kroket greedy random --rule lya=seen", ["rule lya", "did you mean lay?"]),
    ("match kroket greedy random --rule lay=open", ["rule lay=open", "seen, blind"]),
    ("match kroket greedy random --rule lay=seen --rule lay=seen", ["rule lay", "twice"]),
    ("match kroket greedy random --rule deals=0", ["rule deals=0", "1-1000"]),
    ("match kroket greedy random --rule players=3", ["players=3", "players 2"]),
    ("match kroket greedy random --movetime 0", ["--movetime", "0"]),
    ("match kroket greedy random --movetime 5 --time 5", ["--movetime 5 and --time 5", "one of the two"]),
    ("match kroket greedy random --time fast", ["--time fast", "SECONDS+INC"]),
    ("match kroket greedy random --time 0", ["--time 0", "more than 0"]),
    ("match kroket greedy random --hand 5", ["--hand 5", "kroket is played in turns"]),
    ("match spit greedy random --time 5", ["--time 5", "spit has no turns"]),
    ("match spit greedy random --think -1", ["--think", "-1"]),
    ("tournament kroket greedy", ["1 bot for 2 seats"]),
    ("tournament kroket greedy random --rule players=4", ["2 bots for 4 seats"]),
    ("rules", ["Missing argument 'GAME'"]),
    ("rules krokett", ["no game 'krokett'", "did you mean kroket?"]),
    ("rules kroket C10", ["no clause 'C10'", "K1"]),
    ("rules kroket K5 K6", ["extra argument", "K6"]),
    ("check", ["Missing argument 'BOT'"]),
    ("check greddy", ["'greddy'", "did you mean greedy?"]),
    ("check greedy chess", ["no game 'chess'"]),
    ("replay", ["Missing argument 'FILE|DIR'"]),
    ("replay no-such-file.cgn", ["no-such-file.cgn"]),
    ("games kroket", ["extra argument", "kroket"]),
    ("engine fast", ["extra argument", "fast"]),
]


@pytest.mark.parametrize(("line", "words"), USAGE, ids=[line for line, _ in USAGE])
def test_wrong_usage_is_told_in_one_line(line: str, words: list[str], shell: Shell) -> None:
    answer = shell(*line.split())
    assert answer.status == 2
    assert not answer.out
    for word in words:
        assert word in answer.complaint


BOTS = {
    "exits": ("echo 'no config' >&2\nexit 3\n", ["exit status 3", "no config"]),
    "silent": ("cat >/dev/null\n", ["no cgpok 1 within", "flush"]),
    "babbles": ("echo hello\ncat >/dev/null\n", ["no cgpok 1 within", "hello"]),
    "dies": ("read line\nkill -SEGV $$\n", ["SIGSEGV"]),
    "unterminated": ("printf 'cgpok 1'\ncat >/dev/null\n", ["no cgpok 1 within", "newline"]),
    "other-game": ("echo 'games chess'\necho cgpok 1\nwhile read x; do echo readyok; done\n", ["does not play kroket"]),
}


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_that_does_not_start_is_told_before_the_first_game(name: str, tmp_path: Path, shell: Shell) -> None:
    script, words = BOTS[name]
    bot = tmp_path / f"{name}.sh"
    bot.write_text(script)
    # The bots that never answer cost what --startup gives them; the others must not lose a race against it.
    startup = "2" if "no cgpok 1 within" in words else "30"
    answer = shell("match", "kroket", "greedy", f"{name}=sh {quote(str(bot))}", "--startup", startup, "--games", "2")
    assert answer.status == 1
    assert not answer.out
    assert f"bot {name}: " in answer.complaint
    for word in words:
        assert word in answer.complaint


def test_all_bots_that_do_not_start_are_told(tmp_path: Path, shell: Shell) -> None:
    (tmp_path / "bot.sh").write_text("exit 3\n")
    answer = shell(
        "match",
        "kroket",
        f"one=sh {quote(str(tmp_path))}/bot.sh",
        f"two=sh {quote(str(tmp_path))}/bot.sh",
        "--games",
        "2",
    )
    assert answer.status == 1
    assert [line.split(": ")[1] for line in answer.err.splitlines()] == ["bot one", "bot two"]


def test_a_folder_that_cannot_be_written(tmp_path: Path, shell: Shell) -> None:
    (tmp_path / "file").write_text("")
    answer = shell("match", "kroket", "greedy", "random", "--games", "2", "--out", str(tmp_path / "file" / "out"))
    assert answer.status == 1
    assert str(tmp_path / "file") in answer.complaint


def test_a_line_that_would_draw_on_the_terminal_is_made_harmless(shell: Shell) -> None:
    answer = shell("match", "kroket", "greedy", "sh \x1b[2J\n'")
    assert answer.status == 2
    assert "\x1b" not in answer.complaint
