"""Spit in words: what lies on the table, what a move does, what has happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgames.games.spit.drawing.table import wanted
from cardgames.games.spit.rules.moves import MOVE_NAMES, PILES, SLAP_LEFT, TARGETS, WAIT
from cardgames.games.spit.rules.table import PILE_NAMES, SEATS, SLAP

if TYPE_CHECKING:
    from cardgames.drawing.viewer import Viewer
    from cardgames.drawing.wording import Wording
    from cardgames.games.spit.rules.state import SpitState


def facts(state: SpitState, voice: Wording, look: Viewer) -> list[str]:
    """The table as `look.seat` sees it, one fact a line."""
    own = look.seat or 0
    lines = [f"Spit, round {state.round}", *_count_facts(state, voice)]
    for seat in (1 - own, own):
        for place, stock in enumerate(state.stocks[seat], 1):
            below = f", {voice.count(len(stock) - 1)} below" if len(stock) > 1 else ""
            lines.append(f"{voice.whose(seat)} stock {place}: {voice.card(stock[-1]) if stock else 'empty'}{below}")
        lines.append(f"{voice.whose(seat)} spit cards: {len(state.spit[seat])}")
    for name, pile in zip(PILE_NAMES, state.piles, strict=True):
        lines.append(f"pile {name}: " + (f"{voice.card(pile[-1])}, {voice.count(len(pile))}" if pile else "none"))
    return [voice.sentence(line) for line in [*lines, wanted(state, look)]]


def _count_facts(state: SpitState, voice: Wording) -> list[str]:
    if state.for_points:
        return [f"{voice.whose(seat)} points: {state.points[seat]}" for seat in SEATS]
    return [f"{voice.whose(seat)} cards at the start of the round: {state.cards[seat]}" for seat in SEATS]


def describe(state: SpitState, seat: int, move: int, voice: Wording) -> str:
    """What a move of `seat` does, for the list of moves."""
    if move == WAIT:
        return "leave it to the other seat"
    if move > WAIT:
        pile = move - SLAP_LEFT
        return f"pile {PILE_NAMES[pile]}, {voice.count(len(state.piles[pile]))}"
    source, target = divmod(move, TARGETS)
    card = voice.card(state.stocks[seat][source][-1])
    if target < PILES:
        return f"the {card} on the {voice.card(state.piles[target][-1])}"
    return f"the {card} to the empty place {target - PILES + 1}"


def tell(event: str, voice: Wording) -> str:
    """An event, `WHO MOVE [CARD …]` as a seat may know it, as a sentence without its full stop."""
    who, move, *cards = event.split()
    if who == "-":
        if move == "round":
            return f"round {cards[0]} is laid out"
        spat = [f"{voice.the(card)} on {name}" for name, card in zip(PILE_NAMES, cards, strict=True) if card != "-"]
        return f"spit: {', '.join(spat)}"
    seat = int(who)
    if move == MOVE_NAMES[WAIT]:
        return voice.does(seat, "waits")
    if move.startswith("slap:"):
        return f"{voice.does(seat, 'slaps')} pile {move[-1]}"
    turned = f"; {voice.the(cards[1])} turns up" if len(cards) > 1 else ""
    if move[1] == ">":
        return f"{voice.does(seat, 'moves')} {voice.the(cards[0])} to place {move[2]}{turned}"
    return f"{voice.does(seat, 'plays')} {voice.the(cards[0])} on {move[1]}{turned}"


def prompt(state: SpitState) -> str:
    """What the person is asked for, in one or two words."""
    return "slap" if state.phase == SLAP else "move"


def standing(state: SpitState, seat: int, voice: Wording) -> list[str]:
    """How many cards each seat has still to get rid of."""
    lines = []
    if state.for_points:
        lines.append("points: " + ", ".join(f"{voice.names[each]} {state.points[each]}" for each in SEATS))
    for each in (seat, 1 - seat):
        stocks = state.stock_cards(each)
        lines.append(f"{voice.whose(each)} cards: {stocks} in the stocks, {len(state.spit[each])} spit cards")
    return lines
