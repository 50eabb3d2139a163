"""Kroket played through: a golden game, perft counts."""

import pytest

from cardgames.cards import Dealer
from cardgames.games.kroket.rules.game import KROKET
from cardgames.rules.perft import perft
from tests.games.kroket.tables import happened, play, position, table

GOLDEN_DEAL = (
    "position kroket turn=1 dealer=0 phase=choose hand0=(6cTcKc5hKh)1 table0=(Js8dQh)1(9s9c6s)0 "
    "hand1=(7d4hJh2s4s)2 table1=(2sJc3d)2(5d6c7h)0 hand2=(3c8c4d3s3s)4 table2=(2c8hAh)4(7c9dKc)0 drawn=- "
    "reserve=(Ac4hAc6dAd5cJh7cTsQd2dQcKs9hQd3h4c9hQs7d6sAd8c7h4s8hQh3c9d2h6dKdKsKdTd2cKh4c5d5c2dJd7sTcQc7sAhJcJs8s9s"
    "Td8d3hTh9cAs3dQs5h2hJd5s8s6h4dAsTh6hTs)0 "
    "discard=5s taken=- takes=0 turns=0 knocked=- deal=1 scores=0,0,0"
)
GOLDEN_GAME = [  # the move, then what each seat hears
    ("lay", "1 lay ??", "1 lay Ts", "1 lay ??"),
    ("3", "1 3 3d", "1 3 3d", "1 3 3d"),
    ("lay", "2 lay ??", "2 lay ??", "2 lay 6h"),
    ("3", "2 3 Ah", "2 3 Ah", "2 3 Ah"),
    ("lay", "0 lay Th", "0 lay ??", "0 lay ??"),
    ("6", "0 6 6s", "0 6 6s", "0 6 6s"),
    ("lay", "1 lay ??", "1 lay As", "1 lay ??"),
    ("5", "1 5 6c", "1 5 6c", "1 5 6c"),
    ("take", "2 take 6c", "2 take 6c", "2 take 6c"),
    ("3s", "2 3s", "2 3s", "2 3s"),
    ("take", "0 take 3s", "0 take 3s", "0 take 3s"),
    ("6c", "0 6c", "0 6c", "0 6c"),
    ("take", "1 take 6c", "1 take 6c", "1 take 6c"),
    ("7d", "1 7d", "1 7d", "1 7d"),
    ("draw", "2 draw ??", "2 draw ??", "2 draw 4d"),
    ("4d", "2 4d", "2 4d", "2 4d"),
    ("knock", "0 knock", "0 knock", "0 knock"),
    ("take", "1 take 4d", "1 take 4d", "1 take 4d"),
    ("2s", "1 2s", "1 2s", "1 2s"),
    ("lay", "2 lay ??", "2 lay ??", "2 lay 6h"),
    ("1", "2 1 2c", "2 1 2c", "2 1 2c"),
]
GOLDEN_NINTH = (
    "position kroket turn=2 dealer=0 phase=discard hand0=(6cTcKc5hKh)1 table0=(Js8dQh)1(9s9c)0(Th)1 "
    "hand1=(7d4hJh2s4s)2 table1=(2sJcTs)2(5d)0(As)2(7h)0 hand2=(3c)46c(8c4d3s3s)4 table2=(2c8h6h)4(7c9dKc)0 drawn=- "
    "reserve=(Ac4hAc6dAd5cJh7cTsQd2dQcKs9hQd3h4c9hQs7d6sAd8c7h4s8hQh3c9d2h6dKdKsKdTd2cKh4c5d5c2dJd7sTcQc7sAhJcJs8s9s"
    "Td8d3hTh9cAs3dQs5h2hJd5s8s6h4d)0 "
    "discard=5s3dAh6s taken=6c takes=0 turns=4 knocked=- deal=1 scores=0,0,0"
)
GOLDEN_END = (
    "position kroket turn=2 dealer=0 phase=over hand0=TcKc5hKh3s table0=Js8dQh9s9cTh "
    "hand1=6c4d4hJh4s table1=2sJcTs5dAs7h hand2=3c6c8c4d3s table2=6h8h6h7c9dKc drawn=- "
    "reserve=Ac4hAc6dAd5cJh7cTsQd2dQcKs9hQd3h4c9hQs7d6sAd8c7h4s8hQh3c9d2h6dKdKsKdTd2cKh4c5d5c2dJd7sTcQc7sAhJcJs8s9s"
    "Td8d3hTh9cAs3dQs5h2hJd5s8s "
    "discard=5s3dAh6s7d2s2c taken=- takes=0 turns=11 knocked=0 deal=1 scores=12,8,6 reason=knock"
)


def test_the_golden_game() -> None:
    """Three seats, a last turn for the others: every event, two positions, the result; then all of it back."""
    state = KROKET.deal(KROKET.rules(["players=3", "lastturn=on"]), Dealer.of_text("golden"))
    assert state.text() == GOLDEN_DEAL
    texts = []
    for number, (move, *told) in enumerate(GOLDEN_GAME, 1):
        texts.append(state.text())
        play(state, move)
        assert [happened(state, seat) for seat in range(3)] == [[line] for line in told]
        if number == 9:
            assert state.text() == GOLDEN_NINTH
    assert state.text() == GOLDEN_END
    assert state.outcome is not None
    assert state.outcome.text() == "1-0-0 12,8,6 knock"
    while texts:
        state.undo()
        assert state.text() == texts.pop()


TWIN = position(players=3, phase="discard", hand0="(2c7h)17h(9hJsAs)1", taken="7h", left=3)


@pytest.mark.parametrize(
    ("options", "text", "counts"),
    [
        # From a deal: take leaves 5 cards to discard, draw 6, lay 6 places, a knock is the end.
        ([], None, [1, 4, 17, 68, 289, 1156, 4913, 19652]),
        (["minrounds=1"], None, [1, 3, 17, 51, 289, 1156, 4913, 19652]),
        (["lastturn=on"], None, [1, 4, 20, 85, 340, 1445, 5780, 24565]),
        (["takelimit=1"], None, [1, 4, 17, 68, 289, 1056, 4488, 16752]),
        # Two cards of one name, one of them just taken; three cards in the reserve.
        (["players=3"], TWIN, [1, 5, 20, 85, 340, 1445, 5780, 22153]),
        (["players=3", "deals=2"], TWIN, [1, 5, 20, 85, 340, 1445, 5780, 22153]),
    ],
)
def test_perft(options: list[str], text: str | None, counts: list[int]) -> None:
    rules = KROKET.rules(options)
    state = KROKET.deal(rules, Dealer.of_text("perft")) if text is None else KROKET.read(text, rules)
    before = state.text()
    assert [perft(state, depth) for depth in range(len(counts))] == counts
    assert state.text() == before


def test_a_copy_goes_its_own_way() -> None:
    state = play(table("deals=2"), "draw")
    text = state.text()
    copy = state.copy()
    assert copy.events() == []
    with pytest.raises(IndexError):
        copy.undo()
    play(copy, "2c", "lay", "3", "knock")
    assert state.text() == text
    play(state, "2c", "lay", "3", "knock")
    assert copy.text() == state.text()  # the next deal is the same for both
