"""How good each move of a position is, and which move lost a recorded game."""
