"""A person's seat at a table in real time."""

import os
from collections.abc import Iterator
from time import monotonic_ns

import pytest

from cardgames.bots.spec import BotSpec
from cardgames.bots.wires import MILLI
from cardgames.casual.live_seat import LivePersonSeat, PausableWires, PersonChannel
from cardgames.games.registry import find_game


class Keys:
    """A keyboard in a test, and what was done with its keys."""

    def __init__(self) -> None:
        self.read_end, self._write_end = os.pipe()
        self.pressed: list[bytes] = []
        self.heard: list[str] = []
        self.channel = PersonChannel(self.read_end, self._press, self.heard.append)

    def press(self, keys: bytes) -> None:
        os.write(self._write_end, keys)

    def _press(self) -> None:
        keys = os.read(self.read_end, 100)
        self.pressed.append(keys)
        if keys.endswith(b"\r"):
            self.channel.answer(f"bestmove {keys[:-1].decode()} 7")
        if keys == b"x":
            raise KeyboardInterrupt

    def close(self) -> None:
        os.close(self.read_end)
        os.close(self._write_end)
        self.channel.close()


@pytest.fixture
def keys() -> Iterator[Keys]:
    found = Keys()
    yield found
    found.close()


def later() -> int:
    return monotonic_ns() + 60_000 * MILLI


def test_a_person_is_ready_at_once(keys: Keys) -> None:
    wires = PausableWires([None, keys.channel])
    wires.send(1, "newgame spit seat 1 players 2\nisready\n")
    ((seat, what, _),) = wires.wait(later(), 2)
    assert (seat, what) == (1, "readyok")
    assert keys.heard == ["newgame spit seat 1 players 2"]


def test_keys_become_an_answer(keys: Keys) -> None:
    wires = PausableWires([keys.channel, None])
    keys.press(b"3l\r")
    ((seat, what, at),) = wires.wait(later(), 1)
    assert (seat, what) == (0, "bestmove 3l 7")
    assert at <= wires.now()


def test_keys_are_taken_also_while_no_answer_is_awaited(keys: Keys) -> None:
    wires = PausableWires([keys.channel, None])
    keys.press(b"3")
    assert wires.wait(wires.now() + MILLI, 0) == []
    assert keys.pressed == [b"3"]


def test_what_a_key_raises_ends_the_waiting(keys: Keys) -> None:
    wires = PausableWires([keys.channel, None])
    keys.press(b"x")
    with pytest.raises(KeyboardInterrupt):
        wires.wait(later(), 1)


def test_time_stands_still(keys: Keys) -> None:
    wires = PausableWires([keys.channel, None])
    before = wires.now()
    wires.stand_still(3_600_000 * MILLI)
    assert wires.now() < before
    keys.press(b"w\r")
    begun = wires.now()
    ((_, what, at),) = wires.wait(begun + 60_000 * MILLI, 1)
    assert what == "bestmove w 7"
    assert begun <= at <= wires.now()


def test_the_seat(keys: Keys) -> None:
    seat = LivePersonSeat(BotSpec("ann", player="human"), keys.channel)
    seat.ready(find_game("spit"))
    assert seat.is_person
    assert seat.channel is keys.channel
    assert seat.last_words() == ""
    seat.drop()
