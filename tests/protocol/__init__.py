"""The tests of the protocol room."""
