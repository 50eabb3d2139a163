"""What the experts of all games share: the frame, the budget of a thought, the skill."""
