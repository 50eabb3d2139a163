"""What the faults of bots come to: for a game, for a bot that is at fault again and again, for the whole run."""

from collections import Counter
from collections.abc import Container

from cardgames.bots.faults import Fault, Forfeit, Termination
from cardgames.cards import Dealer
from cardgames.table.record import write_record
from cardgames.table.referee import GameReport
from cardgames.tournament.config.config import Config
from cardgames.tournament.config.settings import VOID
from cardgames.tournament.formats.schedule import GameResult
from cardgames.tournament.job import Job, setup_of
from cardgames.tournament.played import Played


class Streaks:
    """In how many games one after another each player had the same fault, in the order in which they were counted.

    A bot that does wrong now this, now that, still plays; one that always ends in the same way does not.
    """

    def __init__(self, players: int, most: int) -> None:
        """Nobody has been at fault yet.

        Args:
            players: how many take part.
            most: so many in a row are too many; 0 for no such limit.
        """
        self._streaks: list[list[Termination]] = [[] for _ in range(players)]
        self._kinds: list[Counter[Termination]] = [Counter() for _ in range(players)]
        self._most = most
        self.out: dict[int, Termination] = {}
        """Who has been taken out, and the fault that it always had."""

    def add(self, played: Played) -> list[int]:
        """Takes note of a game. Returns who is taken out by it."""
        players = played.scheduled.players
        faults = {players[fault.seat]: fault.kind for fault in played.report.faults}
        if Termination.WITHDRAWN in faults.values():
            for player in faults:
                # In what an earlier version has kept its faults may not be in a row: it did not keep the order.
                self.out.setdefault(player, self._usual_fault(player))
            return []
        gone = []
        for player in players:
            streak, kind = self._streaks[player], faults.get(player)
            if kind is None or kind not in streak:
                streak.clear()
            if kind is None or player in self.out:
                continue
            streak.append(kind)
            self._kinds[player][kind] += 1
            if len(streak) == self._most:
                self.out[player] = kind
                gone.append(player)
        return gone

    def _usual_fault(self, player: int) -> Termination:
        return max(self._kinds[player], key=self._kinds[player].__getitem__, default=Termination.WITHDRAWN)


def result_of_game(config: Config, played: Played) -> GameResult:
    """What a schedule needs of a game: one with a fault may be void."""
    return GameResult(played.scheduled.players, played.report.outcome, is_void(config, played))


def is_void(config: Config, played: Played) -> bool:
    """Whether it counts for nobody."""
    return config.on_fault == VOID and bool(played.report.faults)


def unplayed(config: Config, job: Job, out: Container[int]) -> Played:
    """A game that is not played, for one or more of its players have been taken out: they forfeit it."""
    setup = setup_of(config, job)
    players = job.scheduled.players
    detail = f"not played: taken out after the same fault {config.max_faults} times in a row (--max-faults)"
    faults = tuple(Fault(seat, Termination.WITHDRAWN, detail) for seat, player in enumerate(players) if player in out)
    outcome = Forfeit(faults).outcome(len(players))
    position = setup.game.deal(setup.rules, Dealer(setup.seed)).text()
    names = [config.bots[player].name for player in players]
    record = write_record(setup, names, position, (), outcome, faults)
    return Played(job.scheduled, GameReport(outcome, faults, 0, 0, record))
