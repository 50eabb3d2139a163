"""A game that was broken off, as a file: who plays what by which rules, the seed of its deals, and the moves made.

No card stands in it, so that nobody who looks into it sees one by accident: the table follows from the seed and
the moves.
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cardgames.bots.spec import BotSpec
from cardgames.cards.dealer import seed_of_text
from cardgames.cards.derived_seeds import derive
from cardgames.casual.seats import HUMAN
from cardgames.files import replacement
from cardgames.games.players import PLAYERS
from cardgames.games.registry import find_game
from cardgames.rules import Game, GameError, Outcome, Rules
from cardgames.table.clock_settings import ClockSettings
from cardgames.table.table import Landing
from cardgames.text import printable

FORMAT = "a game saved by cardgames, 1"
_MOST = 16 * 2**20
"""Bytes of a file; no game is as long."""
_HIGHEST = 10**9
_QUOTED = 80
_MOVE = re.compile("([0-9]{1,2}) ([!-+.-~-]{1,40})(?: @([0-9]{1,12}))?")


class SavedGameError(ValueError):
    """A file that is no saved game, or one that cannot be gone on with: what is wrong, and where."""


class Series(NamedTuple):
    """Games played one after another by the same people."""

    games: int = 1
    """How many; not used with `target`."""
    target: int = 0
    """Played until a seat has so many points in all; 0 for a number of games."""
    results: tuple[Outcome, ...] = ()
    """Of the games that have ended."""

    @property
    def number(self) -> int:
        """Of the game that is played now, from 1."""
        return len(self.results) + 1

    def totals(self, players: int) -> tuple[int, ...]:
        """The points of all games that have ended, seat by seat."""
        return tuple(sum(outcome.scores[seat] for outcome in self.results) for seat in range(players))

    def wins(self, players: int) -> tuple[int, ...]:
        """How often each seat has won alone."""
        return tuple(sum(outcome.winners == (seat,) for outcome in self.results) for seat in range(players))

    @property
    def is_long(self) -> bool:
        """Whether it is more than a single game."""
        return self.games > 1 or self.target > 0

    def is_over(self, players: int) -> bool:
        """Whether no more game follows."""
        if self.target:
            return max(self.totals(players)) >= self.target
        return len(self.results) >= self.games


class SavedGame(NamedTuple):
    """All that a game needs to go on."""

    game: Game
    rules: Rules
    seats: tuple[BotSpec, ...]
    clock: ClockSettings
    seed: str
    """As it was typed; every game of the series follows from it."""
    series: Series
    moves: tuple[Landing, ...] = ()
    practice: bool = False

    @property
    def game_seed(self) -> bytes:
        """The 32 bytes that the deal of the game played now follows from."""
        secret = seed_of_text(self.seed)
        # The seed of a game is revealed at its end, and must not tell the games that follow.
        return derive(secret, f"game {self.series.number}") if self.series.is_long else secret

    def text(self) -> str:
        """As it stands in a file."""
        name = self.game.move_name
        moves = [f"{seat} {name(move)}" + ("" if at is None else f" @{at}") for seat, move, at in self.moves]
        fields = {
            "format": FORMAT,
            "game": self.game.name,
            "rules": f"players={self.rules.players} {self.rules.text()}",
            "seats": [_seat_fields(spec) for spec in self.seats],
            "clock": self.clock._asdict(),
            "seed": self.seed,
            "practice": self.practice,
            "series": {
                "games": self.series.games,
                "target": self.series.target,
                "results": [outcome._asdict() for outcome in self.series.results],
            },
            "moves": ", ".join(moves),
        }
        return json.dumps(fields, indent=1) + "\n"

    def save(self, path: Path, *, durable: bool = False) -> None:
        """Writes the file: whole, or not at all, and then an older one is as it was.

        Args:
            path: where; its folder exists.
            durable: waits until it is on the disk, so that not even a power cut loses it.
        """
        with replacement(path, durable=durable, shared=True) as file:
            file.write(self.text().encode())

    @classmethod
    def load(cls, path: Path) -> "SavedGame":
        """Reads the file, which may be anything. Raises SavedGameError, or OSError if it cannot be read."""
        with path.open("rb") as file:
            content = file.read(_MOST + 1)
        if len(content) > _MOST:
            raise SavedGameError(f"{path}: no saved game, for it has more than {_MOST >> 20} MiB")
        try:
            fields = json.loads(content)
        except (ValueError, RecursionError):
            raise SavedGameError(f"{path}: no saved game") from None
        if not isinstance(fields, dict) or fields.get("format") != FORMAT:
            raise SavedGameError(f"{path}: no saved game, or one of another version")
        try:
            return _read(fields)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise SavedGameError(f"{path}: a saved game that was changed: {_reason(error)}") from None


def _reason(error: Exception) -> str:
    if isinstance(error, GameError):
        return printable(str(error)[:_QUOTED])
    return f"{error} is missing" if isinstance(error, KeyError) else printable(str(error)[:_QUOTED])


def _seat_fields(spec: BotSpec) -> dict[str, Any]:
    if not spec.command:
        return {"name": spec.name, "player": spec.player, "options": dict(spec.options)}
    return {"name": spec.name, "command": list(spec.command), "cwd": spec.cwd, "options": dict(spec.options)}


def _read(fields: dict[str, Any]) -> SavedGame:
    game = find_game(fields["game"])
    rules = game.rules(fields["rules"].split())
    series = fields["series"]
    seats = tuple(_read_seat(seat) for seat in fields["seats"])
    if len(seats) != rules.players:
        raise ValueError(f"{len(seats)} seats, {rules.players} were expected")
    return SavedGame(
        game,
        rules,
        seats,
        _read_clock(fields["clock"], game),
        _line(fields["seed"]),
        _read_series(series, rules.players),
        tuple(_read_moves(game, fields["moves"])),
        bool(fields["practice"]),
    )


def _whole(value: object, least: int = 0) -> int:
    """A whole number, neither a text nor a fraction. Raises ValueError."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= _HIGHEST:
        raise ValueError(f"a whole number {least}-{_HIGHEST} was expected")
    return value


def _read_series(fields: dict[str, Any], players: int) -> Series:
    games, target = _whole(fields["games"], 1), _whole(fields["target"])
    return Series(games, target, tuple(_read_outcome(outcome, players) for outcome in fields["results"]))


def _line(value: object) -> str:
    """A text that can be printed in a line. Raises ValueError."""
    if not isinstance(value, str) or not value.isprintable():
        raise ValueError("a line of printable text was expected")
    return value


def _read_clock(fields: dict[str, Any], game: Game) -> ClockSettings:
    if fields["kind"] not in game.clocks:
        raise ValueError(f"clock: {' or '.join(game.clocks)} was expected")
    values: dict[str, Any] = {"kind": str(fields["kind"])}
    for name, value in fields.items():
        if isinstance(value, list):
            values[name] = tuple(map(_whole, value))
            if len(value) != 2:
                raise ValueError(f"clock {name}: a number for each of 2 seats was expected")
        elif name != "kind":
            values[name] = None if value is None else _whole(value)
    return ClockSettings()._replace(**values)


def _read_seat(fields: dict[str, Any]) -> BotSpec:
    command = tuple(str(word) for word in fields.get("command", ()))
    cwd, player = fields.get("cwd"), str(fields.get("player", ""))
    if not command and player != HUMAN and player not in PLAYERS:
        raise ValueError(f"no player {player!r}")
    options = tuple((str(name), str(value)) for name, value in fields.get("options", {}).items())
    return BotSpec(_line(fields["name"]), command, player, None if cwd is None else str(cwd), options=options)


def _read_outcome(fields: dict[str, Any], players: int) -> Outcome:
    winners = tuple(map(_whole, fields["winners"]))
    scores = tuple(_whole(score, -_HIGHEST) for score in fields["scores"])
    if len(scores) != players or not winners or sorted(set(winners)) != list(winners) or winners[-1] >= players:
        raise ValueError(f"a result: winners and scores of {players} seats were expected")
    return Outcome(winners, scores, str(fields["reason"]))


def _read_moves(game: Game, text: str) -> Sequence[Landing]:
    moves: list[Landing] = []
    for part in text.split(", ") if text else ():
        match = _MOVE.fullmatch(part)
        if match is None:
            raise ValueError(f"SEAT MOVE was expected: {part[:_QUOTED]}")
        seat, name, at = match.groups()
        moves.append((int(seat), game.parse_move(name), None if at is None else int(at)))
    return moves
