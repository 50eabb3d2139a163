"""Every clause of Spit at its corners: positions made by hand, and what must come of them, derived by hand.

The scripts' words are those of `tests.reference.script`.
"""

import pytest

from tests.reference.compose import spit
from tests.reference.script import Case

DEAD = "8c,8d,8h,8s,9c"

SPIT = [
    Case(
        "S5 the ranks go round",
        "",
        spit("spit1", stocks0="As,Kd,2h,3c,Qs", stocks1=DEAD, L="Ac", R="2d"),
        """legal 0: 1R 2L 3L 4R wait
        legal 1: wait
        refused 0 5L
        0 2L
        L=AcKd""",
    ),
    Case(
        "S6 the next card of the stock is turned up",
        "",
        spit("spit1", stocks0="(7c)0As,Kd,2h,3c,Qs", stocks1=DEAD, L="Ac", R="2d"),
        """view 1 stocks0=??As,Kd,2h,3c,Qs
        0 1R
        stocks0=7c,Kd,2h,3c,Qs R=2dAs
        view 1 stocks0=7c,Kd,2h,3c,Qs""",
    ),
    Case(
        "S7 an empty place takes a top, but no lone card",
        "",
        spit("spit1", stocks0="5c,-,(6d7h)09s,-,Th", stocks1=DEAD, L="Kc", R="2d"),
        """legal 0: 3>2 3>4 wait
        0 3>4
        stocks0=5c,-,(6d)07h,9s,Th
        legal 0: 3>2 wait
        0 3>2
        stocks0=5c,7h,6d,9s,Th waited=-""",
    ),
    Case(
        "S7 each empty place is a move of its own, each stock in turn",
        "",
        spit("spit1", stocks0="-,(6c)05c,(6d)09s,-,Ah", stocks1=DEAD, L="Kc", R="2d"),
        """legal 0: 2>1 2>4 3>1 3>4 5L 5R wait
        legal 1: wait""",
    ),
    Case(
        "S8 the second is judged against the new top",
        "",
        spit("spit1", stocks0="6c,8d,-,-,-", stocks1="6h,Th,-,-,-", L="5c", R="Kd"),
        """legal 0: 1L wait
        legal 1: 1L wait
        0 1L
        refused 1 1L""",
    ),
    Case(
        "S9 S3 both spit again by themselves, as often as it falls due",
        "",
        spit("spit1", stocks0="4c,9c,-,-,-", stocks1="9h,-,-,-,-", spit0="(8c7s)0", spit1="Jh", L="5d", R="Kd"),
        """legal 0: 1L wait
        0 1L
        stocks0=-,9c,-,-,- L=5d4c7s8c R=KdJhKs spit0=- waited=-
        legal 0: 2L wait
        legal 1: 1L wait
        undo
        L=5d R=Kd spit0=(8c7s)0""",
    ),
    Case(
        "S3 a seat that has run out turns none, both piles stay",
        "",
        spit("spit1", stocks0="4c,9c,-,-,-", stocks1="9h,-,-,-,-", spit1="8h", L="5d", R="Kd"),
        """0 1L
        L=5d4c R=Kd8h
        legal 1: 1R wait""",
    ),
    Case(
        "S10 the wait of both is a spit",
        "",
        spit("spit1", stocks0="4c,9c,-,-,-", stocks1="9h,-,-,-,-", spit0="(8c)0", spit1="Jh", L="5d", R="Kd"),
        """1 wait
        waited=1
        1 wait
        waited=1 L=5d
        legal 1: wait
        0 wait
        waited=- L=5d8c R=KdJh spit0=-""",
    ),
    Case(
        "S10 a move forgets the wait",
        "",
        spit("spit1", stocks0="4c,(3c)09c,-,-,-", stocks1="9h,-,-,-,-", spit0="(8c)0", spit1="Jh", L="5d", R="Kd"),
        """1 wait
        waited=1
        0 2>3
        waited=- stocks0=4c,3c,9c,-,-
        1 wait
        waited=1
        0 1L
        waited=-""",
    ),
    Case(
        "S10 S11 the wait of both with no spit card left blocks the round",
        "",
        spit("R", stocks0="4c,9c,-,-,-", stocks1="9h,-,-,-,-", L="5d", R="2d"),
        """0 wait
        1 wait
        phase=slap waited=- slaps=-,- L=5d
        legal 0: slap:L slap:R
        legal 1: slap:L slap:R""",
    ),
    Case(
        "S11 a seat has no stock cards left",
        "",
        spit("R", stocks0="4c,-,-,-,-", stocks1="9h,-,-,-,-", L="5d", R="Kd"),
        """1 wait
        0 1L
        phase=slap waited=- stocks0=-,-,-,-,- L=5d4c round=1
        legal 1: slap:L slap:R""",
    ),
    Case(
        "S11 neither can play and no spit card is left",
        "",
        spit("R", stocks0="4c,9c,-,-,-", stocks1="9h,-,-,-,-", L="5d", R="Kd"),
        """0 1L
        phase=slap stocks0=-,9c,-,-,-""",
    ),
    Case(
        "S12 S13 the same pile: the first has it, the other takes the other",
        "",
        spit("R", phase="slap", stocks1="9h,-,-,-,-", spit0="(2c3c)0", L="4c5c6c", R="Ks", round="4"),
        """0 slap:L
        slaps=L,- phase=slap
        view 0 slaps=L,-
        view 1 slaps=-,-
        legal 0:
        legal 1: slap:L slap:R
        1 slap:L
        next round=5 cards=5,47 phase=play slaps=-,- waited=- points=0,0
        sizes 0: 1 2 2 0 0
        sizes 1: 1 2 3 4 5
        undo
        slaps=L,- phase=slap""",
    ),
    Case(
        "S12 different piles: each takes its own",
        "",
        spit("R", phase="slap", stocks1="9h,-,-,-,-", spit0="(2c3c)0", L="4c5c6c", R="Ks"),
        """1 slap:L
        view 1 slaps=-,L
        view 0 slaps=-,-
        0 slap:R
        next cards=48,4
        sizes 1: 1 2 1 0 0""",
    ),
    Case(
        "S2 ten cards",
        "",
        spit("R", phase="slap", stocks1="9h,-,-,-,-", L="4c5c6c7c8c2d3d4d5d6d", R="Ks"),
        """0 slap:L
        1 slap:R
        next cards=10,42
        sizes 0: 1 2 3 4 0""",
    ),
    Case(
        "S2 twelve cards: the last stock is short",
        "",
        spit("R", phase="slap", stocks1="9h,-,-,-,-", L="4c5c6c7c8c2d3d4d5d6d7d8d", R="Ks"),
        """0 slap:L
        1 slap:R
        next cards=12,40 spit0=- L=-
        sizes 0: 1 2 3 4 2
        sizes 1: 1 2 3 4 5""",
    ),
    Case(
        "S2 exactly fifteen cards: no spit card, one pile",
        "",
        spit("L", phase="slap", stocks0="9h,-,-,-,-", R="4c5c6c7c8c2d3d4d5d6d7d8d9d2h3h", L="Ks"),
        """0 slap:L
        1 slap:R
        next cards=37,15 spit1=- R=-
        sizes 1: 1 2 3 4 5""",
    ),
    Case(
        "S2 sixteen cards: one spit card, two piles",
        "",
        spit("L", phase="slap", stocks0="9h,-,-,-,-", R="4c5c6c7c8c2d3d4d5d6d7d8d9d2h3h4h", L="Ks"),
        """0 slap:L
        1 slap:R
        next cards=36,16 spit1=-
        sizes 1: 1 2 3 4 5""",
    ),
    Case(
        "S14 S15 the seat without spit cards finishes a one-pile round first and wins",
        "",
        spit("spit1", stocks0="4c,-,-,-,-", stocks1="9h,8c,-,-,-", R="5d", cards="10,42"),
        """legal 0: 1R wait
        0 1R
        phase=over reason=out cards=10,42 round=1 stocks0=-,-,-,-,- R=5d4c slaps=-,-
        result 1-0 52,0 out
        legal 0:
        legal 1:""",
    ),
    Case(
        "S14 the other finishes first and keeps its spit cards",
        "",
        spit("R", stocks0="9h,8c,-,-,-", stocks1="4c,-,-,-,-", spit1="(2c3c)0", R="5d", cards="10,42", round="3"),
        """1 1R
        next cards=50,2 round=4
        sizes 1: 1 1 0 0 0""",
    ),
    Case(
        "S15 the other finishes first and has no card left: it wins",
        "",
        spit("R", stocks0="9h,8c,-,-,-", stocks1="4c,-,-,-,-", R="5d", cards="10,42"),
        """1 1R
        phase=over reason=out
        result 0-1 0,52 out""",
    ),
    Case(
        "S14 a blocked one-pile round: the seat with fewer stock cards keeps them and takes nothing",
        "",
        spit("R", stocks0="9c,9d,-,-,-", stocks1="9h,-,-,-,-", R="8c", cards="10,42"),
        """0 wait
        1 wait
        next cards=51,1
        sizes 1: 1 0 0 0 0""",
    ),
    Case(
        "S14 blocked and equal: the seat that had no spit cards at the layout",
        "",
        spit("L", stocks0="9c,-,-,-,-", stocks1="9h,-,-,-,-", L="8c", cards="42,10"),
        """1 wait
        0 wait
        next cards=51,1""",
    ),
    Case(
        "S3 S11 in a one-pile round one seat spits alone",
        "",
        spit("spit1", stocks0="4c,9c,-,-,-", stocks1="9h,-,-,-,-", spit1="8h", R="5d", cards="10,42"),
        """0 1R
        L=- R=5d4c8h
        legal 0: 2R wait""",
    ),
    Case(
        "S16 after the last round the seat with fewer cards wins, the slap included",
        "maxrounds=4",
        spit("R", phase="slap", stocks1="9h,-,-,-,-", spit0="(2c3c)0", L="4c5c6c", R="Ks", round="4"),
        """1 slap:L
        0 slap:L
        phase=over reason=round-limit slaps=R,L cards=26,26 L=4c5c6c spit0=(2c3c)0 stocks1=9h,-,-,-,-
        view 0 slaps=R,L
        view 1 slaps=R,L
        result 0-1 0,48 round-limit""",
    ),
    Case(
        "S16 S18 equal: drawn, and no points",
        "maxrounds=4",
        spit(
            "R",
            phase="slap",
            stocks1="9h,-,-,-,-",
            spit0="(2c3c)0",
            round="4",
            L="4c5c6c7c8c2d3d4d5d6d7d8d9d2h3h4h5h6h7h8h2s3s4s5s",
            R="Ks",
        ),
        """0 slap:L
        1 slap:R
        phase=over
        result 1/2-1/2 0,0 round-limit""",
    ),
    Case(
        "S16 a one-pile round may be the last",
        "maxrounds=1",
        spit("R", stocks0="9h,8c,-,-,-", stocks1="4c,-,-,-,-", spit1="(2c3c)0", R="5d", cards="10,42"),
        """1 1R
        phase=over reason=round-limit slaps=-,-
        result 0-1 0,50 round-limit""",
    ),
    Case(
        "Over: of out and round-limit out counts",
        "maxrounds=1",
        spit("R", stocks0="9h,8c,-,-,-", stocks1="4c,-,-,-,-", R="5d", cards="10,42"),
        """1 1R
        reason=out""",
    ),
    Case(
        "S17 S18 a point for each card left, the lower total wins",
        "scoring=points",
        spit(
            "R", stocks0="4c,-,-,-,-", spit0="(2c3c)0", stocks1="9h,9d,-,-,-", L="5d", R="Ks", points="98,97", round="9"
        ),
        """0 1L
        phase=over reason=points points=100,99 round=9 slaps=-,-
        result 0-1 100,99 points""",
    ),
    Case(
        "S17 equal beyond the target: one more round, dealt afresh",
        "scoring=points",
        spit("R", stocks0="4c,-,-,-,-", spit0="(2c3c)0", stocks1="9h,9d,-,-,-", L="5d", R="Ks", points="98,98"),
        """0 1L
        next round=2 cards=26,26 points=100,100 phase=play
        undo
        points=98,98""",
    ),
    Case(
        "S17 below the target: the next round",
        "scoring=points target=50",
        spit("R", stocks0="4c,-,-,-,-", spit0="(2c3c)0", stocks1="9h,9d,8d,-,-", L="5d", R="Ks", points="0,30"),
        """0 1L
        next round=2 cards=26,26 points=2,33""",
    ),
    Case(
        "S17 S11 a blocked round scores as any other",
        "scoring=points target=50",
        spit("R", stocks0="4c,9c,-,-,-", stocks1="9h,9d,8d,-,-", L="5d", R="Ks", points="0,30"),
        """0 1L
        next round=2 cards=26,26 points=1,33""",
    ),
    Case(
        "S16 points: the lower total after the last round",
        "scoring=points maxrounds=1",
        spit("R", stocks0="4c,-,-,-,-", spit0="(2c3c)0", stocks1="9h,9d,8d,-,-", L="5d", R="Ks"),
        """0 1L
        phase=over reason=round-limit
        result 1-0 2,3 round-limit""",
    ),
    Case(
        "Over: of points and round-limit points counts",
        "scoring=points maxrounds=1 target=3",
        spit("R", stocks0="4c,-,-,-,-", spit0="(2c3c)0", stocks1="9h,9d,8d,-,-", L="5d", R="Ks"),
        """0 1L
        result 1-0 2,3 points""",
    ),
    Case(
        "S16 points: equal beyond the target in the last round is drawn",
        "scoring=points maxrounds=1",
        spit("R", stocks0="4c,-,-,-,-", spit0="(2c3c)0", stocks1="9h,9d,-,-,-", L="5d", R="Ks", points="98,98"),
        """0 1L
        phase=over
        result 1/2-1/2 100,100 round-limit""",
    ),
]


@pytest.mark.parametrize("case", SPIT, ids=[f"{case.clause} [{case.rules}]" for case in SPIT])
def test_clause(case: Case) -> None:
    case.run()
