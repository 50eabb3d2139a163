"""The player that makes random moves: every other player is measured against it."""

from cardgames.players.player import Player, Turn


class RandomPlayer(Player):
    """Chooses each legal move with the same probability."""

    name = "random"

    def choose(self, turn: Turn) -> int:
        """Returns any of `turn.legal`."""
        legal = turn.legal
        return legal[int(self.rng.random() * len(legal))]
