"""What the games come to: standings, faults, the report."""
