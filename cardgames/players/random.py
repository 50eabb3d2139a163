"""The player that plays any legal move: the measure of all others."""

from cardgames.players.player import Player, Turn


class RandomPlayer(Player):
    """Every legal move is as likely as the others."""

    name = "random"

    def choose(self, turn: Turn) -> int:
        """Any of `turn.legal`."""
        legal = turn.legal
        return legal[int(self.rng.random() * len(legal))]
