"""`cardgames match`: one pairing."""

from cardgames.cli import options


@options.takes_settings
def match(
    game: options.GameOrFile,
    bots: options.BotNames = None,
    *,
    out: options.Out = None,
    json: options.Json = False,
    dry_run: options.DryRun = False,
    **given: options.Typed,
) -> int:
    """Play one pairing: as many bots as the game has seats, every deal played from each side."""
    from cardgames.cli.config_from_args import plan_from_args, print_dry_run

    plan = plan_from_args(game, bots, given, match=True)
    if dry_run:
        return print_dry_run(plan, as_json=json)
    from cardgames.cli.tournament_run import play_series

    return play_series(plan.config, out=out, as_json=json)
