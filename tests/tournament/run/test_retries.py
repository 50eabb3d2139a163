"""What was refused is tried again later and later, and then no more. Nobody sleeps."""

import pytest

from cardgames.bots.isolation.machine_refusals import RefusalError
from cardgames.tournament.run.retries import PAUSES_S, Retries


class Time:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_pauses_are_bounded() -> None:
    assert 30 <= sum(PAUSES_S) <= 120
    assert sorted(PAUSES_S) == list(PAUSES_S)


def test_later_and_later_and_then_no_more(capsys: pytest.CaptureFixture[str]) -> None:
    time = Time()
    retries = Retries((1, 5), time)
    assert not retries.waiting
    for pause in (1, 5):
        retries.refused(7, "no room")
        for waiting, moment in ((True, 0.0), (True, pause - 0.01), (False, pause)):
            begun = time.now
            time.now += moment
            assert retries.waiting is waiting
            time.now = begun
        time.now += pause
    with pytest.raises(RefusalError, match=r"^no room \(tried 3 times\)$"):
        retries.refused(7, "no room")
    told = capsys.readouterr().err.splitlines()
    assert told == [f"cardgames: no room; trying again in {pause} s" for pause in (1, 5)]


def test_each_thing_has_its_own_count_and_loses_it_when_it_is_had(capsys: pytest.CaptureFixture[str]) -> None:
    time = Time()
    retries = Retries((1, 5), time)
    for game in range(100):
        retries.refused(game, "no room")
    assert len(capsys.readouterr().err.splitlines()) == 1
    for _ in range(3):
        time.now += 60
        retries.refused(7, "no room")
        retries.done(7)
    retries.done(7)


def test_before_the_start_it_is_given_up_sooner() -> None:
    retries = Retries((1, 5, 10), Time())
    retries.refused(0, "no room", 1)
    with pytest.raises(RefusalError, match="tried 2 times"):
        retries.refused(0, "no room", 1)
