"""PROTOCOL.md says the truth: its transcripts are replayed, its programs run, its tables are complete."""

import re
import subprocess
import sys
from typing import Any

import pytest

from cardgames.bots.faults import Termination
from cardgames.cards import Dealer
from cardgames.cards.dealer import seed_of_text
from cardgames.engine.main import HELP, Engine
from cardgames.games.registry import GAMES, find_game
from tests.protocol.transcripts import PAGE, RULES_TALK, SHOWN_VERSION, SITTINGS, filled, found_blocks

TEXT = PAGE.read_text("ascii")
BLOCKS = dict(found_blocks(TEXT))
SESSIONS = [name for name in BLOCKS if name.startswith("session ")]


@pytest.mark.parametrize("name", SESSIONS)
def test_the_engine_answers_as_the_transcript_has_it(name: str) -> None:
    said: list[str] = []
    answers: list[str] = []
    engine = Engine(answers.append)
    for line in BLOCKS[name]:
        if line.startswith("> "):
            answers.clear()
            engine.handle(line[2:])
            said.append(line)
            said += [
                f"< id version {SHOWN_VERSION}" if text.startswith("id version") else f"< {text}" for text in answers
            ]
    assert said == BLOCKS[name]


def test_there_is_a_transcript_of_every_game_and_of_the_rules_engine() -> None:
    assert sorted(SESSIONS) == sorted(["session rules", *(f"session {name}" for name in SITTINGS)])
    assert {sitting.game for sitting in SITTINGS.values()} == set(GAMES)
    assert {sitting.clock.kind for sitting in SITTINGS.values()} == {"turns", "virtual", "wall"}
    for name in SITTINGS:
        lines = BLOCKS[f"session {name}"]
        assert lines[0] == "> cgp 1"
        assert "< cgpok 1" in lines
        assert lines[-2].startswith("> gameover ")
        assert lines[-1] == "> quit"
    assert [line[2:] for line in BLOCKS["session rules"] if line.startswith("> ")] == list(RULES_TALK)


def test_the_referee_says_what_the_transcripts_have() -> None:
    """If this fails because something was changed on purpose: python -m tests.protocol.transcripts."""
    assert filled(TEXT) == TEXT


def test_the_first_bot_plays_every_game() -> None:
    script = "\n".join(BLOCKS["python bot"])
    assert len(list(filter(None, BLOCKS["python bot"]))) <= 12
    lines = ["", "cgp 1", "something new", "isready", "ping 3"]
    legal = {}
    for ident, name in enumerate(GAMES, 1):
        game = find_game(name)
        state = game.deal(game.rules(), Dealer.of_text("1"))
        seat = state.actors()[0]
        legal[str(ident)] = [game.move_name(move) for move in state.legal(seat)]
        lines += [f"newgame {name} seat {seat} players 2", state.text(seat)]
        lines += [f"go {ident} movetime 100 moves {' '.join(legal[str(ident)])}", "stop", "gameover 1-0 1,0 out"]
    lines += ["quit", "isready"]
    run = subprocess.run(
        [sys.executable, "-c", script], input="\n".join(lines), capture_output=True, text=True, timeout=60, check=True
    )
    assert run.stderr == ""
    greeting, answers = run.stdout.split("cgpok 1\n")
    assert greeting == "id name dice\ngames crapette spit kroket\n"
    ready, pong, *moves = answers.splitlines()
    assert (ready, pong) == ("readyok", "pong 3")
    for line in moves:
        word, move, answered = line.split()
        assert word == "bestmove"
        assert move in legal.pop(answered)
    assert legal == {}


def test_the_bot_for_both_clocks_answers_the_newest_question_alone() -> None:
    """What is read at once is answered at once, and of several `go` only the last."""
    script = "\n".join(BLOCKS["python racer"])
    assert len(BLOCKS["python racer"]) <= 17
    lines = ["cgp 1", "setoption name x value 1", "", "isready", "ping 3", "newgame spit seat 0 players 2"]
    lines += ["go 1 moves 1L wait", "rejected 1 1L S5: too late", "go 2 movetime 1000 moves 1>2 3R wait", "quit"]
    run = subprocess.run(
        [sys.executable, "-c", script],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert run.stderr == ""
    expected = ["id name racer", "games spit", "cgpok 1", "readyok", "pong 3", "bestmove 3R 2"]
    assert run.stdout.splitlines() == expected


@pytest.mark.parametrize(
    ("moves", "best"), [("2>1 wait", "2>1"), ("wait", "wait"), ("slap:L slap:R", "slap:L"), ("1>3 4R 5L wait", "4R")]
)
def test_what_the_bot_for_both_clocks_plays(moves: str, best: str) -> None:
    script = "\n".join(BLOCKS["python racer"])
    run = subprocess.run(
        [sys.executable, "-c", script],
        input=f"go 7 moves {moves}\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert run.stdout == f"bestmove {best} 7\n"


def test_deals_can_be_made_again_from_the_page_alone() -> None:
    told: dict[str, Any] = {}
    exec("\n".join(BLOCKS["python deal"]), told)  # the page's own program
    shuffled, below, pack = told["shuffled"], told["below"], told["PACK"]
    seed = seed_of_text("a seed")

    stream = told["words"](seed)
    packs = [shuffled(stream, pack), shuffled(stream, pack)]
    crapette = values(find_game("crapette").deal(find_game("crapette").rules(), Dealer(seed)).text())
    for seat, cards in enumerate(packs):
        assert bare(crapette[f"reserve{seat}"]) == "".join(cards[:13])
        assert bare(crapette[f"hand{seat}"]) == "".join(cards[17:])
    assert crapette["houses"] == ",".join(packs[0][13:17] + packs[1][13:17])

    cards = shuffled(told["words"](seed), pack)
    spit = values(find_game("spit").deal(find_game("spit").rules(), Dealer(seed)).text())
    for seat, (own, pile) in enumerate(((cards[:26], "L"), (cards[26:], "R"))):
        assert bare(spit[f"stocks{seat}"]).replace(",", "") == "".join(own[:15])
        assert bare(spit[f"spit{seat}"]) + spit[pile][2:] + spit[pile][:2] == "".join(own[15:])

    for players in (2, 3, 4):
        stream = told["words"](seed)
        dealer = below(stream, players)
        cards = shuffled(stream, pack * (1 if players == 2 else 2))
        kroket = values(find_game("kroket").deal(find_game("kroket").rules((), players), Dealer(seed)).text())
        assert kroket["dealer"] == str(dealer)
        hands: list[list[str]] = [[] for _ in range(players)]
        for turn in range(11 * players):
            hands[(dealer + 1 + turn) % players].append(cards.pop())
        for seat, own in enumerate(hands):
            assert bare(kroket[f"table{seat}"]) == "".join(own[:6])
            assert bare(kroket[f"hand{seat}"]) == "".join(sorted(own[6:], key=pack.index))
        assert kroket["discard"] == cards.pop()
        assert bare(kroket["reserve"]) == "".join(cards)


def values(position: str) -> dict[str, str]:
    return dict(word.split("=") for word in position.split()[2:])


def bare(pile: str) -> str:
    """The cards alone, whoever knows them."""
    return re.sub(r"[()]|(?<=\))[0-9a-f]", "", pile)


def chapter(title: str) -> str:
    """The text of one chapter."""
    (found,) = re.findall(rf"^## \d+\. {title}.*?(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert isinstance(found, str)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_key_of_every_position_is_explained(game: str) -> None:
    text = chapter(game.title())
    found = find_game(game)
    state = found.deal(found.rules(), Dealer.of_text("1"))
    for key in [*values(state.text()), "reason"]:
        assert re.search(rf"^\|.*`{key}`.* \|.+\|$", text, re.MULTILINE), key
    shown = re.findall(r"^    position .*\n    .*$", text, re.MULTILINE)
    assert [word.split("=")[0] for word in shown[0].split()[2:]] == list(values(state.text()))


def test_every_command_of_the_engine_and_every_fault_is_explained() -> None:
    for usage, _ in HELP:
        command = usage.split()[0].strip(",")
        assert re.search(rf"^\| `{command}\b", TEXT, re.MULTILINE), command
    faults = chapter("Faults")
    for kind in Termination:
        assert f"| `{kind}` |" in faults


def test_the_contents_name_every_chapter() -> None:
    contents = TEXT.split("Contents:")[1].split("##")[0]
    chapters = re.findall(r"^## (\d+)\. (.+)$", TEXT, re.MULTILINE)
    assert [int(number) for number, _ in chapters] == list(range(1, len(chapters) + 1))
    for number, title in chapters:
        assert re.search(rf"\b{number}\. {re.escape(title)}", contents), title
