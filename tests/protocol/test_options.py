"""PROTOCOL.md, "Options": a bot's own options as in UCI, and what a bot tells at the handshake."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgames.protocol.messages import BotOption, Handshake, MessageError

WRITTEN = [
    ("option name Ponder type check default false", BotOption("Ponder", "check", "false")),
    ("option name Hash type spin default 16 min 1 max 1024", BotOption("Hash", "spin", "16", 1, 1024)),
    ("option name Bias type spin default -3 min -10 max 10", BotOption("Bias", "spin", "-3", -10, 10)),
    (
        "option name Play Style type combo default Very Bold var Shy var Very Bold",
        BotOption("Play Style", "combo", "Very Bold", choices=("Shy", "Very Bold")),
    ),
    ("option name Book type string default <empty>", BotOption("Book", "string")),
    ("option name Book type string default min max file", BotOption("Book", "string", "min max file")),
    ("option name Clear Hash type button", BotOption("Clear Hash", "button")),
    ("option name type of play type check default true", BotOption("type of play", "check", "true")),
]


@pytest.mark.parametrize(("line", "option"), WRITTEN)
def test_an_option_is_read_and_written_as_it_stands(line: str, option: BotOption) -> None:
    assert BotOption.parse(line) == option
    assert option.text() == line
    assert BotOption.parse(line.replace(" ", "  ")) == option


@pytest.mark.parametrize(
    "line",
    [
        "option",
        "option name",
        "option name Hash",
        "option name Hash type",
        "option name Hash type number default 3",
        "option name type spin",
        "option name Hash type spin default 3",
        "option name Hash type spin default 3 min a max b",
        "option name Style type combo default Bold",
        "options name A type check",
    ],
)
def test_a_malformed_option_is_refused(line: str) -> None:
    with pytest.raises(MessageError, match=r".+: .*"):
        BotOption.parse(line)


@pytest.mark.parametrize(
    ("option", "value", "read"),
    [
        (BotOption("A", "check", "false"), "TRUE", "true"),
        (BotOption("A", "spin", "1", 1, 9), "9", "9"),
        (BotOption("A", "spin", "1", -9, 9), "-9", "-9"),
        (BotOption("A", "combo", "x", choices=("Shy", "Very Bold")), "very bold", "Very Bold"),
        (BotOption("A", "string", "x"), "a b", "a b"),
        (BotOption("A", "string", "x"), "<empty>", ""),
        (BotOption("A", "string", "x"), None, ""),
        (BotOption("A", "button"), None, ""),
    ],
)
def test_a_value_is_read_in_the_bots_spelling(option: BotOption, value: str | None, read: str) -> None:
    assert option.read(value) == read


@pytest.mark.parametrize(
    ("option", "value"),
    [
        (BotOption("A", "check", "false"), "yes"),
        (BotOption("A", "check", "false"), None),
        (BotOption("A", "spin", "1", 1, 9), "10"),
        (BotOption("A", "spin", "1", 1, 9), "--5"),
        (BotOption("A", "spin", "1", 1, 9), "9" * 5000),
        (BotOption("A", "spin", "1", 1, 9), None),
        (BotOption("A", "combo", "x", choices=("Shy",)), "Bold"),
        (BotOption("A", "button"), "now"),
    ],
)
def test_a_value_that_an_option_cannot_have_is_refused(option: BotOption, value: str | None) -> None:
    with pytest.raises(MessageError, match=r"expected|none"):
        option.read(value)


INTRODUCTION = ("id name Fox", "id author A. U. Thor", "id version 1.2", "option name A type check default true")


def test_the_order_of_the_introduction_does_not_matter() -> None:
    for order in itertools.permutations((*INTRODUCTION, "games spit Kroket")):
        shake = Handshake()
        for line in order:
            assert not shake.take(line)
            assert not shake.take("")
        assert shake.take("  cgpok   1 ")
        assert (shake.name, shake.author, shake.version) == ("Fox", "A. U. Thor", "1.2")
        assert list(shake.options) == ["a"]
        assert shake.games == ("spit", "kroket")
        assert shake.protocol == 1
        assert shake.problems == []


def test_the_introduction_tolerates_what_it_does_not_know_and_tells_what_is_wrong() -> None:
    shake = Handshake()
    for line in ("loading...", "id country FR", "info string hello", "games kroket", "games kroket spit", "option x"):
        assert not shake.take(line)
    assert shake.games == ("kroket", "spit")
    assert len(shake.problems) == 1
    assert shake.take("cgpok 2 beta")
    assert shake.protocol == 2


def test_a_bot_that_does_not_tell_the_version_speaks_the_first() -> None:
    shake = Handshake()
    assert shake.take("cgpok")
    assert shake.protocol == 1
    assert shake.problems == ["a version was expected, cgpok 1: cgpok"]


WORDS = ["option", "id", "name", "type", "spin", "min", "max", "var", "default", "-1", "games", "cgpok", "\x00"]


@given(st.lists(st.sampled_from(WORDS)))
def test_no_line_breaks_a_handshake(words: list[str]) -> None:
    shake = Handshake()
    assert shake.take(" ".join(words)) == (words[:1] == ["cgpok"])
