"""A tournament file with each possible mistake: one line with its place and what to do, status 2, nothing played."""

from pathlib import Path

import pytest

from cardgames.games.players import PLAYERS
from tests.cli.shell import Shell

# ruff: noqa: E501

MISTAKES = [
    ("", 'club.toml: no game: one was expected, as in game = "spit"'),
    ("game = spit", 'club.toml:1: column 8: invalid value; a text needs quotes, as in game = "spit"'),
    (
        'game = "spit',
        "club.toml:1: at the end: unterminated string; see 'cardgames tournament spit greedy random --dry-run' for a file as it should be",
    ),
    ('game "spit"', "club.toml:1: column 6: expected '=' after a key in a key/value pair; KEY = VALUE was expected"),
    ('game = "spit"\ngame = "kroket"', "club.toml:2: at the end: cannot overwrite a value; the key is there twice"),
    ("[rules]\na=1\n[rules]\n", "club.toml:3: column 7: cannot declare ('rules',) twice; the table is there twice"),
    ('game = "spitt"', "club.toml:1: no game 'spitt'; did you mean spit?"),
    ("game = 5", 'club.toml:1: game 5: a text in quotes was expected, as in game = "5"'),
    ('game = "spit"', 'club.toml: no bots: two or more were expected, as in bots = ["greedy", "random"]'),
    ('gaem = "spit"', "club.toml:1: no setting gaem; did you mean game?"),
    ('game=""\n', 'club.toml:1: game "": a line of printable text was expected'),
    ('game = "spit"\nbots = []', 'club.toml: no bots: two or more were expected, as in bots = ["greedy", "random"]'),
    (
        'game = "spit"\nbots = ["greedy"]',
        "club.toml:2: 1 bot for 2 seats: at least 2 were expected; one may be named twice",
    ),
    (
        'game = "spit"\nbots = "greedy"',
        'club.toml:2: bots "greedy": a list was expected: [[bots]], or bots = ["greedy", "random"]',
    ),
    (
        'game = "spit"\nbots = ["greedy", 5]',
        'club.toml:2: bots 5: a table was expected, as in bots = [{ player = "greedy" }, "random"]',
    ),
    (
        'game = "spit"\nbots = ["greedy", "gredy"]',
        "club.toml:2: bot 'gredy': no player and no program is called 'gredy'; did you mean greedy?",
    ),
    ('game = "spit"\nbots = ["greedy", "./x"]', "club.toml:2: bot './x': there is no file {folder}/x"),
    (
        'game="spit"\nbots = ["a=greedy",\n "a=random"]',
        "club.toml:3: bot name 'a': given twice; give each its own, as in a2=…",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\ngames = 3',
        "club.toml:3: games 3: an even number was expected, for every deal is played from each side; try 4",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\ngames = "ten"',
        'club.toml:3: games "ten": a whole number was expected',
    ),
    ('game = "spit"\nbots = ["greedy", "random"]\ngames = 2.5', "club.toml:3: games 2.5: a whole number was expected"),
    (
        'game = "spit"\nbots = ["greedy", "random"]\ngames = 0',
        "club.toml:3: games 0: an even number was expected, for every deal is played from each side; try 2",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\ngames = 20000002',
        "club.toml:3: games 20000002: a whole number up to 10000000 was expected",
    ),
    ('game = "spit"\nbots = ["greedy", "random"]\ngames=true', "club.toml:3: games true: a whole number was expected"),
    (
        'game = "spit"\nbots = ["greedy", "random"]\nformat = "swis"',
        'club.toml:3: format "swis": round-robin, gauntlet, swiss or knockout was expected; did you mean swiss?',
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\nformat = "swiss"\nrounds = 0',
        "club.toml:4: rounds 0: 1 to 1000 was expected",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\nrounds = 3',
        "club.toml:3: rounds 3: only swiss has it, and the format is round-robin",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\nchallengers = 3',
        "club.toml:3: challengers 3: only gauntlet has it, and the format is round-robin",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\nformat="gauntlet"\nchallengers = 2',
        "club.toml:4: challengers 2: 1 to 1 was expected, of 2 bots at tables of 2; all others play against each of them",
    ),
    (
        'game="kroket"\nformat="swiss"\nbots=["random","random","random","random"]\n[rules]\nplayers=4',
        "club.toml:2: format swiss: it pairs bots, and there are 4 seats; try round-robin or gauntlet",
    ),
    (
        'game="kroket"\nbots=["random","random"]\n[rules]\nplayers=4',
        "club.toml:2: 2 bots for 4 seats: at least 4 were expected; one may be named twice",
    ),
    (
        'game="kroket"\nbots=["random","random"]\n[rules]\nplayers=7',
        "club.toml:4: rule players=7: 2, 3, 4 was expected",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\norder = "rnd"',
        'club.toml:3: order "rnd": sequential or random was expected; did you mean random?',
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\nseed = ""',
        "club.toml:3: seed '': a word or a number was expected, as --seed 1",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\nseed = "a\\nb"',
        "club.toml:3: seed 'a\\nb': a word or a number was expected, as --seed 1",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\nseed = [1]',
        "club.toml:3: seed […]: a text, a number, true or false was expected",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\nevent = ""',
        'club.toml:3: event "": a line of printable text was expected',
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\nevent = 5',
        'club.toml:3: event 5: a text in quotes was expected, as in event = "5"',
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\nconcurrency = 0',
        "club.toml:3: concurrency 0: a whole number 1 to 1024 was expected",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\nmax-plies = 0',
        "club.toml:3: max-plies 0: a whole number 1 to 1000000000 was expected",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\nmax_plies = 5',
        "club.toml:3: no setting max_plies; did you mean max-plies?",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\naffinity = "yes"',
        'club.toml:3: affinity "yes": true or false was expected',
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\nlog-traffic = 1',
        "club.toml:3: log-traffic 1: true or false was expected",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\nsprt = "elo0=5"',
        "club.toml:3: sprt 'elo0=5': elo1 is missing; try elo0=0,elo1=20,alpha=0.05,beta=0.05",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\nsprt = {elo0=0,elo2=5}',
        "club.toml:3: sprt elo2: no such value; did you mean elo1?",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\nsprt = 5',
        'club.toml:3: sprt 5: a text in quotes was expected, as in sprt = "5"',
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\nsprt={elo0=5,elo1=0}',
        "club.toml:3: sprt elo0=5,elo1=0: elo0 below elo1 was expected; elo1 is what the first bot is hoped to be ahead",
    ),
    (
        'game="spit"\nsprt="elo0=0,elo1=5"\nbots=["random","random","random"]',
        "club.toml:2: sprt: a match of two bots was expected, there are 3 bots at tables of 2",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\nrules = 5',
        "club.toml:3: rules 5: a table was expected, as in rules = { KEY = VALUE }",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\n[rules]\nscorng = "points"',
        "club.toml:4: rule scorng: spit has no such rule; did you mean scoring?",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\n[rules]\nscoring = "point"',
        "club.toml:4: rule scoring=point: one of standard, points was expected",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\n[rules]\nscoring = true',
        "club.toml:4: rule scoring=true: one of standard, points was expected",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\n[rules]\nscoring = [1]',
        "club.toml:4: rules.scoring […]: a text, a number, true or false was expected",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\n[rules]\ntarget = 0',
        "club.toml:4: rule target=0: a whole number 1-10000 was expected",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\nclock = "wall"',
        'club.toml:3: clock "wall": a table was expected, as in clock = { KEY = VALUE }',
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\n[clock]\nthnk = 5',
        "club.toml:4: no setting clock.thnk; did you mean think?",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\n[clock]\nthink = -5',
        "club.toml:4: clock.think -5: a whole number 0 to 60000 was expected",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\n[clock]\nthink = "5"',
        'club.toml:4: clock.think "5": a whole number was expected',
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\n[clock]\nkind = "turns"',
        'club.toml:4: clock.kind "turns": spit has no turns; virtual or wall was expected',
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\n[clock]\ntime = "5"',
        'club.toml:4: clock.time "5": spit has no turns, its clock is virtual; think, jitter, hand, movetime can be set',
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\n[clock]\nstall = 50',
        "club.toml:4: clock.stall 50: spit has no turns, its clock is virtual; think, jitter, hand, movetime can be set",
    ),
    (
        'game = "kroket"\nbots = ["greedy", "random"]\n[clock]\nthink = 5',
        "club.toml:4: clock.think 5: kroket is played in turns, its clock is turns; movetime, time, margin can be set",
    ),
    (
        'game = "kroket"\nbots = ["greedy", "random"]\n[clock]\ntime="5"\nmovetime=5',
        'club.toml:4: clock.movetime 5 and clock.time "5": one of the two was expected',
    ),
    (
        'game = "kroket"\nbots = ["greedy", "random"]\n[clock]\ntime="fast"',
        'club.toml:4: clock.time "fast": SECONDS or SECONDS+INC was expected, as in 60 or 10+0.1',
    ),
    (
        'game = "kroket"\nbots = ["greedy", "random"]\n[clock]\ntime=true',
        'club.toml:4: clock.time true: SECONDS or SECONDS+INC was expected, as in 60 or "10+0.1"',
    ),
    (
        'game = "kroket"\nbots = ["greedy", "random"]\n[clock]\nkind="wall"',
        'club.toml:4: clock.kind "wall": kroket is played in turns; turns was expected',
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\n[limits]\nstartup = 0',
        "club.toml:4: limits.startup 0: 0.1 to 3600 seconds were expected",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\n[limits]\nstartup = "5"',
        'club.toml:4: limits.startup "5": a number was expected, 0.1 to 3600 seconds',
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\n[limits]\nstrtup = 5',
        "club.toml:4: no setting limits.strtup; did you mean startup?",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\n[limits]\nmove-bytes = 5',
        "club.toml:4: limits.move-bytes 5: a whole number 1024 to 1073741824 was expected",
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\n\n',
        'club.toml:4: bot: no player and no command, one was expected, as in player = "greedy" or command = "node fox.js"',
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\nname="x"\n',
        'club.toml:4: bot x: no player and no command, one was expected, as in player = "greedy" or command = "node fox.js"',
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\nplyer="x"\n',
        "club.toml:5: no setting bots.plyer; did you mean player?",
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\nplayer="gredy"\n',
        "club.toml:5: no player 'gredy'; did you mean greedy?",
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\nplayer=5\n',
        'club.toml:5: bots.player 5: a text in quotes was expected, as in bots.player = "5"',
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\nplayer="random"\ncommand="sh"\n',
        'club.toml:4: bot: a player and a command, one was expected, as in player = "greedy" or command = "node fox.js"',
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\ncommand=""\n',
        'club.toml:5: bots.command "": a command line was expected, as in "node fox.js", or a list, as in ["node", "fox.js"]',
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\ncommand=[]\n',
        'club.toml:5: bots.command […]: a command line was expected, as in "node fox.js", or a list, as in ["node", "fox.js"]',
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\ncommand=[1]\n',
        'club.toml:5: bots.command […]: a command line was expected, as in "node fox.js", or a list, as in ["node", "fox.js"]',
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\ncommand="sh \'x"\n',
        'club.toml:4: bot "sh \'x": no closing quotation in the command line',
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\ncommand="./run.sh"\n',
        "club.toml:4: bot 'run': {folder}/run.sh may not be run; chmod +x it, or name its interpreter first, as in 'python3 {folder}/run.sh'",
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\ncommand="run.sh"\n',
        "club.toml:4: bot 'run': no player and no program is called 'run.sh'; the file of that name here is ./run.sh: {folder}/run.sh may not be run; chmod +x it, or name its interpreter first, as in 'python3 {folder}/run.sh'",
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\ncommand="./rn.sh"\n',
        "club.toml:4: bot 'rn': there is no file {folder}/rn.sh; did you mean {folder}/run.sh?",
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\ncommand="nosuch"\n',
        "club.toml:4: bot 'nosuch': no player and no program is called 'nosuch'; built-in players are {players}",
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\ncommand="sh"\ncwd="nofolder"\n',
        'club.toml:6: bots.cwd "nofolder": there is no folder {folder}/nofolder',
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\ncommand="sh"\ncwd=5\n',
        'club.toml:6: bots.cwd 5: a text in quotes was expected, as in bots.cwd = "5"',
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\nplayer="random"\ncwd="."\n',
        'club.toml:6: bots.cwd ".": random is a built-in player and has none; it is for a command',
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\nplayer="random"\nenv={A="1"}\n',
        'club.toml:6: bots.env.A "1": random is a built-in player and has none; it is for a command',
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\nplayer="random"\noptions={A=1}\n',
        "club.toml:6: random has no option 'A'; it has none",
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\ncommand="sh"\nenv={"A=B"="1"}\n',
        'club.toml:6: bots.env.A=B "1": NAME = VALUE was expected, without NUL characters and without = in the name',
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\ncommand="sh"\nenv=["A"]\n',
        "club.toml:6: bots.env […]: a table was expected, as in env = { KEY = VALUE }",
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\ncommand="sh"\nenv={A=[1]}\n',
        "club.toml:6: bots.env.A […]: a text, a number, true or false was expected",
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\ncommand="sh"\noptions={A={}}\n',
        "club.toml:6: bots.options.A {…}: a text, a number, true or false was expected",
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\nplayer="random"\nname="a b"\n',
        'club.toml:6: bots.name "a b": letters, digits and _.+#- were expected, a letter or digit first',
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\nplayer="random"\nname=""\n',
        'club.toml:6: bots.name "": a line of printable text was expected',
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\nplayer="random"\nname="greedy"\n[[bots]]\nname="greedy"\nplayer="random"\n',
        "club.toml:7: bot name 'greedy': given twice; give each its own, as in greedy2=…",
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\nplayer="random"\nthink=-1\n',
        "club.toml:6: bots.think -1: a whole number 0 to 60000 was expected",
    ),
    (
        'game = "kroket"\n[[bots]]\nplayer = "greedy"\n[[bots]]\nplayer="random"\nthink=5\n',
        "club.toml:6: bots.think 5: kroket is played in turns; a handicap is for spit only",
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\nplayer="random"\nrestart="never"\n',
        'club.toml:6: bots.restart "never": keep or fresh was expected',
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\nplayer="random"\nenv=5\n',
        "club.toml:6: bots.env 5: a table was expected, as in env = { KEY = VALUE }",
    ),
    (
        'game = "spit"\n[[bots]]\nplayer = "greedy"\n[[bots]]\nplayer="random"\nthink=60001\n',
        "club.toml:6: bots.think 60001: a whole number 0 to 60000 was expected",
    ),
    (
        'game="spit"\nx = 1 = 2',
        "club.toml:2: column 7: expected newline or end of document after a statement; see 'cardgames tournament spit greedy random --dry-run' for a file as it should be",
    ),
    (
        'game="spit"\n[',
        "club.toml:2: at the end: invalid initial character for a key part; see 'cardgames tournament spit greedy random --dry-run' for a file as it should be",
    ),
    (
        'game = "spit"\n\tbots = ["\\q"]\n',
        "club.toml:2: column 13: unescaped '\\' in a string; see 'cardgames tournament spit greedy random --dry-run' for a file as it should be",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\n[clock]\nmargin=5',
        "club.toml:4: clock.margin 5: spit has no turns, its clock is virtual; think, jitter, hand, movetime can be set",
    ),
    (
        "\x00",
        "club.toml:1: column 1: invalid statement; see 'cardgames tournament spit greedy random --dry-run' for a file as it should be",
    ),
    (
        'game = "spit"\nbots = ["greedy", "random"]\n[bots]\nx=1',
        "club.toml:3: column 6: cannot declare ('bots',) twice; the table is there twice",
    ),
]
"""The file, and what is said of it; {folder} is where it is."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the runner is in, with a script that may not be run."""
    (tmp_path / "run.sh").write_text("#!/bin/sh\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("text", "error"), MISTAKES)
def test_a_mistake_is_told_with_its_place(text: str, error: str, folder: Path, shell: Shell) -> None:
    (folder / "club.toml").write_text(text)
    answer = shell("tournament", "club.toml", "--out", "results")
    assert answer.status == 2
    assert answer.out == ""
    assert answer.complaint == f"cardgames: {error}".replace("{folder}", str(folder)).replace(
        "{players}", ", ".join(PLAYERS)
    )
    assert sorted(path.name for path in folder.iterdir()) == ["club.toml", "run.sh"]


def test_a_file_that_is_no_text(folder: Path, shell: Shell) -> None:
    (folder / "club.toml").write_bytes(b'game = "spit"\n# \xff\n')
    answer = shell("tournament", "club.toml")
    assert answer.complaint == "cardgames: club.toml:2: byte 0xff is no UTF-8; save the file as UTF-8"
    assert answer.status == 2


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("clb.toml", "there is no file clb.toml; did you mean club.toml?"),
        ("none/x.toml", "there is no file none/x.toml, nor a folder none"),
        ("dir.toml", "dir.toml is a folder, a tournament file was expected"),
    ],
)
def test_a_file_that_is_not_there(name: str, error: str, folder: Path, shell: Shell) -> None:
    (folder / "club.toml").write_text("")
    (folder / "dir.toml").mkdir()
    for command in ("tournament", "match"):
        answer = shell(command, name)
        assert (answer.status, answer.complaint) == (2, f"cardgames: {error}")


OPTIONS = [
    ("--format swis", "--format swis: round-robin, gauntlet, swiss or knockout was expected; did you mean swiss?"),
    ("--rounds 3", "--rounds 3: only swiss has it, and the format is round-robin"),
    ("--format gauntlet --challengers 3", "challengers 3: 1 to 2 was expected"),
    ("--order rnd", "--order rnd: sequential or random was expected; did you mean random?"),
    ("--sprt elo0=0", "sprt 'elo0=0': elo1 is missing"),
    ("--sprt elo0=0,elo1=5", "sprt: a match of two bots was expected, there are 3 bots at tables of 2"),
    ("--think fox=1", "--think fox 1: no bot 'fox'; there are greedy, random, random#2"),
    ("--think abc", "--think abc: a whole number was expected"),
    ("--think greedy=abc", "--think greedy abc: a whole number was expected"),
    ("--think -7", "--think -7: a whole number 0 to 60000 was expected"),
    ("--think 70000", "--think 70000: a whole number 0 to 60000 was expected"),
    ("--restart never", "--restart never: keep or fresh was expected"),
    ("--restart fox=fresh", "--restart fresh: no bot 'fox'"),
    ("--env random=3", "--env random=3: BOT=NAME=VALUE was expected"),
    ("--option Level=3", "--option Level=3: BOT=NAME=VALUE was expected"),
    ("--option random=Level=3", "random has no option 'Level'; it has none"),
    ("--option fox=Level=3", "--option 3: no bot 'fox'"),
    ("--cwd /", "--cwd /: BOT=DIR was expected"),
    ("--cwd random=.", "--cwd .: random is a built-in player and has none"),
    ("--concurrency 0", "--concurrency 0: a whole number 1 to 1024 was expected"),
    ("--clock turns", "--clock turns: spit has no turns; virtual or wall was expected"),
    ("--stall 5", "--stall 5: spit has no turns, its clock is virtual"),
    ("--startup nan", "--startup nan: a number was expected, 0.1 to 3600 seconds"),
    ("--max-plies 0", "--max-plies 0: a whole number"),
    ("--rule target=5 --rule target=6", "rule target: given twice"),
    ("--event \x07", "--event ?: a line of printable text was expected"),
]


@pytest.mark.parametrize(("options", "error"), OPTIONS)
def test_a_mistake_on_the_command_line(options: str, error: str, folder: Path, shell: Shell) -> None:
    answer = shell("tournament", "spit", "greedy", "random", "random", *options.split(), "--out", "results")
    assert answer.status == 2
    assert answer.out == ""
    assert answer.complaint.startswith(f"cardgames: {error}")
    assert not (folder / "results").exists()
