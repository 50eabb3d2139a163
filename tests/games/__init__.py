"""The tests of the games' room."""
