"""What holds for the experts of all games: legal, within their view and their time, repeatable, as weak as told."""

import gc
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from random import Random

import pytest

from cardgames.bots.open_seat import open_seat
from cardgames.bots.spec import BotSpec
from cardgames.cards import Dealer
from cardgames.engine.self_play import self_play
from cardgames.games.players import PLAYERS, PlayerError, check_options, make_player, read_player
from cardgames.games.registry import find_game
from cardgames.players.expert.base import EXPERT_OPTIONS, Expert, RankedMove, search_millis
from cardgames.players.expert.budget import Budget
from cardgames.players.expert.skill import nodes_at, overlooked
from cardgames.players.player import Turn
from cardgames.protocol.messages import Info
from cardgames.rules import Game, State
from cardgames.table.clock_settings import ClockSettings
from cardgames.table.game_setup import GameSetup
from cardgames.table.referee import play_game
from tests.games.hidden_cards import exchanged
from tests.players.expert.test_budget import FakeClock

GAMES = PLAYERS["expert"].games
RULES = {"crapette": ["maxturns=40"], "spit": ["maxrounds=2"], "kroket": []}
NODES = "150"


def expert(game: str, clock: Callable[[], float] | None = None, **options: str) -> Expert:
    kind = PLAYERS["expert"].of_game(game)
    assert issubclass(kind, Expert)
    player = kind(Random(7), clock or FakeClock())
    for option in EXPERT_OPTIONS:
        player.set(option, options.get(option.name, option.default))
    return player


def positions(game: Game, seed: str, count: int, apart: int) -> Iterator[tuple[State, int]]:
    """Tables of games between greedy players who make every sixth move by chance, and a seat with a choice."""
    found = 0
    for number in range(count):
        for state, seat in tables_of(game, f"{seed} {number}", apart):
            yield state, seat
            found += 1
            if found == count:
                return


def tables_of(game: Game, seed: str, apart: int) -> Iterator[tuple[State, int]]:
    random = Random(seed)
    greedy = make_player("greedy", game.name, random)
    state = game.deal(game.rules(RULES[game.name]), Dealer.of_text(seed))
    made = random.randrange(apart)
    while seats := state.actors():
        seat = random.choice(seats)
        legal = state.legal(seat)
        if made % apart == 0 and len(legal) > 1:
            yield state, seat
        weak = random.random() < 1 / 6
        move = random.choice(legal) if weak else greedy.choose(Turn(seat, legal, partial(state.view, seat)))
        state.play(seat, move)
        made += 1


def turn_of(state: State, seat: int, millis: int | None = None) -> Turn:
    return Turn(seat, state.legal(seat), partial(state.view, seat), millis)


@pytest.mark.parametrize("game", GAMES)
def test_it_has_the_options_of_every_expert(game: str) -> None:
    assert PLAYERS["expert"].of_game(game).options == PLAYERS["expert"].options == EXPERT_OPTIONS
    assert [option.name for option in EXPERT_OPTIONS] == ["Skill", "Nodes", "Time"]


@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_in_other_places_change_nothing(game: str) -> None:
    compared = 0
    for state, seat in positions(find_game(game), "hidden", 12, 5):
        choices = set()
        for number in range(4):
            other = state if number == 0 else exchanged(state, seat, Random(number))
            assert other.text(seat) == state.text(seat)
            compared += other.text() != state.text()
            choices.add(expert(game, Nodes=NODES).choose(turn_of(other, seat)))
        assert len(choices) == 1, state.text()
    assert compared > 10


@pytest.mark.parametrize("game", GAMES)
def test_no_whole_table_ever_reaches_it(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = PLAYERS["expert"].of_game(game)
    assert issubclass(kind, Expert)
    rank = kind.rank
    seen = []

    def watched(self: Expert, turn: Turn, budget: Budget) -> object:
        seen.append(turn.view.viewer == turn.seat)
        return rank(self, turn, budget)

    monkeypatch.setattr(kind, "rank", watched)
    found = find_game(game)
    rules = found.rules(RULES[game])
    self_play(found, rules, [f"expert:Nodes={NODES}", "random"], bytes(32), [1])
    spec = BotSpec("e", player="expert", options=(("Nodes", NODES),))
    clock = ClockSettings.virtual() if game == "spit" else ClockSettings.turns(60_000)
    play_game([open_seat(spec), open_seat(BotSpec("r", player="random"))], GameSetup(found, rules, bytes(32), clock))
    assert len(seen) > 2
    assert all(seen)


@pytest.mark.parametrize("skill", ["0", "10", "20"])
@pytest.mark.parametrize("game", GAMES)
def test_it_plays_legal_moves_to_the_end_at_every_skill(game: str, skill: str) -> None:
    found = find_game(game)
    word = f"expert:Skill={skill},Nodes=30"
    tally = self_play(found, found.rules(RULES[game]), [word, "random"], b"skill".ljust(32), [1, 2, 3])
    assert tally.games == 3
    assert tally.names == (f"expert-skill{skill}-nodes30", "random")


@pytest.mark.parametrize("game", GAMES)
def test_with_nodes_the_same_seed_gives_the_same_moves(game: str) -> None:
    def moves(clock: FakeClock) -> list[int]:
        player = expert(game, clock, Skill="12", Nodes=NODES)
        return [player.choose(turn_of(state, seat)) for state, seat in positions(find_game(game), "same", 10, 4)]

    # However fast the clock goes.
    assert moves(FakeClock(0.0)) == moves(FakeClock(0.01))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_owes_nothing_to_the_one_before_it(game: str) -> None:
    """In one process, and in the seats of one table."""
    found = find_game(game)
    rules = found.rules(RULES[game])
    words = ["expert:Skill=12,Nodes=20", "expert:Nodes=20"]
    in_a_row, *alone = [self_play(found, rules, words, bytes(32), numbers) for numbers in ([1, 2], [1], [2])]
    assert in_a_row.moves == sum(one.moves for one in alone)
    assert in_a_row.wins == [sum(wins) for wins in zip(*(one.wins for one in alone), strict=True)]

    clock = ClockSettings.virtual() if game == "spit" else ClockSettings.turns(60_000)
    options = ((("Skill", "12"), ("Nodes", "20")), (("Nodes", "20"),))
    seats = [open_seat(BotSpec("e", player="expert", options=option)) for option in options]
    setups = [GameSetup(found, rules, bytes([number]) * 32, clock) for number in (1, 2, 1)]
    first, _, again = [play_game(seats, setup).record for setup in setups]
    assert first == again


@pytest.mark.parametrize("game", GAMES)
def test_it_chooses_among_the_moves_that_it_is_given(game: str) -> None:
    random = Random(3)
    for state, seat in positions(find_game(game), "narrow", 8, 4):
        legal = state.legal(seat)
        some = sorted(random.sample(legal, random.randint(1, len(legal) - 1)))
        assert expert(game, Nodes="20").choose(turn_of(state, seat).narrowed(some)) in some


@pytest.mark.parametrize("game", GAMES)
def test_one_node_is_enough_for_a_move(game: str) -> None:
    for state, seat in positions(find_game(game), "one", 8, 4):
        player = expert(game)
        ranked = player.rank(turn_of(state, seat), Budget(FakeClock(), nodes=1))
        assert {one.move for one in ranked} <= set(state.legal(seat))
        assert ranked
        assert all(0 <= one.value <= 1 for one in ranked)


@pytest.mark.parametrize(
    ("time", "millis", "counts"),
    [
        ("0", 1, 1),
        ("0", 5, 5),
        ("0", 40, 40),
        ("5", None, 5),
        ("40", None, 40),
        ("5", 60_000, 5),
        ("60000", 5, 5),
    ],
)
@pytest.mark.parametrize("game", GAMES)
def test_it_keeps_to_its_time(game: str, time: str, millis: int | None, counts: int) -> None:
    """By a clock on which each look takes a twentieth of the time: it looks often enough, and ends at once.

    Of option Time and what the clock gives the smaller one counts.
    """
    for state, seat in positions(find_game(game), "time", 6, 5):
        clock = FakeClock(counts / 20_000)
        started = clock.now
        assert expert(game, clock, Time=time).choose(turn_of(state, seat, millis)) in state.legal(seat)
        assert clock.now - started <= counts / 1000


@pytest.mark.parametrize(
    ("time", "millis", "counts"),
    [("0", None, None), ("0", 400, 400), ("300", None, 300), ("300", 400, 300), ("400", 300, 300)],
)
@pytest.mark.parametrize("game", GAMES)
def test_its_budget_of_time(game: str, time: str, millis: int | None, counts: int | None) -> None:
    clock = FakeClock()
    player = expert(game, clock, Time=time)
    budget = player.budget(millis)
    while budget.spend():
        clock.now += 0.000_1
    if counts is None:
        assert budget.nodes == player.default_nodes
    else:
        assert budget.seconds * 1000 == pytest.approx(search_millis(counts, player.reserve_share), abs=1.1)


@pytest.mark.parametrize("millis", [None, 100])
@pytest.mark.parametrize("nodes", [0, 1, 7, 1_000_000])
@pytest.mark.parametrize("skill", [0, 10, 19, 20])
@pytest.mark.parametrize("game", GAMES)
def test_its_budget_of_nodes(game: str, skill: int, nodes: int, millis: int | None) -> None:
    """What Nodes and Skill allow, whichever is less; what is plenty, where they and the clock set no limit."""
    player = expert(game, Skill=str(skill), Nodes=str(nodes))
    limits = [limit for limit in (nodes, nodes_at(skill, player.default_nodes, player.min_nodes)) if limit]
    if not limits and millis is None:
        limits = [player.default_nodes]
    limit = player.budget(millis).limit
    assert limit == min(limits) if limits else limit > 10**12


@pytest.mark.parametrize("skill", [0, 5, 10, 15, 20])
@pytest.mark.parametrize("game", GAMES)
def test_it_ranks_what_it_notices_alone(game: str, skill: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of forty moves each choice misses the level's share; the budget of its search is the level's too."""
    player = expert(game, Skill=str(skill))
    legal = list(range(40))
    ranked: list[list[int]] = []
    limits = set()

    def rank(turn: Turn, budget: Budget) -> list[RankedMove]:
        ranked.append(turn.legal)
        limits.add(budget.limit)
        return [RankedMove(turn.legal[0], 0.5)]

    monkeypatch.setattr(player, "rank", rank)
    monkeypatch.setattr(player, "move_in_progress", lambda _: None)
    for _ in range(300):
        assert player.choose(Turn(0, legal, lambda: pytest.fail("it looked at the table"))) in legal
    assert all(some == sorted(set(some) & set(legal)) for some in ranked)
    share = sum(map(len, ranked)) / (len(ranked) * len(legal))
    assert share == pytest.approx(1 - overlooked(skill), abs=0.05)
    assert limits == {nodes_at(skill, player.default_nodes, player.min_nodes) or player.default_nodes}


@pytest.mark.parametrize("move_in_progress", [None, 3])
def test_what_it_has_begun_is_ranked_at_every_skill(
    move_in_progress: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = expert("kroket", Skill="0")
    ranked: list[list[int]] = []

    def rank(turn: Turn, _: Budget) -> list[RankedMove]:
        ranked.append(turn.legal)
        return [RankedMove(turn.legal[0], 0.5)]

    monkeypatch.setattr(player, "rank", rank)
    monkeypatch.setattr(player, "move_in_progress", lambda _: move_in_progress)
    for _ in range(100):
        player.choose(Turn(0, list(range(40)), lambda: pytest.fail("it looked at the table")))
    assert all(3 in some for some in ranked) == (move_in_progress == 3)


@pytest.mark.parametrize("collects", [True, False])
@pytest.mark.parametrize("fails", [True, False])
def test_it_is_not_kept_from_thinking_by_the_search_for_garbage(
    collects: bool, fails: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []

    def rank(*_: object) -> list[RankedMove]:
        found.append(gc.isenabled())
        if fails:
            raise RuntimeError("no move")
        return [RankedMove(3, 0.5)]

    player = expert("kroket")
    monkeypatch.setattr(player, "rank", rank)
    before = gc.isenabled()
    try:
        (gc.enable if collects else gc.disable)()
        with pytest.raises(RuntimeError, match="no move") if fails else nullcontext():
            assert player.choose(Turn(0, [3, 4], lambda: pytest.fail("it looked at the table"))) == 3
        found.append(gc.isenabled())
    finally:
        (gc.enable if before else gc.disable)()
    assert found == [False, collects]


def test_nothing_that_a_search_leaves_behind_is_looked_through_before_the_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As new it would be, at the next few hundred objects that the program makes."""
    left: list[list[int]] = []

    def rank(*_: object) -> list[RankedMove]:
        left.extend([number] for number in range(50_000))
        return [RankedMove(3, 0.5)]

    player = expert("kroket")
    monkeypatch.setattr(player, "rank", rank)
    before = gc.isenabled()
    gc.enable()
    try:
        player.choose(Turn(0, [3, 4], lambda: pytest.fail("it looked at the table")))
        new = len(gc.get_objects(generation=0)) + len(gc.get_objects(generation=1))
    finally:
        (gc.enable if before else gc.disable)()
    assert len(left) == 50_000
    assert new < 5000


@pytest.mark.parametrize("game", GAMES)
def test_players_leave_nothing_that_only_a_search_for_garbage_finds(game: str) -> None:
    """It seldom comes to what is old."""
    found = find_game(game)
    clock = ClockSettings.virtual() if game == "spit" else ClockSettings.turns(60_000)
    seats = [open_seat(BotSpec("e", player="expert", options=(("Nodes", "20"),))) for _ in range(2)]
    gc.collect()
    before = gc.isenabled()
    gc.disable()
    try:
        play_game(seats, GameSetup(found, found.rules(RULES[game]), bytes(32), clock))
        assert gc.collect() == 0
    finally:
        (gc.enable if before else gc.disable)()


@pytest.mark.parametrize("game", GAMES)
def test_it_tells_what_it_thinks_to_whoever_listens(game: str) -> None:
    for state, seat in positions(find_game(game), "told", 5, 4):
        told: list[Info] = []
        player = expert(game, Nodes="40")
        player.report = told.append
        move = player.choose(turn_of(state, seat))
        last = told[-1]
        assert last.pv[0] == state.game.move_name(move)
        assert last.nodes is not None
        assert last.score is not None
        assert 0 <= int(last.score) <= 1000
        assert Info.parse(last.text()) == last


@pytest.mark.parametrize("game", GAMES)
def test_with_one_move_it_does_not_think(game: str) -> None:
    player = expert(game)
    assert player.choose(Turn(0, [7], lambda: pytest.fail("it looked at the table"))) == 7


def test_what_a_player_and_its_options_may_be_called() -> None:
    assert read_player("Random") == ("random", ())
    assert read_player(" expert ") == ("expert", ())
    choice = read_player("expert:skill=5, nodes=200")
    assert choice.label == "expert-skill5-nodes200"
    assert choice == ("expert", (("Skill", "5"), ("Nodes", "200")))
    assert check_options("EXPERT", [("time", "30")]).options == (("Time", "30"),)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("exprt:Skill=5", "did you mean expert"),
        ("expert:Skil=5", "no option 'Skil'; did you mean Skill"),
        ("expert:Skill", "OPTION=VALUE was expected after the colon, not 'Skill'"),
        ("expert:Skill=21", "whole number 0 to 20 was expected"),
        ("expert:Skill=high", "whole number 0 to 20 was expected"),
        ("expert:Nodes=-1", "whole number 0 to"),
        ("expert:Skill=5,skill=6", "option Skill was given twice"),
        ("random:Skill=5", "random has no option 'Skill'; it has none"),
    ],
)
def test_options_that_cannot_be(text: str, words: str) -> None:
    with pytest.raises(PlayerError, match=words.replace("(", r"\(")):
        read_player(text)
