"""Who is linked with whom by games, and whether by enough of them for ratings to be bounded."""

from collections.abc import Iterable, Mapping


def linked_groups(pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    """The players of these pairs, group by group: no game has been played between two groups. All ascending."""
    neighbours: dict[int, set[int]] = {}
    for one, other in pairs:
        neighbours.setdefault(one, set()).add(other)
        neighbours.setdefault(other, set()).add(one)
    groups: list[list[int]] = []
    seen: set[int] = set()
    for player in sorted(neighbours):
        if player not in seen:
            group = _reachable(player, neighbours)
            seen |= group
            groups.append(sorted(group))
    return groups


def is_bounded(group: Iterable[int], ahead: Iterable[tuple[int, int]]) -> bool:
    """Whether finite strengths are the likeliest: everyone took something, over others, from everyone (Hunter 2004).

    Args:
        group: players, linked with each other.
        ahead: (a, b) for each two of them where a was ahead of b or level with it at least once.
    """
    members = list(group)
    took: dict[int, set[int]] = {player: set() for player in members}
    gave: dict[int, set[int]] = {player: set() for player in members}
    for one, other in ahead:
        took[one].add(other)
        gave[other].add(one)
    return all(len(_reachable(members[0], neighbours)) == len(members) for neighbours in (took, gave))


def _reachable(start: int, neighbours: Mapping[int, Iterable[int]]) -> set[int]:
    seen = {start}
    queue = [start]
    while queue:
        for other in neighbours[queue.pop()]:
            if other not in seen:
                seen.add(other)
                queue.append(other)
    return seen
