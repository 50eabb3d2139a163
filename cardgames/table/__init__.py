"""One game being played: the table, the clocks, the referee, the record."""
