"""Cards and their names, piles and what is known of them, the dealing generator."""

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgames.cards import (
    CARD,
    CARD_OF_NAME,
    DECK,
    KNOWN,
    NAMES,
    RANK,
    RANKS,
    SUIT,
    SUITS,
    UNKNOWN,
    CardError,
    Dealer,
    PileError,
    dealer,
    parse_card,
    read_pile,
    write_pile,
)

TWO, THREE, FOUR = 3, 7, 15
"""The masks of all seats."""


# Cards


def test_cards_stand_in_the_order_of_suits_then_ranks() -> None:
    assert [NAMES[card] for card in (0, 12, 13, 51)] == ["2c", "Ac", "2d", "As"]
    assert len(DECK) == len(CARD_OF_NAME) == 52
    for card in DECK:
        assert NAMES[card] == RANKS[RANK[card]] + SUITS[SUIT[card]]
        assert CARD_OF_NAME[NAMES[card]] == card
    assert NAMES[UNKNOWN] == "??"
    assert UNKNOWN not in CARD_OF_NAME.values()
    assert RANK[UNKNOWN] not in RANK[:UNKNOWN]
    assert SUIT[UNKNOWN] not in SUIT[:UNKNOWN]


@pytest.mark.parametrize(("text", "name"), [("7h", "7h"), ("7H", "7h"), ("td", "Td"), ("TD", "Td"), ("aS", "As")])
def test_a_card_is_read_in_any_case(text: str, name: str) -> None:
    assert NAMES[parse_card(text)] == name


@pytest.mark.parametrize("text", ["", "7", "h7", "10h", "1h", "7x", "??", "7h ", " 7h", "7h7h"])
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(CardError, match="as 7h or Td"):
        parse_card(text)


# Piles


def entries(*parts: tuple[str, int]) -> list[int]:
    """Piles of `(names, mask)`."""
    return [CARD_OF_NAME[names[at : at + 2]] | mask << KNOWN for names, mask in parts for at in range(0, len(names), 2)]


@pytest.mark.parametrize(
    ("text", "everyone", "pile"),
    [
        ("-", TWO, []),
        ("7h", TWO, entries(("7h", 3))),
        ("7hKd", TWO, entries(("7hKd", 3))),
        ("(2c9dJs)0Th", TWO, entries(("2c9dJs", 0), ("Th", 3))),
        ("(2c)1(9dJs)2", TWO, entries(("2c", 1), ("9dJs", 2))),
        ("2c(9d)1Js", TWO, entries(("2c", 3), ("9d", 1), ("Js", 3))),
        ("(2c)3(9d)4(Js)3", THREE, entries(("2c", 3), ("9d", 4), ("Js", 3))),
        ("(2c)a(9d)e", FOUR, entries(("2c", 10), ("9d", 14))),
    ],
)
def test_a_pile_as_text(text: str, everyone: int, pile: list[int]) -> None:
    assert write_pile(pile, everyone) == text
    assert read_pile(text, everyone) == pile


@given(st.sampled_from([TWO, THREE, FOUR]), st.lists(st.tuples(st.sampled_from(DECK), st.integers(0, 15))))
def test_every_pile_reads_back(everyone: int, cards: list[tuple[int, int]]) -> None:
    pile = [card | (mask & everyone) << KNOWN for card, mask in cards]
    text = write_pile(pile, everyone)
    assert read_pile(text, everyone) == pile
    assert [entry & CARD for entry in pile] == [card for card, _ in cards]
    assert text.count("(") == sum(
        mask != everyone and (at == 0 or mask != pile[at - 1] >> KNOWN)
        for at, mask in enumerate(entry >> KNOWN for entry in pile)
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "a pile or -"),
        ("7", "no card '7'"),
        ("7h7", "no card '7'"),
        ("7H", "no card '7H'"),
        ("--", "no card '--'"),
        ("7h-", "no card '-'"),
        ("??", "no card '??'"),
        ("()0", "empty run"),
        ("(7h)", "a run without )M"),
        ("(7h", "a run without )M"),
        ("(7h)x", "a run without )M"),
        ("(7h)3", "mask 3 is out of range"),
        ("(7h)f", "mask f is out of range"),
        ("(7h)0(8h)0", "two neighbouring runs of mask 0"),
        ("(7h8)0", "half a card"),
        ("((7h)0)0", "half a card"),
        ("(??)0", "no card '??'"),
        ("7h)0", "no card ')0'"),
    ],
)
def test_what_is_no_pile(text: str, says: str) -> None:
    with pytest.raises(PileError) as refused:
        read_pile(text, TWO)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


def test_runs_of_one_mask_may_stand_apart() -> None:
    assert write_pile(read_pile("(7h)08h(9h)0", TWO), TWO) == "(7h)08h(9h)0"


def test_a_pile_of_a_view() -> None:
    pile = read_pile("7h????Kd", TWO, view=True)
    assert [entry & CARD for entry in pile] == [CARD_OF_NAME["7h"], UNKNOWN, UNKNOWN, CARD_OF_NAME["Kd"]]
    assert write_pile(pile, TWO) == "7h????Kd"
    with pytest.raises(PileError, match="a bracket in a view"):
        read_pile("(7h)1", TWO, view=True)
    with pytest.raises(PileError, match="no card"):
        read_pile("7h?", TWO, view=True)


# The dealing generator, recomputed from its description


class Recomputed:
    """SHA-256 in counter mode with rejection, written out once more."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self.used = 0

    def word(self) -> int:
        block = sha256(self.seed + bytes(4) + (self.used // 4).to_bytes(4, "big")).hexdigest()
        at = self.used % 4 * 16
        self.used += 1
        return int(block[at : at + 16], 16)

    def below(self, bound: int) -> int:
        word = self.word()
        while word >= 2**64 - 2**64 % bound:
            word = self.word()
        return word % bound

    def shuffled(self, items: list[int]) -> list[int]:
        left, shuffled = list(items), []
        while len(left) > 1:
            at = self.below(len(left))
            left[-1], left[at] = left[at], left[-1]
            shuffled.append(left.pop())
        return [*left, *reversed(shuffled)]


SEED = sha256(b"a seed").digest()


def test_known_answers() -> None:
    """Computed once with another program (sha256sum)."""
    # printf '%064d%016d' 0 0 | xxd -r -p | sha256sum
    assert sha256(bytes(40)).hexdigest().startswith("2c34ce1df23b838c")
    assert Dealer(bytes(32)).below(2**64) == 0x2C34CE1DF23B838C
    assert Dealer.of_text("1").seed.hex() == "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b"


def test_a_shuffle_as_it_has_always_been() -> None:
    """A record's seed must give its deal for ever."""
    cards = list(DECK)
    Dealer.of_text("1").shuffle(cards)
    assert "".join(NAMES[card] for card in cards) == SHUFFLED_BY_1


SHUFFLED_BY_1 = (
    "3h7c3c9c6hAhTc2sTs8d4c8h2d5hAsQc4d3dAc6d7sTd9h8c2c7d4h9s4sKcJh2h6c5sKd7h8s6s5cTh9dKh3sKsJcJd5dQsAdJsQdQh"
)


@pytest.mark.parametrize("text", ["", "1", "golden", "ff" * 32])
def test_draws_and_shuffles_can_be_recomputed(text: str) -> None:
    ours = Dealer.of_text(text)
    theirs = Recomputed(bytes.fromhex(text) if len(text) == 64 else sha256(text.encode()).digest())
    for size in (52, 2, 3, 104, 1, 0, 5, 52):
        cards = list(range(size))
        ours.shuffle(cards)
        assert cards == theirs.shuffled(list(range(size)))
        assert ours.drawn == theirs.used
        for bound in (1, 2, 3, 10, 52, 2**63 + 1):
            assert ours.below(bound) == theirs.below(bound)
            assert ours.drawn == theirs.used


def test_a_word_that_would_be_unfair_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """2**64 is 1 more than a multiple of 3, so the largest word must not count for a number below 3."""
    largest = 2**64 - 1
    monkeypatch.setattr(dealer, "sha256", Words([largest, largest, 7, largest - 1]))
    generator = Dealer(SEED)
    assert generator.below(3) == 7 % 3
    assert generator.drawn == 3
    assert generator.below(3) == (largest - 1) % 3
    generator = Dealer(SEED)
    assert generator.below(2) == 1  # 2 divides 2**64: every word is fair
    assert generator.drawn == 1


@pytest.mark.parametrize("unfair", range(4))
def test_a_shuffle_skips_the_same_words(monkeypatch: pytest.MonkeyPatch, unfair: int) -> None:
    """Numbers below 4, 3 and 2 are wanted; only for the one below 3 does the largest word not count."""
    words = [5, 11, 2, 8]
    words[unfair] = 2**64 - 1
    monkeypatch.setattr(dealer, "sha256", Words(words))
    generator = Dealer(SEED)
    cards = [0, 1, 2, 3]
    generator.shuffle(cards)
    monkeypatch.undo()
    expected = [0, 1, 2, 3]
    left = [word for at, word in enumerate(words) if (at, unfair) != (1, 1)]
    for place, word in zip((3, 2, 1), left, strict=False):
        expected[place], expected[word % (place + 1)] = expected[word % (place + 1)], expected[place]
    assert cards == expected
    assert generator.drawn == (4 if unfair == 1 else 3)


class Words:
    """Stands for SHA-256: every block is these four words."""

    def __init__(self, words: list[int]) -> None:
        self.block = b"".join(word.to_bytes(8, "big") for word in words)

    def __call__(self, _data: bytes) -> "Words":
        return self

    def digest(self) -> bytes:
        return self.block


def test_every_number_is_about_as_likely() -> None:
    generator = Dealer(SEED)
    counts = Counter(generator.below(6) for _ in range(6000))
    assert sorted(counts) == [0, 1, 2, 3, 4, 5]
    assert all(850 < count < 1150 for count in counts.values())


def test_every_order_is_about_as_likely() -> None:
    generator = Dealer(SEED)
    counts: Counter[str] = Counter()
    for _ in range(2400):
        letters = list("abcd")
        generator.shuffle(letters)
        counts["".join(letters)] += 1
    assert len(counts) == 24
    assert all(60 < count < 145 for count in counts.values())


def test_setting_the_place_back_takes_draws_back() -> None:
    generator = Dealer(SEED)
    generator.below(10)
    place = generator.drawn
    first = [generator.below(1000) for _ in range(9)]
    cards = list(DECK)
    generator.shuffle(cards)
    generator.drawn = place
    assert [generator.below(1000) for _ in range(9)] == first
    again = list(DECK)
    generator.shuffle(again)
    assert again == cards


def test_a_copy_goes_on_from_the_same_place() -> None:
    generator = Dealer(SEED)
    generator.below(10)
    copy = generator.copy()
    assert [copy.below(1000) for _ in range(9)] == [generator.below(1000) for _ in range(9)]
    copy.below(2)
    assert copy.drawn == generator.drawn + 1


@pytest.mark.parametrize(
    ("text", "seed"),
    [
        ("1", sha256(b"1").digest()),
        ("", sha256(b"").digest()),
        ("ab" * 32, bytes.fromhex("ab" * 32)),
        ("AB" * 32, bytes.fromhex("ab" * 32)),
        ("xy" * 32, sha256(b"xy" * 32).digest()),
        (" a b" * 16, sha256(b" a b" * 16).digest()),
        (" " * 64, sha256(b" " * 64).digest()),
        ("ab" * 31, sha256(b"ab" * 31).digest()),
        ("é", sha256("é".encode()).digest()),
        ("\udcff", sha256(b"\xff").digest()),  # a byte of the command line that is no UTF-8
    ],
)
def test_a_seed_as_typed(text: str, seed: bytes) -> None:
    assert Dealer.of_text(text).seed == seed


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_has_32_bytes(length: int) -> None:
    with pytest.raises(ValueError, match=f"{length} bytes came, 32 were expected"):
        Dealer(bytes(length))
