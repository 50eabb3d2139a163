"""What a position is worth, and where a recorded game was lost."""
