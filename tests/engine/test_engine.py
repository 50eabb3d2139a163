"""PROTOCOL.md, "The engine": the commands of the rules engine."""

import random
import re

import pytest

from cardgames.cards import Dealer
from cardgames.engine.main import unbreakable
from cardgames.games.registry import find_game
from cardgames.protocol.lines import LineFault
from tests.engine.engines import GAME_NAMES, KROKET_VIEW, Talk, dealt


def spit_at_slap() -> Talk:
    """Spit where seat 0 is to slap next, after one slap of seat 1."""
    talk = Talk("newgame spit seed 5")
    while "phase=play" in talk.line("state"):
        moves = {seat: talk.line(f"legal {seat}").split()[1:] for seat in (0, 1)}
        seat = max(moves, key=lambda seat: len(moves[seat]))
        if moves[seat] == ["wait"]:
            talk.silent("move 0 wait")
            talk.silent("move 1 wait")
        else:
            talk.silent(f"move {seat} {moves[seat][0]}")
    return talk


# The rules engine: tables


@pytest.mark.parametrize("game", GAME_NAMES)
@pytest.mark.parametrize("seed", ["1", "a-word", "00ff" * 16])
def test_newgame_deals_what_the_seed_says(game: str, seed: str) -> None:
    assert Talk(f"newgame {game} seed {seed}").line("state") == dealt(game, seed)


def test_newgame_without_a_seed_deals_anew() -> None:
    assert len({Talk("newgame crapette").line("state") for _ in range(3)}) == 3


@pytest.mark.parametrize(
    ("order", "game", "rules", "players"),
    [
        ("newgame KROKET seed 1 players 3", "kroket", (), 3),
        ("newgame kroket rules players=4 lay=blind seed 1", "kroket", ("lay=blind",), 4),
        ("newgame kroket players 4 rules players=4 seed 1", "kroket", (), 4),
        ("newgame kroket seed 1 commit ab clock turns movetime=5 players 2", "kroket", (), 2),
        ("newgame crapette seed 1 rules preset=pagat duty=none", "crapette", ("preset=pagat", "duty=none"), None),
        ("newgame spit later 7 seed 1", "spit", (), None),
    ],
)
def test_newgame_takes_its_words_in_any_order(
    order: str, game: str, rules: tuple[str, ...], players: int | None
) -> None:
    talk = Talk(order)
    assert talk.line("state") == dealt(game, "1", *rules, players=players)
    assert talk.engine._board.state is not None
    assert talk.engine._board.state.rules.text() == find_game(game).rules(rules, players).text()


@pytest.mark.parametrize(
    ("order", "what"),
    [
        ("newgame", "name of a game"),
        ("newgame krocket", "did you mean kroket"),
        ("newgame whist", "crapette, spit, kroket"),
        ("newgame kroket players", "players"),
        ("newgame kroket players 5", "players 5"),
        ("newgame kroket players 3 rules players=4", "players"),
        ("newgame kroket players 3 players 3", "twice"),
        ("newgame spit players 3", "players 3"),
        ("newgame kroket seed", "seed"),
        ("newgame kroket seat x", "seat"),
        ("newgame kroket seat 2", "0 to 1"),
        ("newgame kroket seat 4 players 4", "0 to 3"),
        ("newgame kroket rules lays=blind", "did you mean lay"),
        ("newgame kroket rules lay=open", "seen, blind"),
        ("newgame kroket rules lay=seen lay=seen", "twice"),
        ("newgame kroket rules takelimit=0", "1-1000"),
        ("newgame kroket rules takelimit=1001", "1-1000"),
        ("newgame kroket rules takelimit=" + "9" * 60_000, "1-1000"),
        ("newgame kroket rules lay blind", "NAME=VALUE"),
        ("newgame crapette rules preset=mine", "preset"),
    ],
)
def test_a_newgame_that_fails_changes_nothing(order: str, what: str) -> None:
    talk = Talk("newgame kroket seed 4 rules deals=2", "move draw")
    before = talk.line("state")
    error = talk.error(order)
    assert what in error
    assert error.endswith(": newgame")
    assert talk.line("state") == before
    talk.silent("undo")
    assert talk.line("state") == dealt("kroket", "4", "deals=2")


def test_a_seat_that_is_told_takes_the_table_away() -> None:
    talk = Talk("newgame kroket seed 4", "newgame kroket seat 0 rules lay=blind spread")
    assert "no table yet" in talk.error("legal")


@pytest.mark.parametrize("command", ["legal", "legal 0", "move take", "move 0 3L", "state", "view 0", "show", "undo"])
def test_commands_before_there_is_a_table(command: str) -> None:
    error = Talk().error(command)
    assert error == f"error no table yet, newgame or position was expected first: {command.split(maxsplit=1)[0]}"


@pytest.mark.parametrize("command", ["result", "perft 1", "go", "go 1 movetime 5", "play 1"])
def test_more_commands_before_there_is_a_table(command: str) -> None:
    assert Talk().error(command).endswith(f": {command.split(maxsplit=1)[0]}")


# The rules engine: moves


@pytest.mark.parametrize("game", ["crapette", "kroket"])
@pytest.mark.parametrize("seed", range(3))
def test_a_game_of_turns_agrees_with_the_rules_to_its_end_and_back(game: str, seed: int) -> None:
    rng = random.Random(seed)
    rules = ("maxturns=40",) if game == "crapette" else ("deals=2",)
    talk = Talk(f"newgame {game} seed {seed} rules {rules[0]}")
    state = find_game(game).deal(find_game(game).rules(rules), Dealer.of_text(str(seed)))
    texts: list[str] = []
    while state.outcome is None:
        texts.append(talk.line("state"))
        seat = state.actors()[0]
        names = [state.game.move_name(move) for move in state.legal(seat)]
        assert talk.line("legal") == f"legal {' '.join(names)}"
        assert talk.line("result") == "result *"
        assert [talk.line(f"view {viewer}") for viewer in (0, 1)] == [state.text(viewer) for viewer in (0, 1)]
        move = rng.choice(state.legal(seat))
        talk.silent(f"move {state.game.move_name(move).upper()}")
        state.play(seat, move)
        assert talk.line("state") == state.text()
    assert talk.line("legal") == "legal"
    assert talk.line("result") == f"result {state.outcome.text()}"
    assert "the game is over" in talk.error("move pass")
    assert "the game is over" in talk.error("go")
    for text in reversed(texts):
        talk.silent("undo")
        assert talk.line("state") == text
    assert "no move has been made" in talk.error("undo")


@pytest.mark.parametrize("seed", range(2))
def test_spit_agrees_with_the_rules_and_goes_back(seed: int) -> None:
    rng = random.Random(seed)
    talk = Talk(f"newgame spit seed {seed}")
    state = find_game("spit").deal(find_game("spit").rules(), Dealer.of_text(str(seed)))
    texts: list[str] = []
    while state.outcome is None and len(texts) < 400:
        texts.append(talk.line("state"))
        for seat in (0, 1):
            names = [state.game.move_name(move) for move in state.legal(seat)]
            assert talk.line(f"legal {seat}") == " ".join(["legal", *names])
        seat = rng.choice(state.actors())
        move = rng.choice(state.legal(seat))
        talk.silent(f"move {seat} {state.game.move_name(move)}")
        state.play(seat, move)
        assert talk.line("state") == state.text()
    for text in reversed(texts):
        talk.silent("undo")
        assert talk.line("state") == text


def test_spit_to_its_end() -> None:
    rng = random.Random(8)
    talk = Talk("newgame spit seed 8 rules maxrounds=2")
    while talk.line("result") == "result *":
        seat = rng.randrange(2)
        names = talk.line(f"legal {seat}").split()[1:]
        if names:
            talk.silent(f"move {seat} {rng.choice(names)}")
    assert re.fullmatch(r"result (1-0|0-1|1/2-1/2) \d+,\d+ (out|round-limit)", talk.line("result"))
    assert talk.line("legal 0") == "legal"
    assert talk.line("legal 1") == "legal"
    assert "over" in talk.error("move 0 wait")


def test_several_moves_in_one_line() -> None:
    talk = Talk("newgame spit seed 1")
    before = talk.line("state")
    talk.silent("move 0 4L wait wait")
    assert "L=7d8d " in talk.line("state")
    for _ in range(3):
        talk.silent("undo")
    assert talk.line("state") == before


def test_of_several_moves_those_before_the_bad_one_stay_made() -> None:
    talk = Talk("newgame kroket seed 1")
    card = Talk("newgame kroket seed 1", "move draw").line("legal").split()[1]
    assert talk.error(f"move draw {card} knocker take").endswith(": move knocker")
    assert f"discard=Ah{card} " in talk.line("state")
    talk.silent("undo")
    talk.silent("undo")
    assert talk.line("state") == dealt("kroket", "1")


@pytest.mark.parametrize(
    ("game", "line", "where"),
    [
        ("kroket", "move", "move"),
        ("kroket", "move 0 take", "move 0"),
        ("kroket", "move 7h", "move 7h"),
        ("kroket", "move \x00\x1b[2J", "move \\x00\\x1b[2J"),
        ("crapette", "move H-W", "move H-W"),
        ("crapette", "move 1-1", "move 1-1"),
        ("crapette", "move 3L", "move 3L"),
        ("spit", "move", "move"),
        ("spit", "move 0", "move"),
        ("spit", "move 2 wait", "move"),
        ("spit", "move wait", "move"),
        ("spit", "move 0 1R", "move 1R"),
        ("spit", "move 0 slap:L", "move slap:L"),
        ("spit", "legal", "legal"),
        ("spit", "legal 2", "legal"),
        ("spit", "legal x", "legal"),
        ("kroket", "legal 1", "legal"),
        ("kroket", "view", "view"),
        ("kroket", "view 2", "view"),
        ("kroket", "view -1", "view"),
        ("kroket", "show x", "show"),
        ("kroket", "undo", "undo"),
        ("kroket", "perft", "perft"),
        ("kroket", "perft x", "perft"),
        ("kroket", "perft 100", "perft"),
        ("kroket", "perft " + "9" * 5000, "perft"),
        ("kroket", "play", "play"),
        ("kroket", "play 0", "play"),
        ("kroket", "play 3 bob", "play"),
        ("kroket", "play 3 random random random", "play"),
        ("kroket", "position", "position"),
        ("kroket", "setoption", "setoption"),
        ("kroket", "setoption name Hash value 3", "setoption"),
        ("kroket", "setoption name Player value bob", "option Player"),
    ],
)
def test_errors_leave_the_table_as_it_was(game: str, line: str, where: str) -> None:
    talk = Talk(f"newgame {game} seed 1")
    assert talk.error(line).endswith(f": {where}")
    assert talk.line("state") == dealt(game, "1")


def test_an_illegal_move_is_refused_with_its_clause() -> None:
    talk = Talk("newgame crapette seed 1")
    assert talk.line("legal") == "legal 2-F 7-F"
    assert re.match(r"error .*\bC10\b.*: move flip$", talk.error("move flip"))


def test_a_touch_is_accepted_though_never_listed() -> None:
    talk = Talk("newgame crapette seed 1 rules stop=touch")
    assert "R-F" not in talk.line("legal").split()
    talk.silent("move R-F")
    assert talk.line("state").endswith("asked=R-F")
    assert talk.line("legal") == "legal pass stop"
    talk.silent("move pass")
    assert " shifts=1 " in talk.line("state")


def test_trailing_words_of_a_later_version_are_passed_over() -> None:
    talk = Talk("newgame kroket seed 1")
    assert talk.line("legal please") == "legal take draw lay knock"
    assert talk.line("state now") == dealt("kroket", "1")
    assert talk.line("result so far") == "result *"
    assert talk.line("view 0 fully").startswith("position kroket ")


# The rules engine: positions


@pytest.mark.parametrize("game", GAME_NAMES)
def test_state_and_position_are_inverse(game: str) -> None:
    text = dealt(game, "9")
    keys = text.split()[2:]
    talk = Talk(text)
    assert talk.line("state") == text
    for shuffle_seed in range(3):
        random.Random(shuffle_seed).shuffle(keys)
        talk.silent(f"  position  {game.upper()} {'   '.join(keys)} ")
        assert talk.line("state") == text
    assert "no move has been made" in talk.error("undo")


def test_a_position_is_played_by_the_rules_of_the_last_newgame_of_that_game() -> None:
    three = dealt("kroket", "9", players=3)
    assert Talk().error(three)
    talk = Talk("newgame kroket players 3 rules takelimit=1", "newgame crapette seed 1")
    talk.silent(three)
    assert talk.engine._board.state is not None
    assert talk.engine._board.state.rules.number("takelimit") == 1


def test_shuffles_after_a_position_come_from_its_own_text() -> None:
    def play_rounds(talk: Talk) -> str:
        rng = random.Random(2)
        while "round=3" not in talk.line("state"):
            seat = rng.randrange(2)
            names = talk.line(f"legal {seat}").split()[1:]
            if names:
                talk.silent(f"move {seat} {rng.choice(names)}")
        return talk.line("state")

    text = dealt("spit", "4")
    tokens = text.split()
    other_order = " ".join(tokens[:2] + tokens[:1:-1])
    assert play_rounds(Talk("newgame spit seed 1", text)) == play_rounds(Talk(other_order))
    assert play_rounds(Talk(text)) != play_rounds(Talk("newgame spit seed 4"))


@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_failed_position_changes_nothing(game: str) -> None:
    talk = Talk(f"newgame {game} seed 1")
    text = talk.line("state")
    keys = text.split()[2:]
    bad = [" ".join(["position", game, *keys[:cut], *keys[cut + 1 :]]) for cut in range(len(keys))]
    bad += [f"{text} {keys[3]}", f"{text} foo", f"{text} foo=1", f"{text} reason=out", text.replace("7h", "7d")]
    bad += [text.replace("phase=", "phase=un"), text.replace("7h", "7"), text.replace("(", ""), text.replace(")", "")]
    bad += [f"position {game}", "position whist turn=0"]
    for line in bad:
        error = talk.error(line)
        assert error.count(": ") >= 1
        assert talk.line("state") == text


def test_a_view_can_be_used_by_go_and_view_only() -> None:
    talk = Talk("newgame kroket seed 1", KROKET_VIEW)
    assert talk.line("view 1") == KROKET_VIEW
    assert talk.line("go 1 moves draw") == "bestmove draw 1"
    for command in ("legal", "move draw", "state", "show", "undo", "result", "perft 1"):
        assert talk.error(command).startswith("error a view is on the table")
    assert talk.line("view 1") == KROKET_VIEW


def test_a_view_with_keys_of_a_later_version_is_read() -> None:
    talk = Talk("newgame kroket seat 1 players 2", f"{KROKET_VIEW} weather=fine sunny")
    assert talk.line("view 1") == KROKET_VIEW


def test_a_slap_is_hidden_from_the_other_seat_alone() -> None:
    talk = spit_at_slap()
    talk.silent("move 1 slap:R")
    assert talk.line("legal 1") == "legal"
    assert talk.line("legal 0") == "legal slap:L slap:R"
    assert talk.line("state").endswith("slaps=-,R")
    assert talk.line("view 1").endswith("slaps=-,R")
    assert talk.line("view 0").endswith("slaps=-,-")


# show, perft, play


@pytest.mark.parametrize("game", GAME_NAMES)
def test_show_draws_what_a_seat_sees(game: str) -> None:
    talk = Talk(f"newgame {game} seed 1")
    pictures = [talk.ask("show 0"), talk.ask("show 1")]
    assert pictures[0] != pictures[1]
    for line in pictures[0] + pictures[1]:
        assert line.isascii()
        assert len(line) <= 80
    assert talk.ask("show") in pictures


@pytest.mark.parametrize("game", GAME_NAMES)
def test_perft_counts_without_touching_the_table(game: str) -> None:
    talk = Talk(f"newgame {game} seed 1")
    before = talk.line("state")
    counts = []
    for depth in range(4):
        words = talk.line(f"perft {depth}").split()
        assert words[:2] == ["perft", str(depth)]
        assert words[3].isdigit()
        counts.append(int(words[2]))
    moves = [move for seat in (" 0", " 1") for move in talk.ask(f"legal{seat}" if game == "spit" else "legal")]
    listed = set(" ".join(moves).split()) - {"legal", "wait"}
    assert counts[:2] == [1, len(listed)]
    assert counts[2] > 0
    assert talk.line("state") == before
    assert "no move has been made" in talk.error("undo")


@pytest.mark.parametrize(
    ("game", "order", "players"),
    [
        ("crapette", "newgame crapette seed 3 rules maxturns=30 stop=touch", 2),
        ("spit", "newgame spit seed 3 rules maxrounds=3", 2),
        ("kroket", "newgame kroket seed 3 players 4", 4),
        ("kroket", "newgame kroket seat 1 commit ab rules deals=2", 2),
    ],
)
def test_play_counts_whole_games(game: str, order: str, players: int) -> None:
    line = Talk(order).line("play 6")
    shape = r"played 6 players (\S+) wins (\S+) draws (\d+) moves (\d+) reasons (\S+)"
    found = re.fullmatch(shape, line)
    assert found is not None
    assert found[1] == ",".join(["random"] * players)
    wins = [int(text) for text in found[2].split(",")]
    assert len(wins) == players
    assert sum(wins) + int(found[3]) == 6
    assert int(found[4]) > 6
    assert sum(int(part.split("=")[1]) for part in found[5].split(",")) == 6


def test_play_repeats_itself_for_a_seed_and_goes_on_to_other_deals() -> None:
    first = Talk("newgame kroket seed 3").ask("play 20", "play 20")
    assert first == Talk("newgame kroket seed 3").ask("play 20", "play 20")
    assert first[0] != first[1]
    talk = Talk("newgame kroket seed 3")
    assert talk.line("play 20") == first[0]
    talk.silent("newgame kroket seed 3")
    assert talk.line("play 20") == first[0]
    assert talk.line("state") == dealt("kroket", "3")


def test_play_seats_the_players_it_is_told() -> None:
    talk = Talk("newgame kroket seed 3 players 4", "setoption name Player value greedy")
    assert " players greedy,greedy,greedy,greedy " in talk.line("play 1")
    assert " players greedy,random,greedy,random " in talk.line("play 1 Greedy RANDOM")
    assert "did you mean greedy" in talk.error("play 1 greddy")


# What is no line at all


def test_a_line_fault_is_an_error_and_the_next_command_works() -> None:
    talk = Talk()
    talk.engine.complain(LineFault("ascii", "caf\\xe9"))
    talk.engine.complain(LineFault("long", "xxxx"))
    answers = talk._answers.copy()
    assert all(line.startswith("error ") and line.endswith(": input") for line in answers)
    assert len(answers) == 2
    assert talk.line("isready") == "readyok"


def test_a_fault_of_the_engines_own_is_told_and_the_next_command_works(monkeypatch: pytest.MonkeyPatch) -> None:
    talk = Talk("newgame kroket seed 1")
    handle = unbreakable(talk.engine)
    monkeypatch.setattr("cardgames.games.kroket.rules.state.KroketState.text", lambda _self: 1 / 0)
    talk._answers.clear()
    assert handle("state")
    (answer,) = talk._answers
    assert re.fullmatch(
        r"error internal fault, please report it, ZeroDivisionError in <lambda> line \d+: state", answer
    )
    assert talk.line("legal") == "legal take draw lay knock"
    assert not handle("quit")
