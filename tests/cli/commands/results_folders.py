"""Folders of results as a tournament leaves them, made without playing."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from cardgames.bots.faults import Fault, Forfeit, Termination
from cardgames.rules import Outcome
from cardgames.table.referee import GameReport
from cardgames.tournament.config.config import Config
from cardgames.tournament.config.toml_reader import read_config
from cardgames.tournament.formats.schedule import ScheduledGame
from cardgames.tournament.plan import make_plan
from cardgames.tournament.played import Played
from cardgames.tournament.storage.store import Store

CRASH = Fault(1, Termination.CRASH, "exit status 3")


def config_of(text: str, names: Sequence[str] = ("ann", "bob", "cat")) -> Config:
    """The config of a text without a game and bots: Kroket of ann, bob and cat, with a seed."""
    bots = "".join(f'[[bots]]\nname = "{name}"\nplayer = "random"\n' for name in names)
    return read_config(f'game = "kroket"\nseed = "1"\n{text}\n{bots}', "config.toml")


def ending(game: ScheduledGame) -> GameReport:
    """How a game goes: the first named wins, but for game 5, which cat forfeits on seat 1, and game 6, a draw."""
    record = f'[Game "kroket"]\n[Round "{game.round}.{game.number}"]\n\n1-0\n\n'
    if game.number == 5:
        return GameReport(Forfeit((CRASH,)).outcome(2), (CRASH,), 3, 30, record)
    if game.number == 6:
        return GameReport(Outcome((0, 1), (5, 5), "knock"), (), 12, 120, record)
    seat = game.players.index(min(game.players))
    return GameReport(Outcome((seat,), (9 - 5 * seat, 4 + 5 * seat), "knock"), (), 12, 120, record)


def store_games(folder: Path, config: Config, most: int = 10**9, numbers: Iterable[int] | None = None) -> None:
    """Makes a folder in which the first games of a tournament have been played, or those with these numbers."""
    plan = make_plan(config)
    names = [bot.name for bot in plan.bots]
    with Store.create(folder, config.to_toml(), plan.secret, names) as store:
        store.begin_run("2026-01-31 10:15:00+01:00")
        wanted = range(1, min(plan.schedule.games, most) + 1) if numbers is None else numbers
        games = [plan.schedule.game(number) for number in wanted]
        store.commit([Played(game, ending(game)) for game in games], wall_s=2.5)
        store.finish(2.5)
