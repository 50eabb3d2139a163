"""A person at the table: the game, its seats, saved games, moves as people type them."""
