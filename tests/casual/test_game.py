"""Games with people in them: no time, moves taken back, gone on with, given up."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

import pytest

from cardgames.bots.faults import Termination
from cardgames.bots.seat import PlayerSeat, Seat
from cardgames.bots.spec import BotSpec
from cardgames.bots.wires import Arrival, Channel, Wires
from cardgames.cards.dealer import seed_of_text
from cardgames.cards.derived_seeds import stream
from cardgames.casual.console import Console, Quit, Reply, Resign, TakeBack
from cardgames.casual.console_wires import ConsoleWires, PersonChannel
from cardgames.casual.game import CasualGame
from cardgames.casual.seats import HUMAN, PersonSeat, SteadySeat
from cardgames.games.registry import find_game
from cardgames.players.player import Player, Turn
from cardgames.rules import Game, Outcome
from cardgames.table.clock_settings import ClockSettings
from cardgames.table.game_setup import GameSetup, default_clock
from cardgames.table.record import parse_record, read_blocks
from cardgames.table.verify import verify
from tests.table.fakes import FakeWires, ScriptedBot, ScriptedSeat, in_turn

Choose = Callable[[Turn], int]


class StoppedError(Exception):
    """A person who wants something else than to move: what it is called with, else to leave."""


def first(turn: Turn) -> int:
    return turn.legal[0]


def last(turn: Turn) -> int:
    return turn.legal[-1]


class ScriptedConsole(Console):
    """People in a test.

    Attributes:
        people: how each seat chooses.
        log: what the game has told.
    """

    def __init__(self, game: CasualGame, people: Sequence[Choose | None]) -> None:
        self.game = game
        self.people = list(people)
        self.log: list[str] = []

    def begin(self) -> None:
        self.log.append("begin")

    def ask(self, seat: int) -> list[Reply]:
        state, choose = self.game.state, self.people[seat]
        assert choose is not None
        try:
            return [choose(Turn(seat, state.legal(seat), lambda: state.view(seat)))]
        except StoppedError as stopped:
            return [stopped.args[0] if stopped.args else Quit()]

    def observe(self) -> None:
        self.log.append("observe")

    def taken_back(self) -> None:
        self.log.append("taken back")

    def end(self, outcome: Outcome) -> None:
        self.log.append(f"end {outcome.reason}")


class ScriptedGame(CasualGame):
    """A game with the console that plays it."""

    def __init__(
        self,
        setup: GameSetup,
        seats: Sequence[Seat],
        people: Sequence[Choose | None],
        make_wires: Callable[[Sequence[Channel | None]], Wires] = ConsoleWires,
    ) -> None:
        super().__init__(setup, seats, make_wires)
        self.console = ScriptedConsole(self, people)


def said(*names: str) -> Choose:
    """A person who says these moves one after the other, and then stops."""
    coming: Iterator[str] = iter(names)

    def choose(turn: Turn) -> int:
        name = next(coming, None)
        if name is None:
            raise StoppedError
        move = turn.view.game.parse_move(name)
        assert turn.view.refusal(turn.seat, move) is None, (name, turn.view.text())
        return move

    return choose


def casual(
    game: str, *people: Choose | None, seed: str = "s", rules: Sequence[str] = (), other: str = "greedy"
) -> ScriptedGame:
    """A game between people and, where there is None, a built-in player."""
    found = find_game(game)
    setup = GameSetup(found, found.rules(rules, len(people)), seed_of_text(seed), default_clock(found))
    seats: list[Seat] = []
    made: list[CasualGame] = []
    for person in people:
        if person is None:
            seats.append(SteadySeat(BotSpec(other, player=other), setup.seed, lambda: len(made[0].moves)))
        else:
            seats.append(PersonSeat(BotSpec("ann", player=HUMAN)))
    made.append(result := ScriptedGame(setup, seats, people))
    return result


def play_on(game: ScriptedGame, steps: int = 100_000) -> ScriptedGame:
    """So many moves, or to the end, or until the person stops."""
    for _ in range(steps):
        if game.outcome is not None or game.step(game.console) == Quit():
            break
    return game


@pytest.mark.parametrize(("game", "people"), [("kroket", 2), ("kroket", 4), ("crapette", 2), ("spit", 2)])
def test_a_whole_game_and_its_record(game: str, people: int) -> None:
    chance = stream(bytes(32), "test")
    seats: list[Choose | None] = [lambda turn: chance.choice(turn.legal), *[None] * (people - 1)]
    played = play_on(casual(game, *seats, rules=["maxturns=60"] if game == "crapette" else []))
    assert played.outcome == played.state.outcome
    assert len(played.happened) == len(played.moves)
    assert not played.faults
    played.close()
    (block,) = read_blocks(played.record().splitlines())
    record = parse_record(block)
    assert verify(record) == []
    assert record.tags["Seat0"] == "ann"


def test_a_person_is_asked_with_its_view_and_has_all_the_time() -> None:
    asked: list[Turn] = []

    def choose(turn: Turn) -> int:
        asked.append(turn)
        return turn.legal[0]

    game = casual("kroket", choose, None, seed="3", rules=["minrounds=3"])
    play_on(game, 7)
    assert asked
    assert all(turn.millis is None and turn.seat == 0 and turn.view.viewer == 0 for turn in asked)


def test_a_touch_is_accepted_from_a_person() -> None:
    """C19: it is in no list."""

    def choose(turn: Turn) -> int:
        crapette = find_game("crapette")
        move = crapette.parse_move("R-OW")
        assert move not in turn.legal
        assert turn.view.refusal(turn.seat, move) is None
        return move

    game = casual("crapette", choose, choose, seed="4", rules=["stop=touch"])
    game.step(game.console)
    assert [(event.kind, event.name) for event in game.happened[0]] == [("asked", "R-OW")]


# Going on


@pytest.mark.parametrize("game", ["kroket", "crapette"])
def test_a_game_gone_on_with_is_the_game_that_it_would_have_been(game: str) -> None:
    """Built-in players choose by the point that the game has come to, not by how often they were asked."""
    whole = play_on(casual(game, first, None, other="random", rules=["maxturns=20"] if game == "crapette" else []), 30)
    for cut in (1, 7, 16):
        again = casual(game, first, None, other="random", rules=["maxturns=20"] if game == "crapette" else [])
        assert again.replay(whole.moves[:cut]) is None
        assert again.happened == whole.happened[:cut]
        play_on(again, len(whole.moves) - cut)
        assert again.moves == whole.moves
        assert again.state.text() == whole.state.text()


def test_spit_goes_on_at_the_time_where_it_stopped() -> None:
    whole = play_on(casual("spit", first, None), 9)
    times = [at for _, _, at in whole.moves if at is not None]
    assert len(times) == 9
    again = casual("spit", first, None)
    assert again.replay(whole.moves) is None
    play_on(again, 3)
    more = [at for _, _, at in again.moves if at is not None]
    assert len(more) == 12
    assert more == sorted(more)
    assert more[:9] == times


REFUSED = [
    ([(0, "knock")], "move 1: seat 0 is not to move"),
    ([(1, "take"), (1, "knock")], "move 2, seat 1 knock: K5: a hand card has to be discarded now, knock is none"),
]


def test_moves_that_cannot_be_replayed() -> None:
    kroket = find_game("kroket")
    for moves, reason in REFUSED:
        game = casual("kroket", first, None, seed="7")
        assert game.state.actors() == (1,)
        assert game.replay([(seat, kroket.parse_move(name), None) for seat, name in moves]) == reason


def test_a_built_in_player_thinks_as_much_as_is_plenty_whatever_the_clock_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turns: list[int | None] = []
    make = PlayerSeat.player

    def spied(seat: PlayerSeat, game: Game, rng: Random) -> Player:
        player = make(seat, game, rng)
        choose = player.choose

        def noted(turn: Turn) -> int:
            turns.append(turn.millis)
            return choose(turn)

        monkeypatch.setattr(player, "choose", noted)
        return player

    monkeypatch.setattr(PlayerSeat, "player", spied)
    game = find_game("kroket")
    setup = GameSetup(game, game.rules(), seed_of_text("7"), ClockSettings.turns(5))
    bot = SteadySeat(BotSpec("greedy", player="greedy"), setup.seed, lambda: 0)
    play_on(ScriptedGame(setup, [PersonSeat(BotSpec("ann", player=HUMAN)), bot], [first, None]), 4)
    assert turns
    assert set(turns) == {None}


# Going back


def test_moves_are_taken_back() -> None:
    game = casual("kroket", said("take"), None, seed="stone", other="random")
    before = game.state.text()
    assert game.own_moves_back() == 0
    play_on(game)
    assert game.own_moves_back() == 1
    assert not game.has_shown(1)  # the discard was known to all
    game.take_back(1)
    assert (game.state.text(), game.moves, game.happened) == (before, [], [])


def test_a_move_that_has_shown_a_card_is_known() -> None:
    game = play_on(casual("kroket", said("draw"), None, seed="stone"))
    text = game.state.text()
    assert game.has_shown(1)
    assert game.state.text() == text  # it was only looked at
    assert len(game.moves) == 1


def test_the_answers_of_the_others_go_back_as_well() -> None:
    game = play_on(casual("kroket", said("take", "4s"), None, seed="stone", other="random"))
    assert game.own_moves_back() == 3  # 4s, and a turn of the other seat
    assert game.has_shown(3)
    played = list(game.moves)
    game.take_back(3)
    assert game.moves == played[:1]
    game.console.people[0] = said("4s")
    play_on(game)
    assert game.moves == played  # the other side answers as it did


def test_a_shuffle_counts_as_something_seen() -> None:
    game = casual("kroket", first, first, rules=["deals=2", "minrounds=0"])
    kroket = find_game("kroket")
    seat = game.state.actors()[0]
    assert game.replay([(seat, kroket.parse_move("knock"), None)]) is None
    assert game.state.text().split("deal=")[1][0] == "2"
    assert game.has_shown(1)


def test_a_wait_is_no_move_to_go_back_to() -> None:
    spit = find_game("spit")
    game = casual("spit", last, None)
    wait = spit.parse_move("wait")
    assert game.replay([(0, wait, 10), (1, wait, 10)]) is None
    assert game.own_moves_back() == 0


# Ends


def test_who_resigns_loses_to_all_others() -> None:
    game = casual("kroket", first, None, None)
    game.resign(0)
    assert game.outcome == Outcome((1, 2), (0, 0, 0), "resigned")
    game.close()


def test_a_bot_at_fault_ends_the_game_and_what_was_before_stands() -> None:
    game = find_game("kroket")
    setup = GameSetup(game, game.rules(), seed_of_text("7"), ClockSettings.turns(50))
    bot = in_turn([(1, "bestmove 9")])
    seat = ScriptedSeat(bot, "fox")
    played = ScriptedGame(
        setup, [PersonSeat(BotSpec("ann", player=HUMAN)), seat], [first, None], lambda channels: Mixed(channels, bot)
    )
    assert played.step(played.console) is None
    assert played.faults[0].kind in (Termination.PROTOCOL, Termination.ILLEGAL)
    assert played.outcome is not None
    assert played.outcome.winners == (0,)
    assert seat.dropped == 1
    assert played.moves == []
    assert "{seat 1, " in played.record()
    said_before = list(bot.lines)
    played.close()
    assert bot.lines == said_before  # its pipes are closed, and the game may be gone on with


class Mixed(FakeWires):
    """A scripted bot in seat 1, a person in seat 0."""

    def __init__(self, channels: Sequence[Channel | None], bot: ScriptedBot) -> None:
        super().__init__([None, bot])
        (self._person, _) = channels

    def send(self, seat: int, text: str) -> None:
        if seat == 0:
            assert self._person is not None
            self._person.write(text.encode())
        else:
            super().send(seat, text)

    def wait(self, until: int, seats: int) -> list[Arrival]:
        assert isinstance(self._person, PersonChannel)
        said = self._person.pending() if seats & 1 else []
        return [(0, line, self.time) for line in said] or super().wait(until, seats)


# The loop: ask, submit, observe


def wants(what: object) -> Choose:
    def choose(_: Turn) -> int:
        raise StoppedError(what)

    return choose


def then(*choices: Choose) -> Choose:
    """Chooses as the first says, then as the second, ..., and as the last from then on."""
    coming = list(choices)

    def choose(turn: Turn) -> int:
        now = coming.pop(0) if len(coming) > 1 else coming[0]
        return now(turn)

    return choose


@pytest.mark.parametrize("game", ["kroket", "crapette", "spit"])
@pytest.mark.parametrize("people", [1, 2])
def test_a_request_is_a_result_of_the_step(game: str, people: int) -> None:
    """Whatever clock and table are waiting for, nothing is thrown through them, and nothing is lost."""
    for request in (TakeBack(1), Resign(0), Quit()):
        seats: list[Choose | None] = [then(first, first, wants(request))] * people + [None] * (2 - people)
        played = casual(game, *seats)
        result: object = ()
        while not isinstance(result, (TakeBack, Resign, Quit)):
            before = list(played.moves)
            result = played.step(played.console)
        assert result == request
        assert (played.moves, played.faults, played.outcome) == (before, (), None)
        assert len(played.happened) == len(played.moves)


def test_the_loop_takes_back_goes_on_and_ends() -> None:
    played = casual("kroket", then(first, wants(TakeBack(1)), first, wants(Resign(0))), None, seed="stone")
    outcome = played.play(played.console)
    assert outcome == Outcome((1,), (0, 0), "resigned")
    assert played.console.log == ["begin", "observe", "taken back", "observe", "end resigned"]


def test_the_loop_stops_when_somebody_leaves() -> None:
    played = casual("kroket", said("take"), None, seed="stone")
    assert played.play(played.console) is None
    assert played.console.log == ["begin", "observe"]
    assert len(played.moves) == 1
    assert played.outcome is None
