"""The built-in players of Kroket."""

CLASSES = {
    "greedy": "cardgames.games.kroket.players.greedy:GreedyKroket",
    "expert": "cardgames.games.kroket.players.expert.player:ExpertKroket",
}
"""By name, where a player's class is. It is imported when the player is asked for."""
