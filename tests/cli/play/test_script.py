"""Games from a pipe: the commands, moves, refusals, and what is kept."""

import json
from pathlib import Path
from shlex import quote

import pytest

from cardgames.games.registry import GAMES
from tests.cli.play.piped_play import PipedPlay, after
from tests.cli.shell import Shell

STONE = "kroket --against random --seed stone"
WON = ("take", "4s", "take", "5s", "lay", "1", "knock")
CRAPETTE = "crapette --seed 3"


def test_a_game_is_played_and_won(table: PipedPlay) -> None:
    out = table.out(STONE, *WON)
    assert out.startswith("Kroket: you (seat 0) against random.\n? lists your moves, help tells the rest")
    assert "\nover (knock): you win\n" in out
    assert out.endswith("The same deal again: --seed stone\n")
    assert "\x1b" not in out
    assert out.isascii()
    assert table.saves == []


@pytest.mark.parametrize("game", GAMES)
def test_any_game_is_played_to_its_end_by_numbers(game: str, table: PipedPlay) -> None:
    rules = {"crapette": " --rule maxturns=12", "spit": " --rule maxrounds=2"}.get(game, "")
    out = table.out(f"{game} --seed 1{rules}", *["#1"] * 600)
    assert "\nover (" in out
    assert table.saves == []


# Saying moves


@pytest.mark.parametrize("text", ["draw", "DRAW", "d", "2", "#2", "dr"])
def test_a_move_is_understood(text: str, table: PipedPlay) -> None:
    assert "You draw the " in table.out(STONE, "?", text)


REFUSED = [
    (STONE, ("5",), "K7: place 5 can be named only after lay; take, draw, lay or knock comes first"),
    (STONE, ("take", "kd"), "K5: Kd has just been taken and may not be discarded"),
    (STONE, ("take", "2c"), "K5: 2c is not in the hand"),
    (CRAPETTE, ("flip",), "C10: house 1's Ah fits a foundation, it must go first (1-F)"),
    (CRAPETTE, ("f",), "C10: house 1's Ah fits a foundation, it must go first (1-F)"),
    (CRAPETTE, ("1f", "r1", "flip"), "C10: your reserve's As fits a foundation, it must go first (R-F)"),
    (CRAPETTE, ("1f", "r1", "rf", "ror"), "C6: on 5d, greedy's reserve, only 4d or 6d loads, not Td"),
    ("spit --seed 3", ("1L",), "S5: a 3 does not go on a T; a J or a 9 would"),
    ("spit --seed 3", ("5>1",), "S7: place 1 is not empty"),
]


@pytest.mark.parametrize(("args", "lines", "reason"), REFUSED)
def test_a_wrong_move_is_answered_by_the_rule(args: str, lines: tuple[str, ...], reason: str, table: PipedPlay) -> None:
    *before, wrong = lines
    assert reason in after(table.out(args, *before, wrong), wrong)


TOLD = [
    (STONE, "fly", "'fly' is no move and no command; ? lists your moves, help tells the rest"),
    (
        STONE,
        "histroy",
        "'histroy' is no move and no command; did you mean history?; ? lists your moves, help tells the",
    ),
    (STONE, "s", "s: show or score or save?"),
    (STONE, "save", "save what? save FILE"),
    (STONE, "history", "nothing has happened yet"),
    (STONE, "history x", "nothing has happened yet"),
    (STONE, "undo", "undo: you have not moved yet"),
    (STONE, "rules K99", "no clause 'K99'"),
    (STONE, "score", "Your cards as far as they are seen: table 0 + hand 5 = 5, 3 table cards unseen."),
    ("crapette --seed g", "6", "6: 6-8 or 6-OR? Type a little more"),
]


@pytest.mark.parametrize(("args", "line", "answer"), TOLD)
def test_what_a_line_is_answered(args: str, line: str, answer: str, table: PipedPlay) -> None:
    assert answer in " ".join(after(table.out(args, line), line))


def test_a_letter_that_is_a_card_and_a_command(table: PipedPlay) -> None:
    out = table.out("kroket --seed ace --against random", "take", "q")
    assert "q: Q" not in out or "or quit? Type a letter more" in out


def test_the_list_of_moves(table: PipedPlay) -> None:
    lines = after(table.out(STONE, "?"), "?")
    assert lines[0] == "  1  take   the Kd into the hand, then discard"
    assert lines[3] == "  4  knock  end the deal and count"


def test_the_help_names_every_command(table: PipedPlay) -> None:
    text = "\n".join(after(table.out(STONE, "help"), "help"))
    for command in ("moves", "show", "hint", "undo", "history", "rules", "score", "save", "resign", "quit", "help"):
        assert f"\n  {command} " in text


def test_the_rules(table: PipedPlay) -> None:
    out = table.out(STONE, "rules k5", "rules")
    assert after(out, "rules k5")[0].startswith("K5. `take`: the top of the discard goes into the hand")
    assert GAMES["kroket"].rulebook().splitlines()[2][:50] in out


def test_the_history(table: PipedPlay) -> None:
    out = table.out(STONE, "take", "4s", "history", "history 1")
    assert after(out, "history")[:4] == [
        "   1  You take the Kd.",
        "   2  You discard the 4s.",
        "   3  random takes the 4s.",
        "   4  random discards the Jd.",
    ]
    assert after(out, "history 1")[0] == "   4  random discards the Jd."


def test_a_hint_is_a_move_that_can_be_made(table: PipedPlay) -> None:
    (hint, *_) = after(table.out(CRAPETTE, "hint"), "hint")
    assert hint == "hint: 1-F, Ah from house 1 to a foundation"


def test_the_table_is_shown_again(table: PipedPlay) -> None:
    out = table.out(STONE, "show", "")
    assert out.count("Kroket, turn 1, random dealt") == 3


def test_suit_symbols_can_be_read_and_typed(table: PipedPlay) -> None:
    out = table.out(STONE, "take", "4♠", more=("--symbols",))
    assert "You discard the 4♠." in out
    assert "hand 9♦*K♦ J♥ 4♠ 5♠ T♠" in out


# Going back, giving up


def test_undo(table: PipedPlay) -> None:
    out = table.out(STONE, "take", "undo", "take", "4s", "undo")
    assert "Taken back." in out
    assert out.count("You take the Kd.") == 2
    assert "undo: a hidden card has been seen since your last move; that goes only with\n" in out


def test_undo_for_practice(table: PipedPlay) -> None:
    out = table.out(f"{STONE} --practice", "take", "4s", "undo", "5s", "undo", "undo", "draw", "undo", *WON)
    assert out.count("Taken back.") == 4
    assert "over (knock): you win" in out
    assert not (table.home / "scores.jsonl").exists()


def test_resigning(table: PipedPlay) -> None:
    out = table.out(STONE, "resign")
    assert "\nYou resigned.\n" in out
    (score,) = (table.home / "scores.jsonl").read_text().splitlines()
    assert json.loads(score)["reason"] == "resigned"
    assert json.loads(score)["result"] == "lost"


# Leaving and going on


@pytest.mark.parametrize("lines", [(), ("quit",), ("q",)])
def test_leaving_keeps_the_game(lines: tuple[str, ...], table: PipedPlay) -> None:
    out = table.out(STONE, "take", *lines)
    (name,) = table.saves
    assert out.splitlines()[-1] == f"The game is kept. To go on: cardgames play --load {name}"


def test_the_command_is_called_as_it_was(table: PipedPlay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDGAMES_COMMAND", "scripts/cardgames")
    assert "To go on: scripts/cardgames play --load kroket-" in table.out(STONE)


@pytest.mark.parametrize("cut", range(len(WON)))
def test_a_game_goes_on_where_it_was_left(cut: int, table: PipedPlay) -> None:
    whole = table.out(STONE, *WON)
    table.out(STONE, *WON[:cut])
    (name,) = table.saves
    rest = table.out(f"--load {name}", *WON[cut:])
    end = whole[whole.index(f"> {WON[-1]}") :]
    assert rest.endswith(end)
    if cut > 2:
        assert "random, going on after" in rest or "against random, going on after" in rest
    assert table.saves == []


def test_saving_under_a_name(table: PipedPlay, tmp_path: Path) -> None:
    path = tmp_path / "my game.save"
    out = table.out(STONE, "take", f"save {path}", "4s")
    assert f"saved; to go on: cardgames play --load '{path}'" in " ".join(out.split())
    rest = table.out("", *WON[1:], more=("--load", str(path)))
    assert "over (knock): you win" in rest
    assert path.exists()
    assert table.saves == []


def test_saving_never_writes_over_something_else(table: PipedPlay, tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("dear ann")
    out = table.out(STONE, f"save {path}", f"save {tmp_path}/no/where", f"save {tmp_path}")
    assert f"{path} is there and is no saved game; take another name" in " ".join(out.split())
    assert f"{tmp_path}/no/where: No such file or directory; not saved" in " ".join(out.split())
    assert path.read_text() == "dear ann"


def test_the_same_game_begun_again_leaves_the_first_beside(table: PipedPlay) -> None:
    table.out(STONE, "take")
    first = (table.home / "saves").glob("*.save")
    text = next(first).read_text()
    table.out(STONE, "draw")
    (beside,) = (table.home / "saves").glob("*.save~")
    assert beside.read_text() == text


def test_the_same_deal_against_others_is_a_game_of_its_own(table: PipedPlay) -> None:
    table.out(STONE, "take")
    table.out(STONE.replace("--against random", "--against greedy"), "take")
    assert len(table.saves) == 2


def test_a_saved_game_tells_no_card_that_was_not_seen(table: PipedPlay) -> None:
    table.out(STONE, "take")
    (path,) = (table.home / "saves").glob("*.save")
    assert json.loads(path.read_text())["moves"] == "0 take"


# Several people


def test_two_people_at_one_keyboard(table: PipedPlay) -> None:
    out = table.out("kroket --seed 3 --against bob=human --name ann", "draw", "1", "take", "1")
    assert out.startswith("Kroket: ann (seat 0) and bob (seat 1).\n")
    ann, bob, *_ = out.split("\n--- ")
    assert bob.startswith(("bob ---\n", "ann ---\n"))
    shown = {card for card in ann.split("draw\n")[1].split() if len(card) == 2 and card[1] in "cdhs"}
    assert shown
    drawn = ann.split("You draw the ")[1][:2] if "You draw" in ann else ann.split("draws the ")[1][:2]
    assert f"draws the {drawn}" not in bob
    assert "draws a card" in bob


def test_people_without_names(table: PipedPlay) -> None:
    out = table.out("kroket --seed 3 --against human --against human --seat 1")
    assert out.startswith("Kroket: seat 0 (seat 0) and seat 1 (seat 1) and seat 2 (seat 2).")


def test_people_who_see_the_same_are_not_kept_apart(table: PipedPlay) -> None:
    rules = "--rule handcard=may --rule duty=none"
    out = table.out(f"crapette --seed b --against bob=human --name ann {rules}", *["flip", "hw"] * 3)
    assert "---" not in out
    assert "ann, move> " in out
    assert "bob, move> " in out


def test_two_people_at_spit(table: PipedPlay) -> None:
    out = table.out("spit --seed 3 --against bob=human --name ann --rule maxrounds=1", *["#1"] * 300)
    assert "over (round-limit): " in out


# Series and scores


@pytest.mark.parametrize("game", ["kroket", "crapette"])
@pytest.mark.parametrize("level", ["easy", "normal", "hard", "insane"])
def test_levels(game: str, level: str, table: PipedPlay) -> None:
    out = table.out(f"{game} --seed 3 --level {level}", "#1")
    assert f"{game.capitalize()}: you (seat 0) against " in out
    (name,) = table.saves
    assert "going on after" in table.out(f"--load {name}")


def test_the_data_folder_is_there_before_a_bot_is_started(table: PipedPlay, tmp_path: Path) -> None:
    """Else a sandbox could not hide it, and the game that is kept there tells the deal."""
    (tmp_path / "bot.sh").write_text(f"test -d {quote(str(table.home))} && echo yes >{quote(str(tmp_path))}/there\n")
    answer = table("kroket --sandbox off", "quit", more=("--against", f"sh {quote(str(tmp_path))}/bot.sh"))
    assert (answer.status, (tmp_path / "there").read_text()) == (1, "yes\n")


def test_a_series_of_games(table: PipedPlay) -> None:
    out = table.out("kroket --against random --seed stone --to 30", *["lay", "1", "knock"] * 9)
    assert "Kroket, game 1 to 30: you (seat 0) against random." in out
    assert "After 1 game: won you 0, random 1; points you 10, random 17." in out
    assert "Kroket, game 2 to 30: you (seat 0) against random." in out
    assert " the series.\n" in out


def test_a_series_is_left_and_gone_on_with(table: PipedPlay) -> None:
    table.out("crapette --seed 3 --series 2 --rule maxturns=2", *["#1"] * 30, "quit")
    table.home.joinpath("saves").mkdir(exist_ok=True)
    left = table.out("crapette --seed 4 --series 3", "resign")
    assert "To go on" in left
    assert not list((table.home / "saves").glob("*~"))
    (name,) = [name for name in table.saves if name in left]
    out = table.out(f"--load {name}", "resign", "resign")
    assert "After 3 games: won you 0, greedy 3; points you 0, greedy 0." in out
    assert "greedy wins the series." in out


def test_the_deals_of_kroket_are_one_game(table: PipedPlay) -> None:
    out = table.out("kroket --seed stone --against random --series 2", *WON)
    assert "table 9 + hand 12 = 21" in out  # all cards, before the next deal
    assert "Deal 2 begins." in out
    assert "Kroket, deal 2 of 2, turn 2" in out
    assert "*" not in out.split("Kroket, deal 2 of 2")[1]


def test_spit_to_a_number_of_points(table: PipedPlay) -> None:
    out = table.out("spit --seed 3 --to 1", *["#1"] * 300)
    assert "Spit, round 1, points: you 0 and greedy 0" in out
    assert "over (points): " in out


def test_scores(table: PipedPlay, shell: Shell) -> None:
    assert "no game has been finished yet" in shell("scores").out
    table.out(STONE, *WON)
    table.out(STONE, *WON)
    table.out(STONE, "resign")
    table.out("kroket --seed stone --against random --seat 1", "resign")
    table.out(CRAPETTE, "resign")
    answer = shell("scores")
    assert answer.out.splitlines() == [
        "game      against  played  won  drawn  lost  points  best streak  now",
        "crapette  greedy        1    0      0     1       0            0  1 lost",
        "kroket    random        4    2      0     2      42            2  2 lost",
    ]
    told = json.loads(shell("scores", "kroket", "--json").out)
    assert [row["won"] for row in told["scores"]] == [2]
    assert shell("scores", "krokett").status == 2


def test_lines_of_the_scores_that_are_none(table: PipedPlay, shell: Shell) -> None:
    table.out(STONE, *WON)
    path = table.home / "scores.jsonl"
    path.write_text(path.read_text() + 'rubbish\n{"result": "won"}\n' + path.read_text())
    answer = shell("scores")
    assert "line 2, 3 is no result and was passed over" in answer.complaint
    assert " 2    2 " in answer.out


# Other ways to show it


def test_plain_words(table: PipedPlay) -> None:
    out = table.out(f"{STONE} --plain", "?", "take")
    assert "\nYour place 1: 7 of spades.\n" in out
    assert "\nYou: take the king of diamonds, draw, lay or knock.\n" in out
    assert "1, take: the king of diamonds into the hand, then discard.\n" in out.replace("1, take", "1, take")
    assert "You take the king of diamonds.\n" in out
    assert "[" not in out


def test_records(table: PipedPlay, shell: Shell, tmp_path: Path) -> None:
    table.out(STONE, *WON, more=("--out", str(tmp_path / "games")))
    answer = shell("replay", str(tmp_path / "games" / "games.cgn"))
    assert answer.status == 0
    assert '[Seat0 "you"]' in (tmp_path / "games" / "games.cgn").read_text()
