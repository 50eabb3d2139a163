"""What has been played so far, counted: for each player, for each pair of them, and for each seat."""

from collections import Counter
from collections.abc import Callable
from math import comb, inf
from typing import NamedTuple

from cardgames.bots.faults import Termination
from cardgames.tournament.played import Played
from cardgames.tournament.rating.bradley_terry import Meeting, likelihood_of_superiority, rate
from cardgames.tournament.rating.paired_errors import paired_errors
from cardgames.tournament.rating.pentanomial import PairTally, Pentanomial
from cardgames.tournament.rating.plackett_luce import Rankings, places
from cardgames.tournament.rating.sprt import Sprt
from cardgames.tournament.rating.statistics import Average, SeatShare, SeatTally, estimate, margin
from cardgames.tournament.results.counting import Counting
from cardgames.tournament.results.fault_policy import Streaks


class Score:
    """What one player has done."""

    __slots__ = ("faults", "games", "losses", "margin", "shares")

    def __init__(self) -> None:
        self.games = 0
        self.losses = 0
        self.shares: Counter[int] = Counter()
        """How often the first place was had by this many, the player among them."""
        self.margin = Average()
        """By how many points it was ahead of the best of the others, forfeits left out."""
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


class Strength(NamedTuple):
    """How strong a player is, in Elo."""

    elo: float
    error: float | None
    """Half the width of the 95 % interval, from the scatter of the deals that were played from both sides where there
    are any; None where the results set no bound."""
    single_error: float | None
    """The same with each game taken for one of a deal of its own."""


class Versus(NamedTuple):
    """What one player did against another."""

    meeting: Meeting
    """Game by game; at tables of more than two, who came out ahead."""
    pairs: Pentanomial
    """Deal by deal, those that were played from both sides; none at tables of more than two."""
    strength: Strength
    """The difference, by these games alone."""
    superiority: float
    """How likely it is, 0 to 1, that the first is the stronger: by the pairs where there are any."""


class Standings:
    """The results of a tournament; `add` counts one game."""

    def __init__(
        self,
        players: int,
        seats: int = 2,
        sprt: Sprt | None = None,
        *,
        max_faults: int = 0,
        void: Callable[[Played], bool] = lambda _: False,
    ) -> None:
        """Nothing played yet.

        Args:
            players: how many take part.
            seats: at each table.
            sprt: the test that ends the match.
            max_faults: with the same fault so many times in a row a player is taken out; 0 for never.
            void: tells the games that count for nobody; of those the faults alone are counted.
        """
        self.scores = [Score() for _ in range(players)]
        self.games = 0
        """Games that count; plies and microseconds are theirs."""
        self.plies = 0
        self.micros = 0
        self.voided = 0
        """Games that counted for nobody."""
        self.streaks = Streaks(players, max_faults)
        self.counting = Counting(sprt, void)
        """Which games count."""
        self._void = void
        self._seats = SeatTally(seats)
        self._meetings: dict[tuple[int, int], list[int]] = {}
        self._pairs: dict[tuple[int, int], PairTally] = {}
        self._rankings = Rankings(players) if seats > 2 else None
        self._strengths: list[Strength | None] | None = None
        """As long as no other game has been counted."""

    def add(self, played: Played) -> None:
        """Takes a game in, which is counted when its turn has come (counting.py)."""
        self.streaks.add(played)
        for game in self.counting.add(played):
            self._count(game)

    @property
    def played(self) -> int:
        """Games that were added: those that count, and those that are void, wait or are left out."""
        return self.games + self.voided + self.counting.waiting + self.counting.left_out

    def versus(self) -> dict[tuple[int, int], Versus]:
        """Every pair that has met, the lower number first."""
        pairs = self._pentanomials()
        return {pair: versus_of(meeting, pairs.get(pair, Pentanomial())) for pair, meeting in self.meetings().items()}

    def meetings(self) -> dict[tuple[int, int], Meeting]:
        """What every pair that has met did, the lower number first."""
        return {pair: Meeting(*counts) for pair, counts in sorted(self._meetings.items())}

    def strengths(self) -> list[Strength | None]:
        """How strong each player is, against the average of those it met; None for one that has not played.

        By Bradley-Terry over all pairs at once; at tables of more than two by Plackett-Luce over all games.
        """
        # Asked for several times for one table, and slow where there are many players.
        if self._strengths is None:
            self._strengths = self._rated()
        return self._strengths

    def _rated(self) -> list[Strength | None]:
        if self._rankings is not None:
            ratings = self._rankings.ratings()
            return [None if rating is None else Strength(*rating, rating.error) for rating in ratings]
        return strengths_of(len(self.scores), self.meetings(), self._pentanomials())

    def seats(self) -> list[SeatShare]:
        """What each seat was worth, forfeits left out; nothing before the first game."""
        return self._seats.shares()

    def ranking(self, even: bool = True) -> list[int]:
        """The players, the best first; where nothing else decides, as they were named.

        By share of the points they could have had, as long as they had them against the same opponents; else by Elo,
        which takes into account how strong those were, and then by that share.

        Args:
            even: whether a format with tables of more than two is to seat everyone with everyone equally often. At
                tables of two it is seen whether they have met so.
        """
        players = sorted(range(len(self.scores)), key=self._share, reverse=True)
        if self.goes_by_points(even):
            return players
        # Rounded, so that equal results make equal places whatever the last bits are.
        elos = [-inf if strength is None else round(strength.elo, 6) for strength in self.strengths()]
        return sorted(players, key=elos.__getitem__, reverse=True)

    def goes_by_points(self, even: bool = True) -> bool:
        """Whether `ranking` does, rather than by Elo."""
        if self._rankings is not None:
            return even or not self.games
        pairs = comb(len(self.scores), 2)
        met = {sum(counts) for counts in self._meetings.values()}
        return not met or (len(self._meetings) == pairs and len(met) == 1)

    def _share(self, player: int) -> float:
        score = self.scores[player]
        return score.points / score.games if score.games else -1.0

    def _pentanomials(self) -> dict[tuple[int, int], Pentanomial]:
        return {pair: tally.pairs for pair, tally in self._pairs.items()}

    # -- counting

    def _count(self, played: Played) -> None:
        players, report = played.scheduled.players, played.report
        winners = report.outcome.winners
        for fault in report.faults:
            self.scores[players[fault.seat]].faults[fault.kind] += 1
        if self._void(played):
            self.voided += 1
            return
        self.games += 1
        self._strengths = None
        self.plies += report.plies
        self.micros += report.micros
        for seat, player in enumerate(players):
            score = self.scores[player]
            score.games += 1
            if seat in winners:
                score.shares[len(winners)] += 1
            else:
                score.losses += 1
            if not report.faults:
                score.margin.add(margin(report.outcome, seat))
        if not report.faults:
            self._seats.add(winners)
        self._compare(played)

    def _compare(self, played: Played) -> None:
        """Each two at the table met: who came out ahead, by the first place, then by the score."""
        players = played.scheduled.players
        ranking = [[players[seat] for seat in group] for group in places(played.report.outcome)]
        place = {player: at for at, group in enumerate(ranking) for player in group}
        for one in players:
            for other in players:
                if one < other:
                    ahead = (place[one] > place[other]) - (place[one] < place[other]) + 1
                    self._meetings.setdefault((one, other), [0, 0, 0])[ahead] += 1
        if self._rankings is not None:
            self._rankings.add(ranking)
            return
        one, other = sorted(players)
        points = (1 + (place[one] < place[other]) - (place[one] > place[other])) / 2
        self._pairs.setdefault((one, other), PairTally()).add(played.scheduled.deal, points)


def versus_of(meeting: Meeting, pairs: Pentanomial) -> Versus:
    """What the games of one pair say, as the first of the two sees it."""
    first, second = strengths_of(2, {(0, 1): meeting}, {(0, 1): pairs})
    assert first is not None
    assert second is not None
    errors = (None if error is None else 2 * error for error in (first.error, first.single_error))
    by_pairs = estimate(pairs.counts)
    superiority = likelihood_of_superiority(meeting) if by_pairs is None else by_pairs.superiority
    return Versus(meeting, pairs, Strength(first.elo - second.elo, *errors), superiority)


def reversed_versus(versus: Versus) -> Versus:
    """The same as the other of the two sees it."""
    meeting, strength = versus.meeting, versus.strength
    return Versus(
        Meeting(meeting.losses, meeting.draws, meeting.wins),
        versus.pairs.reversed,
        strength._replace(elo=0.0 - strength.elo),
        1 - versus.superiority,
    )


def strengths_of(
    players: int, meetings: dict[tuple[int, int], Meeting], pairs: dict[tuple[int, int], Pentanomial]
) -> list[Strength | None]:
    """How strong players of pairings are; None for one that has not played.

    Args:
        players: how many there are.
        meetings: for pairs, the lower number first, what that one did against the other.
        pairs: the same deal by deal.
    """
    ratings = rate(players, meetings)
    errors = paired_errors(ratings, meetings, pairs)
    return [
        None if rating is None else Strength(rating.elo, rating.error if error is None else error, rating.error)
        for rating, error in zip(ratings, errors, strict=True)
    ]
