"""The rules that can be set, as lines of text."""

from cardgames.rules import Game, Option


def option_lines(game: Game) -> list[str]:
    """A line for each `--rule` of the game: its values, the default, what it decides."""
    seats = sorted(game.players)
    rows = [(f"players={'|'.join(map(str, seats))}", str(game.players[0]), "seats")] if len(seats) > 1 else []
    for name, preset in game.presets.items():
        settings = " ".join(f"{key}={value}" for key, value in preset.items())
        rows.append((f"preset={name}", "", f"stands for {settings}" if settings else "the defaults below"))
    rows += [(f"{option.name}={_values(option)}", str(option.default), option.meaning) for option in game.options]
    width = max(len(row[0]) for row in rows)
    return [f"{choice:<{width}}  {meaning}{_default(default)}" for choice, default, meaning in rows]


def _values(option: Option) -> str:
    return "|".join(option.choices) if option.choices else f"{option.low}..{option.high}"


def _default(default: str) -> str:
    return f"; default {default}" if default else ""
