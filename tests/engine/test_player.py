"""PROTOCOL.md, "A session": the engine as a bot, the handshake and what a runner says in a match."""

import re

import pytest

from cardgames.cards import Dealer
from cardgames.engine.main import HELP
from cardgames.games.players import PLAYERS
from cardgames.games.registry import GAMES, find_game
from cardgames.games.spit.players.expert.player import ExpertSpit
from cardgames.players.expert.skill import nodes_at
from cardgames.protocol.messages import BotOption, Handshake
from tests.engine.engines import GAME_NAMES, KROKET_VIEW, Talk, dealt


def test_the_handshake_tells_who_this_is() -> None:
    shake = Handshake()
    answers = Talk().ask("cgp 1")
    assert [shake.take(line) for line in answers] == [False] * (len(answers) - 1) + [True]
    assert answers[-1] == "cgpok 1"
    assert shake.name == "cardgames"
    assert shake.author
    assert re.fullmatch(r"\d+\.\d+\.\d+", shake.version)
    assert shake.games == tuple(GAMES)
    assert shake.options == {
        "player": BotOption("Player", "combo", "random", choices=tuple(PLAYERS)),
        "seed": BotOption("Seed", "string"),
        "skill": BotOption("Skill", "spin", "20", 0, 20),
        "nodes": BotOption("Nodes", "spin", "0", 0, 10**9),
        "time": BotOption("Time", "spin", "0", 0, 86_400_000),
    }
    assert shake.problems == []


@pytest.mark.parametrize(
    ("line", "answers"),
    [
        ("isready", ["readyok"]),
        ("  isready   now ", ["readyok"]),
        ("ping 7", ["pong 7"]),
        ("ping", ["pong"]),
        ("", []),
        (" \t ", []),
        ("stop", []),
        ("xyzzy 1 2", []),
        ("Isready", []),
        ("event 7 0 R-3 7h 9c", []),
        ("rejected 4 3L too late", []),
        ("gameover 1-0 3,0 knock reveal 00", []),
        ("setoption name player value RANDOM", []),
        ("setoption name Seed value 7", []),
        ("setoption name Seed value", []),
    ],
)
def test_lines_that_need_no_table(line: str, answers: list[str]) -> None:
    assert Talk().ask(line) == answers


def test_quit_ends_it() -> None:
    talk = Talk()
    assert not talk.engine.handle(" quit now")


def test_help_has_a_line_for_each_command() -> None:
    talk = Talk()
    lines = talk.ask("help")
    assert len(lines) == len(HELP)
    told = {word.strip(",") for usage, _ in HELP for word in usage.split()}
    assert told.issuperset(talk.engine._handlers)
    assert {"quit", "stop", "event", "rejected", "gameover"} <= told


@pytest.mark.parametrize("go", ["go 4 movetime 100", "go 4", "go 4 time0 900 time1 900 inc0 0 inc1 0"])
@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_seat_plays_from_views_alone(game: str, go: str) -> None:
    table = find_game(game).deal(find_game(game).rules(), Dealer.of_text("1"))
    seat = max(table.actors(), key=lambda seat: len(table.legal(seat)))
    names = [table.game.move_name(move) for move in table.legal(seat)]
    talk = Talk(f"newgame {game} seat {seat} players 2", "event 1 - deal 1", table.text(seat))
    for order in (f"{go} moves {' '.join(names)}", go):
        answer = talk.line(order).split()
        assert answer[0] == "bestmove"
        assert answer[1] in names
        assert answer[2:] == ["4"]


def test_go_without_an_id_is_answered_without_one() -> None:
    talk = Talk("newgame kroket seat 1 players 2", KROKET_VIEW)
    assert re.fullmatch("bestmove (take|draw|lay|knock)", talk.line("go"))
    assert talk.line("go moves draw") == "bestmove draw"
    assert talk.ask("stop") == []


def test_go_answers_one_of_the_listed_moves_even_where_they_do_not_fit() -> None:
    assert Talk().line("go 3 moves take") == "bestmove take 3"
    talk = Talk("newgame kroket seat 1 players 2", KROKET_VIEW)
    assert talk.line("go 3 moves take spin") == "bestmove take 3"
    assert talk.line("go 4 moves 7h") == "bestmove 7h 4"
    talk.error("position kroket turn=nobody")
    assert talk.line("go 5 moves lay") == "bestmove lay 5"


def test_in_spit_go_answers_for_the_seat_whose_moves_are_listed() -> None:
    talk = Talk("newgame spit seed 1")
    assert talk.line("legal 0") == "legal 4L wait"
    assert talk.line("legal 1") == "legal wait"
    assert talk.line("go 1 moves 4L") == "bestmove 4L 1"
    talk = Talk("newgame spit seat 1", dealt("spit", "1"))
    assert talk.line("go 1") == "bestmove wait 1"


@pytest.mark.parametrize(("player", "game"), [(name, game) for name in PLAYERS for game in PLAYERS[name].games])
def test_each_player_answers_and_repeats_itself_for_a_seed(player: str, game: str) -> None:
    def answers(*setup: str) -> list[str]:
        talk = Talk(f"setoption name Player value {player}", *setup)
        return [line for line in talk.ask(*["go"] * 12) if not line.startswith("info ")]

    seeded = [f"newgame {game} seat 1 commit aa", dealt(game, "3")]
    assert answers(*seeded) == answers(*seeded)
    seeded = ["setoption name Seed value 5", f"newgame {game} seat 1", dealt(game, "3")]
    assert answers(*seeded) == answers(*seeded)
    assert answers(f"newgame {game} seed 3") == answers(f"newgame {game} seed 3")


@pytest.mark.parametrize("plies", [1, 2, 7])
@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_game_owes_nothing_to_one_that_was_broken_off_before(game: str, player: str, plies: int) -> None:
    """Not even to the same one, nor to how strong its player was then."""
    options = (f"setoption name Player value {player}", "setoption name Nodes value 20")
    rules = " rules minrounds=6" if game == "kroket" else ""
    fresh, used = Talk(*options), Talk(*options)
    chosen(used, f"newgame {game} seed 4{rules}", plies)
    for skill in (4, 20):
        used.silent(f"setoption name Skill value {skill}")
        used.ask("go")
    chosen(used, f"newgame {game} seed 3{rules}", plies)
    moves = chosen(fresh, f"newgame {game} seed 3{rules}", 12)
    assert chosen(used, f"newgame {game} seed 3{rules}", 12) == moves


def chosen(talk: Talk, newgame: str, plies: int) -> list[str]:
    """The first moves of a game, each chosen and made."""
    talk.silent(newgame)
    moves = []
    for _ in range(plies):
        state = talk.engine._board.state
        assert state is not None
        seat = state.actors()[0]
        move = talk.ask("go")[-1].split()[1]
        talk.silent(f"move {seat} {move}" if state.game.name == "spit" else f"move {move}")
        moves.append(move)
    return moves


def test_skill_set_in_mid_game_counts_at_once() -> None:
    talk = Talk("setoption name Player value expert", "setoption name Nodes value 20", "newgame spit seed 1")
    assert " nodes 20 " in talk.ask("go")[0]
    talk.silent("setoption name Skill value 0")
    told = [line for _ in range(20) for line in talk.ask("go") if line.startswith("info ")]
    assert told
    assert all(f" nodes {nodes_at(0, ExpertSpit.default_nodes, ExpertSpit.min_nodes)} " in line for line in told)


def test_the_stream_of_chance_depends_on_seed_commitment_and_seat() -> None:
    orders = [
        ("setoption name Seed value", "newgame kroket seat 1 commit aa"),
        ("setoption name Seed value", "newgame kroket seat 1 commit bb"),
        ("setoption name Seed value", "newgame kroket seat 0 commit aa"),
        ("setoption name Seed value 5", "newgame kroket seat 1 commit aa"),
        ("setoption name Seed value 6", "newgame kroket seat 1 commit aa"),
        ("setoption name Seed value 5", "newgame kroket seat 1"),
        ("setoption name Seed value", "newgame kroket seat 1"),
        ("setoption name Seed value", "newgame kroket seat 1"),
    ]
    games = [" ".join(Talk(*order, KROKET_VIEW).ask(*["go"] * 60)) for order in orders]
    assert len(set(games)) == len(games)
