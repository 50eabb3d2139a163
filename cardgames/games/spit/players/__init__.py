"""The built-in players of Spit."""

CLASSES = {
    "greedy": "cardgames.games.spit.players.greedy:GreedySpit",
    "expert": "cardgames.games.spit.players.expert.player:ExpertSpit",
}
"""By name, where a player's class is. It is imported when the player is asked for."""
