"""Whole games of Spit in real time, on a clock that moves only when somebody waits."""

from collections.abc import Callable, Iterable
from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgames.bots.seat import PlayerSeat, Seat
from cardgames.bots.spec import BotSpec
from cardgames.protocol.messages import Go
from cardgames.table.clock_settings import ClockSettings
from cardgames.table.game_setup import GameSetup
from cardgames.table.record import Block, parse_record
from cardgames.table.referee import GameReport
from cardgames.table.verify import verify
from tests.table.clocks.spit_play import WALL
from tests.table.fakes import Reply, ScriptedBot, ScriptedSeat, play, setup_of

SHORT = ["maxrounds=2"]


def setup(seed: object, clock: ClockSettings = WALL, rules: Iterable[str] = SHORT) -> GameSetup:
    return setup_of("spit", seed=str(seed), clock=clock, rules=list(rules))


def holds(report: GameReport) -> list[str]:
    """What is wrong with the record of a game."""
    return verify(parse_record(Block(1, tuple(report.record.splitlines()))))


def winner(report: GameReport) -> int | None:
    return report.outcome.winners[0] if len(report.outcome.winners) == 1 else None


def first_move(latency: Callable[[], float] = lambda: 0.3) -> ScriptedBot:
    """Plays the first move of each list after a time."""
    return ScriptedBot(lambda go: [(latency(), f"bestmove {go.moves[0]} {go.ident}")])


def test_the_record_of_a_game_has_times_that_do_not_go_back_and_holds() -> None:
    report, _, _ = play(setup(1), first_move(), first_move(lambda: 0.9))
    assert not report.faults
    assert holds(report) == []
    assert '[Clock "wall think=0,0 jitter=0,0 hand=50,50 tie=2 stall=5000"]' in report.record
    times = [int(part.split()[0]) for part in report.record.split("@")[1:]]
    assert times == sorted(times)
    assert times[0] == 50
    assert report.micros // 1000 == pytest.approx(times[-1], abs=120)
    assert report.plies > 20


def test_a_bot_is_told_the_clock() -> None:
    bot = first_move()
    play(setup(1, ClockSettings.wall(hand=7)), bot, first_move())
    assert " clock wall think=0,0 jitter=0,0 hand=7,7 tie=2 stall=5000" in bot.heard("newgame")[0]
    assert bot.heard("go")[0].split()[2] == "moves"


def test_the_same_chance_and_the_same_latencies_give_the_same_game() -> None:
    records = {play(setup(3), first_move(), first_move())[0].record for _ in range(2)}
    assert len(records) == 1


def test_twins_win_as_often_from_either_seat() -> None:
    """With latencies that vary alike, as they do on a real machine."""
    won = [0, 0]
    for seed in range(150):
        latency = partial(Random(seed).uniform, 0.05, 0.5)
        bots = [first_move(latency) for _ in range(2)]
        first = winner(play(setup(seed, ClockSettings.wall(hand=1)), *bots)[0])
        if first is not None:
            won[first] += 1
    games = sum(won)
    assert games > 130
    assert abs(won[0] - games / 2) < 3 * (games / 4) ** 0.5


def test_half_the_think_wins() -> None:
    """As `hand=5 think=10` against `think=20`, each deal from both sides."""
    won = 0
    for game in range(40):
        fast = game % 2
        think = (10, 20) if fast == 0 else (20, 10)
        clock = ClockSettings.wall(hand=5)._replace(think=think)
        report, _, _ = play(setup(game // 2, clock, ()), first_move(), first_move())
        won += winner(report) == fast
    assert won >= 30


def test_built_in_players_need_no_time_of_their_own() -> None:
    seats: list[Seat] = [PlayerSeat(BotSpec(name, player="greedy")) for name in "ab"]
    report = play(setup(5, ClockSettings.wall(think=300, jitter=100)), seats=seats)[0]
    assert not report.faults
    assert holds(report) == []
    assert report.micros > 1_000_000


def test_a_built_in_player_meets_a_program() -> None:
    bot = first_move()
    seats: list[Seat] = [PlayerSeat(BotSpec("greedy", player="greedy")), ScriptedSeat(bot)]
    report, _, _ = play(setup(5), ScriptedBot(lambda go: []), bot, seats=seats)
    assert not report.faults
    assert holds(report) == []
    assert bot.heard("gameover")


def test_points_are_played_for_as_well() -> None:
    report, _, _ = play(setup(6, rules=["scoring=points", "target=20"]), first_move(), first_move())
    assert report.outcome.reason == "points"
    assert holds(report) == []


# -- whatever bots do


def never(go: Go) -> Iterable[Reply]:
    return []


def twice(go: Go) -> Iterable[Reply]:
    return [(1, f"bestmove {go.moves[0]} {go.ident}"), (1, f"bestmove {go.moves[0]} {go.ident}")]


def everything(go: Go) -> Iterable[Reply]:
    return [(1 + at / 10, f"bestmove {move} {go.ident}") for at, move in enumerate(go.moves * 40)]


def without_ids(go: Go) -> Iterable[Reply]:
    return [(3, f"bestmove {go.moves[0]}")]


def talk(go: Go) -> Iterable[Reply]:
    return [(at / 100, f"info depth {at}") for at in range(300)]


class Old(ScriptedBot):
    """Answers each `go` twice: the last one, and the one before it."""

    def __init__(self) -> None:
        super().__init__(self.both)
        self.last: list[Go] = []

    def both(self, go: Go) -> Iterable[Reply]:
        self.last = [*self.last[-1:], go]
        return [(1 + at, f"bestmove {old.moves[0]} {old.ident}") for at, old in enumerate(self.last)]


@pytest.mark.parametrize(
    "bot",
    [
        ScriptedBot(never),
        ScriptedBot(twice),
        ScriptedBot(everything),
        ScriptedBot(without_ids),
        ScriptedBot(talk),
        Old(),
    ],
    ids=["never", "twice", "everything", "without IDs", "talk", "old"],
)
@pytest.mark.parametrize("clock", [WALL, ClockSettings.virtual()], ids=["wall", "virtual"])
def test_a_game_ends_by_its_rules_or_by_a_fault_of_whoever_stays_silent(bot: ScriptedBot, clock: ClockSettings) -> None:
    bot.lines.clear()
    report, _, _ = play(setup(7, clock), bot, first_move())
    assert holds(report) == []
    if report.faults:
        assert bot.script in (never, talk)
        assert [(fault.seat, fault.kind) for fault in report.faults] == [(0, "stall")]
    assert report.micros < 600e6


def choices(rng: Random) -> ScriptedBot:
    """Answers any number of times, early or late, with or without an ID, the newest `go` or an older one."""
    seen: list[Go] = []

    def script(go: Go) -> Iterable[Reply]:
        seen.append(go)
        for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
            named = go if rng.random() < 0.8 else rng.choice(seen[-5:])
            delay = rng.choice((0, 0.5, 5, 60, 300))
            ident = "" if named is go and delay < 1 else f" {named.ident}"
            yield delay, f"bestmove {rng.choice(named.moves)}{ident}"

    return ScriptedBot(script)


@settings(max_examples=40)
@given(
    seed=st.integers(0, 2**32),
    hand=st.sampled_from((0, 1, 50)),
    tie=st.sampled_from((0, 2, 20)),
    think=st.sampled_from((0, 30)),
)
def test_listed_moves_are_never_a_fault(seed: int, hand: int, tie: int, think: int) -> None:
    """Whenever they come and whichever `go` they answer; without an ID, if they come before two others."""
    rng = Random(seed)
    clock = ClockSettings.wall(hand=hand, tie=tie, think=think, jitter=think, stall=700)
    report, _, _ = play(setup(seed, clock), choices(rng), choices(rng))
    assert {str(fault.kind) for fault in report.faults} <= {"stall"}
    assert holds(report) == []
