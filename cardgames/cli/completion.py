"""What the shell completes: games, bots, rules and clauses, games that were left (`cardgames --install-completion`)."""

import os
from collections.abc import Iterable, Mapping, Sequence

import typer

from cardgames.cli.variables import COMPLETION


def asked_for(environ: Mapping[str, str]) -> list[str] | None:
    """The words that are already there if the shell asks for completions; None if it does not."""
    if COMPLETION not in environ:
        return None
    words = (environ.get("COMP_WORDS") or environ.get("_TYPER_COMPLETE_ARGS") or "").split()
    # With only the beginning of a command every command has to be looked at.
    return words[1:2] if len(words) > 2 or _ends_in_blank(environ) else []


def _ends_in_blank(environ: Mapping[str, str]) -> bool:
    return environ.get("COMP_CWORD", "1") != "1" or environ.get("_TYPER_COMPLETE_ARGS", "").endswith(" ")


def games(incomplete: str) -> list[str]:
    """The games."""
    from cardgames.games.registry import GAMES

    return beginning(incomplete, GAMES)


def bots(incomplete: str) -> list[str]:
    """The built-in players; programs are completed by the shell itself."""
    from cardgames.games.players import PLAYERS

    return beginning(incomplete, PLAYERS)


def opponents(incomplete: str) -> list[str]:
    """The built-in players, and somebody at the same keyboard."""
    return [*bots(incomplete), *beginning(incomplete, ["human"])]


def levels(incomplete: str) -> list[str]:
    """What `--level` takes."""
    from cardgames.cli.play.seating import LEVELS

    return beginning(incomplete, LEVELS)


def saves(incomplete: str) -> list[str]:
    """The games that were left."""
    from cardgames.cli.play.saves import Saves, data_folder

    return beginning(incomplete, Saves(data_folder(os.environ)).names())


def rules(ctx: typer.Context, incomplete: str) -> list[str]:
    """`K=V` of the game that was named, of all games if none was."""
    return beginning(incomplete, dict.fromkeys(text for game in _named_games(ctx) for text in _rule_texts(game)))


def clauses(ctx: typer.Context, incomplete: str) -> list[str]:
    """The clauses of the game that was named."""
    from cardgames.games.registry import GAMES
    from cardgames.rules.rulebook import clause_names

    names = [name for game in _named_games(ctx) for name in clause_names(GAMES[game].rulebook())]
    return beginning(incomplete, names)


def _named_games(ctx: typer.Context) -> list[str]:
    from cardgames.games.registry import GAMES

    named = str(ctx.params.get("game") or "").lower()
    return [named] if named in GAMES else list(GAMES)


def _rule_texts(game: str) -> list[str]:
    from cardgames.games.registry import GAMES

    found = GAMES[game]
    texts = [f"players={count}" for count in sorted(found.players)] if len(found.players) > 1 else []
    texts += [f"preset={name}" for name in found.presets]
    for option in found.options:
        texts += [f"{option.name}={value}" for value in (option.choices or (option.default,))]
    return texts


def beginning(incomplete: str, words: Iterable[str]) -> list[str]:
    """Those of the words that begin with what has been typed."""
    return [word for word in words if word.startswith(incomplete)]


def commands_to_load(args: Sequence[str], environ: Mapping[str, str]) -> Sequence[str]:
    """The words from which the application is built: those of the shell if it asks for completions."""
    asked = asked_for(environ)
    return args if asked is None else asked
