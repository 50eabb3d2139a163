"""The referee's loop and what is said at the table, with scripted bots."""

from collections.abc import Iterable

import pytest

from cardgames.bots.faults import Fault, Forfeit, StartupError, Termination
from cardgames.bots.open_seat import open_seat
from cardgames.bots.seat import PlayerSeat, Seat
from cardgames.bots.spec import BotSpec
from cardgames.bots.wires import WireFault
from cardgames.cards import Dealer
from cardgames.rules import Outcome
from cardgames.table.referee import play_game
from tests.table.fakes import FakeWires, Reply, ScriptedBot, ScriptedSeat, always, in_turn, play, setup_of


def test_a_bot_is_told_what_it_may_know_and_no_more() -> None:
    """One bot's whole session of a game of Kroket, every line, against a state that is played along."""
    setup = setup_of("kroket", seed="a session")
    report, _, seats = play(setup, always("lay", "draw", "3"), always("draw"))
    for seat in (0, 1):
        state = setup.game.deal(setup.rules, Dealer(setup.seed))
        expected = [f"newgame kroket seat {seat} players 2 commit {setup.commit} rules {setup.rules.text()}"]
        expected[0] += f" clock {setup.clock.text()}"
        expected += ["isready"]
        told: list[str] = []
        number = asked = 0
        for landing in report.record.split("\n\n")[1].replace("\n", " ").split(". ")[1:]:
            actor, move = landing.split()[:2]
            if int(actor) == seat:
                asked += 1
                names = " ".join(map(setup.game.move_name, state.legal(seat)))
                expected += [*told, state.text(seat), f"go {asked} movetime 1000 moves {names}"]
                told = []
            state.play(int(actor), setup.game.parse_move(move))
            for event in state.events():
                number += 1
                told.append(f"event {number} {event.text(seat)}")
        assert state.outcome == report.outcome
        expected += [*told, f"gameover {report.outcome.text()} reveal {setup.seed.hex()}"]
        bot = seats[seat]
        assert isinstance(bot, ScriptedSeat)
        assert bot.bot.lines == expected


def test_a_ply_is_one_write() -> None:
    setup = setup_of("kroket")
    report, wires, _ = play(setup, always("draw"), always("draw"))
    assert wires.sent == report.plies + 2 * len(("newgame", "gameover"))


def test_the_seed_stays_secret_while_the_deal_will_be_played_again() -> None:
    bot = always("knock")
    play(setup_of("kroket")._replace(reveal=False), bot, always("knock"))
    assert "reveal" not in bot.lines[-1]
    assert bot.lines[-1].startswith("gameover")


def test_ids_are_never_used_twice_in_the_life_of_a_seat() -> None:
    bots = [always("draw"), always("draw")]
    seats = [ScriptedSeat(bot) for bot in bots]
    for game in range(3):
        play_game(seats, setup_of("kroket", seed=str(game)), FakeWires(bots))
    idents = [int(line.split()[1]) for line in bots[0].heard("go")]
    assert idents == list(range(1, len(idents) + 1))


def test_answers_of_the_last_game_are_not_read_in_the_next() -> None:
    """The late answer of game 1 has no ID and comes in front of the `readyok` of game 2."""
    bot = in_turn([(1500, "bestmove draw")], [(1, "bestmove knock")])
    bots = [bot, always("draw")]
    wires = FakeWires(bots)
    seats = [ScriptedSeat(each) for each in bots]
    setup = setup_of("kroket")
    assert play_game(seats, setup, wires).outcome.reason == "time"
    assert seats[0].dropped == 1
    bot.ready_after = 600
    assert play_game(seats, setup, wires).outcome.reason == "knock"


def test_a_bot_that_is_never_ready_forfeits_before_the_first_move() -> None:
    bots = [always(), always()]
    bots[1].ready_after = None
    report, _, _ = play(setup_of("kroket"), *bots)
    assert report.outcome == Outcome((0,), (0, 0), "time")
    assert report.faults == (Fault(1, Termination.TIME, "no readyok within 10000 ms after newgame"),)
    assert report.plies == report.micros == 0
    assert not bots[0].heard("go")


def test_a_bot_is_at_fault_once_however_much_of_it_comes_before_it_is_ready() -> None:
    class Babbler(ScriptedBot):
        def hear(self, line: str) -> Iterable[Reply]:
            return [(0, WireFault(Termination.PROTOCOL, f"byte {at}")) for at in range(3)] if line == "isready" else []

    report, _, _ = play(setup_of("kroket"), always(), Babbler(lambda _: []))
    assert report.faults == (Fault(1, Termination.PROTOCOL, "byte 0"),)


def test_info_goes_to_the_seat() -> None:
    setup = setup_of("kroket")
    _, _, seats = play(setup, in_turn([(1, "info string hello"), (2, "bestmove knock")]), always())
    assert isinstance(seats[0], ScriptedSeat)
    assert seats[0].info == ["info string hello"]


@pytest.mark.parametrize("game", ["kroket", "crapette", "spit"])
def test_a_built_in_player_meets_a_program(game: str) -> None:
    """And the game is the same whenever it is played."""
    records = set()
    for _ in range(2):
        bot = always()
        seats: list[Seat] = [PlayerSeat(BotSpec("random", player="random")), ScriptedSeat(bot)]
        report = play_game(seats, setup_of(game), FakeWires([None, bot]))
        assert not report.faults
        records.add(report.record)
    assert len(records) == 1


@pytest.mark.parametrize("players", [3, 4])
def test_a_forfeit_at_a_table_of_more(players: int) -> None:
    setup = setup_of("kroket", rules=[f"players={players}"])
    bots = [in_turn([(1, "bestmove nonsense")]) for _ in range(players)]
    report, _, _ = play(setup, *bots)
    guilty = report.faults[0].seat
    assert report.outcome.scores == (0,) * players
    assert report.outcome.winners == tuple(seat for seat in range(players) if seat != guilty)
    assert report.outcome.result.count(f"1/{players - 1}") == players - 1


def test_a_touch_is_accepted_though_it_is_not_listed() -> None:
    """C19: a move that does not fit is announced, and passed; nothing moves but `shifts`."""
    setup = setup_of("crapette", rules=["stop=touch", "maxshifts=1", "maxturns=1"])
    state = setup.game.deal(setup.rules, Dealer(setup.seed))
    (seat,) = state.actors()
    touch = next(
        move
        for move in range(120)
        if move not in state.legal(seat) and state.refusal(seat, move) is None and setup.game.move_name(move)
    )
    name = setup.game.move_name(touch)
    bots = [always("pass"), always("pass")]
    bots[seat] = in_turn([(1, f"bestmove {name}")])
    report, _, _ = play(setup, *bots)
    assert not report.faults
    assert f"1. {seat} {name} 2. {1 - seat} pass" in report.record


class NoStart(ScriptedSeat):
    """A seat whose program has ended and cannot be started again."""

    def ready(self, game: object) -> None:
        raise StartupError("bot x: the disk is gone")


def test_a_program_that_does_not_start_again_loses_by_crash() -> None:
    bots = [always(), always()]
    seats = [ScriptedSeat(bots[0]), NoStart(bots[1])]
    report = play_game(seats, setup_of("kroket"), FakeWires(bots))
    assert report.outcome == Outcome((0,), (0, 0), "crash")
    assert report.faults[0].detail == "bot x: the disk is gone"


def test_all_seats_at_fault_at_once_draw() -> None:
    both = Forfeit(tuple(Fault(seat, Termination.STALL, "") for seat in (0, 1)))
    assert both.outcome(2) == Outcome((0, 1), (0, 0), "stall")
    assert both.outcome(2).result == "1/2-1/2"


def test_the_number_of_seats_has_to_be_that_of_the_rules() -> None:
    with pytest.raises(ValueError, match="3 bots for 2 seats of kroket"):
        play(setup_of("kroket"), always(), always(), always())


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (BotSpec("x", player="gredy"), "bot x: no player 'gredy'; did you mean greedy?"),
        (BotSpec("x", player="random", options=(("Skill", "3"),)), "it has none"),
    ],
)
def test_a_built_in_player_that_cannot_be_had(spec: BotSpec, message: str) -> None:
    with pytest.raises(StartupError) as error:
        open_seat(spec)
    assert message in str(error.value)
