"""How far a run is: lines after so many games, a table on a terminal, and nothing that could end the run."""

from io import StringIO

import pytest

from cardgames.bots.faults import Fault, Termination
from cardgames.cli.output.progress import DrawnProgress, LineProgress, Progress, follow, rate_text, time_text
from cardgames.tournament.formats.schedule import GameResult
from cardgames.tournament.played import Played
from cardgames.tournament.results.result import Result
from cardgames.tournament.storage.recount import standings_of
from tests.tournament.run.pools import OUTCOME, plan, report_of


class Course:
    """A tournament that goes on when it is told to, a game in a quarter of a second."""

    def __init__(self, games: int) -> None:
        self.plan = plan("ann", "bob", games=games)
        self.standings = standings_of(self.plan)
        self.time = 1000.0

    def result(self) -> Result:
        return Result(self.plan, self.standings, self.plan.schedule.complete, 0.0)

    def now(self) -> float:
        return self.time

    def play(self, progress: Progress | None, games: int, *faults: Fault, seconds: float = 0.25) -> None:
        for _ in range(games):
            game = self.plan.schedule.next()
            assert game is not None
            self.time += seconds
            played = Played(game, report_of(game.number)._replace(faults=faults))
            self.plan.schedule.add(game.number, GameResult(game.players, OUTCOME))
            self.standings.add(played)
            if progress is not None:
                progress.count(played)
                progress.tick()


def lines_of(games: int, *plays: int, seconds: float = 0.25) -> list[str]:
    course, stream = Course(games), StringIO()
    progress = LineProgress(course.result, course.now, stream)
    for count in plays:
        course.play(progress, count, seconds=seconds)
    progress.close()
    return stream.getvalue().splitlines()


def test_a_short_run_is_told_by_its_table_alone() -> None:
    assert lines_of(98, 98) == []


def test_a_line_after_so_many_games() -> None:
    assert lines_of(400, 250) == [
        "100 of 400 games, 4.0 games/s, 0:01:15 left",
        "200 of 400 games, 4.0 games/s, 0:00:50 left",
    ]
    assert len(lines_of(10_000, 10_000, seconds=0.01)) == 20


def test_a_line_after_ten_minutes_with_a_game() -> None:
    assert lines_of(100, 4, seconds=450) == [
        "2 of 100 games, 8.0 games/h, 12:15:00 left",
        "4 of 100 games, 8.0 games/h, 12:00:00 left",
    ]


def test_what_was_played_before_makes_no_speed() -> None:
    course, stream = Course(400), StringIO()
    course.play(None, 300, seconds=100)
    progress = LineProgress(course.result, course.now, stream)
    assert progress.line() == "300 of 400 games"
    course.play(progress, 50)
    assert progress.line() == "350 of 400 games, 4.0 games/s, 0:00:12 left"
    assert not stream.getvalue()


def test_faults_are_told_as_they_come_up_to_ten_of_each_bot() -> None:
    course, stream = Course(30), StringIO()
    progress = LineProgress(course.result, course.now, stream)
    course.play(progress, 15, Fault(0, Termination.CRASH, "exit\x1b[2Jstatus 3"))
    lines = stream.getvalue().splitlines()
    assert lines[0] == "game 1: ann (seat 0) forfeits, crash: exit\\x1b[2Jstatus 3"
    assert lines[1].startswith("game 2: bob (seat 0) forfeits, crash: ")
    # In 15 games ann had 8 faults and bob 7.
    assert len(lines) == 15
    course.play(progress, 15, Fault(0, Termination.CRASH, "x"))
    lines = stream.getvalue().splitlines()
    assert len(lines) == 22
    assert [line for line in lines if line.startswith("more")] == [
        "more faults of ann are counted in the table, and told in the records",
        "more faults of bob are counted in the table, and told in the records",
    ]
    assert progress.line().endswith("30 faults")


def test_a_standard_error_that_nobody_reads_any_more_ends_nothing() -> None:
    class Gone(StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    course = Course(400)
    progress = LineProgress(course.result, course.now, Gone())
    course.play(progress, 200, Fault(0, Termination.TIME, "x"))
    progress.close()
    assert progress.line().startswith("200 of 400 games")


def test_on_a_terminal_the_table_is_drawn_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in {"FORCE_COLOR": "1", "TERM": "xterm", "COLUMNS": "120", "LINES": "40"}.items():
        monkeypatch.setenv(name, value)
    course = Course(400)
    progress = DrawnProgress(course.result, course.now)
    drawn: list[float] = []
    draw = progress._draw

    def noted() -> None:
        drawn.append(course.time)
        draw()

    monkeypatch.setattr(progress, "_draw", noted)
    course.play(progress, 10)
    progress.say("[red]a line that stays\x1b")
    progress.close()
    out, err = capsys.readouterr()
    assert not out
    assert drawn == [1000.25, 1000.75, 1001.25, 1001.75, 1002.25]
    for words in ("player", "ann", "bob", "9 of 400 games, 4.0 games/s, 0:01:38 left", "[red]a line that stays?"):
        assert words in err
    assert err.count("player") >= 5
    # The cursor is back.
    assert err.rindex("\x1b[?25h") > err.rindex("\x1b[?25l")


@pytest.mark.parametrize(("columns", "rows", "words"), [("30", "40", ""), ("120", "6", "... and 1 more")])
def test_a_small_terminal_shows_what_it_has_room_for(
    columns: str, rows: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in {"FORCE_COLOR": "1", "TERM": "xterm", "COLUMNS": columns, "LINES": rows}.items():
        monkeypatch.setenv(name, value)
    course = Course(400)
    progress = DrawnProgress(course.result, course.now)
    course.play(progress, 2)
    progress.close()
    err = capsys.readouterr().err
    assert "2 of 400 games" in err or "1 of 400 games" in err
    assert ("player" in err) == (columns == "120")
    assert words in err


@pytest.mark.parametrize(
    ("terminal", "term", "kind"),
    [(True, "xterm", DrawnProgress), (True, "dumb", LineProgress), (False, "xterm", LineProgress)],
)
def test_who_follows(terminal: bool, term: str, kind: type[Progress], monkeypatch: pytest.MonkeyPatch) -> None:
    stream = StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: terminal)
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("TERM", term)
    progress = follow(Course(2).result)
    assert isinstance(progress, kind)
    progress.close()


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.4, "0:00:00"), (59.6, "0:01:00"), (3661, "1:01:01"), (86399, "23:59:59"), (97200, "1 d 3 h")],
)
def test_times(seconds: float, text: str) -> None:
    assert time_text(seconds) == text


@pytest.mark.parametrize(
    ("rate", "text"), [(613.25, "613.2 games/s"), (1, "1.0 games/s"), (0.5, "30.0 games/min"), (0.001, "3.6 games/h")]
)
def test_rates(rate: float, text: str) -> None:
    assert rate_text(rate) == text
