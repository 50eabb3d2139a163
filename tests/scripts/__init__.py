"""The tests of the scripts."""
