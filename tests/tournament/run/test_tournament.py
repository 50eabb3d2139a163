"""A tournament played from Python: its result, what it tells meanwhile, and that it prints nothing."""

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cardgames.bots.spec import BotSpec
from cardgames.games.registry import GAMES
from cardgames.table.game_setup import default_clock
from cardgames.tournament.config.config import Config, Entrant
from cardgames.tournament.config.kinds import ConfigError
from cardgames.tournament.config.settings import STOP
from cardgames.tournament.played import Played
from cardgames.tournament.results.result import Result
from cardgames.tournament.results.result_object import result_object
from cardgames.tournament.run.interrupts import StopRequest
from cardgames.tournament.run.observer import Observer
from cardgames.tournament.run.tournament import BrokenOffError, resume_tournament, run_tournament
from cardgames.tournament.run.worker_pool import StartupFailuresError
from cardgames.tournament.storage.folder import OtherTournamentError, StoreError
from cardgames.tournament.storage.recount import read_result
from cardgames.tournament.storage.store import Store

GAME = GAMES["kroket"]


def config(*bots: BotSpec, games: int = 4) -> Config:
    named = bots or (BotSpec("ann", player="random"), BotSpec("bob", player="random"))
    entrants = tuple(map(Entrant, named))
    return Config(GAME, GAME.rules(), entrants, default_clock(GAME), games, seed="1")


class Notes(Observer):
    """Notes what it is told; has something done after each game."""

    def __init__(self, after_game: Callable[[], object] = lambda: None) -> None:
        self.log: list[str] = []
        self._after_game = after_game

    def noted(self, line: str) -> None:
        self.log.append(f"noted {line}")

    def begun(self, result: Callable[[], Result]) -> None:
        self.result = result
        self.log.append(f"begun {result().standings.games}")

    def game_ended(self, played: Played) -> None:
        self.log.append(f"game {played.number}, counted {self.result().standings.games}")
        self._after_game()

    def ended(self) -> None:
        self.log.append("ended")


def test_it_returns_the_result_and_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    notes = Notes()
    result = run_tournament(config(), observer=notes)
    assert (result.complete, result.standings.games, result.names) == (True, 4, ["ann", "bob"])
    assert notes.log[0] == "begun 0"
    assert sorted(notes.log[1:-1]) == [f"game {number}, counted {number}" for number in range(1, 5)]
    assert notes.log[-1] == "ended"
    assert capfd.readouterr() == ("", "")


def test_what_it_needs_is_neither_typer_nor_rich() -> None:
    program = "import sys, cardgames.tournament.run.tournament; sys.exit(bool({'typer', 'rich'} & {*sys.modules}))"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_it_is_stored_and_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    with StopRequest() as stop:
        notes = Notes(after_game=stop.ask)
        part = run_tournament(config(games=5_000), tmp_path, observer=notes, stop=stop)
    assert not part.complete
    assert 0 < part.standings.games < 5_000
    assert result_object(read_result(tmp_path))["played"] == part.standings.games
    assert notes.log[-1] == "ended"
    again = Notes()
    whole = resume_tournament(tmp_path, concurrency=2, observer=again)
    assert whole.complete
    assert again.log[0] == f"begun {part.standings.games}"
    assert whole.standings.games == read_result(tmp_path).standings.games == 5_000
    same = run_tournament(config(games=5_000), tmp_path)
    assert [score.points for score in same.standings.scores] == [score.points for score in whole.standings.scores]


def test_a_stop_that_was_asked_for_before_plays_nothing() -> None:
    with StopRequest() as stop:
        stop.ask()
        stop.ask()
        result = run_tournament(config(), stop=stop)
    assert (result.complete, result.standings.games) == (False, 0)


def test_what_was_mended_is_told_to_the_observer(tmp_path: Path) -> None:
    run_tournament(config(), tmp_path)
    (tmp_path / "games.cgn").write_text("")
    notes = Notes()
    resume_tournament(tmp_path, observer=notes)
    (line,) = notes.log
    assert line.startswith(f"noted {tmp_path}/games.cgn: it was changed since it was written")


def test_another_tournament_in_the_folder_is_left_alone(tmp_path: Path) -> None:
    run_tournament(config(), tmp_path)
    with pytest.raises(OtherTournamentError, match="another tournament was begun there, with other games"):
        run_tournament(config(games=6), tmp_path)
    path = tmp_path / "config.toml"
    path.write_text(path.read_text().replace("games = 4", "games = 6"))
    with pytest.raises(OtherTournamentError, match="games: changed since the tournament began"):
        resume_tournament(tmp_path)
    assert read_result(tmp_path).standings.games == 4


def test_bots_that_do_not_start_leave_nothing_behind(tmp_path: Path) -> None:
    broken = BotSpec("broken", command=(sys.executable, "-c", "raise SystemExit(3)"))
    with pytest.raises(StartupFailuresError, match="broken"):
        run_tournament(config(broken, BotSpec("bob", player="random")), tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_log_needs_a_folder_and_a_bot_another_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="--log-traffic"):
        run_tournament(config()._replace(log_traffic=True))
    spy = BotSpec("spy", command=(sys.executable,), cwd=str(tmp_path))
    with pytest.raises(ConfigError, match="bot spy is run in this folder and would see the deals"):
        run_tournament(config(spy, BotSpec("bob", player="random")), tmp_path)


def test_an_error_after_the_first_game_has_what_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Store, before: int | None = None) -> None:
        raise StoreError("games.cgn: No space left on device")

    notes = Notes(after_game=lambda: monkeypatch.setattr(Store, "publish", full))
    with pytest.raises(BrokenOffError) as caught:
        run_tournament(config(), tmp_path, observer=notes)
    assert isinstance(caught.value.__cause__, StoreError)
    assert not caught.value.result.complete
    assert 0 < caught.value.result.standings.games == read_result(tmp_path).standings.games
    assert notes.log[-1] == "ended"


def test_a_fault_that_ends_the_run_is_in_the_result() -> None:
    program = "import sys; print('id name x\\ngames kroket\\ncgpok 1', flush=True); sys.stdin.readline()\n"
    program += (
        "for line in sys.stdin:\n    if 'ready' in line: print('readyok', flush=True)\n    if 'go' in line: exit(1)"
    )
    crashes = BotSpec("crashes", command=(sys.executable, "-c", program))
    settings = config(crashes, BotSpec("bob", player="random"))._replace(on_fault=STOP, sandbox="off")
    result = run_tournament(settings)
    assert result.stopped_by is not None
    assert (result.complete, result.stopped_by.number) == (False, 1)


def test_no_signal_is_caught() -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
    seen: list[object] = []
    run_tournament(config(), observer=Notes(lambda: seen.append([signal.getsignal(n) for n in (2, 15, 1)])))
    assert all(each == before for each in seen)
