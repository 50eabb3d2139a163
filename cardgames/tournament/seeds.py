"""The tournament's secret, and the seed of each deal that follows from it (PROTOCOL.md, Fairness).

The seed of a deal is HMAC-SHA256(secret, "game N"), N being the number of the first game that is played
with it: whoever knows one seed learns nothing of the others.
"""

import os
from collections.abc import Callable

from cardgames.cards.dealer import seed_of_text
from cardgames.cards.derived_seeds import derive


class SeedError(ValueError):
    """A seed that could not be typed again."""


def tournament_secret(seed: str | None, entropy: Callable[[int], bytes] = os.urandom) -> bytes:
    """The 32 bytes that every deal of a tournament follows from.

    Args:
        seed: as typed (`seed_of_text`), which makes the deals repeatable and therefore public; None for a
            secret of the operating system's.
        entropy: where that secret comes from.

    Raises:
        SeedError: a seed that is empty, or has characters that cannot be printed.
    """
    if seed is None:
        return entropy(32)
    if not seed or not seed.isprintable():
        raise SeedError(f"seed {seed!r}: a word or a number was expected, as --seed 1")
    return seed_of_text(seed)


def game_seed(secret: bytes, number: int) -> bytes:
    """The 32 bytes behind the deal whose first game has this number, 1 and up."""
    return derive(secret, f"game {number}")
