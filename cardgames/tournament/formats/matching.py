"""Perfect matchings: whether so many players can all be paired, each with one of those it may meet.

Reference: J. Edmonds, Paths, trees, and flowers, Canadian Journal of Mathematics 17 (1965). Paths that alternate
between edges outside and inside a matching are searched from each player that is alone; odd cycles on the way are
shrunk to their base.
"""

from collections import deque
from collections.abc import Mapping, Set

Neighbours = Mapping[int, Set[int]]
"""For each player those that it may be paired with; both ways round."""


def can_all_be_paired(neighbours: Neighbours) -> bool:
    """Whether everyone can be paired at once."""
    mate: dict[int, int] = {}
    for player in neighbours:
        if player not in mate:
            # A first guess spares most of the searches.
            free = next((other for other in neighbours[player] if other not in mate), None)
            if free is not None:
                mate[player], mate[free] = free, player
    return all(player in mate or _Search(neighbours, mate).augment(player) for player in neighbours)


class _Search:
    """One search for a path from a player that is alone to another one."""

    def __init__(self, neighbours: Neighbours, mate: dict[int, int]) -> None:
        self._neighbours = neighbours
        self._mate = mate
        self._parent: dict[int, int] = {}
        self._base = {player: player for player in neighbours}

    def augment(self, root: int) -> bool:
        """Pairs the root by changing the pairs along a path; False if there is no such path."""
        end = self._find_end(root)
        if end is None:
            return False
        at: int | None = end
        while at is not None:
            before = self._parent[at]
            following = self._mate.get(before)
            self._mate[at], self._mate[before] = before, at
            at = following
        return True

    def _find_end(self, root: int) -> int | None:
        outer = {root}
        queue = deque([root])
        while queue:
            player = queue.popleft()
            for other in self._neighbours[player]:
                if self._base[player] == self._base[other] or self._mate.get(player) == other:
                    continue
                if other == root or (other in self._mate and self._mate[other] in self._parent):
                    self._shrink(player, other, outer, queue)
                elif other not in self._parent:
                    self._parent[other] = player
                    if other not in self._mate:
                        return other
                    outer.add(self._mate[other])
                    queue.append(self._mate[other])
        return None

    def _shrink(self, one: int, other: int, outer: set[int], queue: deque[int]) -> None:
        """Makes one of an odd cycle, whose base is where the ways from both to the root meet."""
        base = self._common_base(one, other)
        inside: set[int] = set()
        self._mark(one, base, other, inside)
        self._mark(other, base, one, inside)
        for player in self._neighbours:
            if self._base[player] in inside:
                self._base[player] = base
                if player not in outer:
                    outer.add(player)
                    queue.append(player)

    def _common_base(self, one: int, other: int) -> int:
        passed: set[int] = set()
        at = one
        while True:
            at = self._base[at]
            passed.add(at)
            if at not in self._mate:
                break
            at = self._parent[self._mate[at]]
        at = other
        while self._base[at] not in passed:
            at = self._parent[self._mate[self._base[at]]]
        return self._base[at]

    def _mark(self, player: int, base: int, child: int, inside: set[int]) -> None:
        while self._base[player] != base:
            inside |= {self._base[player], self._base[self._mate[player]]}
            self._parent[player] = child
            child = self._mate[player]
            player = self._parent[child]
