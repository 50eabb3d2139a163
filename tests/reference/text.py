"""Cards, piles and the `key=value` tokens of a position, as texts (PROTOCOL.md, "Cards and positions")."""

from collections.abc import Iterable

Card = str
Seats = frozenset[int]
Entry = tuple[Card, Seats]
"""A card, and the seats that know it where it lies."""
Pile = list[Entry]
"""Bottom to top: the last one is on top."""

RANKS = "23456789TJQKA"
LOW_ACE = "A23456789TJQK"
SUITS = "cdhs"
ALL_CARDS = [rank + suit for suit in SUITS for rank in RANKS]
NOBODY: Seats = frozenset()


class BadPositionError(ValueError):
    """The position must be refused; says why."""


def everyone(players: int) -> Seats:
    return frozenset(range(players))


def names(pile: Pile) -> list[Card]:
    return [card for card, _ in pile]


def mask(seats: Seats) -> int:
    return sum(2**seat for seat in seats)


def bare(cards: Iterable[Card], players: int) -> Pile:
    """Cards that every seat knows."""
    return [(card, everyone(players)) for card in cards]


def write_pile(pile: Pile, players: int) -> str:
    """Bare where every seat knows the card, else runs `(…)M`."""
    if not pile:
        return "-"
    runs: list[tuple[Seats, list[Card]]] = []
    for card, seats in pile:
        if runs and runs[-1][0] == seats:
            runs[-1][1].append(card)
        else:
            runs.append((seats, [card]))
    text = ""
    for seats, cards in runs:
        joined = "".join(cards)
        text += joined if seats == everyone(players) else f"({joined}){mask(seats):x}"
    return text


def see_pile(pile: Pile, seat: int) -> str:
    """The pile as one seat sees it: `??` for what it does not know."""
    return "".join(card if seat in seats else "??" for card, seats in pile) or "-"


def read_pile(text: str, players: int) -> Pile:
    """The inverse of `write_pile`; refuses what `write_pile` would not have written."""
    if text == "-":
        return []
    pile: Pile = []
    rest = text
    while rest:
        if rest[0] == "(":
            inside, close, after = rest[1:].partition(")")
            if not close or not after or after[0] not in "0123456789abcdef":
                raise BadPositionError(f"run without an end: {text}")
            number = int(after[0], 16)
            if number >= 2**players - 1:
                raise BadPositionError(f"mask of all seats, or beyond: {text}")
            seats = frozenset(seat for seat in range(4) if number & 2**seat)
            if not inside or len(inside) % 2:
                raise BadPositionError(f"empty run or half a card: {text}")
            if pile and pile[-1][1] == seats:
                raise BadPositionError(f"run not merged with its neighbour: {text}")
            pile += [(card_name(inside[at : at + 2]), seats) for at in range(0, len(inside), 2)]
            rest = after[1:]
        else:
            pile.append((card_name(rest[:2]), everyone(players)))
            rest = rest[2:]
    if not pile or write_pile(pile, players) != text:
        raise BadPositionError(f"not as it is written: {text}")
    return pile


def card_name(text: str) -> Card:
    if text not in ALL_CARDS:
        raise BadPositionError(f"no card: {text!r}")
    return text


def split_fields(text: str, game: str, keys: list[str]) -> dict[str, str]:
    """The values by key; refuses a missing, repeated or unknown key, and `reason` in the wrong phase."""
    tokens = text.split()
    if tokens[:2] != ["position", game]:
        raise BadPositionError("not a position of this game")
    fields: dict[str, str] = {}
    for token in tokens[2:]:
        key, equals, value = token.partition("=")
        if not equals or key not in [*keys, "reason"]:
            raise BadPositionError(f"unknown key: {token}")
        if key in fields:
            raise BadPositionError(f"repeated key: {key}")
        fields[key] = value
    for key in keys:
        if key not in fields:
            raise BadPositionError(f"missing key: {key}")
    if (fields["phase"] == "over") != ("reason" in fields):
        raise BadPositionError("reason missing in over, or present elsewhere")
    return fields


def join_fields(game: str, fields: dict[str, str]) -> str:
    return " ".join(["position", game, *(f"{key}={value}" for key, value in fields.items())])


def read_number(text: str, low: int = 0, high: int = 10**9) -> int:
    if not (text.isascii() and text.isdigit()) or str(int(text)) != text or not low <= int(text) <= high:
        raise BadPositionError(f"not a number {low}-{high}: {text}")
    return int(text)


def read_parts(text: str, count: int) -> list[str]:
    parts = text.split(",")
    if len(parts) != count:
        raise BadPositionError(f"{len(parts)} parts instead of {count}: {text}")
    return parts


def read_choice(text: str, choices: Iterable[str]) -> str:
    if text not in choices:
        raise BadPositionError(f"not one of those known: {text}")
    return text


def check_cards(cards: list[Card], packs: int) -> None:
    """Refuses a wrong total, or too many of a name."""
    if len(cards) != 52 * packs:
        raise BadPositionError(f"{len(cards)} cards in all")
    for card in ALL_CARDS:
        if cards.count(card) > packs:
            raise BadPositionError(f"too many of {card}")
