"""Spit in real time (PROTOCOL.md, "Time"), on a clock that moves only when somebody waits."""

from collections.abc import Sequence

import pytest

from cardgames.bots.faults import Termination
from cardgames.bots.seat import PlayerSeat, Seat
from cardgames.bots.spec import BotSpec
from cardgames.bots.wires import WireFault
from cardgames.cards import NAMES
from cardgames.games.spit.rules.game import SPIT
from cardgames.table.clock_settings import ClockSettings
from tests.table.clocks.spit_play import RACE, WALL, Play, once, position
from tests.table.fakes import ENDED, FakeWires, ScriptedBot, ScriptedSeat, always, in_turn

# Seat 0 can play 6c and 4c on L and 9c on R, in any order of the piles; seat 1 8d on R after the 9c, 6d on L.
WIDE = position("6c,9c,4c,Kc,-", "6d,8d,3d,-,-", "5h", "Th")


class Game(Play):
    """A game on the wall clock, with its defaults if the test says nothing else."""

    def __init__(
        self, text: str, *bots: ScriptedBot, clock: ClockSettings = WALL, seed: str = "spit", seats: Sequence[Seat] = ()
    ) -> None:
        super().__init__(text, *bots, clock=clock, seed=seed, seats=seats)


def silent() -> ScriptedBot:
    """Never answers."""
    return ScriptedBot(lambda go: [])


def wall(**values: int) -> ClockSettings:
    """The wall clock with some times other than its defaults, both seats alike."""
    return ClockSettings.wall(**values)


# -- when a card lands


def test_a_card_lands_hand_after_its_line_and_is_judged_tie_later() -> None:
    game = Game(WIDE, once((7, "bestmove 2R 1")), silent(), clock=wall(hand=50, tie=2))
    assert game.step() == "0 2R @57"
    assert game.millis == 59


def test_think_is_counted_from_the_go_that_is_named() -> None:
    """Not from the answer: who has thought so long already does not wait."""
    early = Game(WIDE, once((7, "bestmove 2R 1")), silent(), clock=wall(think=100))
    assert early.step() == "0 2R @150"
    late = Game(WIDE, once((120, "bestmove 2R 1")), silent(), clock=wall(think=100))
    assert late.step() == "0 2R @170"


def test_jitter_is_drawn_for_each_go() -> None:
    times = set()
    for seed in range(100):
        game = Game(WIDE, once((0, "bestmove 2R 1")), silent(), clock=wall(think=20, jitter=30), seed=str(seed))
        times.add(int(game.step().split("@")[1]))
    assert len(times) > 25
    assert 70 <= min(times) < max(times) <= 100


def test_the_hand_takes_one_card_at_a_time() -> None:
    game = Game(WIDE, once((1, "bestmove 2R 1"), (5, "bestmove 1L 1")), silent())
    assert game.steps(2) == ["0 2R @51", "0 1L @101"]


def test_a_newer_attempt_replaces_the_one_that_waits_for_the_hand() -> None:
    game = Game(WIDE, once((1, "bestmove 2R 1"), (5, "bestmove 1L 1"), (20, "bestmove 3L 1")), silent())
    assert game.steps(2) == ["0 2R @51", "0 3L @101"]
    assert not game.bots[0].heard("rejected")


def test_a_newer_attempt_replaces_the_one_that_think_holds_back() -> None:
    game = Game(WIDE, once((1, "bestmove 2R 1"), (90, "bestmove 1L 1")), silent(), clock=wall(think=100))
    assert game.step() == "0 1L @150"
    assert game.table.open_go[0] is not None


def test_a_card_that_the_hand_has_taken_cannot_be_replaced() -> None:
    game = Game(WIDE, once((1, "bestmove 2R 1"), (101, "bestmove 1L 1")), silent(), clock=wall(think=100))
    assert game.steps(2) == ["0 2R @150", "0 1L @200"]


def test_the_card_on_its_way_is_not_tried_twice() -> None:
    """Worked: 6c goes to L; the stock's next card, which nobody has seen, would go there too."""
    text = position("7d6c,9c,4c,Kc,-", "6d,8d,3d,-,-", "5h", "Th")
    game = Game(text, once((1, "bestmove 1L 1"), (2, "bestmove 1L 1"), (52, "bestmove 1L 1")), silent())
    assert game.step() == "0 1L @51"
    assert game.step() == "0 wait @5053"
    assert not game.bots[0].heard("rejected")


def test_an_answer_means_the_card_that_lay_there_then() -> None:
    """Whoever repeats an old answer does not play the next card, which it has not seen, and loses no time by it."""
    text = position("7d6c,9c,4c,Kc,-", "6d,8d,3d,-,-", "5h", "Th")
    game = Game(text, once((1, "bestmove 1L 1"), (60, "bestmove 1L 1"), (61, "bestmove 1L 2")), silent())
    assert game.steps(2) == ["0 1L @51", "0 1L @111"]
    assert game.bots[0].heard("rejected") == ["rejected 1 1L S8: that card has been played; event 1 came first"]


def test_wait_takes_back_what_the_hand_has_not_taken_yet() -> None:
    game = Game(WIDE, once((1, "bestmove 2R 1"), (5, "bestmove 1L 1"), (20, "bestmove wait 1")), silent())
    assert game.steps(2) == ["0 2R @51", "0 wait @5053"]


def test_without_a_hand_and_a_tie_a_card_is_there_at_once() -> None:
    game = Game(WIDE, once((1, "bestmove 2R 1"), (1, "bestmove 1L 1")), silent(), clock=wall(hand=0, tie=0))
    assert game.steps(2) == ["0 2R @1", "0 1L @1"]


# -- who is first


def first_landings(apart: float, **values: int) -> list[str]:
    """Which seat's card is first, over many seeds, if seat 1's line comes so many ms after seat 0's."""
    games = [
        Game(RACE, once((9, "bestmove 1L 1")), once((9 + apart, "bestmove 1L 1")), clock=wall(**values), seed=str(seed))
        for seed in range(60)
    ]
    return [game.step()[0] for game in games]


@pytest.mark.parametrize("apart", [0, 0.3, 1.9, -1.9])
def test_landings_less_than_tie_apart_are_settled_by_a_coin(apart: float) -> None:
    assert 15 < first_landings(apart).count("0") < 45


@pytest.mark.parametrize(("apart", "first"), [(2, "0"), (2.1, "0"), (-2, "1"), (40, "0")])
def test_others_are_made_in_their_order(apart: float, first: str) -> None:
    assert set(first_landings(apart)) == {first}


def test_with_no_tie_a_coin_settles_only_the_same_instant() -> None:
    assert set(first_landings(0.1, tie=0)) == {"0"}
    assert len(set(first_landings(0, tie=0))) == 2


def test_the_loser_of_a_race_is_refused_and_told_which_event_was_faster() -> None:
    """Worked fact: 6 on 5 wanted by both; after the first 6 the second is refused (S8)."""
    game = Game(RACE, once((1, "bestmove 1L 1"), (110, "bestmove 2R 1")), once((11, "bestmove 1L 1")))
    assert game.step() == "0 1L @51"
    assert game.step() == "0 2R @160"
    lost = game.bots[1].heard("rejected")
    assert lost == ["rejected 1 1L S5: a 6 does not go on a 6; a 7 or a 5 would; event 1 came first"]


def test_a_refusal_sends_no_go_and_is_no_change() -> None:
    game = Game(RACE, once((1, "bestmove 1L 1")), once((11, "bestmove 1L 1")))
    game.steps(2)
    at = game.bots[1].lines.index(game.bots[1].heard("rejected")[0])
    # Behind it come only the events of the waits, 5000 ms later.
    assert game.bots[1].lines[at + 1 :] == []
    assert game.bots[1].lines[at - 1].split()[0] in ("position", "go")
    assert len(game.table.landings) == 2


def test_a_refused_card_costs_the_time_of_its_way() -> None:
    game = Game(RACE, once((1, "bestmove 1L 1")), once((11, "bestmove 1L 1"), (20, "bestmove 1L 1")), clock=WALL)
    again = Game(
        position("6c,9c,Kc,-,-", "6d,3d,Jd,-,-", "5h", "Th"),
        once((1, "bestmove 1L 1")),
        once((11, "bestmove 1L 1"), (20, "bestmove 3R 1")),
    )
    assert game.step() == again.step() == "0 1L @51"
    assert again.step() == "1 3R @111"
    assert len(again.bots[1].heard("rejected")) == 1


def test_a_card_is_judged_by_the_table_when_it_lands_and_not_when_it_is_tried() -> None:
    """4d goes on 5h, not on the 6c that comes first, and on the 5s again that comes next."""
    text = position("6c,9c,5s,Kc,-", "4d,3d,-,-,-", "5h", "Th")
    game = Game(text, in_turn([(1, "bestmove 1L 1")], [(1, "bestmove 3L 2")], []), once((80, "bestmove 1L 1")))
    assert game.steps(3) == ["0 1L @51", "0 3L @104", "1 1L @130"]
    assert not game.bots[1].heard("rejected")


def test_the_event_that_counts_is_the_one_by_which_the_move_became_impossible() -> None:
    """Seat 1's card for L is late because of event 1; event 2 lies elsewhere."""
    text = position("6c,9c,5s,Kc,-", "4d,3d,-,-,-", "5h", "Th")
    late = once((60, "bestmove 1L 1"))
    game = Game(text, once((1, "bestmove 1L 1"), (2, "bestmove 2R 1")), late)
    game.steps(3)
    (line,) = late.heard("rejected")
    assert line.endswith("a 4 does not go on a 6; a 7 or a 5 would; event 1 came first")


# -- nobody sits better


class OrderedWires(FakeWires):
    """Notes whom it wrote to, in which order."""

    def __init__(self, *bots: ScriptedBot) -> None:
        super().__init__(bots)
        self.order: list[int] = []

    def send(self, seat: int, text: str) -> None:
        self.order.append(seat)
        super().send(seat, text)


def test_the_order_in_which_seats_are_written_to_is_drawn_at_each_change() -> None:
    bots = always("2R", "1L", "wait"), always("1L", "2R", "wait")
    game = Game(WIDE, *bots, clock=wall(hand=1))
    game.table.wires = wires = OrderedWires(*bots)
    firsts = []
    for _ in range(60):
        del wires.order[:]
        game.step()
        firsts += wires.order[:1]
    assert 10 < firsts.count(0) < len(firsts) - 10


def test_lines_of_one_wake_up_are_taken_in_an_order_drawn_by_lot() -> None:
    """Both faults come in one wake-up: both count, in whichever order they were read."""
    game = Game(RACE, once((1, "bestmove 3L 1")), once((1, "bestmove knock 1")))
    assert game.step() == "0 illegal 1 protocol"


def test_a_seat_is_no_better_than_the_other() -> None:
    """1000 races between twins."""
    wins = sum(Game(RACE, always("1L"), always("1L"), seed=str(seed)).step()[0] == "0" for seed in range(1000))
    assert abs(wins - 500) < 3 * 15.8


# -- what an answer names


@pytest.mark.parametrize(
    "reply",
    [
        "bestmove 2R 1",
        "bestmove 2R",
        "bestmove 2r 1",
        "  bestmove 2R 1",
        "bestmove 2R 1 ponder 3L",
    ],
)
def test_ways_to_answer(reply: str) -> None:
    assert Game(WIDE, once((1, reply)), silent()).step() == "0 2R @51"


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        ("bestmove 3R 1", "0 illegal"),
        ("bestmove slap:L 1", "0 illegal"),
        ("bestmove 3R", "0 illegal"),
        ("bestmove 3>5 1", "0 illegal"),
        ("bestmove knock 1", "0 protocol"),
        ("bestmove", "0 protocol"),
        (ENDED, "0 crash"),
        (WireFault(Termination.FLOOD, "too much"), "0 flood"),
        (WireFault(Termination.PROTOCOL, "no ASCII"), "0 protocol"),
    ],
)
def test_faults_end_the_game_at_once(reply: str | WireFault, fault: str) -> None:
    game = Game(WIDE, once((7, reply)), once((1, "bestmove 1L 1")))
    assert game.step() == fault
    assert game.millis == 7


def test_the_text_of_a_fault_says_what_came_and_why_it_cannot_be() -> None:
    game = Game(WIDE, once((7, "bestmove 3R 1")), silent())
    following = game.clock.next(game.table)
    assert "3R; it was not in the list of go 1; S5: a 4 does not go on a T" in str(following)


@pytest.mark.parametrize("reply", ["bestmove 3R 99", "bestmove 3R 0", "info depth 3", "hello", "", "pong 3"])
def test_what_names_no_go_of_this_game_is_passed_over(reply: str) -> None:
    assert Game(WIDE, once((1, reply), (2, "bestmove 2R 1")), silent()).step() == "0 2R @52"


def test_a_go_of_the_last_game_is_none_of_this_one() -> None:
    seats = [ScriptedSeat(once((1, "bestmove 3R 7"), (2, "bestmove 2R 8"))), ScriptedSeat(silent())]
    seats[0].last_ident = 7
    game = Game(WIDE, *[seat.bot for seat in seats], seats=seats)
    assert game.step() == "0 2R @52"


def test_an_old_go_may_still_be_answered() -> None:
    """Also with a card that is in no newer list: it is late, no more."""
    text = position("6c,9c,5s,Kc,-", "4d,8d,3d,-,-", "5h", "Th")
    slow = once((60, "bestmove 1L 1"), (120, "bestmove 2R 2"))
    game = Game(text, once((1, "bestmove 1L 1"), (2, "bestmove 2R 1")), slow)
    assert game.steps(3) == ["0 1L @51", "0 2R @101", "1 2R @170"]
    assert len(slow.heard("rejected")) == 1


def test_a_move_that_the_named_go_did_not_list_is_illegal_though_a_newer_one_does() -> None:
    text = position("9c,6c,-,-,-", "8d,4d,-,-,-", "5h", "Th")
    game = Game(text, once((1, "bestmove 1R 1")), once((60, "bestmove 1R 1")))
    assert game.steps(2) == ["0 1R @51", "1 illegal"]


def test_without_an_id_any_list_of_this_round_will_do() -> None:
    text = position("9c,6c,-,-,-", "8d,4d,-,-,-", "5h", "Th")
    game = Game(text, once((1, "bestmove 1R 1")), once((60, "bestmove 1R")))
    assert game.steps(2) == ["0 1R @51", "1 1R @110"]
    late = Game(RACE, once((1, "bestmove 1L 1")), once((60, "bestmove 1L")))
    assert late.steps(2) == ["0 1L @51", "0 wait @5053"]
    assert len(late.bots[1].heard("rejected")) == 1


# -- who declines


ONE_SIDED = position("6c,9c,-,-,-", "2d,3d,5d,8d,Jd", "5h", "5s")
"""Seat 1 has only `wait`."""


def test_when_both_wait_both_spit() -> None:
    game = Game(WIDE, once((3, "bestmove wait 1")), once((9, "bestmove wait 1")))
    assert game.steps(2) == ["0 wait @9", "1 wait @9"]
    game.step()
    events = game.bots[0].heard("event")
    assert [event.split()[2:4] for event in events[:3]] == [["0", "wait"], ["1", "wait"], ["-", "spit"]]
    assert events == game.bots[1].heard("event")


def test_one_wait_is_no_change() -> None:
    game = Game(WIDE, once((3, "bestmove wait 1")), once((9, "bestmove 1L 1")))
    assert game.step() == "1 1L @59"
    assert [len(bot.heard("go")) for bot in game.bots] == [1, 1]


def test_a_seat_with_only_wait_declines_without_being_asked() -> None:
    game = Game(ONE_SIDED, once((3, "bestmove wait 1")), silent())
    assert game.steps(2) == ["0 wait @3", "1 wait @3"]
    assert game.bots[1].lines == [game.bots[1].heard("position")[0]]


def test_think_holds_a_wait_as_well() -> None:
    game = Game(ONE_SIDED, once((3, "bestmove wait 1")), silent(), clock=wall(think=80))
    assert game.step() == "0 wait @80"


def test_a_card_replaces_a_wait() -> None:
    game = Game(WIDE, once((3, "bestmove wait 1"), (4, "bestmove 1L 1")), once((9, "bestmove wait 1")))
    assert game.step() == "0 1L @54"


def test_a_wait_stands_after_a_change_but_can_be_thought_better_of_first() -> None:
    """Seat 1 waits once. Then seat 0 plays its last card that goes: both decline 50 ms after seat 1 has seen it."""
    text = position("6c,Kc,Kd,-,-", "7d,Jd,9d,-,-", "5h", "Th")
    game = Game(text, once((20, "bestmove 1L 1")), once((3, "bestmove wait 1")))
    assert game.steps(2) == ["0 1L @70", "0 wait @122"]
    quick = Game(text, once((20, "bestmove 1L 1")), in_turn([(3, "bestmove wait 1")], [(40, "bestmove 1L 2")]))
    assert quick.steps(2) == ["0 1L @70", "1 1L @162"]


def test_a_wait_that_answers_an_old_go_is_as_good_as_one_that_stands() -> None:
    text = position("6c,Kc,Kd,-,-", "7d,Jd,9d,-,-", "5h", "Th")
    game = Game(text, once((1, "bestmove 1L 1")), once((60, "bestmove wait 1")))
    assert game.steps(2) == ["0 1L @51", "0 wait @103"]


def test_who_has_a_card_on_its_way_does_not_decline() -> None:
    game = Game(WIDE, once((1, "bestmove 2R 1"), (2, "bestmove wait 1")), once((3, "bestmove wait 1")))
    assert game.step() == "0 2R @51"


def test_a_seat_with_only_wait_declines_whatever_it_tries() -> None:
    """Or one that keeps trying what is too late could put off the spit for ever."""
    text = position("6c,9c,Kc,-,-", "4d,2d,Qd,-,-", "5h", "Th")
    trying = once(*[(at, "bestmove 1L 1") for at in range(52, 4000, 40)])
    game = Game(text, in_turn([(1, "bestmove 1L 1")], [(30, "bestmove wait 2")]), trying)
    assert game.steps(2) == ["0 1L @51", "0 wait @83"]


def test_stall_without_a_landing_counts_as_both_declining() -> None:
    game = Game(WIDE, once((1, "bestmove 2R 1")), silent(), clock=wall(stall=300))
    assert game.steps(3) == ["0 2R @51", "0 wait @353", "1 wait @353"]


@pytest.mark.parametrize(
    ("bots", "fault"),
    [
        ((silent(), silent()), "0 stall 1 stall"),
        ((silent(), always("wait", after=10)), "0 stall"),
        ((always("wait", after=10), silent()), "1 stall"),
    ],
)
def test_three_stalls_in_a_row_in_silence_are_a_fault(bots: tuple[ScriptedBot, ScriptedBot], fault: str) -> None:
    """Both seats always have a move: piles and stocks of all ranks."""
    text = position("6c,8c,Tc,Qc,2c", "6d,8d,Td,Qd,2d", "5h", "9h")
    game = Game(text, *bots, clock=wall(stall=300))
    steps = game.steps(8)
    assert steps[-1] == fault
    assert game.millis == pytest.approx(900, abs=200)
    assert len(steps) == 5


def test_a_wait_or_a_landing_between_begins_a_new_count() -> None:
    text = position("6c,8c,Tc,Qc,2c", "6d,8d,Td,Qd,2d", "5h", "9h")
    now_and_then = in_turn([], [], [(1, "bestmove wait")], [], [])
    game = Game(text, now_and_then, always("wait", after=10), clock=wall(stall=300))
    assert not any("stall" in step for step in game.steps(10))


def test_a_card_that_the_referee_holds_back_is_no_silence() -> None:
    """Its think is longer than stall: every answer came at once, and none has landed yet."""
    text = position("6c,8c,Tc,Qc,2c", "6d,8d,Td,Qd,2d", "5h", "9h")
    clock = wall(stall=300)._replace(think=(2000, 0))
    game = Game(text, always("1L"), always("wait", after=290), clock=clock)
    assert not any("stall" in step for step in game.steps(8))


class Person(ScriptedSeat):
    """A seat at which somebody takes a long time."""

    is_person = True


def test_a_person_may_think_as_long_as_it_likes() -> None:
    bots = silent(), always("wait", after=10)
    game = Game(WIDE, *bots, clock=wall(stall=300), seats=[Person(bots[0]), ScriptedSeat(bots[1])])
    assert not any("stall" in step for step in game.steps(12))


# -- slaps

# Seat 1 has no stock cards left: the slaps decide who takes what (S12). L is the smaller pile.
SLAPS = position("6c,9c,Kc,-,-", "-,-,-,-,-", "5h", "Th4s8h", phase="slap")


def test_slaps_are_judged_like_cards() -> None:
    game = Game(SLAPS, once((1, "bestmove slap:L 1")), once((4, "bestmove slap:L 1")))
    assert game.steps(2) == ["0 slap:L @51", "1 slap:L @54"]
    assert game.state.round == 2
    game.step()
    assert game.bots[1].heard("event")[:2] == ["event 1 0 slap:L", "event 2 1 slap:L"]


def test_slaps_less_than_tie_apart_are_settled_by_a_coin() -> None:
    firsts = {
        Game(SLAPS, once((1, "bestmove slap:L 1")), once((2, "bestmove slap:L 1")), seed=str(seed)).step()[0]
        for seed in range(20)
    }
    assert firsts == {"0", "1"}


def test_who_does_not_slap_gets_the_pile_left_after_stall() -> None:
    game = Game(SLAPS, once((1, "bestmove slap:R 1")), silent(), clock=wall(stall=300))
    assert game.steps(2) == ["0 slap:R @51", "1 slap:L @353"]


def test_if_nobody_slaps_the_smaller_pile_goes_to_a_seat_drawn_by_lot() -> None:
    drawn = set()
    for seed in range(20):
        steps = Game(SLAPS, silent(), silent(), clock=wall(stall=300), seed=str(seed)).steps(2)
        assert [step.split(" ", 1)[1] for step in steps] == ["slap:L @300", "slap:R @600"]
        drawn.add(steps[0][0])
    assert drawn == {"0", "1"}


# -- rounds

# Seat 0 has one card left, on L; seat 1 had 15 or fewer cards: a round of one pile, which is settled at once (S14).
LAST_CARD = "6c,-,-,-,-"


def test_a_card_of_a_round_that_has_ended_is_refused_and_no_fault() -> None:
    """With an ID and without."""
    game = Game(
        position(LAST_CARD, "6d,8d,3d,-,-", "5h", "Th"),
        once((1, "bestmove 1L 1"), (400, "bestmove slap:L")),
        once(
            (30, "bestmove 1L 1"),
            (100, "bestmove 1L"),
            (200, "bestmove slap:R 2"),
            (500, "bestmove slap:R"),
            (550, "bestmove 1L 1"),
        ),
        clock=wall(stall=300),
    )
    assert game.steps(3) == ["0 1L @51", "1 slap:R @250", "0 slap:L @450"]
    assert game.state.round == 2
    assert game.step() == "0 wait @752"
    refused = game.bots[1].heard("rejected")
    assert [" ".join(line.split()[1:6]) for line in refused] == [
        "1 1L S12: the round",
        "2 1L S12: the round",
        "3 slap:R S11: that round",
        "1 1L S11: that round",
    ]


def test_a_go_of_rounds_ago_is_remembered_as_such() -> None:
    """Its list is not kept, so that no game is too long; nothing that it may have listed is a fault."""
    bots = always("wait", "slap:L"), always("wait", "slap:R", after=2)
    game = Game(WIDE, *bots, clock=wall(hand=1, stall=50))
    while game.state.round < 4:
        assert "@" in game.step()
    bots[1].script = lambda go: [(1, "bestmove 1L 1"), (2, "bestmove wait 1")]
    game.steps(3)
    (line,) = [line for line in bots[1].heard("rejected") if line.startswith("rejected 1 ")]
    assert line.startswith("rejected 1 1L S11: that round has ended; event ")


def test_a_coin_puts_off_nobody_into_the_next_round() -> None:
    """S14: seat 1's last card ends a round of one pile, just before seat 0's, which the coin has put behind it."""
    rest = [name for name in NAMES[:52] if name not in ("6c", "6d", "8d", "3d", "5h")]
    keys = {"spit0": "-", "spit1": f"({''.join(rest)})0", "cards": "15,37"}
    text = position("6c,8d,3d,-,-", "6d,-,-,-,-", "-", "5h", **keys)
    orders = set()
    for seed in range(20):
        game = Game(text, once((1, "bestmove 1R 1")), once((2, "bestmove 1R 1")), seed=str(seed))
        steps = game.steps(2)
        orders.add(steps[0])
        if steps[0] == "1 1R @52":
            assert game.state.round == 2
            assert game.bots[0].heard("rejected")[0].startswith("rejected 1 1R S11: that round has ended; event 1 ")
            assert "wait" in steps[1]
    assert orders == {"0 1R @51", "1 1R @52"}


# -- those who talk too much


def test_ten_thousand_answers_a_second_gain_nothing_and_hurt_nobody() -> None:
    """Its opponent's cards land when they would without it, and its own hand is no faster than another."""
    moves = ("2R", "1L", "3L")
    spammer = once(*[(at / 10, f"bestmove {moves[at % 3]} 1") for at in range(10_000)])
    game = Game(WIDE, spammer, once((5, "bestmove 1L 1"), (90, "bestmove 2R 2"), (320, "bestmove 3L 1")))
    steps = game.steps(4)
    assert steps[:3] == ["0 2R @50", "1 1L @55", "1 2R @140"]
    assert len(game.bots[1].heard("rejected")) + len([step for step in steps if step.startswith("1")]) <= 3
    refused = spammer.heard("rejected")
    judged = [line for line in refused if " S8: " not in line]
    landed = [step for step in steps if step.startswith("0") and "wait" not in step]
    assert len(judged) + len(landed) <= game.millis // 50
    assert len(refused) <= 10 + 2 * len(spammer.heard("go")) + game.millis // 20


def test_answers_beyond_the_allowance_are_passed_over() -> None:
    """Ten at once, two more with each go, fifty more each second; with no hand to be busy all that count are judged."""
    spammer = once(*[(start + at / 1000, "bestmove 1L 1") for start in (1, 101) for at in range(40)])
    game = Game(RACE, once((0, "bestmove 1L 1")), spammer, clock=wall(hand=0, tie=0))
    assert game.steps(2) == ["0 1L @0", "0 wait @5000"]
    assert len(spammer.heard("rejected")) == 10 + 5


def test_a_talker_is_not_listened_to_until_its_time_has_come() -> None:
    """Of 300 kB two lines are more than the 64 KiB that it may say at once: the rest has to be earned first."""
    talk = [(float(at), f"info string {'x' * 59_988}") for at in range(5)]
    game = Game(WIDE, once(*talk, (6, "bestmove 2R 1")), once((3, "bestmove 1L 1")))
    assert game.steps(2) == ["1 1L @53", "0 2R @153"]


def test_too_much_talk_in_place_of_an_answer_is_a_flood() -> None:
    """Also if the other seat's cards keep the table changing: what is said to a talker does not absolve it."""
    talk = [(at * 100.0, f"info string {'x' * 59_988}") for at in range(30)]
    game = Game(WIDE, once(*talk), once((3, "bestmove 1L 1"), (300, "bestmove 2R 2")), clock=wall(stall=60_000))
    assert game.steps(5)[-1] == "0 flood"
    assert game.millis == pytest.approx(17 * 100, abs=10)


# -- built-in players


def test_built_in_players_are_asked_at_each_change_and_held_like_others() -> None:
    seats = [PlayerSeat(BotSpec(name, player="greedy")) for name in "ab"]
    clock = wall(think=100, hand=20)._replace(think=(100, 300))
    game = Game(WIDE, clock=clock, seats=seats)
    assert game.step() == "0 2R @120" or game.step().startswith("0 ")
    assert game.table.plies >= 2


def test_a_built_in_player_meets_a_program() -> None:
    bot = always("1L", after=3)
    seats = [PlayerSeat(BotSpec("greedy", player="greedy")), ScriptedSeat(bot)]
    game = Game(WIDE, ScriptedBot(lambda go: []), bot, seats=seats)
    steps = game.steps(6)
    assert {step[0] for step in steps} == {"0", "1"}
    assert SPIT.move_name(game.table.landings[0][1]) == steps[0].split()[1]
