"""`cardgames resume`: whatever was played when it stopped, the tournament becomes the one that would have been."""

import re
from collections.abc import Collection
from pathlib import Path
from random import Random

import pytest

from cardgames.tournament.played import Played
from cardgames.tournament.storage.game_list import records_of
from cardgames.tournament.storage.results import Results
from cardgames.tournament.storage.store import Store
from tests.cli.commands.test_match import told
from tests.cli.shell import Shell

FORMATS = {
    "round-robin": "tournament kroket a=random b=greedy c=random --games 6",
    "random order": "tournament kroket a=random b=greedy c=random --games 6 --order random",
    "gauntlet": "tournament kroket a=random b=greedy c=random d=random --format gauntlet --games 4 --challengers 2",
    "swiss": "tournament kroket a=random b=greedy c=random d=random e=greedy --format swiss --games 2 --rounds 3",
    "knockout": "tournament kroket a=random b=greedy c=random d=random --format knockout --games 4",
    "four seats": "tournament kroket a=random b=greedy c=random d=random e=random --games 4 --rule players=4",
    "sprt": "match kroket a=greedy b=random --games 200 --sprt elo0=0,elo1=40,alpha=0.05,beta=0.05",
    "match": "match spit a=random b=greedy --games 4",
}


def texts(folder: Path) -> dict[int, str]:
    """The record of every game."""
    with Results.open(folder) as results:
        found = list(records_of(results, set(results.numbers())))
    return {int(match[1]): text for text in found if (match := re.search(r'\[Round "\d+\.(\d+)"\]', text))}


def records(folder: Path) -> dict[int, str]:
    """The record of every game, but for the date."""
    return {number: re.sub(r"\[Date .*\]\n", "", text) for number, text in texts(folder).items()}


def games(folder: Path) -> list[Played]:
    """Every game, but for how long it took."""
    with Results.open(folder) as results:
        return [game._replace(report=game.report._replace(micros=0)) for game in results.played()]


def broken_off(whole: Path, folder: Path, numbers: Collection[int]) -> None:
    """Makes a folder of which only these games have been played, and their records not yet appended."""
    written = texts(whole)
    with Results.open(whole) as results, Store.create(folder, results.config, results.secret, results.names) as store:
        played = [game for game in results.played() if game.number in numbers]
        store.begin_run("2026-01-31")
        store.commit(
            [game._replace(report=game.report._replace(record=written[game.number])) for game in played], wall_s=100
        )


@pytest.mark.parametrize("line", FORMATS.values(), ids=FORMATS)
def test_it_becomes_the_tournament_that_would_have_been(line: str, shell: Shell, tmp_path: Path) -> None:
    whole, folder = tmp_path / "whole", tmp_path / "again"
    assert shell(*line.split(), "--seed", "7", "--out", str(whole)).status == 0
    expected = games(whole)
    for share in (0.1, 0.6):
        part = folder.with_name(f"part {share}")
        done = {game.number for game in expected[: int(share * len(expected))]}
        broken_off(whole, part, done)
        answer = shell("resume", str(part), "--json")
        assert answer.status == 0
        # With nine tenths of its games a test may have its verdict.
        assert answer.err.startswith(f"going on after {len(done)} of ") or not done or "sprt" in line
        assert told(answer.out)["complete"] is True
        # After a verdict games may be there that count for nothing.
        assert games(part)[: len(expected)] == expected or "sprt" in line
        counted = told(shell("standings", str(part), "--json").out)
        reference = told(shell("standings", str(whole), "--json").out)
        for key in ("players", "pairs", "games", "plies", "seats"):
            assert counted[key] == reference[key], key
        assert counted["wall_s"] >= 100
        found = records(part)
        assert all(found[number] == text for number, text in records(whole).items() if number in found)
        assert shell("replay", str(part)).status == 0


def test_any_games_may_be_there_already(shell: Shell, tmp_path: Path) -> None:
    whole, part = tmp_path / "whole", tmp_path / "part"
    shell(*FORMATS["round-robin"].split(), "--seed", "7", "--out", str(whole))
    numbers = range(1, 19)
    broken_off(whole, part, set(Random(1).sample(numbers, 9)))
    assert shell("resume", str(part)).status == 0
    assert games(part) == games(whole)
    assert records(part) == records(whole)
    # What was there already comes first, the rest in order.
    assert sorted(re.findall(r'\[Round "(.*)"\]', (part / "games.cgn").read_text())) == sorted(
        re.findall(r'\[Round "(.*)"\]', (whole / "games.cgn").read_text())
    )


def test_a_secret_is_told_when_nothing_follows_from_it_any_more(shell: Shell, tmp_path: Path) -> None:
    whole, part = tmp_path / "whole", tmp_path / "part"
    line = FORMATS["match"].split()
    seed = told(shell(*line, "--out", str(whole), "--json").out)["seed"]
    broken_off(whole, part, {1, 2})
    for told_now in (shell("standings", str(part)), shell("standings", str(part), "--json")):
        assert told_now.status == 0
        assert seed not in told_now.out
    assert told(shell("resume", str(part), "--json").out)["seed"] == seed
    assert records(part) == records(whole)


def test_a_tournament_that_is_complete_is_only_told(shell: Shell, tmp_path: Path) -> None:
    line = FORMATS["match"].split()
    first = shell(*line, "--seed", "1", "--out", str(tmp_path))
    before = (tmp_path / "games.cgn").read_bytes()
    again = shell("resume", str(tmp_path))
    assert (again.status, again.err) == (0, "")
    assert again.out.splitlines()[:-1] == first.out.splitlines()[:-1]
    # The same command line as well.
    assert shell(*line, "--seed", "1", "--out", str(tmp_path), "--concurrency", "7").status == 0
    assert (tmp_path / "games.cgn").read_bytes() == before


def test_the_same_command_goes_on_and_another_is_refused(shell: Shell, tmp_path: Path) -> None:
    whole, part = tmp_path / "whole", tmp_path / "part"
    line = [*FORMATS["round-robin"].split(), "--seed", "7"]
    shell(*line, "--out", str(whole))
    broken_off(whole, part, {1, 2, 3})
    for other, words in (
        ([*line[:-1], "8"], "other seed"),
        ([*line, "--rule", "lay=blind"], "other rules"),
        ([*line, "--max-plies", "9", "--event", "x"], "other event, max-plies"),
        ([*FORMATS["match"].split(), "--seed", "7"], "other game"),
    ):
        answer = shell(*other, "--out", str(part))
        assert answer.status == 2
        assert f"{part}: another tournament was begun there, with {words}" in answer.complaint
        assert "cardgames resume" in answer.complaint
    assert len(games(part)) == 3
    assert shell(*line, "--out", str(part), "--concurrency", "1").status == 0
    assert records(part) == records(whole)


def test_a_config_that_was_edited(shell: Shell, tmp_path: Path) -> None:
    whole, part = tmp_path / "whole", tmp_path / "part"
    shell(*FORMATS["round-robin"].split(), "--seed", "7", "--out", str(whole))
    broken_off(whole, part, {1, 2, 3})
    config = part / "config.toml"
    text = config.read_text()
    config.write_text(text.replace("games = 6", "games = 8"))
    answer = shell("resume", str(part))
    assert answer.status == 2
    assert "config.toml: games: changed since the tournament began" in answer.complaint
    config.write_text(f"{text}\n[[")
    assert shell("resume", str(part)).status == 2
    config.write_text(
        re.sub(r"concurrency = \d+", "concurrency = 3", text).replace("log-traffic = false", "log-traffic = true")
    )
    assert shell("resume", str(part)).status == 0
    assert games(part) == games(whole)
    assert {path.name for path in (part / "logs").iterdir()} == {f"{number:06}-traffic.log" for number in range(4, 19)}


def test_a_folder_that_another_runner_has(shell: Shell, tmp_path: Path) -> None:
    line = [*FORMATS["match"].split(), "--seed", "1", "--out", str(tmp_path)]
    shell(*line)
    with Store.open(tmp_path):
        for command in (["resume", str(tmp_path)], line):
            answer = shell(*command)
            assert answer.status == 1
            assert "another runner is at work in this folder" in answer.complaint
        assert shell("standings", str(tmp_path)).status == 0
        assert shell("replay", str(tmp_path)).status == 0


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("nowhere", "there is no such folder"),
        ("empty", "no results.db in it"),
        ("file", "it is a file, a folder of results was expected"),
    ],
)
def test_what_cannot_be_resumed(what: str, words: str, shell: Shell, working_directory: Path) -> None:
    (working_directory / "empty").mkdir()
    (working_directory / "file").touch()
    answer = shell("resume", what)
    assert answer.status == 1
    assert words in answer.complaint


def test_records_that_are_gone_are_told(shell: Shell, tmp_path: Path) -> None:
    shell(*FORMATS["match"].split(), "--out", str(tmp_path))
    (tmp_path / "games.cgn").unlink()
    answer = shell("resume", str(tmp_path))
    assert answer.status == 0
    told = "it was changed since it was written; the records of 0 games are kept, those of games 1-"
    assert answer.err.startswith(f"{tmp_path / 'games.cgn'}: {told}")
    assert "games: all hold" not in shell("replay", str(tmp_path)).out


# -- where it is kept


def test_a_tournament_that_is_not_told_where_makes_a_folder(shell: Shell, working_directory: Path) -> None:
    line = FORMATS["round-robin"].split()
    answer = shell(*line, "--event", "Club, 1st Round!", "--json")
    assert answer.status == 0
    (folder,) = (working_directory / "results").iterdir()
    assert re.fullmatch(r"club-1st-round-\d{8}-\d{6}", folder.name)
    assert answer.err == f"results are kept in results/{folder.name}\n"
    assert told(answer.out)["folder"] == f"results/{folder.name}"
    assert shell("resume", f"results/{folder.name}").status == 0
    assert shell("replay", f"results/{folder.name}").out == "18 games: all hold\n"


def test_a_match_that_is_not_told_where_keeps_nothing(shell: Shell, working_directory: Path) -> None:
    answer = shell(*FORMATS["match"].split(), "--json")
    assert (answer.status, answer.err) == (0, "")
    assert told(answer.out)["folder"] is None
    assert not any(working_directory.iterdir())
    answer = shell(*FORMATS["match"].split(), "--log-traffic")
    assert answer.status == 2
    assert "--log-traffic: --out DIR was expected" in answer.complaint


def test_bots_that_do_not_start_leave_nothing_behind(shell: Shell, working_directory: Path) -> None:
    answer = shell("tournament", "kroket", "random", "bad=false", "worse=sh -c 'echo oops >&2; exit 3'", "--out", "x")
    assert answer.status == 1
    assert [line.split(":")[1] for line in answer.err.splitlines()] == [" bot bad", " bot worse"]
    assert "oops" in answer.err
    assert not any(working_directory.iterdir())


@pytest.mark.parametrize("number", [1, 2, 5])
def test_the_same_seed_is_the_same_tournament_whatever_runs_beside_what(
    number: int, shell: Shell, tmp_path: Path
) -> None:
    line = [*FORMATS["round-robin"].split(), "--seed", "7", "--concurrency"]
    shell(*line, "3", "--out", str(tmp_path / "reference"))
    shell(*line, str(number), "--out", str(tmp_path / "other"))
    files = [(tmp_path / name / "games.cgn").read_text() for name in ("reference", "other")]
    assert re.sub(r"\[Date .*\]", "", files[0]) == re.sub(r"\[Date .*\]", "", files[1])
