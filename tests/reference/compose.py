"""Positions put together by hand: what a clause needs is written, every other card goes where it does not matter."""

from tests.reference.kroket import in_order
from tests.reference.text import ALL_CARDS, LOW_ACE, NOBODY, Card, join_fields, names, read_pile, write_pile


def missing(present: list[Card], packs: int) -> list[Card]:
    """The cards that are still to be placed, low ones first."""
    left = []
    for card in sorted(ALL_CARDS, key=lambda name: (LOW_ACE.index(name[0]), name[1])):
        count = packs - present.count(card)
        assert count >= 0, f"too many of {card}"
        left += [card] * count
    return left


def with_rest(fields: dict[str, str], rest: str, present: list[Card], packs: int, players: int, *, shown: bool) -> None:
    """Puts the missing cards at the bottom of pile `rest`, unknown to all or (`shown`) known to all."""
    seats = frozenset(range(players)) if shown else NOBODY
    bottom = [(card, seats) for card in missing(present, packs)]
    fields[rest] = write_pile(bottom + read_pile(fields[rest], players), players)


def crapette(rest: str = "hand1", **given: str) -> str:
    """A Crapette position; the cards not named lie hidden at the bottom of `rest`."""
    fields = {
        "turn": "0",
        "phase": "play",
        **dict.fromkeys(["hand0", "waste0", "reserve0", "up", "hand1", "waste1", "reserve1"], "-"),
        "houses": ",".join("-" * 8),
        "foundations": ",".join("-" * 8),
        "shifts": "0",
        "idle": "0",
        "turns": "0",
        "skips": "-",
        "asked": "-",
    }
    assert not given.keys() - fields.keys() - {"reason"}
    fields |= given
    piles = [fields[key] for key in list(fields)[2:9]] + fields["houses"].split(",")
    present = [card for text in piles for card in names(read_pile(text, 2))]
    for top in fields["foundations"].split(","):
        if top != "-":
            present += [rank + top[1] for rank in LOW_ACE[: LOW_ACE.index(top[0]) + 1]]
    with_rest(fields, rest, present, 2, 2, shown=rest.startswith("waste"))
    return join_fields("crapette", fields)


def spit(rest: str, **given: str) -> str:
    """A Spit position; the cards not named lie at the bottom of `rest`."""
    fields = {
        "phase": "play",
        "round": "1",
        "stocks0": "-,-,-,-,-",
        "spit0": "-",
        "stocks1": "-,-,-,-,-",
        "spit1": "-",
        "L": "-",
        "R": "-",
        "cards": "26,26",
        "points": "0,0",
        "waited": "-",
        "slaps": "-,-",
    }
    assert not given.keys() - fields.keys() - {"reason"}
    fields |= given
    piles = [fields[key] for key in ("spit0", "spit1", "L", "R")]
    piles += (fields["stocks0"] + "," + fields["stocks1"]).split(",")
    present = [card for text in piles for card in names(read_pile(text, 2))]
    with_rest(fields, rest, present, 1, 2, shown=rest in "LR")
    return join_fields("spit", fields)


def kroket(rest: str = "discard", players: int = 2, **given: str) -> str:
    """A Kroket position; hands and tables not given are made of what is there, the rest lies at the bottom of `rest`.

    A hand is given as bare cards, which its owner alone knows, unless it is written with masks.
    """
    fields = {"turn": "0", "dealer": str(players - 1), "phase": "choose"}
    seats = range(players)
    for seat in seats:
        fields |= {f"hand{seat}": "", f"table{seat}": ""}
    fields |= dict.fromkeys(["drawn", "reserve", "discard", "taken"], "-")
    fields |= {"takes": "0", "turns": "0", "knocked": "-", "deal": "1", "scores": ",".join("0" * players)}
    assert not given.keys() - fields.keys() - {"reason"}
    fields |= given
    for seat in seats:
        for key in (f"hand{seat}", f"table{seat}"):
            if fields[key] and "(" not in fields[key]:
                pile = [(card, frozenset({seat})) for card, _ in read_pile(fields[key], players)]
                fields[key] = write_pile(in_order(pile) if key.startswith("hand") else pile, players)
    piles = [
        fields[key] for key in given if key.startswith(("hand", "table")) or key in ("drawn", "reserve", "discard")
    ]
    present = [card for text in piles for card in names(read_pile(text, players))]
    packs = 1 if players == 2 else 2
    left = missing(present, packs)
    for seat in seats:
        if not fields[f"hand{seat}"]:
            mine = frozenset({seat})
            held = 6 if fields["phase"] == "discard" and fields["turn"] == str(seat) else 5
            fields[f"hand{seat}"] = write_pile(in_order([(left.pop(), mine) for _ in range(held)]), players)
        if not fields[f"table{seat}"]:
            fields[f"table{seat}"] = f"({left.pop()}{left.pop()}{left.pop()}){2**seat:x}"
            fields[f"table{seat}"] += f"({left.pop()}{left.pop()}{left.pop()})0"
    seen = frozenset(seats) if rest == "discard" else NOBODY
    fields[rest] = write_pile([(card, seen) for card in left] + read_pile(fields[rest], players), players)
    return join_fields("kroket", fields)
