"""The tests of the drawing room."""
