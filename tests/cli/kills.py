"""Runs that are killed, again and again, held against the same run left alone.

    python -m tests.cli.kills --kills 100 --seed 7

A trial plays one tournament in a folder. It sends SIGKILL to the runner or to one of its workers, once so many games
are stored as chance will have it; where it was the runner it goes on with `resume`. After each death of a runner all
that can be asked of the folder has to agree; at the end it has to be what the run left alone came to.
"""

import argparse
import io
import itertools
import json
import os
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from cardgames.cli.main import run
from tests.bots.processes import parents
from tests.cli.shell import PROGRAM, environment

_BOT = "py=" + shlex.join((sys.executable, str(Path(__file__).parents[2] / "scripts/bots/random_bot.py")))
"""Its chance comes from the deal: what is played again is the same game."""
_PATIENCE_S = 120
_AT_A_TIME = (1, 2, 8)
_MOST_A_TRIAL = 6
_WORKERS_A_RUN = 2
"""A game during which workers die three times ends the run, as it should."""


class Scenario(NamedTuple):
    """A tournament to be killed."""

    name: str
    line: str
    """The command without folder, seed and how many games are played at a time."""


SCENARIOS = (
    Scenario("round robin", f"tournament kroket greedy random '{_BOT}' --games 40 --movetime 60000"),
    Scenario("random order", "tournament crapette greedy random b=random --games 6 --max-plies 200 --order random"),
    Scenario("three seats", f"tournament kroket greedy random c=random '{_BOT}' --rule players=3 --games 12"),
    Scenario(
        "gauntlet", f"tournament spit greedy random b=greedy '{_BOT}' --format gauntlet --challengers 2 --games 6"
    ),
    Scenario("swiss", f"tournament kroket greedy random b=random c=greedy '{_BOT}' --format swiss --games 30"),
    Scenario("knockout", f"tournament kroket greedy random b=random c=greedy '{_BOT}' --format knockout --games 30"),
    Scenario("match", f"match kroket greedy '{_BOT}' --games 100 --movetime 60000"),
    Scenario("sprt", f"match kroket random '{_BOT}' --games 400 --sprt elo0=-40,elo1=40 --movetime 60000"),
    Scenario("instant sprt", "match kroket random b=random --games 4000 --sprt elo0=-15,elo1=15"),
    Scenario("sprt of rounds", f"tournament kroket greedy '{_BOT}' --format swiss --rounds 9 --sprt elo0=0,elo1=60"),
)


class Folder(NamedTuple):
    """What a folder of results says of itself, from all sides."""

    standings: dict[str, Any]
    listed: list[dict[str, Any]]
    records: dict[int, str]
    """Without their dates."""

    @property
    def lasting(self) -> dict[str, Any]:
        """What has to be the same however often the run was killed: all that counts."""
        kept = {name: value for name, value in self.standings.items() if name not in _PASSING}
        if kept["sprt"] is not None:
            kept["sprt"] = {name: value for name, value in kept["sprt"].items() if name != "left_out"}
        return kept

    @property
    def counting(self) -> dict[int, str]:
        """The records of the games that count."""
        return {game["number"]: self.records[game["number"]] for game in self.listed if game["counts"] == "yes"}


_PASSING = frozenset({"wall_s", "us_per_ply", "played"})
"""Time, and how many games were under way when a test had its verdict."""


class Trial:
    """One tournament, killed so many times; what it has to come to is played beside it."""

    def __init__(self, scenario: Scenario, concurrency: int, seed: int, room: Path) -> None:
        self.name = f"{scenario.name}, {concurrency} at a time, seed {seed}"
        self._rng = Random(f"{scenario.name} {concurrency} {seed}")
        self._line = [*shlex.split(scenario.line), "--seed", str(seed), "--sandbox", "off"]
        self._concurrency = str(concurrency)
        self._whole, self.folder = room / "whole", room / "killed"
        self.deaths: Counter[str] = Counter()

    def go(self, kills: int) -> None:
        """Plays, with so many kills. Raises AssertionError for whatever does not agree."""
        status, _ = told(*self._line, "--concurrency", "2", "--out", str(self._whole))
        assert status == 0
        whole = look(self._whole)
        games = len(whole.listed)
        marks = sorted(self._rng.sample(range(games), min(kills, games)))
        workers = 0
        runner = self._start()
        for left, mark in zip(range(len(marks) - 1, -1, -1), marks, strict=True):
            if runner.poll() is not None:
                # It was through before it could be killed.
                break
            wait_for_games(self.folder, mark, runner)
            time.sleep(self._rng.choice((0, 0, 0.002, 0.02)))
            if workers < _WORKERS_A_RUN and left and self._rng.random() < 0.5 and kill_a_worker(runner, self._rng):
                workers += 1
                self.deaths["worker"] += 1
                continue
            runner.kill()
            runner.communicate()
            self.deaths["runner"] += runner.returncode == -signal.SIGKILL
            if stored(self.folder):
                look(self.folder)
            runner, workers = self._start(), 0
        out, err = runner.communicate(timeout=_PATIENCE_S)
        assert runner.returncode == 0, err
        final = look(self.folder, ended=True)
        assert untimed(json.loads(out.splitlines()[-1])) == untimed(final.standings)
        assert final.lasting == whole.lasting
        assert final.counting == whole.counting

    def _start(self) -> "subprocess.Popen[str]":
        command = [*self._line, "--out", str(self.folder)]
        if stored(self.folder):
            command = ["resume", str(self.folder)]
        command += ["--concurrency", self._concurrency, "--json"]
        return subprocess.Popen(
            [*PROGRAM, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()
        )


def untimed(standings: dict[str, Any]) -> dict[str, Any]:
    """Without its seconds, and what only the run itself tells."""
    return {name: value for name, value in standings.items() if name not in ("wall_s", "folder")}


def told(*args: str) -> tuple[int, str]:
    """A command line in this process: its status and what it prints."""
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        status = run(args)
    return status, out.getvalue()


def stored(folder: Path) -> int:
    """How many games there are, whatever state the database is in."""
    path = folder / "results.db"
    with suppress(sqlite3.OperationalError):
        if path.exists():
            with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
                return int(connection.execute("SELECT COUNT(*) FROM game").fetchone()[0])
    return 0


def wait_for_games(folder: Path, enough: int, runner: "subprocess.Popen[str]") -> None:
    """Until so many are stored, or the runner has ended."""
    deadline = time.monotonic() + _PATIENCE_S
    while stored(folder) < enough and runner.poll() is None:
        assert time.monotonic() < deadline, f"{stored(folder)} games of {enough} after {_PATIENCE_S} s"
        time.sleep(0.002)


def kill_a_worker(runner: "subprocess.Popen[str]", rng: Random) -> bool:
    """Sends SIGKILL to a worker: a child of the server that the runner started last. False if it was faster."""
    known = parents()
    servers = sorted(pid for pid, parent in known.items() if parent == runner.pid)
    workers = sorted(pid for pid, parent in known.items() if parent in servers[-1:])
    if not workers:
        return False
    try:
        os.kill(rng.choice(workers), signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


# -- whether all agree


def look(folder: Path, *, ended: bool = False) -> Folder:
    """Asks a folder in which nobody is at work in all ways that there are. Raises AssertionError where two differ.

    Args:
        folder: the folder.
        ended: whether its run has come to its end, so that games.cgn lacks nothing.
    """
    with closing(sqlite3.connect(folder / "results.db")) as connection:
        numbers = [number for (number,) in connection.execute("SELECT number FROM game ORDER BY number")]
        plies = dict(connection.execute("SELECT number, plies FROM game"))
    standings = json.loads(asked("standings", folder, "--json"))
    listed = json.loads(asked("games-list", folder, "--json"))["games"]
    records = records_in(asked("games-list", folder, "--records"))
    written = records_in((folder / "games.cgn").read_text())
    assert sorted(records) == numbers
    assert written.items() <= records.items()
    assert not ended or len(written) == len(numbers)
    assert asked("replay", folder) == f"{len(numbers)} game{'s' * (len(numbers) != 1)}: all hold\n"
    assert [game["number"] for game in listed] == numbers
    agree(standings, listed)
    assert standings["plies"] == sum(plies[game["number"]] for game in listed if game["counts"] == "yes")
    check_table(asked("standings", folder), standings)
    return Folder(standings, listed, records)


def asked(command: str, folder: Path, *options: str) -> str:
    """What a command says of a folder."""
    status, out = told(command, str(folder), *options)
    assert status == 0, (command, options, out)
    return out


def records_in(text: str) -> dict[int, str]:
    """The records by number, without their dates. Raises AssertionError for a number that comes twice."""
    records: dict[int, str] = {}
    for block in re.split(r"^(?=\[Game )", text, flags=re.MULTILINE)[1:]:
        found = re.search(r'^\[Round "\d+\.(\d+)"\]$', block, flags=re.MULTILINE)
        if found is None or not block.endswith("\n\n"):
            # Half a record at the end of a file.
            continue
        assert int(found[1]) not in records
        records[int(found[1])] = re.sub(r"^\[Date .*\]\n", "", block, flags=re.MULTILINE).rstrip()
    return records


def agree(standings: dict[str, Any], listed: list[dict[str, Any]]) -> None:
    """The standings are the sums of the games in the list."""
    marks = Counter(game["counts"] for game in listed)
    test = standings["sprt"] or {"waiting": 0, "left_out": 0}
    assert standings["played"] == len(listed)
    assert (standings["games"], standings["voided"]) == (marks["yes"], marks["void"])
    assert (test["waiting"], test["left_out"]) == (marks["waiting"], marks["left out"])
    points: Counter[str] = Counter()
    games: Counter[str] = Counter()
    for game in listed:
        if game["counts"] == "yes":
            shares = [eval_share(share) for share in game["result"].split("-")]
            for name, share in zip(game["players"], shares, strict=True):
                games[name] += 1
                points[name] += share  # type: ignore[assignment]
    for player in standings["players"]:
        assert player["games"] == games[player["name"]]
        assert abs(player["points"] - points[player["name"]]) < 1e-4
        assert player["wins"] + player["draws"] + player["losses"] == player["games"]
    assert sorted(player["place"] for player in standings["players"]) == [*range(1, len(standings["players"]) + 1)]


def eval_share(text: str) -> float:
    """`1`, `0`, `1/2` or `1/3` of a result."""
    above, _, below = text.partition("/")
    return int(above) / int(below or 1)


def check_table(out: str, standings: dict[str, Any]) -> None:
    """The table, its notes and its summary have the figures of the object."""
    lines = out.splitlines()
    rows = {fields[1]: fields for line in lines[1 : len(standings["players"]) + 1] if (fields := line.split())}
    for player in standings["players"]:
        expected = [player["place"], player["games"], player["wins"], player["draws"], player["losses"]]
        assert [int(rows[player["name"]][at]) for at in (0, 2, 3, 4, 5)] == expected
    played, scheduled = standings["played"], standings["scheduled"]
    summary = re.fullmatch(
        rf"(?:broken off: {played} of (?:at most )?{scheduled}|{played}) games of \w+ in [\d.]+ s, "
        r"(?:(\d+) counted, )?(\d+) plies.*",
        lines[-1],
    )
    assert summary is not None, lines[-1]
    assert lines[-1].startswith("broken off") != standings["complete"]
    assert int(summary[1] or played) == standings["games"]
    assert int(summary[2]) == standings["plies"]
    test = standings["sprt"] or {"waiting": 0, "left_out": 0}
    for figure, words in ((test["waiting"], "counted in their turn"), (test["left_out"], "recorded, not counted")):
        told_so = [int(line.split()[0]) for line in lines if line.endswith(words)]
        assert told_so == ([figure] if figure else [])


# -- the long run


def trials(seed: int) -> Iterator[tuple[Scenario, int, int]]:
    """Every scenario with 1, 2 and 8 games at a time, and again with the next seed."""
    for again in itertools.count():
        for scenario in SCENARIOS:
            for concurrency in _AT_A_TIME:
                yield scenario, concurrency, seed + again


def main() -> int:
    parser = argparse.ArgumentParser(description="Kills runners and workers, and compares what comes of it.")
    parser.add_argument("--kills", type=int, default=100, help="so many or some more, shared among all trials")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    each = min(_MOST_A_TRIAL, -(-given.kills // (len(SCENARIOS) * len(_AT_A_TIME))))
    deaths: Counter[str] = Counter()
    wrong = 0
    for scenario, concurrency, seed in trials(given.seed):
        if deaths.total() >= given.kills:
            break
        with tempfile.TemporaryDirectory() as room:
            trial = Trial(scenario, concurrency, seed, Path(room))
            try:
                trial.go(each)
            except AssertionError as error:
                print(f"{trial.name}: {error!r}")
                wrong += 1
        deaths += trial.deaths
        print(f"{trial.name}: {dict(trial.deaths)}", flush=True)
    print(f"{deaths.total()} kills ({dict(deaths)}), {wrong} trials failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
