"""The log of what is said: everything, with the time, and nothing else is different."""

from cardgames.bots.faults import Termination
from cardgames.bots.wires import MILLI, WireFault
from cardgames.table.referee import play_game
from cardgames.table.traffic_log import LoggedWires
from tests.table.fakes import FakeWires, ScriptedBot, ScriptedSeat, always, play, setup_of


def test_lines_are_written_down_with_the_time_of_each() -> None:
    lines: list[str] = []
    fault = WireFault(Termination.FLOOD, "too much")
    bot = ScriptedBot(lambda go: [(1.25, "info string caf\xe9"), (2.5, "bestmove draw 7"), (3, fault)])
    wires = LoggedWires(FakeWires([None, bot]), lines.append)
    wires.send(1, "position kroket\ngo 7 moves draw\n")
    while wires.now() < 1_000_010 * MILLI:
        wires.wait(1_000_010 * MILLI, 2)
    assert lines == [
        "0.000000 > 1 position kroket\n",
        "0.000000 > 1 go 7 moves draw\n",
        "0.001250 < 1 info string caf\\xe9\n",
        "0.002500 < 1 bestmove draw 7\n",
        "0.003000 ! 1 flood: too much\n",
    ]
    wires.discard(1)
    assert len(lines) == 5


def test_the_game_is_the_same_with_a_log() -> None:
    plain, _, _ = play(setup_of("kroket"), always("knock"), always("knock"))
    bots = [always("knock"), always("knock")]
    lines: list[str] = []
    seats = [ScriptedSeat(bot, f"bot {seat}") for seat, bot in enumerate(bots)]
    logged = play_game(seats, setup_of("kroket"), FakeWires(bots), lines.append)
    assert logged == plain
    assert [line.split(" ", 2)[2] for line in lines if line.split()[1] == ">"] == [
        f"{seat} {line}\n" for seat, line in _in_order(bots, lines)
    ]


def _in_order(bots: list[ScriptedBot], lines: list[str]) -> list[tuple[int, str]]:
    """What the bots got, in the order of the log."""
    left = [iter(bot.lines) for bot in bots]
    seats = [int(line.split()[2]) for line in lines if line.split()[1] == ">"]
    return [(seat, next(left[seat])) for seat in seats]
