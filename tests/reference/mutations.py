"""Positions spoilt at random: product and reference must agree on which of them are refused."""

from collections.abc import Callable
from random import Random

from tests.reference.text import ALL_CARDS

NOT_NAMES = ["1c", "7H", "tc", "0s", "7x"]


def spoil(position: str, random: Random) -> str:
    """The position with one thing changed; it may still be one that must load."""
    change: Callable[[str, Random], str] = random.choice(CHANGES)
    return change(position, random)


def cards_at(position: str) -> list[int]:
    """Where each card's name begins."""
    start = position.index("=")
    return [at for at in range(start, len(position) - 1) if position[at : at + 2] in ALL_CARDS]


def swap_two_cards(position: str, random: Random) -> str:
    one, other = sorted(random.sample(cards_at(position), 2))
    a, b = position[one : one + 2], position[other : other + 2]
    return position[:one] + b + position[one + 2 : other] + a + position[other + 2 :]


def move_a_card(position: str, random: Random) -> str:
    one, other = random.sample(cards_at(position), 2)
    card = position[one : one + 2]
    pieces = [(one, one + 2, ""), (other, other, card)]
    for begin, end, text in sorted(pieces, reverse=True):
        position = position[:begin] + text + position[end:]
    return position


def rename_a_card(position: str, random: Random) -> str:
    at = random.choice(cards_at(position))
    return position[:at] + random.choice([*ALL_CARDS, *NOT_NAMES]) + position[at + 2 :]


def drop_a_card(position: str, random: Random) -> str:
    at = random.choice(cards_at(position))
    return position[:at] + position[at + 2 :]


def double_a_card(position: str, random: Random) -> str:
    at = random.choice(cards_at(position))
    return position[:at] + position[at : at + 2] + position[at:]


def change_a_mask(position: str, random: Random) -> str:
    ends = [at for at, sign in enumerate(position) if sign == ")"]
    if not ends:
        return drop_a_card(position, random)
    at = random.choice(ends)
    return position[: at + 1] + random.choice("0123456789abcdf") + position[at + 2 :]


def change_a_value(position: str, random: Random) -> str:
    tokens = position.split()
    at = random.randrange(2, len(tokens))
    key = tokens[at].partition("=")[0]
    values = [token.partition("=")[2] for token in tokens[2:]]
    odd = ["", "-1", "0", "1", "2", "00", "x", "0,0", "1,0", "26,26", "27,26", "play", "over", "?"]
    tokens[at] = f"{key}={random.choice([*values, *odd])}"
    return " ".join(tokens)


def change_a_sign(position: str, random: Random) -> str:
    start = position.index("=") + 1
    at = random.randrange(start, len(position))
    return position[:at] + random.choice("()-,0129AKcdhs= ") + position[at + 1 :]


def cut_a_sign(position: str, random: Random) -> str:
    at = random.randrange(position.index("=") + 1, len(position))
    return position[:at] + position[at + 1 :]


def drop_a_key(position: str, random: Random) -> str:
    tokens = position.split()
    del tokens[random.randrange(len(tokens))]
    return " ".join(tokens)


def double_a_key(position: str, random: Random) -> str:
    tokens = position.split()
    return " ".join([*tokens, random.choice(tokens[2:])])


def add_a_key(position: str, random: Random) -> str:
    return position + random.choice([" reason=out", " seat=0", " reason=", " x", " hand9=-", " ="])


def shuffle_the_keys(position: str, random: Random) -> str:
    tokens = position.split()
    return "  ".join([*tokens[:2], *random.sample(tokens[2:], len(tokens) - 2)])


CHANGES: list[Callable[[str, Random], str]] = [
    swap_two_cards,
    swap_two_cards,
    move_a_card,
    move_a_card,
    rename_a_card,
    drop_a_card,
    double_a_card,
    change_a_mask,
    change_a_mask,
    change_a_value,
    change_a_value,
    change_a_sign,
    cut_a_sign,
    drop_a_key,
    double_a_key,
    add_a_key,
    shuffle_the_keys,
]
