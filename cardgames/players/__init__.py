"""Who can choose a move: the built-in players, the engine that makes any of them a bot, the kit for Python bots."""
