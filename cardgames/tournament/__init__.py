"""Many games: the schedule, the runner, the standings and the ratings."""
