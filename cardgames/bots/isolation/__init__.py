"""What confines a bot's process: keeper, fork servers, limits, sandbox."""
