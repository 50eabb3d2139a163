"""The tests; `tests.reference` holds a second, naive implementation of the rules."""
