"""The statuses that a command exits with."""

DONE = 0
FAILED = 1
USAGE = 2
INTERRUPTED = 130
