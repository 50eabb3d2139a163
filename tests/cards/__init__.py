"""The tests of the cards room."""
