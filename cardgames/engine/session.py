"""What the engine has on its table: the last `newgame`, and the position, whole or as one seat sees it."""

import os
from typing import NamedTuple

from cardgames.cards import Dealer
from cardgames.cards.dealer import seed_of_text
from cardgames.games.registry import find_game
from cardgames.protocol.messages import NewGame
from cardgames.rules import Game, GameError, PositionError, Rules, State


class CommandError(ValueError):
    """A command that cannot be carried out: answered by `error WHAT: WHERE`, and nothing has changed."""

    def __init__(self, what: str, where: str) -> None:
        super().__init__(f"{what}: {where}")


class Setup(NamedTuple):
    """What a `newgame` has settled."""

    game: Game
    rules: Rules
    seat: int | None
    """The seat to play, None for a rules engine."""
    seed: bytes
    """32 bytes that everything random follows from."""


class EngineSession:
    """The table that commands read and change.

    Attributes:
        setup: the last `newgame`, None before the first.
        state: the position, None before there is one.
        made: how many moves `undo` can take back.
    """

    __slots__ = ("_rules", "made", "setup", "state")

    def __init__(self) -> None:
        self.setup: Setup | None = None
        self.state: State | None = None
        self.made = 0
        self._rules: dict[str, Rules] = {}

    def new_game(self, order: NewGame) -> Setup:
        """Without a seat deals a table; with one clears it for the positions to come.

        Raises:
            CommandError: an unknown game or rule, a number of players or a seat that there is not.
        """
        try:
            game = find_game(order.game)
            rules = game.rules(self._given(order), order.players)
        except GameError as error:
            raise CommandError(str(error), "newgame") from None
        if order.seat is not None and order.seat >= rules.players:
            raise CommandError(f"seat {order.seat}, 0 to {rules.players - 1} was expected", "newgame")
        seed = os.urandom(32) if order.seed is None else seed_of_text(order.seed)
        self.setup = Setup(game, rules, order.seat, seed)
        self.state = game.deal(rules, Dealer(seed)) if order.seat is None else None
        self.made = 0
        self._rules[game.name] = rules
        return self.setup

    def position(self, line: str) -> None:
        """Puts the position of a `position` line on the table.

        Raises:
            CommandError: what is wrong with it, and where.
        """
        tokens = line.split()
        if len(tokens) < 2:
            raise CommandError("the name of a game was expected", "position")
        try:
            game = find_game(tokens[1])
        except GameError as error:
            raise CommandError(str(error), "position") from None
        text = " ".join(["position", game.name, *tokens[2:]])
        try:
            self.state = game.read(text, self._rules.get(game.name))
        except PositionError as error:
            what, colon, where = str(error).rpartition(": ")
            raise CommandError(what if colon else where, where if colon else "position") from None
        self.made = 0

    def table(self, command: str) -> State:
        """The whole table. Raises CommandError if there is none, or only what one seat sees."""
        state = self.seen(command)
        if state.viewer is not None:
            raise CommandError("a view is on the table, a position without ?? was expected", command)
        return state

    def seen(self, command: str) -> State:
        """The table, whole or as one seat sees it. Raises CommandError if there is none."""
        if self.state is None:
            raise CommandError("no table yet, newgame or position was expected first", command)
        return self.state

    def _given(self, order: NewGame) -> list[str]:
        """The rules to read: a seat's `newgame` may have tokens of a later version among them."""
        if order.seat is None:
            return list(order.rules)
        return [rule for rule in order.rules if "=" in rule]


def read_seat(text: str, seats: int, command: str) -> int:
    """The seat that `text` names. Raises CommandError."""
    if text.isascii() and text.isdigit() and len(text) == 1 and int(text) < seats:
        return int(text)
    raise CommandError(f"a seat 0 to {seats - 1} was expected, not {text[:20] or 'nothing'}", command)
