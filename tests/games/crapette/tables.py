"""Tables of Crapette for tests: written with the cards that matter, the rest of the two packs filled in."""

import re

from cardgames.cards import CARD_OF_NAME
from cardgames.games.crapette.rules.game import CRAPETTE
from cardgames.games.crapette.rules.state import CrapetteState

CARD_NAME = re.compile("[2-9TJQKA][cdhs]")
LOW_ACE = "A23456789TJQK"
NONE = "-,-,-,-,-,-,-,-"
"""Eight empty houses or foundations."""
KEYS = [
    *("turn", "phase", "hand0", "waste0", "reserve0", "up", "hand1", "waste1", "reserve1", "houses", "foundations"),
    *("shifts", "idle", "turns", "skips", "asked"),
]


def position(**given: str | int) -> str:
    """A full position: `given` by key; the rest so that there is no play and nobody is near the end.

    Houses that are not given hold a lone king, foundations that are not given nothing. Cards that no value names lie
    hidden in the hands that are not given, or below a `reserve1` that is.
    """
    told = {"foundations": NONE, "houses": "", **{key: str(value) for key, value in given.items()}}
    spare = list(CARD_OF_NAME) * 2
    for key in set(told) - {"asked"}:
        for name in CARD_NAME.findall(told[key]):
            below = LOW_ACE[: LOW_ACE.index(name[0]) + 1] if key == "foundations" else name[0]
            for rank in below:
                spare.remove(rank + name[1])
    houses = told["houses"].split(",")
    houses += [""] * (8 - len(houses))
    told["houses"] = ",".join(house or take_king(spare) for house in houses)
    hide(told, spare)
    numbers = {"turn": "0", "phase": "play", "shifts": "0", "idle": "0", "turns": "0"}
    fields = {key: told.get(key, numbers.get(key, "-")) for key in KEYS}
    text = "position crapette " + " ".join(f"{key}={value}" for key, value in fields.items())
    return f"{text} reason={told['reason']}" if "reason" in told else text


def take_king(spare: list[str]) -> str:
    """A king for a house, taken away from the cards; `-` if there is none left."""
    king = next((card for card in spare if card[0] == "K"), None)
    if king is None:
        return "-"
    spare.remove(king)
    return king


def hide(told: dict[str, str], spare: list[str]) -> None:
    """Puts the cards left into the piles that are not told."""
    hands = [key for key in ("hand0", "hand1") if key not in told]
    half = (len(spare) + 1) // 2 if len(hands) == 2 else len(spare)
    for hand, cards in zip(hands, (spare[:half], spare[half:]), strict=False):
        told[hand] = f"({''.join(cards)})0" if cards else "-"
    if not hands and spare:
        told["reserve1"] = f"({''.join(spare)})0{told['reserve1']}"


def table(*options: str, **given: str | int) -> CrapetteState:
    """The table of `position`, under the rules with `options`."""
    return CRAPETTE.read(position(**given), CRAPETTE.rules(options))


def moves(state: CrapetteState) -> str:
    """The moves of the seat on turn, as text."""
    return " ".join(CRAPETTE.move_name(move) for move in state.legal(state.turn))


def play(state: CrapetteState, *names: str) -> CrapetteState:
    """The same table after these moves of whoever is on turn, each of them accepted."""
    for name in names:
        move = CRAPETTE.parse_move(name)
        assert state.refusal(state.turn, move) is None, (name, state.text())
        state.play(state.turn, move)
    return state


def refusal(state: CrapetteState, name: str, seat: int | None = None) -> str:
    """Why the move is refused."""
    why = state.refusal(state.turn if seat is None else seat, CRAPETTE.parse_move(name))
    assert why is not None
    return why.text()


def values(state: CrapetteState, *keys: str, seat: int | None = None) -> list[str]:
    """The values of these keys in the full position, or in the view of `seat`."""
    fields = dict(token.split("=") for token in state.text(seat).split()[2:])
    return [fields[key] for key in keys]


def happened(state: CrapetteState, seat: int) -> list[str]:
    """The events of the last move as `seat` may see them."""
    return [event.text(seat) for event in state.events()]
