"""`cardgames resume DIR`: goes on with a tournament where it stopped."""

from typing import Annotated

from cardgames.cli import options


def resume(
    folder: options.Folder,
    concurrency: Annotated[
        int | None,
        options.setting_option("concurrency", "How many games are played at a time from now on.", ranged=True),
    ] = None,
    json: options.Json = False,
) -> int:
    """Go on with a tournament or match where it stopped, and print the table of all of it.

    No game that was finished is played again. In DIR/config.toml may be changed how it is run (concurrency, affinity,
    log-traffic), but not what is played.
    """
    from cardgames.cli.tournament_run import go_on

    return go_on(folder, concurrency=concurrency, as_json=json)
