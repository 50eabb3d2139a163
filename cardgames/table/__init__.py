"""One game being played: the seats and their processes, the clocks, the referee, the record."""
