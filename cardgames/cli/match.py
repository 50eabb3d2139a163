"""`cardgames match`: one pairing."""

from cardgames.cli import options


def match(
    game: options.GameName,
    bots: options.BotNames,
    games: options.Games = None,
    seed: options.Seed = None,
    rule: options.RuleTexts = None,
    movetime: options.Movetime = None,
    time: options.TimeText = None,
    hand: options.Hand = None,
    think: options.Think = None,
    jitter: options.Jitter = None,
    out: options.Out = None,
    startup: options.Startup = 10.0,
    json: options.Json = False,
) -> int:
    """Play one pairing: as many bots as the game has seats, every deal played from each side."""
    from cardgames.cli.clocks import read_clock
    from cardgames.cli.series import play_series
    from cardgames.games import find_game
    from cardgames.tournament.bots import read_bots
    from cardgames.tournament.plan import make_plan, seats_for

    found = find_game(game)
    specs = read_bots(bots)
    rules = found.rules(rule or (), players=seats_for(found, specs))
    clock = read_clock(found, movetime=movetime, time=time, hand=hand, think=think, jitter=jitter)
    plan = make_plan(found, rules, specs, clock, games=games, seed=seed, event=f"match of {found.name}")
    return play_series(plan, out=out, startup=startup, as_json=json)
