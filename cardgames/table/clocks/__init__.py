"""Who may move when: turns, simulated time, real time."""
