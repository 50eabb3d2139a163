"""How strong a player plays that can do better: the option `Skill`, the same for every game.

Below full skill a player makes a beginner's mistakes: it overlooks moves. Each of its moves goes unnoticed with a
chance that falls from level to level, and from those that it notices it takes the best. It thinks less deeply too.
So each level is the one above it with more left out.
"""

from collections.abc import Sequence
from random import Random

FULL_SKILL = 20

_MOST_OVERLOOKED = 0.8
"""The chance that level 0 overlooks a move."""
_BEND = 1.0
"""How the chance falls to nothing at full skill: in a straight line with 1."""


def overlooked(skill: int) -> float:
    """The chance that a move goes unnoticed at this level, 0 to 20."""
    left: float = (1 - skill / FULL_SKILL) ** _BEND
    return _MOST_OVERLOOKED * left


def noticed(legal: Sequence[int], skill: int, rng: Random, begun: int | None = None) -> list[int]:
    """Those of the legal moves that a player of this level notices, in their order; never none.

    At full skill they are all of them, and no chance is used up. A move that it has `begun` is always noticed.
    """
    if skill >= FULL_SKILL or len(legal) == 1:
        return list(legal)
    share = overlooked(skill)
    moves = [move for move in legal if rng.random() >= share or move == begun]
    return moves or [legal[int(rng.random() * len(legal))]]


def nodes_at(skill: int, full: int, least: int = 1) -> int | None:
    """How many nodes a player of this level searches, if `full` are plenty; None for no limit, at full skill.

    Two levels less are half of the nodes, down to the `least`.
    """
    if skill >= FULL_SKILL:
        return None
    return max(least, int(full * 2 ** ((skill - FULL_SKILL) / 2)))
