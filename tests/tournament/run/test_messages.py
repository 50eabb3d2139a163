"""What goes between runner and worker arrives whole, however the pipe cuts it."""

from hypothesis import given
from hypothesis import strategies as st

from cardgames.tournament.config.config import Handicap
from cardgames.tournament.formats.schedule import ScheduledGame
from cardgames.tournament.job import Job, setup_of
from cardgames.tournament.run.messages import (
    Assignment,
    Done,
    Failure,
    JobRefused,
    Message,
    Release,
    Tried,
    Try,
    Unpacker,
    Warned,
    packed,
)
from tests.tournament.run.pools import config, jobs, plan, report_of

MESSAGES: list[Message] = [
    Assignment(config("ann", "bob", programs=("bob",)), (0, 1), 7, "logs"),
    Try((0, 1)),
    Tried((Failure(1, "it does not start"),)),
    list(jobs(plan("ann", "bob", games=6))),
    Done(((1, report_of(1)), (2, report_of(2))), 123),
    JobRefused(3, "no room"),
    Release(),
    Warned("its folder stays"),
]


@given(st.lists(st.integers(1, 700), max_size=20))
def test_messages_arrive_in_whatever_pieces(sizes: list[int]) -> None:
    data = b"".join(map(packed, MESSAGES))
    unpacker = Unpacker()
    arrived: list[Message] = []
    for size in [*sizes, len(data)]:
        arrived += unpacker.feed(data[:size])
        data = data[size:]
    expected = [repr(message) for message in MESSAGES[1:]]
    assert [repr(message) for message in arrived[1:]] == expected
    assert isinstance(arrived[0], Assignment)
    assert arrived[0].config.to_toml() == config("ann", "bob", programs=("bob",)).to_toml()


def test_a_game_is_set_up_as_the_config_says() -> None:
    settings = config("ann", "bob", games=2)
    job = Job(ScheduledGame(4, 3, 2, (1, 0), last=True), b"s" * 32, "2026.01.31")
    setup = setup_of(settings, job)
    assert (setup.seed, setup.reveal, setup.max_plies) == (b"s" * 32, True, None)
    assert setup.tags == (("Event", "tournament"), ("Round", "2.4"), ("Date", "2026.01.31"))
    short = setup_of(settings._replace(max_plies=30), job._replace(scheduled=job.scheduled._replace(last=False)))
    assert (short.reveal, short.max_plies, short.tags[-1]) == (False, 30, ("MaxPlies", "30"))


def test_handicaps_go_with_the_player_from_seat_to_seat() -> None:
    from cardgames.games.registry import find_game
    from cardgames.table.clock_settings import ClockSettings

    spit = find_game("spit")
    settings = config("ann", "bob")._replace(game=spit, rules=spit.rules(), clock=ClockSettings.virtual(think=200))
    slow = settings.entrants[1]._replace(handicap=Handicap(think=500))
    settings = settings._replace(entrants=(settings.entrants[0], slow))
    thinks = [
        setup_of(settings, Job(ScheduledGame(1, 1, 1, players), bytes(32), "")).clock.think
        for players in ((0, 1), (1, 0))
    ]
    assert thinks == [(200, 500), (500, 200)]
