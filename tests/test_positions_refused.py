"""Positions that must be refused, one fault each, and odd ones that must load; on the product and on the reference.

Each fault is the exchange of one text for another in a position that loads, made so that nothing else is wrong with it.
"""

from typing import NamedTuple

import pytest

from cardgames.games.registry import GAMES
from cardgames.rules import PositionError
from tests.reference import TABLES
from tests.reference.compose import crapette, kroket, spit


class Fault(NamedTuple):
    position: str
    old: str
    new: str
    where: str
    """What the refusal must name: a key, or a card."""
    rules: str = ""


CRAPETTE = crapette(
    hand0="(2c)0",
    waste0="5c7d",
    reserve0="(9s4d)0Js",
    up="5d",
    waste1="Qh",
    reserve1="(3d)0Qs",
    houses="KsQdJc,9h8s,-,Kd,Kh,Qc,Jh,Td",
    foundations="2c,Ac,Ad,-,-,-,3s,3s",
    skips="0,1",
    idle="2",
    turns="7",
)
CHALLENGE = CRAPETTE.replace("turn=0 phase=play", "turn=1 phase=challenge").replace("asked=-", "asked=H-W")
ENDED = CRAPETTE.replace("phase=play", "phase=over") + " reason=turn-limit"
TOUCHED = CHALLENGE.replace("asked=H-W", "asked=H-F").replace("shifts=0", "shifts=999")
SPIT = spit(
    "spit1",
    stocks0="4c,(9c2d)0Th,-,-,3s",
    stocks1="(6h)0Kd,-,9h,-,-",
    spit0="(8c7s)0",
    L="5d",
    R="Jd8h",
    cards="25,27",
    points="0,0",
    round="3",
)
SLAP = spit("R", phase="slap", stocks1="9h,-,-,-,-", spit0="(2c3c)0", L="4c5c6c", R="Ks", slaps="L,-")
POINTS_OVER = (
    spit("R", stocks1="9h,-,-,-,-", spit0="(2c3c)0", L="4c5c6c", points="101,80").replace("phase=play", "phase=over")
    + " reason=points"
)
KROKET = kroket(
    "reserve",
    hand0="(2c3c4c)17h(9s)1",
    hand1="2d3d4d5d6d",
    table0="(5c6c7c)1(8c9cTc)0",
    table1="(7d8d9d)2(JdQd)0(Kd)2",
    discard="2s3s",
    takes="1",
    turns="6",
)
DISCARD = KROKET.replace("phase=choose", "phase=discard").replace("17h(9s)1", "17h(9sKs)1").replace("Ks)0", ")0")
PLACE = KROKET.replace("phase=choose", "phase=place").replace("drawn=-", "drawn=(Ks)1").replace("Ks)0", ")0")
THREE = kroket("reserve", 3, hand0="(2c3c4c7h)17h", discard="2s3s")

FAULTS = [
    # Keys
    Fault(CRAPETTE, " up=5d", "", "up"),
    Fault(CRAPETTE, " idle=2", "", "idle"),
    Fault(CRAPETTE, " turn=0", "", "turn"),
    Fault(CRAPETTE, " idle=2", " idle=2 idle=2", "idle"),
    Fault(CRAPETTE, " idle=2", " idle=2 idel=2", "idel"),
    Fault(CRAPETTE, " idle=2", " idle 2", "idle"),
    Fault(CRAPETTE, "position crapette", "position spit", "crapette"),
    Fault(CRAPETTE, "position crapette", "crapette", "crapette"),
    Fault(SPIT, " waited=-", "", "waited"),
    Fault(SPIT, " L=5d", " l=5d", "l"),
    Fault(KROKET, " taken=-", "", "taken"),
    Fault(KROKET, " table1=", " table2=", "table2"),
    Fault(KROKET, " scores=0,0", " scores=0,0 reserve=-", "reserve"),
    Fault(THREE, " hand2=", " hand3=", "hand3", "players=3"),
    # reason
    Fault(CRAPETTE, " asked=-", " asked=- reason=out", "reason"),
    Fault(CHALLENGE, " asked=H-W", " asked=H-W reason=out", "reason"),
    Fault(ENDED, " reason=turn-limit", "", "reason"),
    Fault(ENDED, " reason=turn-limit", " reason=knock", "reason"),
    Fault(POINTS_OVER, " reason=points", "", "reason", "scoring=points"),
    Fault(POINTS_OVER, " reason=points", " reason=impasse", "reason", "scoring=points"),
    Fault(SPIT, " slaps=-,-", " slaps=-,- reason=out", "reason"),
    Fault(KROKET, " scores=0,0", " scores=0,0 reason=knock", "reason"),
    # Values out of range
    Fault(CRAPETTE, "turn=0", "turn=2", "turn"),
    Fault(CRAPETTE, "turn=0", "turn=-", "turn"),
    Fault(CRAPETTE, "phase=play", "phase=slap", "phase"),
    Fault(CRAPETTE, "shifts=0", "shifts=-1", "shifts"),
    Fault(CRAPETTE, "shifts=0", "shifts=", "shifts"),
    Fault(CRAPETTE, "idle=2", "idle=two", "idle"),
    Fault(CRAPETTE, "turns=7", "turns=7.0", "turns"),
    Fault(CRAPETTE, "skips=0,1", "skips=0,2", "skips"),
    Fault(CRAPETTE, "skips=0,1", "skips=0,0", "skips"),
    Fault(CRAPETTE, "skips=0,1", "skips=", "skips"),
    Fault(CHALLENGE, "asked=H-W", "asked=X-W", "asked"),
    Fault(CHALLENGE, "asked=H-W", "asked=stop-it", "asked"),
    Fault(SPIT, "phase=play", "phase=challenge", "phase"),
    Fault(SPIT, "round=3", "round=0", "round"),
    Fault(SPIT, "points=0,0", "points=0", "points"),
    Fault(SPIT, "points=0,0", "points=0,x", "points"),
    Fault(SPIT, "waited=-", "waited=2", "waited"),
    Fault(SLAP, "slaps=L,-", "slaps=M,-", "slaps"),
    Fault(SLAP, "slaps=L,-", "slaps=L", "slaps"),
    Fault(KROKET, "turn=0", "turn=2", "turn"),
    Fault(KROKET, "dealer=1", "dealer=2", "dealer"),
    Fault(KROKET, "phase=choose", "phase=play", "phase"),
    Fault(KROKET, "takes=1", "takes=-1", "takes"),
    Fault(KROKET, "turns=6", "turns=x", "turns"),
    Fault(KROKET, "knocked=-", "knocked=2", "knocked", "lastturn=on"),
    Fault(KROKET, "deal=1", "deal=0", "deal"),
    Fault(KROKET, "scores=0,0", "scores=0,0,0", "scores"),
    Fault(KROKET, "scores=0,0", "scores=0", "scores"),
    Fault(KROKET, "taken=-", "taken=1h", "taken"),
    # Cards
    Fault(CRAPETTE, "hand0=(2c)0", "hand0=-", "103"),
    Fault(CRAPETTE, "waste1=Qh", "waste1=QhQh", "105"),
    Fault(CRAPETTE, "waste1=Qh", "waste1=Qs", "Qs"),
    Fault(CRAPETTE, "waste1=Qh", "waste1=1h", "waste1"),
    Fault(CRAPETTE, "waste1=Qh", "waste1=qh", "waste1"),
    Fault(CRAPETTE, "waste1=Qh", "waste1=Q", "waste1"),
    Fault(CRAPETTE, "waste1=Qh", "waste1=Qh-", "waste1"),
    Fault(CRAPETTE, "waste1=Qh", "waste1=", "waste1"),
    Fault(SPIT, "spit0=(8c7s)0", "spit0=(8c)0", "51"),
    Fault(SPIT, "L=5d", "L=5h", "5h"),
    Fault(KROKET, "discard=2s3s", "discard=3s", "51"),
    Fault(KROKET, "discard=2s3s", "discard=3s3s", "3s"),
    # Masks and runs
    Fault(CRAPETTE, "hand0=(2c)0", "hand0=(2c)3", "hand0"),
    Fault(CRAPETTE, "hand0=(2c)0", "hand0=(2c)4", "hand0"),
    Fault(CRAPETTE, "hand0=(2c)0", "hand0=(2c)", "hand0"),
    Fault(CRAPETTE, "hand0=(2c)0", "hand0=(2c", "hand0"),
    Fault(CRAPETTE, "hand0=(2c)0", "hand0=2c)0", "hand0"),
    Fault(CRAPETTE, "hand0=(2c)0", "hand0=(2c)0()0", "hand0"),
    Fault(CRAPETTE, "hand0=(2c)0", "hand0=((2c)0)0", "hand0"),
    Fault(CRAPETTE, "reserve0=(9s4d)0", "reserve0=(9s)0(4d)0", "reserve0"),
    Fault(KROKET, "table0=(5c6c7c)1", "table0=(5c6c7c)3", "table0"),
    Fault(KROKET, "table0=(5c6c7c)1", "table0=(5c)1(6c7c)1", "table0"),
    Fault(THREE, "17h", "1(7h)7", "hand0", "players=3"),
    # Crapette's own
    Fault(CRAPETTE, "foundations=2c,Ac", "foundations=Ac,2c", "foundations"),
    Fault(CRAPETTE, "Ad,-,-,-", "-,Ad,-,-", "foundations"),
    Fault(CRAPETTE, "foundations=2c,Ac,Ad,-", "foundations=Ad,-,2c,Ac", "foundations"),
    Fault(CRAPETTE, "3s,3s shifts", "3s3s,- shifts", "foundations"),
    Fault(CRAPETTE, "Ad,-,-,-,3s,3s", "Ad,-,-,3s,3s", "foundations"),
    Fault(CRAPETTE, "3s,3s shifts", "3s,3s,- shifts", "foundations"),
    Fault(CRAPETTE, "houses=KsQdJc", "houses=KsQd(Jc)0", "houses"),
    Fault(CRAPETTE, "waste0=5c7d", "waste0=5c(7d)1", "waste0"),
    Fault(CRAPETTE, "up=5d", "up=(5d)0", "up"),
    Fault(CRAPETTE, "waste0=5c7d reserve0=(9s4d)0Js up=5d", "waste0=5c reserve0=(9s4d)0Js up=5d7d", "up"),
    Fault(CRAPETTE, "reserve0=(9s4d)0Js", "reserve0=(9s4dJs)0", "reserve0"),
    Fault(CRAPETTE, "reserve1=(3d)0Qs", "reserve1=(3d)0(Qs)2", "reserve1"),
    Fault(CRAPETTE, "9h8s,-,Kd", "9h8s,Kd", "houses"),
    Fault(CRAPETTE, "9h8s,-,Kd", "9h8s,-,-,Kd", "houses"),
    Fault(CRAPETTE, "houses=KsQdJc", "houses=QdKsJc", "houses"),
    Fault(CRAPETTE, "houses=KsQdJc,9h8s", "houses=KsJc,9h8sQd", "houses"),
    Fault(CRAPETTE, "Kd,Kh,Qc,Jh,Td", "Kd,Kh,Qc,JhTd,-", "houses"),
    Fault(CRAPETTE, "Kd,Kh,Qc,Jh,Td", "Kd,KhJh,Qc,-,Td", "houses"),
    Fault(CRAPETTE, "turns=7", "turns=100001", "turns"),
    Fault(TOUCHED, "shifts=999", "shifts=1000", "C19"),
    # Spit's own
    Fault(SPIT, "stocks0=4c,(9c2d)0Th", "stocks0=4c,(9c2dTh)0", "stocks0"),
    Fault(SPIT, "stocks0=4c,", "stocks0=(4c)1,", "stocks0"),
    Fault(SPIT, "L=5d", "L=(5d)0", "L"),
    Fault(SPIT, "R=Jd8h", "R=(Jd)28h", "R"),
    Fault(SPIT, "(9c2d)0Th,-,-,3s", "(9c2d)0Th,-,3s", "stocks0"),
    Fault(SPIT, "(9c2d)0Th,-,-,3s", "(9c2d)0Th,-,-,-,3s", "stocks0"),
    Fault(SPIT, "cards=25,27", "cards=26,27", "cards"),
    Fault(SPIT, "cards=25,27", "cards=52", "cards"),
    Fault(SPIT, "cards=25,27", "cards=53,-1", "cards"),
    Fault(
        SPIT,
        "stocks1=(6h)0Kd,-,9h,-,- spit1=(",
        "stocks1=-,-,-,-,- spit1=(6hKd9h",
        "stock",
    ),
    Fault(
        spit("spit1", stocks0="4c,-,-,-,-", spit0="(Kc)0", stocks1="9h,-,-,-,-", L="5d", R="Jd"),
        "stocks0=4c,-,-,-,- spit0=(Kc)0",
        "stocks0=Kc,-,-,-,- spit0=(4c)0",
        "S9",
    ),
    Fault(
        spit("R", stocks0="4c,-,-,-,-", stocks1="9h,-,-,-,-", L="Kc5d", R="Jd"),
        "stocks0=4c,-,-,-,- spit0=- stocks1=9h,-,-,-,- spit1=- L=Kc",
        "stocks0=Kc,-,-,-,- spit0=- stocks1=9h,-,-,-,- spit1=- L=4c",
        "S9",
    ),
    Fault(SPIT, "slaps=-,-", "slaps=L,R", "slaps"),
    Fault(SLAP, "slaps=L,-", "slaps=L,L", "slaps"),
    # Kroket's own
    Fault(KROKET, "hand1=(2d3d4d5d6d)2 table1=(7d8d9d)2", "hand1=(2d3d4d5d)2 table1=(6d7d8d9d)2", "hand1"),
    Fault(KROKET, "phase=choose", "phase=discard", "hand0"),
    Fault(DISCARD, "turn=0", "turn=1", "hand"),
    Fault(DISCARD, "phase=discard", "phase=choose", "hand0"),
    Fault(KROKET, "9cTc)0 hand1=(2d3d4d5d6d)2 table1=(", "9c)0 hand1=(2d3d4d5d6d)2 table1=(Tc", "table0"),
    Fault(KROKET, "phase=choose", "phase=place", "drawn"),
    Fault(KROKET, "hand0=(2c3c4c)1", "hand0=(2c3c4c)0", "hand0"),
    Fault(KROKET, "hand1=(2d3d4d5d6d)2", "hand1=(2d3d4d5d6d)0", "hand1"),  # not on turn: it will be
    Fault(DISCARD, "17h(9sKs)1", "17h(9s)1(Ks)2", "hand0"),
    Fault(PLACE, "17h(9s)1", "17h(9s)0", "hand0"),
    Fault(THREE, "hand0=(2c3c4c7h)1", "hand0=(2c3c4c7h)6", "hand0", "players=3"),
    Fault(PLACE, "phase=place", "phase=choose", "drawn"),
    Fault(DISCARD, "taken=-", "taken=2s", "taken"),
    Fault(PLACE, "drawn=(Ks)1 reserve=(", "drawn=(KsAc)1 reserve=(", "drawn"),
    Fault(KROKET, "Ks)0 discard=2s3s", "Ks2s3s)0 discard=-", "discard"),
    Fault(kroket(reserve="(6h)0"), "reserve=(6h)0 discard=", "reserve=- discard=6h", "reserve"),
]

VIEW_FAULTS = [
    Fault(SPIT, "L=5d", "L=??", "L"),
    Fault(SPIT, "stocks0=4c,", "stocks0=??,", "stocks0"),
    Fault(SPIT, "cards=25,27", "cards=26,27", "cards"),
    Fault(SPIT, "R=Jd8h", "R=Jd", "51"),
    Fault(SPIT, "R=Jd8h", "R=8h8h", "8h"),
    Fault(SLAP, "slaps=L,-", "slaps=L,R", "slaps"),
    Fault(SLAP, "cards=26,26", "cards=15,37", "L"),
    Fault(
        spit("spit1", stocks0="4c,-,-,-,-", spit0="(Kc)0", stocks1="9h,-,-,-,-", L="5d", R="Jd"),
        "stocks0=4c,",
        "stocks0=Kh,",
        "S9",
    ),
    Fault(KROKET, "discard=2s3s", "discard=2s??", "discard"),
    Fault(KROKET, "discard=2s3s", "discard=2s3s3s", "53"),
    Fault(KROKET, "phase=choose", "phase=place", "drawn"),
    Fault(CRAPETTE, "waste0=5c7d", "waste0=5c??", "waste0"),
    Fault(CRAPETTE, "up=5d", "up=??", "up"),
]
"""In the view of seat 0."""

LOADED = {
    "more than 13 in a reserve": crapette("reserve1", hand0="(2c)0", reserve1="Qs"),
    "foundations almost full": crapette("hand1", reserve0="Kd", reserve1="Ks", foundations="Kc,Kc,Kd,Qd,Kh,Kh,Ks,Qs"),
    "a hand known to one seat": CRAPETTE.replace("hand0=(2c)0", "hand0=(2c)1"),
    "a recycled hand": CRAPETTE.replace("hand0=(2c)0", "hand0=2c"),
    "an announced move": CHALLENGE,
    "counters as high as they can be": CRAPETTE.replace("idle=2 turns=7", "idle=100000 turns=100000"),
    "counters at the end of a game": ENDED.replace("idle=2 turns=7", "idle=100001 turns=100001"),
    "a seat without a card whose turn it is not": crapette("hand0", reserve0="5d"),
    "a slap before the slaps": SPIT.replace("slaps=-,-", "slaps=L,-"),
    "points of two rounds above the limit": SPIT.replace("points=0,0", "points=1000000104,0"),
    "the end of a game": ENDED,
    "a slap made": SLAP,
    "points at the end": POINTS_OVER,
    "a short layout": spit("spit1", stocks0="4c,(2c)03c,-,-,-", stocks1="9h,-,-,-,-", R="5d", cards="3,49"),
    "covered stock cards known to one seat": SPIT.replace("(9c2d)0Th", "(9c)1(2d)2Th"),
    "a reserve known in part": KROKET.replace("reserve=(AcAd", "reserve=AcAd("),
    "an empty discard after a take": KROKET.replace("phase=choose", "phase=discard")
    .replace("(9s)1 table0", "(9s)1Ks table0")
    .replace("Ks)0 discard=2s3s taken=-", "2s3s)0 discard=- taken=Ks"),
    "an empty reserve after a draw": kroket(phase="discard", hand0="2c3c4c5c6c7h", discard="2s", reserve="-"),
    "three seats": THREE,
}


def game_of(position: str) -> str:
    return position.split()[1]


def rules_for(position: str) -> str:
    """The options that the position is for."""
    if "hand2=" in position:
        return "players=3"
    return "scoring=points" if "reason=points" in position else ""


@pytest.mark.parametrize("position", LOADED.values(), ids=LOADED.keys())
def test_loads(position: str) -> None:
    game = GAMES[game_of(position)]
    rules = game.rules(rules_for(position).split())
    settings = {**rules, "players": rules.players}
    table = TABLES[game.name].load(position, settings)
    state = game.read(position, rules)
    assert state.text() == table.text() == position
    for seat in range(rules.players):
        assert state.text(seat) == table.view(seat)
        assert [game.move_name(move) for move in state.legal(seat)] == table.legal(seat)


@pytest.mark.parametrize("position", [CRAPETTE, SPIT, KROKET], ids=game_of)
def test_keys_in_any_order(position: str) -> None:
    game = GAMES[game_of(position)]
    start, tokens = position.split()[:2], position.split()[2:]
    assert game.read("  ".join(start + tokens[::-1])).text() == position


@pytest.mark.parametrize("fault", FAULTS, ids=[f"{fault.old} to {fault.new}" for fault in FAULTS])
def test_refused(fault: Fault) -> None:
    name = game_of(fault.position)
    game, rules = GAMES[name], GAMES[name].rules(fault.rules.split())
    settings = {**rules, "players": rules.players}
    assert fault.position.count(fault.old) == 1
    assert game.read(fault.position, rules).text() == fault.position
    spoilt = fault.position.replace(fault.old, fault.new)
    assert TABLES[name].check(spoilt, settings) is not None
    with pytest.raises(PositionError) as refusal:
        game.read(spoilt, rules)
    assert fault.where in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("fault", VIEW_FAULTS, ids=[f"{fault.old} to {fault.new}" for fault in VIEW_FAULTS])
def test_a_view_is_held_to_what_it_shows(fault: Fault) -> None:
    game = GAMES[game_of(fault.position)]
    view = game.read(fault.position).text(0)
    assert "??" in view
    assert game.read(view).text() == view
    assert view.count(fault.old) == 1
    with pytest.raises(PositionError, match=fault.where):
        game.read(view.replace(fault.old, fault.new))
