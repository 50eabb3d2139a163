"""The levels of the built-in players, one above the other: which there are, and whether each is as strong as it claims.

A level claims to be above another one: greedy above random, each expert above the one of less skill, or of the same
skill named before it, the least of them above random and one of full skill above greedy. A ladder is monotone if the
games bear all of that out.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from cardgames.games.players import PLAYERS, PlayerChoice, PlayerError, check_options, read_player
from cardgames.players.expert.base import Expert
from cardgames.players.expert.skill import FULL_SKILL
from cardgames.text import signed
from cardgames.tournament.rating.bradley_terry import Meeting
from cardgames.tournament.rating.pentanomial import Pentanomial
from cardgames.tournament.rating.sprt import SprtState, Verdict
from cardgames.tournament.results.result import Result
from cardgames.tournament.results.standings import Strength, Versus, reversed_versus, strengths_of

SKILLS = (0, 5, 10, 15, 20)
SURE = 0.95
"""The likelihood of superiority from which on a step counts as sure."""

_LOWEST, _MIDDLE, _RANKED = "random", "greedy", "expert"
_LIMITS = ("Nodes", "Time")


class Level(NamedTuple):
    """A built-in player at one strength."""

    choice: PlayerChoice

    @property
    def name(self) -> str:
        """`greedy`, `expert-5` for the expert of skill 5."""
        if [name for name, _ in self.choice.options] == ["Skill"]:
            return f"{self.choice.name}-{self.skill}"
        return self.choice.label

    @property
    def skill(self) -> int | None:
        """Of an expert."""
        if self.choice.name != _RANKED:
            return None
        return int(dict(self.choice.options).get("Skill", FULL_SKILL))

    @property
    def strength(self) -> tuple[object, ...]:
        """Equal for levels that play alike, however they are written: `expert`, `20`, `020`."""
        others = [(name, int(value)) for name, value in self.choice.options if name != "Skill"]
        return self.choice.name, self.skill, *sorted(others)

    @property
    def wants_limit(self) -> bool:
        """Whether it is an expert that has no limit of its own for thinking."""
        return self.skill is not None and not any(name in _LIMITS for name, _ in self.choice.options)

    def typed(self, nodes: int | None) -> str:
        """As a command line names it, with so many nodes for each move if it has no limit of its own.

        Args:
            nodes: None for what the clock gives.
        """
        options = list(self.choice.options)
        if nodes is not None and self.wants_limit:
            options.append(("Nodes", str(nodes)))
        given = ",".join(f"{name}={value}" for name, value in options)
        return f"{self.name}={self.choice.name}{':' if given else ''}{given}"


def all_levels() -> list[Level]:
    """All levels there are of every game: random, greedy, and the expert at five skills, the weakest first."""
    return [*(Level(PlayerChoice(name)) for name in (_LOWEST, _MIDDLE)), *(_expert(str(skill)) for skill in SKILLS)]


def read_levels(text: str) -> list[Level]:
    """The levels that `random,greedy,5,expert:Skill=20,Nodes=7` names; a number is an expert of that skill.

    Raises:
        PlayerError: no such player, a skill that there is not, a level given twice.
    """
    levels: list[Level] = []
    for word in split_players(text):
        if not word:
            raise PlayerError(f"levels {text!r}: levels with one comma between them were expected, as random,greedy,5")
        level = _expert(word) if word.isascii() and word.isdigit() else Level(read_player(word))
        if level.strength in [other.strength for other in levels]:
            raise PlayerError(f"level {level.name}: given twice")
        levels.append(level)
    return levels


def split_players(text: str) -> list[str]:
    """The players that have commas between them: after a comma OPTION=VALUE goes on with the player before it."""
    words: list[str] = []
    for part in map(str.strip, text.split(",")):
        if words and ":" in words[-1] and "=" in part and ":" not in part:
            words[-1] += f",{part}"
        else:
            words.append(part)
    return words


def _expert(skill: str) -> Level:
    return Level(check_options(_RANKED, [("Skill", skill)]))


def default_nodes(game: str) -> int:
    """How many nodes are enough for a good move of the game's expert."""
    kind = PLAYERS[_RANKED].of_game(game)
    assert issubclass(kind, Expert)
    return kind.default_nodes


def steps_of(levels: Sequence[Level]) -> list[tuple[int, int]]:
    """Which level claims to be above which, as places in `levels`: the lower one, the upper one."""
    place = {level.name: at for at, level in enumerate(levels)}
    experts = sorted(
        (at for at, level in enumerate(levels) if level.skill is not None), key=lambda at: _skill(levels[at])
    )
    chain = [place[_LOWEST], *experts] if _LOWEST in place else experts
    steps = list(pairwise(chain))
    if _MIDDLE in place:
        if _LOWEST in place:
            steps.insert(0, (place[_LOWEST], place[_MIDDLE]))
        if experts and levels[experts[-1]].skill == FULL_SKILL:
            steps.append((place[_MIDDLE], experts[-1]))
    return steps


def _skill(level: Level) -> int:
    return -1 if level.skill is None else level.skill


class Step(NamedTuple):
    """One level's claim to be above another, and what came of it."""

    lower: int
    upper: int
    rise: float | None
    """By how much Elo the upper one is above, by the games of all levels; None if one has not played."""
    versus: Versus | None
    """The games between the two, as the upper one sees them; None if they have not met."""
    sprt: SprtState | None = None
    """The test that ended their match."""

    @property
    def goes_up(self) -> bool:
        """Whether the upper one is above, as far as they have met."""
        return self.versus is not None and self.rise is not None and self.rise > 0

    @property
    def is_sure(self) -> bool:
        """Whether the games between the two would hardly be by chance."""
        if self.sprt is not None:
            return self.sprt.verdict is Verdict.ACCEPT_H1
        return self.versus is not None and self.versus.superiority >= SURE


class Rung(NamedTuple):
    """One level among all."""

    level: Level
    games: int
    points: float
    elo: float | None
    """Above the first level, random as a rule; None if it has not played."""
    error: float | None
    """Half the width of the 95 % interval, against the average of all levels."""


class Ladder(NamedTuple):
    """The levels of a game after their games."""

    game: str
    rungs: tuple[Rung, ...]
    steps: tuple[Step, ...]

    @property
    def monotone(self) -> bool:
        """Whether every step goes up."""
        return all(step.goes_up for step in self.steps)

    def name(self, place: int) -> str:
        """Of a level by its place."""
        return self.rungs[place].level.name

    def verdict(self) -> str:
        """Whether it is monotone, and which steps it is not sure of."""
        down = [self._step_text(step) for step in self.steps if step.versus is not None and not step.goes_up]
        if down:
            return f"not monotone: {', '.join(down)}"
        left = sum(step.versus is None for step in self.steps)
        if left:
            return f"no step goes down so far; not played: {left} of {len(self.steps)}"
        unsure = [self._step_text(step) for step in self.steps if not step.is_sure]
        return "monotone: every step goes up" + (f"; not sure yet: {', '.join(unsure)}" if unsure else "")

    def _step_text(self, step: Step) -> str:
        assert step.versus is not None
        superiority = 100 * step.versus.superiority
        rise = signed(step.rise or 0.0)
        return f"{self.name(step.upper)} over {self.name(step.lower)} (Elo {rise}, LOS {superiority:.1f} %)"


def ladder_of_all(game: str, levels: Sequence[Level], result: Result) -> Ladder:
    """The ladder after a tournament of all levels, in their order."""
    return _ladder(game, levels, result.standings.versus(), result.standings.strengths())


def ladder_of_matches(game: str, levels: Sequence[Level], matches: Mapping[tuple[int, int], Result]) -> Ladder:
    """The ladder after matches of two.

    Args:
        game: what was played.
        levels: all of them.
        matches: by the places of the lower and the upper one; the upper one was named first.
    """
    versus: dict[tuple[int, int], Versus] = {}
    tests: dict[tuple[int, int], SprtState] = {}
    for (lower, upper), result in matches.items():
        for met in result.standings.versus().values():
            versus[min(lower, upper), max(lower, upper)] = met if upper < lower else reversed_versus(met)
        if result.standings.counting.sprt is not None:
            tests[lower, upper] = result.standings.counting.sprt
    meetings: dict[tuple[int, int], Meeting] = {pair: met.meeting for pair, met in versus.items()}
    pairs: dict[tuple[int, int], Pentanomial] = {pair: met.pairs for pair, met in versus.items()}
    return _ladder(game, levels, versus, strengths_of(len(levels), meetings, pairs), tests)


def _ladder(
    game: str,
    levels: Sequence[Level],
    versus: Mapping[tuple[int, int], Versus],
    strengths: Sequence[Strength | None],
    tests: Mapping[tuple[int, int], SprtState] | None = None,
) -> Ladder:
    ground = next((strength.elo for strength in strengths if strength is not None), 0.0)
    rungs = []
    for place, (level, strength) in enumerate(zip(levels, strengths, strict=True)):
        met = list(_meetings(place, versus))
        elo, error = (None, None) if strength is None else (strength.elo - ground, strength.error)
        rungs.append(Rung(level, sum(one.games for one in met), sum(one.points for one in met), elo, error))
    steps = [
        Step(
            lower,
            upper,
            _rise(strengths[lower], strengths[upper]),
            _as_seen(upper, lower, versus),
            (tests or {}).get((lower, upper)),
        )
        for lower, upper in steps_of(levels)
    ]
    return Ladder(game, tuple(rungs), tuple(steps))


def _rise(lower: Strength | None, upper: Strength | None) -> float | None:
    return None if lower is None or upper is None else upper.elo - lower.elo


def _as_seen(one: int, other: int, versus: Mapping[tuple[int, int], Versus]) -> Versus | None:
    """What `one` did against `other`."""
    if (one, other) in versus:
        return versus[one, other]
    met = versus.get((other, one))
    return None if met is None else reversed_versus(met)


def _meetings(place: int, versus: Mapping[tuple[int, int], Versus]) -> Iterable[Meeting]:
    for pair in versus:
        if place in pair:
            met = _as_seen(place, pair[0] + pair[1] - place, versus)
            assert met is not None
            yield met.meeting
