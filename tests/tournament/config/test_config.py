"""Settings: from a file, from a command line, from both; written and read back; who has which handicap."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgames.bots.limits import Limits
from cardgames.bots.spec import BotSpec
from cardgames.games.registry import GAMES
from cardgames.table.clock_settings import ClockSettings
from cardgames.tournament.config.config import Config, Entrant, Handicap, differences
from cardgames.tournament.config.kinds import ConfigError
from cardgames.tournament.config.resolve import cores, resolve, seats_for
from cardgames.tournament.config.settings import FRESH
from cardgames.tournament.config.toml_reader import load_config, parse_raw_config, read_config
from cardgames.tournament.formats.knockout import Knockout
from cardgames.tournament.formats.registry import FORMATS, ORDERS, make_schedule
from cardgames.tournament.formats.round_robin import Gauntlet, RoundRobin
from cardgames.tournament.formats.schedule import ScheduleError
from cardgames.tournament.formats.sprt_stop import UntilVerdict
from cardgames.tournament.formats.swiss import Swiss
from cardgames.tournament.plan import make_plan
from cardgames.tournament.rating.sprt import EloModel, Samples, Sprt

SPIT, KROKET = GAMES["spit"], GAMES["kroket"]

FULL = """
game = "spit"                  # read in any case
format = "gauntlet"
games = 6
challengers = 2
order = "random"
seed = 17
event = "Club evening"
concurrency = 3
max-plies = 4000
affinity = true
log-traffic = true

[rules]
scoring = "points"
target = 50

[clock]
think = 300
movetime = 250

[limits]
startup = 2.5
quit = 1
move-bytes = 4096
log-bytes = 2048

[[bots]]
player = "Greedy"
think = 100
hand = 0

[[bots]]
name = "fox"
command = "sh 'my fox.sh' --fast"
cwd = "foxes/red"
env = { LANG = "C", DEPTH = 3 }
options = { Level = 3, "Use Book" = true, Weight = 0.5 }
restart = "fresh"

[[bots]]
command = ["sh", "wolf.sh"]

[[bots]]
player = "random"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with bots in it, which the runner is not in."""
    (tmp_path / "club" / "foxes" / "red").mkdir(parents=True)
    (tmp_path / "club" / "wolf.sh").write_text("")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    return tmp_path / "club"


def config_of(text: str, *, match: bool = False) -> Config:
    raw = parse_raw_config(text, "club.toml")
    raw.match = match
    return resolve(raw)


def test_a_file_with_everything(folder: Path) -> None:
    (folder / "club.toml").write_text(FULL)
    assert load_config(folder / "club.toml") == Config(
        game=SPIT,
        rules=SPIT.rules(["scoring=points", "target=50"]),
        entrants=(
            Entrant(BotSpec("greedy", player="greedy"), Handicap(think=100, hand=0)),
            Entrant(
                BotSpec(
                    "fox",
                    ("sh", "my fox.sh", "--fast"),
                    cwd=str(folder / "foxes" / "red"),
                    env=(("LANG", "C"), ("DEPTH", "3")),
                    options=(("Level", "3"), ("Use Book", "true"), ("Weight", "0.5")),
                ),
                restart=FRESH,
            ),
            Entrant(BotSpec("wolf", ("sh", str(folder / "wolf.sh")))),
            Entrant(BotSpec("random", player="random")),
        ),
        clock=ClockSettings.virtual(think=300, movetime_ms=250),
        games=6,
        format="gauntlet",
        challengers=2,
        order="random",
        seed="17",
        event="Club evening",
        concurrency=3,
        max_plies=4000,
        limits=Limits(startup_ms=2500, quit_ms=1000, move_bytes=4096, log_bytes=2048),
        affinity=True,
        log_traffic=True,
    )


def test_a_short_file() -> None:
    config = config_of('game = "kroket"\nbots = ["greedy", "a=random", "random"]')
    assert config == Config(
        game=KROKET,
        rules=KROKET.rules(),
        entrants=tuple(
            Entrant(BotSpec(name, player=player))
            for name, player in (("greedy", "greedy"), ("a", "random"), ("random", "random"))
        ),
        clock=ClockSettings.turns(),
        games=20,
        event="tournament of kroket",
        concurrency=cores(),
    )


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ('game = "crapette"', 20),
        ('game = "kroket"\nrules = { players = 4 }', 40),
        ('game = "kroket"\nsprt = "elo0=0,elo1=5"', 20_000),
    ],
)
def test_games_where_none_are_given(text: str, games: int) -> None:
    bots = 4 if "players" in text else 2
    assert config_of(f"bots = {['random'] * bots}\n{text}").games == games


def test_a_match_has_the_seats_of_its_bots() -> None:
    config = config_of('game = "kroket"\nbots = ["random", "random", "random"]', match=True)
    assert config.rules.players == 3
    assert config.event == "match of kroket"


@pytest.mark.parametrize(("game", "bots"), [("crapette", 1), ("crapette", 3), ("kroket", 5), ("spit", 4)])
def test_a_match_has_as_many_bots_as_the_game_has_seats(game: str, bots: int) -> None:
    with pytest.raises(ScheduleError, match="was expected for a match"):
        seats_for(GAMES[game], [BotSpec(str(number)) for number in range(bots)])


@pytest.mark.parametrize(
    ("settings", "kind"),
    [
        ("", RoundRobin),
        ('format = "gauntlet"', Gauntlet),
        ('format = "swiss"', Swiss),
        ('format = "knockout"', Knockout),
        ('sprt = { elo0 = 0, elo1 = 10, model = "normalised" }', UntilVerdict),
    ],
)
def test_the_schedule_of_a_format(settings: str, kind: type) -> None:
    config = config_of(f'game = "spit"\nbots = ["greedy", "random"]\n{settings}')
    assert type(make_schedule(config.pairing, bytes(32))) is kind


def test_the_effective_number_of_rounds_is_told() -> None:
    config = config_of('game = "spit"\nformat = "swiss"\nbots = ["random", "random", "random", "random", "random"]')
    assert config.rounds == 3
    assert "rounds = 3" in config.to_toml()


def test_a_random_order_follows_from_the_seed() -> None:
    config = config_of('game = "spit"\norder = "random"\nseed = "1"\nbots = ["random", "random", "greedy", "greedy"]')
    plans = [make_plan(config), make_plan(config), make_plan(config._replace(seed="2"))]
    orders = [[plan.schedule.game(number).players for number in range(1, 121)] for plan in plans]
    assert orders[0] == orders[1] != orders[2]


def test_the_seed_that_gives_the_same_deals_is_told() -> None:
    config = config_of('game = "spit"\nbots = ["random", "greedy"]')
    hidden, again = make_plan(config), make_plan(config)
    assert hidden.secret != again.secret
    assert make_plan(config._replace(seed=hidden.seed)).secret == hidden.secret
    assert make_plan(config, hidden.secret).secret == hidden.secret
    assert make_plan(config._replace(seed="x")).seed == "x"


# -- handicaps


def test_a_handicap_follows_its_bot_from_seat_to_seat() -> None:
    config = config_of(
        'game = "spit"\n[clock]\nthink = 300\n'
        '[[bots]]\nplayer = "greedy"\nthink = 100\njitter = 0\n[[bots]]\nplayer = "random"\nhand = 7\n'
    )
    assert config.clock.think == (300, 300)
    there, back = config.seat_clock((0, 1)), config.seat_clock((1, 0))
    assert (there.think, there.jitter, there.hand) == ((100, 300), (0, 50), (200, 7))
    assert (back.think, back.jitter, back.hand) == ((300, 100), (50, 0), (7, 200))
    assert (there.kind, there.movetime_ms) == (config.clock.kind, config.clock.movetime_ms)


def test_games_with_turns_have_one_clock_for_all() -> None:
    config = config_of('game = "kroket"\nrules = { players = 3 }\nbots = ["random", "random", "random"]')
    assert config.seat_clock((2, 0, 1)) == config.clock


# -- written and read back


NAMES = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_.+#-]{0,6}", fullmatch=True)
LINES = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Zl", "Zp", "Zs"]), min_size=1, max_size=12)
MILLIS = st.none() | st.integers(0, 60_000)
KEYS = st.text(st.characters(codec="utf-8", exclude_characters="=\0"), min_size=1, max_size=5)
VALUES = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)
PAIRS = st.dictionaries(KEYS, VALUES, max_size=3).map(lambda items: tuple(items.items()))


@st.composite
def entrants(draw: st.DrawFn, name: str, spit: bool) -> Entrant:
    handicap = Handicap(*(draw(MILLIS) for _ in range(3))) if spit else Handicap()
    restart = draw(st.sampled_from(["keep", "fresh"]))
    if draw(st.booleans()):
        return Entrant(BotSpec(name, player=draw(st.sampled_from(["random", "greedy"]))), handicap, restart)
    command = (draw(VALUES.filter(bool)), *draw(st.lists(VALUES, max_size=2)))
    cwd = f"/{draw(st.from_regex(r'[a-z]{1,8}', fullmatch=True))}"
    return Entrant(BotSpec(name, command, cwd=cwd, env=draw(PAIRS), options=draw(PAIRS)), handicap, restart)


@st.composite
def configs(draw: st.DrawFn) -> Config:
    game = draw(st.sampled_from(list(GAMES.values())))
    form = draw(st.sampled_from(list(FORMATS)))
    spit = game is SPIT
    names = draw(st.lists(NAMES, min_size=2, max_size=4, unique=True))
    clocks = [
        st.builds(ClockSettings.virtual, *[st.integers(0, 60_000)] * 3, st.integers(1, 10**6)),
        st.builds(ClockSettings.wall, *[st.integers(0, 60_000)] * 4, st.integers(180_001, 10**6)),
    ]
    turns = [
        st.builds(ClockSettings.turns, st.integers(1, 10**6)),
        st.builds(ClockSettings.timed, st.integers(1, 10**8), st.integers(0, 10**6)),
    ]
    sprt: st.SearchStrategy[Sprt | None] = st.none()
    if len(names) == 2:
        sprt |= st.tuples(st.floats(0, 9), st.sampled_from(EloModel), st.sampled_from(Samples)).map(
            lambda given: Sprt(-2.5, given[0], 0.00001, 0.1, *given[1:])
        )
    return Config(
        game=game,
        rules=game.rules(),
        entrants=tuple(draw(entrants(name, spit)) for name in names),
        clock=draw(st.one_of(clocks if spit else turns)),
        games=2 * draw(st.integers(1, 10**6)),
        format=form,
        challengers=draw(st.integers(1, len(names) - 1)) if form == "gauntlet" else 1,
        rounds=draw(st.integers(1, 9)) if form == "swiss" else None,
        order=draw(st.sampled_from(list(ORDERS))),
        seed=draw(st.none() | LINES),
        event=draw(LINES),
        concurrency=draw(st.integers(1, 99)),
        max_plies=draw(st.none() | st.integers(1, 10**6)),
        sprt=draw(sprt),
        limits=Limits(startup_ms=draw(st.integers(100, 10**6)), quit_ms=draw(st.integers(100, 60_000))),
        affinity=draw(st.booleans()),
        log_traffic=draw(st.booleans()),
    )


@given(configs())
def test_what_is_written_is_read_back(config: Config) -> None:
    text = config.to_toml()
    again = read_config(text, "config.toml")
    assert again == config
    assert again.to_toml() == text
    assert differences(config, again) == []


def test_a_config_is_read_back_where_its_bots_are_no_more(folder: Path) -> None:
    (folder / "club.toml").write_text(FULL)
    text = load_config(folder / "club.toml").to_toml()
    (folder / "foxes" / "red").rmdir()
    assert read_config(text, "config.toml").to_toml() == text
    with pytest.raises(ConfigError, match="there is no folder"):
        load_config(folder / "club.toml")


def test_differences_are_told_by_their_names() -> None:
    config = config_of('game = "spit"\nbots = ["random", "greedy"]')
    assert differences(config, config._replace(concurrency=99, affinity=True, log_traffic=True)) == []
    other = config._replace(games=2, seed="1", clock=ClockSettings.virtual(think=1), entrants=config.entrants[::-1])
    assert differences(config, other) == ["games", "seed", "clock", "bots"]


# -- places


def test_the_line_of_an_error_counts_line_ends_of_any_system(folder: Path) -> None:
    (folder / "club.toml").write_bytes(
        b'game = "spit"\r\nseed = """\r\na"""\r\ngames = 3\r\nbots = ["random", "greedy"]\r\n'
    )
    with pytest.raises(ConfigError, match=rf"^{os.path.relpath(folder)}/club\.toml:4: games 3: "):
        load_config(Path(os.path.relpath(folder)) / "club.toml")


def test_a_program_is_looked_for_where_the_bot_is_run(folder: Path) -> None:
    script = folder / "foxes" / "red" / "fox"
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    text = 'game = "spit"\nbots = ["random", {{ name = "fox", command = "{0}", cwd = "{1}"{2} }}]'
    for command, cwd, env in (
        ("./fox", "foxes/red", ""),
        ("red/fox", "foxes", ""),
        (str(script), ".", ""),
        ("fox", ".", f', env = {{ PATH = "{script.parent}" }}'),
    ):
        (folder / "club.toml").write_text(text.format(command, cwd, env))
        assert load_config(folder / "club.toml").bots[1].command == (command,)
    for command, cwd in (("./fox", "foxes"), ("fox", "foxes/red"), ("fox/fox", "foxes/red")):
        (folder / "club.toml").write_text(text.format(command, cwd, ""))
        with pytest.raises(ConfigError, match="bot 'fox': "):
            load_config(folder / "club.toml")
