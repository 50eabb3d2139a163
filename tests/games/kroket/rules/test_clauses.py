"""Every clause of Kroket at its corners: positions made by hand, and what must come of them, derived by hand.

The scripts' words are those of `tests.reference.script`.
"""

import pytest

from tests.reference.compose import kroket
from tests.reference.script import Case

LOW = "2s3s4s5s6s"
NOTHING = "2c3c2d3d2h3h"

KROKET = [
    Case(
        "K5 take: all know the card in the hand, and it may not go back at once",
        "",
        kroket("reserve", hand0="2c3c4c5c6c", discard="7h", reserve="(8s)0"),
        """legal 0: take draw lay knock
        0 take
        phase=discard taken=7h hand0=(2c3c4c5c6c)17h discard=- turn=0 takes=0
        view 1 hand0=7h?????????? taken=7h
        legal 0: 2c 3c 4c 5c 6c
        refused 0 7h
        0 2c
        phase=choose turn=1 taken=- takes=1 turns=1 hand0=(3c4c5c6c)17h discard=2c
        view 1 hand0=7h????????
        undo
        undo
        phase=choose discard=7h hand0=(2c3c4c5c6c)1""",
    ),
    Case(
        "K5 two packs: of two of one name the one not just taken goes",
        "players=3",
        kroket("reserve", 3, hand0="2c3c4c5c7h", discard="7h", reserve="(8s)0"),
        """0 take
        hand0=(2c3c4c5c7h)17h taken=7h
        legal 0: 2c 3c 4c 5c 7h
        0 7h
        hand0=(2c3c4c5c)17h discard=7h""",
    ),
    Case(
        "K6 two packs: of two of one name the one known to more seats goes",
        "players=3",
        kroket("discard", 3, hand0="(2c3c4c7h)17h", reserve="(2d8s)0"),
        """0 draw
        legal 0: 2c 3c 4c 7h 8s
        0 7h
        hand0=(2c3c4c7h8s)1""",
    ),
    Case(
        "K6 draw: the card drawn may be discarded, its owner alone knows it",
        "",
        kroket("reserve", hand0="2c3c4c5c6h", discard="7h", reserve="(8d)0", takes="3"),
        """0 draw
        phase=discard hand0=(2c3c4c5c8d6h)1 taken=- takes=3
        legal 0: 2c 3c 4c 5c 8d 6h
        view 1 hand0=????????????
        0 8d
        discard=7h8d turn=1 takes=0 turns=1""",
    ),
    Case(
        "K7 seen: the owner knows the card laid in any place",
        "",
        kroket("reserve", table0="(2d3d4d)1(5d6d7d)0", discard="7h", reserve="(8d)0", takes="3"),
        """0 lay
        phase=place drawn=(8d)1
        view 0 drawn=8d
        view 1 drawn=??
        legal 0: 1 2 3 4 5 6
        0 5
        table0=(2d3d4d)1(5d)0(8d)1(7d)0 discard=7h6d drawn=- turn=1 takes=0 turns=1
        view 0 table0=2d3d4d??8d??
        view 1 table0=????????????""",
    ),
    Case(
        "K7 blind: unseen in the second row",
        "lay=blind",
        kroket("reserve", table0="(2d3d4d)1(5d6d7d)0", discard="7h", reserve="(8d)0"),
        """0 lay
        drawn=(8d)0
        view 0 drawn=??
        0 5
        table0=(2d3d4d)1(5d8d7d)0 discard=7h6d""",
    ),
    Case(
        "K7 blind: the owner may look at it in the first row",
        "lay=blind",
        kroket("reserve", table0="(2d3d4d)1(5d6d7d)0", discard="7h", reserve="(8d)0"),
        """0 lay
        0 2
        table0=(2d8d4d)1(5d6d7d)0 discard=7h3d""",
    ),
    Case(
        "K7 the replaced card is seen by all",
        "lay=blind",
        kroket("reserve", table0="(2d3d4d)1(5d6d7d)0", discard="7h", reserve="(8d)0"),
        """0 lay
        view 1 table0=????????????
        0 6
        view 1 discard=7h7d
        view 0 discard=7h7d""",
    ),
    Case(
        "K8 knock ends the game at once and completes a turn; in over every card stands bare",
        "",
        kroket(
            "reserve", hand0=LOW, hand1="7s8s9sTcTd", table0=NOTHING, table1="4c4d4h5c5d5h", discard="6c", takes="3"
        ),
        """0 knock
        phase=over reason=knock turn=0 turns=1 takes=0 knocked=- scores=2,7 hand1=TcTd7s8s9s table0=2c3c2d3d2h3h
        view 1 hand0=2s3s4s5s6s table0=2c3c2d3d2h3h
        result 0-1 2,7 knock
        legal 0:
        legal 1:
        undo
        scores=0,0 takes=3 phase=choose
        result *""",
    ),
    Case(
        "K8 lastturn=on: each other seat has one turn, without knock",
        "lastturn=on players=3",
        kroket("reserve", 3, turn="1", discard="6c", turns="1"),
        """1 knock
        phase=choose knocked=1 turn=2 turns=2 takes=0
        legal 2: take draw lay
        2 lay
        2 1
        turn=0 knocked=1
        legal 0: take draw lay
        0 lay
        0 6
        phase=over reason=knock turn=0 turns=4 knocked=1""",
    ),
    Case(
        "K8 lastturn=on: the reserve runs out before",
        "lastturn=on players=3",
        kroket("discard", 3, turn="1", reserve="(6c)0", knocked="0", turns="9"),
        """1 lay
        1 1
        phase=over reason=reserve-out turn=1 knocked=0""",
    ),
    Case(
        "Over: of knock and reserve-out knock counts",
        "lastturn=on players=3",
        kroket("discard", 3, turn="2", reserve="(6c)0", knocked="0", turns="9"),
        """2 lay
        2 1
        phase=over reason=knock turn=2""",
    ),
    Case(
        "Over: of reserve-out and take-limit reserve-out counts, which cannot both fall due by a take",
        "takelimit=1",
        kroket(hand0="2c3c4c5c6c", reserve="(6h)0", takes="1"),
        """0 draw
        0 2c
        phase=over reason=reserve-out takes=0""",
    ),
    Case(
        "K8 minrounds: no knock before every seat has had its turns",
        "minrounds=1",
        kroket("reserve", discard="7h", turns="1"),
        """legal 0: take draw lay
        refused 0 knock
        0 lay
        0 1
        legal 1: take draw lay knock""",
    ),
    Case(
        "K9 the turn is completed first",
        "",
        kroket(hand0="2c3c4c5c6c", reserve="(6h)0"),
        """0 draw
        phase=discard reserve=-
        0 6h
        phase=over reason=reserve-out turn=0 turns=1""",
    ),
    Case(
        "K10 take after take",
        "takelimit=2",
        kroket("reserve", hand0="2c3c4c5c6c", hand1="2d3d4d5d6d", discard="8h7h", takes="2"),
        """0 take
        takes=2
        0 2c
        takes=3 phase=choose
        1 take
        1 2d
        phase=over reason=take-limit takes=4 turn=1""",
    ),
    Case(
        "K11 the source's example",
        "",
        kroket("reserve", hand0="4c7c7d9dAd", table0="AcKcJcJdQc9c", hand1=LOW, table1=NOTHING, discard="8h"),
        """0 knock
        scores=18,2
        result 1-0 18,2 knock""",
    ),
    Case(
        "K11 the most there is, and ten counts ten",
        "",
        kroket("reserve", hand0="TcAcAdAhAs", table0="QcQdQhQsKcKd", hand1=LOW, table1=NOTHING, discard="8h"),
        """0 knock
        result 1-0 40,2 knock""",
    ),
    *(
        Case(
            f"K12 allpictures={word}",
            f"allpictures={word}",
            kroket("reserve", hand0=hand, table0=NOTHING, hand1=LOW, table1="4c4d4h5c5d5h", discard="8h"),
            f"""0 knock
            scores={total},2""",
        )
        for word, hand, total in [
            ("0", "JcQcKcAcJd", 5),
            ("10", "JcQcKcAcJd", 15),
            ("rank", "JcQcKcAcJd", 16),
            ("rank", "QcKcAcQdKd", 17),
            ("rank", "KcAcKdKhKs", 18),
        ]
    ),
    Case(
        "K13 equal totals share",
        "",
        kroket(
            "reserve",
            hand0="2c3h4c5c6c",
            hand1="2d3d4d5d6d",
            table0="7c7d7h8c8d8h",
            table1="9c9d9h3c3sTh",
            discard="Kh",
        ),
        """0 knock
        result 1/2-1/2 2,2 knock""",
    ),
    Case(
        "K13 K14 three share the first place of four; scores of the deals before count",
        "players=4 deals=2",
        kroket(
            "reserve",
            4,
            deal="2",
            scores="7,7,6,7",
            discard="Kh",
            hand0="2c3c4c5c6c",
            hand1="2d3d4d5d6d",
            hand2="2h3h4h5h6h",
            hand3="2s3s4s5s6s",
            table0="7c7d7h8c8d8h",
            table1="7c7d7h8c8d8h",
            table2="9c9d9h8s8s7s",
            table3="9c9d9hTcTdTh",
        ),
        """0 knock
        phase=over scores=9,9,8,9 deal=2
        result 1/3-1/3-0-1/3 9,9,8,9 knock""",
    ),
    Case(
        "K14 the next deal",
        "deals=2 lastturn=on",
        kroket(
            "reserve",
            turn="1",
            dealer="1",
            hand0=LOW,
            hand1="7s8s9sThTd",
            table0=NOTHING,
            table1="4c4d4h5c5d5h",
            discard="6c",
            takes="1",
            turns="5",
            knocked="0",
        ),
        """1 take
        1 7s
        next deal=2 dealer=0 turn=1 scores=2,6 turns=0 takes=0 knocked=- taken=- drawn=- phase=choose
        legal 1: take draw lay knock
        undo
        scores=0,0 deal=1 knocked=0""",
    ),
]


@pytest.mark.parametrize("case", KROKET, ids=[f"{case.clause} [{case.rules}]" for case in KROKET])
def test_clause(case: Case) -> None:
    case.run()
