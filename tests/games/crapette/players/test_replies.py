"""What Crapette's expert expects the other seat to reply."""

from collections import Counter
from itertools import islice
from random import Random

import pytest

from cardgames.cards import CARD, UNKNOWN
from cardgames.games.crapette.players.expert.knowledge import CrapetteKnowledge
from cardgames.games.crapette.players.expert.player import ExpertCrapette
from cardgames.games.crapette.players.expert.replies import determinized
from cardgames.games.crapette.players.expert.weights import FEATURES, CrapetteWeights
from cardgames.games.crapette.rules.game import CRAPETTE
from cardgames.games.crapette.rules.moves import HAND_TO_WASTE
from cardgames.games.crapette.rules.state import CrapetteState
from cardgames.players.expert.budget import Budget
from cardgames.players.player import Turn
from tests.games.crapette.players.test_expert import own_turns
from tests.games.crapette.tables import table


def test_what_it_imagines_is_what_the_seat_may_have_before_it() -> None:
    for number, view in enumerate(islice(own_turns(deals=1), 0, None, 5)):
        whole = determinized(view, Random(number))
        assert UNKNOWN not in {entry & CARD for pile in (*whole.hands, *whole.reserves) for entry in pile}
        assert CRAPETTE.read(whole.text(), view.rules).text(view.mover) == view.text()
        knowledge = CrapetteKnowledge(view)
        for seat, side in ((view.mover, knowledge.own), (1 - view.mover, knowledge.other)):
            new = Counter(hidden(whole, seat))
            assert new.total() == side.hidden
            assert set(new.values()) <= {1}, "a pack has each card once"


def hidden(state: CrapetteState, seat: int) -> list[int]:
    """The cards of a seat that nobody has seen."""
    return [entry for pile in (state.hands[seat], state.reserves[seat]) for entry in pile if entry < UNKNOWN]


def test_it_imagines_something_else_every_time() -> None:
    view = next(own_turns())
    random = Random(1)
    assert len({determinized(view, random).text() for _ in range(5)}) == 5
    assert determinized(view, Random(2)).text() == determinized(view, Random(2)).text()


@pytest.mark.parametrize("stop", ["stop=off", "stop=on"])
@pytest.mark.parametrize(
    ("what", "given", "nodes", "first"),
    [
        ("the other seat's last card goes on the 5d", {"reserve1": "4s"}, 500, "1-2"),
        ("it goes in the room that the 4c leaves", {"reserve1": "9s"}, 500, "1-2"),
        ("that is too much to look at", {"reserve1": "9s"}, 2, "H-W"),
        ("it has another one below", {"reserve1": "(8s)09s"}, 500, "H-W"),
    ],
)
def test_it_sees_what_the_other_seat_is_about_to_do(
    stop: str, what: str, given: dict[str, str], nodes: int, first: str
) -> None:
    """To a player that takes any table for as good as another, what costs no step is best, but for the reply."""
    state = table(stop, houses="4c,5d", up="Jh", hand1="-", **given)
    expert = ExpertCrapette(Random(1))
    nothing = (0.0,) * len(FEATURES)
    expert.weights = CrapetteWeights(nothing, nothing)
    view = state.view(0)
    ranked = expert.rank(Turn(0, state.legal(0), lambda: view), Budget(lambda: 0.0, nodes=nodes))
    assert CRAPETTE.move_name(ranked[0].move) == first, what
    assert any(one.move == HAND_TO_WASTE for one in ranked)
