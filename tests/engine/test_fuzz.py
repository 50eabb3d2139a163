"""The engine survives whatever comes in, and the next valid command works."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgames.games.players import PLAYERS
from cardgames.games.registry import GAMES
from cardgames.protocol.lines import MAX_LINE
from tests.engine.engines import GAME_NAMES, Talk
from tests.reference.mutations import spoil
from tests.reference.positions import random_position

CARD_TEXT = re.compile(r"[2-9TJQKA][cdhs]")
VALID = (
    "cgp 1",
    "setoption name Player value greedy",
    "setoption name Seed value 12",
    "isready",
    "newgame kroket players 3 seed 9 rules lay=blind deals=2",
    "newgame spit seat 1 players 2 commit 00ff rules scoring=points clock virtual movetime=100",
    "newgame crapette seed 9 rules preset=pagat stop=touch",
    "event 7 0 R-3 7h 9c",
    "go 4 time0 1000 time1 1000 inc0 10 inc1 10 moves take draw",
    "go 4 movetime 10",
    "stop",
    "rejected 4 3L late",
    "gameover 1-0 3,0 out reveal 00ff",
    "ping 4",
    "legal 1",
    "move take",
    "move 1 3L wait",
    "state",
    "view 1",
    "undo",
    "result",
    "perft 2",
    "play 1 random random",
    "help",
)


def check_alive(talk: Talk) -> None:
    assert talk.line("ping 99") == "pong 99"
    talk.silent("newgame kroket seed 1")
    assert talk.line("legal") == "legal take draw lay knock"


def check_answers(answers: list[str]) -> None:
    for line in answers:
        assert line.isascii()
        assert line.isprintable()
        assert len(line) <= MAX_LINE


@pytest.mark.parametrize("game", GAME_NAMES)
def test_every_prefix_of_every_valid_command(game: str) -> None:
    talk = Talk()
    for command in VALID:
        for cut in range(len(command) + 1):
            talk.silent(f"newgame {game} seed 1")
            check_answers(talk.ask(command[:cut]))
            assert talk.line("isready") == "readyok"
    check_alive(talk)


@pytest.mark.parametrize("game", GAME_NAMES)
def test_every_prefix_of_a_position_and_of_a_view(game: str) -> None:
    talk = Talk(f"newgame {game} seed 1")
    text, view = talk.line("state"), talk.line("view 1")
    for line in (text, view):
        for cut in range(len("position"), len(line)):
            check_answers(talk.ask(line[:cut]))
    talk.silent(text)
    assert talk.line("state") == text
    check_alive(talk)


WORDS = sorted({word for command in VALID for word in command.split()})
NOISE = st.text(st.characters(max_codepoint=127, exclude_characters="\n"), max_size=8)


@given(st.sampled_from(GAME_NAMES), st.lists(st.lists(st.sampled_from(WORDS) | NOISE, max_size=8), max_size=12))
def test_words_in_any_order(game: str, lines: list[list[str]]) -> None:
    talk = Talk(f"newgame {game} seed 1")
    for words in lines:
        line = " ".join(words)
        # Many games and deep counts take their time; after quit there is nobody to ask.
        if line.split()[:1] not in (["play"], ["perft"], ["quit"]):
            check_answers(talk.ask(line))
    check_alive(talk)


def mutations(line: str, rng: random.Random) -> str:
    """The line with one thing wrong: a token gone, doubled, cut, swapped, or a character changed."""
    tokens = line.split(" ")
    at, other = rng.randrange(len(tokens)), rng.randrange(len(tokens))
    key, _, value = tokens[at].partition("=")
    place = rng.randrange(len(tokens[at]) + 1)
    changed = [
        [],
        [tokens[at], tokens[other]],
        [tokens[at][:place] + rng.choice("0123456789-,()?cdhsAKQ>LRF= \x00") + tokens[at][place + 1 :]],
        [f"{key}={rng.choice(['-', '', '0', '1', '7', '??', '7h', '(7h)0', '-,-', 'over', 'challenge', 'slap'])}"],
        [f"{key}={tokens[other].partition('=')[2]}"],
        [f"{key}={value[:place]}{value[place + 2 :]}"],
        [tokens[at], rng.choice(["foo", "foo=1", "reason=out", "phase=over"])],
    ]
    return " ".join([*tokens[:at], *rng.choice(changed), *tokens[at + 1 :]])


@pytest.mark.parametrize("game", GAME_NAMES)
@pytest.mark.parametrize("seed", range(4))
def test_positions_with_anything_wrong(game: str, seed: int, run_seed: int) -> None:
    """What is refused changes nothing; what is accepted can be used: listed, made, taken back, written."""
    rng = random.Random(f"{run_seed} {seed}")
    rules = {"crapette": "stop=touch", "spit": "scoring=points", "kroket": "players=3"}[game]
    talk = Talk(f"newgame {game} seed {run_seed + seed} rules {rules}")
    for _ in range(120):
        for seat in " 0", " 1":
            listed = talk.ask(f"legal{seat if game == 'spit' else ''}")[0].split()[1:]
            if listed:
                talk.silent(f"move{seat if game == 'spit' else ''} {rng.choice(listed)}")
        text = talk.line("state")
        line = rng.choice([text, talk.line("view 0")])
        for _ in range(rng.randrange(1, 3)):
            line = mutations(line, rng)
        answers = talk.ask(line)
        check_answers(answers)
        if answers:
            assert talk.line("state") == text
        check_answers(talk.ask("go 1", "go 2 moves wait pass take 1L", "view 0", "view 1", "result", "perft 1"))
        check_answers(talk.ask("legal", "legal 0", "legal 1", "state", "undo", "show"))
        talk.silent(text)
    check_alive(talk)


def any_view(position: str, rng: random.Random) -> str:
    """The position without brackets, some of its cards hidden, whoever may know them."""
    share = rng.choice([0.05, 0.3, 0.8, 1.0])
    bare = re.sub(r"[(]|[)][0-9a-f]", "", position)
    return re.sub(CARD_TEXT, lambda card: "??" if rng.random() < share else card[0], bare)


ODD_RULES = {
    "crapette": ("stop=off", "stop=touch", "preset=pagat", "duty=full"),
    "spit": ("scoring=standard", "scoring=points"),
    "kroket": ("players=2", "players=3 lay=blind", "players=4 deals=2 lastturn=on", "lastturn=on"),
}


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("game", GAME_NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_every_player_answers_any_position_that_is_accepted(game: str, player: str, seed: int, run_seed: int) -> None:
    """With a listed move, whichever moves are listed; without a list with a legal one, unless none can be told."""
    rng = random.Random(f"{run_seed} {game} {player} {seed}")
    talk = Talk(f"setoption name Player value {player}")
    accepted = 0
    for number in range(150):
        words = rng.choice(ODD_RULES[game]).split()
        rules = GAMES[game].rules(words)
        talk.silent(f"newgame {game} seed {number} rules {' '.join(words)}")
        talk.silent(f"setoption name Skill value {rng.choice([0, 7, 20])}")
        talk.silent(f"setoption name Nodes value {rng.choice([1, 5, 60])}")
        text = random_position(game, {**rules, "players": rules.players}, rng)
        text = rng.choice([text, GAMES[game].read(text, rules).text(rng.randrange(rules.players)), spoil(text, rng)])
        for change in rng.choice([(), (mutations,), (any_view,), (any_view, mutations)]):
            text = change(text, rng)
        if talk.ask(text):
            continue
        accepted += 1
        state = talk.engine._board.state
        assert state is not None
        legal = [state.game.move_name(move) for seat in state.actors()[:1] for move in state.legal(seat)]
        answer = talk.ask("go 1")[-1]
        if legal:
            assert answer in [f"bestmove {move} 1" for move in legal]
        else:
            hint = "its own view or a list of moves was expected" if state.actors() else "the game is over"
            assert answer.startswith("error ")
            assert hint in answer
        listed = rng.sample(legal, rng.randint(1, len(legal))) if legal else ["take", "wait", "pass"]
        assert talk.ask(f"go 2 moves {' '.join(listed)}")[-1] in [f"bestmove {move} 2" for move in listed]
    assert accepted > 15


def test_the_names_of_games_are_all_here() -> None:
    assert tuple(GAMES) == GAME_NAMES
