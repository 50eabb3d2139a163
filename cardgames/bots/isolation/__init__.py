"""What keeps a bot's process in bounds: keeper, limits, sandbox."""
