"""The dealing generator: SHA-256 in counter mode, so that anybody can recompute a deal.

Block `i` is SHA-256(seed + i as 8 bytes, big endian). It gives four words of 8 bytes, big endian, used in
order, then comes block `i + 1`. A number below n is the next word modulo n; a word of 2**64 // n * n or more
is skipped (rejection sampling, so that no number is likelier than another). A shuffle is Fisher-Yates from
the last place down: for i = len - 1 ... 1 the cards at i and at a number below i + 1 change places.
"""

from hashlib import sha256
from struct import unpack
from typing import TypeVar

_T = TypeVar("_T")
_WORDS = 2**64
_HEX_DIGITS = frozenset("0123456789abcdefABCDEF")


class Dealer:
    """A stream of fair numbers from a seed of 32 bytes.

    Attributes:
        seed: the 32 bytes that everything follows from.
        drawn: how many words have been used. Setting it back takes the draws since then back.
    """

    __slots__ = ("_block", "_words", "drawn", "seed")

    def __init__(self, seed: bytes, drawn: int = 0) -> None:
        if len(seed) != 32:
            raise ValueError(f"a seed of {len(seed)} bytes came, 32 were expected")
        self.seed = seed
        self.drawn = drawn
        self._block = -1
        self._words: tuple[int, ...] = ()

    @classmethod
    def of_text(cls, text: str) -> "Dealer":
        """The generator for a seed as a person types it.

        64 hex digits are the 32 bytes themselves (as a record's `Seed` tag has them); any other text is
        hashed with SHA-256.
        """
        return cls(seed_of_text(text))

    def copy(self) -> "Dealer":
        """Another generator at the same place of the same stream."""
        return Dealer(self.seed, self.drawn)

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, each as likely as the others."""
        limit = _WORDS // bound * bound
        while True:
            word = self._next_word()
            if word < limit:
                return word % bound

    def shuffle(self, items: list[_T]) -> None:
        """Puts `items` into a random order, in place; every order is as likely."""
        count = last = len(items) - 1
        for word in self._words_ahead(count):
            if word >= _WORDS - 1 - last:
                break  # this word may have to be skipped, which `below` decides
            other = word % (last + 1)
            items[last], items[other] = items[other], items[last]
            last -= 1
        self.drawn += count - last
        for place in range(last, 0, -1):
            other = self.below(place + 1)
            items[place], items[other] = items[other], items[place]

    def _words_ahead(self, count: int) -> tuple[int, ...]:
        """The next `count` words, none of them used yet: a shuffle is three times as fast with all at once."""
        first, skipped = divmod(self.drawn, 4)
        blocks = range(first, (self.drawn + count + 3) // 4)
        seed = self.seed
        digests = b"".join([sha256(seed + block.to_bytes(8, "big")).digest() for block in blocks])
        return unpack(f">{len(blocks) * 4}Q", digests)[skipped : skipped + count]

    def _next_word(self) -> int:
        block, index = divmod(self.drawn, 4)
        if block != self._block:
            digest = sha256(self.seed + block.to_bytes(8, "big")).digest()
            self._words = unpack(">4Q", digest)
            self._block = block
        self.drawn += 1
        return self._words[index]


def seed_of_text(text: str) -> bytes:
    """The 32 bytes behind a seed as typed: 64 hex digits as they are, anything else by SHA-256."""
    # fromhex alone would pass over blanks, and 64 characters would give fewer bytes.
    if len(text) == 64 and _HEX_DIGITS.issuperset(text):
        return bytes.fromhex(text)
    return sha256(text.encode(errors="surrogateescape")).digest()
