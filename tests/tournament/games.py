"""Tournaments played without a table: results come from a function, in whatever order games end."""

from collections.abc import Callable, Sequence
from random import Random

from cardgames.bots.faults import Fault, Forfeit
from cardgames.rules import Outcome
from cardgames.table.referee import GameReport
from cardgames.tournament.formats.schedule import GameResult, Schedule, ScheduledGame
from cardgames.tournament.played import Played

Judge = Callable[[ScheduledGame], Outcome]


def win(seat: int, *scores: int) -> Outcome:
    """A win of one seat of two, or of as many as there are scores."""
    return Outcome((seat,), scores or (1 - seat, seat), "out")


def draw(seats: int = 2) -> Outcome:
    """A draw of all."""
    return Outcome(tuple(range(seats)), (0,) * seats, "impasse")


def stronger_wins(game: ScheduledGame) -> Outcome:
    """The player with the lowest number wins."""
    return win(
        game.players.index(min(game.players)), *(1 if player == min(game.players) else 0 for player in game.players)
    )


def by_chance(strengths: Sequence[float], seed: int = 0) -> Judge:
    """Who is the better on that day; the same for the same game, whenever it is played."""

    def judge(game: ScheduledGame) -> Outcome:
        rng = Random(f"{seed} {game.number}")
        form = [strengths[player] + rng.gauss(0, 1) for player in game.players]
        if rng.random() < 0.2:
            return draw(len(form))
        return win(form.index(max(form)), *(int(value == max(form)) for value in form))

    return judge


def play_out(schedule: Schedule, judge: Judge, *, at_a_time: int = 1, rng: Random | None = None) -> list[ScheduledGame]:
    """Plays a schedule to its end, so many games at a time, which end in an order by chance. The games as given out."""
    rng = rng or Random(0)
    running: list[ScheduledGame] = []
    given: list[ScheduledGame] = []
    while True:
        while len(running) < at_a_time and (game := schedule.next()) is not None:
            running.append(game)
            given.append(game)
        if not running:
            return given
        ended = running.pop(rng.randrange(len(running)))
        schedule.add(ended.number, GameResult(ended.players, judge(ended)))


def played(
    game: ScheduledGame, outcome: Outcome, faults: Sequence[Fault] = (), plies: int = 10, micros: int = 100
) -> Played:
    """A game that went like this."""
    return Played(game, GameReport(outcome, tuple(faults), plies, micros, ""))


def forfeited(game: ScheduledGame, *faults: Fault) -> Played:
    """A game that ended by faults."""
    return played(game, Forfeit(faults).outcome(len(game.players)), faults)
