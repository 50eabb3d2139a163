"""The tests of `cardgames play`."""
