"""`cardgames match`: one pairing."""

from cardgames.cli import options


def match(
    game: options.GameOrFile,
    bots: options.BotNames = None,
    games: options.Games = None,
    seed: options.Seed = None,
    rule: options.RuleTexts = None,
    sprt: options.SprtText = None,
    movetime: options.Movetime = None,
    time: options.TimeText = None,
    margin: options.Margin = None,
    clock: options.Clock = None,
    think: options.Think = None,
    jitter: options.Jitter = None,
    hand: options.Hand = None,
    tie: options.Tie = None,
    stall: options.Stall = None,
    max_plies: options.MaxPlies = None,
    order: options.Order = None,
    cwd: options.Cwd = None,
    env: options.Env = None,
    option: options.BotOption = None,
    restart: options.Restart = None,
    startup: options.StartupLimit = None,
    concurrency: options.Concurrency = None,
    affinity: options.Affinity = False,
    event: options.EventName = None,
    log_traffic: options.LogTraffic = False,
    sandbox: options.SandboxMode = None,
    on_fault: options.OnFault = None,
    max_faults: options.MaxFaults = None,
    memory: options.Memory = None,
    processes: options.Processes = None,
    open_files: options.OpenFiles = None,
    file_size: options.FileSize = None,
    cpu_seconds: options.CpuSeconds = None,
    out: options.Out = None,
    json: options.Json = False,
    dry_run: options.DryRun = False,
) -> int:
    """Play one pairing: as many bots as the game has seats, every deal played from each side."""
    # Every option by its name: what they mean is described.py's affair.
    given = dict(locals())
    from cardgames.cli.config_from_args import described_plan, tell_dry_run

    plan = described_plan(game, bots, given, match=True)
    if dry_run:
        return tell_dry_run(plan, as_json=json)
    from cardgames.cli.tournament_run import play_series

    return play_series(plan.config, out=out, as_json=json)
