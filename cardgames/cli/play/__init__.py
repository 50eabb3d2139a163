"""A person at the table: the game in a shell, by typed moves."""
