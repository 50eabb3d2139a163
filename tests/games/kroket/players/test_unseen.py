"""The cards of Kroket that a seat does not see: counted for greedy and expert alike."""

from collections import Counter
from itertools import product
from random import Random

import pytest

from cardgames.cards import CARD, RANK, UNKNOWN, Dealer
from cardgames.games.kroket.players.unseen import RANKS, expected_hand, unseen_chances
from cardgames.games.kroket.rules.game import KROKET
from cardgames.games.kroket.rules.scoring import hand_score
from cardgames.games.kroket.rules.state import KroketState

EVEN = [1 / 13] * RANKS
NO_ACES = [1 / 12] * 12 + [0.0]


@pytest.mark.parametrize("seats", KROKET.players)
def test_the_unseen_cards_are_those_that_no_pile_shows(seats: int) -> None:
    """By rank: the copies in the packs less those that the view shows, as shares of all of them."""
    random = Random(seats)
    copies = 4 if seats == 2 else 8  # K1
    for number in range(20):
        state = KROKET.deal(KROKET.rules(players=seats), Dealer.of_text(f"unseen {number}"))
        assert isinstance(state, KroketState)
        for _ in range(random.randrange(60)):
            if not state.actors():
                break
            seat = state.actors()[0]
            state.play(seat, random.choice(state.legal(seat)))
        view = state.view(0)
        seen = Counter(RANK[card & CARD] for card in visible(view))
        left = [copies - seen[rank] for rank in range(RANKS)]
        assert unseen_chances(view) == [count / (sum(left) or 1) for count in left]
        assert min(left) >= 0


def visible(view: KroketState) -> list[int]:
    piles = (*view.hands, *view.tables, view.discard, [view.drawn] if view.drawn >= 0 else [])
    return [entry for pile in piles for entry in pile if entry & CARD != UNKNOWN]


@pytest.mark.parametrize("chances", [EVEN, NO_ACES])
@pytest.mark.parametrize(("known", "hidden"), [([3], 0), ([3], 1), ([0, 11], 2), ([5, 5, 12], 2), ([8], 3)])
def test_a_hand_is_expected_to_score_its_mean(known: list[int], hidden: int, chances: list[float]) -> None:
    """Against all ranks that its hidden cards may have, one by one."""
    mean = 0.0
    for ranks in product(range(RANKS), repeat=hidden):
        likely = 1.0
        for rank in ranks:
            likely *= chances[rank]
        mean += likely * hand_score([*known, *ranks], "0")
    assert expected_hand(known, hidden, chances) == pytest.approx(mean)
