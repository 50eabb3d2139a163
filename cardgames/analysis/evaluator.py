"""What a player thinks of the moves of a position: it is asked for its ranking, not for its choice."""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from cardgames.cards import CARD, UNKNOWN
from cardgames.games.kroket.rules.state import KroketState
from cardgames.games.players import PLAYERS, PlayerChoice, PlayerError, make_player
from cardgames.players.expert.base import EXPERT_OPTIONS, Expert, Judged
from cardgames.players.expert.skill import FULL_SKILL
from cardgames.players.player import Turn
from cardgames.rules import Game, PositionError, State


class Evaluation(NamedTuple):
    """The moves of one seat as a player ranks them.

    The values are the player's own: shares of the win by what the seat sees. What its game's expert does not look at
    is not in them: in Kroket the scores of the deals before, until the last deal; in Spit `maxrounds`, until then.
    """

    seat: int
    legal: tuple[int, ...]
    """All that it may make, in the order of the rules."""
    judged: tuple[Judged, ...]
    """Those that were looked at, the best first; at least one."""
    nodes: int
    """How many the search has spent."""

    @property
    def best(self) -> Judged:
        """What the player would play, as it is asked here: fresh, and with this time for it."""
        return self.judged[0]

    def of(self, move: int) -> Judged | None:
        """What is thought of a move; None if it was not looked at."""
        return next((one for one in self.judged if one.move == move), None)


class Evaluator:
    """A built-in player that values positions.

    Each question is put to a fresh player, which has no plan from the one before, and its chance follows from the seed
    and from what the seat sees. So with a limit of nodes the same position always has the same answer. It is shown
    what the seat may see and nothing else.
    """

    def __init__(
        self,
        game: Game,
        choice: PlayerChoice,
        *,
        seed: str = "0",
        millis: int | None = None,
        listen: Callable[[], bool] | None = None,
    ) -> None:
        """A judge of positions of `game`.

        Args:
            game: what is played.
            choice: the player, with its options.
            seed: of the player's chance.
            millis: how long a question may take; None for the player's own limit.
            listen: asked now and then; True ends a search at once.

        Raises:
            PlayerError: there is no such player, it does not play this game, does not rank moves, or is to be weaker
                than it can be: it would overlook moves when it plays, and rank them all the same.
        """
        self.game = game
        self.choice = choice
        self.seed = seed
        self._millis = millis
        self._listen = listen
        plenty = self._player(Random(0), choice.options).plenty
        skill = dict(choice.options).get("Skill", FULL_SKILL)
        if int(skill) < FULL_SKILL:
            raise PlayerError(
                f"{choice.name} of Skill {skill} overlooks moves; a judge is of Skill {FULL_SKILL}, leave it out"
            )
        limits = [value for name, value in choice.options if name in ("Nodes", "Time") and value != "0"]
        self._hurried = choice.options
        if millis is None and not limits:
            self._hurried = (*choice.options, ("Nodes", str(max(1, plenty // _HURRY))))

    def opinion(self, state: State, seat: int, moves: Sequence[int] = (), *, hurried: bool = False) -> Evaluation:
        """What is thought of the moves of a seat that has one.

        Args:
            state: the table, or what that seat sees of it.
            seat: whose moves.
            moves: to look at these alone, whether they are legal or not; all legal ones by default.
            hurried: with no limit of its own it spends a part of the nodes that are enough for a good move.

        Raises:
            PositionError: `state` is what another seat sees.
        """
        view = state if state.viewer is not None else state.view(seat)
        if _is_blind(view, seat):
            raise PositionError(f"the hand of seat {seat} is hidden, its own view was expected: hand{seat}")
        legal = view.legal(seat)
        chance = Random(f"{self.seed} {view.text()}")
        player = self._player(chance, self._hurried if hurried else self.choice.options)
        player.listen = self._listen
        budget = player.budget(self._millis)
        judged = player.rank(Turn(seat, list(moves) or legal, lambda: view, self._millis), budget)
        return Evaluation(seat, tuple(legal), tuple(judged), budget.nodes)

    def _player(self, rng: Random, options: Sequence[tuple[str, str]]) -> Expert:
        player = make_player(self.choice.name, self.game.name, rng, options)
        if isinstance(player, Expert):
            return player
        raise PlayerError(f"{self.choice.name} does not rank its moves; {', '.join(_RANKING)} does")


_RANKING = [kind.name for kind in PLAYERS.values() if kind.options == EXPERT_OPTIONS]
_HURRY = 4
"""A hurried question gets one part of so many."""


def _is_blind(view: State, seat: int) -> bool:
    """Whether a view is not that of a seat which is to move; only Kroket has cards that one seat alone knows."""
    return isinstance(view, KroketState) and any(entry & CARD == UNKNOWN for entry in view.hands[seat])
