"""Arguments and options that several commands share."""

from math import isnan
from pathlib import Path
from typing import Annotated

import typer

from cardgames.cli import completion


def _number(value: float) -> float:
    """Refuses what is no number, which is neither below nor above any bound."""
    if isnan(value):
        raise typer.BadParameter("a number was expected")
    return value


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="crapette, spit or kroket.", show_default=False, autocompletion=completion.games
    ),
]
GameOrFile = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="crapette, spit or kroket; or FILE.toml, a tournament file; options change what it says.",
        show_default=False,
        autocompletion=completion.games,
    ),
]
BotNames = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="BOT...",
        help="A built-in player (see 'cardgames bots'), [NAME=]COMMAND LINE, as in \"fox=node fox.js --fast\", or the "
        "name of a bot in FILE.toml; by default all of that file's.",
        show_default=False,
        autocompletion=completion.bots,
    ),
]

Folder = Annotated[
    Path, typer.Argument(metavar="DIR", help="A folder of results, as --out DIR makes.", show_default=False)
]

# -- who meets whom

Games = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Games for each pairing, a multiple of the seats: every deal is played from each side. Default: 10 deals.",
    ),
]
Format = Annotated[
    str | None,
    typer.Option(metavar="FORMAT", help="round-robin, gauntlet, swiss or knockout. Default: round-robin."),
]
Challengers = Annotated[
    int | None, typer.Option(metavar="N", help="Gauntlet: the first N bots against all others. Default: 1.")
]
Rounds = Annotated[
    int | None, typer.Option(metavar="N", help="Swiss: how many. Default: as many as it takes to find a winner.")
]
Order = Annotated[
    str | None,
    typer.Option(metavar="ORDER", help="Of the pairings in a round: sequential or random. Default: sequential."),
]
Seed = Annotated[
    str | None,
    typer.Option(metavar="S", help="Makes the deals repeatable, and so public. Default: a secret of the system's."),
]
RuleTexts = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="K=V",
        help="Sets a rule, may be repeated; see 'cardgames rules GAME'.",
        autocompletion=completion.rules,
    ),
]
SprtText = Annotated[
    str | None,
    typer.Option(
        metavar="K=V,...",
        help="Ends a match of two as soon as it tells two strengths apart: elo0=0,elo1=20,alpha=0.05,beta=0.05; also "
        "model=logistic|normalised, samples=pentanomial|trinomial. Games count in the order of their numbers up to "
        "the verdict; those beyond it are kept, and marked in games-list.",
    ),
]
MaxPlies = Annotated[int | None, typer.Option(metavar="N", help="A game that is longer is drawn. Default: no limit.")]

# -- clocks

Clock = Annotated[str | None, typer.Option(metavar="KIND", help="Spit: virtual or wall. Default: virtual.")]
Movetime = Annotated[
    int | None, typer.Option(metavar="MS", min=1, max=86_400_000, help="Milliseconds for each move. Default: 1000.")
]
TimeText = Annotated[
    str | None,
    typer.Option("--time", metavar="SECONDS[+INC]", help="A clock for each seat and what each move adds (turn games)."),
]
Margin = Annotated[
    int | None, typer.Option(metavar="MS", help="What is forgiven beyond the time (turn games). Default: 20.")
]
Think = Annotated[
    list[str] | None,
    typer.Option(
        metavar="[BOT=]MS",
        help="Spit: from the table's change until a hand starts; with BOT= a handicap. Default: 200, wall clock 0.",
    ),
]
Jitter = Annotated[
    list[str] | None,
    typer.Option(metavar="[BOT=]MS", help="Spit: the most that chance adds. Default: 50, wall clock 0."),
]
Hand = Annotated[
    list[str] | None,
    typer.Option(metavar="[BOT=]MS", help="Spit: how long a card is on its way. Default: 200, wall clock 50."),
]
Tie = Annotated[
    int | None,
    typer.Option(metavar="MS", help="Spit, wall clock: landings closer than this are settled by a coin. Default: 2."),
]
Stall = Annotated[
    int | None,
    typer.Option(metavar="MS", help="Spit, wall clock: so long without a landing, both decline. Default: 5000."),
]

# -- bots

Cwd = Annotated[
    list[str] | None, typer.Option(metavar="BOT=DIR", help="The folder that a bot is run in. Default: an empty one.")
]
Env = Annotated[
    list[str] | None,
    typer.Option(metavar="BOT=NAME=VALUE", help="A variable for a bot, beside the few of a clean environment."),
]
BotOption = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="BOT=NAME=VALUE", help="What setoption sets for a bot after the handshake."),
]
Restart = Annotated[
    list[str] | None,
    typer.Option(
        metavar="[BOT=]POLICY", help="keep: a bot's process plays on; fresh: a new one for each game. Default: keep."
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        file_okay=True,
        help="Keeps results, records and logs in this folder; 'cardgames resume DIR' goes on there. Default: a "
        "tournament makes one under results, a match keeps nothing.",
    ),
]
Startup = Annotated[
    float,
    typer.Option(
        metavar="SECONDS", min=0.1, max=3600, callback=_number, help="How long a bot may take for the handshake."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of the table.")]

StartupLimit = Annotated[
    float | None, typer.Option(metavar="SECONDS", help="How long a bot may take for the handshake. Default: 10.")
]

# -- what strangers' programs may do

Sandbox = Annotated[
    str,
    typer.Option(
        metavar="MODE",
        help="auto: bots run locked in by bubblewrap where that works; require: not at all without; off: as they are.",
        autocompletion=completion.sandboxes,
    ),
]
SandboxMode = Annotated[
    str | None,
    typer.Option(
        "--sandbox",
        metavar="MODE",
        help="auto: bots run locked in by bubblewrap where that works; require: not at all without; off: as they are. "
        "Default: auto.",
        autocompletion=completion.sandboxes,
    ),
]
OnFault = Annotated[
    str | None,
    typer.Option(
        metavar="POLICY",
        help="forfeit: the game is lost; void: it counts for nobody; stop: lost, and the run ends. Default: forfeit.",
    ),
]
MaxFaults = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="A bot with the same fault in so many games one after another is taken out, 0 for never: it forfeits "
        "all further games without playing. Default: 5.",
    ),
]
Processes = Annotated[
    int | None, typer.Option(metavar="N", help="How many processes a bot may have, 0 for no limit. Default: 256.")
]
CpuSeconds = Annotated[
    int | None,
    typer.Option(metavar="N", help="Seconds of computing from a bot's start to its end. Default: no limit."),
]
OpenFiles = Annotated[int | None, typer.Option(metavar="N", help="In each process of a bot. Default: 1024.")]
FileSize = Annotated[
    str | None, typer.Option(metavar="SIZE", help="Of a file that a bot writes, as in 10M. Default: 256M.")
]
Memory = Annotated[
    str | None,
    typer.Option(
        metavar="SIZE",
        help="RAM for a bot with all that it starts, as in 512M or 2G; memfds, open shared memory and its own tmpfs "
        "count. Without cgroups (v2) not counted: shared memory neither open nor touched by who has it, what a process "
        "hides, buffers of the kernel's. Default: 2G.",
    ),
]

# -- the run

Concurrency = Annotated[
    int | None, typer.Option(metavar="N", help="How many games are played at a time. Default: as many as processors.")
]
Affinity = Annotated[
    bool, typer.Option("--affinity", help="Each game that is played at a time keeps to processors of its own.")
]
EventName = Annotated[str | None, typer.Option("--event", metavar="NAME", help="What the records call it.")]
LogTraffic = Annotated[
    bool, typer.Option("--log-traffic", help="Logs all that runner and bots say, with times, a file for each game.")
]
DryRun = Annotated[
    bool,
    typer.Option("--dry-run", help="Plays nothing: prints the settings as a tournament file, and the schedule's size."),
]
