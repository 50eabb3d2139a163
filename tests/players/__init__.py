"""The tests of the players' room."""
