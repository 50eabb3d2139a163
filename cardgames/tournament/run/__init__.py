"""Playing the games: runner, worker processes, interrupts."""
