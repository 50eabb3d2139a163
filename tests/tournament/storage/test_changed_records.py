"""Records that were changed: in their folder each is found; by itself a record tells all but what is named."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardgames.bots.seat import PlayerSeat
from cardgames.players.player import Player, Turn
from cardgames.rules import Game
from cardgames.table.record import GameRecord, parse_record, read_blocks
from cardgames.table.verify import NOT_COVERED, deal_of, verify
from cardgames.tournament.config.toml_reader import read_config
from cardgames.tournament.job import Job, setup_of
from cardgames.tournament.plan import make_plan
from cardgames.tournament.played import Played
from cardgames.tournament.seeds import game_seed
from cardgames.tournament.storage.audit import Check, check_file, check_folder
from cardgames.tournament.storage.store import Store
from tests.table.fakes import play

KINDS = {
    "kroket": 'game = "kroket"\nrules = { players = 3 }\ngames = 3',
    "crapette": 'game = "crapette"\ngames = 2\nrules = { maxturns = 40 }',
    "virtual": 'game = "spit"\ngames = 2\nrules = { maxrounds = 1 }\nclock = { kind = "virtual", jitter = 90 }',
    "wall": 'game = "spit"\ngames = 2\nrules = { maxrounds = 1 }\nclock = { kind = "wall", stall = 400 }',
}


class Cheat:
    """Plays well for a few moves, then a move that is not legal."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._seen: set[int] = set()
        self._count = 0

    def choose(self, turn: Turn) -> int:
        self._count += 1
        self._seen.update(turn.legal)
        wrong = sorted(self._seen.difference(turn.legal))
        return wrong[0] if wrong and self._count > 4 else self._player.choose(turn)


class CheatSeat(PlayerSeat):
    def player(self, game: Game, rng: Random) -> Player:
        return Cheat(super().player(game, rng))  # type: ignore[return-value]


class Kept(NamedTuple):
    """A folder of games, with its records by number."""

    folder: Path
    records: dict[int, str]

    def write(self, changed: dict[int, str]) -> Path:
        path = self.folder / "games.cgn"
        path.write_text("".join({**self.records, **changed}.values()))
        return path

    def forfeited(self) -> dict[int, str]:
        return {number: record for number, record in self.records.items() if "\n{seat " in record}


def keep(folder: Path, kind: str) -> Kept:
    bots = "".join(f'[[bots]]\nname = "{name}"\nplayer = "random"\n' for name in ("ann", "bob", "cheat", "dan"))
    plan = make_plan(read_config(f'seed = "2"\n{KINDS[kind]}\n{bots}', "config.toml"))
    seats = [(CheatSeat if bot.name == "cheat" else PlayerSeat)(bot) for bot in plan.bots]
    games = []
    for number in range(1, plan.schedule.games + 1):
        game = plan.schedule.game(number)
        setup = setup_of(plan.config, Job(game, game_seed(plan.secret, game.deal), "2026.01.31"))
        games.append(Played(game, play(setup, seats=[seats[player] for player in game.players])[0]))
    with Store.create(folder, plan.config.to_toml(), plan.secret, [bot.name for bot in plan.bots]) as store:
        store.commit(games, 0)
        store.finish(0)
    return Kept(folder, {game.number: game.report.record for game in games})


@pytest.fixture(scope="module", params=KINDS)
def kept(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Kept:
    kept = keep(tmp_path_factory.mktemp(request.param), request.param)
    assert 0 < len(kept.forfeited()) < len(kept.records)
    return kept


def read(text: str) -> GameRecord:
    (block,) = read_blocks(text.splitlines())
    return parse_record(block)


def failed(checks: Iterator[Check]) -> list[str]:
    return [problem for check in checks for problem in check.problems]


# -- one change

_LAST_MOVE = re.compile(r"(^|[ \n])\d+\. \d+ [^ \n]+( @\d+)?(?=\n(\{|[0-9/]+-))")
_LINES_OF_MOVES = re.compile(r"\n1\. .*?(?=\n(\{|[0-9/]+-))", re.DOTALL)


def tag(name: str, old: str, new: str) -> Callable[[str], str]:
    return lambda text: re.sub(rf'(?<=\[{name} ")(.*)(?="\])', lambda match: re.sub(old, new, match[1], count=1), text)


def faulty(kind: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        if "\n{seat " not in text:
            return text
        return tag("Reason", ".+", kind)(re.sub(r"(?<=\n\{seat \d, )[a-z]+", kind, text))

    return change


def other_last_move(text: str) -> str:
    """Another legal move in place of the last of a forfeited game, which goes on after it as it did."""
    record = read(text)
    if not record.faults:
        return text
    state = deal_of(record)
    for made in record.moves[:-1]:
        state.play(made.seat, state.game.parse_move(made.move))
    last = record.moves[-1]
    for move in state.legal(last.seat):
        name = state.game.move_name(move)
        state.play(last.seat, move)
        over = state.outcome is not None
        state.undo()
        if name != last.move and not over:
            number = len(record.moves)
            return text.replace(f"{number}. {last.seat} {last.move}", f"{number}. {last.seat} {name}", 1)
    return text


def swap_first_moves(text: str) -> str:
    return re.sub(r"\n1\. (\d+ \S+)(.*?)( |\n)2\. (\d+ \S+)", r"\n1. \4\2\g<3>2. \1", text, count=1)


CHANGES: dict[str, tuple[Callable[[str], str], bool]] = {
    # What it does, and whether a record by itself tells. Of a forfeit it does not tell the moves.
    "the last move is gone": (lambda text: _LAST_MOVE.sub("", text), True),
    "all moves are gone": (lambda text: _LINES_OF_MOVES.sub("", text), True),
    "a move is another": (other_last_move, True),
    "two moves changed places": (swap_first_moves, False),
    "another seat moved": (lambda text: re.sub(r"\n1\. (\d)", lambda m: f"\n1. {1 - int(m[1][0]) % 2}", text), True),
    "a move is of no seat": (lambda text: re.sub(r"\n1\. \d", "\n1. 7", text), True),
    "no times": (lambda text: re.sub(r" @\d+", "", text), True),
    "a time more or less": (lambda text: re.sub(r" @(\d+)(?! )", r" @1\1", text, count=1), True),
    "the last time is later": (
        lambda text: re.sub(r" @(\d+)\n([{\d])", lambda m: f" @{int(m[1]) + 1}\n{m[2]}", text),
        False,
    ),
    "a rule is another": (tag("Rules", r"(maxrounds|takelimit|maxturns)=(\d)", r"\1=9\2"), False),
    "a rule is left out": (tag("Rules", r" [a-z]+=[^ ]*$", ""), False),
    "a clock is another": (tag("Clock", r"(movetime|stall)=\d+", r"\1=777"), False),
    "a clock is cut": (tag("Clock", r"=[^=]*$", ""), True),
    "a clock of another kind": (tag("Clock", r"^[a-z]+", "sand"), True),
    "no clock": (lambda text: re.sub(r"\[Clock .*\]\n", "", text), True),
    "another event": (tag("Event", "$", "!"), False),
    "another day": (tag("Date", "2026", "2025"), False),
    "another round": (tag("Round", r"\d+\.", "99."), False),
    "another number": (tag("Round", r"\.\d+", ".77"), False),
    "another name": (tag("Seat1", "^", "x"), False),
    "a name is gone": (lambda text: re.sub(r"\[Seat1 .*\]\n", "", text), True),
    "another seed": (tag("Seed", "^..", "00"), True),
    "another promise": (tag("Commit", "^..", "00"), True),
    "another deal": (tag("Position", "2c", "3c"), True),
    "other scores": (tag("Scores", "^", "1"), True),
    "another result": (lambda text: text.replace("1", "0", 0) and tag("Result", "^", "0-")(text), True),
    "another reason": (tag("Reason", "^", "x"), True),
    "a tag more": (lambda text: text.replace("\n\n", '\n[Annotator "x"]\n\n', 1), False),
    "a limit that was none": (lambda text: text.replace("\n\n", '\n[MaxPlies "90000"]\n\n', 1), False),
    "the fault is gone": (lambda text: re.sub(r"\n\{seat .*\}", "", text), True),
    "the fault is there twice": (lambda text: re.sub(r"(\n\{seat .*\})", r"\1\1", text), True),
    "the fault is of another seat": (
        lambda text: re.sub(r"\n\{seat (\d)", lambda m: f"\n{{seat {1 - int(m[1]) % 2}", text),
        True,
    ),
    "the fault is of nobody": (lambda text: re.sub(r"\n\{seat \d", "\n{seat 9", text), True),
    "the fault was another": (faulty("crash"), False),
    "its text is another": (lambda text: re.sub(r"(\n\{seat .*)\}", r"\1!}", text), False),
    "it was never played": (lambda text: _LINES_OF_MOVES.sub("", faulty("withdrawn")(text)), False),
}
OF_FORFEITS = {"the last move is gone", "all moves are gone", "a move is another"}
"""What a record by itself does not tell where a fault ended the game."""


@pytest.mark.parametrize("name", CHANGES)
def test_every_change_is_found_in_the_folder_and_in_a_file_what_can_be(name: str, kept: Kept) -> None:
    change, is_told = CHANGES[name]
    changed = 0
    for number, record in kept.records.items():
        text = change(record)
        if text == record:
            continue
        changed += 1
        path = kept.write({number: text})
        problems = failed(check_folder(kept.folder))
        assert problems, (number, text)
        assert all("\n" not in problem for problem in problems)
        if is_told and not (name in OF_FORFEITS and number in kept.forfeited()):
            assert failed(check_file(path)), (number, text)
    if name not in {"no times", "a time more or less", "the last time is later", "a move is another"}:
        assert changed


def test_a_record_that_is_gone_or_there_twice_is_found_in_the_folder(kept: Kept) -> None:
    first = kept.records[1]
    for changed in ({1: ""}, {1: first * 2}, {1: kept.records[2]}):
        path = kept.write(changed)
        assert failed(check_folder(kept.folder))
        # "missing games": each by itself holds.
        assert not failed(check_file(path))
    assert "missing games" in NOT_COVERED


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: "\n\n" + text.replace("\n[Game", "\n\n\n[Game"),
    ],
)
def test_what_an_editor_does_to_the_ends_of_lines_changes_nothing(change: Callable[[str], str], kept: Kept) -> None:
    path = kept.folder / "games.cgn"
    path.write_bytes(change("".join(kept.records.values())).encode())
    assert not failed(check_folder(kept.folder))
    assert all(check.is_proved for check in check_folder(kept.folder))
    assert not failed(check_file(path))


_COVERED = ("Game", "Seed", "Commit", "Position", "Result", "Scores", "Reason")


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_record_in_which_any_sign_was_changed_fails_or_tells_the_same(data: st.DataObject, kept: Kept) -> None:
    number = data.draw(st.sampled_from(sorted(kept.records)))
    record = kept.records[number]
    raw = record.encode()
    at = data.draw(st.integers(0, len(raw) - 1))
    piece = data.draw(
        st.sampled_from([b"", b" ", b"0", b"9" * 5000, b"-1", b"\n", b"\0", b"\xff", b'"', b"}", "١".encode()])
    )
    text = raw[:at] + piece + raw[at + data.draw(st.integers(0, 3)) :]
    path = kept.folder / "games.cgn"
    path.write_bytes(text)
    alone = failed(check_file(path))
    assert all("\n" not in problem for problem in alone)
    if alone or not text.strip():
        return
    (check,) = check_file(path)
    assert check.record is not None
    was, now = read(record), check.record
    for name in _COVERED:
        assert now.tags[name].lower() == was.tags[name].lower()
    if not was.faults:
        assert len(now.moves) == len(was.moves)
        assert not now.faults
    path.write_bytes("".join(other for each, other in kept.records.items() if each != number).encode() + text)
    if text.decode().split() != record.split():
        assert failed(check_folder(kept.folder))


def test_an_earlier_version_kept_no_digest_and_its_games_are_compared_all_the_same(tmp_path: Path) -> None:
    import sqlite3

    kept = keep(tmp_path, "kroket")
    connection = sqlite3.connect(tmp_path / "results.db", isolation_level=None)
    for column in ("sha256", "ended"):
        connection.execute(f"ALTER TABLE game DROP COLUMN {column}")
    connection.execute("PRAGMA user_version = 2")
    connection.close()
    number, record = next(iter(kept.forfeited().items()))
    kept.write({})
    assert not failed(check_folder(tmp_path))
    assert not any(check.is_proved for check in check_folder(tmp_path))
    for name in ("the last move is gone", "a rule is another", "a clock is another", "its text is another"):
        kept.write({number: CHANGES[name][0](record)})
        assert failed(check_folder(tmp_path)), name
    assert verify(read(record)) == []
