"""What has been played so far, counted: for each player, and for each pair of them."""

from collections import Counter
from collections.abc import Sequence

from cardgames.games.game import Outcome
from cardgames.table.faults import Fault, Termination
from cardgames.tournament.ratings import Meeting, Rating, rate

_NEVER_MET = Meeting(0, 0, 0)


class Score:
    """What one player has done."""

    __slots__ = ("faults", "games", "losses", "shares")

    def __init__(self) -> None:
        self.games = 0
        self.losses = 0
        self.shares: Counter[int] = Counter()
        """How often the first place was had by this many, the player among them."""
        self.faults: Counter[Termination] = Counter()

    @property
    def wins(self) -> int:
        """First places of its own."""
        return self.shares[1]

    @property
    def draws(self) -> int:
        """First places shared with others."""
        return self.shares.total() - self.shares[1]

    @property
    def points(self) -> float:
        """One for a win, a half, a third or a quarter for a shared one."""
        return sum(times / holders for holders, times in self.shares.items())


class Standings:
    """The results of a tournament; `add` counts one game."""

    def __init__(self, players: int) -> None:
        self.scores = [Score() for _ in range(players)]
        self.games = 0
        self.plies = 0
        self.micros = 0
        self._pairs: dict[tuple[int, int], list[int]] = {}

    def add(
        self,
        players: Sequence[int],
        outcome: Outcome,
        faults: Sequence[Fault] = (),
        plies: int = 0,
        micros: int = 0,
    ) -> None:
        """Counts a game.

        Args:
            players: for each seat who sat there.
            outcome: as the referee gave it.
            faults: as the referee found them.
            plies: how many `go` were answered.
            micros: µs from the first `go` to the last answer.
        """
        self.games += 1
        self.plies += plies
        self.micros += micros
        for seat, player in enumerate(players):
            score = self.scores[player]
            score.games += 1
            if seat in outcome.winners:
                score.shares[len(outcome.winners)] += 1
            else:
                score.losses += 1
        for fault in faults:
            self.scores[players[fault.seat]].faults[fault.kind] += 1
        self._add_pairs(players, outcome)

    def meeting(self, one: int, other: int) -> Meeting:
        """What `one` did against `other`."""
        if one > other:
            wins, draws, losses = self.meeting(other, one)
            return Meeting(losses, draws, wins)
        return Meeting(*self._pairs.get((one, other), _NEVER_MET))

    def meetings(self) -> dict[tuple[int, int], Meeting]:
        """Every pair that has met, the lower number first."""
        return {pair: Meeting(*counts) for pair, counts in sorted(self._pairs.items())}

    def ratings(self) -> list[Rating | None]:
        """The rating of each player, None for one that has not played."""
        return rate(len(self.scores), self.meetings())

    def ranking(self) -> list[int]:
        """The players, the best first: by share of the points they could have had, then as they were named."""
        return sorted(range(len(self.scores)), key=lambda player: -self._share(player))

    def _share(self, player: int) -> float:
        score = self.scores[player]
        return score.points / score.games if score.games else -1.0

    def _add_pairs(self, players: Sequence[int], outcome: Outcome) -> None:
        """Each two at the table met: who came out ahead, by the first place, then by the score."""
        places = [(seat in outcome.winners, outcome.scores[seat]) for seat in range(len(players))]
        for seat, player in enumerate(players):
            for after in range(seat + 1, len(players)):
                one, other = (seat, after) if player < players[after] else (after, seat)
                counts = self._pairs.setdefault((players[one], players[other]), [0, 0, 0])
                counts[_ahead(places[one], places[other])] += 1


def _ahead(one: tuple[bool, int], other: tuple[bool, int]) -> int:
    """0 a win of the first, 1 a draw, 2 a loss. Winners are level whatever their scores."""
    if one[0] and other[0]:
        return 1
    return 1 if one == other else 0 if one > other else 2
