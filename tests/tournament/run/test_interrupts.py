"""Ctrl-C, once and twice."""

import os
import signal
from collections.abc import Iterator

import pytest

from cardgames.tournament.run.interrupts import Interrupts


def readable(descriptor: int) -> bool:
    os.set_blocking(descriptor, False)
    try:
        return bool(os.read(descriptor, 100))
    except BlockingIOError:
        return False


def asked(interrupts: Interrupts) -> bool:
    return interrupts.asked


@pytest.fixture(params=[signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def number(request: pytest.FixtureRequest) -> Iterator[int]:
    """A signal that is heard, whatever the tests were started by (`nohup`)."""
    before = signal.signal(request.param, signal.default_int_handler)
    yield request.param
    signal.signal(request.param, before)


def test_the_first_is_noted_and_the_second_is_the_end(number: int) -> None:
    before = signal.getsignal(number)
    ended: list[object] = []
    with Interrupts(end=ended.append) as interrupts:
        interrupts.on_forced_exit = lambda: ended.append("last rites")
        assert (asked(interrupts), readable(interrupts.descriptor)) == (False, False)
        os.kill(os.getpid(), number)
        assert (asked(interrupts), readable(interrupts.descriptor)) == (True, True)
        assert not ended
        os.kill(os.getpid(), signal.SIGINT)
        assert ended == ["last rites", 130]
    assert signal.getsignal(number) == before


def test_without_last_rites_it_is_the_end_all_the_same() -> None:
    ended: list[int] = []
    with Interrupts(end=ended.append):
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGTERM)
    assert ended == [130]


def test_what_was_ignored_before_stays_so() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with Interrupts() as interrupts:
            os.kill(os.getpid(), signal.SIGHUP)
            assert not interrupts.asked
        assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)
