"""`cardgames resume DIR`: goes on with a tournament where it stopped."""

from typing import Annotated

import typer

from cardgames.cli import options


def resume(
    folder: options.Folder,
    concurrency: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=1024, help="How many games are played at a time from now on.")
    ] = None,
    json: options.Json = False,
) -> int:
    """Go on with a tournament or match where it stopped, and print the table of all of it.

    No game that was finished is played again. In DIR/config.toml may be changed how it is run (concurrency, affinity,
    log-traffic), but not what is played.
    """
    from cardgames.cli.tournament_run import go_on
    from cardgames.tournament.config.config import differences
    from cardgames.tournament.config.toml_reader import load_config
    from cardgames.tournament.storage.folder import CONFIG, OtherTournamentError
    from cardgames.tournament.storage.recount import stored_plan
    from cardgames.tournament.storage.store import Store

    with Store.open(folder) as store:
        path = folder / CONFIG
        config = load_config(path, runnable=False)
        differing = differences(stored_plan(store).config, config)
        if differing:
            raise OtherTournamentError(
                f"{path}: {', '.join(differing)}: changed since the tournament began; put it back as it was, or "
                "begin another tournament with this file, in a folder of its own"
            )
        if concurrency is not None:
            config = config._replace(concurrency=concurrency)
        return go_on(config, store, as_json=json)
