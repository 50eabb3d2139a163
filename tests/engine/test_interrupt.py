"""An engine that thinks hears what is said meanwhile: stop, isready, quit and the end of its input at once, the rest in
its turn.
"""

import os
from collections.abc import Callable, Iterator, Sequence

import pytest

from cardgames.engine.main import Engine
from cardgames.engine.stdio import Stdio
from cardgames.games.players import PLAYERS, PlayerKind
from cardgames.players.expert.base import EXPERT_OPTIONS, Expert, RankedMove
from cardgames.players.expert.budget import Budget
from cardgames.players.player import Player, Turn
from tests.engine.engines import KROKET_VIEW

SEATED = "newgame kroket seat 1 players 2 commit aa"
GO = "go 4 moves take draw lay knock"
MOVED = "bestmove knock 4"
OWN_END = 50_000
ENOUGH = "enough"
"""What the test says last; the end of the input would cut a thought short."""


class Thinker(Expert):
    """Thinks until it is told to stop, or for `OWN_END` nodes; the test says something to the engine at node 20."""

    default_nodes = OWN_END
    at_node_20: Callable[[], None] = staticmethod(lambda: None)
    ends: list[int]

    def rank(self, turn: Turn, budget: Budget) -> Sequence[RankedMove]:
        while budget.spend():
            if budget.nodes == 20:
                Thinker.at_node_20()
                self.report_best(turn, budget, RankedMove(turn.legal[0], 0.25, depth=2))
        Thinker.ends.append(budget.nodes)
        return [RankedMove(turn.legal[-1], 0.5)]


class Line:
    """An engine at the ends of two pipes."""

    def __init__(self) -> None:
        self.source, self.said = os.pipe()
        self.heard, self.sink = os.pipe()
        self.meanwhile: Sequence[str] = ()
        Thinker.ends = []

    def say(self, lines: Sequence[str]) -> None:
        os.write(self.said, "".join(f"{line}\n" for line in lines).encode("latin-1"))

    def say_the_rest(self) -> None:
        if self.meanwhile:
            self.say([*self.meanwhile, ENOUGH])
            self.meanwhile = ()

    def end(self) -> None:
        os.close(self.said)
        self.said = -1

    def answers(self, *lines: str, meanwhile: Sequence[str] = ()) -> list[str]:
        """What the engine says to `lines`, and to what comes while it thinks."""
        self.meanwhile = meanwhile
        self.say(["setoption name Player value expert", *lines])
        if not meanwhile:
            self.say([ENOUGH])
        wire = Stdio(self.source, self.sink)
        engine = Engine(wire.write, wire.overhear)
        assert wire.serve(lambda line: line != ENOUGH and engine.handle(line), engine.complain) == 0
        return os.read(self.heard, 1 << 16).decode().splitlines()

    def moves(self, *lines: str, meanwhile: Sequence[str] = ()) -> list[str]:
        """The same without `info`."""
        return [line for line in self.answers(*lines, meanwhile=meanwhile) if not line.startswith("info ")]


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Iterator[Line]:
    monkeypatch.setitem(PLAYERS, "expert", PlayerKind("expert", "", lambda _game: Thinker, EXPERT_OPTIONS))
    line = Line()
    monkeypatch.setattr(Thinker, "at_node_20", staticmethod(line.say_the_rest))
    yield line
    for end in (line.source, line.said, line.heard, line.sink):
        if end >= 0:
            os.close(end)


def was_cut_short() -> bool:
    (nodes,) = Thinker.ends
    return nodes < OWN_END


def test_stop_is_answered_with_the_best_move_so_far(line: Line) -> None:
    assert line.moves(SEATED, KROKET_VIEW, GO, meanwhile=["stop", "ping 1"]) == [MOVED, "pong 1"]
    assert was_cut_short()


def test_stop_that_came_with_the_go_counts(line: Line) -> None:
    assert line.moves(SEATED, KROKET_VIEW, GO, "stop") == [MOVED]
    assert was_cut_short()


def test_without_a_word_it_thinks_to_its_own_end(line: Line) -> None:
    assert line.moves(SEATED, KROKET_VIEW, GO, meanwhile=["ping 1", "event 1 0 draw ??", ""]) == [MOVED, "pong 1"]
    assert not was_cut_short()


def test_what_it_thinks_is_told_as_info(line: Line) -> None:
    answers = line.answers(SEATED, KROKET_VIEW, GO, meanwhile=["stop"])
    assert answers[0].startswith("info depth 2 nodes 20 nps ")
    assert answers[0].endswith(" score 250 pv take")
    assert answers[1].startswith("info depth 1 nodes ")
    assert answers[1].endswith(" score 500 pv knock")
    assert answers[2:] == [MOVED]


def test_isready_is_answered_while_it_thinks(line: Line) -> None:
    meanwhile = ["event 7 0 draw ??", "ping 5", "isready", "", "isready", "stop"]
    assert line.moves(SEATED, KROKET_VIEW, GO, meanwhile=meanwhile) == ["readyok", "readyok", MOVED, "pong 5"]


def test_what_has_to_wait_is_done_in_its_turn(line: Line) -> None:
    meanwhile = ["ping 5", "newgame kroket seed 1", "isready", "legal", "stop"]
    answers = line.moves(SEATED, KROKET_VIEW, GO, meanwhile=meanwhile)
    assert answers == [MOVED, "pong 5", "readyok", "legal take draw lay knock"]


def test_what_is_no_line_waits_too(line: Line) -> None:
    answers = line.moves(SEATED, KROKET_VIEW, GO, meanwhile=["\x80", "stop"])
    assert answers[0] == MOVED
    assert answers[1].startswith("error a byte that is not ASCII")


def test_quit_ends_it_at_once(line: Line) -> None:
    assert line.moves(SEATED, KROKET_VIEW, GO, meanwhile=["ping 1", "quit", "ping 2"]) == [MOVED]
    assert was_cut_short()


def test_the_end_of_the_input_ends_it_at_once(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    """So it does every other thought that was asked for before; all that has come is answered."""
    monkeypatch.setattr(Thinker, "at_node_20", staticmethod(line.end))
    answers = line.moves(SEATED, KROKET_VIEW, GO, "ping 1", "go 5 moves take draw", meanwhile=["is never said"])
    assert answers == [MOVED, "pong 1", "bestmove draw 5"]
    assert max(Thinker.ends) < OWN_END


@pytest.mark.parametrize("end", ["quit\n", ""])
@pytest.mark.parametrize("game", ["crapette seed 7", "spit seed 1", "kroket seed 1"])
def test_the_experts_of_all_games_end_at_the_first_node_after_it(game: str, end: str) -> None:
    line = Line()
    line.say(["setoption name Player value expert", f"newgame {game}", "go 1 movetime 60000"])
    os.write(line.said, end.encode())
    line.end()
    wire = Stdio(line.source, line.sink)
    engine = Engine(wire.write, wire.overhear)
    assert wire.serve(engine.handle, engine.complain) == 0
    info, best = os.read(line.heard, 1 << 16).decode().splitlines()
    assert " nodes 1 " in info
    assert best.startswith("bestmove ")
    for one in (line.source, line.heard, line.sink):
        os.close(one)


def test_a_game_that_is_over_wants_no_more_thought(line: Line) -> None:
    assert line.moves(SEATED, KROKET_VIEW, GO, meanwhile=["gameover 1-0 0,0 crash", "ping 1"]) == [MOVED, "pong 1"]
    assert was_cut_short()


@pytest.mark.parametrize(("clock", "cut"), [("wall", True), ("virtual", False), ("turns", False)])
def test_on_the_wall_clock_a_new_position_ends_the_thought_on_the_old_one(line: Line, clock: str, cut: bool) -> None:
    line.answers(f"{SEATED} clock {clock}", KROKET_VIEW, GO, meanwhile=[KROKET_VIEW])
    assert was_cut_short() == cut


def test_a_second_go_is_thought_about_after_the_first(line: Line) -> None:
    assert line.moves(SEATED, KROKET_VIEW, GO, "go 5 moves take draw") == [MOVED, "bestmove draw 5"]
    assert Thinker.ends == [OWN_END, OWN_END]


def test_options_reach_the_player(line: Line) -> None:
    line.answers("setoption name nodes value 300", SEATED, KROKET_VIEW, GO)
    assert Thinker.ends == [300]


def test_a_seat_loads_its_player_before_it_is_ready(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []

    def of_game(game: str) -> type[Player]:
        loaded.append(game)
        return Thinker

    monkeypatch.setitem(PLAYERS, "expert", PlayerKind("expert", "", of_game))
    assert line.answers("newgame Kroket seed 1", f"{SEATED}", "isready") == ["readyok"]
    assert loaded == ["kroket"]


def test_play_takes_players_with_options(line: Line) -> None:
    answers = line.answers("newgame kroket seed 1", "play 1 expert:Nodes=30 random", "play 1 expert:Skill=99")
    assert answers[0].startswith("played 1 players expert-nodes30,random wins ")
    assert answers[1].startswith("error expert: value 99, a whole number 0 to 20 was expected")
    assert set(Thinker.ends) <= {30}


def test_play_without_a_player_takes_the_one_that_is_set(line: Line) -> None:
    answers = line.answers("setoption name Nodes value 25", "newgame kroket seed 1", "play 1")
    assert answers[0].startswith("played 1 players expert-nodes25,expert-nodes25 wins ")
