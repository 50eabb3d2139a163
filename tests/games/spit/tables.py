"""Tables of Spit for tests: written with the cards that matter, the rest of the pack filled in."""

from cardgames.cards import CARD_OF_NAME
from cardgames.games.spit.rules.game import SPIT
from cardgames.games.spit.rules.state import SpitState

NOTHING = "-,-,-,-,-"
FIELDS = {
    "phase": "play",
    "round": "1",
    "stocks0": NOTHING,
    "spit0": "-",
    "stocks1": NOTHING,
    "spit1": "-",
    "L": "-",
    "R": "-",
    "cards": "26,26",
    "points": "0,0",
    "waited": "-",
    "slaps": "-,-",
}


def position(*, rest: str = "L", reason: str = "", **given: str) -> str:
    """A full position: `given` by key, defaults elsewhere, the cards not named at the bottom of pile `rest`.

    Stocks are written as in a position, a card below a stock's top without its brackets: `9c8d` is `(9c)08d`.
    """
    fields = {**FIELDS, **given}
    assert list(fields) == list(FIELDS)
    named = [value[at : at + 2] for key in FIELDS for value in named_in(fields[key]) for at in range(0, len(value), 2)]
    unnamed = "".join(card for card in CARD_OF_NAME if card not in named)
    if unnamed:
        fields[rest] = (unnamed + fields[rest]).removesuffix("-")
    for seat in "01":
        fields[f"stocks{seat}"] = ",".join(covered(stock) for stock in fields[f"stocks{seat}"].split(","))
        fields[f"spit{seat}"] = hidden(fields[f"spit{seat}"])
    text = "position spit " + " ".join(f"{key}={value}" for key, value in fields.items())
    return text + (f" reason={reason}" if reason else "")


def named_in(value: str) -> list[str]:
    """The piles in a value."""
    return [part for part in value.split(",") if part[:2] in CARD_OF_NAME]


def covered(stock: str) -> str:
    return f"({stock[:-2]})0{stock[-2:]}" if len(stock) > 2 else stock


def hidden(pile: str) -> str:
    return pile if pile == "-" else f"({pile})0"


def table(*options: str, rest: str = "L", reason: str = "", **given: str) -> SpitState:
    """The table of `position`, under the rules with `options`."""
    return SPIT.read(position(rest=rest, reason=reason, **given), SPIT.rules(options))


def moves(state: SpitState, seat: int) -> str:
    """The legal list as text."""
    return " ".join(SPIT.move_name(move) for move in state.legal(seat))


def play(state: SpitState, *told: str) -> SpitState:
    """Makes moves, each `SEAT MOVE`, all of them legal."""
    for each in told:
        seat, move = each.split()
        number = SPIT.parse_move(move)
        assert number in state.legal(int(seat)), each
        state.play(int(seat), number)
    return state


def value(state: SpitState, key: str, seat: int | None = None) -> str:
    """The value of a key in the position as text, full or as a seat sees it."""
    return dict(token.split("=") for token in state.text(seat).split()[2:])[key]


def happened(state: SpitState, seat: int = 0) -> list[str]:
    """The events of the last move as a seat is told them."""
    return [event.text(seat) for event in state.events()]
