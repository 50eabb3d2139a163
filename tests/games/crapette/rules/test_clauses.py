"""Every clause of Crapette at its corners: positions made by hand, and what must come of them, derived by hand.

The scripts' words are those of `tests.reference.script`.
"""

import pytest

from tests.reference.compose import crapette
from tests.reference.script import Case

KINGS = "Kc,Kc,Kd,Kd,Kh,Kh,Ks,Ks"
LAST_SPADES = "Kc,Kc,Kd,Kd,Kh,Kh,8s,8s"

CRAPETTE = [
    Case(
        "C3 own waste, foundations and the other's piles are not available",
        "duty=none",
        crapette(
            hand0="(3c)0",
            waste0="Qs",
            reserve0="Js",
            reserve1="Jc",
            waste1="Qd",
            houses=KINGS.replace("Ks,Ks", "Jd,Th"),
            foundations="Ac,-,-,-,-,-,-,-",
        ),
        """legal 0: 3-OW 4-OW 7-OW flip""",
    ),
    Case(
        "C4 two foundations of a suit that fit are one move, the higher stands first",
        "",
        crapette(reserve0="9s", houses="2h,-,-,-,-,-,-,-", foundations="-,-,-,-,Ah,Ah,-,-"),
        """legal 0: 1-F
        0 1-F
        foundations=-,-,-,-,2h,Ah,-,- houses=-,-,-,-,-,-,-,-""",
    ),
    Case(
        "C4 the lower foundation catches up",
        "",
        crapette(reserve0="9s", up="3d", foundations="-,-,3d,2d,-,-,-,-"),
        """legal 0: H-F
        0 H-F
        foundations=-,-,3d,3d,-,-,-,- up=-""",
    ),
    Case(
        "C4 the lower foundation becomes the higher",
        "duty=none",
        crapette(reserve0="3d4d", up="3d", hand0="(9c)0", foundations="-,-,2d,2d,-,-,-,-", houses=KINGS),
        """legal 0: H-F
        0 H-F
        0 R-F
        foundations=-,-,4d,2d,-,-,-,-
        0 R-F
        foundations=-,-,4d,3d,-,-,-,-""",
    ),
    Case(
        "C5 one rank lower and the other colour, one card at a time, no lone card to an empty house",
        "duty=none",
        crapette(hand0="(2c)0", reserve0="9s", reserve1="4d", houses="KsQd,-,5c,6h,7c,6c,-,Js"),
        """legal 0: R-2 R-7 1-2 1-7 3-4 4-5 8-1 flip
        0 8-1
        houses=KsQdJs,-,5c,6h,7c,6c,-,- shifts=1
        refused 0 3-2""",
    ),
    Case(
        "C5 no ace on a two of its colour, no king on an ace",
        "duty=none",
        crapette(hand0="(2c)0", reserve0="Ks", reserve1="4d", houses="2s,2h,As,Ah,3s,3h,Qh,Qd"),
        """legal 0: 1-6 2-5 3-F 3-2 4-F 4-1 flip""",
    ),
    Case(
        "C6 same suit and one rank away",
        "duty=none",
        crapette(hand0="(3c)0", reserve0="2s", reserve1="9d", houses="8d,Td,8h,9d,Kc,Ks,Kh,Kd"),
        """legal 0: 1-OR 2-OR flip
        0 1-OR
        reserve1=9d8d idle=0
        legal 0: R-1 4-OR flip
        0 4-OR
        reserve1=9d8d9d
        legal 0: R-1 R-4 2-OR flip""",
    ),
    Case(
        "C6 no wrap between king and ace",
        "duty=none",
        crapette(hand0="(3c)0", reserve0="9h", reserve1="4d", waste1="As", houses="Ks,2s,Kh,Kd,Kc,Kc,Kh,Kd"),
        """legal 0: 2-OW flip""",
    ),
    Case(
        "C6 nothing goes on an empty reserve or waste; a hand card may be loaded",
        "duty=none handcard=may",
        crapette(hand0="(3c)0", reserve0="9h", up="5d", waste1="6d", houses=KINGS),
        """legal 0: H-OW H-W
        0 H-OW
        waste1=6d5d up=- turn=0
        legal 0: flip""",
    ),
    Case(
        "C6 a reserve may grow beyond thirteen",
        "",
        crapette(
            hand0="(3c)0", reserve0="9h", reserve1="(2c2d2h2s3d3h3s4c4d4h4s5c)05d", houses="6d,Kc,Kd,Kh,Ks,Kc,Kd,Kh"
        ),
        """0 1-OR
        reserve1=(2c2d2h2s3d3h3s4c4d4h4s5c)05d6d
        view 0 reserve1=????????????????????????5d6d""",
    ),
    Case(
        "C7 the next card of the reserve is turned up at once",
        "duty=none",
        crapette(hand0="(3c)0", reserve0="(9c5s)0Qd", houses=KINGS),
        """view 1 reserve0=????Qd
        0 R-1
        reserve0=(9c)05s
        view 1 reserve0=??5s""",
    ),
    Case(
        "C7 loaded cards stay face up",
        "duty=none",
        crapette(hand0="(3c)0", reserve0="(9c)07dQd", houses=KINGS),
        """0 R-1
        reserve0=(9c)07d""",
    ),
    Case(
        "C8 the waste is turned over as a block, the card wasted first is turned first, and all know it",
        "",
        crapette(waste0="5c7d9h", reserve0="Js", houses=KINGS),
        """legal 0: flip
        0 flip
        hand0=9h7d waste0=- up=5c
        view 1 hand0=9h7d
        undo
        hand0=- waste0=5c7d9h up=-""",
    ),
    Case(
        "C8 with hand and waste empty pass ends the turn",
        "",
        crapette(reserve0="Js", houses=KINGS),
        """legal 0: pass
        0 pass
        turn=1 turns=1 idle=1 phase=play""",
    ),
    Case(
        "C8 no flip while a duty stands",
        "",
        crapette(hand0="(3c)0", reserve0="Js", houses=KINGS.replace("Kc,Kc", "Ac,Kc")),
        """legal 0: 1-F
        0 1-F
        legal 0: R-1 flip""",
    ),
    Case(
        "C9 must: the hand card may not be wasted while it has a play",
        "",
        crapette(hand0="(2c)0", reserve0="Js", up="5c", houses="6h,Kc,Kc,Kd,Kd,Kh,Kh,Ks"),
        """legal 0: H-1
        0 H-1
        turn=0 up=- idle=0
        legal 0: flip""",
    ),
    Case(
        "C9 may: the hand card may be wasted",
        "handcard=may",
        crapette(hand0="(2c)0", reserve0="Js", up="5c", houses="6h,Kc,Kc,Kd,Kd,Kh,Kh,Ks"),
        """legal 0: H-1 H-W
        0 H-W
        turn=1 up=- waste0=5c turns=1 idle=1""",
    ),
    Case(
        "C9 must: an empty house and a load are plays",
        "",
        crapette(hand0="(2c)0", reserve0="Js", up="5d", waste1="6d", houses="6h,Kc,Kc,Kd,Kd,Kh,Kh,-"),
        """legal 0: R-8 H-8 H-OW
        0 R-8
        legal 0: H-OW""",
    ),
    Case(
        "C9 must: other cards move, and then the hand card goes to the waste",
        "",
        crapette(hand0="(2c)0", reserve0="(4c)0Js", up="5d", houses="QdJc,Kc,Kc,Kd,Qh,Kh,Kh,Ks"),
        """legal 0: R-5 H-W 1-5 5-2 5-3 5-8
        0 R-5
        legal 0: H-W""",
    ),
    Case(
        "C9 may: not while a duty stands",
        "handcard=may",
        crapette(hand0="(2c)0", reserve0="Js", up="5d", houses=KINGS.replace("Ks,Ks", "Ks,As")),
        """legal 0: 8-F""",
    ),
    Case(
        "C10 none: nothing is compulsory",
        "duty=none",
        crapette(hand0="(2c)0", reserve0="9dAs", houses="Ah,Kc,Kc,Kd,Kd,Kh,Kh,-"),
        """legal 0: R-F R-8 1-F flip""",
    ),
    Case(
        "C10 reserve: its top must go to a foundation, other cards need not",
        "duty=reserve",
        crapette(hand0="(2c)0", reserve0="9dAs", houses="Ah,Kc,Kc,Kd,Kd,Kh,Kh,-"),
        """legal 0: R-F
        0 R-F
        reserve0=9d
        legal 0: R-8 1-F flip""",
    ),
    Case(
        "C10 reserve with must: a foundation is a play of the hand card",
        "duty=reserve",
        crapette(hand0="(2c)0", reserve0="9d", up="Ah", houses="Kh,Kc,Kc,Kd,Kd,Kh,Ks,Ks"),
        """legal 0: H-F""",
    ),
    Case(
        "C10 foundation: first the reserve's top, then any card",
        "",
        crapette(hand0="(2c)0", reserve0="9dAs", houses="Ah,Kc,Kc,Kd,Kd,Kh,Kh,-"),
        """legal 0: R-F
        0 R-F
        legal 0: 1-F
        0 1-F
        legal 0: R-1 R-8 flip""",
    ),
    Case(
        "C10 full: no flip while a house is empty and the reserve is not",
        "duty=full",
        crapette(hand0="(2c)0", reserve0="9dAs", houses="Ah,Kc,Kc,Kd,Kd,Kh,Kh,-"),
        """0 R-F
        0 1-F
        legal 0: R-1 R-8
        0 R-1
        legal 0: flip""",
    ),
    Case(
        "C10 full: pass stays legal",
        "preset=pagat",
        crapette(reserve0="9d", houses="Ks,Kc,Kc,Kd,Kd,Kh,Kh,-"),
        """legal 0: R-8 pass""",
    ),
    Case(
        "C11 at maxshifts no house-to-house move; any other move begins anew",
        "duty=none maxshifts=2",
        crapette(hand0="(2c)0", reserve0="9s", houses="KsQd,-,Kc,Kc,Kd,Kd,Kh,Kh", idle="3"),
        """legal 0: R-2 1-2 1-3 1-4 flip
        0 1-2
        shifts=1 idle=3
        legal 0: 2-1 2-3 2-4 flip
        0 2-3
        shifts=2
        legal 0: R-2 flip
        0 flip
        shifts=0 idle=3 up=2c
        legal 0: R-2 H-2 3-1 3-2 3-4
        undo
        shifts=2""",
    ),
    Case(
        "C11 maxshifts=0: none at all",
        "duty=none maxshifts=0",
        crapette(hand0="(2c)0", reserve0="9s", houses="KsQd,-,Kc,Kc,Kd,Kd,Kh,Kh"),
        """legal 0: R-2 flip""",
    ),
    Case(
        "C12 C15 reserve, hand and waste empty: won at once, the turn is not counted",
        "",
        crapette(reserve0="9s", reserve1="TsJs", waste1="Qs", foundations=LAST_SPADES, turns="7", idle="2"),
        """legal 0: R-F
        0 R-F
        phase=over reason=out turn=0 turns=7 idle=0 reserve0=-
        result 1-0 41,0 out
        legal 0:
        legal 1:
        undo
        result *
        reserve0=9s idle=2""",
    ),
    Case(
        "C12 the other seat wins",
        "",
        crapette("hand0", turn="1", reserve1="9s", reserve0="TsJs", waste0="Qs", foundations=LAST_SPADES),
        """1 R-F
        phase=over turn=1
        result 0-1 0,41 out""",
    ),
    Case(
        "C12 not while the waste has a card",
        "",
        crapette(reserve0="9s", waste0="Qs", foundations=LAST_SPADES),
        """0 R-F
        phase=play
        legal 0: flip
        result *""",
    ),
    Case(
        "C12 not while a hand card is up; then that card wins",
        "duty=none",
        crapette(reserve0="9s", up="Ts", foundations=LAST_SPADES),
        """0 R-F
        phase=play
        0 H-F
        result 1-0 38,0 out""",
    ),
    Case(
        "C12 by a load",
        "",
        crapette(reserve0="9s", reserve1="Ts", foundations=LAST_SPADES.replace("8s,8s", "7s,7s")),
        """0 R-OR
        phase=over
        result 1-0 44,0 out""",
    ),
    Case(
        "C13 idle has reached its limit",
        "",
        crapette("reserve1", reserve0="Js", reserve1="Qs", houses=KINGS, idle="1", turns="30"),
        """0 pass
        phase=over reason=impasse turn=0 turns=31 idle=2
        result 1/2-1/2 0,0 impasse""",
    ),
    Case(
        "C13 not yet",
        "",
        crapette("reserve1", reserve0="Js", reserve1="Qs", houses=KINGS),
        """0 pass
        phase=play turn=1 idle=1""",
    ),
    Case(
        "C13 the wasted card counts",
        "",
        crapette("reserve1", reserve0="Js", reserve1="Qs", up="2c", houses=KINGS, idle="2"),
        """0 H-W
        phase=play idle=3 waste0=2c
        1 pass
        phase=over reason=impasse turn=1 idle=4""",
    ),
    Case(
        "C13 a load is progress, house to house is not",
        "duty=none",
        crapette(hand0="(2c)0", reserve0="9s", reserve1="8s", houses="KsQd,Kc,Kc,Kd,Kd,Kh,Kh,2d", idle="5"),
        """0 1-2
        idle=5
        0 R-OR
        idle=0""",
    ),
    Case(
        "C14 the last turn",
        "maxturns=9",
        crapette(reserve0="Js", houses=KINGS, turns="8"),
        """0 pass
        phase=over reason=turn-limit turn=0 turns=9 idle=1
        result 1/2-1/2 0,0 turn-limit""",
    ),
    Case(
        "Over: of impasse and turn-limit the impasse counts",
        "maxturns=31",
        crapette("reserve1", reserve0="Js", reserve1="Qs", houses=KINGS, idle="1", turns="30"),
        """0 pass
        reason=impasse""",
    ),
    Case(
        "C16 every move that fits is listed and announced",
        "stop=on",
        crapette(hand0="(2c)0", reserve0="9dAs", houses="Ah,Kc,Kc,Kd,Kd,Kh,Kh,-"),
        """legal 0: R-F R-8 1-F flip
        0 flip
        phase=challenge asked=flip turn=1 hand0=(2c)0 up=-
        legal 0:
        legal 1: pass stop
        1 pass
        phase=play asked=- turn=0 hand0=- up=2c
        legal 0: R-F R-8 H-8 H-W 1-F
        undo
        phase=challenge asked=flip turn=1""",
    ),
    Case(
        "C16 pass with hand and waste empty",
        "stop=on duty=full",
        crapette(reserve0="9d", houses="Ks,Kc,Kc,Kd,Kd,Kh,Kh,-"),
        """legal 0: R-8 pass
        0 pass
        1 pass
        phase=play turn=1 turns=1 idle=1""",
    ),
    Case(
        "C16 flip while a house is empty is a breach with duty=full",
        "stop=on duty=full",
        crapette(hand0="(2c)0", reserve0="9d", houses="Ks,Kc,Kc,Kd,Kd,Kh,Kh,-"),
        """legal 0: R-8 flip
        0 flip
        1 stop
        turn=1 turns=1 hand0=(2c)0 skips=-""",
    ),
    Case(
        "C16 after pass the move is made with all its effects",
        "stop=on",
        crapette(reserve0="9s", reserve1="TsJs", waste1="Qs", foundations=LAST_SPADES),
        """0 R-F
        1 pass
        phase=over reason=out turn=0 asked=-
        result 1-0 41,0 out""",
    ),
    Case(
        "C17 a hand card that is up goes to its owner's waste",
        "stop=on",
        crapette(hand0="(2c)0", reserve0="9dAs", up="4c", houses="Ah,Kc,Kc,Kd,Kd,Kh,Kh,-", idle="4"),
        """0 R-8
        1 stop
        turn=1 turns=1 idle=5 waste0=4c up=- reserve0=9dAs skips=- asked=-""",
    ),
    Case(
        "C17 a card that should not have been wasted goes to the foundation, whatever card was owed",
        "stop=on",
        crapette(hand0="(2c)0", reserve0="9dAs", up="Ac", houses="Ah,Kc,Kc,Kd,Kd,Kh,Kh,-", idle="4"),
        """0 H-W
        1 stop
        turn=1 turns=1 idle=1 waste0=- up=- foundations=Ac,-,-,-,-,-,-,-""",
    ),
    Case(
        "C17 a wasted card that fits no foundation but has a play",
        "stop=on",
        crapette(hand0="(2c)0", reserve0="9d", up="5c", houses="6h,Kc,Kc,Kd,Kd,Kh,Kh,Ks"),
        """0 H-W
        1 stop
        turn=1 turns=1 waste0=5c houses=6h,Kc,Kc,Kd,Kd,Kh,Kh,Ks""",
    ),
    Case(
        "C17 the card put on the foundation wins, the turn is not counted",
        "stop=on",
        crapette(up="9s", foundations=LAST_SPADES, turns="3", reserve1="Ts"),
        """0 H-W
        1 stop
        phase=over reason=out turn=0 turns=3 idle=0
        result 1-0 40,0 out""",
    ),
    Case(
        "C17 the caller plays though it is listed in skips",
        "stop=on",
        crapette(hand0="(2c)0", reserve0="9dAs", skips="0,1", houses="Ah,Kc,Kc,Kd,Kd,Kh,Kh,-"),
        """0 flip
        1 stop
        turn=1 turns=1 skips=0,1""",
    ),
    Case(
        "C17 C14 a breach may end the game",
        "stop=on maxturns=9",
        crapette(hand0="(2c)0", reserve0="9dAs", turns="8", houses="Ah,Kc,Kc,Kd,Kd,Kh,Kh,-"),
        """0 flip
        1 stop
        phase=over reason=turn-limit turn=0 turns=9 asked=-""",
    ),
    Case(
        "C18 stop without a breach: the move is made and the caller misses its next turn",
        "stop=on",
        crapette(hand0="(2c)0", reserve0="Js", up="5d", houses="6h,Kc,Kc,Kd,Kd,Kh,Kh,As"),
        """0 8-F
        1 stop
        turn=0 skips=1 foundations=-,-,-,-,-,-,As,- idle=0
        0 H-8
        1 stop
        turn=0 skips=1
        0 flip
        1 pass
        0 H-W
        1 pass
        turn=0 skips=- turns=2 idle=2 waste0=2c""",
    ),
    Case(
        "C18 the caller is entered before the move is made",
        "stop=on",
        crapette(hand0="(2c)0", reserve0="Js", up="5d", houses=KINGS),
        """0 H-W
        1 stop
        turn=0 skips=- turns=2 idle=2""",
    ),
    Case(
        "C18 both are listed",
        "stop=on",
        crapette(hand0="(2c)0", reserve0="Js", up="5d", houses=KINGS, skips="0,1"),
        """0 H-W
        1 pass
        turn=1 skips=- turns=3 idle=3""",
    ),
    Case(
        "C18 a missed turn may be the last, the turn stays with the seat that had it",
        "stop=on maxturns=2",
        crapette(hand0="(2c)0", reserve0="Js", up="5d", houses=KINGS, skips="0,1"),
        """0 H-W
        1 pass
        phase=over reason=turn-limit turn=0 skips=0 turns=2 idle=2""",
    ),
    Case(
        "C18 the caller is entered also by a move that wins",
        "stop=on",
        crapette(reserve0="9s", foundations=LAST_SPADES),
        """0 R-F
        1 stop
        phase=over reason=out skips=1 turn=0""",
    ),
    Case(
        "C19 a touch is accepted and never listed",
        "stop=touch maxshifts=2",
        crapette(hand0="(2c)0", reserve0="Js", houses=KINGS),
        """legal 0: flip
        accepted 0 R-F
        accepted 0 R-1
        accepted 0 R-OR
        accepted 0 1-OW
        accepted 0 8-1
        refused 0 R-W
        refused 0 H-1
        refused 0 H-W
        refused 0 pass
        refused 1 R-F
        0 R-1
        phase=challenge asked=R-1 turn=1
        refused 0 R-F
        1 pass
        phase=play turn=0 shifts=1 reserve0=Js idle=0 asked=-
        0 1-F
        1 pass
        shifts=2
        refused 0 R-1
        legal 0: flip
        0 flip
        1 pass
        shifts=0 up=2c
        accepted 0 H-F
        accepted 0 R-1""",
    ),
    Case(
        "C19 a touch is always a breach",
        "stop=touch",
        crapette(hand0="(2c)0", reserve0="Js", up="5d", houses=KINGS),
        """0 3-OR
        1 stop
        turn=1 turns=1 waste0=5d skips=- shifts=0""",
    ),
    Case(
        "C19 a lone card touched to an empty house",
        "stop=touch duty=none",
        crapette(hand0="(2c)0", reserve0="Js", houses=KINGS.replace("Ks,Ks", "Ks,-")),
        """legal 0: R-8 flip
        accepted 0 1-8
        refused 0 8-1
        0 1-8
        1 pass
        shifts=1 houses=Kc,Kc,Kd,Kd,Kh,Kh,Ks,-""",
    ),
    Case(
        "C19 nothing is judged after a touch",
        "stop=touch maxturns=9",
        crapette("reserve1", reserve0="Js", reserve1="Qs", houses=KINGS, idle="1", turns="8"),
        """0 R-1
        1 pass
        phase=play turn=0 turns=8 idle=1""",
    ),
    Case(
        "C19 only with stop=touch",
        "stop=on",
        crapette(hand0="(2c)0", reserve0="Js", houses=KINGS),
        """refused 0 R-1
        refused 0 R-F""",
    ),
]


@pytest.mark.parametrize("case", CRAPETTE, ids=[f"{case.clause} [{case.rules}]" for case in CRAPETTE])
def test_clause(case: Case) -> None:
    case.run()
