"""The clocks, which say whose move is next: by turns, in simulated time, in real time."""
