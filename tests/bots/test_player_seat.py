"""A built-in player at the table, in the runner's own process."""

from random import Random

import pytest

from cardgames.bots.faults import StartupError
from cardgames.bots.open_seat import open_seat
from cardgames.bots.seat import PlayerSeat, Seat
from cardgames.bots.spec import BotSpec
from cardgames.bots.wires import MILLI
from cardgames.games.registry import find_game
from cardgames.players.expert.base import Expert
from cardgames.players.player import Player, Turn
from cardgames.protocol.messages import Go, share_of_clock
from cardgames.table.clock_settings import ClockSettings
from cardgames.table.referee import play_game
from tests.table.fakes import FakeWires, ScriptedBot, ScriptedSeat, play, setup_of

KROKET = find_game("kroket")


def test_its_options_reach_the_player() -> None:
    seat = open_seat(BotSpec("e", player="Expert", options=(("skill", "3"), ("Nodes", "9"))))
    seat.ready(KROKET)
    player = seat.player(KROKET, Random(1))
    assert isinstance(player, Expert)
    assert player.budget(None).limit <= 9


@pytest.mark.parametrize(
    ("player", "options", "words"),
    [
        ("exprt", (), "bot e: no player 'exprt'; did you mean expert"),
        ("random", (("Skill", "5"),), "bot e: random has no option 'Skill'; it has none"),
        ("expert", (("Skill", "21"),), "bot e: expert: value 21, a whole number 0 to 20 was expected"),
    ],
)
def test_what_cannot_sit_down(player: str, options: tuple[tuple[str, str], ...], words: str) -> None:
    with pytest.raises(StartupError, match=words):
        open_seat(BotSpec("e", player=player, options=options))


class Timekeeper(Player):
    """Notes how long it may think, and plays the first move."""

    name = "timekeeper"

    def __init__(self) -> None:
        super().__init__(Random(0))
        self.millis: list[int | None] = []

    def choose(self, turn: Turn) -> int:
        self.millis.append(turn.millis)
        return turn.legal[0]


class KeeperSeat(PlayerSeat):
    """Seats the same player in every game."""

    def __init__(self, keeper: Timekeeper) -> None:
        super().__init__(BotSpec("keeper", player="random"))
        self.keeper = keeper

    def player(self, game: object, rng: Random) -> Player:
        return self.keeper


def millis_told(clock: ClockSettings) -> tuple[int | None, int | None]:
    """How long a built-in player is told to think, and how long a program at the same table."""
    keeper = Timekeeper()
    told: list[Go] = []

    def answer(go: Go) -> list[tuple[float, str]]:
        told.append(go)
        return [(0, f"bestmove {go.moves[0]} {go.ident}")]

    program = ScriptedBot(answer)
    seats: list[Seat] = [KeeperSeat(keeper), ScriptedSeat(program)]
    play(setup_of("kroket", clock=clock), program, program, seats=seats)
    return keeper.millis[0], told[0].millis(1)


@pytest.mark.parametrize("clock", [ClockSettings.turns(700), ClockSettings.timed(60_000, 2000)])
def test_it_is_told_as_much_time_as_a_program(clock: ClockSettings) -> None:
    told, program = millis_told(clock)
    assert told == program
    assert told in (700, share_of_clock(60_000, 2000))


class Busy(Timekeeper):
    """Takes so much of the processor for each move, and so much time beside that the system gives to others."""

    def __init__(self, works: int, waits: int) -> None:
        super().__init__()
        self.wires = FakeWires([None, None])
        self.works = works
        self.waits = waits

    def choose(self, turn: Turn) -> int:
        self.wires.time_worked += self.works * MILLI
        self.wires.time += (self.works + self.waits) * MILLI
        return super().choose(turn)


@pytest.mark.parametrize(
    ("clock", "works", "waits", "kinds"),
    [
        (ClockSettings.turns(5), 25, 0, []),  # the margin is 20 ms
        (ClockSettings.turns(5), 26, 0, ["time"]),
        (ClockSettings.turns(5), 4, 1000, []),
        (ClockSettings.timed(100, 0), 30, 0, ["time"]),
        (ClockSettings.timed(100, 30), 30, 1000, []),
    ],
)
def test_its_time_is_that_of_the_processor(clock: ClockSettings, works: int, waits: int, kinds: list[str]) -> None:
    keeper = Busy(works, waits)
    setup = setup_of("kroket", clock=clock)
    report = play_game([KeeperSeat(keeper), KeeperSeat(keeper)], setup, keeper.wires)
    assert [fault.kind for fault in report.faults] == kinds


@pytest.mark.parametrize(
    ("left", "gain", "share"),
    [(60_000, 0, 3000), (60_000, 2000, 4500), (100, 2000, 50), (1, 0, 1), (0, 0, 1)],
)
def test_one_move_takes_a_share_of_the_clock(left: int, gain: int, share: int) -> None:
    assert share_of_clock(left, gain) == share
