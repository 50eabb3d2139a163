"""What a screen can show, and how lines are broken on it."""

import io

import pytest

from cardgames.cli.play.screen import PipeScreen, PlayerLeft, best_symbols, hanging, has_symbols, is_dumb
from cardgames.drawing.symbols import ASCII


@pytest.mark.parametrize(
    ("encoding", "environ", "utf8_mode", "symbols"),
    [
        ("utf-8", {"LANG": "de_DE.UTF-8"}, 0, True),
        ("iso8859-1", {"LANG": "de_DE"}, 0, False),
        ("ascii", {}, 0, False),
        ("no-such-encoding", {}, 0, False),
        # In the C locale Python takes UTF-8 by itself, and sets LC_CTYPE as well.
        ("utf-8", {"LC_CTYPE": "C.UTF-8"}, 1, False),
        ("utf-8", {"LANG": "C", "LC_CTYPE": "C.UTF-8"}, 1, False),
        ("utf-8", {"LC_ALL": "C"}, 1, False),
        # Told to by its user, Python takes UTF-8 and the locale agrees.
        ("utf-8", {"LANG": "en_US.utf8"}, 1, True),
        ("utf-8", {"LC_ALL": "C.UTF-8", "LANG": "C"}, 1, True),
    ],
)
def test_whether_the_encoding_has_the_suits(
    encoding: str, environ: dict[str, str], utf8_mode: int, symbols: bool
) -> None:
    assert has_symbols(encoding, environ, utf8_mode) is symbols


@pytest.mark.parametrize(("term", "dumb"), [("xterm", False), ("dumb", True), ("", True), (None, True)])
def test_whether_the_terminal_is_dumb(term: str | None, dumb: bool) -> None:
    assert is_dumb({} if term is None else {"TERM": term}) is dumb


def test_a_pipe_gets_letters_and_no_colour_unless_asked() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    assert best_symbols(stream, {"TERM": "xterm"}, symbols=None, plain=False) == ASCII
    assert best_symbols(stream, {"TERM": "xterm"}, symbols=True, plain=False) == ASCII._replace(symbols=True)


@pytest.mark.parametrize(
    ("line", "width", "parts"),
    [
        ("one two three", 8, ["one two", "three"]),
        ("  1  take   the king of clubs", 20, ["  1  take   the king", "            of clubs"]),
        ("  1  take   the king of clubs", 18, ["  1  take   the", "  king of clubs"]),
        ("  show      the table again", 20, ["  show      the", "            table", "            again"]),
        ("", 10, [""]),
        ("    indented text", 12, ["    indented", "    text"]),
    ],
)
def test_what_is_too_wide_hangs_below_its_beginning(line: str, width: int, parts: list[str]) -> None:
    assert hanging(line, width) == parts


def test_a_pipe_repeats_what_it_reads(capsys: pytest.CaptureFixture[str]) -> None:
    screen = PipeScreen(ASCII, spoken=False, source=io.StringIO("take\n \x1b[31m\nlast"))
    assert [screen.ask("move", ()) for _ in range(3)] == ["take", "?[31m", "last"]
    with pytest.raises(PlayerLeft):
        screen.ask("move", ())
    screen.hand_over("bob")
    assert capsys.readouterr().out == "move> take\nmove> ?[31m\nmove> last\n\n--- bob ---\n"
