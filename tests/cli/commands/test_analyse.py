"""`cardgames analyse`: the best moves of a position, where a game was lost, and whatever else is typed there."""

import json
import os
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path
from threading import Thread

import pexpect
import pytest

from cardgames.bots.faults import Fault, Forfeit, Termination
from cardgames.bots.seat import PlayerSeat
from cardgames.bots.spec import BotSpec
from cardgames.cards import Dealer
from cardgames.games.players import PLAYERS
from cardgames.games.registry import GAMES
from cardgames.table.record import write_record
from tests.cli.shell import PROGRAM, Shell, environment
from tests.table.fakes import play, setup_of

KROKET = (
    "position kroket turn=1 dealer=0 phase=choose hand0=(6cTc3d5h4s)1 table0=(Jc5sJd)1(9s2h7c)0 hand1=(3c6d9hJh3s)2 "
    "table1=(QsAcTh)2(3hQcTs)0 drawn=- reserve=(2d8d5d7dAh7hAd8cQh2s8hKc8sJsQd4h5cKd4cAsKsTd9d9c2cKh7s4d6h)0 "
    "discard=6s taken=- takes=0 turns=0 knocked=- deal=1 scores=0,0"
)
SPIT = (
    "position spit phase=play round=1 stocks0=As,??8h,????4h,??????9s,????????5d spit0=???????????????????? "
    "stocks1=6h,??Js,????7c,??????2h,????????5s spit1=???????????????????? L=2c R=Th cards=26,26 points=0,0 "
    "waited=- slaps=-,-"
)


def dealt(game: str, *rules: str) -> str:
    found = GAMES[game]
    return found.deal(found.rules(rules), Dealer.of_text("analyse")).text()


def over() -> str:
    state = GAMES["kroket"].read(KROKET)
    state.play(1, GAMES["kroket"].parse_move("knock"))
    return state.text()


def view(seat: int) -> str:
    return GAMES["kroket"].read(KROKET).text(seat)


def game_of(*seats: str, seed: str, rules: Sequence[str] = (), game: str = "kroket") -> str:
    """The record of a game between built-in players, each `NAME=PLAYER`."""
    specs = [BotSpec(seat.partition("=")[0], player=seat.partition("=")[2]) for seat in seats]
    return play(setup_of(game, seed=seed, rules=rules), seats=[PlayerSeat(spec) for spec in specs])[0].record


@pytest.fixture(scope="module")
def two_games() -> str:
    seats, rules = ("ann=greedy", "bob=random"), ["minrounds=4"]
    return game_of(*seats, seed="first", rules=rules) + game_of(*seats, seed="second", rules=rules)


@pytest.fixture
def records(two_games: str, tmp_path: Path) -> Path:
    """Two games of Kroket between greedy and random."""
    path = tmp_path / "games.cgn"
    path.write_text(two_games)
    return path


@pytest.fixture
def folder(shell: Shell, tmp_path: Path) -> Path:
    """Two such games as a match leaves them."""
    folder = tmp_path / "run"
    shell("match", "kroket", "ann=greedy", "bob=random", "--games", "2", "--seed", "3", "--out", str(folder))
    return folder


# -- a position


def test_a_position(shell: Shell) -> None:
    answer = shell("analyse", KROKET, "--nodes", "20")
    assert (answer.status, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert lines[0].startswith("kroket, seat 1 to move: expert-nodes20, ")
    assert lines[2].split() == ["#", "move", "value", "depth"]
    assert sorted(line.split()[1] for line in lines[3:7]) == ["draw", "knock", "lay", "take"]
    assert max(map(len, lines)) <= 80
    assert shell("analyse", KROKET, "--nodes", "20") == answer


def test_a_position_for_a_program(shell: Shell) -> None:
    answer = shell("analyse", KROKET, "--nodes", "20", "--seed", "7", "--moves", "2", "--json")
    told = json.loads(answer.out)
    assert answer.out.count("\n") == 1
    assert list(told) == [
        *("game", "rules", "position", "player", "options", "seed", "over", "complete", "seats"),
    ]
    assert (told["game"], told["position"], told["over"], told["complete"]) == ("kroket", KROKET, None, True)
    assert (told["player"], told["options"], told["seed"]) == ("expert", {"Nodes": "20"}, "7")
    (seat,) = told["seats"]
    assert list(seat) == ["seat", "nodes", "legal", "moves"]
    assert seat["seat"] == 1
    assert seat["legal"] == ["take", "draw", "lay", "knock"]
    assert len(seat["moves"]) == 2
    for move in seat["moves"]:
        assert list(move) == ["move", "value", "depth", "pv"]
        assert 0 <= move["value"] <= 1
        assert move["pv"][0] == move["move"]


def test_a_view_is_as_good_as_the_table_and_nothing_more_is_told(shell: Shell) -> None:
    whole = json.loads(shell("analyse", KROKET, "--nodes", "20", "--json").out)
    answer = shell("analyse", view(1), "--nodes", "20", "--json")
    seen = json.loads(answer.out)
    assert seen["seats"] == whole["seats"]
    assert seen["position"] == view(1)
    for card in ("6cTc", "Jc5s"):
        assert card not in answer.out + answer.err


@pytest.mark.parametrize(
    ("text", "name"), [(KROKET, "words"), (KROKET.removeprefix("position "), "bare"), (f"\n\n{KROKET}\n\n", "lines")]
)
def test_a_position_as_an_argument_and_in_a_file(text: str, name: str, shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(text)
    expected = shell("analyse", KROKET, "--nodes", "5").out
    assert shell("analyse", str(file), "--nodes", "5").out == expected
    assert shell("analyse", *text.split(), "--nodes", "5").out == expected
    assert shell("analyse", text, "--nodes", "5").out == expected


@pytest.mark.parametrize("source", ["position", "records"])
def test_stdin(source: str, records: Path) -> None:
    text = f"{KROKET}\n" if source == "position" else records.read_text()
    done = subprocess.run(
        [*PROGRAM, "analyse", "-", "--nodes", "5"],
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
        env=environment(),
    )
    assert done.stdout.startswith("kroket, seat 1" if source == "position" else "kroket, game 2 of standard input: ")


def test_a_pipe_that_has_a_name(shell: Shell, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_text, args=[f"{KROKET}\n"])
    writer.start()
    answer = shell("analyse", str(pipe), "--nodes", "5")
    writer.join()
    assert answer.out == shell("analyse", KROKET, "--nodes", "5").out


def test_a_pipe_without_end(shell: Shell) -> None:
    answer = shell("analyse", "/dev/zero")
    assert (answer.status, answer.out) == (1, "")
    assert answer.err.startswith("cardgames: /dev/zero: no game has come for 64 MiB")


@pytest.mark.parametrize("game", PLAYERS["expert"].games)
def test_every_game(game: str, shell: Shell) -> None:
    position = dealt(game)
    state = GAMES[game].read(position)
    answer = shell("analyse", position, "--nodes", "10")
    assert answer.status == 0
    for seat in state.actors():
        assert f"{game}, seat {seat} to move" in answer.out


def test_in_spit_both_seats_or_one(shell: Shell) -> None:
    told = json.loads(shell("analyse", SPIT, "--nodes", "10", "--json").out)
    assert [seat["seat"] for seat in told["seats"]] == [0, 1]
    told = json.loads(shell("analyse", SPIT, "--nodes", "10", "--json", "--seat", "1").out)
    assert [seat["seat"] for seat in told["seats"]] == [1]
    assert "wait" in told["seats"][0]["legal"]


def test_four_seats_are_known_by_their_number(shell: Shell) -> None:
    answer = shell("analyse", dealt("kroket", "players=4"), "--nodes", "5", "--json")
    assert json.loads(answer.out)["rules"]["players"] == 4


def test_rules_count(shell: Shell) -> None:
    told = json.loads(shell("analyse", KROKET, "--nodes", "5", "--rule", "minrounds=3", "--json").out)
    assert told["rules"]["minrounds"] == 3
    assert "knock" not in told["seats"][0]["legal"]


def test_a_position_that_is_over(shell: Shell) -> None:
    answer = shell("analyse", over())
    assert (answer.status, answer.err) == (0, "")
    assert answer.out == "kroket: the game is over, 0-1 7,15 knock\n"
    told = json.loads(shell("analyse", over(), "--json", "--seat", "0").out)
    assert (told["over"], told["seats"]) == ("0-1 7,15 knock", [])


def test_so_many_moves(shell: Shell) -> None:
    answer = shell("analyse", KROKET, "--nodes", "5", "--moves", "1")
    assert "3 moves more, --moves N tells them" in answer.out
    assert "more" not in shell("analyse", KROKET, "--nodes", "5").out


def test_a_limit_of_time(shell: Shell) -> None:
    told = json.loads(shell("analyse", KROKET, "--movetime", "20", "--json").out)
    assert told["options"] == {}
    assert told["seats"][0]["moves"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["nowhere.cgn"], "there is no file or folder 'nowhere.cgn', and a position begins with 'position GAME'"),
        (["x" * 5000], f"there is no file or folder '{'x' * 60}...'"),
        (["a", "b"], "2 arguments came"),
        (["position"], "the name of a game was expected"),
        (["position chess turn=0"], "no game 'chess'"),
        ([KROKET.replace("kroket", "crapette")], "unknown key"),
        ([KROKET.replace("6cTc", "6c6c")], "6c"),
        ([KROKET, "--moves", "0"], "--moves"),
        ([KROKET, "--nodes", "0"], "--nodes"),
        ([KROKET, "--movetime", "0"], "--movetime"),
        ([KROKET, "--seat", "0"], "--seat 0: seat 1 is to move"),
        ([KROKET, "--seat", "9"], "--seat 9: seat 1 is to move"),
        ([SPIT, "--seat", "2"], "--seat 2: seats 0 and 1 are to move"),
        ([""], "there is no file or folder ''"),
        ([KROKET, "--game", "1"], "--game 1: it is for records"),
        ([KROKET, "--player", "greedy"], "greedy does not rank its moves; expert does"),
        ([KROKET, "--player", "exprt"], "did you mean expert"),
        ([KROKET, "--player", "expert:Skill=99"], "0 to 20"),
        ([KROKET, "--player", "expert:Skill=0"], "expert of Skill 0 overlooks moves"),
        ([KROKET, "--time", "20"], "no option --time; did you mean --movetime?"),
        ([KROKET, "--rule", "players=4"], "missing key: hand2"),
        ([KROKET, "--rule", "lay"], "NAME=VALUE was expected"),
        ([view(0)], "the hand of seat 1 is hidden, its own view was expected: hand1"),
        (["."], "is a folder without results.db"),
        ([], "Missing argument"),
    ],
)
def test_what_cannot_be_asked(words: list[str], complaint: str, shell: Shell) -> None:
    answer = shell("analyse", *words)
    assert (answer.status, answer.out) == (2, "")
    assert complaint in answer.complaint


# -- a game


def test_the_last_game_of_a_file(records: Path, shell: Shell) -> None:
    answer = shell("analyse", str(records), "--nodes", "10")
    assert (answer.status, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert lines[0].startswith("kroket, game 2 of ")
    assert max(len(line) for line in lines if str(records) not in line) <= 80
    assert next(line for line in lines if line.startswith("ply ")).split() == ["ply", "ann", "bob"]
    bars = [line.split()[-1] for line in lines if set(line.split(" ")[-1]) <= {"#", "."} and line]
    assert {len(bar) for bar in bars} == {36}
    assert [line for line in lines if line.startswith("end ")]
    assert "ann: " in answer.out
    assert "where it was lost: " in answer.out
    assert shell("analyse", str(records), "--nodes", "10") == answer


def test_a_game_for_a_program(records: Path, shell: Shell) -> None:
    told = json.loads(shell("analyse", str(records), "--game", "1", "--nodes", "10", "--json").out)
    assert list(told) == [
        *("source", "number", "game", "rules", "player", "options", "seed", "result", "scores", "reason", "faults"),
        *("plies", "reached", "complete", "seats", "turning_points", "lost", "curve", "decisions"),
    ]
    assert (told["number"], told["game"], told["complete"]) == (1, "kroket", True)
    position = json.loads(shell("analyse", KROKET, "--rule", "minrounds=4", "--nodes", "10", "--json").out)
    assert told["rules"] == position["rules"]
    assert [seat["name"] for seat in told["seats"]] == ["ann", "bob"]
    assert told["plies"] == told["reached"] == len(told["decisions"])
    assert sum(seat["choices"] for seat in told["seats"]) == len(told["decisions"])
    assert told["curve"][0] == {"ply": 0, "shares": [0.5, 0.5]}
    assert told["curve"][-1]["ply"] == told["plies"]
    lost = told["lost"]
    assert list(lost) == ["ply", "seat", "at", "move", "value", "better", "better_value", "cost", "depth", "pv"]
    assert told["result"].split("-")[lost["seat"]] == "0"
    assert lost["cost"] == pytest.approx(lost["better_value"] - lost["value"], abs=2e-4)
    for point in told["turning_points"]:
        assert point["cost"] >= 0.05


def test_a_folder(folder: Path, shell: Shell) -> None:
    by_file = shell("analyse", str(folder / "games.cgn"), "--nodes", "5", "--json")
    by_folder = shell("analyse", str(folder), "--nodes", "5", "--json")
    first, second = json.loads(by_file.out), json.loads(by_folder.out)
    assert first.pop("source") != second.pop("source")
    assert first == second
    answer = shell("analyse", str(folder), "--game", "3")
    assert answer.status == 2
    assert "--game 3: that game has not been played" in answer.complaint
    games = folder / "games.cgn"
    games.write_text(games.read_text().replace('[Scores "', '[Scores "7'))
    answer = shell("analyse", str(folder), "--game", "1")
    assert (answer.status, answer.out) == (1, "")
    assert "game 1, line " in answer.complaint


def test_landings_in_spit(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "games.cgn"
    file.write_text(game_of("ann=greedy", "bob=random", game="spit", seed="landings", rules=["maxrounds=1"]))
    answer = shell("analyse", str(file), "--nodes", "5", "--json")
    told = json.loads(answer.out)
    assert told["complete"]
    assert told["lost"] is None or told["lost"]["at"] > 0


def forfeited(*moves: str) -> str:
    setup = setup_of("kroket", seed="forfeit")
    state = setup.game.deal(setup.rules, Dealer(setup.seed))
    position, landings = state.text(), []
    for name in moves:
        (seat,) = state.actors()
        move = setup.game.parse_move(name)
        state.play(seat, move)
        landings.append((seat, move, None))
    fault = Fault(1, Termination.TIME, "no answer within 1000 ms")
    return write_record(setup, ["ann", "bob \x1b[2J"], position, landings, Forfeit((fault,)).outcome(2), (fault,))


@pytest.mark.parametrize("moves", [[], ["lay"], ["lay", "3"]])
def test_a_forfeit(moves: list[str], shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "games.cgn"
    file.write_text(forfeited(*moves))
    answer = shell("analyse", str(file), "--nodes", "5")
    assert answer.status == 0
    assert f"lost by forfeit after move {len(moves)}: seat 1, time: no answer within 1000 ms" in answer.out
    assert "where most was given away before: " in answer.out
    assert "\x1b" not in answer.out
    told = json.loads(shell("analyse", str(file), "--nodes", "5", "--json").out)
    assert told["faults"] == [{"seat": 1, "kind": "time", "detail": "no answer within 1000 ms"}]
    assert told["reason"] == "time"


def test_a_drawn_game(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "games.cgn"
    file.write_text(game_of("ann=greedy", "bob=random", game="crapette", seed="drawn", rules=["maxturns=4"]))
    answer = shell("analyse", str(file), "--nodes", "5")
    assert answer.status == 0
    assert "1/2-1/2, 0,0, turn-limit" in answer.out
    assert "nobody lost; where most was given away: " in answer.out


def test_a_record_that_does_not_hold(records: Path, shell: Shell) -> None:
    records.write_text(records.read_text().replace('[Scores "', '[Scores "7'))
    answer = shell("analyse", str(records))
    assert (answer.status, answer.out) == (1, "")
    assert "game 2, line " in answer.complaint


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "there is nothing in it"),
        ("\n\n", "there is nothing in it"),
        ("nonsense\n", "nonsense"),
        ('[Game "chess"]\n', "without its tag"),
        ("\x1b[2J\xff\n", "line 1"),
        (f"position {'x' * 10}", "no game 'xxxxxxxxxx'"),
        (f"{KROKET}\n{KROKET}\n", "a second position begins with 'position kroket "),
    ],
)
def test_a_file_that_holds_nothing_to_look_at(text: str, words: str, shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "games.cgn"
    file.write_text(text, encoding="latin-1")
    answer = shell("analyse", str(file))
    assert answer.status in (1, 2)
    assert answer.out == ""
    assert words in answer.complaint
    assert "\x1b" not in answer.err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--game", "3"], "--game 3: a number 1-2 was expected"),
        (["--game", "0"], "--game"),
        (["--seat", "1"], "--seat: it is for a position"),
        (["--rule", "lay=seen"], "--rule: it is for a position"),
    ],
)
def test_what_cannot_be_asked_of_a_game(words: list[str], complaint: str, records: Path, shell: Shell) -> None:
    answer = shell("analyse", str(records), *words)
    assert (answer.status, answer.out) == (2, "")
    assert complaint in answer.complaint


def test_an_interrupt_tells_what_is_known_so_far(records: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    from cardgames.analysis.evaluator import Evaluation, Evaluator

    asked = []
    evaluate = Evaluator.evaluate

    def interrupted(self: Evaluator, *args: object, **options: object) -> Evaluation:
        asked.append(1)
        if len(asked) == 4:
            os.kill(os.getpid(), signal.SIGINT)
        return evaluate(self, *args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Evaluator, "evaluate", interrupted)
    answer = shell("analyse", str(records), "--nodes", "5")
    assert answer.status == 130
    assert "broken off after move " in answer.out
    assert "where most was given away so far: " in answer.out
    asked[:] = [1, 1, 1]
    answer = shell("analyse", KROKET, "--nodes", "5", "--json")
    assert answer.status == 130
    told = json.loads(answer.out)
    assert not told["complete"]
    assert len(told["seats"]) == 1


def test_on_a_terminal_it_tells_how_far_it_is(records: Path) -> None:
    child = pexpect.spawn(
        PROGRAM[0],
        [*PROGRAM[1:], "analyse", str(records), "--nodes", "5"],
        env=environment(TERM="xterm", NO_COLOR="1"),
        dimensions=(50, 100),
        encoding="utf-8",
        timeout=60,
    )
    child.expect("move 1 of ")
    child.expect("kroket, game 2 of ")
    child.expect("where it was lost: ")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
