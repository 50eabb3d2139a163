"""What the wall clock is made of: an allowance, a hand, and the memory of what could be done when."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgames.games.spit.rules.game import SPIT
from cardgames.games.spit.rules.moves import WAIT
from cardgames.table.clocks.moves_in_flight import MovesInFlight
from cardgames.table.clocks.table_history import TableChange, TableHistory, event_against
from cardgames.table.clocks.token_bucket import TokenBucket
from tests.games.events import event

NOW = 1_000_000


def moves(text: str) -> list[int]:
    return sorted(map(SPIT.parse_move, text.split()))


# -- an allowance


def test_an_allowance_is_full_at_first_and_comes_back_with_time() -> None:
    bucket = TokenBucket(3, 10)
    for _ in range(3):
        assert bucket.has_token(NOW)
        bucket.take(NOW)
    assert not bucket.has_token(NOW)
    assert bucket.next_at() == NOW + 10
    assert not bucket.has_token(NOW + 9)
    assert bucket.has_token(NOW + 10)


def test_more_than_there_is_has_to_be_earned_before_anything_else() -> None:
    bucket = TokenBucket(3, 10)
    bucket.take(NOW, 13)
    assert bucket.next_at() == NOW + 110
    assert not bucket.has_token(NOW + 109)
    assert bucket.has_token(NOW + 110)


def test_what_is_given_is_there_as_far_as_there_is_room() -> None:
    bucket = TokenBucket(3, 10)
    bucket.take(NOW, 3)
    bucket.refill(1)
    assert bucket.has_token(NOW)
    bucket.refill(50)
    taken = 0
    while bucket.has_token(NOW):
        bucket.take(NOW)
        taken += 1
    assert taken == 3


@given(st.integers(1, 20), st.integers(1, 50), st.lists(st.integers(0, 200), max_size=60))
def test_no_more_is_ever_used_than_there_was_and_was_earned(most: int, each: int, pauses: Sequence[int]) -> None:
    bucket = TokenBucket(most, each)
    now, used = NOW, 0
    for pause in pauses:
        now += pause
        if bucket.has_token(now):
            bucket.take(now)
            used += 1
    assert used <= most + (now - NOW) // each


# -- a hand


def change(round_number: int = 1, lists: str = "1L 2R wait") -> TableChange:
    mask = sum(1 << move for move in moves(lists))
    return TableChange(round_number, None, (mask, mask), 1, (0, 0))


def landings(hand: MovesInFlight, until: int) -> list[tuple[str, int]]:
    hand.advance(until)
    found = []
    while hand.flying:
        card = hand.pop_landed()
        found.append((SPIT.move_name(card.move), card.lands))
    return found


def test_a_hand_takes_one_card_after_another() -> None:
    hand, seen = MovesInFlight(50), change()
    one, two, three = moves("1L 2R 3R")
    hand.attempt(one, 1, seen, 0, 0)
    hand.attempt(two, 1, seen, 10, 10)
    hand.attempt(three, 1, seen, 20, 20)
    assert [card.move for card in hand.attempts] == [one, three]
    assert landings(hand, 49) == [("1L", 50)]
    assert landings(hand, 50) == [("3R", 100)]
    assert hand.first is None


def test_a_hand_without_work_waits_until_it_may() -> None:
    hand = MovesInFlight(50)
    hand.attempt(moves("1L")[0], 1, change(), 5, 30)
    assert landings(hand, 29) == []
    assert landings(hand, 30) == [("1L", 80)]


def test_naming_the_card_that_is_on_its_way_gives_up_the_one_that_waits() -> None:
    hand, seen = MovesInFlight(50), change()
    one, two = moves("1L 2R")
    hand.attempt(one, 1, seen, 0, 0)
    hand.attempt(two, 1, seen, 10, 10)
    hand.attempt(one, 2, seen, 20, 20)
    assert landings(hand, 100) == [("1L", 50)]


def test_a_hand_is_cleared_of_the_cards_of_another_round_and_is_free() -> None:
    hand = MovesInFlight(50)
    one, two = moves("1L 2R")
    hand.attempt(one, 1, change(1), 0, 0)
    hand.attempt(two, 1, change(1), 10, 10)
    assert [card.move for card in hand.clear_other_rounds(2)] == [one, two]
    assert hand.clear_other_rounds(2) == []
    hand.attempt(one, 2, change(2), 20, 20)
    assert landings(hand, 20) == [("1L", 70)]
    hand.attempt(one, 2, change(2), 30, 30)
    assert hand.clear_other_rounds(2) == []


# -- what could be done when


class Story:
    """Changes as a game makes them, told in few words."""

    def __init__(self) -> None:
        self.changes = TableHistory()
        self.number = 0

    def then(self, made: str, lists: str, *whats: str, round_number: int = 1) -> TableChange:
        """After `SEAT MOVE` (or nothing, the deal) seat 0 has these moves, and these events have happened."""
        seat, _, move = made.partition(" ")
        events = [event("spit", text) for text in ([made] if made else []) + [f"- {what}" for what in whats]]
        self.number += len(events)
        by = (int(seat), SPIT.parse_move(move)) if made else None
        return self.changes.add(round_number, by, (moves(lists), moves("wait")), events, self.number)


def test_the_event_that_beat_a_card_is_the_last_on_its_pile_in_the_change_that_made_it_impossible() -> None:
    story = Story()
    dealt = story.then("", "1L 2R 3>5 wait")
    story.then("1 4L", "2R 3>5 wait")
    story.then("1 4L", "1L 2R 3>5 wait")
    story.then("1 5R", "wait", "spit Kd Kc")
    story.then("1 2>3", "wait")
    one, two, three = moves("1L 2R 3>5")
    # Events 1 and 2 are seat 1's cards on L, 3 its card on R, 4 the spit on both, 5 its move elsewhere.
    assert story.changes.event_against(0, one, dealt) == 4
    assert story.changes.event_against(0, two, dealt) == 4
    assert story.changes.event_against(0, three, dealt) == 3


@pytest.mark.parametrize(
    ("move", "number"),
    [("1L", 8), ("1R", 7), ("3>5", 7), ("slap:L", 7)],
)
def test_of_events_that_came_together(move: str, number: int) -> None:
    """A spit on L alone; waits are no change."""
    events = [event("spit", text) for text in ("1 wait", "1 5R", "- spit Kd -")]
    assert event_against(SPIT.parse_move(move), events, 8) == number


def test_a_card_that_was_played_since() -> None:
    story = Story()
    dealt = story.then("", "1L 2R wait")
    story.then("1 1L", "1L 2R wait")
    story.then("0 1L", "1L 2R wait")
    last = story.then("0 3>4", "1L 2R 4R wait")
    one, two, four = moves("1L 2R 4R")
    assert story.changes.played_since(0, one, dealt) == 2
    assert story.changes.played_since(0, two, dealt) is None
    assert story.changes.played_since(0, four, dealt) == 3
    assert story.changes.played_since(0, one, last) is None


def test_since_when_a_card_could_be_seen_to_fit() -> None:
    story = Story()
    dealt = story.then("", "1L wait")
    story.then("1 1L", "wait")
    again = story.then("1 1L", "1L wait")
    last = story.then("1 2R", "1L wait")
    (one,) = moves("1L")
    assert story.changes.seen_since(0, one, dealt) is again
    assert story.changes.seen_since(0, one, last) is last
    story.then("1 3L", "wait")
    assert story.changes.seen_since(0, one, dealt) is dealt


def test_what_an_answer_without_an_id_may_name() -> None:
    story = Story()
    story.then("", "1L wait")
    story.then("1 1L", "2L wait")
    old = story.then("1 1L", "3L wait")
    story.then("1 1L", "wait")
    story.then("1 1L", "4L wait", "round 2", round_number=2)
    new = story.then("1 1L", "5L wait", round_number=2)
    named = {name: story.changes.naming(0, SPIT.parse_move(name)) for name in ("1L", "2L", "3L", "4L", "5L", "wait")}
    assert named["5L"] is named["wait"] is new
    assert named["4L"] is not None
    assert named["3L"] is old
    assert named["2L"] is named["1L"] is None


def test_rounds_long_past_are_forgotten() -> None:
    story = Story()
    for number in range(1, 2000):
        story.then("1 1L", "1L wait", round_number=number)
        story.changes.asked(0, number)
    assert story.changes.of_go(0, 1999) is story.changes.last
    assert story.changes.of_go(0, 1998).round == 1998
    assert story.changes.of_go(0, 3).round == 0
    assert all(story.changes.of_go(0, 3).lists_move(0, move) for move in range(WAIT + 3))
    assert len(story.changes._changes) == 2
    assert story.changes.round_began == story.changes.last.first
