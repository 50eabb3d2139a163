"""`cardgames tournament`: all pairings."""

from cardgames.cli import options


@options.takes_settings
def tournament(
    game: options.GameOrFile,
    bots: options.BotNames = None,
    *,
    out: options.Out = None,
    json: options.Json = False,
    dry_run: options.DryRun = False,
    **given: options.Typed,
) -> int:
    """Play a tournament: every deal from each side, in the format that is asked for.

    A round robin of the bots by default: every pairing plays the same number of games. With FILE.toml the settings
    come from a tournament file; --dry-run prints one.
    """
    from cardgames.cli.config_from_args import plan_from_args, print_dry_run

    plan = plan_from_args(game, bots, given, match=False)
    if dry_run:
        return print_dry_run(plan, as_json=json)
    from cardgames.cli.tournament_run import play_series

    return play_series(plan.config, out=out, as_json=json, keep=True)
