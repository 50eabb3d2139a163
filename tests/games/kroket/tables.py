"""Tables of Kroket for tests: written with the cards that matter, the rest of the pack filled in."""

import re

from cardgames.cards import CARD_OF_NAME, read_pile, write_pile
from cardgames.games.kroket.rules.game import KROKET
from cardgames.games.kroket.rules.state import KroketState

CARD_NAME = re.compile("[2-9TJQKA][cdhs]")


def position(**given: str | int) -> str:
    """A full position: `given` by key, defaults elsewhere; `players` is the number of seats, by default 2.

    Cards that no value names fill the hands and tables not given (known as after a deal), then the reserve below the
    `reserve` given, up to `left` cards (by default all), then the bottom of the discard. A reserve without brackets is
    hidden.
    """
    players = int(given.get("players", 2))
    told = {key: str(value) for key, value in given.items() if key not in ("players", "left")}
    phase, turn = told.get("phase", "choose"), told.get("turn", "0")
    spare = list(CARD_OF_NAME) * (1 if players == 2 else 2)
    for key, value in told.items():
        for name in CARD_NAME.findall(value if key != "taken" else ""):
            spare.remove(name)
    fields = {"turn": turn, "dealer": told.get("dealer", str(players - 1)), "phase": phase}
    for seat in range(players):
        held = 6 if phase == "discard" and turn == str(seat) else 5
        fields[f"hand{seat}"] = told.get(f"hand{seat}") or f"({cut(spare, held)}){1 << seat:x}"
        fields[f"table{seat}"] = told.get(f"table{seat}") or f"({cut(spare, 3)}){1 << seat:x}({cut(spare, 3)})0"
    fields["drawn"] = told.get("drawn", "-")
    discard = told.get("discard") or cut(spare, 1)
    below = cut(spare, len(spare) - int(given.get("left", len(spare))))
    fields["reserve"] = reserve_text(spare, told.get("reserve", "-"), (1 << players) - 1)
    fields["discard"] = below + discard
    numbers = {"taken": "-", "takes": "0", "turns": "0", "knocked": "-", "deal": "1"}
    fields |= {key: told.get(key, value) for key, value in numbers.items()}
    fields["scores"] = told.get("scores", ",".join(["0"] * players))
    text = "position kroket " + " ".join(f"{key}={value}" for key, value in fields.items())
    return f"{text} reason={told['reason']}" if "reason" in told else text


def reserve_text(below: list[str], top: str, everyone: int) -> str:
    """A reserve with hidden cards below."""
    known = top if "(" in top or top == "-" else f"({top})0"
    return write_pile([CARD_OF_NAME[name] for name in below] + read_pile(known, everyone), everyone)


def cut(cards: list[str], count: int) -> str:
    """The next `count` of the cards, taken away from them."""
    taken, cards[:count] = cards[:count], []
    return "".join(taken)


def table(*options: str, **given: str | int) -> KroketState:
    """The table of `position`, under the rules with `options`."""
    return KROKET.read(position(**given), KROKET.rules(options, int(given.get("players", 2))))


def moves(state: KroketState) -> str:
    """The moves of the seat on turn, as text."""
    return " ".join(KROKET.move_name(move) for move in state.legal(state.turn))


def play(state: KroketState, *names: str) -> KroketState:
    """The same table after these moves of whoever is on turn, each of them legal."""
    for name in names:
        move = KROKET.parse_move(name)
        assert state.refusal(state.turn, move) is None, (name, state.text())
        state.play(state.turn, move)
    return state


def refusal(state: KroketState, name: str, seat: int | None = None) -> str:
    """Why the move is refused."""
    why = state.refusal(state.turn if seat is None else seat, KROKET.parse_move(name))
    assert why is not None
    return why.text()


def value(state: KroketState, key: str, seat: int | None = None) -> str:
    """The value of a key in the full position, or in the view of `seat`."""
    return dict(token.split("=") for token in state.text(seat).split()[2:])[key]


def values(state: KroketState, *keys: str) -> list[str]:
    """The values of several keys."""
    return [value(state, key) for key in keys]


def happened(state: KroketState, seat: int) -> list[str]:
    """The events of the last move as `seat` may see them."""
    return [event.text(seat) for event in state.events()]
