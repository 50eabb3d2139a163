"""The run of a tournament, with seats and a referee that are made up."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import repeat

import pytest

from cardgames.games import GAMES, Game, Outcome
from cardgames.table.bot import BotSpec
from cardgames.table.child import StartupError
from cardgames.table.referee import GameReport
from cardgames.table.seat import Seat
from cardgames.table.settings import ClockSettings, GameSetup
from cardgames.tournament.plan import Plan, make_plan
from cardgames.tournament.runner import Played, StartupFailuresError, run_games

KROKET = GAMES["kroket"]


class FakeSeat(Seat):
    def __init__(self, spec: BotSpec, log: list[str], plays: bool = True) -> None:
        super().__init__(spec)
        self._log = log
        self._plays = plays
        log.append(f"open {spec.name}")

    def ready(self, game: Game) -> None:
        if not self._plays:
            raise StartupError(f"bot {self.spec.name}: does not play {game.name}")

    def drop(self) -> None:
        self._log.append(f"drop {self.spec.name}")

    def close(self) -> None:
        self._log.append(f"close {self.spec.name}")


class Club:
    """Opens seats and referees games; notes what happens."""

    def __init__(self, outcomes: Iterator[Outcome | BaseException] | None = None) -> None:
        self.log: list[str] = []
        self.setups: list[GameSetup] = []
        self.played: list[Played] = []
        self._outcomes = outcomes or repeat(Outcome((0,), (1, 0), "knock"))

    def open_seat(self, spec: BotSpec) -> Seat:
        if spec.name.startswith("bad"):
            raise StartupError(f"bot {spec.name}: exit status 3")
        return FakeSeat(spec, self.log, plays=not spec.name.startswith("other"))

    def play(self, seats: Sequence[Seat], setup: GameSetup) -> GameReport:
        self.log.append(" - ".join(seat.spec.name for seat in seats))
        self.setups.append(setup)
        outcome = next(self._outcomes)
        if isinstance(outcome, BaseException):
            raise outcome
        return GameReport(outcome, (), 3, 30, "")

    def run(self, plan: Plan) -> None:
        run_games(plan, date="2026.01.31", open_seat=self.open_seat, play=self.play, on_game=self.played.append)


def plan(*names: str, games: int = 2, players: int = 2, seed: str | None = "1") -> Plan:
    bots = [BotSpec(name, player="random") for name in names]
    return make_plan(KROKET, KROKET.rules(players=players), bots, ClockSettings.turns(), games=games, seed=seed)


def test_each_bot_is_started_once_and_ended_once() -> None:
    club = Club()
    club.run(plan("a", "b", "c"))
    assert club.log == [
        *("open a", "open b", "open c"),
        *("a - b", "b - a", "a - c", "c - a", "b - c", "c - b"),
        *("close c", "close b", "close a"),
    ]
    assert [played.scheduled.number for played in club.played] == [1, 2, 3, 4, 5, 6]


def test_the_deal_is_the_same_from_each_side_and_revealed_after_the_last() -> None:
    club = Club()
    club.run(plan("a", "b", games=4))
    seeds = [setup.seed for setup in club.setups]
    assert seeds[0] == seeds[1]
    assert seeds[2] == seeds[3]
    assert seeds[0] != seeds[2]
    assert [setup.reveal for setup in club.setups] == [False, True, False, True]
    assert club.setups[0].tags == (("Event", "tournament"), ("Round", "1.1"), ("Date", "2026.01.31"))
    assert club.setups[3].tags[1] == ("Round", "2.4")


def test_the_seed_decides_the_deals() -> None:
    first, again, other, secret = Club(), Club(), Club(), Club()
    first.run(plan("a", "b"))
    again.run(plan("c", "d"))
    other.run(plan("a", "b", seed="2"))
    secret.run(plan("a", "b", seed=None))
    seeds = [club.setups[0].seed for club in (first, again, other, secret)]
    assert seeds[0] == seeds[1]
    assert len(set(seeds)) == 3


def test_a_secret_is_told_as_a_seed_that_gives_the_same_deals() -> None:
    hidden = plan("a", "b", seed=None)
    assert plan("a", "b", seed=hidden.seed).secret == hidden.secret
    assert plan("a", "b", seed="1").secret == sha256(b"1").digest()


def test_four_seats_go_round() -> None:
    club = Club()
    club.run(plan("a", "b", "c", "d", games=4, players=4))
    assert club.log[4:8] == ["a - b - c - d", "d - a - b - c", "c - d - a - b", "b - c - d - a"]


def test_all_that_does_not_start_is_told_and_nothing_is_played() -> None:
    club = Club()
    with pytest.raises(StartupFailuresError) as caught:
        club.run(plan("a", "bad1", "other", "bad2"))
    assert caught.value.lines == (
        "bot bad1: exit status 3",
        "bot other: does not play kroket",
        "bot bad2: exit status 3",
    )
    assert club.log == ["open a", "open other", "close other", "close a"]


def test_after_an_interrupt_the_bots_are_ended_without_patience() -> None:
    outcome = Outcome((0,), (1, 0), "knock")
    outcomes: list[Outcome | BaseException] = [outcome, outcome, KeyboardInterrupt()]
    club = Club(iter(outcomes))
    with pytest.raises(KeyboardInterrupt):
        club.run(plan("a", "b", games=100))
    assert len(club.played) == 2
    assert club.log[-4:] == ["drop b", "drop a", "close b", "close a"]


def test_a_failure_of_ours_ends_the_bots_as_well() -> None:
    outcomes: list[Outcome | BaseException] = [OSError("disk full")]
    club = Club(iter(outcomes))
    with pytest.raises(OSError, match="disk full"):
        club.run(plan("a", "b"))
    assert club.log[-2:] == ["close b", "close a"]
