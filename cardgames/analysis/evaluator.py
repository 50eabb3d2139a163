"""How good a built-in player thinks each move of a position is: it is asked for its ranking, not for its choice."""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from cardgames.games.players import PLAYERS, PlayerChoice, PlayerError, make_player
from cardgames.players.expert.base import EXPERT_OPTIONS, Expert, RankedMove
from cardgames.players.expert.skill import FULL_SKILL
from cardgames.players.player import Turn
from cardgames.rules import Game, PositionError, State


class Evaluation(NamedTuple):
    """The moves of one seat as a player ranks them.

    A move's value is the share of the win that the seat can expect, by what it sees itself. The values leave out what
    the game's expert leaves out: in Kroket the scores of the deals before, until the last deal; in Spit `maxrounds`,
    until the last round.
    """

    seat: int
    legal: tuple[int, ...]
    """All its legal moves, in the order of the rules."""
    ranked: tuple[RankedMove, ...]
    """The moves that the player looked at, the best first; at least one."""
    nodes: int
    """How many nodes the search has spent."""

    @property
    def best(self) -> RankedMove:
        """The move that the player would choose here, fresh and with this budget."""
        return self.ranked[0]

    def of(self, move: int) -> RankedMove | None:
        """The value of a move; None if the player has not looked at it."""
        return next((one for one in self.ranked if one.move == move), None)


class Evaluator:
    """Evaluates positions by a built-in player.

    Each question goes to a fresh player without a plan, whose random stream follows from the seed and from what the
    seat sees. So with a node limit the same position always has the same answer. The player is shown what the seat may
    see and nothing else.
    """

    def __init__(
        self,
        game: Game,
        choice: PlayerChoice,
        *,
        seed: str = "0",
        millis: int | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> None:
        """An evaluator of positions of `game`.

        Args:
            game: the game.
            choice: the player and its options.
            seed: the seed of the player's random choices.
            millis: how many milliseconds a question may take; None for the player's own limit.
            should_stop: called now and then; if it returns True, the search ends at once.

        Raises:
            PlayerError: there is no such player, it does not play this game, it does not rank moves, or its skill is
                limited: then it would overlook moves when it plays, but rank them all here.
        """
        self.game = game
        self.choice = choice
        self.seed = seed
        self._millis = millis
        self._should_stop = should_stop
        default_nodes = self._player(Random(0), choice.options).default_nodes
        skill = dict(choice.options).get("Skill", FULL_SKILL)
        if int(skill) < FULL_SKILL:
            raise PlayerError(
                f"{choice.name} of Skill {skill} overlooks moves; a judge is of Skill {FULL_SKILL}, leave it out"
            )
        limits = [value for name, value in choice.options if name in ("Nodes", "Time") and value != "0"]
        self._hurried = choice.options
        if millis is None and not limits:
            self._hurried = (*choice.options, ("Nodes", str(max(1, default_nodes // _HURRY))))

    def evaluate(self, state: State, seat: int, moves: Sequence[int] = (), *, hurried: bool = False) -> Evaluation:
        """The values of the moves of a seat that is to move.

        Args:
            state: the table, or what that seat sees of it.
            seat: the seat whose moves are ranked.
            moves: rank only these, whether they are legal or not; by default all legal moves.
            hurried: if nothing else limits the search, it spends only one part in `_HURRY` of the usual nodes.

        Raises:
            PositionError: `state` is what another seat sees.
        """
        view = state if state.viewer is not None else state.view(seat)
        rng = Random(f"{self.seed} {view.text()}")
        player = self._player(rng, self._hurried if hurried else self.choice.options)
        if not player.knows_enough(view, seat):
            raise PositionError(f"the hand of seat {seat} is hidden, its own view was expected: hand{seat}")
        legal = view.legal(seat)
        player.should_stop = self._should_stop
        budget = player.budget(self._millis)
        ranked = player.rank(Turn(seat, list(moves) or legal, lambda: view, self._millis), budget)
        return Evaluation(seat, tuple(legal), tuple(ranked), budget.nodes)

    def _player(self, rng: Random, options: Sequence[tuple[str, str]]) -> Expert:
        player = make_player(self.choice.name, self.game.name, rng, options)
        if isinstance(player, Expert):
            return player
        raise PlayerError(f"{self.choice.name} does not rank its moves; {', '.join(_RANKING)} does")


_RANKING = [kind.name for kind in PLAYERS.values() if kind.options == EXPERT_OPTIONS]
_HURRY = 4
"""A hurried question gets the usual number of nodes divided by this."""
