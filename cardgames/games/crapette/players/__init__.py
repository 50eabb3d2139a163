"""The built-in players of Crapette."""

CLASSES = {
    "greedy": "cardgames.games.crapette.players.greedy:GreedyCrapette",
    "expert": "cardgames.games.crapette.players.expert.player:ExpertCrapette",
}
"""By name, where a player's class is. It is imported when the player is asked for."""
