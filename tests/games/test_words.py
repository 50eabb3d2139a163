"""Tables, moves and events in words."""

from collections.abc import Callable

import pytest

from cardgames.cards import Dealer
from cardgames.drawing.symbols import ASCII
from cardgames.drawing.viewer import Viewer
from cardgames.drawing.wording import Wording, sentence
from cardgames.games.drawings import drawing_of
from cardgames.games.registry import GAMES
from cardgames.rules import State
from tests.games.crapette import tables as crapette_tables
from tests.games.events import event
from tests.games.kroket import tables as kroket_tables
from tests.games.spit import tables as spit_tables

NAMES = ("you", "fox", "owl")
TABLES: dict[str, Callable[..., State]] = {
    "crapette": crapette_tables.table,
    "spit": spit_tables.table,
    "kroket": kroket_tables.table,
}
TOLD = {
    "crapette": [
        ("1 R-3 7h 9c", "fox plays the 7h from the reserve to house 3; the 9c turns up"),
        ("0 4-F Ac", "you play the Ac from house 4 to a foundation"),
        ("0 H-OW 9s", "you play the 9s from the hand on fox's waste"),
        ("1 2-OR 9s", "fox plays the 9s from house 2 on your reserve"),
        ("1 H-W Qd", "fox puts the Qd on the waste"),
        ("0 flip 7h", "you turn up the 7h"),
        ("1 asked R-3", "fox announces R-3"),
        ("0 pass", "you pass"),
        ("1 stop", "fox says stop!"),
        ("- wasted 5c", "the 5c goes to the waste"),
        ("- founded 5c", "the 5c goes to the foundation"),
    ],
    "spit": [
        ("0 3L 7h 4c", "you play the 7h on L; the 4c turns up"),
        ("1 1R 7h", "fox plays the 7h on R"),
        ("1 3>1 7h 4c", "fox moves the 7h to place 1; the 4c turns up"),
        ("1 wait", "fox waits"),
        ("- spit 7h Kd", "spit: the 7h on L, the Kd on R"),
        ("- spit - Kd", "spit: the Kd on R"),
        ("0 slap:L", "you slap pile L"),
        ("- round 2", "round 2 is laid out"),
    ],
    "kroket": [
        ("0 take 7h", "you take the 7h"),
        ("1 draw ??", "fox draws a card"),
        ("0 draw 7h", "you draw the 7h"),
        ("2 lay ??", "owl draws a card to lay it down"),
        ("1 7h", "fox discards the 7h"),
        ("0 3 Qh", "you lay it in place 3; the Qh goes to the discard"),
        ("0 3 Qh 4c", "you lay it in place 3, which is the 4c; the Qh goes to the discard"),
        ("1 knock", "fox knocks"),
        ("- deal 2", "deal 2 begins"),
    ],
}


@pytest.mark.parametrize(("game", "text", "told"), [(game, *pair) for game, pairs in TOLD.items() for pair in pairs])
def test_an_event(game: str, text: str, told: str) -> None:
    assert event(game, text).text(1) == text
    assert ASCII.line(drawing_of(game).tell(event(game, text), Wording(NAMES))) == told


def test_an_event_for_ears() -> None:
    spoken = Wording(NAMES, spoken=True)
    assert drawing_of("kroket").tell(event("kroket", "0 take Th"), spoken) == "you take the 10 of hearts"
    told = drawing_of("spit").tell(event("spit", "1 3L Jh As"), spoken)
    assert told == "fox plays the jack of hearts on L; the ace of spades turns up"


MOVES = {
    "crapette": [
        ("R-F", "Ah from the reserve to a foundation"),
        ("H-W", "9c from the hand to the waste, which ends the turn"),
        ("2-1", "Qs from house 2 to house 1, on the Kh"),
        ("2-7", "Qs from house 2 to house 7, which is empty"),
        ("2-OR", "Qs from house 2 on fox's reserve, a Js"),
        ("2-OW", "Qs from house 2 on fox's waste, a Ks"),
        ("flip", "turn up the next hand card"),
        ("pass", "end the turn"),
        ("stop", "say that the move announced is a breach"),
    ],
    "spit": [
        ("1L", "the 8d on the 7h"),
        ("1>3", "the 8d to the empty place 3"),
        ("wait", "leave it to the other seat"),
        ("slap:R", "pile R, 1 card"),
    ],
    "kroket": [
        ("take", "the 2h into the hand, then discard"),
        ("draw", "a card of the reserve into the hand, then discard"),
        ("lay", "a card of the reserve onto the table, in place of one there"),
        ("knock", "end the deal and count"),
        ("7c", "discard the 7c"),
        ("1", "place 1: 5c goes to the discard"),
        ("4", "place 4: ?? goes to the discard"),
    ],
}


GIVEN = {
    "crapette": {
        "reserve0": "Ah",
        "up": "9c",
        "houses": "Kh,Qs,Kc,Kd,Ks,Kh,-,Kc",
        "reserve1": "Js",
        "waste1": "Ks",
    },
    "spit": {
        "stocks0": "9c8d,Kc,-,-,-",
        "stocks1": "Kd4d,-,-,-,3h",
        "spit0": "2c4c",
        "spit1": "2d",
        "L": "7h",
        "R": "2h",
    },
    "kroket": {"table0": "(5cJc9c)1(2d3d)0(Qd)1", "discard": "2h"},
}


@pytest.mark.parametrize(("game", "move", "told"), [(game, *pair) for game, pairs in MOVES.items() for pair in pairs])
def test_a_move(game: str, move: str, told: str) -> None:
    state = TABLES[game](**GIVEN[game]).view(0)
    assert ASCII.line(drawing_of(game).describe(state, 0, GAMES[game].parse_move(move), Wording(NAMES))) == told


FACTS: dict[str, tuple[dict[str, str | int], list[str]]] = {
    "crapette": (
        {"turn": 1, "reserve0": "(2d)0Tc", "reserve1": "(5d)09h8h", "up": "3c", "houses": "Kh,QsJd", "skips": "0"},
        [
            "Crapette, turn 1.",
            "fox's reserve: 3 cards, on top 8 of hearts, 9 of hearts.",
            "Your reserve: 2 cards, on top 10 of clubs.",
            "Your waste: 0 cards.",
            "You have to miss a turn.",
            "Foundations of clubs: an empty one and an empty one.",
            "House 2: queen of spades, jack of diamonds.",
            "fox's hand card up: 3 of clubs.",
            "fox: to move, with the hand card 3 of clubs up.",
        ],
    ),
    "spit": (
        {"stocks0": "9c8d,Kc,-,-,-", "stocks1": "Kd4d,-,-,-,3h", "spit0": "2c4c", "spit1": "2d", "L": "7h", "R": "2h"},
        [
            "Spit, round 1.",
            "Your cards at the start of the round: 26.",
            "Your stock 1: 8 of diamonds, 1 card below.",
            "fox's stock 5: 3 of hearts.",
            "fox's stock 4: empty.",
            "Your spit cards: 2.",
            "Pile R: 2 of hearts, 1 card.",
        ],
    ),
    "kroket": (
        {"table0": "(5cJc9c)1(2d3d)0(Qd)1", "hand0": "(2c5d9hJsAs)1", "hand1": "(3c4c6c7c)2Td", "discard": "3h7h"},
        [
            "Kroket, turn 1.",
            "fox is the dealer.",
            "Your place 1: 5 of clubs.",
            "Your place 4: hidden.",
            "Your hand: 2 of clubs, 5 of diamonds, 9 of hearts, jack of spades, ace of spades.",
            "fox's hand: 10 of diamonds and 4 hidden cards.",
            "Discard: 7 of hearts on top, 2 cards.",
            "Reserve: 28 cards.",
            "You: take the 7 of hearts, draw, lay or knock.",
        ],
    ),
}


@pytest.mark.parametrize("game", FACTS)
def test_a_table_is_told_one_fact_a_line(game: str) -> None:
    given, expected = FACTS[game]
    state = TABLES[game](**given)
    voice = Wording(NAMES, spoken=True)
    facts = [ASCII.line(line) for line in drawing_of(game).facts(state.view(0), voice, Viewer(0, NAMES))]
    assert [line for line in expected if line not in facts] == []
    assert all(line.endswith(".") for line in facts)
    assert len(set(facts)) == len(facts)


@pytest.mark.parametrize("game", GAMES)
def test_how_a_seat_stands(game: str) -> None:
    state = GAMES[game].deal(GAMES[game].rules(), Dealer.of_text("7"))
    (*_, last) = drawing_of(game).standing(state.view(0), 0, Wording(NAMES))
    assert last.startswith(
        {"kroket": "your cards as far as they are seen: table", "spit": "fox's cards: 15 in"}.get(
            game, "fox's cards: 13"
        )
    )


def test_prompts() -> None:
    assert drawing_of("kroket").prompt(kroket_tables.table()) == "move"
    assert drawing_of("kroket").prompt(kroket_tables.play(kroket_tables.table(), "lay")) == "place"
    assert drawing_of("kroket").prompt(kroket_tables.play(kroket_tables.table(), "draw")) == "discard"
    assert drawing_of("spit").prompt(spit_tables.table(phase="slap", stocks0="8c,-,-,-,-", L="7h", R="2h")) == "slap"
    challenge = crapette_tables.table("stop=on", phase="challenge", turn=1, asked="flip")
    assert drawing_of("crapette").prompt(challenge) == "pass or stop"


@pytest.mark.parametrize(
    ("text", "told"), [("you win", "You win."), ("fox's hand", "fox's hand."), ("stop!", "Stop!"), ("", ".")]
)
def test_sentences(text: str, told: str) -> None:
    assert Wording(NAMES).sentence(text) == told
    assert sentence("fox") == "Fox."
