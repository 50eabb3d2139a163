"""How the option `Skill` makes an expert weaker, in the same way for every game.

Below full skill a player makes a beginner's mistake: it overlooks moves. It overlooks each move with a probability that
falls from level to level, and takes the best of the moves that it has noticed. It also searches fewer nodes.
"""

from collections.abc import Sequence
from random import Random

FULL_SKILL = 20

_MOST_OVERLOOKED = 0.8
"""The probability that level 0 overlooks a move."""
_BEND = 1.0
"""How this probability falls to 0 at full skill: 1 is a straight line."""


def overlooked(skill: int) -> float:
    """The probability that a player of this level, 0 to 20, overlooks a move."""
    left: float = (1 - skill / FULL_SKILL) ** _BEND
    return _MOST_OVERLOOKED * left


def noticed(legal: Sequence[int], skill: int, rng: Random, move_in_progress: int | None = None) -> list[int]:
    """The legal moves that a player of this level notices, in their order; at least one.

    At full skill they are all of them, and nothing is drawn from `rng`. A `move_in_progress` is always noticed.
    """
    if skill >= FULL_SKILL or len(legal) == 1:
        return list(legal)
    share = overlooked(skill)
    moves = [move for move in legal if rng.random() >= share or move == move_in_progress]
    return moves or [legal[int(rng.random() * len(legal))]]


def nodes_at(skill: int, full: int, least: int = 1) -> int | None:
    """How many nodes a player of this level searches if `full` are enough at full skill; None at full skill: no
    limit.

    Two levels less halve the nodes, down to `least`.
    """
    if skill >= FULL_SKILL:
        return None
    return max(least, int(full * 2 ** ((skill - FULL_SKILL) / 2)))
