"""The table of settings: no name twice, defaults that can be given, helps that name the words there are."""

import pytest

from cardgames.tournament.config.config import has_field
from cardgames.tournament.config.kinds import SIZE, ConfigError, Given, seconds, whole, word
from cardgames.tournament.config.settings import SETTINGS, Form, Setting, default_of, options_of, settings_of


def test_no_name_stands_for_two_settings() -> None:
    keys = [(setting.table, setting.name) for setting in SETTINGS]
    assert len(set(keys)) == len(keys)
    for command in ("match", "tournament"):
        options = [setting.option_name for setting in options_of(command)]
        assert len(set(options)) == len(options)


def test_all_that_can_be_given_is_kept_by_a_field() -> None:
    assert [each.name for table in ("", "clock", "limits", "bots") for each in settings_of(table).values()
            if not has_field(each, table)] == []  # fmt: skip


@pytest.mark.parametrize("setting", [each for each in SETTINGS if each.default is not None], ids=lambda each: each.name)
def test_a_default_can_be_given_too(setting: Setting) -> None:
    given = Given(setting.kind.write(setting.default), setting.name)
    assert setting.kind.read(given) == setting.default


@pytest.mark.parametrize("setting", [each for each in SETTINGS if each.kind.words and each.help], ids=lambda e: e.name)
def test_help_names_every_word_that_there_is(setting: Setting) -> None:
    assert setting.kind.words is not None
    assert [word for word in setting.kind.words() if word not in setting.help and word != "turns"] == []


@pytest.mark.parametrize("setting", [each for each in SETTINGS if each.commands], ids=lambda each: each.name)
def test_help_is_a_sentence(setting: Setting) -> None:
    assert setting.help_text.endswith(".")
    assert "Default" not in setting.help
    assert ("BOT" in setting.metavar) == (setting.form not in (Form.ONCE, Form.NAMED))


@pytest.mark.parametrize(
    ("size", "shown"), [(1 << 31, "2G"), (256 << 20, "256M"), (3 << 19, "1536K"), (1_000_000, "1000000"), (0, "0")]
)
def test_a_size_is_shown_as_it_can_be_typed(size: int, shown: str) -> None:
    assert SIZE.show(size) == shown
    if size >= 1 << 20 or not size:
        assert SIZE.read(Given(shown, "memory")) == size


def test_seconds_are_kept_in_milliseconds() -> None:
    kind = seconds(0.1, 60)
    assert (kind.read(Given(2.5, "quit")), kind.write(2500), kind.show(10_000)) == (2500, 2.5, "10")


def test_an_error_has_the_place_and_what_was_expected() -> None:
    for kind, value, error in (
        (whole(1, 3), 4, "club.toml:3: games 4: a whole number 1 to 3 was expected"),
        (whole(1, 3), True, "club.toml:3: games true: a whole number was expected"),
        (word(lambda: ("one", "two")), "on", 'club.toml:3: games "on": one or two was expected; did you mean one?'),
    ):
        with pytest.raises(ConfigError) as caught:
            kind.read(Given(value, "games", "club.toml:3: "))
        assert str(caught.value) == error


def test_a_default_is_found_by_its_option() -> None:
    assert (default_of("restart"), default_of("max-faults")) == ("keep", 5)
